import { defineServerModule } from '#kit/server/module.ts';
import { prepareManaged } from './source.ts';

export { applyTables, assertTablesFit, dropTables, hideTables, showTables, type Applied, type DesiredTables } from './apply.ts';
export { MANAGED_READER, SCHEMA } from './names.ts';
export { managedReaderPassword } from './reader.ts';
export { rebuildTables } from './rebuild.ts';
export { deleteRows, fieldRef, insertRows, repeatedField, selectFrom, updateRow, type Values } from './rows.ts';
export { cataloguedTables, managedSourceId, prepareManaged } from './source.ts';
export { tablesOf, type OwnedTable, type Owner } from './stored.ts';
export { keyOfRow, putWholeRows, setWholeRow, wholeRows, type WholeRow } from './whole-rows.ts';

/** Managed tables: real tables that other modules make at run time, in a schema of their own, with their rows in the catalogue. */
export const managedModule = defineServerModule({
  name: 'managed',
  needs: ['system', 'sources', 'gate', 'lineage', 'catalogue'],
  migrations: { name: 'managed', folder: new URL('./migrations/', import.meta.url) },
  routes: [],
  seed: (app) => prepareManaged(app),
});
