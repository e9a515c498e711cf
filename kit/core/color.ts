/** Red, green, blue (0–255) and alpha (0–1). */
export type Rgba = readonly [r: number, g: number, b: number, a: number];

/** Reads #RGB, #RRGGBB, #RRGGBBAA, rgb() and rgba(); null for anything else. */
export function parseColor(text: string): Rgba | null {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(text.trim())?.[1];
  if (hex) {
    const full = hex.length <= 4 ? [...hex].map((c) => c + c).join('') : hex;
    if (full.length !== 6 && full.length !== 8) return null;
    const at = (i: number) => Number.parseInt(full.slice(i, i + 2), 16);
    return [at(0), at(2), at(4), full.length === 8 ? at(6) / 255 : 1];
  }
  const parts = /^rgba?\(([^)]+)\)$/i
    .exec(text.trim())?.[1]
    ?.split(/[,\s/]+/)
    .map(Number);
  if (!parts || parts.length < 3 || parts.some((n) => !Number.isFinite(n))) return null;
  const [r = 0, g = 0, b = 0, a = 1] = parts;
  return [r, g, b, a];
}

const hex2 = (n: number) =>
  Math.round(Math.min(255, Math.max(0, n)))
    .toString(16)
    .padStart(2, '0')
    .toUpperCase();
/** `#rrggbb` of a colour, without its alpha. */
export const toHex = ([r, g, b]: Rgba): string => `#${hex2(r)}${hex2(g)}${hex2(b)}`;

/** The colour with another alpha (0–1); colours in an unknown notation are returned unchanged. */
export function alpha(color: string, a: number): string {
  const rgba = parseColor(color);
  return rgba ? `rgba(${Math.round(rgba[0])},${Math.round(rgba[1])},${Math.round(rgba[2])},${a})` : color;
}

/** Linear interpolation between two colours; `part` 0 = the first, 1 = the second. */
export function mix(from: string, to: string, part: number): string {
  const a = parseColor(from);
  const b = parseColor(to);
  if (!a || !b) return from;
  return toHex([a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part, 1]);
}

/** Colour at position 0–1 of a gradient with evenly spaced stops. */
export function gradientColor(stops: readonly string[], part: number): string {
  const at = Math.min(1, Math.max(0, Number.isFinite(part) ? part : 0)) * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(at));
  return i < 0 ? (stops[0] ?? '') : mix(stops[i] ?? '', stops[i + 1] ?? '', at - i);
}

const linear = (c: number) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);

/** Relative luminance of WCAG 2. */
export function luminance(color: string): number {
  const [r, g, b] = parseColor(color) ?? [0, 0, 0];
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
/** Contrast ratio of WCAG 2, 1–21. */
export function contrast(a: string, b: string): number {
  const [hi = 0, lo = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (hi + 0.05) / (lo + 0.05);
}
/** The one of two text colours with the higher contrast on a background. */
export const textColorOn = (color: string, dark = '#10151F', light = '#FFFFFF'): string =>
  contrast(color, light) >= 3 || contrast(color, light) >= contrast(color, dark) ? light : dark;

type Lab = readonly [l: number, a: number, b: number];

function labOf(r: number, g: number, b: number): Lab {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Colour-vision deficiencies at full strength: matrices of Machado, Oliveira and Fernandes 2009 on linear RGB. */
const VISION = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;
export type Vision = keyof typeof VISION;
export const VISIONS = Object.keys(VISION) as Vision[];

function seen(color: string, vision: Vision): Lab {
  const [r, g, b] = (parseColor(color) ?? [0, 0, 0]).slice(0, 3).map(linear) as [number, number, number];
  const m = VISION[vision];
  const clip = (n: number) => Math.min(1, Math.max(0, n));
  return labOf(clip(m[0] * r + m[1] * g + m[2] * b), clip(m[3] * r + m[4] * g + m[5] * b), clip(m[6] * r + m[7] * g + m[8] * b));
}

/** Perceptual colour difference (CIEDE2000), optionally as seen with a colour-vision deficiency. */
export function distance(one: string, other: string, vision: Vision = 'normal'): number {
  const [l1, a1, b1] = seen(one, vision);
  const [l2, a2, b2] = seen(other, vision);
  const rad = Math.PI / 180;
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const hue = (b: number, a: number) => (Math.atan2(b, a) / rad + 360) % 360;
  const [h1, h2] = [c1 ? hue(b1, p1) : 0, c2 ? hue(b2, p2) : 0];
  const turn = h2 - h1 + (h2 - h1 > 180 ? -360 : h2 - h1 < -180 ? 360 : 0);
  const dh = c1 * c2 ? 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * rad) : 0;
  const [lm, cm] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const hm = c1 * c2 === 0 ? h1 + h2 : Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2;
  const t =
    1 -
    0.17 * Math.cos((hm - 30) * rad) +
    0.24 * Math.cos(2 * hm * rad) +
    0.32 * Math.cos((3 * hm + 6) * rad) -
    0.2 * Math.cos((4 * hm - 63) * rad);
  const sl = 1 + (0.015 * (lm - 50) ** 2) / Math.sqrt(20 + (lm - 50) ** 2);
  const sc = 1 + 0.045 * cm;
  const sh = 1 + 0.015 * cm * t;
  const rt = -2 * Math.sqrt(cm ** 7 / (cm ** 7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((hm - 275) / 25) ** 2)) * rad);
  const [x, y, z] = [(l2 - l1) / sl, (c2 - c1) / sc, dh / sh];
  return Math.sqrt(x * x + y * y + z * z + rt * y * z);
}

/** The smallest pairwise difference within a list of colours. */
export function smallestDifference(colors: readonly string[], vision: Vision = 'normal'): number {
  let least = Number.POSITIVE_INFINITY;
  colors.forEach((one, i) => colors.slice(i + 1).forEach((other) => (least = Math.min(least, distance(one, other, vision)))));
  return least;
}
