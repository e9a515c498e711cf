export { canonical, isEqual, ordered, reservedName } from './canonical.ts';
export {
  columnProposals,
  columnsHere,
  modelHere,
  placeHere,
  tableProposals,
  tablesOf,
  type Catalogue,
  type Place,
  type ReadTable,
} from './tables.ts';
