import { defineServerModule } from '#kit/server/module.ts';
import { onSourceSynced } from '#modules/sources/server/index.ts';
import { cacheRoutes } from './engine/cache-calls.ts';
import { engineConfigs } from './engine/settings.ts';
import { notifySource } from './engine/notify.ts';
import { extractPlanned, sweepExtracts } from './extract/plan.ts';
import { EXTRACT_JOB } from './extract/progress.ts';
import { closeReaders } from './extract/reader.ts';
import { runExtract } from './extract/run.ts';
import { extractConfigs } from './extract/settings.ts';
import { platformSets } from './platform/registry.ts';
import { dataSets } from './sets/data-sets.ts';
import { recycledSet } from './sets/recycled.ts';
import { sameForAll } from './sets/same-for-all.ts';
import { dataSetSharing } from './sets/sharing.ts';
import { definePictureRule } from '#modules/library/server/index.ts';

export { limiter } from './engine/ask.ts';
export { hideViewer } from './engine/viewer.ts';
export { engine, purgeSet, purgeSource } from './engine/index.ts';
export { policyProblem } from './engine/cache-rule.ts';
export { ZONE, engineSettings } from './engine/settings.ts';
export { selectOf } from './engine/select.ts';
export { type Answer, type Choice, type Priority } from './engine/types.ts';
export { platformSet, platformSets } from './platform/registry.ts';
export { catalogueOf, dictsOf, sourcesOf } from './sets/catalogue.ts';
export { createSet, updateSet } from './sets/data-sets.ts';
export { asDataSet, loadSet, loadSetFor, storedSet, visibleSets } from './sets/load.ts';
export { putSystemSet, type SystemSet } from './sets/system-sets.ts';

/** 数据集: what is asked of sources, files and the platform's own tables, and the engine that answers. */
export const datasetsModule = defineServerModule({
  name: 'datasets',
  needs: ['system', 'files', 'notices', 'sources', 'gate', 'lineage', 'library'],
  routes: [dataSets, cacheRoutes],
  businessTypes: [dataSetSharing.type],
  configs: [...extractConfigs, ...engineConfigs],
  jobs: { [EXTRACT_JOB]: runExtract },
  tasks: { 'visual.extractPlanned': extractPlanned },
  schedules: [{ code: 'visual.extractPlanned', name: '按计划抽取数据集', task: 'visual.extractPlanned', cron: '50 * * * * ?' }],
  recycle: [recycledSet],
  async start(app) {
    // a wrong declaration is told now, not when somebody opens a chart
    const personal = platformSets(app).flatMap(({ code, isPersonal }) => (isPersonal ? code : []));
    definePictureRule((db, setIds) => sameForAll(db, setIds, personal));
    await sweepExtracts(app);
    const deaf = onSourceSynced(app, 'datasets.viewers', (db, sourceId) => notifySource(app, db, sourceId));
    return async () => {
      deaf();
      closeReaders();
    };
  },
});
