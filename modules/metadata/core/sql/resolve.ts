import { bodyOf, expression, isNode, listOf, offsetOf, spanOf, type Node } from './ast.ts';
import type { Catalog, CatalogTable } from './catalog.ts';
import { comparisons } from './conditions.ts';
import type { Dialect } from './dialects.ts';
import { assertComplete, columnOf, fieldPath, relationOf, tableOf } from './lookup.ts';
import { foldedName, nameOf } from './names.ts';
import { Refusal } from './refusal.ts';
import {
  NOTHING,
  Scope,
  UNNAMED,
  decided,
  equated,
  isMarked,
  merge,
  outputOf,
  renamed,
  sourcesOf,
  weight,
  type Derived,
  type Output,
  type Relation,
  type Source,
  type Value,
} from './scope.ts';

export type { Derived, Output, Source } from './scope.ts';
/** A place in the text where a base table is named, its schema included; positions count UTF-16 units in the statement. */
export interface TableRef {
  readonly table: CatalogTable;
  readonly start: number;
  readonly end: number;
  /** the name by which the statement calls it */
  readonly alias: string;
  /** false when it is called by the table's own name */
  readonly hasAlias: boolean;
  /** nothing hangs on the name but an alias: no list of column names, sampling or index hint */
  readonly isPlain: boolean;
  /** data is changed here */
  readonly isTarget: boolean;
}
export interface Lineage {
  readonly tables: readonly CatalogTable[];
  readonly refs: readonly TableRef[];
  readonly columns: ReadonlySet<Source>;
  readonly output: readonly Output[];
}

/** Parts of a table reference that `#table` reads; sampling and the like are visited as expressions. */
const TABLE_PARTS = new Set(['name', 'schema', 'catalog', 'alias', 'column_aliases', 'span']);
/** Parts of a table reference that a derived table in its place may have as well. */
const PLAIN_PARTS = new Set(['name', 'schema', 'catalog', 'alias', 'alias_explicit_as', 'span']);
const isNothing = (part: unknown) => part === null || part === undefined || part === false || (Array.isArray(part) && part.length === 0);
/** PostgreSQL knows no wider result. */
const MOST_COLUMNS = 1664;
/** A short text can name a table a million times over; what takes longer to analyse than this is refused. */
const MOST_WORK = 1_000_000;
/** Parts of a SELECT that choose rows. */
const CONDITIONS = ['where_clause', 'having', 'qualify'] as const;
const LIMITS = ['limit', 'offset', 'fetch'] as const;
const columnPath = (body: Node) => [...['catalog', 'schema', 'table'].map((key) => body[key]), body.name].filter(Boolean);
const computed = (columns: readonly Derived[]): readonly Derived[] => columns.map((column) => ({ ...column, identity: null }));
const QUERIES = new Set(['select', 'union', 'intersect', 'except', 'values']);
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Parts that a statement handles by name; whatever else it has is read as expressions. */
const SELECT_PARTS = words(
  'with from joins expressions leading_comments hint operation_modifiers where_clause having qualify limit offset fetch',
);
const WRITE_PARTS = words(
  'with table using extra_tables tables from_clause from_joins table_joins joins query columns returning on_conflict leading_comments trailing_comments',
);

/** Finds every base column that a query reads, and for each output column those that its value comes from. */
export class Resolver {
  readonly #catalog: Catalog;
  readonly #dialect: Dialect;
  readonly #tables = new Map<string, CatalogTable>();
  readonly #columns = new Set<Source>();
  readonly #refs = new Map<Node, TableRef>();
  /** tables and columns of the tree that have been dealt with */
  readonly #seen = new WeakSet<object>();

  #work = 0;

  constructor(catalog: Catalog, dialect: Dialect) {
    this.#catalog = catalog;
    this.#dialect = dialect;
  }

  #scope(parent: Scope | null, over: { isNested?: boolean; isWide?: boolean } = {}): Scope {
    return new Scope(parent, this.#dialect, over);
  }
  #name(node: unknown): string | null {
    return foldedName(node, this.#dialect);
  }
  #renamed(columns: readonly Derived[], names: readonly unknown[]): readonly Derived[] {
    return renamed(columns, names, this.#dialect);
  }

  #spend(work: number): void {
    this.#work += work;
    if (this.#work > MOST_WORK) throw new Refusal('查询过于复杂，请简化后重试');
  }

  read(statement: unknown): Lineage {
    const output = this.#query(statement, null);
    assertComplete(statement, this.#seen);
    return { ...this.#read(), output: output.map(outputOf) };
  }

  /** Resolves a writing statement: the target, what it reads, and RETURNING. */
  write(body: Node): Lineage & { target: CatalogTable } {
    const scope = this.#scope(null);
    if (body.with) this.#with(body.with, scope);
    const reference = bodyOf(body.table, 'table') ?? body.table;
    const alias = this.#name(body.alias);
    const relation = this.#table(isNode(reference) ? reference : {}, this.#scope(null), { alias, isTarget: true });
    if (!relation.table) throw new Refusal('只能修改已同步的数据表');
    this.#add(scope, relation);
    for (const extra of [...listOf(body.using), ...listOf(body.extra_tables), ...listOf(body.tables)]) this.#from(extra, scope);
    if (isNode(body.from_clause)) for (const item of listOf(body.from_clause.expressions)) this.#from(item, scope);
    for (const join of [...listOf(body.from_joins), ...listOf(body.table_joins), ...listOf(body.joins)]) this.#join(join, scope);
    if (body.query) this.#query(body.query, scope);
    if (body.on_conflict) throw new Refusal('暂不支持 ON CONFLICT');
    for (const key in body) if (!WRITE_PARTS.has(key)) this.#value(body[key], scope);
    const output = listOf(body.returning).flatMap((item) => this.#output(item, scope));
    assertComplete(body, this.#seen);
    return { ...this.#read(), output: output.map(outputOf), target: relation.table };
  }

  #read() {
    const refs = [...this.#refs.values()].sort((a, b) => a.start - b.start);
    return { tables: [...this.#tables.values()], columns: this.#columns, refs };
  }

  #query(node: unknown, parent: Scope | null): readonly Derived[] {
    const columns = this.#columnsOf(node, parent);
    if (columns.length > MOST_COLUMNS) throw new Refusal(`查询结果最多${MOST_COLUMNS}列`);
    this.#spend(columns.length + weight(columns));
    return columns;
  }

  #columnsOf(node: unknown, parent: Scope | null): readonly Derived[] {
    const found = expression(node);
    if (!found || !isNode(found.body)) throw new Refusal('无法识别的查询写法');
    const body = found.body;
    switch (found.kind) {
      case 'select':
        return this.#select(body, parent);
      case 'union':
      case 'intersect':
      case 'except':
        return this.#setOperation(body, parent);
      case 'values': {
        const rows = listOf(body.expressions).map((row) =>
          listOf(isNode(row) ? (row.expressions ?? bodyOf(row, 'tuple')?.expressions) : row),
        );
        const scope = this.#scope(parent);
        const names = listOf(body.column_aliases);
        return (rows[0] ?? []).map((_, i) => ({
          name: this.#name(names[i]) ?? `column${i + 1}`,
          from: merge(...rows.map((row) => this.#value(row[i], scope))),
          identity: null,
        }));
      }
      case 'subquery':
      case 'paren': {
        const scope = this.#scope(parent);
        if (body.with) this.#with(body.with, scope);
        const columns = this.#query(body.this, scope);
        scope.aliases = new Map(columns.map((column) => [column.name, column.from]));
        this.#value(body.order_by, scope);
        this.#limits(body, scope);
        return decided(this.#renamed(columns, listOf(body.column_aliases)), scope);
      }
      default:
        throw new Refusal('无法识别的查询写法');
    }
  }

  #setOperation(body: Node, parent: Scope | null): readonly Derived[] {
    const scope = this.#scope(parent);
    if (body.with) this.#with(body.with, scope);
    const left = this.#query(body.left, scope);
    const right = this.#query(body.right, scope);
    if (left.length !== right.length) throw new Refusal('UNION、INTERSECT、EXCEPT 两侧的列数不一致');
    const columns = left.map((column, i) => ({
      name: column.name,
      from: merge(column.from, right[i]!.from),
      identity: column.identity === right[i]!.identity ? column.identity : null,
    }));
    scope.aliases = new Map(columns.map((column) => [column.name, column.from]));
    this.#value(body.order_by, scope);
    this.#limits(body, scope);
    return decided(columns, scope);
  }

  /** How many rows appear may depend on values too. */
  #limits(body: Node, scope: Scope): void {
    for (const key of LIMITS) scope.decide(this.#value(body[key], scope));
  }

  /** A condition decides which rows of the query appear; what it gives away in doing so is marked. */
  #condition(node: unknown, scope: Scope, query: Scope): void {
    for (const one of comparisons(node)) {
      if (one.kind === 'known') one.parts.forEach((part) => this.#value(part, scope));
      else if (one.kind === 'equal') this.#equated(this.#value(one.left, scope), this.#value(one.right, scope), query);
      else query.decide(this.#value(one.whole, scope));
    }
  }

  #equated(left: ReadonlySet<Source>, right: ReadonlySet<Source>, query: Scope): void {
    const [a, b] = [[...left], [...right]];
    const isPlain = a.length === 1 && b.length === 1 && !isMarked(a[0]!) && !isMarked(b[0]!);
    query.decide(isPlain ? [equated(a[0]!, b[0]!)] : [...a, ...b]);
  }

  #select(body: Node, parent: Scope | null): readonly Derived[] {
    const scope = this.#scope(parent);
    if (body.with) this.#with(body.with, scope);
    if (isNode(body.from)) for (const item of listOf(body.from.expressions)) this.#from(item, scope);
    for (const join of listOf(body.joins)) this.#join(join, scope);
    // Before the select list names anything: a condition of PostgreSQL does not know these names.
    for (const key of CONDITIONS) if (body[key]) this.#condition(isNode(body[key]) ? body[key].this : body[key], scope, scope);
    this.#limits(body, scope);
    const output = listOf(body.expressions).flatMap((item) => this.#output(item, scope));
    for (const column of output) scope.aliases.set(column.name, merge(scope.aliases.get(column.name) ?? NOTHING, column.from));
    for (const key in body) if (!SELECT_PARTS.has(key)) this.#value(body[key], scope);
    return decided(output, scope);
  }

  #with(node: unknown, scope: Scope): void {
    if (!isNode(node)) return;
    const recursive = node.recursive === true;
    const parts = listOf(node.ctes).map((cte) => (isNode(cte) ? (bodyOf(cte, 'cte') ?? cte) : {}));
    if (recursive) for (const cte of parts) scope.pending.add(this.#name(cte.alias) ?? '');
    for (const cte of parts) {
      const name = this.#name(cte.alias) ?? '';
      const names = listOf(cte.columns);
      scope.pending.delete(name);
      const union = bodyOf(cte.this, 'union');
      if (recursive && union) {
        // The first branch gives the columns; repeat until what flows through the recursion no longer grows.
        const inner = this.#scope(scope);
        if (union.with) this.#with(union.with, inner);
        scope.pending.add(name);
        let columns = computed(this.#renamed(this.#query(union.left, inner), names));
        scope.pending.delete(name);
        for (let round = 0, size = -1; size !== weight(columns); round++) {
          if (round > 50) throw new Refusal('递归查询过于复杂');
          size = weight(columns);
          scope.ctes.set(name, columns);
          columns = computed(this.#renamed(this.#query(cte.this, scope), names));
        }
        scope.ctes.set(name, columns);
      } else {
        // In WITH RECURSIVE a name means the query itself, never a table outside.
        if (recursive) scope.pending.add(name);
        const columns = this.#renamed(this.#query(cte.this, scope), names);
        scope.pending.delete(name);
        scope.ctes.set(name, columns);
      }
    }
  }

  #add(scope: Scope, ...relations: readonly Relation[]): void {
    for (const relation of relations) {
      this.#spend(relation.columns.length);
      scope.relations.push(relation);
      scope.star.push(...relation.columns);
      // rows of the relation are rows of the query, whether it shows the columns or not
      for (const column of relation.columns) scope.decide([...column.from].filter(isMarked));
      if (relation.open) scope.decide(relation.open);
    }
  }

  #join(node: unknown, scope: Scope): void {
    const join = isNode(node) ? (bodyOf(node, 'join') ?? node) : {};
    const before = scope.star;
    scope.star = [];
    this.#from(join.this, scope);
    const right = scope.star;
    const natural = /natural/i.test(String(join.kind));
    if ((natural || listOf(join.using).length > 0) && [...before, ...right].some((column) => column.name === UNNAMED))
      throw new Refusal('按同名字段连接时，请为子查询中的表达式取别名', offsetOf(join.this));
    const shared = natural
      ? before.map((column) => column.name).filter((name) => right.some((other) => other.name === name))
      : listOf(join.using).map((name) => this.#name(name) ?? '');
    const both = shared.map((name) => ({
      name,
      from: merge(...[...before, ...right].filter((column) => column.name === name).map((column) => column.from)),
      identity: null,
    }));
    for (const name of shared) this.#equated(sourcesOf(before, name), sourcesOf(right, name), scope);
    for (const column of both) this.#note(column.from);
    scope.star = [
      ...both,
      ...before.filter((column) => !shared.includes(column.name)),
      ...right.filter((column) => !shared.includes(column.name)),
    ];
    // ON sees the tables of its own join only, which is less than we know here.
    if (join.on) this.#condition(join.on, this.#scope(scope, { isWide: true }), scope);
    for (const key in join) if (key !== 'this' && key !== 'using' && key !== 'kind' && key !== 'on') this.#value(join[key], scope);
  }

  /** Adds one item of FROM to the scope; it may look at the items before it (LATERAL). */
  #from(node: unknown, scope: Scope, alias: string | null = null, names: readonly unknown[] = [], isLateral = false): void {
    const found = expression(node);
    const body = found && isNode(found.body) ? found.body : null;
    if (!found || !body) {
      // DELETE … USING gives references without their wrapping
      if (isNode(node) && node.name) return this.#add(scope, this.#table(node, scope));
      throw new Refusal('无法识别的 FROM 写法');
    }
    const ownAlias = alias ?? this.#name(body.alias);
    const ownNames = names.length > 0 ? names : listOf(body.column_aliases);
    switch (found.kind) {
      case 'table': {
        const relation = this.#table(body, scope, { alias, names });
        for (const key in body) if (!TABLE_PARTS.has(key)) this.#value(body[key], scope);
        return this.#add(scope, relation);
      }
      case 'alias':
        return this.#from(body.this, scope, this.#name(body.alias), listOf(body.column_aliases), isLateral);
      case 'subquery':
      case 'paren': {
        const inner = expression(body.this);
        if (inner && (inner.kind === 'table' || inner.kind === 'joined_table' || inner.kind === 'alias'))
          return this.#from(body.this, scope, ownAlias, ownNames);
        const around = isLateral || body.lateral === true ? scope : scope.withoutNeighbours();
        return this.#add(scope, { alias: ownAlias, table: null, columns: this.#renamed(this.#query(node, around), names), open: null });
      }
      case 'select':
      case 'union':
      case 'intersect':
      case 'except':
      case 'values': {
        const around = isLateral ? scope : scope.withoutNeighbours();
        return this.#add(scope, { alias: ownAlias, table: null, columns: this.#renamed(this.#query(node, around), names), open: null });
      }
      case 'joined_table': {
        const inner = this.#scope(scope, { isNested: true });
        this.#from(body.left, inner);
        for (const join of listOf(body.joins)) this.#join(join, inner);
        scope.decide(inner.deciding);
        if (ownAlias !== null)
          return this.#add(scope, { alias: ownAlias, table: null, columns: this.#renamed(inner.star, ownNames), open: null });
        scope.relations.push(...inner.relations);
        scope.star.push(...inner.star);
        return;
      }
      case 'lateral':
        return this.#from(body.this, scope, this.#name(body.alias), listOf(body.column_aliases), true);
      case 'tuple': {
        // json_to_recordset(…) as r(a int, b text)
        const [call, defined] = listOf(body.expressions);
        const table = bodyOf(defined, 'table_alias');
        if (!call || !table) throw new Refusal('无法识别的 FROM 写法');
        const columns = listOf(table.columns).map((column) => bodyOf(column, 'column_def')?.name ?? column);
        return this.#call(call, scope, this.#name(table.this), columns);
      }
      default:
        return this.#call(node, scope, ownAlias, ownNames);
    }
  }

  #call(node: unknown, scope: Scope, alias: string | null, names: readonly unknown[]): void {
    const from = this.#value(node, scope);
    const name = alias ?? this.#name(bodyOf(node, 'function')?.name) ?? expression(node)?.kind ?? '';
    const columns = names.map((column) => ({ name: this.#name(column) ?? '', from, identity: null }));
    // rows of a table function depend on its arguments
    this.#add(scope, { alias: name, table: null, columns: columns.length > 0 ? columns : [{ name, from, identity: null }], open: from });
  }

  #table(body: Node, scope: Scope, over: { alias?: string | null; names?: readonly unknown[]; isTarget?: boolean } = {}): Relation {
    this.#seen.add(body);
    const found = tableOf(body, scope, this.#catalog);
    const names = over.names ?? [];
    const relation = { ...found, alias: over.alias ?? found.alias, columns: this.#renamed(found.columns, names) };
    if (!relation.table) return relation;
    if (body.only === true) throw new Refusal('不支持 ONLY 写法', offsetOf(body));
    this.#tables.set(JSON.stringify([relation.table.schema, relation.table.name]), relation.table);
    const name = spanOf(body.name);
    if (!name) throw new Refusal('不支持的写法，无法确定读取了哪些数据');
    this.#refs.set(body, {
      table: relation.table,
      start: spanOf(body.schema)?.start ?? name.start,
      end: name.end,
      alias: over.alias ?? this.#called(body),
      hasAlias: (over.alias ?? null) !== null || Boolean(body.alias),
      isPlain: names.length === 0 && Object.keys(body).every((key) => PLAIN_PARTS.has(key) || isNothing(body[key])),
      isTarget: over.isTarget ?? false,
    });
    return relation;
  }

  /** The name by which a statement calls a table; spelled as written where the spelling may matter. */
  #called(body: Node): string {
    const node = body.alias ?? body.name;
    return (this.#dialect.names.hasCaseDoubt ? nameOf(node)?.text : this.#name(node)) ?? '';
  }

  /** The output columns of one item of the select list. */
  #output(item: unknown, scope: Scope): readonly Derived[] {
    const star = bodyOf(item, 'star');
    if (star) {
      if (star.except || star.replace || star.rename) throw new Refusal('不支持 * 的扩展写法');
      const columns = star.table ? relationOf([this.#name(star.table) ?? ''], scope, star.table).columns : scope.star;
      for (const column of columns) this.#note(column.from);
      return columns;
    }
    const wrapped = bodyOf(item, 'annotated');
    if (wrapped) return this.#output(wrapped.this, scope);
    const dotted = bodyOf(item, 'dot');
    if (dotted && bodyOf(dotted.field, 'star')) throw new Refusal('请写出具体字段，不支持 (行).* 写法');
    const alias = bodyOf(item, 'alias');
    const value = this.#valueOf(alias ? alias.this : item, scope);
    const name = alias ? this.#name(alias.alias) : (this.#name(bodyOf(item, 'column')?.name ?? dotted?.field) ?? UNNAMED);
    return [{ ...value, name: name ?? UNNAMED }];
  }

  /** What an expression of the select list gives: a column as it is, or something made of columns. */
  #valueOf(node: unknown, scope: Scope): Value {
    const paren = bodyOf(node, 'paren');
    if (paren) return this.#valueOf(paren.this, scope);
    const column = bodyOf(node, 'column');
    if (column) return this.#columnValue(columnPath(column), scope, column);
    if (bodyOf(node, 'identifier')) return this.#columnValue([bodyOf(node, 'identifier')], scope);
    if (bodyOf(node, 'dot')) {
      const found = fieldPath(node, scope);
      return this.#columnValue(found.path, scope, found.column);
    }
    return { from: this.#value(node, scope), identity: null };
  }

  /** Base columns that an expression takes its value from. */
  #value(node: unknown, scope: Scope): ReadonlySet<Source> {
    if (Array.isArray(node)) return merge(...node.map((item) => this.#value(item, scope)));
    if (!isNode(node)) return NOTHING;
    this.#spend(1);
    const found = expression(node);
    if (found && isNode(found.body)) {
      const { kind, body } = found;
      if (QUERIES.has(kind)) return merge(...this.#query(node, scope).map((column) => column.from));
      if (kind === 'subquery') return merge(...this.#query(node, scope).map((column) => column.from));
      if (kind === 'column') return this.#column(columnPath(body), scope, body);
      if (kind === 'identifier') return this.#column([body], scope);
      if (kind === 'dot') {
        const { path, column } = fieldPath(node, scope);
        return this.#column(path, scope, column);
      }
      if (kind === 'star')
        return body.table
          ? this.#note(merge(...relationOf([this.#name(body.table) ?? ''], scope, body.table).columns.map((c) => c.from)))
          : NOTHING;
      if (kind === 'table' || kind === 'joined_table') throw new Refusal('无法识别的表引用');
      if (kind === 'data_type') return NOTHING;
      if (kind === 'alias') return this.#value(body.this, scope);
    }
    const parts: ReadonlySet<Source>[] = [];
    for (const key in node)
      if (key !== 'span' && key !== 'to' && key !== 'window_name' && key !== 'data_type') parts.push(this.#value(node[key], scope));
    return parts.length > 0 ? merge(...parts) : NOTHING;
  }

  #column(path: readonly unknown[], scope: Scope, body?: Node): ReadonlySet<Source> {
    return this.#columnValue(path, scope, body).from;
  }

  #columnValue(path: readonly unknown[], scope: Scope, body?: Node): Value {
    if (body) this.#seen.add(body);
    const value = columnOf(path, scope, (work) => this.#spend(work));
    this.#note(value.from);
    return value;
  }

  #note(from: ReadonlySet<Source>): ReadonlySet<Source> {
    this.#spend(from.size);
    for (const source of from) if (!isMarked(source)) this.#columns.add(source);
    return from;
  }
}
