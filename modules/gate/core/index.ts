export { isSensitive } from './inherit.ts';
export { paramNames, type ParamValue } from './params.ts';
export { uniqueNames } from './result.ts';
export { viewStatement } from './sql/view-statement.ts';
