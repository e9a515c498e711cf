import type { Condition, FilterNode } from '../../contract/query.ts';
import type { CompileInput } from './compile.ts';
import { isGroup, isTime } from './condition.ts';
import type { Fields } from './fields.ts';
import { boundsOn, type Bounds } from './filters.ts';
import type { PlanDim, PlanMeasure } from './plan.ts';
import { QueryProblem } from './sql.ts';
import { floor, shift, type Moment } from './time.ts';

const DAY = 86_400_000;
const YEARS = new Set(['yoy', 'yoyDiff', 'yoyValue']);
const STEPS = new Set(['mom', 'momDiff', 'momValue']);
export const comparesYears = (modifier: string): boolean => YEARS.has(modifier);
export const comparesSteps = (modifier: string): boolean => STEPS.has(modifier);

/**
 * How changes against an earlier time are found. Along a dimension of time the earlier buckets are read too (`widened`); without one the
 * span of a condition is moved (`moved`), and each measure is summed in both spans.
 */
export type Comparison =
  | { readonly kind: 'none'; readonly timeDim: number | null; readonly bounds: Bounds | null }
  | {
      readonly kind: 'widened';
      readonly timeDim: number;
      readonly bounds: Bounds;
      readonly from: Moment;
      readonly conditions: readonly Condition[];
    }
  | {
      readonly kind: 'moved';
      readonly col: string;
      readonly span: { from: Moment; to: Moment };
      readonly year: { from: Moment; to: Moment } | null;
      readonly step: { from: Moment; to: Moment } | null;
      readonly conditions: readonly Condition[];
    };

/** The span before one: the unit of a relative date before, whole months before whole months, else as long. */
function before(span: { from: Moment; to: Moment }, conditions: readonly Condition[]): { from: Moment; to: Moment } {
  const relative = conditions.find(({ op }) => op === 'relative')?.relative;
  if (relative) {
    const n = relative.span === 'last' || relative.span === 'previous' || relative.span === 'next' ? relative.n : 1;
    const from = shift(span.from, relative.unit, -n);
    // the same part of the unit before, which may be shorter
    const to = relative.span === 'toDate' ? Math.min(from + (span.to - span.from), span.from) : span.from;
    return { from, to };
  }
  const isWhole = floor(span.from, 'month') === span.from && floor(span.to, 'month') === span.to;
  if (!isWhole) return { from: span.from - (span.to - span.from), to: span.from };
  let months = 1;
  while (shift(span.from, 'month', months) < span.to) months++;
  return { from: shift(span.from, 'month', -months), to: span.from };
}

export function comparisonOf(input: CompileInput, fields: Fields, dims: readonly PlanDim[], measures: readonly PlanMeasure[]): Comparison {
  const years = measures.some(({ modifier }) => comparesYears(modifier));
  const steps = measures.some(({ modifier }) => comparesSteps(modifier));
  const withGrain = dims.findIndex(({ grain }) => grain !== null);
  const at = withGrain >= 0 ? withGrain : dims.findIndex(({ type }) => type === 'date');
  const timeDim = at >= 0 ? at : null;
  const found = timeDim === null ? null : boundsOn(dims[timeDim]!.slot.col, input, fields);
  if (!years && !steps) return { kind: 'none', timeDim, bounds: found?.bounds ?? null };
  if (timeDim !== null) {
    const { from } = found?.bounds ?? { from: null };
    if (!found || from === null) return { kind: 'none', timeDim, bounds: found?.bounds ?? null };
    const grain = dims[timeDim]!.grain ?? 'day';
    const first = floor(from, grain, input.clock.fiscalMonth);
    const starts = [
      // the same ISO week of the year before may begin up to 371 days earlier
      ...(years ? [grain === 'week' ? first - 371 * DAY : shift(first, 'year', -1)] : []),
      ...(steps ? [shift(first, grain, -1)] : []),
    ];
    return { kind: 'widened', timeDim, bounds: found.bounds, from: Math.min(...starts), conditions: found.conditions };
  }
  for (const node of input.query.filters) {
    if (isGroup(node) || !isTime(fields.get(node.col).field.type)) continue;
    const bounded = boundsOn(node.col, input, fields);
    if (bounded?.bounds.from == null || bounded.bounds.to === null) continue;
    const span = { from: bounded.bounds.from, to: bounded.bounds.to };
    return {
      kind: 'moved',
      col: node.col,
      span,
      year: years ? { from: shift(span.from, 'year', -1), to: shift(span.to, 'year', -1) } : null,
      step: steps ? before(span, bounded.conditions) : null,
      conditions: bounded.conditions,
    };
  }
  throw new QueryProblem('同比、环比需要一个时间维度，或一个有起止的日期筛选条件（例如“本月”）');
}
/** Conditions that the comparison takes over. */
export const replacedConditions = (comparison: Comparison): ReadonlySet<FilterNode> =>
  new Set(comparison.kind === 'none' ? [] : comparison.conditions);
