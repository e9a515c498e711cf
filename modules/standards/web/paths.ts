const q = encodeURIComponent;

/** The page of an element, at one of its tabs. */
export const elementPath = (id: string, tab?: string): string => `/standard/element?element=${q(id)}${tab ? `&tab=${q(tab)}` : ''}`;
/** A column on the page of its table. */
export const columnPath = (tableId: string, columnId: string): string => `/metadata/datacolumn?table=${q(tableId)}&column=${q(columnId)}`;
/** The standards of a table on its page. */
export const tableStandardPath = (tableId: string): string => `/metadata/datacolumn?table=${q(tableId)}&tab=standard`;
/** The values of a column against their code set. */
export const mappingPath = (contrastId: string): string => `/standard/dictmapping?contrastId=${q(contrastId)}`;
/** The items of a code set. */
export const typePath = (typeId: string): string => `/standard/datadict?q=typeId:${q(typeId)}`;
