import type { GeoMap } from '#modules/charts/web/parts.ts';
import type { Room } from '../../core/drawings/callouts.ts';
import type { Fill } from './CalloutLand.tsx';

type Flat = readonly [x: number, y: number];
export interface Picture {
  readonly pixel: (at: Flat) => Flat;
  readonly scale: number;
  /** place of the inset with the South China Sea */
  readonly inset: Room;
  readonly columns: { readonly left: Room | null; readonly right: Room | null };
}

const INSET = { w: 184, h: 226 };
const FOOT = 26;
const RAIL_GAP = 14;

/** Where the map lies between the columns of labels, and where the inset stands. */
export function pictureOf(geo: GeoMap, { w, h, rail }: { w: number; h: number; rail: number }): Picture {
  const { bounds } = geo;
  // labels of the left column stand over the empty lower corner of the map; those of the right one have no land below them
  const room = { x: 0, y: 8, w: w - rail - RAIL_GAP, h: h - 16 - FOOT };
  const scale = Math.min(room.w / bounds.w, room.h / bounds.h);
  const left = room.x + (room.w - bounds.w * scale) / 2;
  const top = room.y + (room.h - bounds.h * scale) / 2;
  const inset = { x: w - INSET.w, y: h - INSET.h - FOOT, ...INSET };
  return {
    pixel: ([x, y]) => [left + (x - bounds.x) * scale, top + (y - bounds.y) * scale],
    scale,
    inset,
    columns: {
      left: { x: 0, y: h * 0.66, w: rail, h: h * 0.34 - FOOT },
      right: { x: w - rail, y: 24, w: rail, h: (geo.sea ? inset.y : h - FOOT) - 40 },
    },
  };
}

/** The area of a name, long or short. */
export function areaOf(geo: GeoMap, name: string) {
  for (const area of geo.areas.values()) if (area.name === name || area.short === name) return area;
  return undefined;
}

const STEPS = 4;
/** Steps of one hue by equal counts of areas: the first for areas without an amount. */
export function fillSteps(amounts: ReadonlyMap<string, number>): Fill {
  const values = [...amounts.values()].filter((value) => value > 0).toSorted((a, b) => a - b);
  const bounds = Array.from(
    { length: STEPS },
    (_, i) => values[Math.min(values.length - 1, Math.floor(((i + 1) / STEPS) * values.length) - (i + 1 === STEPS ? 1 : 0))] ?? 0,
  );
  const share = [12, 28, 44, 64, 96];
  const tones = share.map((part) => `color-mix(in srgb, var(--s-accent2) ${part}%, var(--s-base1))`);
  const stepOf = (adcode: string): number => {
    const value = amounts.get(adcode) ?? 0;
    if (value <= 0) return 0;
    const at = bounds.findIndex((bound) => value <= bound);
    return at < 0 ? STEPS : at + 1;
  };
  return { tones, bounds, toneOf: (adcode) => tones[stepOf(adcode)]! };
}
