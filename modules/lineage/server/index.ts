import { defineServerModule } from '#kit/server/module.ts';
import { lineage } from './calls.ts';
import { closeLineageEngine } from './engine.ts';
import { lineageParses } from './parse.ts';
import { LINEAGE_JOB } from './refresh.ts';
import { takeLineage } from './take.ts';
import { lineageTask } from './task.ts';
import { platformSets } from './platform-sets.ts';

export { analyseSql } from './engine.ts';
export { columnsBehind, type Behind } from './columns-behind.ts';
export { consumersOf, consumersOfColumns, type Consumers, type LineageColumn } from './consumers.ts';
export { impactCount } from './impact.ts';
export { queueLineage } from './import.ts';
export { forgetLoad, recordLoad, type LoadRecord } from './loads.ts';
export { LineageReading, forgetLineage, recordLineage, type LineageRecord, type LineageObjectType } from './modules.ts';
export { tablesAround, tablesBehind } from './neighbours.ts';
export { requestLineage } from './refresh.ts';
export { dropUnits } from './units.ts';

/** Lineage: which columns come from which, read from SQL or told by other modules. */
export const lineageModule = defineServerModule({
  name: 'lineage',
  needs: ['system', 'notices', 'sources', 'gate'],
  platformSets,
  routes: [lineage, lineageParses],
  jobs: { [LINEAGE_JOB]: takeLineage },
  tasks: { 'metadata.lineage': lineageTask },
  schedules: [{ code: 'metadata.lineage', name: '血缘采集', task: 'metadata.lineage', cron: '40 */10 * * * ?' }],
  start: () => Promise.resolve(() => closeLineageEngine()),
});
