export interface LayoutInput {
  readonly nodes: readonly { readonly key: string; readonly width: number; readonly height: number }[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}
export type Positions = Record<string, { x: number; y: number }>;

export const GAP = { x: 120, y: 20 } as const;
/** Above this dagre takes longer than a person waits. */
export const DAGRE_UP_TO = 120;

/** Large drawings: a column for each step of the longest way, cards beside what they hang on; linear in the edges. */
export function stacked({ nodes, edges }: LayoutInput): Positions {
  const rank = new Map(nodes.map(({ key }) => [key, 0]));
  // cycles would never come to rest: at most as many rounds as a drawing has levels
  for (let round = 0, moved = true; moved && round < 12; round++) {
    moved = false;
    for (const { from, to } of edges) {
      const wanted = (rank.get(from) ?? 0) + 1;
      if (from === to || (rank.get(to) ?? 0) >= wanted) continue;
      rank.set(to, wanted);
      moved = true;
    }
  }
  const columns = new Map<number, LayoutInput['nodes'][number][]>();
  for (const node of nodes) {
    const at = rank.get(node.key) ?? 0;
    const column = columns.get(at);
    if (column) column.push(node);
    else columns.set(at, [node]);
  }
  const middle = new Map<string, number>();
  const positions: Positions = {};
  let x = 0;
  for (const at of [...columns.keys()].toSorted((a, b) => a - b)) {
    const sums = new Map<string, { sum: number; n: number }>();
    for (const { from, to } of edges) {
      const y = middle.get(from);
      if (y === undefined || rank.get(to) !== at) continue;
      const one = sums.get(to) ?? { sum: 0, n: 0 };
      sums.set(to, { sum: one.sum + y, n: one.n + 1 });
    }
    const pull = (key: string) => {
      const one = sums.get(key);
      return one ? one.sum / one.n : 0;
    };
    const cards = (columns.get(at) ?? []).toSorted((a, b) => pull(a.key) - pull(b.key));
    let y = -cards.reduce((sum, card) => sum + card.height + GAP.y, 0) / 2;
    for (const card of cards) {
      positions[card.key] = { x, y };
      middle.set(card.key, y + card.height / 2);
      y += card.height + GAP.y;
    }
    x += Math.max(...cards.map((card) => card.width)) + GAP.x;
  }
  return positions;
}
