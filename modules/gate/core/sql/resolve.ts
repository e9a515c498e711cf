import { bodyOf, expression, isNode, listOf, offsetOf, type Node, words, nameOf } from '#modules/sources/core/index.ts';
import type { Lineage } from './findings.ts';
import { ArrangingReader } from './arranging.ts';
import { assertComplete, fieldPath, relationOf } from './lookup.ts';
import { Refusal } from './refusal.ts';
import { NOTHING, UNNAMED, merge, valueOf, weight, type Derived, type Scope, type Source, type Value } from './scope.ts';

const UNITS = words(
  'microsecond second minute hour day week month quarter year date time datetime timestamp sql_tsi_second sql_tsi_minute sql_tsi_hour sql_tsi_day sql_tsi_week sql_tsi_month sql_tsi_quarter sql_tsi_year',
);
export type { Derived, Source } from './scope.ts';

/** PostgreSQL knows no wider result. */
const MAX_COLUMNS = 1664;
/** Parts of a SELECT that choose rows, with their names in a refusal. */
const CONDITIONS = { where_clause: '筛选条件（WHERE）', prewhere: '筛选条件（PREWHERE）' };
const LATE_CONDITIONS = { having: '分组条件（HAVING）', qualify: '窗口条件（QUALIFY）' };
const LIMITS = ['limit', 'offset', 'fetch'] as const;
/** Makes outputs known by their names to what comes after them. */
function makeKnown(columns: readonly Derived[], scope: Scope): void {
  for (const column of columns) {
    scope.announced.delete(column.name);
    scope.aliases.set(column.name, valueOf(...[scope.aliases.get(column.name) ?? [], column].flat()));
  }
}
const columnPath = (body: Node) => [...['catalog', 'schema', 'table'].map((key) => body[key]), body.name].filter(Boolean);
const isNull = (node: unknown): boolean => expression(node)?.kind === 'null';
const computed = (columns: readonly Derived[]): readonly Derived[] => columns.map((column) => ({ ...column, identity: null }));
const QUERIES = new Set(['select', 'union', 'intersect', 'except', 'values']);
/** Parts that a statement handles by name; whatever else it has is read as expressions. */
const SELECT_PARTS = words(
  `with from joins expressions leading_comments hint operation_modifiers where_clause prewhere having qualify limit offset fetch
  group_by order_by distinct_on sort_by cluster_by distribute_by limit_by`,
);

/** Finds every base column that a query reads, and for each output column those that its value comes from. */
export class Resolver extends ArrangingReader {
  read(statement: unknown): Lineage {
    const output = this.query(statement, null);
    assertComplete(statement, this.seen);
    return { ...this.result(), output };
  }

  protected override query(node: unknown, parent: Scope | null): readonly Derived[] {
    // what a query inside a change reads is not changed
    const { isTargeting } = this;
    this.isTargeting = false;
    const columns = this.columnsOf(node, parent);
    this.isTargeting = isTargeting;
    if (columns.length > MAX_COLUMNS) throw new Refusal(`查询结果最多${MAX_COLUMNS}列`);
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
          from: this.in('取值列表（VALUES）', () => merge(...rows.map((row) => this.value(row[i], scope)))),
          identity: null,
          isMade: true,
        }));
      }
      case 'subquery':
      case 'paren': {
        const scope = this.scope(parent);
        if (body.with) this.with(body.with, scope);
        const columns = this.query(body.this, scope);
        makeKnown(columns, scope);
        this.arranged(body, columns, scope);
        this.limits(body, scope);
        return this.renamed(columns, listOf(body.column_aliases));
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
      isMade: column.isMade === true || right[i]!.isMade === true,
    }));
    makeKnown(columns, scope);
    // Which rows of the sides are equal is seen by their number, and by what stands beside.
    if (!bodyOf(node, 'union') || body.all !== true)
      this.in('去重的集合运算（UNION、INTERSECT、EXCEPT）', () => columns.forEach(({ from }) => this.use(from, node)));
    // both sides take one type: a value that does not fit it is an error that tells about the value
    else this.in('与表达式合并的列（UNION ALL）', () => columns.filter(({ isMade }) => isMade).forEach(({ from }) => this.use(from, node)));
    this.arranged(body, columns, scope);
    this.limits(body, scope);
    return columns;
  }

  /** How many rows appear may depend on values too. */
  protected limits(body: Node, scope: Scope): void {
    this.in('行数限制（LIMIT）', () => LIMITS.forEach((key) => this.value(body[key], scope)));
  }

  protected select(body: Node, parent: Scope | null): readonly Derived[] {
    const scope = this.scope(parent);
    if (body.with) this.with(body.with, scope);
    if (isNode(body.from)) for (const item of listOf(body.from.expressions)) this.from(item, scope);
    for (const join of listOf(body.joins)) this.join(join, scope);
    const { aliases } = this.dialect;
    const items = listOf(body.expressions);
    // Aliases of the select list, whose meaning is not known until it has been resolved.
    if (aliases !== 'outside') for (const item of items) this.announce(item, scope);
    // A condition of PostgreSQL does not know the names of the select list.
    const early = aliases === 'outside' ? { ...CONDITIONS, ...LATE_CONDITIONS } : CONDITIONS;
    for (const [key, place] of Object.entries(early)) this.clause(body[key], scope, place);
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
      for (const [key, place] of Object.entries(LATE_CONDITIONS)) this.clause(body[key], late, place);
      this.#assertOwnNames(output, scope);
    }
    this.in('窗口等子句', () => {
      for (const key in body) if (!SELECT_PARTS.has(key)) this.value(body[key], scope);
    });
    this.arranged(body, output, scope);
    // DISTINCT ON compares its keys alone
    if (body.distinct && listOf(body.distinct_on).length === 0)
      this.in('去重（DISTINCT）', () => output.forEach(({ from }, i) => this.use(from, items[i])));
    return output;
  }

  /**
   * Where the select list is known inside its own query, a name may mean the column or the output, and servers differ clause by clause:
   * an output under the name of another column counts as used. Under its own name it is found among the columns.
   */
  #assertOwnNames(output: readonly Derived[], scope: Scope): void {
    this.in('与其他字段同名的别名', () => {
      for (const { name, from } of output) {
        const columns = scope.relations.flatMap((relation) => relation.columns.filter((column) => column.name === name));
        const named = merge(...columns.map((column) => column.from));
        if (columns.length > 0 && [...from].some((source) => !named.has(source))) this.use(from);
      }
    });
  }

  protected clause(clause: unknown, scope: Scope, place: string): void {
    if (!clause) return;
    const joined = place === CONDITIONS.where_clause ? scope.relations : [];
    this.in(place, () => this.condition(isNode(clause) && 'this' in clause ? clause.this : clause, scope, joined));
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
        // the first branch fixes types and widths, which what comes later may not fit
        this.in('递归查询（WITH RECURSIVE）', () => columns.forEach(({ from }) => this.use(from, cte.this)));
        scope.ctes.set(name, columns);
        // The first rows give the types; outside PostgreSQL a later value that does not fit into them is an error of the source.
        if (this.dialect.name !== 'postgres') this.in('递归查询的结果', () => columns.forEach(({ from }) => this.use(from, cte.alias)));
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
    return [{ name: name ?? UNNAMED, from: value.from, identity: value.identity, isMade: value.isMade === true }];
  }

  /** What an expression of the select list gives: a column as it is, or something made of columns. */
  protected outputValue(node: unknown, scope: Scope): Value {
    return (
      this.bareColumn(node, scope) ??
      this.in('查询列的表达式', () => ({ from: this.value(node, scope), identity: null, isMade: !isNull(node) }))
    );
  }

  protected override bareColumn(node: unknown, scope: Scope): Value | null {
    const paren = bodyOf(node, 'paren');
    if (paren) return this.bareColumn(paren.this, scope);
    const column = bodyOf(node, 'column');
    if (column) return this.columnValue(columnPath(column), scope, column);
    if (bodyOf(node, 'identifier')) return this.columnValue([bodyOf(node, 'identifier')], scope);
    if (bodyOf(node, 'dot')) {
      const found = fieldPath(node, scope);
      return this.columnValue(found.path, scope, found.column);
    }
    return null;
  }

  /**
   * What may be learnt of any column: whether it is null, how many values it has and how many different ones. Answers false for other
   * expressions. Values of one column only are counted as different: beside a constant, their number would tell which they are.
   */
  #isMetadataCall(kind: string, body: Node, scope: Scope): boolean {
    if (kind !== 'is_null' && kind !== 'count') return false;
    const column = this.bareColumn(body.this, scope);
    if (!column) return false;
    if (kind === 'count' && body.distinct && column.identity === null)
      this.in('来自多个字段的去重计数（COUNT DISTINCT）', () => this.use(column.from, body));
    for (const key in body) if (key !== 'this' && key !== 'span') this.value(body[key], scope);
    return true;
  }

  /** A query inside an expression: its rows are compared, counted or put together there. */
  #inner(node: unknown, scope: Scope): ReadonlySet<Source> {
    const columns = this.query(node, scope);
    return this.in('表达式中的子查询', () => this.use(merge(...columns.map((column) => column.from)), node));
  }

  /** Base columns that an expression takes its value from. */
  protected override value(node: unknown, scope: Scope): ReadonlySet<Source> {
    if (Array.isArray(node)) return merge(...node.map((item) => this.value(item, scope)));
    if (!isNode(node)) return NOTHING;
    this.spend(1);
    const found = expression(node);
    if (found && isNode(found.body)) {
      const { kind, body } = found;
      if (this.#isMetadataCall(kind, body, scope)) return NOTHING;
      if (QUERIES.has(kind) || kind === 'subquery') return this.#inner(node, scope);
      if (kind === 'column') return this.column(columnPath(body), scope, body);
      if (kind === 'identifier') return this.column([body], scope);
      if (kind === 'function' && this.dialect.unitCalls.has(String(body.name).toLowerCase())) return this.#unitCall(body, scope);
      if (kind === 'dot') {
        const { path, column } = fieldPath(node, scope);
        return this.column(path, scope, column);
      }
      if (kind === 'star') {
        // count(*) is told otherwise: this one stands for every column
        this.assertRows(node);
        const columns = body.table ? relationOf([this.name(body.table) ?? ''], scope, body.table).columns : scope.star;
        return this.use(this.note(merge(...columns.map((column) => column.from))), node);
      }
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
    return this.use(this.columnValue(path, scope, body).from, body ?? path[0]);
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
