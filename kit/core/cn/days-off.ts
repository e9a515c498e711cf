/*
 * Days on which nobody works in mainland China: weekends, public holidays, and weekend days that are worked in exchange. Years whose notice of
 * the State Council is known stand here as it says; for others the usual stretch of each holiday is taken, without exchanged days, and what an
 * administrator writes down goes before both.
 */

/** What kind of day it is. */
export interface DayKind {
  readonly isOff: boolean;
  /** name of the public holiday; null on other days, weekends included */
  readonly holiday: string | null;
}
/** Days that an administrator wrote down. */
export interface OwnDays {
  readonly off: ReadonlySet<string>;
  readonly worked: ReadonlySet<string>;
}
export const NO_OWN_DAYS: OwnDays = { off: new Set(), worked: new Set() };

type Stretch = readonly [name: string, from: string, to: string];
interface Notice {
  readonly off: readonly Stretch[];
  readonly worked: readonly string[];
}
/** Notices of the State Council about public holidays, by year; days as `MM-DD`. */
const NOTICES: Readonly<Record<number, Notice>> = {
  2025: {
    off: [
      ['元旦', '01-01', '01-01'],
      ['春节', '01-28', '02-04'],
      ['清明节', '04-04', '04-06'],
      ['劳动节', '05-01', '05-05'],
      ['端午节', '05-31', '06-02'],
      ['国庆节、中秋节', '10-01', '10-08'],
    ],
    worked: ['01-26', '02-08', '04-27', '09-28', '10-11'],
  },
  2026: {
    off: [
      ['元旦', '01-01', '01-03'],
      ['春节', '02-15', '02-23'],
      ['清明节', '04-04', '04-06'],
      ['劳动节', '05-01', '05-05'],
      ['端午节', '06-19', '06-21'],
      ['中秋节', '09-25', '09-27'],
      ['国庆节', '10-01', '10-07'],
    ],
    worked: ['01-04', '02-14', '02-28', '05-09', '09-20', '10-10'],
  },
};
/** Days of the lunar calendar: first day of the year, 端午, 中秋. A table, because libraries differ where a new moon falls close to midnight (2027). */
const LUNAR: Readonly<Record<number, readonly [newYear: string, dragonBoat: string, midAutumn: string]>> = {
  2024: ['02-10', '06-10', '09-17'],
  2027: ['02-06', '06-09', '09-15'],
  2028: ['01-26', '05-28', '10-03'],
  2029: ['02-13', '06-16', '09-22'],
  2030: ['02-03', '06-05', '09-12'],
};

const DAY_MS = 86_400_000;
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
/** So many days later, `2026-03-01`. */
export const dayAfter = (day: string, by: number): string => new Date(timeOf(day) + by * DAY_MS).toISOString().slice(0, 10);
/** 0 = Sunday. */
export const weekdayOf = (day: string): number => new Date(timeOf(day)).getUTCDay();

/** 清明 of this century, by the formula of solar terms. */
const pureBrightness = (year: number): string => {
  const of = year % 100;
  return `04-0${Math.floor(of * 0.2422 + 4.81) - Math.floor(of / 4)}`;
};

/** What a year without a notice usually brings. */
function usual(year: number): Stretch[] {
  const clear = pureBrightness(year);
  const found: Stretch[] = [
    ['元旦', '01-01', '01-01'],
    ['清明节', clear, clear],
    ['劳动节', '05-01', '05-05'],
    ['国庆节', '10-01', '10-07'],
  ];
  const lunar = LUNAR[year];
  if (!lunar) return found;
  const [newYear, dragonBoat, midAutumn] = lunar;
  const of = (by: number) => dayAfter(`${year}-${newYear}`, by).slice(5);
  return [...found, ['春节', of(-1), of(6)], ['端午节', dragonBoat, dragonBoat], ['中秋节', midAutumn, midAutumn]];
}

/** What kind of day a calendar day is. */
export function dayKind(day: string, own: OwnDays = NO_OWN_DAYS): DayKind {
  const year = Number(day.slice(0, 4));
  const short = day.slice(5);
  const notice = NOTICES[year];
  const holiday = (notice?.off ?? usual(year)).find(([, from, to]) => short >= from && short <= to)?.[0] ?? null;
  if (own.worked.has(day)) return { isOff: false, holiday: null };
  if (own.off.has(day)) return { isOff: true, holiday: holiday ?? '放假' };
  if (holiday !== null) return { isOff: true, holiday };
  if (notice?.worked.includes(short)) return { isOff: false, holiday: null };
  return { isOff: [0, 6].includes(weekdayOf(day)), holiday: null };
}

const ENTRY = /^(班)?\s*(\d{4}-\d\d-\d\d)(?:\s*[~～至]\s*(\d{4}-\d\d-\d\d))?$/;
const isDay = (text: string): boolean => !Number.isNaN(timeOf(text)) && dayAfter(text, 0) === text;
const LONGEST = 31;

/** Days off and worked days as they are written in a setting: `2027-02-05~2027-02-11；班2027-02-20`. Null for a text that is none. */
export function ownDays(text: string): OwnDays | null {
  const [off, worked] = [new Set<string>(), new Set<string>()];
  for (const part of text.split(/[;；,，\n]/).map((one) => one.trim())) {
    if (part === '') continue;
    const [, isWorked, from = '', to = from] = ENTRY.exec(part) ?? [];
    const days = (timeOf(to) - timeOf(from)) / DAY_MS + 1;
    if (!isDay(from) || !isDay(to) || days < 1 || days > LONGEST) return null;
    for (let i = 0; i < days; i++) (isWorked ? worked : off).add(dayAfter(from, i));
  }
  return { off, worked };
}
