import type { CatalogTable, Dialect } from '#modules/sources/core/index.ts';
import type { Checked } from './check.ts';
import type { Statement, Token } from './lex.ts';
import { Refusal } from './refusal.ts';
import type { TableRef } from './findings.ts';

/** A query that is read instead of a table; it gives columns of that table under their own names. */
export interface Replacement {
  readonly ref: TableRef;
  /** a whole SELECT, without parentheses */
  readonly sql: string;
}

const textOf = ({ ref, sql }: Replacement, dialect: Dialect): string =>
  `(${sql})${ref.hasAlias ? '' : ` ${dialect.aliasWord}${dialect.quote(ref.alias)}`}`;

const inOrder = (replacements: readonly Replacement[]) => [...replacements].sort((a, b) => a.ref.start - b.ref.start);

/**
 * Puts queries in place of tables: `from customer c` becomes `from (select … from customer where …) c`. Refs come from the check
 * of the same statement; the query names its table with the schema, which no WITH can shadow. The result has to pass `checkStatement` and `assertSameTables` before it runs. Throws Refusal where the
 * statement cannot be read with a query in that place.
 */
export function rewrite(statement: Statement, replacements: readonly Replacement[], dialect: Dialect): string {
  let text = '';
  let from = 0;
  for (const replacement of inOrder(replacements)) {
    const { ref } = replacement;
    if (ref.isTarget) throw new Refusal(`表“${ref.table.name}”受行级或字段权限限制，不能修改`, ref.start);
    if (!ref.isPlain) throw new Refusal(`表“${ref.table.name}”受行级或字段权限限制，请去掉表名后的字段列表、抽样或索引提示`, ref.start);
    if (ref.start < from) throw new RangeError('replacements overlap');
    text += statement.text.slice(from, ref.start) + textOf(replacement, dialect);
    from = ref.end;
  }
  assertUnqualified(statement.tokens, replacements, dialect);
  return text + statement.text.slice(from);
}

/** `schema.table.column` does not know the query that stands in place of the table. */
function assertUnqualified(tokens: readonly Token[], replacements: readonly Replacement[], { names }: Dialect): void {
  const replaced = new Set(replacements.map(({ ref }) => names.stored(ref.table.name)));
  const folded = (token: Token) => names.fold({ text: token.text, quoted: token.kind === 'quoted' });
  const isName = (token: Token | undefined): token is Token => token?.kind === 'word' || token?.kind === 'quoted';
  tokens.forEach((token, i) => {
    const [dot, table, then] = [tokens[i + 1], tokens[i + 2], tokens[i + 3]];
    if (!isName(token) || dot?.text !== '.' || !isName(table) || then?.text !== '.' || !replaced.has(folded(table))) return;
    throw new Refusal(`表“${table.text}”受行级或字段权限限制，请写 ${table.text}.字段，不要带模式名`, token.start);
  });
}

/** A position in the rewritten text as a position in what the person wrote; inside a replacement it is the table's. */
export function originalOffset(replacements: readonly Replacement[], offset: number, dialect: Dialect): number {
  let shift = 0;
  for (const replacement of inOrder(replacements)) {
    const { start, end } = replacement.ref;
    const length = textOf(replacement, dialect).length;
    if (offset < start + shift) break;
    if (offset < start + shift + length) return start;
    shift += length - (end - start);
  }
  return offset - shift;
}

const isSameTable = (a: CatalogTable, b: CatalogTable): boolean => a.id === b.id && a.schema === b.schema && a.name === b.name;

/** Defence in depth: after rewriting, the statement reads the same tables in the same order, each replaced one inside its replacement. */
export function assertSameTables(before: Checked, after: Checked, replacements: readonly Replacement[], dialect: Dialect): void {
  const isSame = before.refs.length === after.refs.length && before.refs.every((ref, i) => isSameTable(ref.table, after.refs[i]!.table));
  const isInside = after.refs.every((ref, i) => originalOffset(replacements, ref.start, dialect) === before.refs[i]?.start);
  if (!isSame || !isInside || before.kind !== after.kind || before.verb !== after.verb)
    throw new Refusal('语句无法与行级或字段权限结合，请简化写法');
}
