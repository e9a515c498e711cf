import { graphlib, layout } from '@dagrejs/dagre';

import { GAP, type LayoutInput, type Positions } from './stack.ts';

/** Places cards from left to right by the layers of their graph; answers their upper left corners. */
export function ordered({ nodes, edges }: LayoutInput): Positions {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: GAP.y, ranksep: GAP.x, marginx: 16, marginy: 16, ranker: 'tight-tree' });
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
