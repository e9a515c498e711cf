import type { SetModel } from '../../contract/data-set-model.ts';

/** Grammars that quote names with backticks. */
const BACKTICKS = new Set(['mysql', 'doris', 'starrocks', 'clickhouse']);

/** A name quoted for a grammar of the data gate. */
export function quoteName(name: string, dialect: string): string {
  if (BACKTICKS.has(dialect)) return `\`${name.replaceAll('`', '``')}\``;
  if (dialect === 'tsql') return `[${name.replaceAll(']', ']]')}]`;
  return `"${name.replaceAll('"', '""')}"`;
}

const JOINS = { inner: 'inner join', left: 'left join', full: 'full join' } as const;

/** Names of the columns that the query of a model gives, as fields call them. */
export const columnIds = (model: Pick<SetModel, 'fields'>): string[] =>
  model.fields.filter((field) => !field.expr).map((field) => field.id);

/**
 * The query behind a data set: its columns under the names of its fields, without calculated fields, grouping or limit. Null for files and
 * for queries of the platform, which stand for no text. An SQL text is given back as it is, with its `:name`.
 */
export function baseQuery(model: Pick<SetModel, 'origin' | 'fields'>, dialect: string): string | null {
  const { origin } = model;
  const quote = (name: string) => quoteName(name, dialect);
  const tableOf = ({ schema, table }: { schema: string; table: string }) => (schema ? `${quote(schema)}.${quote(table)}` : quote(table));
  switch (origin.kind) {
    case 'sql':
      return origin.sql.trim().replace(/[;\s]+$/, '');
    case 'table': {
      const ids = columnIds(model);
      return `select ${ids.length > 0 ? ids.map(quote).join(', ') : '*'} from ${tableOf(origin.table)}`;
    }
    case 'join': {
      const { tables, joins, columns } = origin.model;
      const root = tables[0]!;
      const placed = new Set([root.alias]);
      const lines = [`from ${tableOf(root)} ${quote(root.alias)}`];
      const waiting = [...joins];
      while (waiting.length > 0) {
        const at = waiting.findIndex((join) => placed.has(join.left) !== placed.has(join.right));
        if (at < 0) break;
        const join = waiting.splice(at, 1)[0]!;
        const isForward = placed.has(join.left);
        const added = tables.find((table) => table.alias === (isForward ? join.right : join.left));
        if (!added) continue;
        placed.add(added.alias);
        const parts = [join, ...waiting.filter((other) => placed.has(other.left) && placed.has(other.right))];
        for (const part of parts.slice(1)) waiting.splice(waiting.indexOf(part), 1);
        const on = parts.flatMap((part) =>
          part.on.map((pair) => `${quote(part.left)}.${quote(pair.left)} = ${quote(part.right)}.${quote(pair.right)}`),
        );
        lines.push(`${JOINS[join.kind]} ${tableOf(added)} ${quote(added.alias)} on ${on.join(' and ')}`);
      }
      const wanted = new Set(columnIds(model));
      const shown = columns.filter(({ id }) => wanted.size === 0 || wanted.has(id));
      return `select ${shown.map(({ id, alias, column }) => `${quote(alias)}.${quote(column)} as ${quote(id)}`).join(', ')}\n${lines.join('\n')}`;
    }
    default:
      return null;
  }
}

/** What is wrong with the joins of a model, as sentences; none when every table hangs on the first one. */
export function joinProblems(model: Extract<SetModel['origin'], { kind: 'join' }>['model']): string[] {
  const problems: string[] = [];
  const aliases = model.tables.map((table) => table.alias);
  if (new Set(aliases).size !== aliases.length) problems.push('表的别名重复');
  for (const join of model.joins)
    for (const alias of [join.left, join.right]) if (!aliases.includes(alias)) problems.push(`关联引用了不存在的表“${alias}”`);
  const reached = new Set(aliases.slice(0, 1));
  for (let grown = true; grown;) {
    grown = false;
    for (const { left, right } of model.joins)
      if (reached.has(left) !== reached.has(right)) {
        reached.add(left).add(right);
        grown = true;
      }
  }
  for (const table of model.tables) if (!reached.has(table.alias)) problems.push(`表“${table.table}”没有与其他表关联`);
  const ids = model.columns.map((column) => column.id);
  if (new Set(ids).size !== ids.length) problems.push('字段名重复');
  for (const column of model.columns) if (!aliases.includes(column.alias)) problems.push(`字段“${column.id}”引用了不存在的表`);
  return [...new Set(problems)];
}
