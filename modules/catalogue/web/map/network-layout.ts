/** A table to be placed. */
export interface LayoutNode {
  readonly id: string;
  readonly label: string;
  /** what it stands together with; tables of one group lie in one region */
  readonly group: string;
  /** place of its layer in the order of the warehouse */
  readonly layer: number;
}
export interface LayoutLink {
  readonly from: string;
  readonly to: string;
}
export interface PlacedNode extends LayoutNode {
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly degree: number;
}
export interface Region {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface NetworkLayout {
  readonly nodes: readonly PlacedNode[];
  readonly regions: readonly Region[];
  readonly width: number;
  readonly height: number;
}

export const LABEL = { size: 12, gap: 5, height: 16, max: 120 } as const;
const RADIUS = { least: 6, most: 14 } as const;
const CELL = { gap: 18, least: 64, height: 66 } as const;
const REGION = { padding: 16, head: 30, gap: 36 } as const;
/** Every second row stands aside, so that lines between rows do not run through the circle between. */
const ASIDE = 0.3;
const SWAP_ROUNDS = 4;

/** Width of a text at the size of a label: Chinese letters are square, others a little over half of that. */
export const labelWidth = (text: string): number =>
  Math.min(
    LABEL.max,
    [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 255 ? LABEL.size : 7), 0),
  );

interface Point {
  x: number;
  y: number;
}
interface Block {
  readonly name: string;
  readonly members: LayoutNode[];
  /** places of the members from the corner of the block */
  readonly spots: readonly Point[];
  readonly width: number;
  readonly height: number;
  x: number;
  y: number;
}

function blockOf(name: string, members: LayoutNode[]): Block {
  const cell = Math.max(CELL.least, ...members.map(({ label }) => labelWidth(label))) + CELL.gap;
  const columns = Math.max(1, Math.round(Math.sqrt((members.length * CELL.height * 1.35) / cell)));
  const rows = Math.ceil(members.length / columns);
  const aside = rows > 1 ? cell * ASIDE : 0;
  const spots = members.map((_, i) => {
    const row = Math.floor(i / columns);
    return {
      x: REGION.padding + cell / 2 + (i % columns) * cell + (row % 2 === 1 ? aside : 0),
      y: REGION.head + RADIUS.most + row * CELL.height + 4,
    };
  });
  const width = Math.max(columns * cell + aside, labelWidth(name) + 8) + REGION.padding * 2;
  return { name, members, spots, width, height: REGION.head + rows * CELL.height + 4, x: 0, y: 0 };
}

/** Blocks by how much flows between them. */
function weightsOf(blocks: readonly Block[], links: readonly LayoutLink[]): number[][] {
  const at = new Map(blocks.flatMap((block, i) => block.members.map(({ id }) => [id, i] as const)));
  const weights = blocks.map(() => blocks.map(() => 0));
  for (const { from, to } of links) {
    const [a, b] = [at.get(from), at.get(to)];
    if (a === undefined || b === undefined || a === b) continue;
    weights[a]![b]! += 1;
    weights[b]![a]! += 1;
  }
  return weights;
}

const overlaps = (a: Block, b: Block, gap: number): boolean =>
  a.x < b.x + b.width + gap && b.x < a.x + a.width + gap && a.y < b.y + b.height + gap && b.y < a.y + a.height + gap;
const centre = (block: Block): Point => ({ x: block.x + block.width / 2, y: block.y + block.height / 2 });

/** Corners at which a block may lie against those that are placed. */
const cornersBeside = (placed: readonly Block[], block: Block): Point[] =>
  placed.flatMap((one) => {
    const right = one.x + one.width + REGION.gap;
    const below = one.y + one.height + REGION.gap;
    return [
      { x: right, y: one.y },
      { x: right, y: one.y + one.height - block.height },
      { x: one.x, y: below },
      { x: one.x + one.width - block.width, y: below },
      { x: one.x - block.width - REGION.gap, y: one.y },
      { x: one.x, y: one.y - block.height - REGION.gap },
    ];
  });

/** Places blocks one after the other, each where the picture stays in its shape and what it is connected with is near. */
function pack(blocks: readonly Block[], links: readonly LayoutLink[], aspect: number): void {
  const weights = weightsOf(blocks, links);
  const order = blocks.map((_, i) => i).toSorted((a, b) => blocks[b]!.members.length - blocks[a]!.members.length || a - b);
  const placed: number[] = [];
  for (const i of order) {
    const block = blocks[i]!;
    const others = placed.map((j) => blocks[j]!);
    let best: { point: Point; cost: number } | null = null;
    for (const point of others.length === 0 ? [{ x: 0, y: 0 }] : cornersBeside(others, block)) {
      Object.assign(block, point);
      if (others.some((other) => overlaps(block, other, REGION.gap - 1))) continue;
      const all = [...others, block];
      const wide = Math.max(...all.map((one) => one.x + one.width)) - Math.min(...all.map((one) => one.x));
      const high = Math.max(...all.map((one) => one.y + one.height)) - Math.min(...all.map((one) => one.y));
      const here = centre(block);
      const pull = placed.reduce((sum, j) => {
        const there = centre(blocks[j]!);
        return sum + (weights[i]![j]! + 0.2) * Math.hypot(here.x - there.x, here.y - there.y);
      }, 0);
      const cost = Math.max(wide / aspect, high) * 6 + pull / Math.max(1, placed.length);
      if (best === null || cost < best.cost) best = { point, cost };
    }
    Object.assign(block, best?.point);
    placed.push(i);
  }
}

/** Exchanges tables inside their blocks while that makes the lines shorter. */
function settle(blocks: readonly Block[], links: readonly LayoutLink[]): void {
  const near = new Map<string, string[]>();
  for (const { from, to } of links) {
    near.set(from, [...(near.get(from) ?? []), to]);
    near.set(to, [...(near.get(to) ?? []), from]);
  }
  const at = new Map<string, Point>();
  const put = (block: Block, i: number) => at.set(block.members[i]!.id, { x: block.x + block.spots[i]!.x, y: block.y + block.spots[i]!.y });
  for (const block of blocks) block.members.forEach((_, i) => put(block, i));
  const length = (id: string): number => {
    const here = at.get(id)!;
    return (near.get(id) ?? []).reduce((sum, other) => sum + Math.hypot(here.x - at.get(other)!.x, here.y - at.get(other)!.y), 0);
  };
  const exchange = (block: Block, i: number, j: number) => {
    [block.members[i], block.members[j]] = [block.members[j]!, block.members[i]!];
    put(block, i);
    put(block, j);
  };
  for (let round = 0; round < SWAP_ROUNDS; round += 1)
    for (const block of blocks)
      for (let i = 0; i < block.members.length; i += 1)
        for (let j = i + 1; j < block.members.length; j += 1) {
          const [a, b] = [block.members[i]!.id, block.members[j]!.id];
          const before = length(a) + length(b);
          exchange(block, i, j);
          if (length(a) + length(b) >= before - 0.01) exchange(block, i, j);
        }
}

/**
 * Where tables and their regions lie. Every table has a cell as wide as the longest name of its region, so that no name lies on another or on
 * a circle; regions that much flows between lie near each other. The same tables always give the same picture.
 */
export function layoutOf(nodes: readonly LayoutNode[], links: readonly LayoutLink[], aspect = 1.6): NetworkLayout {
  const known = new Set(nodes.map(({ id }) => id));
  const lines = links.filter(({ from, to }) => known.has(from) && known.has(to));
  const degree = new Map<string, number>();
  for (const { from, to } of lines) for (const id of [from, to]) degree.set(id, (degree.get(id) ?? 0) + 1);
  const groups = new Map<string, LayoutNode[]>();
  for (const node of nodes.toSorted(
    (a, b) => a.layer - b.layer || (degree.get(b.id) ?? 0) - (degree.get(a.id) ?? 0) || (a.id < b.id ? -1 : 1),
  ))
    groups.set(node.group, [...(groups.get(node.group) ?? []), node]);
  const blocks = [...groups].map(([name, members]) => blockOf(name, members));
  if (blocks.length === 0) return { nodes: [], regions: [], width: 0, height: 0 };
  pack(blocks, lines, aspect);
  settle(blocks, lines);
  const left = Math.min(...blocks.map((block) => block.x)) - 8;
  const top = Math.min(...blocks.map((block) => block.y)) - 8;
  const most = Math.max(1, ...degree.values());
  return {
    nodes: blocks.flatMap((block) =>
      block.members.map((node, i): PlacedNode => {
        const own = degree.get(node.id) ?? 0;
        const r = RADIUS.least + (RADIUS.most - RADIUS.least) * Math.sqrt(own / most);
        return { ...node, degree: own, r, x: block.x - left + block.spots[i]!.x, y: block.y - top + block.spots[i]!.y };
      }),
    ),
    regions: blocks.map(({ name, x, y, width, height }) => ({ name, x: x - left, y: y - top, width, height })),
    width: Math.max(...blocks.map((block) => block.x + block.width)) - left + 8,
    height: Math.max(...blocks.map((block) => block.y + block.height)) - top + 8,
  };
}

/** Names that have room when the picture is drawn at `scale` with letters of the same size: of those that collide the best connected stays. */
export function labelsAt(nodes: readonly PlacedNode[], scale: number): ReadonlySet<string> {
  const shown: { id: string; left: number; right: number; top: number; bottom: number }[] = [];
  for (const node of nodes.toSorted((a, b) => b.degree - a.degree || (a.id < b.id ? -1 : 1))) {
    const half = labelWidth(node.label) / 2 / scale;
    const top = node.y + node.r + LABEL.gap;
    const box = { id: node.id, left: node.x - half, right: node.x + half, top, bottom: top + LABEL.height / scale };
    if (shown.every((one) => box.right <= one.left || one.right <= box.left || box.bottom <= one.top || one.bottom <= box.top))
      shown.push(box);
  }
  return new Set(shown.map(({ id }) => id));
}

/** A curve from circle to circle that ends before the arrow's point; two tables that feed each other get two curves. */
export function curveOf(from: PlacedNode, to: PlacedNode): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const bend = Math.min(40, far * 0.14);
  const control = { x: (from.x + to.x) / 2 - (dy / far) * bend, y: (from.y + to.y) / 2 + (dx / far) * bend };
  const rim = (node: PlacedNode, room: number) => {
    const [x, y] = [control.x - node.x, control.y - node.y];
    const long = Math.hypot(x, y) || 1;
    return `${(node.x + (x / long) * (node.r + room)).toFixed(1)},${(node.y + (y / long) * (node.r + room)).toFixed(1)}`;
  };
  return `M${rim(from, 1)} Q${control.x.toFixed(1)},${control.y.toFixed(1)} ${rim(to, 7)}`;
}
