export { CALL_PREFIX } from './address.ts';
export { assertAskable } from './askable.ts';
export { isKeysetType } from './keyset.ts';
export { outputNames, outputsOf } from './outputs.ts';
export { PAGING_PARAMS, pagingOf, pagingParams, sortOf, type Paging } from './paging.ts';
export { plainScript, ScriptProblem, scriptParams, scriptStatements } from './script.ts';
export { asBound, ordersOf, tableStatements, type Asked, type KnownColumn, type KnownTable, type TableApi } from './table-statement.ts';
export { MAX_LIST, ParamProblem, valueOf, type Given, type Value } from './values.ts';
export { elementsIn, escapeXml, parseXml, textIn, type XmlElement } from './services/xml.ts';
