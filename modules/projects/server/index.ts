import { defineServerModule } from '#kit/server/module.ts';
import { areas, seedAreas } from './area.ts';
import { dicts } from './dicts.ts';
import { menus } from './menus.ts';
import { departmentDicts, departments, recycledDepartment } from './department/index.ts';
import { intellectualProperties, intellectualPropertyDicts, recycledIntellectualProperty } from './intellectual-property/index.ts';
import { qualityProjectDicts, qualityProjects, recycledQualityProject } from './quality-project/index.ts';
import {
  practicingConfigs,
  practicingQualifications,
  practicingTypes,
  qualificationFigures,
  recycledQualifications,
  recycledTypes,
  seedPracticingTypes,
} from './practicing/index.ts';
import { expiryRoutes } from './reminders/calendar.ts';
import { expiryTask } from './reminders/task.ts';
import { certificatesToRenew } from './practicing/todos.ts';
import { searchRecords } from './search.ts';
import { certificateLocks, certificateReleases } from './practicing/approval.ts';
import { blacklisting } from './supplier/approval.ts';
import { recycledSupplier, supplierConfigs, supplierDicts, suppliers } from './supplier/index.ts';

export { areaTree } from './area.ts';
export { areaNames } from './area-names.ts';
export { sealIdCard } from './practicing/queries.ts';

export { bankPurpose as supplierBankPurpose } from './supplier/bank.ts';

/** Project records: qualifications of people, intellectual property, quality projects, production units, suppliers; and the areas of China. */
export const projectsModule = defineServerModule({
  name: 'projects',
  needs: ['system', 'files', 'notices'],
  migrations: { name: 'projects', folder: new URL('./migrations/', import.meta.url) },
  routes: [areas, expiryRoutes, practicingTypes, practicingQualifications, intellectualProperties, qualityProjects, departments, suppliers],
  menus,
  dicts: [...dicts, ...intellectualPropertyDicts, ...qualityProjectDicts, ...departmentDicts, ...supplierDicts],
  configs: [...practicingConfigs, ...supplierConfigs],
  recycle: [
    recycledTypes,
    recycledQualifications,
    recycledIntellectualProperty,
    recycledQualityProject,
    recycledDepartment,
    recycledSupplier,
  ],
  tasks: { 'projects.expiry': expiryTask },
  schedules: [{ code: 'projects.expiry', name: '项目档案到期提醒', task: 'projects.expiry', cron: '0 30 7 * * *' }],
  async seed(app, db) {
    await seedAreas(db);
    await seedPracticingTypes(app, db);
  },
  figures: qualificationFigures,
  search: searchRecords,
  businessTypes: [blacklisting.type, certificateLocks.type, certificateReleases.type],
  todos: [certificatesToRenew],
});
