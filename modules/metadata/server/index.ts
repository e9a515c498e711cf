import { defineServerModule } from '#kit/server/module.ts';
import { authorizes } from './authorize/authorizes.ts';
import { accessRequests } from './authorize/requests.ts';
import { grantExpiry } from './authorize/expiry.ts';
import { setWorkDir } from './adapter/work-dir.ts';
import { columns, tables } from './catalogue/browse.ts';
import { changeRoutes } from './changes/calls.ts';
import { changeDicts } from './changes/dicts.ts';
import { followRoutes } from './changes/follows.ts';
import { renameRoutes } from './changes/renames.ts';
import { versionRoutes } from './changes/versions.ts';
import { domains } from './catalogue/domains.ts';
import { governanceRoutes } from './catalogue/governance.ts';
import { GOVERN_JOB, governJob } from './catalogue/govern-job.ts';
import { tags } from './catalogue/tags.ts';
import { usageTask, usageTodayTask } from './catalogue/usage.ts';
import { classes } from './classify/classes.ts';
import { maskRules } from './classify/mask-rules.ts';
import { CLASSIFY_JOB, recogniseJob } from './classify/recognition.ts';
import { classifyTask } from './classify/task.ts';
import { consoleRoutes } from './console/console.ts';
import { exportRowsConfig } from './console/export.ts';
import { savedQueries } from './console/saved.ts';
import { forgetStaleRuns } from './console/runs.ts';
import { minMeasureRowsConfig } from './gate/measure/config.ts';
import { parser } from './gate/shared-parser.ts';
import { dicts } from './dicts.ts';
import { documents } from './document/calls.ts';
import { homePage } from './home/calls.ts';
import { figuresTask } from './home/day.ts';
import { closeLineageEngine } from './lineage/engine.ts';
import { lineageParses } from './lineage/parse.ts';
import { dataMap } from './map/calls.ts';
import { lineage } from './lineage/calls.ts';
import { LINEAGE_JOB } from './lineage/refresh.ts';
import { takeLineage } from './lineage/take.ts';
import { lineageTask } from './lineage/task.ts';
import { menus } from './menus.ts';
import { figures, search } from './overview.ts';
import { profileRoutes } from './profile/calls.ts';
import { PROFILE_JOB, profileJob } from './profile/job.ts';
import { searchRoutes } from './search/calls.ts';
import { FILL_JOB, fillSearch, requestSearchFill } from './search/fill.ts';
import { tellLetters } from './search/letters.ts';
import { synonymConfig } from './search/synonyms.ts';
import { syncPlanned } from './source/plan.ts';
import { pools } from './source/pools.ts';
import { recycledSource } from './source/recycled.ts';
import { fileMaxConfig, sourceFiles } from './source/source-uploads.ts';
import { sources } from './source/sources.ts';
import { syncSource } from './source/sync.ts';
import { harvestRoutes } from './source/sync-calls.ts';
import { syncRunRoutes } from './source/sync-history.ts';
import { mendSyncs, SYNC_JOB } from './source/sync-run.ts';

export type { BadRows, BadRowsRequest } from './gate/measure/bad-rows.ts';
export type { MeasureBatch, Measurements } from './gate/measure/door.ts';
export type { Answer as MeasureAnswer, MeasureRequest, RuleRequest } from './gate/measure/grammar.ts';
export { openData, toCallerError, type DataDoor, type QueryResult, type SqlText } from './gate/open-data.ts';
export { readAhead, type ReadAhead } from './gate/read-ahead.ts';
export { recordLineage, forgetLineage, LineageReading, type LineageRecord, type LineageObjectType } from './lineage/modules.ts';
export { queueLineage } from './lineage/import.ts';
export { registerDemoSource } from './source/register.ts';
export { maskProfile } from './gate/masking.ts';
export { analyseSql } from './lineage/engine.ts';
export { ofVisibleColumn, ofVisibleTable } from './authorize/reach.ts';
export { visibleSources } from './source/load-source.ts';
export { onSourceSynced } from './source/synced.ts';
export { catalogOfSource } from './catalogue/catalog-cache.ts';
export { buildDatabase, defaultLimits, Engine, EngineError } from './duckdb/engine.ts';
export { literal, quoted } from './duckdb/names.ts';
export { dataFiles } from './source/source-files.ts';
export { assertOwnFiles, CONTENT_TYPES, dataFileType, DEFAULT_MAX_MB, inspectDataFile } from './source/source-uploads.ts';

/** Registered data sources, their harvested catalogue, and the one door to their data. */
export const metadataModule = defineServerModule({
  name: 'metadata',
  needs: ['system', 'files', 'notices', 'scheduler'],
  migrations: { name: 'metadata', folder: new URL('./migrations/', import.meta.url) },
  routes: [
    sources,
    sourceFiles,
    tables,
    columns,
    governanceRoutes,
    domains,
    tags,
    searchRoutes,
    consoleRoutes,
    savedQueries,
    documents,
    dataMap,
    homePage,
    authorizes,
    accessRequests,
    classes,
    maskRules,
    changeRoutes,
    versionRoutes,
    renameRoutes,
    followRoutes,
    harvestRoutes,
    syncRunRoutes,
    profileRoutes,
    lineage,
    lineageParses,
  ],
  menus,
  dicts: [...dicts, ...changeDicts],
  jobs: {
    [SYNC_JOB]: syncSource,
    [PROFILE_JOB]: profileJob,
    [FILL_JOB]: fillSearch,
    [GOVERN_JOB]: governJob,
    [CLASSIFY_JOB]: recogniseJob,
    [LINEAGE_JOB]: takeLineage,
  },
  tasks: {
    'metadata.figures': figuresTask,
    'metadata.syncPlanned': syncPlanned,
    'metadata.usage': usageTask,
    'metadata.usageToday': usageTodayTask,
    'metadata.grantExpiry': grantExpiry,
    'metadata.classify': classifyTask,
    'metadata.lineage': lineageTask,
  },
  schedules: [
    { code: 'metadata.figures', name: '元数据每日指标', task: 'metadata.figures', cron: '0 10 0,12 * * *' },
    { code: 'metadata.syncPlanned', name: '按计划同步元数据', task: 'metadata.syncPlanned', cron: '20 * * * * ?' },
    { code: 'metadata.usageToday', name: '元数据当日使用统计', task: 'metadata.usageToday', cron: '30 5/10 * * * ?' },
    { code: 'metadata.usage', name: '元数据使用统计', task: 'metadata.usage', cron: '0 40 1 * * ?' },
    { code: 'metadata.grantExpiry', name: '数据授权到期提醒', task: 'metadata.grantExpiry', cron: '0 20 8 * * ?' },
    { code: 'metadata.lineage', name: '血缘采集', task: 'metadata.lineage', cron: '40 */10 * * * ?' },
  ],
  recycle: [recycledSource],
  fileColumns: [{ table: 'metadataSource', column: 'fileNames' }],
  configs: [exportRowsConfig, minMeasureRowsConfig, synonymConfig, fileMaxConfig],
  figures,
  search,
  async start(app) {
    setWorkDir(app.settings.dataDir);
    await forgetStaleRuns(app);
    await mendSyncs(app);
    await requestSearchFill(app, app.db);
    await tellLetters(app);
    return async () => {
      await pools.close();
      await parser.close();
      await closeLineageEngine();
    };
  },
  // every statement of the console and of charts passes the parser
  warm: () => parser.warm(),
});
