import { bodyOf, isNode, listOf, type Node } from './ast.ts';
import { FromReader } from './from.ts';
import type { Derived, Scope, Source, Value } from './scope.ts';

/** Parts that sort or group rows. */
const ARRANGING = ['group_by', 'order_by', 'distinct_on', 'sort_by', 'cluster_by', 'distribute_by', 'limit_by'] as const;

/** Reads what rows are sorted and grouped by. */
export abstract class ArrangingReader extends FromReader {
  /** What an expression of the select list gives: a column as it is, or something made of columns. */
  protected abstract outputValue(node: unknown, scope: Scope): Value;

  /**
   * What rows are sorted and grouped by: made-up values beside the real ones would show where these lie, or which they are equal to.
   * One base column as it is stands among its own values only.
   */
  protected arranged(body: Node, output: readonly Derived[], scope: Scope): void {
    for (const key of ARRANGING) {
      const clause = body[key];
      const items = Array.isArray(clause) ? clause : listOf(isNode(clause) ? clause.expressions : null);
      if (items.length === 0) scope.decide(this.value(clause, scope));
      for (const item of items) {
        const node = isNode(item) && 'this' in item ? item.this : item;
        const place = bodyOf(node, 'literal');
        const value = place?.literal_type === 'number' ? output[Number(place.value) - 1] : this.outputValue(node, scope);
        this.value(item, scope);
        const [source, ...others] = value?.from ?? [];
        const isPlain = source !== undefined && others.length === 0 && (value!.identity ?? this.#identityOf(node, output)) === source;
        if (value && !isPlain) scope.decide(value.from);
      }
    }
  }

  /** The base column behind the output that a bare name means. */
  #identityOf(node: unknown, output: readonly Derived[]): Source | null {
    const column = bodyOf(node, 'column');
    const name = this.name(bodyOf(node, 'identifier') ?? (column && !column.table ? column.name : null));
    const [hit, ...others] = output.filter((one) => one.name === name);
    return hit && others.length === 0 ? hit.identity : null;
  }
}
