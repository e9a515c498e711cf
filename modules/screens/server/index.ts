import { defineServerModule } from '#kit/server/module.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { defineSystemScreens } from '#modules/visual/server/index.ts';
import * as z from 'zod';
import { SCREENS } from '../core/screens/index.ts';
import { putScreens } from './put.ts';

defineSystemScreens(SCREENS);

/** Looks for the warehouse until it is found, and puts delivered screens in place after an update. */
const connect = defineTask({
  name: '接入固定大屏的数据源',
  summary: '登记并同步了含有大屏所需表的数据源后，把系统数据集接到该数据源',
  params: z.object({}),
  run: async ({ app }) => {
    const written = await app.db.transaction().execute((db) => putScreens(app, db));
    return written === 0 ? null : `写入${written}个系统数据集`;
  },
});

/** The nine fixed screens: documents of the screen engine over system data sets. */
export const screensModule = defineServerModule({
  name: 'screens',
  needs: ['visual', 'metadata', 'system'],
  // no tables of its own
  migrations: new URL('./', import.meta.url),
  routes: [],
  tasks: { 'screens.connect': connect },
  schedules: [{ code: 'screens.connect', name: '接入固定大屏的数据源', task: 'screens.connect', cron: '35 * * * * ?' }],
  seed: async (app, db) => void (await putScreens(app, db)),
});
