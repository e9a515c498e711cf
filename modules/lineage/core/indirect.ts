import type { Column } from './relation.ts';
import { valueSources } from './expression.ts';
import type { Scope } from './scope.ts';
import { as, bare, isTree, list, walk, type Tree } from './tree.ts';
import type { EdgeKind } from './types.ts';

/** The clauses of SELECT that decide about rows, groups and order without giving values. */
const CLAUSES: readonly (readonly [string, EdgeKind])[] = [
  ['where_clause', 'filter'],
  ['prewhere', 'filter'],
  ['connect', 'filter'],
  ['having', 'filter'],
  ['qualify', 'filter'],
  ['group_by', 'group'],
  ['distinct_on', 'group'],
  ['order_by', 'sort'],
  ['sort_by', 'sort'],
  ['distribute_by', 'sort'],
  ['cluster_by', 'sort'],
  ['limit', 'sort'],
  ['offset', 'sort'],
  ['limit_by', 'group'],
  ['top', 'sort'],
];
const AFTER_PROJECTION = new Set(['having', 'qualify', 'group_by', 'order_by', 'sort_by', 'distribute_by', 'cluster_by', 'limit_by']);

/** Notes the columns of conditions, groups and order of a SELECT; sub-queries in them are read. */
export function decideBy(body: Tree, scope: Scope, columns: readonly Column[]): void {
  for (const [key, kind] of CLAUSES) {
    const clause = body[key];
    if (typeof clause !== 'object' || clause === null) continue;
    scope.aliasFirst = AFTER_PROJECTION.has(key);
    scope.session.decide(kind, valueSources(clause, scope));
    if (kind === 'group' || kind === 'sort') scope.session.decide(kind, positions(clause, columns));
  }
  scope.aliasFirst = false;
}

/** `GROUP BY 1, 2`: a number stands for a projected column. */
function positions(clause: unknown, columns: readonly Column[]) {
  return list(clause, 'expressions').flatMap((item) => {
    const inner = isTree(item['this']) ? item['this'] : item;
    const literal = as(bare(inner), 'literal');
    return literal?.['literal_type'] === 'number' ? (columns[Number(literal['value']) - 1]?.sources ?? []) : [];
  });
}

/** Reads the sub-queries of a part whose columns say nothing about values or rows. */
export function readOnly(part: unknown, scope: Scope): void {
  scope.session.quietly(() => {
    walk(part, (node) => {
      if (!['select', 'union', 'intersect', 'except'].some((kind) => isTree(node[kind]))) return true;
      valueSources(node, scope);
      return false;
    });
  });
}
