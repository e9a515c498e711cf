import type { ColumnEdge, EdgeKind, LineageGraph, LineageNode, TableEdge, UnitOrigin } from '../contract/lineage.ts';

/** Measures of a card; the edges are computed from them, nothing is measured on the screen. */
export const CARD = { width: 252, rim: 3, head: 54, row: 26, foot: 28, search: 34, most: 12, brief: 8 } as const;

/** How one card is shown. */
export interface CardState {
  readonly mode: 'head' | 'brief' | 'full';
  readonly filter: string;
  readonly scroll: number;
}
export interface Focus {
  readonly key: string;
  readonly column: string;
}
export interface Filter {
  readonly kinds: readonly EdgeKind[];
  readonly origins: readonly UnitOrigin[];
  readonly hideTransient: boolean;
}
export type Column = LineageNode['columns'][number];
export interface Drawing {
  readonly nodes: readonly LineageNode[];
  readonly edges: readonly TableEdge[];
  readonly columnEdges: readonly ColumnEdge[];
}

/** Adds a reply to what is drawn; nodes that are there keep their place, new ones come up to `most`. `left` counts the rest. */
export function merge(
  old: LineageGraph,
  added: Drawing & { more: number },
  at: LineageNode,
  most: number,
): { graph: LineageGraph; left: number } {
  const nodes = new Map(old.nodes.map((node) => [node.key, node]));
  let left = 0;
  for (const node of added.nodes) {
    const there = nodes.get(node.key);
    if (there && there.columns.length === 0 && node.columns.length > 0)
      nodes.set(node.key, { ...there, columns: node.columns, columnCount: node.columnCount, linked: node.linked });
    if (there) continue;
    if (nodes.size >= most) left++;
    else nodes.set(node.key, { ...node, distance: at.distance + node.distance });
  }
  const known = (edge: { from: string; to: string }) => nodes.has(edge.from) && nodes.has(edge.to);
  const edges = new Map(old.edges.map((edge) => [`${edge.from} ${edge.to}`, edge]));
  for (const edge of added.edges) if (known(edge)) edges.set(`${edge.from} ${edge.to}`, edge);
  const columnEdges = new Map(old.columnEdges.map((edge) => [edge.id, edge]));
  for (const edge of added.columnEdges) if (known(edge)) columnEdges.set(edge.id, edge);
  return { graph: { ...old, nodes: [...nodes.values()], edges: [...edges.values()], columnEdges: [...columnEdges.values()] }, left };
}

/** Takes temporary tables out of a drawing: what went in and out of them is joined directly. */
export function withoutTransient(graph: Drawing, focus: string): Drawing {
  let { edges } = graph;
  const gone = new Set(graph.nodes.filter((node) => node.isTransient && node.key !== focus).map((node) => node.key));
  for (const key of gone) {
    const into = edges.filter((edge) => edge.to === key);
    const out = edges.filter((edge) => edge.from === key);
    const kept = edges.filter((edge) => edge.from !== key && edge.to !== key);
    const pairs = new Set(kept.map((edge) => `${edge.from} ${edge.to}`));
    for (const first of into)
      for (const second of out)
        if (first.from !== second.to && !pairs.has(`${first.from} ${second.to}`))
          kept.push({ ...second, from: first.from, confidence: first.confidence === 'inferred' ? 'inferred' : second.confidence });
    edges = kept;
  }
  return {
    nodes: graph.nodes.filter((node) => !gone.has(node.key)),
    edges,
    columnEdges: graph.columnEdges.filter((edge) => !gone.has(edge.from) && !gone.has(edge.to)),
  };
}

/** Leaves the edges of the chosen kinds and origins, and the nodes that still hang on the start. */
export function filtered(graph: Drawing, focus: string, filter: Filter): Drawing {
  const base = filter.hideTransient ? withoutTransient(graph, focus) : graph;
  const isKept = (edge: { kinds: readonly EdgeKind[]; origins: readonly UnitOrigin[] }) =>
    (filter.kinds.length === 0 || edge.kinds.some((kind) => filter.kinds.includes(kind))) &&
    (filter.origins.length === 0 || edge.origins.some((origin) => filter.origins.includes(origin)));
  if (filter.kinds.length === 0 && filter.origins.length === 0) return base;
  const edges = base.edges.filter(isKept);
  const reached = new Set([focus]);
  for (let grew = true; grew;) {
    grew = false;
    for (const edge of edges)
      if (reached.has(edge.from) !== reached.has(edge.to)) {
        reached.add(edge.from).add(edge.to);
        grew = true;
      }
  }
  return {
    nodes: base.nodes.filter((node) => reached.has(node.key)),
    edges: edges.filter((edge) => reached.has(edge.from)),
    columnEdges: base.columnEdges.filter(
      (edge) => reached.has(edge.from) && reached.has(edge.to) && isKept({ kinds: [edge.kind], origins: [edge.origin] }),
    ),
  };
}

/** What hangs on one column, both ways: its edges, and the columns of each card that lie on a path. */
export function pathsOf(graph: Drawing, focus: Focus): { edges: ColumnEdge[]; columns: ReadonlyMap<string, ReadonlySet<string>> } {
  const columns = new Map<string, Set<string>>([[focus.key, new Set([focus.column])]]);
  const edges = new Map<string, ColumnEdge>();
  const mark = (key: string, column: string | null) => {
    const set = columns.get(key) ?? new Set<string>();
    columns.set(key, set);
    if (column !== null) set.add(column);
  };
  for (const direction of ['up', 'down'] as const) {
    const near = direction === 'down' ? (['from', 'fromColumn'] as const) : (['to', 'toColumn'] as const);
    const far = direction === 'down' ? (['to', 'toColumn'] as const) : (['from', 'fromColumn'] as const);
    const byEnd = new Map<string, ColumnEdge[]>();
    for (const edge of graph.columnEdges) {
      const key = JSON.stringify([edge[near[0]], edge[near[1]]]);
      const list = byEnd.get(key);
      if (list) list.push(edge);
      else byEnd.set(key, [edge]);
    }
    const seen = new Set<string>();
    const queue: [string, string][] = [[focus.key, focus.column]];
    for (let next = queue.pop(); next; next = queue.pop()) {
      const key = JSON.stringify(next);
      if (seen.has(key)) continue;
      seen.add(key);
      for (const edge of byEnd.get(key) ?? []) {
        edges.set(edge.id, edge);
        const column = edge[far[1]];
        mark(edge[far[0]], column);
        if (column !== null) queue.push([edge[far[0]], column]);
      }
    }
  }
  return { edges: [...edges.values()], columns };
}

/** Columns in the order of a card: those with lineage first while it is short. */
export function orderedColumns(node: LineageNode, linked: ReadonlySet<string> | undefined, state: CardState): readonly Column[] {
  if (state.mode === 'head') return [];
  const filter = state.filter.trim().toLowerCase();
  const found = filter
    ? node.columns.filter((column) => column.name.toLowerCase().includes(filter) || (column.comment ?? '').toLowerCase().includes(filter))
    : node.columns;
  if (state.mode === 'full' || found.length <= CARD.most) return found;
  const [first, rest] = [found.filter((column) => linked?.has(column.name)), found.filter((column) => !linked?.has(column.name))];
  return [...first, ...rest].slice(0, CARD.brief);
}

const hasSearch = (node: LineageNode, state: CardState): boolean => state.mode === 'full' && node.columns.length > CARD.most;
const hasFoot = (node: LineageNode, state: CardState): boolean => state.mode !== 'head' && node.columns.length > CARD.most;

export interface CardShape {
  readonly height: number;
  readonly bodyTop: number;
  readonly bodyHeight: number;
  readonly rows: readonly Column[];
  readonly hasSearch: boolean;
  readonly hasFoot: boolean;
}
/** The measures of a card in its present state. */
export function shapeOf(node: LineageNode, linked: ReadonlySet<string> | undefined, state: CardState): CardShape {
  const rows = orderedColumns(node, linked, state);
  const bodyTop = CARD.head + (hasSearch(node, state) ? CARD.search : 0);
  const bodyHeight = Math.min(rows.length, CARD.most) * CARD.row;
  const foot = hasFoot(node, state) ? CARD.foot : 0;
  const height = rows.length > 0 ? bodyTop + bodyHeight + foot + CARD.rim : bodyTop;
  return { height, bodyTop, bodyHeight, rows, hasSearch: hasSearch(node, state), hasFoot: foot > 0 };
}

/** Where an edge meets a card, from its top: at the row of the column while that is in sight, at the head otherwise. */
export function portOf(shape: CardShape, column: string | null, state: CardState): number {
  const at = column === null ? -1 : shape.rows.findIndex((row) => row.name === column);
  if (at < 0) return CARD.head / 2;
  const y = (at + 0.5) * CARD.row - state.scroll;
  return shape.bodyTop + Math.max(4, Math.min(shape.bodyHeight - 4, y));
}
