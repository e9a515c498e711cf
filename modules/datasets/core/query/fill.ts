import type { Scalar } from '../../contract/query.ts';
import type { Plan } from './plan.ts';
import type { Group } from './shape.ts';
import { buckets, floor, momentText, spanOf } from './time.ts';

/** Buckets that are put in at most. */
const MAX = 20_000;

/** Puts in the buckets of time that have no rows, for each combination of the other dimensions; from the asked span, else from what came. */
export function filled(plan: Plan, groups: readonly Group[]): Group[] {
  const at = plan.timeDim;
  if (at === null || plan.dims[at]!.grain === null) return [...groups];
  const grain = plan.dims[at]!.grain!;
  const { fiscalMonth } = plan.clock;
  const details = groups.filter(({ level }) => level === 0);
  const moments = details.flatMap(({ dims }) => {
    const value = dims[at];
    const from = typeof value === 'string' ? spanOf(value)?.from : undefined;
    return from === undefined ? [] : [from];
  });
  const first = plan.bounds?.from ?? moments.reduce((a, b) => Math.min(a, b), Infinity);
  const last = plan.bounds?.to != null ? plan.bounds.to - 1 : moments.reduce((a, b) => Math.max(a, b), -Infinity);
  if (!Number.isFinite(first) || !Number.isFinite(last)) return [...groups];
  const isFine = grain === 'hour' || grain === 'minute';
  const texts = buckets(floor(first, grain, fiscalMonth), last, grain, MAX).map((moment) => {
    const text = momentText(moment);
    return isFine && text.length === 10 ? `${text} 00:00:00` : text;
  });
  // a bucket that is not told has rows: it is a gap and no zero
  const empty: Scalar[] = plan.measures.map(() => (plan.query.fill === 'zero' && plan.least === null ? 0 : null));
  const series = new Map<string, { dims: Scalar[]; isOther: boolean; has: Set<Scalar> }>();
  for (const { dims, isOther } of details) {
    const key = JSON.stringify([isOther, dims.map((value, i) => (i === at ? null : value))]);
    const one = series.get(key) ?? { dims, isOther, has: new Set<Scalar>() };
    one.has.add(dims[at]!);
    series.set(key, one);
  }
  if (series.size === 0 && plan.dims.length === 1) series.set('', { dims: [null], isOther: false, has: new Set() });
  const made: Group[] = [];
  for (const { dims, isOther, has } of series.values())
    for (const text of texts) {
      if (has.has(text)) continue;
      if (made.length === MAX) return [...groups, ...made];
      made.push({
        dims: dims.map((value, i) => (i === at ? text : value)),
        measures: [...empty],
        compared: empty,
        isOther,
        isVisible: true,
        level: 0,
        part: 0,
      });
    }
  return [...groups, ...made];
}
