import { graphlib, layout } from '@dagrejs/dagre';

export interface LayoutInput {
  readonly nodes: readonly { readonly key: string; readonly width: number; readonly height: number }[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}
export type Positions = Record<string, { x: number; y: number }>;

/** Places cards from left to right; answers their upper left corners. */
export function placed({ nodes, edges }: LayoutInput): Positions {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 20, ranksep: 120, marginx: 16, marginy: 16, ranker: 'tight-tree' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { key, width, height } of nodes) graph.setNode(key, { width, height });
  for (const { from, to } of edges) if (from !== to) graph.setEdge(from, to);
  layout(graph);
  const positions: Positions = {};
  for (const { key, width, height } of nodes) {
    const { x, y } = graph.node(key) as { x: number; y: number };
    positions[key] = { x: x - width / 2, y: y - height / 2 };
  }
  return positions;
}
