export type Cell = string | number | null;
export type Row = Record<string, Cell>;
export type Schema = 'ods' | 'dwd' | 'dws' | 'ads';

export interface Column {
  name: string;
  type: string;
  required: boolean;
  comment: string;
}
interface Extras {
  key?: readonly string[];
  /** column → `schema.table(column)` */
  links?: Readonly<Record<string, string>>;
  indexes?: readonly (readonly string[])[];
  checks?: readonly string[];
}
export interface Table extends Extras {
  schema: Schema;
  name: string;
  comment: string;
  columns: readonly Column[];
}
/** A table and the statement that fills it; the statement is also kept in `dwd.etl_task` for people to read. */
export interface Step {
  table: Table;
  sql: string;
}
export interface View {
  name: string;
  comment: string;
  /** column → comment, in the order of the select list */
  columns: Readonly<Record<string, string>>;
  sql: string;
}

/** `name type comment` per line; `!` after the type means required. */
function parseColumns(text: string): Column[] {
  return text
    .trim()
    .split('\n')
    .map((line): Column => {
      const match = /^\s*(\S+)\s+(\S+)\s+(.+)$/.exec(line);
      if (!match) throw new Error(`column without comment: ${line}`);
      const [, name, type, comment] = match as unknown as [string, string, string, string];
      return { name, type: type.replace('!', ''), required: type.endsWith('!'), comment };
    });
}

/** A table of the warehouse, every column with its Chinese comment. */
export const table = (schema: Schema, name: string, comment: string, columns: string, extras: Extras = {}): Table => ({
  schema,
  name,
  comment,
  columns: parseColumns(columns),
  ...extras,
});

/** A screen-ready view; columns as `name comment` per line. */
export const view = (name: string, comment: string, columns: string, sql: string): View => ({
  name,
  comment,
  sql: sql.trim(),
  columns: Object.fromEntries(
    columns
      .trim()
      .split('\n')
      .map((line) => /^\s*(\S+)\s+(.+)$/.exec(line)?.slice(1) as [string, string]),
  ),
});

export const fullName = (one: Pick<Table, 'schema' | 'name'>): string => `${one.schema}.${one.name}`;
const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** What is made before the rows come. */
export function createSql(one: Table): string {
  const name = fullName(one);
  const columns = one.columns.map((column) => `  ${column.name} ${column.type}${column.required ? ' not null' : ''}`);
  return [
    `create table ${name} (\n${columns.join(',\n')}\n)`,
    `comment on table ${name} is ${text(one.comment)}`,
    ...one.columns.map((column) => `comment on column ${name}.${column.name} is ${text(column.comment)}`),
  ].join(';\n');
}

/** Keys, references and indexes, made after the rows: several times faster than before. */
export function constraintSql(one: Table): string[] {
  const name = fullName(one);
  return [
    ...(one.key ? [`alter table ${name} add constraint ${one.name}__pk primary key (${one.key.join(', ')})`] : []),
    ...(one.checks ?? []).map((check, index) => `alter table ${name} add constraint ${one.name}__check_${index + 1} check (${check})`),
    ...(one.indexes ?? []).map((columns) => `create index ${one.name}__${columns.join('_')} on ${name} (${columns.join(', ')})`),
  ];
}
/** References come last, when every key exists. */
export const linkSql = (one: Table): string[] =>
  Object.entries(one.links ?? {}).map(
    ([column, target]) => `alter table ${fullName(one)} add constraint ${one.name}__${column} foreign key (${column}) references ${target}`,
  );

export function viewSql(one: View): string {
  return [
    `create view ads.${one.name} (${Object.keys(one.columns).join(', ')}) as\n${one.sql}`,
    `comment on view ads.${one.name} is ${text(one.comment)}`,
    ...Object.entries(one.columns).map(([column, comment]) => `comment on column ads.${one.name}.${column} is ${text(comment)}`),
  ].join(';\n');
}
