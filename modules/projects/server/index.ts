import { defineServerModule } from '#kit/server/module.ts';
import { areas, seedAreas } from './area.ts';
import { dicts } from './dicts.ts';
import { menus } from './menus.ts';
import { expiryRoutes } from './reminders/calendar.ts';
import { recycledSupplier, supplierConfigs, supplierDicts, suppliers } from './supplier/index.ts';

/** Project records: qualifications of people, intellectual property, quality projects, production units, suppliers; and the areas of China. */
export const projectsModule = defineServerModule({
  name: 'projects',
  needs: ['system', 'files'],
  migrations: new URL('./migrations/', import.meta.url),
  routes: [areas, expiryRoutes, suppliers],
  menus,
  dicts: [...dicts, ...supplierDicts],
  configs: supplierConfigs,
  recycle: [recycledSupplier],
  async seed(_app, db) {
    await seedAreas(db);
  },
});
