import type { Format } from '#modules/datasets/contract/field.ts';

const SCALES = [
  { scale: 'yi', size: 1e8 },
  { scale: 'wan', size: 1e4 },
] as const;
/** Below this many units a figure would be next to nothing beside the others. */
const MIN = 0.1;
/** From here on decimals of 万 are noise beside figures of many digits. */
const MANY = 1e7;

/**
 * The format of figures that stand beside each other, so that all have one unit: 0.65亿元 beside 34.87亿元 instead of 6,512.00万元. The scale
 * is that of the largest, or a smaller one where the smallest would be next to nothing in it. Formats that name a scale, and units that are
 * one themselves (万元), stay as they are.
 */
export function inOneScale(format: Format, values: Iterable<number | null>): Format {
  if (format.scale !== 'auto' || (format.kind !== 'number' && format.kind !== 'currency' && format.kind !== 'auto')) return format;
  if (/^[万亿]/.test(format.unit ?? '')) return format;
  const sizes = [...values].filter((value) => value !== null && value !== 0).map((value) => Math.abs(value!));
  if (sizes.length === 0) return format;
  let most = 0;
  let least = Infinity;
  for (const size of sizes) [most, least] = [Math.max(most, size), Math.min(least, size)];
  // nobody reads trillions here; they keep their own scale
  if (most >= 1e12) return format;
  const found = SCALES.find(({ size }) => most >= size && least >= size * MIN);
  if (!found) return { ...format, scale: most >= 1e6 ? 'wan' : 'none' };
  return found.scale === 'wan' && most >= MANY ? { ...format, scale: 'wan', digits: 0 } : { ...format, scale: found.scale };
}
