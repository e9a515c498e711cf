import { defineServerModule } from '#kit/server/module.ts';
import { schedules, tasks } from './built-in.ts';
import { startWorker } from './engine/worker.ts';
import { jobs } from './jobs.ts';
import { dicts, menus } from './menus.ts';
import { recycle } from './recycle.ts';
import { runs } from './runs.ts';
import { seedSchedules } from './seed.ts';
import { platformSets } from './platform-sets.ts';

/** Scheduled jobs over the tasks that modules register, their runs and live logs. */
export const schedulerModule = defineServerModule({
  name: 'scheduler',
  needs: ['system', 'notices'],
  migrations: { name: 'scheduler', folder: new URL('./migrations/', import.meta.url) },
  platformSets,
  routes: [jobs, runs],
  menus,
  dicts,
  tasks,
  schedules,
  recycle,
  seed: seedSchedules,
  start: startWorker,
});
