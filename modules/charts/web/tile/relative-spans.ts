import type { RelativeDate } from '#modules/datasets/contract/query.ts';

/** Spans that people choose by name. */
export const SPANS: readonly (readonly [label: string, span: RelativeDate])[] = [
  ['今天', { span: 'this', unit: 'day', n: 1 }],
  ['昨天', { span: 'previous', unit: 'day', n: 1 }],
  ['最近 7 天', { span: 'last', unit: 'day', n: 7 }],
  ['最近 30 天', { span: 'last', unit: 'day', n: 30 }],
  ['本周', { span: 'this', unit: 'week', n: 1 }],
  ['上周', { span: 'previous', unit: 'week', n: 1 }],
  ['本月', { span: 'this', unit: 'month', n: 1 }],
  ['上月', { span: 'previous', unit: 'month', n: 1 }],
  ['本季度', { span: 'this', unit: 'quarter', n: 1 }],
  ['上季度', { span: 'previous', unit: 'quarter', n: 1 }],
  ['今年', { span: 'this', unit: 'year', n: 1 }],
  ['去年', { span: 'previous', unit: 'year', n: 1 }],
  ['今年至今', { span: 'toDate', unit: 'year', n: 1 }],
  ['最近 12 个月', { span: 'last', unit: 'month', n: 12 }],
];
const UNITS = { hour: '小时', day: '天', week: '周', month: '个月', quarter: '个季度', year: '年' } as const;
const WORDS = { last: '最近', this: '本', previous: '之前', next: '之后', toDate: '至今' } as const;

const keyOf = ({ span, unit, n }: RelativeDate): string => `${span}-${unit}-${n}`;
/** What people call a span. */
export const spanLabel = (span: RelativeDate): string =>
  SPANS.find(([, known]) => keyOf(known) === keyOf(span))?.[0] ?? `${WORDS[span.span]} ${span.n} ${UNITS[span.unit]}`;
export const spanKey = keyOf;
