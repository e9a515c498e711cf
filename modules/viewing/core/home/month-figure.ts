/** A value of a month: `2026-11`. */
export interface MonthValue {
  readonly month: string;
  readonly value: number;
}
export interface MonthFigure {
  readonly value: number;
  readonly span: string;
  readonly change: number | null;
  readonly against: string;
  readonly trend: readonly number[];
}

const TREND = 12;
const name = (month: string): string => `${Number(month.slice(5))} 月`;
const yearOf = (month: string): string => month.slice(0, 4);
const sum = (values: readonly MonthValue[]): number => values.reduce((total, { value }) => total + value, 0);
const percent = (now: number, before: number): number | null => (before === 0 ? null : ((now - before) / Math.abs(before)) * 100);

/**
 * What a row of months says in one figure. Sums are told of the year so far and compared by the complete months alone, because a month that
 * still runs is always less than a whole one; of what cannot be summed the last complete month stands beside the one before. Null without one.
 */
export function figureOf(rows: readonly MonthValue[], today: string, { isSum }: { isSum: boolean }): MonthFigure | null {
  const months = rows.toSorted((a, b) => (a.month < b.month ? -1 : 1)).filter(({ month }) => month <= today.slice(0, 7));
  const complete = months.filter(({ month }) => month < today.slice(0, 7));
  const last = complete.at(-1);
  const trend = complete.slice(-TREND).map(({ value }) => value);
  const year = months.filter(({ month }) => yearOf(month) === today.slice(0, 4));
  if (isSum && year.length > 0) {
    const done = year.filter(({ month }) => month < today.slice(0, 7));
    const before = `${Number(today.slice(0, 4)) - 1}`;
    const former = complete.filter(({ month }) => yearOf(month) === before && done.some((one) => one.month.slice(5) === month.slice(5)));
    const isWhole = done.length > 0 && former.length === done.length;
    return {
      value: sum(year),
      span: `本年至 ${name(year.at(-1)!.month)}`,
      change: isWhole ? percent(sum(done), sum(former)) : null,
      against: done.length > 0 ? `1–${name(done.at(-1)!.month)}同比` : '同比',
      trend,
    };
  }
  if (!last) return null;
  const former = complete.at(-2);
  return { value: last.value, span: name(last.month), change: former ? percent(last.value, former.value) : null, against: '较上月', trend };
}
