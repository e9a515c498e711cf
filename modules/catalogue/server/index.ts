import { defineServerModule } from '#kit/server/module.ts';
import { changeRoutes } from './changes/calls.ts';
import { changeDicts } from './changes/dicts.ts';
import { changesToConfirm } from './changes/todos.ts';
import { followRoutes } from './changes/follows.ts';
import { renameRoutes } from './changes/renames.ts';
import { versionRoutes } from './changes/versions.ts';
import { documents } from './document/calls.ts';
import { syncPlanned } from './harvest/plan.ts';
import { harvestRoutes } from './harvest/sync-calls.ts';
import { syncRunRoutes } from './harvest/sync-history.ts';
import { recoverSyncs, SYNC_JOB } from './harvest/sync-run.ts';
import { syncSource } from './harvest/sync.ts';
import { homePage } from './home/calls.ts';
import { figuresTask } from './home/day.ts';
import { dataMap } from './map/calls.ts';
import { figures, search } from './overview.ts';
import { profileRoutes } from './profile/calls.ts';
import { PROFILE_JOB, profileJob } from './profile/job.ts';
import { dropValuesOfSensitive } from './profile/profile-of.ts';
import { searchRoutes } from './search/calls.ts';
import { FILL_JOB, fillSearch, requestSearchFill } from './search/fill.ts';
import { warnAboutCollation } from './search/letters.ts';
import { synonymConfig } from './search/synonyms.ts';
import { columns, tables } from './tables/browse.ts';
import { domains } from './tables/domains.ts';
import { GOVERN_JOB, governJob } from './tables/govern-job.ts';
import { governanceRoutes } from './tables/governance.ts';
import { tags } from './tables/tags.ts';
import { usageTask, usageTodayTask } from './tables/usage.ts';
import { platformSets } from './platform-sets.ts';

export { registerDemoSource } from './harvest/register.ts';
export { findPage as searchCatalogue } from './search/calls.ts';
export { profileOf } from './profile/profile-of.ts';
export { columnsById, tablesById } from './surface/by-id.ts';
export { registerTables, type RegisteredTable } from './surface/registered.ts';
export { setQualityScores, type QualityScore } from './surface/quality.ts';

/** The catalogue of all sources: harvested, browsed, described, searched, profiled, followed through its changes. */
export const catalogueModule = defineServerModule({
  name: 'catalogue',
  needs: ['system', 'files', 'notices', 'sources', 'gate', 'lineage'],
  platformSets,
  routes: [
    harvestRoutes,
    tables,
    columns,
    governanceRoutes,
    domains,
    tags,
    searchRoutes,
    documents,
    dataMap,
    homePage,
    changeRoutes,
    versionRoutes,
    renameRoutes,
    followRoutes,
    syncRunRoutes,
    profileRoutes,
  ],
  dicts: changeDicts,
  jobs: {
    [SYNC_JOB]: syncSource,
    [PROFILE_JOB]: profileJob,
    [FILL_JOB]: { run: fillSearch, atOnce: 1, retries: 5 },
    [GOVERN_JOB]: governJob,
  },
  tasks: {
    'metadata.figures': figuresTask,
    'metadata.syncPlanned': syncPlanned,
    'metadata.usage': usageTask,
    'metadata.usageToday': usageTodayTask,
  },
  schedules: [
    { code: 'metadata.figures', name: '元数据每日指标', task: 'metadata.figures', cron: '0 10 0,12 * * *' },
    { code: 'metadata.syncPlanned', name: '按计划同步元数据', task: 'metadata.syncPlanned', cron: '20 * * * * ?' },
    { code: 'metadata.usageToday', name: '元数据当日使用统计', task: 'metadata.usageToday', cron: '30 5/10 * * * ?' },
    { code: 'metadata.usage', name: '元数据使用统计', task: 'metadata.usage', cron: '0 40 1 * * ?' },
  ],
  configs: [synonymConfig],
  figures,
  search,
  todos: [changesToConfirm],
  async start(app) {
    const stop = dropValuesOfSensitive(app);
    await recoverSyncs(app);
    await requestSearchFill(app, app.db);
    await warnAboutCollation(app);
    return () => Promise.resolve(stop());
  },
});
