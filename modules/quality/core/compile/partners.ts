import { relatedLabel, tableLabel, type RuleTable } from '../catalogue/declaration.ts';
import type { Measure } from '../catalogue/measure.ts';
import { column } from '../measure/tree.ts';
import { canonicalNumber } from './canonical.ts';
import { compareDecimals } from './decimals.ts';
import type { Outcome } from './outcome.ts';
import type { Tables } from './tables.ts';

type Differences = Extract<Measure, { of: 'differences' }>;
type Figures = Allowed & Pick<Extract<Measure, { of: 'reconcile' }>, 'what' | 'table'>;

/** How far two numbers may lie apart. */
export interface Allowed {
  readonly tolerance: number;
  readonly tolerancePercent: number;
}

/** Conditions that join the rows of two tables of one source (`t`, `o`), and that tell those with different values. */
export function partnersOf(tables: Tables, measure: Differences): { joined: string; differs: string; isOther: string | null } {
  const { t } = tables;
  const o = tables.writer('o', measure.table);
  const joined = measure.keys.map((name, i) => `${t.value(column(name))} = ${o.value(column(measure.otherKeys[i]!))}`).join(' and ');
  const differs = measure.columns.map((name, i) => {
    const other = measure.otherColumns[i]!;
    const [a, b] = [t.value(column(name)), o.value(column(other))];
    const isNumber = tables.kindOf(name) === 'number' && tables.kindOf(other, measure.table) === 'number';
    const apart = isNumber ? liesApart(a, b, measure) : `${a} <> ${b}`;
    return `(${apart} or (${a} is null and ${b} is not null) or (${a} is not null and ${b} is null))`;
  });
  return {
    joined,
    differs: differs.join(' or ') || '1 = 0',
    isOther: measure.otherFilter.is === 'true' ? null : o.condition(measure.otherFilter),
  };
}
const liesApart = (a: string, b: string, { tolerance, tolerancePercent }: Allowed): string => {
  if (tolerance === 0 && tolerancePercent === 0) return `${a} <> ${b}`;
  const share = tolerancePercent === 0 ? '' : ` and abs(${a} - ${b}) > abs(${b}) * ${tolerancePercent / 100}`;
  return `(abs(${a} - ${b}) > ${tolerance}${share})`;
};

/** What counts of missing, different and extra rows (or groups) come to. */
export function differencesFound(
  found: { readonly rows: number; readonly missing: number; readonly different: number; readonly extra: number },
  unit: '行' | '组',
): Partial<Outcome> {
  const { rows, missing, different, extra } = found;
  return {
    rows,
    checked: rows + extra,
    bad: missing + different + extra,
    value: `缺少${missing}${unit}，多出${extra}${unit}，不同${different}${unit}`,
    unit,
  };
}

const NUMERIC = /^-?\d+(\.\d+)?$/;
/** Whether a number of a table and one of another lie apart no further than is allowed; what is no number must be the same. */
export function reconciled(
  own: RuleTable,
  { what, table, tolerance, tolerancePercent }: Figures,
  here: string | null,
  there: string | null,
): Partial<Outcome> {
  const [mine, theirs] = [here ?? '空', there ?? '空'];
  const found = {
    value: `本表${mine}，对方表${theirs}`,
    finding: `表“${tableLabel(own)}”${what}为${mine}，${relatedLabel(own, table)}${what}为${theirs}`,
  };
  const [a, b] = [here ?? '0', there ?? '0'].map(canonicalNumber) as [string, string];
  if (!NUMERIC.test(a) || !NUMERIC.test(b)) return { ...found, isGood: here === there };
  if (compareDecimals(a, b) === 0) return { ...found, isGood: true };
  const gap = Math.abs(Number(a) - Number(b));
  const allowed = Math.max(tolerance, (Math.abs(Number(b)) * tolerancePercent) / 100);
  // sums of floating numbers differ in their last digits by the order of adding
  return { ...found, isGood: gap <= allowed + 1e-9 && (allowed > 0 || gap > 0) };
}
