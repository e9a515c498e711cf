import type { RegisteredTable } from '#modules/catalogue/server/index.ts';
import type { ColumnType, StoredColumn } from '../core/index.ts';
import { indexName } from './ddl.ts';
import { SCHEMA } from './names.ts';
import type { OwnedTable } from './stored.ts';

const TYPE_NAMES = { long: 'text', flag: 'boolean', date: 'date', time: 'time', moment: 'timestamptz', json: 'jsonb' } as const;

/** The type as the catalogue of a PostgreSQL source says it. */
function typeParts(type: ColumnType) {
  const none = { length: null, precision: null, scale: null };
  if (type.kind === 'text') return { ...none, type: 'varchar', length: String(type.length) };
  if (type.kind === 'number') return { ...none, type: 'numeric', precision: String(type.digits), scale: String(type.scale) };
  return { ...none, type: TYPE_NAMES[type.kind] };
}

const columnOf = (column: StoredColumn) => ({
  name: column.name,
  comment: column.label,
  isKey: column.isKey,
  isNullable: !column.isNotNull && !column.isKey,
  position: column.position,
  ...typeParts(column.type),
  defaultText: null,
});

/** What the catalogue knows a managed table by, whatever it is called. */
export const identityOf = ({ id }: { readonly id: string }): string => `managed.${id}`;

/** A managed table as a harvest would have found it, without what is hidden. */
export function harvested(table: OwnedTable): RegisteredTable {
  const living = table.columns.filter((column) => !column.isHidden);
  const keys = living.filter((column) => column.isKey).map((column) => column.name);
  return {
    schema: SCHEMA,
    name: table.name,
    kind: 'table',
    comment: table.label,
    rowEstimate: null,
    sizeBytes: null,
    isReadable: true,
    keys: keys.length > 0 ? [{ name: `${table.name}_pkey`, kind: 'primary', columns: keys, refTable: null, refColumns: [] }] : [],
    columns: living.map(columnOf),
    indexes: living
      .filter((column) => (column.isIndexed && !column.isKey) || column.isUnique)
      .map((column) => ({ name: indexName(column), isUnique: column.isUnique, columns: [column.name], method: 'btree' })),
    viewSql: null,
    identity: identityOf(table),
    partitionCount: 0,
    hiddenColumns: table.columns.filter((column) => column.isHidden).map(({ position, name }) => ({ position, name })),
  };
}
