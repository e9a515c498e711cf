import type { CondRule } from '../../contract/chart.ts';
import type { Scalar } from '#modules/datasets/contract/query.ts';
import { gradientColor } from '#kit/core/color.ts';
import { asNumber } from './format.ts';

/** How a rule marks a value. */
export interface Mark {
  readonly color?: string;
  readonly background?: string;
  /** `arrow-up` `arrow-down` `arrow-flat` `flag` `light` `star` */
  readonly icon?: string;
  readonly iconColor?: string;
  /** bar behind the value: from and to as parts of the cell, 0–1 */
  readonly bar?: { readonly from: number; readonly to: number; readonly color: string };
  readonly wholeRow?: boolean;
}
/** Colours of marks that the rule leaves open. */
export interface RuleColors {
  readonly good: string;
  readonly warn: string;
  readonly bad: string;
  readonly accent: string;
  readonly ramp: readonly string[];
}

type Test = (value: Scalar) => boolean;

function same(value: Scalar, wanted: Scalar): boolean {
  if (value === wanted) return true;
  const [a, b] = [asNumber(value), asNumber(wanted)];
  return a !== null && a === b;
}

/** The condition of a rule over all values of its column; null for rules that mark every value. */
function testOf(rule: CondRule, values: readonly Scalar[]): Test | null {
  const to = asNumber(rule.to ?? null);
  const limit = asNumber(rule.value ?? null);
  const number =
    (holds: (value: number) => boolean): Test =>
    (value) => {
      const at = asNumber(value);
      return at !== null && limit !== null && holds(at);
    };
  switch (rule.op) {
    case 'gt':
      return number((value) => value > limit!);
    case 'gte':
      return number((value) => value >= limit!);
    case 'lt':
      return number((value) => value < limit!);
    case 'lte':
      return number((value) => value <= limit!);
    case 'between':
      return number((value) => value >= limit! && value <= (to ?? Number.POSITIVE_INFINITY));
    case 'eq':
      return (value) => same(value, rule.value ?? null);
    case 'ne':
      return (value) => value !== null && !same(value, rule.value ?? null);
    case 'contains':
      return (value) => value !== null && String(rule.value ?? '') !== '' && String(value).includes(String(rule.value ?? ''));
    case 'empty':
      return (value) => value === null || value === '';
    case 'top':
    case 'bottom': {
      const sorted = values
        .map(asNumber)
        .filter((value) => value !== null)
        .toSorted((a, b) => (rule.op === 'top' ? b - a : a - b));
      const edge = sorted[Math.min(sorted.length, Math.max(1, limit ?? 3)) - 1];
      return (value) => {
        const at = asNumber(value);
        return at !== null && edge !== undefined && (rule.op === 'top' ? at >= edge : at <= edge);
      };
    }
    case 'scale':
    case 'bar':
    case 'icon':
      return null;
  }
}

function iconMark(rule: CondRule, at: number, min: number, max: number, colors: RuleColors): Mark {
  const low = asNumber(rule.value ?? null) ?? min + (max - min) / 3;
  const high = asNumber(rule.to ?? null) ?? (asNumber(rule.value ?? null) === null ? min + ((max - min) * 2) / 3 : low);
  const step = at >= high ? 2 : at < low ? 0 : 1;
  const iconColor = [colors.bad, colors.warn, colors.good][step];
  if ((rule.icon ?? 'arrow') === 'arrow') return { icon: ['arrow-down', 'arrow-flat', 'arrow-up'][step], iconColor };
  return { icon: rule.icon ?? 'light', iconColor };
}

/**
 * The marks of a chart's rules. `values` are all values of a column (totals excluded), by its key; what it answers says of one value of that
 * column how it is marked, null = not at all. Later rules win over earlier ones, property by property.
 */
export function marksOf(
  rules: readonly CondRule[],
  values: (key: string) => readonly Scalar[],
  colors: RuleColors,
): (key: string, value: Scalar) => Mark | null {
  const ready = rules.map((rule) => {
    const column = values(rule.on);
    const numbers = column.map(asNumber).filter((value) => value !== null);
    const [min, max] = [
      numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
      numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
    ];
    return { rule, test: testOf(rule, column), min, max };
  });
  return (key, value) => {
    let mark: Mark = {};
    let isMarked = false;
    for (const { rule, test, min, max } of ready) {
      if (rule.on !== key) continue;
      const at = asNumber(value);
      if (test) {
        if (!test(value)) continue;
        isMarked = true;
        const isPlain = !rule.color && !rule.background && !rule.icon;
        mark = {
          ...mark,
          ...((rule.color || isPlain) && { color: rule.color ?? colors.bad }),
          ...(rule.background && { background: rule.background }),
          ...(rule.icon && { icon: rule.icon === 'arrow' ? 'arrow-up' : rule.icon, iconColor: rule.color ?? colors.bad }),
          ...(rule.wholeRow && { wholeRow: true }),
        };
      } else if (at === null) continue;
      else if (rule.op === 'icon') {
        isMarked = true;
        mark = { ...mark, ...iconMark(rule, at, min, max, colors) };
      } else if (rule.op === 'scale') {
        isMarked = true;
        const stops = rule.color ? [rule.background ?? colors.ramp[0] ?? rule.color, rule.color] : colors.ramp.slice(0, 4);
        mark = { ...mark, background: gradientColor(stops, max > min ? (at - min) / (max - min) : 1) };
      } else if (rule.op === 'bar') {
        isMarked = true;
        const [low, high] = [Math.min(0, min), Math.max(0, max)];
        const part = (n: number) => (high > low ? (n - low) / (high - low) : 0);
        const color = at < 0 ? (rule.background ?? colors.bad) : (rule.color ?? colors.accent);
        mark = { ...mark, bar: { from: part(Math.min(0, at)), to: part(Math.max(0, at)), color } };
      }
    }
    return isMarked ? mark : null;
  };
}
