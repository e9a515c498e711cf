import type { ChartQuery, FilterNode } from '#modules/datasets/contract/query.ts';

/** Conditions without those on a field, or with the field exchanged. */
function nodes(all: readonly FilterNode[], from: string, to: string | null): FilterNode[] {
  return all.flatMap((node): FilterNode[] => {
    if ('all' in node) return kept({ all: nodes(node.all, from, to) }, node.all.length);
    if ('any' in node) return kept({ any: nodes(node.any, from, to) }, node.any.length);
    if (node.col !== from) return [node];
    return to === null ? [] : [{ ...node, col: to }];
  });
}
const kept = (group: Extract<FilterNode, { all: unknown } | { any: unknown }>, before: number): FilterNode[] => {
  const left = 'all' in group ? group.all : group.any;
  return before > 0 && left.length === 0 ? [] : [group];
};

/** A query that reads another field where it read one: the words of a question meant that one. */
export function withField(query: ChartQuery, from: string, to: string): ChartQuery {
  const slots = (all: ChartQuery['rows']) => all.map((slot) => (slot.col === from ? { ...slot, col: to } : slot));
  return {
    ...query,
    rows: slots(query.rows),
    columns: slots(query.columns),
    measures: slots(query.measures),
    filters: nodes(query.filters, from, to),
  };
}

/** A query without the conditions on a field. */
export const withoutFilter = (query: ChartQuery, col: string): ChartQuery => ({ ...query, filters: nodes(query.filters, col, null) });
