export { conditionFields } from './query/condition-fields.ts';
export { QueryProblem, compileCount, compileQuery, localMoment } from './query/index.ts';
export { diffSets } from './sets/diff-sets.ts';
export { renameInModel } from './sets/rename-model.ts';
export { RATIO_FORMAT, isRatioName } from './sets/ratio.ts';
export { isSequence } from './sets/sequence.ts';
export { sqlDialect, written, type SqlDialect, type SqlDialectName, type Written } from './query/dialects.ts';
export { bind, joined, raw, sql, type Sql } from './query/sql.ts';
export { placesOf } from './sets/bind-names.ts';
