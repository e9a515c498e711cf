import { useCallback, useMemo, useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { MAX_NODES, type LineageGraph, type LineageNode } from '../contract/lineage.ts';
import { api } from './api.ts';
import { merge } from './model.ts';

export interface Start {
  readonly type: 'table' | 'object';
  readonly id: string;
}
export type Direction = 'up' | 'down' | 'both';
/** Neighbours that one click fetches. */
const PAGE = 50;

/** Ids behind the keys of cards; hidden ones have none. */
const idsOf = (nodes: readonly LineageNode[]) => nodes.flatMap((node) => (node.id === null ? [] : [node.id]));

interface Walk {
  direction: Direction;
  depth: number;
  columns: '1' | 'auto';
}

function useGraph(start: Start | null, query: Walk, enabled: boolean) {
  const table = useCall(
    api.lineage.table,
    { params: { tableId: start?.id ?? '0' }, query },
    { enabled: enabled && start?.type === 'table', staleTime: 30_000 },
  );
  const object = useCall(
    api.lineage.object,
    { params: { id: start?.id ?? '0' }, query },
    { enabled: enabled && start?.type === 'object', staleTime: 30_000 },
  );
  return start?.type === 'object' ? object : table;
}

/**
 * The lineage around a start, as far as it was expanded; a new start or depth begins anew. Of many objects the columns and their edges
 * come later: with a card that is opened, with a column that is followed, all of them (`needsColumns`) for the list.
 */
export function useLineage(start: Start | null, options: { direction: Direction; depth: number }, needsColumns: boolean) {
  const { direction, depth } = options;
  const [isWhole, setWhole] = useState(false);
  const first = useGraph(start, { direction, depth, columns: 'auto' }, true);
  const wantsRest = (isWhole || needsColumns) && first.data?.isBrief === true;
  const whole = useGraph(start, { direction, depth, columns: '1' }, wantsRest);
  const answer = wantsRest ? whole : first;
  const base = answer.data as LineageGraph | undefined;
  const [grown, setGrown] = useState<{ base: LineageGraph; graph: LineageGraph; left: number } | null>(null);
  const [expanding, setExpanding] = useState(false);
  const current = grown && grown.base === base ? grown : null;
  const graph = current?.graph ?? base ?? null;

  const add = useCallback(
    (part: Pick<LineageGraph, 'nodes' | 'edges' | 'columnEdges' | 'more'>, at: LineageNode) => {
      if (!base) return;
      setGrown((old) => {
        const from = old && old.base === base ? old : { base, graph: base, left: 0 };
        const { graph: next, left } = merge(from.graph, part, at, MAX_NODES + 1);
        return { base, graph: next, left: from.left + left };
      });
    },
    [base],
  );
  const expand = useCallback(
    async (node: LineageNode, direction: 'up' | 'down', offset: number) => {
      if (!graph || node.id === null || node.type === 'hidden') return;
      if (graph.nodes.length > MAX_NODES) {
        toast.warning(`图中最多显示 ${MAX_NODES} 个对象，其余请在列表中查看`);
        return;
      }
      setExpanding(true);
      try {
        const part = await api.lineage.expand(
          {
            body: {
              type: node.type,
              id: node.id,
              direction,
              offset,
              limit: PAGE,
              known: idsOf(graph.nodes).slice(0, MAX_NODES),
              columns: graph.isBrief ? '0' : '1',
            },
          },
          { overlay: false },
        );
        add(part, node);
      } finally {
        setExpanding(false);
      }
    },
    [graph, add],
  );
  const addColumn = useCallback(
    async (node: LineageNode, columnId: string) => {
      const part = await api.lineage.column(
        { params: { columnId }, query: { direction: 'both', depth: Math.max(2, depth) } },
        { overlay: false },
      );
      add(part, node);
    },
    [add, depth],
  );
  /** the columns of a card that came without */
  const loadColumns = useCallback(
    async (node: LineageNode) => {
      if (node.id === null || node.type === 'hidden') return;
      const made = await api.lineage.cardColumns({ params: { type: node.type, id: node.id } }, { overlay: false });
      const full = { ...node, ...made, columnCount: made.columns.length };
      add({ nodes: [full], edges: [], columnEdges: [], more: 0 }, node);
    },
    [add],
  );
  /** neighbours on the drawing by card */
  const drawn = useMemo(() => {
    const counts = new Map<string, { up: number; down: number }>();
    const of = (key: string) => counts.get(key) ?? counts.set(key, { up: 0, down: 0 }).get(key)!;
    for (const edge of graph?.edges ?? []) {
      of(edge.from).down++;
      of(edge.to).up++;
    }
    return counts;
  }, [graph]);
  const leftOf = useCallback(
    (node: LineageNode) => {
      const here = drawn.get(node.key) ?? { up: 0, down: 0 };
      return { up: Math.max(0, node.upCount - here.up), down: Math.max(0, node.downCount - here.down) };
    },
    [drawn],
  );
  const loadWhole = useCallback(() => setWhole(true), []);
  return {
    answer,
    graph,
    expand,
    addColumn,
    loadColumns,
    loadWhole,
    expanding,
    leftOf,
    drawn,
    left: (base?.more ?? 0) + (current?.left ?? 0),
  };
}
