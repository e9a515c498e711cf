import { sql, type Compilable, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import type { ColumnType, Step, StoredColumn } from '../core/index.ts';
import { SCHEMA } from './names.ts';

/** The type of a column in the database. */
function dataType(type: ColumnType): RawBuilder<unknown> {
  switch (type.kind) {
    case 'text':
      return sql`varchar(${sql.lit(type.length)})`;
    case 'long':
      return sql`text`;
    case 'number':
      return sql`numeric(${sql.lit(type.digits)}, ${sql.lit(type.scale)})`;
    case 'flag':
      return sql`boolean`;
    case 'date':
      return sql`date`;
    case 'time':
      return sql`time`;
    case 'moment':
      return sql`timestamptz`;
    case 'json':
      return sql`jsonb`;
  }
}

const relation = (table: string) => sql`${sql.id(SCHEMA, table)}`;
/** The name of the index of a column; a unique one is told apart. */
export const indexName = ({ id, isUnique }: { readonly id: string; readonly isUnique: boolean }) => `${isUnique ? 'u' : 'i'}_${id}`;

function columnText(column: StoredColumn): RawBuilder<unknown> {
  const notNull = column.isNotNull || column.isKey ? sql` not null` : sql``;
  return sql`${sql.id(column.name)} ${dataType(column.type)}${notNull}`;
}

/** The statements that make a table with its columns, keys and comments; its indexes are steps of their own. */
function creation(table: string, label: string, columns: readonly StoredColumn[]): RawBuilder<unknown>[] {
  const keys = columns.filter((column) => column.isKey).map((column) => sql.id(column.name));
  const primary = keys.length > 0 ? sql`, primary key (${sql.join(keys)})` : sql``;
  return [
    sql`create table ${relation(table)} (${sql.join(columns.map(columnText))}${primary})`,
    sql`comment on table ${relation(table)} is ${sql.lit(label)}`,
    ...columns.map((column) => comment(table, column.name, column.label)),
  ];
}

const comment = (table: string, column: string, label: string) =>
  sql`comment on column ${sql.id(SCHEMA, table, column)} is ${sql.lit(label)}`;

function statementsOf(table: string, label: string, step: Step): RawBuilder<unknown>[] {
  const at = relation(table);
  switch (step.do) {
    case 'create':
      return creation(table, label, step.columns);
    case 'add':
      return [sql`alter table ${at} add column ${columnText(step.column)}`, comment(table, step.column.name, step.column.label)];
    case 'rename':
      return [sql`alter table ${at} rename column ${sql.id(step.from)} to ${sql.id(step.to)}`];
    case 'retype':
      return [sql`alter table ${at} alter column ${sql.id(step.column)} type ${dataType(step.type)}`];
    case 'nullable':
      return [sql`alter table ${at} alter column ${sql.id(step.column)} drop not null`];
    case 'label':
      return [comment(table, step.column, step.label)];
    case 'tableLabel':
      return [sql`comment on table ${at} is ${sql.lit(step.label)}`];
    case 'index':
      return step.isUnique
        ? [sql`create unique index ${sql.id(indexName(step))} on ${at} (${sql.id(step.column)})`]
        : [sql`create index ${sql.id(indexName(step))} on ${at} (${sql.id(step.column)})`];
    case 'dropIndex':
      return [sql`drop index if exists ${sql.id(SCHEMA, indexName(step))}`];
  }
}

/** The statements of a plan, in their order. */
export const statements = (builder: QueryExecutorProvider, table: string, label: string, steps: readonly Step[]): Compilable[] =>
  steps.flatMap((step) => statementsOf(table, label, step)).map((text) => ({ compile: () => text.compile(builder) }));

/** Which column a unique index that rejected a value belongs to: the id in its name; null for any other constraint. */
export const columnIdOfIndex = (constraint: string): string | null => /^u_(.+)$/.exec(constraint)?.[1] ?? null;
