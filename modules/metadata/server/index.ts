import { defineServerModule } from '#kit/server/module.ts';
import { useWorkDir } from './adapter/work-dir.ts';
import { authorizes } from './authorize/authorizes.ts';
import { grantExpiry } from './authorize/expiry.ts';
import { columns, tables } from './catalogue/browse.ts';
import { classes } from './classify/classes.ts';
import { maskRules } from './classify/mask-rules.ts';
import { CLASSIFY_JOB, recogniseJob } from './classify/recognition.ts';
import { classifyTask } from './classify/task.ts';
import { consoleRoutes } from './console/console.ts';
import { forgetStaleRuns } from './console/runs.ts';
import { parser } from './gate/shared-parser.ts';
import { dicts } from './dicts.ts';
import { documents } from './document/calls.ts';
import { homePage } from './home/calls.ts';
import { figuresTask } from './home/day.ts';
import { dataMap } from './map/calls.ts';
import { menus } from './menus.ts';
import { figures, search } from './overview.ts';
import { FILL_JOB, fillSearch, requestSearchFill } from './search/fill.ts';
import { pools } from './source/pools.ts';
import { recycledSource } from './source/recycled.ts';
import { fileMaxConfig, sourceFiles } from './source/source-uploads.ts';
import { sources } from './source/sources.ts';
import { syncSource } from './source/sync.ts';
import { SYNC_JOB } from './source/sync-calls.ts';

export { openData, type DataDoor, type QueryResult, type SqlText } from './gate/open-data.ts';
export { registerDemoSource } from './source/register.ts';

/** Registered data sources, their harvested catalogue, and the one door to their data. */
export const metadataModule = defineServerModule({
  name: 'metadata',
  needs: ['system', 'files', 'notices', 'scheduler'],
  migrations: new URL('./migrations/', import.meta.url),
  routes: [sources, sourceFiles, tables, columns, consoleRoutes, documents, dataMap, homePage, authorizes, classes, maskRules],
  menus,
  dicts,
  configs: [fileMaxConfig],
  jobs: { [SYNC_JOB]: syncSource, [FILL_JOB]: fillSearch, [CLASSIFY_JOB]: recogniseJob },
  tasks: { 'metadata.figures': figuresTask },
  schedules: [{ code: 'metadata.figures', name: '元数据每日指标', task: 'metadata.figures', cron: '0 10 0,12 * * *' },],
  recycle: [recycledSource],
  fileColumns: [{ table: 'metadataSource', column: 'fileNames' }],
  figures,
  search,
  async start(app) {
    useWorkDir(app.settings.dataDir);
    await forgetStaleRuns(app);
    await requestSearchFill(app, app.db);
    return async () => {
      await pools.close();
      await parser.close();
    };
  },
});
