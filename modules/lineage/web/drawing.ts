import type { ColumnEdge, LineageNode, TableEdge } from '../contract/lineage.ts';
import { CARD, portOf, type CardShape, type CardState, type Drawing, type pathsOf } from './model.ts';
import type { LayoutInput, Positions } from './stack.ts';
import type { PlacedCard, PlacedEdge } from './svg.ts';

export type Paths = ReturnType<typeof pathsOf>;

/** Cards of a drawing; with the paths of a column only the cards on them, each with its columns on the path. */
export function cardsOn(drawing: Drawing | null, paths: Paths | null): readonly LineageNode[] {
  const nodes = drawing?.nodes ?? [];
  if (!paths) return nodes;
  return nodes.flatMap((node) => {
    const onPath = paths.columns.get(node.key);
    return onPath ? [{ ...node, columns: node.columns.filter((column) => onPath.has(column.name)) }] : [];
  });
}

/** Names of the columns with lineage by card: from the edges between columns, and as the server names them where those were left out. */
export function linkedColumns(drawing: Drawing | null): ReadonlyMap<string, ReadonlySet<string>> {
  const linked = new Map<string, Set<string>>();
  const add = (key: string, column: string | null) => {
    if (column === null) return;
    const names = linked.get(key);
    if (names) names.add(column);
    else linked.set(key, new Set([column]));
  };
  for (const node of drawing?.nodes ?? []) for (const column of node.linked ?? []) add(node.key, column);
  for (const edge of drawing?.columnEdges ?? []) {
    add(edge.from, edge.fromColumn);
    add(edge.to, edge.toColumn);
  }
  return linked;
}

/** Edges with both ends among the cards. */
export function edgesAmong(nodes: readonly LineageNode[], edges: readonly TableEdge[]): readonly TableEdge[] {
  const keys = new Set(nodes.map((node) => node.key));
  return edges.filter((edge) => keys.has(edge.from) && keys.has(edge.to));
}

/** What the layout has to place; null without cards. */
export function layoutInput(
  nodes: readonly LineageNode[],
  edges: readonly TableEdge[],
  shapes: ReadonlyMap<string, CardShape>,
): LayoutInput | null {
  if (nodes.length === 0) return null;
  return {
    nodes: nodes.map((node) => ({ key: node.key, width: CARD.width, height: shapes.get(node.key)?.height ?? CARD.head })),
    edges: edges.map(({ from, to }) => ({ from, to })),
  };
}

/** A drawing with the places of its cards, as it stands on the screen. */
export interface Placed {
  readonly nodes: readonly LineageNode[];
  readonly edges: readonly TableEdge[];
  /** drawn instead of `edges` while a column is followed */
  readonly columnEdges: readonly ColumnEdge[] | null;
  readonly shapes: ReadonlyMap<string, CardShape>;
  readonly stateOf: (key: string) => CardState;
  readonly positions: Positions;
}

/** Cards and lines of a saved picture. Edges between columns meet the cards at the rows of the columns, all others at the head. */
export function pictureOf({ nodes, edges, columnEdges, shapes, stateOf, positions }: Placed): {
  cards: readonly PlacedCard[];
  lines: readonly PlacedEdge[];
} {
  const port = (key: string, column: string | null) => {
    const shape = shapes.get(key);
    return shape ? portOf(shape, column, stateOf(key)) : CARD.head / 2;
  };
  const cards = nodes.flatMap((node) => {
    const [shape, position] = [shapes.get(node.key), positions[node.key]];
    return shape && position ? [{ node, shape, ...position }] : [];
  });
  const lines = columnEdges
    ? columnEdges.map((edge) => ({
        from: edge.from,
        to: edge.to,
        fromY: port(edge.from, edge.fromColumn),
        toY: port(edge.to, edge.toColumn),
        isIndirect: edge.kind !== 'value',
      }))
    : edges.map((edge) => ({
        from: edge.from,
        to: edge.to,
        fromY: CARD.head / 2,
        toY: CARD.head / 2,
        isIndirect: !edge.kinds.includes('value'),
      }));
  return { cards, lines };
}
