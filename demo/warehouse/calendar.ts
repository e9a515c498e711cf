/** Days are whole numbers since 1970-01-01, months are `year × 12 + month − 1`: no time zone can shift them. */
const DAY_MS = 86_400_000;

export const dayOf = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / DAY_MS;
export const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
export const yearOf = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();
export const monthOf = (day: number): number => {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};
export const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7;
export const monthStart = (month: number): number => dayOf(Math.floor(month / 12), (month % 12) + 1, 1);
export const monthEnd = (month: number): number => monthStart(month + 1) - 1;
export const daysIn = (month: number): number => monthStart(month + 1) - monthStart(month);
export const isoMonth = (month: number): string => isoDay(monthStart(month));

/** Lunar new year's day; outside the table an average date is used. */
const NEW_YEAR: Record<number, readonly [month: number, day: number]> = {
  2018: [2, 16],
  2019: [2, 5],
  2020: [1, 25],
  2021: [2, 12],
  2022: [2, 1],
  2023: [1, 22],
  2024: [2, 10],
  2025: [1, 29],
  2026: [2, 17],
  2027: [2, 6],
  2028: [1, 26],
  2029: [2, 13],
  2030: [2, 3],
  2031: [1, 23],
  2032: [2, 11],
  2033: [1, 31],
  2034: [2, 19],
  2035: [2, 8],
  2036: [1, 28],
};
export const lunarNewYear = (year: number): number => {
  const [month, day] = NEW_YEAR[year] ?? [2, 5];
  return dayOf(year, month, day);
};

/** Name of the public holiday, null on other days. Make-up working days are left out. */
export function holiday(day: number): string | null {
  const year = yearOf(day);
  const fromNewYear = day - lunarNewYear(year);
  if (fromNewYear >= -1 && fromNewYear <= 6) return '春节';
  const within = (month: number, from: number, to: number) => day >= dayOf(year, month, from) && day <= dayOf(year, month, to);
  if (within(1, 1, 1)) return '元旦';
  if (within(4, 4, 5)) return '清明节';
  if (within(5, 1, 5)) return '劳动节';
  if (within(10, 1, 7)) return '国庆节';
  return null;
}
export const isWorkday = (day: number): boolean => weekday(day) > 0 && weekday(day) < 6 && holiday(day) === null;

/** Share of the year that falls into each month: dip around the spring festival, peaks at mid-year and year end. */
export function season(kind: 'contract' | 'revenue' | 'receipt', year: number): number[] {
  const base = {
    contract: [0.06, 0.035, 0.085, 0.08, 0.08, 0.095, 0.072, 0.073, 0.09, 0.075, 0.095, 0.16],
    revenue: [0.062, 0.04, 0.078, 0.076, 0.08, 0.1, 0.074, 0.075, 0.09, 0.075, 0.09, 0.16],
    receipt: [0.105, 0.045, 0.06, 0.065, 0.07, 0.095, 0.065, 0.07, 0.095, 0.07, 0.085, 0.175],
  }[kind];
  const shares = [...base];
  // 除夕 falls into January: the quiet month is January, not February
  if (new Date(lunarNewYear(year) * DAY_MS).getUTCMonth() === 0 && kind !== 'receipt') {
    const [january, february] = shares as [number, number];
    shares[0] = february + 0.008;
    shares[1] = january - 0.008;
  }
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

/** The period that the warehouse covers. `last` is yesterday: the nightly load has run. */
export interface Period {
  readonly today: number;
  readonly last: number;
  /** first day of the first of three full years */
  readonly first: number;
  readonly year: number;
  readonly firstMonth: number;
  readonly lastMonth: number;
  /** elapsed part of the running month */
  readonly fraction: number;
}
export function periodOf(today: Date): Period {
  const [year, month, day] = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai', dateStyle: 'short' })
    .format(today)
    .split('-')
    .map(Number) as [number, number, number];
  const now = dayOf(year, month, day);
  const last = now - 1;
  const first = dayOf(yearOf(last) - 3, 1, 1);
  const lastMonth = monthOf(last);
  return {
    today: now,
    last,
    first,
    year: yearOf(last),
    firstMonth: monthOf(first),
    lastMonth,
    fraction: (last - monthStart(lastMonth) + 1) / daysIn(lastMonth),
  };
}
