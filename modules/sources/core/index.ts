export { PLAIN_KEYS, TYPES_BEFORE_PARENTHESIS, WORDS_BEFORE_PARENTHESIS, words } from './allowed.ts';
export { bodyOf, expression, isNode, listOf, offsetOf, placeOf, spanOf, type Node, walk } from './ast.ts';
export { catalogOf, type Catalog, type CatalogTable } from './catalog.ts';
export { dialectOf, type Dialect, type Quote, type TextRules } from './dialects.ts';
export { beginAfter, growsFrom, type GrowingType } from './growing.ts';
export { foldedName, nameOf } from './names.ts';
