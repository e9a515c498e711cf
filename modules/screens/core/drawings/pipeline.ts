export interface PipelineEdge {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}
export interface PipelineNode {
  readonly name: string;
  readonly incoming: number;
  readonly outgoing: number;
  readonly x: number;
  readonly y: number;
  readonly h: number;
}
export interface PipelineBand extends PipelineEdge {
  /** widths at both ends are the same: pixels per edge */
  readonly h: number;
  readonly fromY: number;
  readonly toY: number;
  readonly fromX: number;
  readonly toX: number;
  /** leads back to an earlier stage */
  readonly isBack: boolean;
}
export interface Pipeline {
  readonly nodes: readonly PipelineNode[];
  readonly bands: readonly PipelineBand[];
}
export interface PipelineRoom {
  readonly w: number;
  readonly h: number;
  readonly bar: number;
}

const LEAST = 6;

/** Stages in the order that is asked for; others before the last of them, as they come. Names without edges are left out. */
export function stageOrder(edges: readonly PipelineEdge[], wanted: readonly string[]): string[] {
  const seen = [...new Set(edges.flatMap(({ from, to }) => [from, to]))];
  const known = wanted.filter((name) => seen.includes(name));
  const others = seen.filter((name) => !wanted.includes(name));
  return [...known.slice(0, -1), ...others, ...known.slice(-1)];
}

/**
 * Layers of a pipeline from left to right with bands between them, wide in proportion to what flows. Flows within a layer count for it, and
 * are not drawn. Bands leave and enter in the order of the layers at their other ends.
 */
export function pipelineOf(edges: readonly PipelineEdge[], order: readonly string[], room: PipelineRoom): Pipeline {
  const names = stageOrder(edges, order);
  const place = new Map(names.map((name, i) => [name, i]));
  const drawn = edges.filter(({ from, to, count }) => from !== to && count > 0);
  const sum = (list: readonly PipelineEdge[]): number => list.reduce((all, { count }) => all + count, 0);
  const incoming = (name: string) => drawn.filter(({ to }) => to === name);
  const outgoing = (name: string) => drawn.filter(({ from }) => from === name);
  const size = (name: string): number => Math.max(sum(incoming(name)), sum(outgoing(name)));
  const unit = room.h / Math.max(1, ...names.map(size));
  const step = names.length > 1 ? (room.w - room.bar) / (names.length - 1) : 0;
  const nodes = names.map((name, i): PipelineNode => {
    const h = Math.max(LEAST, size(name) * unit);
    return { name, incoming: sum(incoming(name)), outgoing: sum(outgoing(name)), x: i * step, y: (room.h - h) / 2, h };
  });
  const startOf = (name: string, list: readonly PipelineEdge[]): number => {
    const node = nodes[place.get(name)!]!;
    return node.y + (node.h - sum(list) * unit) / 2;
  };
  const above = (one: PipelineEdge, list: readonly PipelineEdge[], end: 'from' | 'to'): number => {
    const rank = (edge: PipelineEdge) => place.get(edge[end])!;
    return sum(list.filter((edge) => rank(edge) < rank(one)));
  };
  const bands = drawn.map((edge): PipelineBand => {
    const [out, into] = [outgoing(edge.from), incoming(edge.to)];
    const [a, b] = [nodes[place.get(edge.from)!]!, nodes[place.get(edge.to)!]!];
    return {
      ...edge,
      h: edge.count * unit,
      fromX: a.x + room.bar,
      toX: b.x,
      fromY: startOf(edge.from, out) + above(edge, out, 'to') * unit,
      toY: startOf(edge.to, into) + above(edge, into, 'from') * unit,
      isBack: place.get(edge.to)! < place.get(edge.from)!,
    };
  });
  return { nodes, bands };
}
