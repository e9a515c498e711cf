import { bodyOf, expression, isNode, listOf, offsetOf } from '#modules/sources/core/index.ts';
import { conjuncts } from './conditions.ts';
import { Findings } from './findings.ts';
import { Refusal } from './refusal.ts';
import { NOTHING, UNNAMED, merge, valueIn, type Derived, type Relation, type Scope, type Source, type Value } from './scope.ts';

/** Parts of a table reference that `table` reads; sampling and the like are visited as expressions. */
const TABLE_PARTS = new Set(['name', 'schema', 'catalog', 'alias', 'column_aliases', 'span']);

/** Reads FROM and joins: what can be named in a query, and what decides about its rows. */
export abstract class FromReader extends Findings {
  protected abstract query(node: unknown, parent: Scope | null): readonly Derived[];
  /** Base columns that an expression takes its value from. */
  protected abstract value(node: unknown, scope: Scope): ReadonlySet<Source>;
  /** What a column means that stands by itself, null for anything else. */
  protected abstract bareColumn(node: unknown, scope: Scope): Value | null;

  protected add(scope: Scope, ...relations: readonly Relation[]): void {
    for (const relation of relations) {
      this.spend(relation.columns.length);
      scope.relations.push(relation);
      scope.star.push(...relation.columns);
    }
  }

  protected join(node: unknown, scope: Scope): void {
    const join = isNode(node) ? (bodyOf(node, 'join') ?? node) : {};
    const before = scope.star;
    scope.star = [];
    this.from(join.this, scope);
    const right = scope.star;
    const natural = /natural/i.test(String(join.kind));
    if ((natural || listOf(join.using).length > 0) && [...before, ...right].some((column) => column.name === UNNAMED))
      throw new Refusal('按同名字段连接时，请为子查询中的表达式取别名', offsetOf(join.this));
    const shared = natural
      ? before.map((column) => column.name).filter((name) => right.some((other) => other.name === name))
      : listOf(join.using).map((name) => this.name(name) ?? '');
    if (shared.length > 0 && this.dialect.name !== 'postgres' && /right|full/i.test(String(join.kind))) scope.hasOpenStar = true;
    if (shared.length > 0 && this.dialect.sharedColumns === 'unknown') scope.hasOpenStar = true;
    if (/semi|anti|asof|positional/i.test(String(join.kind))) scope.hasOpenStar = true;
    const both = shared.map((name) => ({
      name,
      from: merge(...[...before, ...right].filter((column) => column.name === name).map((column) => column.from)),
      identity: null,
    }));
    const isKnown = scope.relations.every(({ open }) => open === null);
    for (const name of natural || !isKnown ? [] : shared)
      for (const side of [before, right])
        if (!side.some((column) => column.name === name))
          throw new Refusal(`USING 中的字段“${name}”在连接的一侧不存在，请检查名称或先同步元数据`, offsetOf(join.this));
    const sides = [{ columns: before }, { columns: right }].map((side) => ({ alias: null, table: null, open: null, ...side }));
    // unmatched rows of an outer join come in an order that depends on the values joined
    const isInner = !/left|right|full|anti|semi|asof/i.test(String(join.kind));
    this.in('同名字段连接（USING、NATURAL JOIN）', () => {
      for (const name of shared) {
        const [a, b] = sides.map((side) => ({ from: NOTHING, identity: null, ...valueIn(side.columns, name), relation: side }));
        if (isInner) this.equate(a!, b!, join.this);
        else for (const { from } of [a!, b!]) this.use(from, join.this);
      }
    });
    for (const column of both) this.note(column.from);
    scope.star = [
      ...both,
      ...before.filter((column) => !shared.includes(column.name)),
      ...right.filter((column) => !shared.includes(column.name)),
    ];
    // ON sees the tables of its own join only, which is less than we know here.
    this.in(isInner ? '连接条件' : '外连接的条件', () => {
      if (join.on) this.condition(join.on, this.scope(scope, { isWide: true }), isInner ? scope.relations : []);
      for (const key in join) if (key !== 'this' && key !== 'using' && key !== 'kind' && key !== 'on') this.value(join[key], scope);
    });
  }

  /** Adds one item of FROM to the scope; it may look at the items before it (LATERAL). */
  protected from(node: unknown, scope: Scope, alias: string | null = null, names: readonly unknown[] = [], isLateral = false): void {
    const found = expression(node);
    const body = found && isNode(found.body) ? found.body : null;
    if (!found || !body) {
      // DELETE … USING gives references without their wrapping
      if (isNode(node) && node.name) return this.add(scope, this.table(node, scope));
      throw new Refusal('无法识别的 FROM 写法');
    }
    this.spell(body.alias);
    const ownAlias = alias ?? this.name(body.alias);
    const ownNames = names.length > 0 ? names : listOf(body.column_aliases);
    switch (found.kind) {
      case 'table': {
        const relation = this.table(body, scope, { alias, names });
        this.in('表名后的抽样等子句', () => {
          for (const key in body) if (!TABLE_PARTS.has(key)) this.value(body[key], scope);
        });
        return this.add(scope, relation);
      }
      case 'alias':
        return this.from(body.this, scope, this.name(body.alias), listOf(body.column_aliases), isLateral);
      case 'subquery':
      case 'paren': {
        const inner = expression(body.this);
        if (inner && (inner.kind === 'table' || inner.kind === 'joined_table' || inner.kind === 'alias'))
          return this.from(body.this, scope, ownAlias, ownNames);
        const around = isLateral || body.lateral === true ? scope : scope.withoutNeighbours();
        return this.add(scope, { alias: ownAlias, table: null, columns: this.renamed(this.query(node, around), names), open: null });
      }
      case 'select':
      case 'union':
      case 'intersect':
      case 'except':
      case 'values': {
        const around = isLateral ? scope : scope.withoutNeighbours();
        return this.add(scope, { alias: ownAlias, table: null, columns: this.renamed(this.query(node, around), names), open: null });
      }
      case 'joined_table': {
        const inner = this.scope(scope, { isNested: true });
        this.from(body.left, inner);
        for (const join of listOf(body.joins)) this.join(join, inner);
        if (ownAlias !== null)
          return this.add(scope, { alias: ownAlias, table: null, columns: this.renamed(inner.star, ownNames), open: null });
        scope.hasOpenStar ||= inner.hasOpenStar;
        scope.relations.push(...inner.relations);
        scope.star.push(...inner.star);
        return;
      }
      case 'lateral':
        return this.from(body.this, scope, this.name(body.alias), listOf(body.column_aliases), true);
      case 'tuple': {
        // json_to_recordset(…) as r(a int, b text)
        const [call, defined] = listOf(body.expressions);
        const table = bodyOf(defined, 'table_alias');
        if (!call || !table) throw new Refusal('无法识别的 FROM 写法');
        const columns = listOf(table.columns).map((column) => bodyOf(column, 'column_def')?.name ?? column);
        return this.call(call, scope, this.name(table.this), columns);
      }
      default:
        return this.call(node, scope, ownAlias, ownNames);
    }
  }

  protected call(node: unknown, scope: Scope, alias: string | null, names: readonly unknown[]): void {
    const from = this.in('表函数的参数', () => this.value(node, scope));
    const name = alias ?? this.name(bodyOf(node, 'function')?.name) ?? expression(node)?.kind ?? '';
    const columns = names.map((column) => ({ name: this.name(column) ?? '', from, identity: null, isMade: true }));
    // rows of a table function depend on its arguments
    this.add(scope, {
      alias: name,
      table: null,
      columns: columns.length > 0 ? columns : [{ name, from, identity: null, isMade: true }],
      open: from,
    });
  }

  /**
   * Reads a condition. Columns of two of the items of FROM that are joined here and must be equal are a join; anything else is an
   * expression like others.
   */
  protected condition(node: unknown, scope: Scope, joined: readonly Relation[]): void {
    for (const part of conjuncts(node)) {
      const equal = bodyOf(part, 'eq');
      const left = equal && this.bareColumn(equal.left, scope);
      const right = equal && this.bareColumn(equal.right, scope);
      const isJoin = [left, right].every((side) => side?.relation && joined.includes(side.relation));
      if (left && right && isJoin) this.equate(left, right, part);
      else this.value(part, scope);
    }
  }
}
