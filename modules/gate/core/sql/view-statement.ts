import type { DialectName } from '#modules/sources/contract/db-types.ts';

export const BACKTICK: ReadonlySet<DialectName> = new Set(['mysql', 'doris', 'starrocks', 'clickhouse']);

export const quote = (dialect: DialectName, name: string): string =>
  BACKTICK.has(dialect)
    ? `\`${name.replaceAll('`', '``')}\``
    : dialect === 'tsql'
      ? `[${name.replaceAll(']', ']]')}]`
      : `"${name.replaceAll('"', '""')}"`;

/** Comments before it can be read in one way only: a text of nothing but comments is no riddle. */
const IS_WHOLE = /^(?:\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|--[^\n]*\n|\s)*(?:create|alter|replace)\b/i;

/**
 * The text of a view as a statement with a target: some sources keep only its query, some the whole CREATE. Columns are named by the
 * catalogue, so that views without aliases are right too.
 */
export function viewStatement(
  dialect: DialectName,
  view: { schema: string; name: string; columns: readonly string[]; sql: string },
): string {
  const body = view.sql.trim().replace(/;\s*$/, '');
  if (IS_WHOLE.test(body)) return body;
  const columns = view.columns.length > 0 ? ` (${view.columns.map((name) => quote(dialect, name)).join(', ')})` : '';
  return `create view ${quote(dialect, view.schema)}.${quote(dialect, view.name)}${columns} as\n${body}`;
}
