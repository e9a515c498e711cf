import { defineServerModule } from '#kit/server/module.ts';
import { authorizes } from './authorize/authorizes.ts';
import { grantExpiry } from './authorize/expiry.ts';
import { grantType } from './authorize/request-approval.ts';
import { accessRequests } from './authorize/requests.ts';
import { accessRequestsToDecide } from './authorize/todos.ts';
import { classes } from './classify/classes.ts';
import { maskCoverages } from './classify/mask-coverage.ts';
import { maskKeys } from './classify/mask-keys.ts';
import { maskRules } from './classify/mask-rules.ts';
import { CLASSIFY_JOB, recogniseJob } from './classify/recognition.ts';
import { classifyTask } from './classify/task.ts';
import { hitsToJudge } from './classify/todos.ts';
import { minMeasureRowsConfig } from './guard/measure/config.ts';
import { parser } from './guard/shared-parser.ts';
import { platformSets } from './platform-sets.ts';

export { endGrantsOfRequest, grantForRequest } from './authorize/authorizes.ts';
export { withoutUnmask } from './authorize/access.ts';
export { rightsOnSources } from './authorize/rights-lines.ts';
export { ofVisibleColumn, ofVisibleTable, ofWholeColumn, type GrantAction } from './authorize/reach.ts';
export {
  columnsAsSeen,
  columnsAsSeenOf,
  exportableColumns,
  levelledColumns,
  SENSITIVE_LEVELS,
  wholeColumns,
  wholeColumnsOf,
  type WholeColumn,
} from './authorize/seen.ts';
export { awaitLineage, awaitsLineage, clearAwaited, holdLevels, settleColumns, settleSource, settleTables } from './classify/inherit.ts';
export { alive as classHits } from './classify/hits.ts';
export { onClassified, type Classified } from './classify/followers.ts';
export { CLASSIFIES, setClassification } from './classify/set.ts';
export { proposeClasses, type StandardClass } from './classify/propose.ts';
export { shownByRule } from './classify/masks.ts';
export { raiseTables } from './classify/raise-tables.ts';
export { maskRows, masksFor, masksForOthers, type Shown } from './authorize/mask-rows.ts';
export { shownDigest } from './guard/masking.ts';
export { minMeasureRows } from './guard/measure/config.ts';
export type { CompiledAnswer, CompiledPart, CompiledReading, CompiledRows, CompiledStatement } from './guard/measure/compiled.ts';
export { readyMasks } from './classify/masks.ts';
export type { Protection, Tightenings } from './guard/tighten.ts';
export type { CompiledQuery, JsonRun, QueriedRows } from './guard/compile.ts';
export { isValueMeasure, type MeasureKind, type MeasuredColumn } from './guard/measure/grammar.ts';
export { distributionsOf, measureTable, type Distribution, type Measured } from './guard/measure/measure.ts';
export { kindOf, type MeasuredTable } from './guard/measure/relation.ts';
export { maskOf, sampleStats } from './guard/measure/sample.ts';
export { isLarge, sampleStatement, type Extent } from './guard/measure/statements.ts';
export { openData, positionOf, toCallerError, type GuardedSource, type CheckedStatement } from './guard/open-data.ts';
export { prepare, type Prepared } from './guard/prepare.ts';
export { readAhead, type ReadAhead } from './guard/read-ahead.ts';
export { parser } from './guard/shared-parser.ts';

/** The only entry to the data of sources: checks of statements, grants, sensitivity classes and masks. */
export const gateModule = defineServerModule({
  name: 'gate',
  needs: ['system', 'notices', 'sources'],
  platformSets,
  routes: [authorizes, accessRequests, classes, maskRules, maskCoverages, maskKeys],
  jobs: { [CLASSIFY_JOB]: recogniseJob },
  tasks: { 'metadata.grantExpiry': grantExpiry, 'metadata.classify': classifyTask },
  schedules: [{ code: 'metadata.grantExpiry', name: '数据授权到期提醒', task: 'metadata.grantExpiry', cron: '0 20 8 * * ?' }],
  configs: [minMeasureRowsConfig],
  businessTypes: [grantType],
  todos: [accessRequestsToDecide, hitsToJudge],
  start: () => Promise.resolve(() => parser.close()),
});
