export { type Change, type ChartNames } from './change.ts';
export { type NewIds } from './new-ids.ts';
export { asPicture } from './picture-address.ts';
export { idsOf, type FieldUse, type Ref, type Refs, type Renames, type SetOf } from './refs.ts';
