import { defineServerModule } from '#kit/server/module.ts';
import { onSourceSynced } from '#modules/sources/server/index.ts';
import { cacheRoutes } from './engine/cache-calls.ts';
import { queryRoutes } from './engine/calls.ts';
import { engineConfigs } from './engine/settings.ts';
import { EXTRACT_JOB } from './extract/progress.ts';
import { extractPlanned, sweepExtracts } from './extract/plan.ts';
import { closeReaders } from './extract/reader.ts';
import { runExtract } from './extract/run.ts';
import { extractConfigs } from './extract/settings.ts';
import { visualHomeRoutes } from './home/overview.ts';
import { figures, search } from './home/found.ts';
import { boardRoutes, chartRoutes, drawMissing, folderRoutes, grantRoutes, recycle, screenRoutes, versionRoutes } from './library/index.ts';
import { mapAssetRoutes } from './map-assets/index.ts';
import { menus } from './menus.ts';
import { dataSets } from './sets/data-sets.ts';
import { recycledSet } from './sets/recycled.ts';
import { commentRoutes } from './comments/comments.ts';
import { outputRoutes } from './output/workbook.ts';
import { shareRoutes } from './share/links.ts';
import { sharedRoutes } from './share/open.ts';
import { subscriptionsDue } from './subscribe/due.ts';
import { subscriptionRoutes } from './subscribe/subscriptions.ts';
import { viewRoutes } from './view/index.ts';
import { tellSource } from './view/tell.ts';

export { checkProps } from '../core/screen/widgets.ts';
export { platformSet } from './platform/registry.ts';
import './platform/notices.ts';
import './platform/sets.ts';
export { putSystemSet, type SystemSet } from './sets/system-sets.ts';
export { warmScreen } from './view/warm.ts';
export { defineSystemScreens, putSystemScreen, type SystemScreen } from './library/index.ts';

/** Data sets, charts, boards and screens. */
export const visualModule = defineServerModule({
  name: 'visual',
  needs: ['system', 'files', 'notices', 'scheduler', 'sources', 'gate', 'lineage', 'catalogue'],
  migrations: { name: 'visual', folder: new URL('./migrations/', import.meta.url) },
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
    cacheRoutes,
    viewRoutes,
    shareRoutes,
    sharedRoutes,
    mapAssetRoutes,
    outputRoutes,
    commentRoutes,
    subscriptionRoutes,
  ],
  configs: [...extractConfigs, ...engineConfigs],
  jobs: { [EXTRACT_JOB]: runExtract },
  tasks: { 'visual.subscriptionsDue': subscriptionsDue, 'visual.extractPlanned': extractPlanned },
  schedules: [
    { code: 'visual.subscriptionsDue', name: '发送看板订阅', task: 'visual.subscriptionsDue', cron: '20 * * * * ?' },
    { code: 'visual.extractPlanned', name: '按计划抽取数据集', task: 'visual.extractPlanned', cron: '50 * * * * ?' },
  ],
  recycle: [recycledSet, ...recycle],
  menus,
  figures,
  search,
  async start(app) {
    await sweepExtracts(app);
    await drawMissing(app);
    const deaf = onSourceSynced(app, (sourceId) => tellSource(app, sourceId));
    return async () => {
      deaf();
      closeReaders();
    };
  },
});
