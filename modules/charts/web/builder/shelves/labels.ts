import type { Format, Grain } from '#modules/datasets/contract/field.ts';
import type { Condition, RelativeDate, Slot } from '#modules/datasets/contract/query.ts';

export const GRAINS: Readonly<Record<Grain, string>> = {
  year: '年',
  quarter: '季度',
  month: '月',
  week: '周',
  day: '日',
  hour: '小时',
  minute: '分钟',
};
export const MODIFIERS: Readonly<Record<NonNullable<Slot['modifier']>, string>> = {
  none: '原值',
  yoy: '同比增长率',
  yoyDiff: '同比增减',
  yoyValue: '去年同期值',
  mom: '环比增长率',
  momDiff: '环比增减',
  momValue: '上期值',
  cum: '累计',
  share: '占比',
  rank: '排名',
};
export const SORTS: Readonly<Record<NonNullable<Slot['sort']>, string>> = { none: '默认', asc: '升序', desc: '降序', custom: '自定义' };
export const SCALES: Readonly<Record<Format['scale'], string>> = {
  none: '原值',
  thousand: '千',
  wan: '万',
  million: '百万',
  yi: '亿',
  auto: '自动（万/亿）',
};
export const KINDS: Readonly<Record<Format['kind'], string>> = {
  auto: '自动',
  number: '数值',
  percent: '百分比',
  currency: '金额',
  date: '日期',
  duration: '时长',
};
export const DRAW_AS: Readonly<Record<NonNullable<Slot['drawAs']>, string>> = { bar: '柱', line: '线', area: '面积', scatter: '点' };

export const OPERATORS: Readonly<Record<Condition['op'], string>> = {
  eq: '等于',
  ne: '不等于',
  in: '属于',
  nin: '不属于',
  gt: '大于',
  gte: '大于等于',
  lt: '小于',
  lte: '小于等于',
  between: '介于',
  contains: '包含',
  starts: '开头是',
  ends: '结尾是',
  ncontains: '不包含',
  null: '为空',
  notnull: '不为空',
  relative: '相对日期',
};
/** Operators that make sense for a type of field. */
export function operatorsFor(type: 'string' | 'number' | 'date' | 'datetime' | 'bool'): readonly Condition['op'][] {
  if (type === 'number') return ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'nin', 'null', 'notnull'];
  if (type === 'date' || type === 'datetime') return ['relative', 'between', 'gte', 'lt', 'eq', 'null', 'notnull'];
  if (type === 'bool') return ['eq', 'null', 'notnull'];
  return ['in', 'nin', 'eq', 'ne', 'contains', 'ncontains', 'starts', 'ends', 'null', 'notnull'];
}
export const SPANS: Readonly<Record<RelativeDate['span'], string>> = {
  last: '最近',
  this: '本',
  previous: '上',
  next: '未来',
  toDate: '本期至今',
};
export const UNITS: Readonly<Record<RelativeDate['unit'], string>> = {
  day: '天',
  week: '周',
  month: '个月',
  quarter: '个季度',
  year: '年',
  hour: '小时',
};

const WHOLE: Readonly<Record<RelativeDate['unit'], string>> = {
  day: '日',
  week: '周',
  month: '月',
  quarter: '季度',
  year: '年',
  hour: '小时',
};

/** A relative span in words: 最近 7 天, 本月, 上季度, 本年至今. */
export function spanText({ span, unit, n }: RelativeDate): string {
  if (span === 'last' || span === 'next') return `${SPANS[span]} ${n} ${UNITS[unit]}`;
  if (span === 'previous') return n === 1 ? `上${WHOLE[unit]}` : `前 ${n} ${UNITS[unit]}`;
  return span === 'toDate' ? `本${WHOLE[unit]}至今` : `本${WHOLE[unit]}`;
}

const shown = (value: unknown): string => (value === null || value === undefined ? '空' : String(value));

/** What a condition says, for a pill. */
export function conditionText(condition: Condition, name: string): string {
  const { op } = condition;
  if (op === 'null' || op === 'notnull') return `${name} ${OPERATORS[op]}`;
  if (op === 'relative') return condition.relative ? `${name} ${spanText(condition.relative)}` : `${name} 未设置`;
  const values = condition.values ?? [];
  if (op === 'between') return `${name} ${shown(values[0])} 至 ${shown(values[1])}`;
  if (op === 'in' || op === 'nin') {
    const list = values.slice(0, 2).map(shown).join('、');
    return `${name} ${OPERATORS[op]} ${list}${values.length > 2 ? ` 等 ${values.length} 项` : ''}`;
  }
  return `${name} ${OPERATORS[op]} ${shown(condition.value)}`;
}
