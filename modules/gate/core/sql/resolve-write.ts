import { words, bodyOf, isNode, listOf, type Node, type CatalogTable } from '#modules/sources/core/index.ts';
import type { Lineage } from './findings.ts';
import { assertComplete, relationOf } from './lookup.ts';
import { Refusal } from './refusal.ts';
import { Resolver } from './resolve.ts';
import type { Relation, Scope } from './scope.ts';

/** Parts that are handled by name; whatever else there is is read as expressions. */
const WRITE_PARTS = words(
  'with table using extra_tables tables from_clause from_joins table_joins joins query columns returning on_conflict leading_comments trailing_comments',
);

/** Resolves statements that change data. */
export class WriteResolver extends Resolver {
  /** Resolves a writing statement: the target, what it reads, and RETURNING. */
  write(body: Node): Lineage & { target: CatalogTable } {
    const scope = this.scope(null);
    if (body.with) this.with(body.with, scope);
    const reference = bodyOf(body.table, 'table') ?? body.table;
    const alias = this.name(body.alias);
    const relation = this.table(isNode(reference) ? reference : {}, this.scope(null), { alias, isTarget: true });
    if (!relation.table) throw new Refusal('只能修改已同步的数据表');
    this.add(scope, relation);
    // Which of the joined tables of MySQL change is a matter of SET and the list before FROM: all of them count.
    const { hasJoinedWrites } = this.dialect;
    this.isTargeting = hasJoinedWrites;
    const named = hasJoinedWrites ? [] : listOf(body.tables);
    for (const extra of [...listOf(body.using), ...listOf(body.extra_tables), ...named]) this.from(extra, scope);
    for (const join of [...listOf(body.from_joins), ...listOf(body.table_joins), ...listOf(body.joins)]) this.join(join, scope);
    this.isTargeting = false;
    if (hasJoinedWrites) for (const one of listOf(body.tables)) this.#assertNamed(one, scope);
    if (isNode(body.from_clause)) for (const item of listOf(body.from_clause.expressions)) this.from(item, scope);
    this.#query(body.query, scope);
    this.#conflict(body.on_conflict, relation, scope);
    for (const key in body) if (!WRITE_PARTS.has(key)) this.value(body[key], scope);
    const output = listOf(body.returning).flatMap((item) => this.output(item, scope));
    assertComplete(body, this.seen);
    return { ...this.result(), output, target: relation.table };
  }

  /** `delete a, b from …` names what FROM names, by alias. */
  #assertNamed(node: unknown, scope: Scope): void {
    const path = (isNode(node) ? [node.schema, node.name] : []).filter(Boolean).map((part) => this.name(part) ?? '');
    if (!relationOf(path, scope, node).table) throw new Refusal('只能修改已同步的数据表');
  }

  /** `insert … select`, or `insert … set a = 1`. */
  #query(query: unknown, scope: Scope): void {
    const set = bodyOf(query, 'set_statement');
    if (set) for (const item of listOf(set.items)) this.value(isNode(item) ? item.value : null, scope);
    else if (query) this.query(query, scope);
  }

  #conflict(node: unknown, target: Relation, scope: Scope): void {
    if (!node) return;
    const conflict = bodyOf(node, 'on_conflict');
    if (!this.dialect.hasJoinedWrites || !conflict?.duplicate) throw new Refusal('暂不支持 ON CONFLICT');
    for (const item of listOf(conflict.expressions)) {
      const set = bodyOf(item, 'eq');
      const column = set && this.name(bodyOf(set.left, 'identifier') ?? bodyOf(set.left, 'column'));
      if (!target.columns.some(({ name }) => name === column)) throw new Refusal('ON DUPLICATE KEY UPDATE 只能修改目标表的字段');
      if (bodyOf(set!.left, 'column')) this.value(set!.left, scope);
      this.value(set!.right, scope);
    }
  }
}
