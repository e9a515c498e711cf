import type { Scalar } from '../../contract/query.ts';
import { comparesSteps, comparesYears } from './compare.ts';
import { normalNumber } from './normal.ts';
import { ordered } from './order.ts';
import type { Plan } from './plan.ts';
import type { Group } from './shape.ts';
import { momentText, shift, spanOf, yearBefore } from './time.ts';

const numberOf = (value: Scalar | undefined): number | null => {
  if (value === null || value === undefined || typeof value === 'boolean') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
};
const keyOf = (group: Group, without: number | null, bucket: Scalar): string =>
  JSON.stringify([group.part, group.isOther, group.dims.map((value, i) => (i === without ? bucket : value))]);

/** Keys of the earlier buckets, as the answer writes them. */
function earlier(plan: Plan, group: Group): { year: string | null; step: string | null } {
  const at = plan.timeDim!;
  const grain = plan.dims[at]!.grain ?? 'day';
  const value = group.dims[at];
  const from = typeof value === 'string' ? spanOf(value)?.from : undefined;
  if (from === undefined) return { year: null, step: null };
  const isFine = grain === 'hour' || grain === 'minute';
  const text = (moment: number): string => {
    const written = momentText(moment);
    return isFine && written.length === 10 ? `${written} 00:00:00` : written;
  };
  const year = yearBefore(from, grain);
  return { year: year === null ? null : keyOf(group, at, text(year)), step: keyOf(group, at, text(shift(from, grain, -1))) };
}

function against(value: Scalar, before: Scalar, kind: string): Scalar {
  if (kind.endsWith('Value')) return before;
  const [now, then] = [numberOf(value), numberOf(before)];
  if (now === null || then === null) return null;
  if (kind.endsWith('Diff')) return normalNumber(now - then);
  return then === 0 ? null : normalNumber((now - then) / Math.abs(then));
}

/**
 * Modifiers of measures. Changes are taken against the bucket a year ago or the one before by the calendar (a bucket that is missing gives
 * nothing), shares of the sum of what is shown, ranks from the largest, running sums in the order of the answer. What is masked stays as it
 * is shown: nothing is computed with it.
 */
export function changed(plan: Plan, groups: readonly Group[], masked: readonly boolean[]): Group[] {
  const known = new Map<string, Group>();
  // a bucket that is shown counts before what was only read to be compared with
  for (const group of groups) {
    const key = keyOf(group, null, null);
    if (group.isVisible || !known.has(key)) known.set(key, group);
  }
  const visible = groups.filter(({ isVisible }) => isVisible);
  const original = new Map(visible.map((group) => [group, [...group.measures]]));
  const before = new Map([...known].map(([key, group]) => [key, [...group.measures]]));
  const shown = ordered({ ...plan, query: { ...plan.query, sort: plan.query.sort.filter(({ by }) => by.startsWith('d')) } }, visible);
  for (const [i, { modifier }] of plan.measures.entries()) {
    if (masked[i]) continue;
    const valueOf = (group: Group): Scalar => original.get(group)![i]!;
    if (comparesYears(modifier) || comparesSteps(modifier))
      for (const group of visible) {
        if (plan.timeDim === null) group.measures[i] = against(valueOf(group), group.compared[i]!, modifier);
        else {
          const keys = earlier(plan, group);
          const key = comparesYears(modifier) ? keys.year : keys.step;
          group.measures[i] = against(valueOf(group), (key === null ? undefined : before.get(key)?.[i]) ?? null, modifier);
        }
      }
    else if (modifier === 'share') {
      const sum = visible.reduce((all, group) => all + (group.level === 0 ? (numberOf(valueOf(group)) ?? 0) : 0), 0);
      for (const group of visible) {
        const value = numberOf(valueOf(group));
        group.measures[i] = value === null || sum === 0 ? null : normalNumber(value / sum);
      }
    } else if (modifier === 'rank') {
      const values = visible
        .filter(({ level }) => level === 0)
        .map((group) => numberOf(valueOf(group)))
        .filter((value) => value !== null)
        .sort((a, b) => b - a);
      for (const group of visible) {
        const value = numberOf(valueOf(group));
        group.measures[i] = value === null || group.level > 0 ? null : values.indexOf(value) + 1;
      }
    } else if (modifier === 'cum') {
      const sums = new Map<string, number>();
      for (const group of shown) {
        const key = keyOf(group, 0, null);
        const sum = (sums.get(key) ?? 0) + (numberOf(valueOf(group)) ?? 0);
        sums.set(key, sum);
        if (group.level === 0) group.measures[i] = normalNumber(sum);
      }
    }
  }
  return visible.filter((group) => holds(plan, original.get(group)!));
}

/** Conditions on results that could not be left to the source, because earlier buckets must come whatever their values are. */
function holds(plan: Plan, values: readonly Scalar[]): boolean {
  if (!plan.raw.some(({ kind }) => kind === 'visible')) return true;
  return plan.query.having.every((node) => {
    if (!('col' in node)) return true;
    const at = /^m(\d{1,2})$/.exec(node.col);
    const value = at ? numberOf(values[Number(at[1])]) : null;
    const [first, second] = (node.values ?? [node.value ?? null]).map((one) => numberOf(one));
    if (node.op === 'null') return value === null;
    if (node.op === 'notnull') return value !== null;
    if (value === null) return node.op === 'ne' || node.op === 'nin';
    switch (node.op) {
      case 'gt':
        return first != null && value > first;
      case 'gte':
        return first != null && value >= first;
      case 'lt':
        return first != null && value < first;
      case 'lte':
        return first != null && value <= first;
      case 'eq':
        return value === first;
      case 'ne':
        return value !== first;
      case 'in':
        return (node.values ?? []).some((one) => numberOf(one) === value);
      case 'nin':
        return !(node.values ?? []).some((one) => numberOf(one) === value);
      case 'between':
        return (first == null || value >= first) && (second == null || value <= second);
      default:
        return true;
    }
  });
}
