import type { RelativeDate } from '#modules/datasets/contract/query.ts';
import { NUMBER, numberOf } from './numbers.ts';
import type { Reading, Today } from './types.ts';

/*
 * Spans of time in a question. Those that move with the day become relative conditions, named ones become first and last day. The week
 * begins on Monday.
 */

type TimeReading = Extract<Reading, { is: 'time' }>;
/** A named span, months counted from year 0. */
interface Months {
  readonly from: number;
  readonly count: number;
}

const UNITS: Readonly<Record<string, RelativeDate['unit']>> = {
  天: 'day', 日: 'day', 周: 'week', 星期: 'week', 月: 'month', 季度: 'quarter', 季: 'quarter', 年: 'year', 小时: 'hour',
}; // prettier-ignore
const DAYS: Readonly<Record<RelativeDate['unit'], number>> = { hour: 1 / 24, day: 1, week: 7, month: 30, quarter: 91, year: 365 };
const WORDS: readonly (readonly [words: string, span: RelativeDate['span'], unit: RelativeDate['unit']])[] = [
  ['今年以来|年初以来|年初至今|本年累计|今年累计', 'toDate', 'year'],
  ['本月以来|月初至今|本月累计', 'toDate', 'month'],
  ['今年|本年度|本年|当年', 'this', 'year'],
  ['去年|上一年度|上一年|上年度|上年', 'previous', 'year'],
  ['本季度|这个季度|当季|本季', 'this', 'quarter'],
  ['上个季度|上季度|上一季度', 'previous', 'quarter'],
  ['本月|这个月|当月|这月', 'this', 'month'],
  ['上个月|上月', 'previous', 'month'],
  ['本周|这周|这个星期|本星期', 'this', 'week'],
  ['上周|上个星期|上星期', 'previous', 'week'],
  ['今天|今日|当天', 'this', 'day'],
  ['昨天|昨日', 'previous', 'day'],
];
const YEAR = '(?:(?<y>20\\d\\d)年?|(?<rel>今年|去年|前年|本年|上年))';
const MONTH = '(?<m>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月份?';
const QUARTER = '(?:第?(?<q>[一二三四1-4])季度?|q(?<qn>[1-4]))';
const HALF = '(?<h>上半年|下半年)';
/** A named month, quarter, half or year, as one end of a span. */
const NAMED = new RegExp(`(?:${YEAR}的?)?(?:${HALF}|${QUARTER}|${MONTH}(?!\\d))?`, 'y');
const ISO_DAY = /(20\d\d)[-/年.](0?[1-9]|1[0-2])[-/月.](0?[1-9]|[12]\d|3[01])日?/y;
const ISO_MONTH = /(20\d\d)[-/](0[1-9]|1[0-2])(?![-/\d])/y;
const JOINT = /\s*(?:到|至|~|—|-)\s*/y;

const YEARS_AGO: Readonly<Record<string, number>> = { 去年: 1, 上年: 1, 前年: 2 };
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const monthStart = (months: number): number => Date.UTC(Math.floor(months / 12), months % 12, 1);

function named(
  text: string,
  at: number,
  today: Today,
  inherited: number | null,
): (Months & { readonly to: number; readonly year: number }) | null {
  ISO_MONTH.lastIndex = at;
  const iso = ISO_MONTH.exec(text);
  if (iso) {
    const year = Number(iso[1]);
    return { from: year * 12 + Number(iso[2]) - 1, count: 1, to: ISO_MONTH.lastIndex, year };
  }
  NAMED.lastIndex = at;
  const found = NAMED.exec(text)?.groups;
  const to = NAMED.lastIndex;
  if (!found || to === at) return null;
  const { y, rel, m, h } = found;
  const quarter = found['q'] ?? found['qn'];
  // a year that moves with the day and stands alone is a relative span
  if (rel && rel !== '前年' && !m && !quarter && !h) return null;
  const now = Number(today.slice(0, 4));
  let year = inherited ?? now;
  if (y) year = Number(y);
  else if (rel) year = now - (YEARS_AGO[rel] ?? 0);
  const base = year * 12;
  if (m) return { from: base + numberOf(m.replace(/^0/, '')) - 1, count: 1, to, year };
  if (quarter) return { from: base + (numberOf(quarter) - 1) * 3, count: 3, to, year };
  if (h) return { from: base + (h === '上半年' ? 0 : 6), count: 6, to, year };
  return { from: base, count: 12, to, year };
}

function monthsSay({ from, count }: Months): string {
  const name = (at: number) => `${Math.floor(at / 12)}年${(at % 12) + 1}月`;
  if (count === 12 && from % 12 === 0) return `${from / 12}年`;
  return count === 1 ? name(from) : `${name(from)}至${name(from + count - 1)}`;
}

function between(first: number, end: number, says: string): TimeReading {
  const values = [dayOf(first), dayOf(end - 86_400_000)];
  return { is: 'time', condition: { op: 'between', values }, says, days: (end - first) / 86_400_000 };
}

function days(text: string, at: number): { reading: TimeReading; to: number } | null {
  const read = (from: number): { time: number; to: number } | null => {
    ISO_DAY.lastIndex = from;
    const found = ISO_DAY.exec(text);
    return found && { time: Date.UTC(Number(found[1]), Number(found[2]) - 1, Number(found[3])), to: ISO_DAY.lastIndex };
  };
  const first = read(at);
  if (!first) return null;
  JOINT.lastIndex = first.to;
  const last = JOINT.test(text) ? read(JOINT.lastIndex) : null;
  const end = last ?? first;
  const says = last ? `${dayOf(first.time)}至${dayOf(last.time)}` : dayOf(first.time);
  return { reading: between(first.time, end.time + 86_400_000, says), to: end.to };
}

function namedSpan(text: string, at: number, today: Today): { reading: TimeReading; to: number } | null {
  const first = named(text, at, today, null);
  if (!first) return null;
  JOINT.lastIndex = first.to;
  const second = JOINT.test(text) ? named(text, JOINT.lastIndex, today, first.year) : null;
  const count = second && second.from >= first.from ? second.from + second.count - first.from : first.count;
  const span = { from: first.from, count };
  const to = second && second.from >= first.from ? second.to : first.to;
  return { reading: between(monthStart(span.from), monthStart(span.from + span.count), monthsSay(span)), to };
}

const LAST = new RegExp(
  `(?:最近|过去|近)(?:的)?(?:(?<half>半年)|(?<n>${NUMBER}|几)?(?<unit>个?小时|个?季度|个?月|星期|天|日|周|季|年))(?:内|来|以来)?`,
  'y',
);
function last(text: string, at: number): { reading: TimeReading; to: number } | null {
  LAST.lastIndex = at;
  const found = LAST.exec(text)?.groups;
  if (!found) return null;
  if (found['half'])
    return {
      reading: { is: 'time', condition: { op: 'relative', relative: { span: 'last', unit: 'month', n: 6 } }, says: '近半年', days: 182 },
      to: LAST.lastIndex,
    };
  const word = found['unit']!.replace('个', '');
  const unit = UNITS[word]!;
  const n = found['n'] === undefined || found['n'] === '几' ? 1 : numberOf(found['n']);
  if (!Number.isInteger(n) || n < 1 || n > 1000) return null;
  const says = `近${n}${unit === 'month' || unit === 'quarter' ? '个' : ''}${word}`;
  return {
    reading: { is: 'time', condition: { op: 'relative', relative: { span: 'last', unit, n } }, says, days: n * DAYS[unit] },
    to: LAST.lastIndex,
  };
}

const RELATIVES = WORDS.map(([words, span, unit]) => ({ pattern: new RegExp(words, 'y'), span, unit }));

/** The span of time that begins at a place of the question; null where none does. */
export function timeAt(text: string, at: number, today: Today): { readonly reading: TimeReading; readonly to: number } | null {
  const found = days(text, at) ?? last(text, at) ?? namedSpan(text, at, today);
  if (found) return found;
  if (text.startsWith('前天', at)) {
    const time = Date.parse(`${today}T00:00:00Z`) - 2 * 86_400_000;
    return { reading: between(time, time + 86_400_000, '前天'), to: at + 2 };
  }
  for (const { pattern, span, unit } of RELATIVES) {
    pattern.lastIndex = at;
    const word = pattern.exec(text)?.[0];
    if (word)
      return {
        reading: { is: 'time', condition: { op: 'relative', relative: { span, unit, n: 1 } }, says: word, days: DAYS[unit] },
        to: at + word.length,
      };
  }
  return null;
}
