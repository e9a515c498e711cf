import { defineServerModule } from '#kit/server/module.ts';
import { fillingTypes } from './approval.ts';
import { books } from './book/index.ts';
import { forms } from './forms.ts';
import { linkRoutes } from './links/manage.ts';
import { linkedRoutes } from './links/open.ts';
import { maskedChangeFiles, maskedRecordFiles } from './masked-files.ts';
import { menus } from './menus.ts';
import { records } from './records.ts';
import { recordStats } from './stats/index.ts';
import { recycledForm } from './recycled.ts';
import { tasks } from './tasks/index.ts';
import { recycledTask } from './tasks/recycled-task.ts';
import { followRounds } from './tasks/rounds.ts';
import { fillingTodos } from './tasks/todos.ts';

/** Data filling: forms that people design, publish and fill; what is filled stands in managed tables. */
export const formsModule = defineServerModule({
  name: 'forms',
  needs: [
    'system',
    'files',
    'notices',
    'projects',
    'workflow',
    'sources',
    'gate',
    'lineage',
    'catalogue',
    'managed',
    'library',
    'datasets',
    'market',
  ],
  migrations: { name: 'forms', folder: new URL('./migrations/', import.meta.url) },
  routes: [forms, records, books, recordStats, tasks, linkRoutes, linkedRoutes],
  menus,
  recycle: [recycledForm, recycledTask],
  businessTypesOf: fillingTypes,
  maskedFiles: { filling_record: maskedRecordFiles, filling_change: maskedChangeFiles },
  todos: [fillingTodos],
  tasks: { 'filling.rounds': followRounds },
  schedules: [{ code: 'filling.rounds', name: '推进填报任务', task: 'filling.rounds', cron: '25 * * * * ?' }],
});
