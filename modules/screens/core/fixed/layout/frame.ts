/** x, y, width, height on the canvas. */
export type Box = readonly [x: number, y: number, w: number, h: number];

export const WIDTH = 1920;
export const HEIGHT = 1080;
export const HEADER = 72;

/** Boxes of equal width side by side. */
export function row([x, y, w, h]: Box, count: number, gap = 10): Box[] {
  const each = Math.floor((w - gap * (count - 1)) / count);
  return Array.from({ length: count }, (_, i): Box => [x + i * (each + gap), y, i === count - 1 ? w - i * (each + gap) : each, h]);
}
