/** x, y, width, height on the canvas. */
export type Box = readonly [x: number, y: number, w: number, h: number];

export const WIDTH = 1920;
export const HEIGHT = 1080;
export const HEADER = 72;
const MARGIN = 24;
export const GUTTER = 16;
/** Panels stand between these lines. */
export const TOP = 88;
const BOTTOM = 1056;
const STEP = 8;

/** Frame A: 440 / 960 / 440. */
export const COLUMNS = {
  left: [MARGIN, 440],
  centre: [MARGIN + 440 + GUTTER, 960],
  right: [WIDTH - MARGIN - 440, 440],
} as const satisfies Record<string, readonly [x: number, w: number]>;

const onStep = (value: number): number => Math.round(value / STEP) * STEP;

/**
 * Boxes one below the other with a gutter between them, in the proportion of the weights, on the step; the last one ends exactly at the lower
 * line, so that the feet of all columns stand on one line.
 */
export function stack(column: keyof typeof COLUMNS, weights: readonly number[], from = TOP, to = BOTTOM): Box[] {
  const [x, w] = COLUMNS[column];
  const room = to - from - GUTTER * (weights.length - 1);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let y = from;
  return weights.map((weight, i): Box => {
    const h = i === weights.length - 1 ? to - y : onStep((room * weight) / all);
    const box: Box = [x, y, w, h];
    y += h + GUTTER;
    return box;
  });
}

/** Boxes of equal width side by side. */
export function row([x, y, w, h]: Box, count: number, gap = 10): Box[] {
  const each = Math.floor((w - gap * (count - 1)) / count);
  return Array.from({ length: count }, (_, i): Box => [x + i * (each + gap), y, i === count - 1 ? w - i * (each + gap) : each, h]);
}

const TITLE = 44;
const PAD = 12;
/** The room of a panel below its title. */
export const inside = ([x, y, w, h]: Box): Box => [x + PAD, y + TITLE, w - PAD * 2, h - TITLE - PAD];

/** Cuts a box in two from the top: the first has the height `at`, the second the rest. */
export const cut = ([x, y, w, h]: Box, at: number, gap = 8): [Box, Box] => [
  [x, y, w, at],
  [x, y + at + gap, w, h - at - gap],
];
/** Cuts a box in two from the left. */
export const split = ([x, y, w, h]: Box, at: number, gap = 8): [Box, Box] => [
  [x, y, at, h],
  [x + at + gap, y, w - at - gap, h],
];
