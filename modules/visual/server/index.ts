import { defineServerModule } from '#kit/server/module.ts';
import { queryRoutes } from './engine/calls.ts';
import { engineConfigs } from './engine/settings.ts';
import { EXTRACT_JOB } from './extract/progress.ts';
import { extractPlanned, sweepExtracts } from './extract/plan.ts';
import { closeReaders } from './extract/reader.ts';
import { runExtract } from './extract/run.ts';
import { extractConfigs } from './extract/settings.ts';
import { visualHomeRoutes } from './home/overview.ts';
import { figures, search } from './home/found.ts';
import { boardRoutes, chartRoutes, folderRoutes, grantRoutes, recycle, screenRoutes, versionRoutes } from './library/index.ts';
import { dataSets } from './sets/data-sets.ts';
import { recycledSet } from './sets/recycled.ts';
import { outputRoutes } from './output/workbook.ts';
import { shareRoutes } from './share/links.ts';
import { sharedRoutes } from './share/open.ts';
import { viewRoutes } from './view/index.ts';

export { defineSystemScreens, putSystemScreen, type SystemScreen } from './library/index.ts';

/** Data sets, charts, boards and screens. */
export const visualModule = defineServerModule({
  name: 'visual',
  needs: ['system', 'files', 'notices', 'scheduler', 'metadata'],
  migrations: new URL('./migrations/', import.meta.url),
  routes: [
    chartRoutes,
    boardRoutes,
    screenRoutes,
    folderRoutes,
    grantRoutes,
    versionRoutes,
    visualHomeRoutes,
    dataSets,
    queryRoutes,
    viewRoutes,
    shareRoutes,
    sharedRoutes,
    outputRoutes,
  ],
  configs: [...extractConfigs, ...engineConfigs],
  jobs: { [EXTRACT_JOB]: runExtract },
  tasks: { 'visual.extractPlanned': extractPlanned },
  schedules: [{ code: 'visual.extractPlanned', name: '按计划抽取数据集', task: 'visual.extractPlanned', cron: '50 * * * * ?' }],
  recycle: [recycledSet, ...recycle],
  figures,
  search,
  async start(app) {
    await sweepExtracts(app);
    return async () => closeReaders();
  },
});
