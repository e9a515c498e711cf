/** Colour mode of the background that a chart is drawn on. */
export type ChartMode = 'light' | 'dark';

/**
 * Categorical series colours, optimised for contrast with the background and for distance under colour-vision deficiency. Status colours
 * (good, warn, bad) are excluded. The first one is the accent colour, so a single series looks like part of the page.
 */
export const PALETTES: Record<ChartMode, readonly string[]> = {
  light: ['#2F5BFF', '#0A9E92', '#DD7A00', '#B02A50', '#38278A'],
  dark: ['#4264FF', '#2FCBF2', '#FFD257', '#C8F0DA', '#FF5476'],
};
/** Sequential colour scale of one hue, from low to high. */
export const SEQUENCES: Record<ChartMode, readonly string[]> = {
  light: ['#DCE5FF', '#A9BEFF', '#7394FF', '#3E66F5'],
  dark: ['#1F2A4D', '#2B3E7E', '#3853B5', '#4E6EF0'],
};
/** Lightness shift of the second and third round over the hues, in percentage points. */
const ROUNDS = [0, 18, -18];

function toHsl(hex: string): [h: number, s: number, l: number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const l = (max + min) / 2;
  const d = max - min;
  if (d === 0) return [0, 0, l];
  const s = d / (1 - Math.abs(2 * l - 1));
  const h = max === r ? ((g - b) / d + 6) % 6 : max === g ? (b - r) / d + 2 : (r - g) / d + 4;
  return [h * 60, s, l];
}

function toHex(h: number, s: number, l: number): string {
  const a = s * Math.min(l, 1 - l);
  const part = (n: number) => {
    const k = (n + h / 30) % 12;
    return Math.round(255 * (l - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(0)}${part(8)}${part(4)}`.toUpperCase();
}

const shift = (hex: string, points: number): string => {
  if (points === 0) return hex;
  const [h, s, l] = toHsl(hex);
  return toHex(h, s, Math.min(0.94, Math.max(0.08, l + points / 100)));
};

/**
 * Colours for `count` series: the base colours of the mode, then the same hues lighter, then darker. After 15 they repeat and need a
 * pattern.
 */
export function seriesColours(mode: ChartMode, count: number): string[] {
  const base = PALETTES[mode];
  return Array.from({ length: Math.max(count, base.length) }, (_, i) => {
    const round = ROUNDS[Math.floor(i / base.length) % ROUNDS.length] ?? 0;
    return shift(base[i % base.length] ?? '', round);
  });
}

/** True when there are more series than distinguishable colours. */
export const needsPattern = (count: number): boolean => count > PALETTES.light.length * ROUNDS.length;
