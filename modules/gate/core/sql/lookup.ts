import {
  bodyOf,
  expression,
  isNode,
  listOf,
  offsetOf,
  walk,
  type Node,
  type Catalog,
  type Dialect,
  foldedName,
  nameOf,
} from '#modules/sources/core/index.ts';
import { Refusal } from './refusal.ts';
import {
  CONSTANT,
  UNNAMED,
  merge,
  renamed,
  sourceOf,
  valueIn,
  valueOf,
  type Relation,
  type Scope,
  type Source,
  type Value,
} from './scope.ts';

/** The relation that a table reference means: a query of WITH, or a table of the catalogue. */
export function tableOf(body: Node, scope: Scope, catalog: Catalog): Relation {
  const { dialect } = scope;
  const name = foldedName(body.name, dialect);
  const schema = foldedName(body.schema, dialect);
  const offset = offsetOf(body);
  if (name === null) throw new Refusal('无法识别的表名', offset);
  if (body.catalog) throw new Refusal('不支持跨库查询，请去掉表名前的数据库名', offset);
  const alias = foldedName(body.alias, dialect);
  const aliases = listOf(body.column_aliases);
  if (schema === null)
    for (let s: Scope | null = scope; s; s = s.parent) {
      const columns = s.ctes.get(name);
      if (columns) return { alias: alias ?? name, table: null, columns: renamed(columns, aliases, dialect), open: null };
      if (s.pending.has(name)) throw new Refusal(`不支持在“${name}”定义完成之前引用它`, offset);
    }
  const shown = schema === null ? name : `${schema}.${name}`;
  if (dialect.systemSchemas.test(schema ?? '') || (schema === null && dialect.systemTables.test(name)))
    throw new Refusal(`不允许访问系统目录“${shown}”`, offset);
  const empty = schema === null ? dialect.emptyTables.get(name) : undefined;
  if (empty) {
    const columns = empty.map((column) => ({ name: column, ...CONSTANT }));
    return { alias: alias ?? name, table: null, columns: renamed(columns, aliases, dialect), open: null };
  }
  const table = catalog.find(nameOf(body.schema), nameOf(body.name)!);
  if (!table) throw new Refusal(`表“${shown}”不存在或尚未同步，请检查名称或先同步元数据`, offset);
  const columns = table.columns.map((column) => ({
    name: dialect.names.stored(column),
    from: new Set([sourceOf(table, column)]),
    identity: sourceOf(table, column),
  }));
  return { alias: alias ?? name, table, columns: renamed(columns, aliases, dialect), open: null };
}

/** The relation that a qualifier (`t` or `s.t`) means. */
export function relationOf(path: readonly string[], scope: Scope, at: unknown): Relation {
  for (let s: Scope | null = scope; s; s = s.parent) {
    const found = s.relations.find((relation) =>
      path.length === 1 ? relation.alias === path[0] : isQualified(relation, path[0]!, path[1]!, scope.dialect),
    );
    if (found) return found;
  }
  throw new Refusal(`未找到表或别名“${path.join('.')}”`, offsetOf(at));
}

/** True when `schema.table` in front of a column means this relation: it stands under its own name. */
const isQualified = ({ alias, table }: Relation, schema: string, name: string, { names }: Dialect): boolean =>
  table !== null && alias === name && names.stored(table.schema) === schema && names.stored(table.name) === name;

/** The base columns behind a column reference, written as its parts: `a`, `t.a`, `s.t.a`. `spend` counts the work. */
export function columnOf(path: readonly unknown[], scope: Scope, spend: (work: number) => void): Value {
  const names = path.map((part) => foldedName(part, scope.dialect) ?? '');
  const last = path.at(-1);
  const only = names[0]!;
  if (names.length === 1) {
    if (nameOf(path[0])?.quoted === false && scope.dialect.niladic.has(only.toLowerCase())) return CONSTANT;
    return bare(only, scope, last, spend);
  }
  for (let s: Scope | null = scope; s; s = s.parent)
    for (const relation of s.relations) {
      const qualified = relation.alias === only ? 1 : names.length > 2 && isQualified(relation, only, names[1]!, scope.dialect) ? 2 : 0;
      if (qualified === 0) continue;
      const found = member(relation, names[qualified]!, scope.dialect);
      if (found && names.length > qualified + 1) throw new Refusal('不支持 字段.名称 写法', offsetOf(last) ?? offsetOf(path[0]));
      if (found) return { ...found, relation };
      if (s.relations.filter((other) => other.alias === relation.alias).length > 1) continue;
      throw new Refusal(`表“${names.slice(0, qualified).join('.')}”没有字段“${names[qualified]}”`, offsetOf(last) ?? offsetOf(path[0]));
    }
  // (composite column).field written without parentheses does not exist in PostgreSQL; anything else is unknown
  throw new Refusal(`未找到表或别名“${names.slice(0, -1).join('.')}”`, offsetOf(path[0]));
}

/**
 * The base columns behind a name without a qualifier. Only a column that is certainly there ends the search: PostgreSQL prefers a
 * column further out to a whole row, and functions, views and conditions may have fewer columns than we think.
 */
function bare(name: string, scope: Scope, at: unknown, spend: (work: number) => void): Value {
  const { dialect } = scope;
  const possible: Value[] = [];
  let guesses = 0;
  let isSure = true;
  for (let s: Scope | null = scope; s; s = s.parent) {
    spend(s.relations.length);
    if (s.isWide) isSure = false;
    const named = s.relations.filter((relation) => relation.columns.some((column) => column.name === name));
    const isAliasFirst = dialect.aliases === 'beforeColumns';
    if (s.announced.has(name) && (isAliasFirst || named.length === 0))
      throw new Refusal(`“${name}”是查询结果的别名，不能在这里使用，请换一个别名或写出原字段`, offsetOf(at));
    if (isAliasFirst && s.aliases.has(name)) isSure = false;
    possible.push(...named.map((relation) => ({ ...valueIn(relation.columns, name)!, relation })));
    if (isSure && named.some((relation) => relation.open === null || relation.columns.length > 1)) break;
    const alias = s.aliases.get(name);
    if (alias) possible.push(alias);
    for (const relation of s.relations) {
      if (relation.alias === name) possible.push(wholeRow(relation));
      if (relation.open && dialect.functionColumns.has(name)) possible.push(computed(relation.open));
      if (relation.table && dialect.hiddenColumns.has(name)) possible.push(CONSTANT);
      // The server calls an expression without alias as it likes: `max`, `case`, the text itself.
      const unnamed = relation.columns.filter((column) => column.name === UNNAMED);
      if (unnamed.length === 0) continue;
      possible.push(computed(merge(...unnamed.map((column) => column.from))));
      guesses++;
      isSure = false;
    }
  }
  if (possible.length === 0 || (possible.length === guesses && dialect.hasBareCalls))
    throw new Refusal(`字段“${name}”不存在，请检查名称或先同步元数据`, offsetOf(at));
  return valueOf(...possible);
}
const computed = (from: ReadonlySet<Source>): Value => ({ from, identity: null });
const wholeRow = ({ columns }: Relation): Value => {
  const from = merge(...columns.map((column) => column.from));
  return { from, identity: null, taken: from };
};

function member(relation: Relation, name: string, dialect: Dialect): Value | null {
  const hit = valueIn(relation.columns, name);
  if (hit) return hit;
  if (relation.open && dialect.functionColumns.has(name)) return computed(relation.open);
  return dialect.hiddenColumns.has(name) && relation.table ? CONSTANT : null;
}

/** `(t).a`; behind any other expression a name may be a function: `(x).f` is `f(x)`. */
export function fieldPath(node: unknown, scope: Scope): { path: readonly unknown[]; column: Node } {
  const fields: unknown[] = [];
  let base: unknown = node;
  let isInParentheses = false;
  for (let found = expression(base); found && (found.kind === 'dot' || found.kind === 'paren'); found = expression(base)) {
    if (!isNode(found.body)) break;
    if (found.kind === 'dot') fields.unshift(found.body.field);
    else isInParentheses = true;
    base = found.body.this;
  }
  const column = bodyOf(base, 'column');
  if (!column || (isInParentheses && !isWholeRow(column, scope))) throw new Refusal('不支持 (表达式).字段 写法', offsetOf(fields[0]));
  return { path: [column.table, column.name, ...fields].filter(Boolean), column };
}

/** True when a name in parentheses can only mean a row of a relation: PostgreSQL takes it for a column wherever there is one. */
function isWholeRow(column: Node, scope: Scope): boolean {
  const name = foldedName(column.name, scope.dialect);
  if (column.table) return false;
  for (let s: Scope | null = scope; s; s = s.parent)
    for (const relation of s.relations) if (relation.open || relation.columns.some((one) => one.name === name)) return false;
  return true;
}

/** A table or column in a part of the syntax tree that the analysis did not visit: the statement is refused then. */
export function assertComplete(tree: unknown, seen: WeakSet<object>): void {
  walk(tree, (node) => {
    const found = expression(node);
    if (found && (found.kind === 'table' || found.kind === 'column') && isNode(found.body) && found.body.name && !seen.has(found.body))
      throw new Refusal('不支持的写法，无法确定读取了哪些数据', offsetOf(found.body));
  });
}
