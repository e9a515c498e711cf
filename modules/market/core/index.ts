export { pagingOf, type Paging } from './paging.ts';
export { plainScript, ScriptProblem, scriptParams, scriptStatements } from './script.ts';
export { outputsOf, tableStatements, type KnownTable, type TableApi } from './table-statement.ts';
export { MAX_LIST, ParamProblem, valueOf, type Given } from './values.ts';
