export { conditionFields } from './query/condition-fields.ts';
export { QueryProblem, compileCount, compileQuery, localMoment } from './query/index.ts';
export { RATIO_FORMAT, isRatioName } from './sets/ratio.ts';
export { isSequence } from './sets/sequence.ts';
