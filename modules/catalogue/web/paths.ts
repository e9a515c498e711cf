/** Own pages of catalogue objects, for links from anywhere. */
const BASE = '/metadata/datacolumn';

/** The page of a table, opened at a tab. */
export const tablePath = (id: string, tab?: string): string =>
  `${BASE}?table=${encodeURIComponent(id)}${tab === undefined ? '' : `&tab=${encodeURIComponent(tab)}`}`;

/** The page of a table with the drawer of one of its columns. */
export const columnPath = (tableId: string, columnId: string): string => `${tablePath(tableId)}&column=${encodeURIComponent(columnId)}`;

/** The list of tables of a source or of one of its schemas. */
export const placePath = (sourceId: string, schemaName?: string): string =>
  `${BASE}?source=${encodeURIComponent(sourceId)}${schemaName === undefined ? '' : `&schema=${encodeURIComponent(schemaName)}`}`;
