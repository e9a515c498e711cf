import { defineServerModule } from '#kit/server/module.ts';
import { areas, seedAreas } from './area.ts';
import { dicts } from './dicts.ts';
import { menus } from './menus.ts';
import { expiryRoutes } from './reminders/calendar.ts';

/** Project records: qualifications of people, intellectual property, quality projects, production units, suppliers; and the areas of China. */
export const projectsModule = defineServerModule({
  name: 'projects',
  needs: ['system', 'files'],
  migrations: new URL('./migrations/', import.meta.url),
  routes: [areas, expiryRoutes],
  menus,
  dicts,
  async seed(_app, db) {
    await seedAreas(db);
  },
});
