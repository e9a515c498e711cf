import type { CreateText } from './types.ts';

const backticks = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const ended = (text: unknown): string | null =>
  typeof text === 'string' && text.trim() !== '' ? `${text.trim().replace(/;$/, '')};\n` : null;

/** MySQL family: the server's own text; the next number of a counter is none of the structure. */
export const mysqlCreate: CreateText = ({ schema, name }) => ({
  text: `show create table ${backticks(schema)}.${backticks(name)}`,
  params: [],
  written: ([row]) => ended(row?.[1])?.replace(/(\n\) [^\n]*?) AUTO_INCREMENT=\d+/, '$1') ?? null,
});

/** SQLite keeps what was typed, indexes and triggers besides. */
export const sqliteCreate: CreateText = ({ name }) => ({
  text: `select sql from sqlite_master where tbl_name = ${literal(name).replaceAll('\\\\', '\\')} and type in ('table', 'index') and sql is not null
    order by type = 'index', name`,
  params: [],
  written: (rows) => rows.map(([text]) => ended(text) ?? '').join('') || null,
});

/** ClickHouse keeps the whole statement. Tested against no live server. */
export const clickhouseCreate: CreateText = ({ schema, name }) => ({
  text: `select create_table_query from system.tables where database = ${literal(schema)} and name = ${literal(name)}`,
  params: [],
  written: ([row]) => ended(row?.[0]),
});

/** Oracle writes the statement itself. Tested against no live server. */
export const oracleCreate: CreateText = ({ schema, name, kind }) => ({
  text: `select dbms_metadata.get_ddl(:1, :2, :3) from dual`,
  params: [kind === 'materialized' ? 'MATERIALIZED_VIEW' : 'TABLE', name, schema],
  written: ([row]) => ended(row?.[0]),
});
