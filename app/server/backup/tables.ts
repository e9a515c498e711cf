import pg from 'pg';
import { SCHEMA } from '#modules/managed/server/index.ts';
import { TRANSIENT } from './manifest.ts';

export interface TableShape {
  /** with its schema before a point, when it is not one of the platform's own tables */
  readonly name: string;
  readonly columns: readonly string[];
}

/** The tables of the platform with their stored columns, each after the tables it refers to; rows of partitions are their parent's. */
export async function platformTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows: columns } = await client.query<{ name: string; columns: string[] }>(
    `select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
     from information_schema.columns c
     join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
     where c.table_schema = current_schema() and c.is_generated = 'NEVER' and not exists (
       select 1 from pg_class p join pg_namespace n on n.oid = p.relnamespace
       where p.relispartition and p.relname = c.table_name and n.nspname = c.table_schema)
     group by c.table_name order by c.table_name`,
  );
  const { rows: links } = await client.query<{ child: string; parent: string }>(
    `select child.relname as child, parent.relname as parent from pg_constraint k
     join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
     where k.contype = 'f' and child.oid <> parent.oid`,
  );
  const waiting = new Map(columns.filter((table) => !TRANSIENT.has(table.name)).map((table) => [table.name, table]));
  const ordered: TableShape[] = [];
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter((table) => !links.some((link) => link.child === table.name && waiting.has(link.parent)));
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`);
    for (const table of free) {
      ordered.push(table);
      waiting.delete(table.name);
    }
  }
  return ordered;
}

/** The tables that the platform made at run time, with every column, also those that are hidden. */
export async function managedTables(client: pg.ClientBase): Promise<TableShape[]> {
  // a database that an earlier release left has none
  const { rows: known } = await client.query<{ there: string | null }>("select to_regclass('managed_table')::text as there");
  if (!known[0]?.there) return [];
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select t.table_name as name, array_agg(c.column_name order by c.position) as columns
     from managed_table t join managed_column c on c.table_id = t.id group by t.id, t.table_name order by t.id`,
  );
  return rows.map(({ name, columns }) => ({ name: `${SCHEMA}.${name}`, columns }));
}

const relation = ({ name }: TableShape): string => name.split('.').map(pg.escapeIdentifier).join('.');
const columnList = ({ columns }: TableShape): string => columns.map((column) => pg.escapeIdentifier(column)).join(', ');
/** `"sys_user" ("id", "name")` for COPY FROM; names come from the catalogue or are compared with it. */
export const copyTarget = (table: TableShape): string => `${relation(table)} (${columnList(table)})`;
/** `(select "id", "name" from "sys_user")` for COPY TO, which refuses the name of a table with partitions. */
export const copySource = (table: TableShape): string => `(select ${columnList(table)} from ${relation(table)})`;
