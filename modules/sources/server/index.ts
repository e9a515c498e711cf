import { defineServerModule } from '#kit/server/module.ts';
import { setWorkDir } from './adapter/work-dir.ts';
import { dicts } from './dicts.ts';
import { menus } from './menus.ts';
import { pools } from './pools.ts';
import { recycledSource } from './recycled.ts';
import { fileMaxConfig, sourceFiles } from './source-uploads.ts';
import { sources } from './sources.ts';
import { followSynced } from './synced.ts';
import { platformSets } from './platform-sets.ts';

export { inScope } from './adapter/in-scope.ts';
export {
  SourceError,
  type HarvestBatch,
  type HarvestScope,
  type HarvestedPartition,
  type HarvestedRoutine,
  type HarvestedTable,
  type FastRead,
  type OpenResult,
  type WriteOutcome,
} from './adapter/types.ts';
export { catalogOfSource, forgetCatalog, stampColumn } from './catalog-cache.ts';
export { createTextOf } from './create-text.ts';
export { heldNow, inForce, isSubject, type GrantAction, type Holder } from './held.ts';
export {
  SEES_SOURCES,
  SOURCE_COLUMNS,
  findSource,
  isReading,
  loadSource,
  mayChangeData,
  ofVisibleSource,
  sourceOf,
  type Source,
  visibleSources,
} from './load-source.ts';
export { nextSyncTime } from './next-sync.ts';
export { pools } from './pools.ts';
export { dataFiles } from './source-files.ts';
export { CONTENT_TYPES, DEFAULT_MAX_MB, assertOwnFiles, dataFileType, inspectDataFile } from './source-uploads.ts';
export { storageOf, type Storage, type StoredTable } from './storage.ts';
export { tierName } from './tier-name.ts';
export { onSourceSynced, notifySynced } from './synced.ts';

/** Registered data sources: connections, drivers, dialects, pools and the structure of each as statements are checked against. */
export const sourcesModule = defineServerModule({
  name: 'sources',
  needs: ['system', 'files'],
  migrations: { name: 'metadata', folder: new URL('./migrations/', import.meta.url) },
  platformSets,
  routes: [sources, sourceFiles],
  menus,
  dicts,
  recycle: [recycledSource],
  fileColumns: [{ table: 'metadataSource', column: 'fileNames' }],
  configs: [fileMaxConfig],
  tasks: { 'metadata.syncFollowed': followSynced },
  schedules: [{ code: 'metadata.syncFollowed', name: '同步后续处理', task: 'metadata.syncFollowed', cron: '45 * * * * ?' }],
  start(app) {
    setWorkDir(app.settings.dataDir);
    return Promise.resolve(() => pools.close());
  },
});
