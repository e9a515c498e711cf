import { sql } from 'kysely';
import type * as z from 'zod';
import { containsText } from '#kit/server/crud.ts';
import type { ColumnSearch, TableSearch } from '../../contract/table.ts';
import type { visibleColumns, visibleTables } from './rows.ts';

type Tables = ReturnType<typeof visibleTables>;
type Columns = ReturnType<typeof visibleColumns>;

const tagged = (type: 'table' | 'column', id: string, tagId: string) =>
  sql<boolean>`exists (select 1 from metadata_tag_link where object_type = ${type} and object_id = ${sql.ref(id)} and tag_id = ${tagId})`;
const present = (column: string, wanted: '0' | '1') =>
  wanted === '1' ? sql<boolean>`${sql.ref(column)} is not null` : sql<boolean>`${sql.ref(column)} is null`;

/** By any text that says what it is, as the overview counts and the search filters. */
const described = (table: string, comment: string, wanted: '0' | '1') => {
  const text = sql`coalesce(${sql.ref(`${table}.cn_name`)}, ${sql.ref(`${table}.description`)}, ${sql.ref(`${table}.${comment}`)})`;
  return wanted === '1' ? sql<boolean>`${text} is not null` : sql<boolean>`${text} is null`;
};

/** Narrows tables as the list of the page, the export and the bulk edit do. */
export function tablesLike(all: Tables, query: z.output<typeof TableSearch>): Tables {
  let rows = all;
  for (const field of ['sourceId', 'schemaName', 'tableKind', 'domainId', 'ownerId', 'tier', 'level'] as const) {
    const value = query[field];
    if (value) rows = rows.where(`metadataTable.${field}` as 'metadataTable.tier', '=', value);
  }
  const { tableName, tagId, hasOwner, hasDescription, hasDomain, hasReads } = query;
  if (tagId) rows = rows.where(tagged('table', 'metadata_table.id', tagId));
  if (hasOwner) rows = rows.where(present('metadata_table.owner_id', hasOwner));
  if (hasDescription) rows = rows.where(described('metadata_table', 'table_comment', hasDescription));
  if (hasDomain) rows = rows.where(present('metadata_table.domain_id', hasDomain));
  if (hasReads) rows = rows.where('metadataTable.heat', hasReads === '1' ? '>' : '=', 0);
  if (tableName)
    rows = rows.where((e) =>
      e.or([
        containsText('metadataTable.tableName', tableName),
        containsText('metadataTable.tableComment', tableName),
        containsText('metadataTable.cnName', tableName),
      ]),
    );
  return rows;
}

/** Narrows columns as the list of the page, the export and the bulk edit do. */
export function columnsLike(all: Columns, query: z.output<typeof ColumnSearch>): Columns {
  let rows = all;
  for (const field of ['sourceId', 'tableId', 'columnKey', 'level', 'classId'] as const) {
    const value = query[field];
    if (value) rows = rows.where(`metadataColumn.${field}` as 'metadataColumn.tableId', '=', value);
  }
  const { schemaName, dataType, tagId, hasDescription, hasLevel, columnName } = query;
  if (schemaName)
    rows = rows.where('metadataColumn.tableId', 'in', (e) =>
      e.selectFrom('metadataTable').select('metadataTable.id').where('metadataTable.schemaName', '=', schemaName),
    );
  if (dataType) rows = rows.where(containsText('metadataColumn.dataType', dataType));
  if (tagId) rows = rows.where(tagged('column', 'metadata_column.id', tagId));
  if (hasDescription) rows = rows.where(described('metadata_column', 'column_comment', hasDescription));
  if (hasLevel) rows = rows.where(present('metadata_column.level', hasLevel));
  if (columnName)
    rows = rows.where((e) =>
      e.or([
        containsText('metadataColumn.columnName', columnName),
        containsText('metadataColumn.columnComment', columnName),
        containsText('metadataColumn.cnName', columnName),
      ]),
    );
  return rows;
}
