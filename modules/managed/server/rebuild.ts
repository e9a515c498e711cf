import { Kysely, PostgresAdapter, DummyDriver, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type pg from 'pg';
import type { ColumnType, Step, StoredColumn } from '../core/index.ts';
import { statements } from './ddl.ts';
import { SCHEMA } from './names.ts';

/** Only makes texts; it has no connection. */
const builder = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

interface Row {
  readonly table_id: string;
  readonly table_name: string;
  readonly table_label: string;
  readonly id: string;
  readonly field_id: string;
  readonly column_name: string;
  readonly label: string;
  readonly type: ColumnType;
  readonly position: number;
  readonly is_key: string;
  readonly is_not_null: string;
  readonly is_indexed: string;
  readonly is_unique: string;
  readonly is_hidden: string;
}

const columnOf = (row: Row): StoredColumn => ({
  id: row.id,
  fieldId: row.field_id,
  name: row.column_name,
  label: row.label,
  type: row.type,
  position: row.position,
  isKey: row.is_key === '1',
  isNotNull: row.is_not_null === '1',
  isIndexed: row.is_indexed === '1',
  isUnique: row.is_unique === '1',
  isHidden: row.is_hidden === '1',
});

/**
 * Makes all managed tables anew, empty, as `managed_table` and `managed_column` describe them, for a restore that fills them afterwards.
 * Answers their names and columns.
 */
export async function rebuildTables(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<Row>(`select t.id as table_id, t.table_name, t.label as table_label, c.* from managed_table t
    join managed_column c on c.table_id = t.id order by t.id, c.position`);
  if (rows.length === 0) return [];
  await client.query(`create schema if not exists ${client.escapeIdentifier(SCHEMA)}`);
  const made: { name: string; columns: string[] }[] = [];
  const byTable = new Map<string, Row[]>();
  for (const row of rows) byTable.set(row.table_id, [...(byTable.get(row.table_id) ?? []), row]);
  for (const ofTable of byTable.values()) {
    const { table_name: name, table_label: label } = ofTable[0]!;
    const columns = ofTable.map(columnOf);
    const indexes = columns.flatMap((column): Step[] =>
      column.isUnique || (column.isIndexed && !column.isKey)
        ? [{ do: 'index', column: column.name, id: column.id, isUnique: column.isUnique }]
        : [],
    );
    for (const text of statements(builder, name, label, [{ do: 'create', columns }, ...indexes])) await client.query(text.compile().sql);
    made.push({ name, columns: columns.map((column) => column.name) });
  }
  return made;
}
