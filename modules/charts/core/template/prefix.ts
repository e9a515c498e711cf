import type { ChartConfig } from '../../contract/chart.ts';
import { SHELVES, withoutSlot, type Least, type Shelf } from '../chart/shelves.ts';
import { lacking } from '../option/switch-type.ts';

/** Shelves that a chart cannot do without once it has something on them. */
const FOUNDATIONS: readonly Shelf[] = ['rows', 'measures'];

/**
 * What is left of a chart without some of its fields: each shelf up to the first of them, since the places of a shelf mean something (actual,
 * target, due) and nothing may move into the place of something else. Null when too little is left to be the same chart.
 */
export function withoutFields(chart: ChartConfig, isGone: (col: string) => boolean, least?: Least): ChartConfig | null {
  let left = chart;
  for (const shelf of SHELVES) {
    const first = chart[shelf].findIndex(({ col }) => isGone(col));
    if (first < 0) continue;
    if (first === 0 && FOUNDATIONS.includes(shelf)) return null;
    for (let at = chart[shelf].length - 1; at >= first; at--) left = withoutSlot(left, shelf, at);
  }
  const isShort = SHELVES.some((shelf) => left[shelf].length < Math.min(chart[shelf].length, least?.[shelf] ?? 0));
  return isShort || lacking(left).length > lacking(chart).length ? null : left;
}
