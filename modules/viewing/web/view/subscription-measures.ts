import { formatNumber, type Shape } from '#modules/charts/core/index.ts';
import type { TileFeed } from '#modules/charts/web/parts.ts';

/** Measures of the document that a condition may look at, named and written as in the answers that the page has. */
export const measuresOf = (shape: Shape, feed: Pick<TileFeed, 'get'>) =>
  [...shape.tiles.values()].flatMap((tile) => {
    const columns = feed.get(tile.key).data?.columns;
    return tile.chart.measures.map((slot, n) => {
      const column = columns?.find(({ key }) => key === `m${n}`);
      const format = slot.format ?? column?.format ?? null;
      const modifier = slot.modifier ?? column?.modifier ?? null;
      const name = slot.alias || column?.name || slot.col;
      return { value: `${tile.key} m${n}`, label: `${tile.name} · ${name}`, format, modifier };
    });
  });
/** One measure of a document, by `tile measure`. */
export type Measure = ReturnType<typeof measuresOf>[number];

/** What a threshold is counted in: the figure itself, without 万 or percent. */
export const unitOf = (measure: Measure | undefined): string | undefined => measure?.format?.unit || undefined;
/** A threshold as the chart writes figures; undefined where that says nothing more than the number. */
export function writtenOf(measure: Measure | undefined, value: number | null | undefined): string | undefined {
  if (!measure || typeof value !== 'number') return undefined;
  const text = formatNumber(value, measure.format, measure.modifier);
  return text === `${value}${unitOf(measure) ?? ''}` ? undefined : text;
}
