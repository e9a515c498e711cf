import { bodyOf, expression, isNode, listOf, offsetOf, type Node } from './ast.ts';
import { words } from './allowed.ts';
import type { Lineage } from './findings.ts';
import { ArrangingReader } from './arranging.ts';
import { assertComplete, fieldPath, relationOf } from './lookup.ts';
import { nameOf } from './names.ts';
import { Refusal } from './refusal.ts';
import { NOTHING, UNNAMED, decided, merge, outputOf, weight, type Derived, type Scope, type Source, type Value } from './scope.ts';

const UNITS = words(
  'microsecond second minute hour day week month quarter year date time datetime timestamp sql_tsi_second sql_tsi_minute sql_tsi_hour sql_tsi_day sql_tsi_week sql_tsi_month sql_tsi_quarter sql_tsi_year',
);
export type { Derived, Output, Source } from './scope.ts';

/** PostgreSQL knows no wider result. */
const MOST_COLUMNS = 1664;
/** Parts of a SELECT that choose rows. */
const CONDITIONS = ['where_clause', 'prewhere'] as const;
const LATE_CONDITIONS = ['having', 'qualify'] as const;
const LIMITS = ['limit', 'offset', 'fetch'] as const;
/** Makes outputs known by their names to what comes after them. */
function makeKnown(columns: readonly Derived[], scope: Scope): void {
  for (const column of columns) {
    scope.announced.delete(column.name);
    scope.aliases.set(column.name, merge(scope.aliases.get(column.name) ?? NOTHING, column.from));
  }
}
const columnPath = (body: Node) => [...['catalog', 'schema', 'table'].map((key) => body[key]), body.name].filter(Boolean);
const computed = (columns: readonly Derived[]): readonly Derived[] => columns.map((column) => ({ ...column, identity: null }));
const QUERIES = new Set(['select', 'union', 'intersect', 'except', 'values']);
/** Parts that a statement handles by name; whatever else it has is read as expressions. */
const SELECT_PARTS = words(
  'with from joins expressions leading_comments hint operation_modifiers where_clause prewhere having qualify limit offset fetch',
);

/** Finds every base column that a query reads, and for each output column those that its value comes from. */
export class Resolver extends ArrangingReader {
  read(statement: unknown): Lineage {
    const output = this.query(statement, null);
    assertComplete(statement, this.seen);
    return { ...this.result(), output: output.map(outputOf) };
  }

  protected override query(node: unknown, parent: Scope | null): readonly Derived[] {
    // what a query inside a change reads is not changed
    const { isTargeting } = this;
    this.isTargeting = false;
    const columns = this.columnsOf(node, parent);
    this.isTargeting = isTargeting;
    if (columns.length > MOST_COLUMNS) throw new Refusal(`查询结果最多${MOST_COLUMNS}列`);
    this.spend(columns.length + weight(columns));
    return columns;
  }

  protected columnsOf(node: unknown, parent: Scope | null): readonly Derived[] {
    const found = expression(node);
    if (!found || !isNode(found.body)) throw new Refusal('无法识别的查询写法');
    const body = found.body;
    switch (found.kind) {
      case 'select':
        return this.select(body, parent);
      case 'union':
      case 'intersect':
      case 'except':
        return this.setOperation(node, body, parent);
      case 'values': {
        const rows = listOf(body.expressions).map((row) =>
          listOf(isNode(row) ? (row.expressions ?? bodyOf(row, 'tuple')?.expressions) : row),
        );
        const scope = this.scope(parent);
        const names = listOf(body.column_aliases);
        return (rows[0] ?? []).map((_, i) => ({
          name: this.name(names[i]) ?? (this.dialect.name === 'postgres' ? `column${i + 1}` : UNNAMED),
          from: merge(...rows.map((row) => this.value(row[i], scope))),
          identity: null,
        }));
      }
      case 'subquery':
      case 'paren': {
        const scope = this.scope(parent);
        if (body.with) this.with(body.with, scope);
        const columns = this.query(body.this, scope);
        scope.aliases = new Map(columns.map((column) => [column.name, column.from]));
        this.arranged(body, columns, scope);
        this.limits(body, scope);
        return decided(this.renamed(columns, listOf(body.column_aliases)), scope);
      }
      default:
        throw new Refusal('无法识别的查询写法');
    }
  }

  protected setOperation(node: unknown, body: Node, parent: Scope | null): readonly Derived[] {
    const scope = this.scope(parent);
    if (body.with) this.with(body.with, scope);
    for (const key of ['by_name', 'corresponding', 'strict', 'on_columns', 'side', 'kind'])
      if (body[key] && (!Array.isArray(body[key]) || body[key].length > 0))
        throw new Refusal('只支持按位置合并的 UNION、INTERSECT、EXCEPT');
    const left = this.query(body.left, scope);
    const right = this.query(body.right, scope);
    if (left.length !== right.length) throw new Refusal('UNION、INTERSECT、EXCEPT 两侧的列数不一致');
    const columns = left.map((column, i) => ({
      name: column.name,
      from: merge(column.from, right[i]!.from),
      identity: column.identity === right[i]!.identity ? column.identity : null,
    }));
    scope.aliases = new Map(columns.map((column) => [column.name, column.from]));
    // Which rows of the sides are equal is seen by their number, and by what stands beside.
    if (!bodyOf(node, 'union') || body.all !== true)
      for (const [i, { identity, from }] of left.entries())
        if (identity === null || identity !== right[i]!.identity) this.equated(from, right[i]!.from, scope);
    this.arranged(body, columns, scope);
    this.limits(body, scope);
    return decided(columns, scope);
  }

  /** How many rows appear may depend on values too. */
  protected limits(body: Node, scope: Scope): void {
    for (const key of LIMITS) scope.decide(this.value(body[key], scope));
  }

  protected select(body: Node, parent: Scope | null): readonly Derived[] {
    const scope = this.scope(parent);
    if (body.with) this.with(body.with, scope);
    if (isNode(body.from)) for (const item of listOf(body.from.expressions)) this.from(item, scope);
    for (const join of listOf(body.joins)) this.join(join, scope);
    const { aliases } = this.dialect;
    const items = listOf(body.expressions);
    // Names that the select list will give: until then nobody knows what they mean.
    if (aliases !== 'outside') for (const item of items) this.announce(item, scope);
    // A condition of PostgreSQL does not know the names of the select list.
    const early = aliases === 'outside' ? [...CONDITIONS, ...LATE_CONDITIONS] : CONDITIONS;
    for (const key of early) this.clause(body[key], scope, scope);
    this.limits(body, scope);
    const output = items.flatMap((item) => {
      const columns = this.output(item, scope);
      if (aliases !== 'outside') makeKnown(columns, scope);
      return columns;
    });
    if (aliases === 'outside') makeKnown(output, scope);
    else {
      // Here a name may mean the column or the output, so it counts as both.
      const late = this.scope(scope, { isWide: true });
      late.aliases = scope.aliases;
      for (const key of LATE_CONDITIONS) this.clause(body[key], late, scope);
    }
    for (const key in body) if (!SELECT_PARTS.has(key)) this.value(body[key], scope);
    this.arranged(body, output, scope);
    if (body.distinct) for (const { identity, from } of output) if (identity === null) scope.decide(from);
    return decided(output, scope);
  }

  protected clause(clause: unknown, scope: Scope, query: Scope): void {
    if (clause) this.condition(isNode(clause) && 'this' in clause ? clause.this : clause, scope, query);
  }

  protected announce(item: unknown, scope: Scope): void {
    const alias = bodyOf(item, 'alias');
    const name = alias && this.name(alias.alias);
    if (name === null || name === undefined) return;
    // `t.a as a` means the same either way
    const column = bodyOf(alias!.this, 'column');
    if (!column || this.name(column.name) !== name) scope.announced.add(name);
  }

  protected with(node: unknown, scope: Scope): void {
    if (!isNode(node)) return;
    const recursive = node.recursive === true;
    const parts = listOf(node.ctes).map((cte) => (isNode(cte) ? (bodyOf(cte, 'cte') ?? cte) : {}));
    if (recursive) for (const cte of parts) scope.pending.add(this.name(cte.alias) ?? '');
    for (const cte of parts) {
      const name = this.name(cte.alias) ?? '';
      this.spell(cte.alias);
      const names = listOf(cte.columns);
      scope.pending.delete(name);
      const union = bodyOf(cte.this, 'union');
      if (recursive && union) {
        // The first branch gives the columns; repeat until what flows through the recursion no longer grows.
        const inner = this.scope(scope);
        if (union.with) this.with(union.with, inner);
        scope.pending.add(name);
        let columns = computed(this.renamed(this.query(union.left, inner), names));
        scope.pending.delete(name);
        for (let round = 0, size = -1; size !== weight(columns); round++) {
          if (round > 50) throw new Refusal('递归查询过于复杂');
          size = weight(columns);
          scope.ctes.set(name, columns);
          columns = computed(this.renamed(this.query(cte.this, scope), names));
        }
        scope.ctes.set(name, columns);
      } else {
        // In WITH RECURSIVE a name means the query itself, never a table outside.
        if (recursive) scope.pending.add(name);
        const columns = this.renamed(this.query(cte.this, scope), names);
        scope.pending.delete(name);
        scope.ctes.set(name, columns);
      }
    }
  }

  /** The output columns of one item of the select list. */
  protected output(item: unknown, scope: Scope): readonly Derived[] {
    const star = bodyOf(item, 'star');
    if (star) {
      if (star.except || star.replace || star.rename) throw new Refusal('不支持 * 的扩展写法');
      if (!star.table && scope.hasOpenStar) throw new Refusal('按同名字段连接时不能使用 *，请写出具体字段');
      const columns = star.table ? relationOf([this.name(star.table) ?? ''], scope, star.table).columns : scope.star;
      for (const column of columns) this.note(column.from);
      return columns;
    }
    const wrapped = bodyOf(item, 'annotated');
    if (wrapped) return this.output(wrapped.this, scope);
    const dotted = bodyOf(item, 'dot');
    if (dotted && bodyOf(dotted.field, 'star')) throw new Refusal('请写出具体字段，不支持 (行).* 写法');
    const alias = bodyOf(item, 'alias');
    const value = this.outputValue(alias ? alias.this : item, scope);
    const name = alias ? this.name(alias.alias) : (this.name(bodyOf(item, 'column')?.name ?? dotted?.field) ?? UNNAMED);
    return [{ ...value, name: name ?? UNNAMED }];
  }

  /** What an expression of the select list gives: a column as it is, or something made of columns. */
  protected override outputValue(node: unknown, scope: Scope): Value {
    const paren = bodyOf(node, 'paren');
    if (paren) return this.outputValue(paren.this, scope);
    const column = bodyOf(node, 'column');
    if (column) return this.columnValue(columnPath(column), scope, column);
    if (bodyOf(node, 'identifier')) return this.columnValue([bodyOf(node, 'identifier')], scope);
    if (bodyOf(node, 'dot')) {
      const found = fieldPath(node, scope);
      return this.columnValue(found.path, scope, found.column);
    }
    return { from: this.value(node, scope), identity: null };
  }

  /** Base columns that an expression takes its value from. */
  protected override value(node: unknown, scope: Scope): ReadonlySet<Source> {
    if (Array.isArray(node)) return merge(...node.map((item) => this.value(item, scope)));
    if (!isNode(node)) return NOTHING;
    this.spend(1);
    const found = expression(node);
    if (found && isNode(found.body)) {
      const { kind, body } = found;
      if (QUERIES.has(kind)) return merge(...this.query(node, scope).map((column) => column.from));
      if (kind === 'subquery') return merge(...this.query(node, scope).map((column) => column.from));
      if (kind === 'column') return this.column(columnPath(body), scope, body);
      if (kind === 'identifier') return this.column([body], scope);
      if (kind === 'function' && this.dialect.unitCalls.has(String(body.name).toLowerCase())) return this.#unitCall(body, scope);
      if (kind === 'dot') {
        const { path, column } = fieldPath(node, scope);
        return this.column(path, scope, column);
      }
      if (kind === 'star')
        return body.table
          ? this.note(merge(...relationOf([this.name(body.table) ?? ''], scope, body.table).columns.map((c) => c.from)))
          : // count(*) is told otherwise: this one stands for every column
            this.note(merge(...scope.star.map((column) => column.from)));
      if (kind === 'table' || kind === 'joined_table') throw new Refusal('无法识别的表引用');
      if (kind === 'data_type') return NOTHING;
      if (kind === 'alias' && this.dialect.aliases === 'beforeColumns') throw new Refusal('不支持在表达式内部取别名', offsetOf(body.alias));
      if (kind === 'alias') return this.value(body.this, scope);
    }
    const parts: ReadonlySet<Source>[] = [];
    for (const key in node)
      if (key !== 'span' && key !== 'to' && key !== 'window_name' && key !== 'data_type') parts.push(this.value(node[key], scope));
    return parts.length > 0 ? merge(...parts) : NOTHING;
  }

  protected column(path: readonly unknown[], scope: Scope, body?: Node): ReadonlySet<Source> {
    return this.columnValue(path, scope, body).from;
  }

  /** `timestampdiff(day, a, b)`: the first word is no column. */
  #unitCall(body: Node, scope: Scope): ReadonlySet<Source> {
    const [unit, ...rest] = listOf(body.args);
    const word = bodyOf(unit, 'column');
    const isUnit = word && !word.table && nameOf(word.name)?.quoted !== true && UNITS.has(this.name(word.name) ?? '');
    if (!isUnit) return this.value(body.args, scope);
    this.seen.add(word);
    return this.value(rest, scope);
  }
}
