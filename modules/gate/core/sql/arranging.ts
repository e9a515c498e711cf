import { bodyOf, expression, isNode, listOf, type Node } from '#modules/sources/core/index.ts';
import { FromReader } from './from.ts';
import type { Derived, Scope } from './scope.ts';

/** Parts that sort or group rows, with their names in a refusal. */
const ARRANGING = {
  group_by: '分组（GROUP BY）',
  order_by: '排序（ORDER BY）',
  distinct_on: '去重（DISTINCT ON）',
  sort_by: '排序（SORT BY）',
  cluster_by: '排序（CLUSTER BY）',
  distribute_by: '分布（DISTRIBUTE BY）',
  limit_by: '分组取前几行（LIMIT BY）',
} as const;
/** What may stand around an ordinal: `(1)`, `rollup(1, 2)`, `grouping sets ((1), (2))`. */
const AROUND = new Set(['paren', 'tuple', 'ordered', 'annotated', 'rollup', 'cube', 'grouping_sets', 'group_by', 'function', 'array']);
const GROUPS = /^(rollup|cube|grouping sets)$/i;

/** Reads what rows are sorted and grouped by. */
export abstract class ArrangingReader extends FromReader {
  /** What rows are sorted and grouped by: expressions, and outputs by their place or name. */
  protected arranged(body: Node, output: readonly Derived[], scope: Scope): void {
    for (const [key, place] of Object.entries(ARRANGING)) {
      const clause = body[key];
      if (clause === null || clause === undefined) continue;
      this.in(place, () => {
        this.value(clause, scope);
        // GROUP BY ALL means every output that is no aggregate
        if (isNode(clause) && clause.all === true) for (const { from } of output) this.use(from);
        this.#outputsOf(Array.isArray(clause) ? clause : isNode(clause) ? (clause.expressions ?? clause) : null, output);
      });
    }
  }

  /**
   * Notes outputs that a clause names by place or by name. A name of the select list comes before a column of the same name with some
   * servers and in some clauses: here it counts as well.
   */
  #outputsOf(node: unknown, output: readonly Derived[]): void {
    if (Array.isArray(node)) return node.forEach((item) => this.#outputsOf(item, output));
    if (!isNode(node)) return;
    const found = expression(node);
    const body = found && isNode(found.body) ? found.body : null;
    if (!found || !body) return listOf(node.this ?? node.expressions).forEach((item) => this.#outputsOf(item, output));
    if (found.kind === 'this') return this.#outputsOf(found.body, output);
    const literal = bodyOf(node, 'literal');
    if (literal?.literal_type === 'number') {
      const named = output[Number(literal.value) - 1];
      if (named) this.use(named.from, node);
      return;
    }
    const column = bodyOf(node, 'column');
    const name = this.name(bodyOf(node, 'identifier') ?? (column && !column.table ? column.name : null));
    if (name !== null) for (const { from } of output.filter((one) => one.name === name)) this.use(from, node);
    if (found.kind === 'function' && !GROUPS.test(String(body.name))) return;
    if (AROUND.has(found.kind)) for (const key in body) if (key !== 'span' && key !== 'name') this.#outputsOf(body[key], output);
  }
}
