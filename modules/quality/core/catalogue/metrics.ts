import * as z from 'zod';
import { call, column, TRUE, type Aggregate, type Value } from '../measure/tree.ts';
import { CHARACTERS, shortList } from './accuracy.ts';
import { columnLabel, type KnownAs, type RuleColumn } from './declaration.ts';
import { defineRuleType, type RuleType } from './define.ts';
import { boundsOf, boundsText, labels, RANGE, RANGE_FIELDS } from './parts.ts';

/* Rules about one number of a whole column, and about how its values are distributed. */

interface Metric {
  readonly code: string;
  readonly name: string;
  readonly says: string;
  readonly kinds?: readonly RuleColumn['kind'][];
  value(of: Value): Aggregate;
  readonly note?: string;
  readonly knownAs?: KnownAs;
  /** a length tells no value */
  readonly isLength?: true;
}
const metric = (of: Metric): RuleType =>
  defineRuleType({
    code: of.code,
    dimension: 'accuracy',
    name: of.name,
    help: `整列的${of.says}在范围内`,
    target: 'column',
    kinds: of.kinds ?? ['number'],
    group: 'metric',
    parameters: RANGE,
    fields: RANGE_FIELDS,
    nulls: null,
    needsLiteral: !of.isLength,
    measure: ({ column: one, parameters }) => ({ of: 'value', value: of.value(column(one.name)), bounds: boundsOf(parameters), unit: '' }),
    sentence: ({ column: one, parameters }) =>
      `字段“${columnLabel(one)}”的${of.says}${boundsText(boundsOf(parameters))}，空值不计${of.note ? `；${of.note}` : ''}`,
    ...(of.knownAs && { knownAs: of.knownAs }),
  });
const plain =
  (is: 'min' | 'max' | 'sum' | 'mean' | 'stdev' | 'variance') =>
  (value: Value): Aggregate => ({ is, value, where: TRUE });
const length = (value: Value): Value => call('length', value);

export const METRIC_RULES: readonly RuleType[] = [
  metric({
    code: 'accuracy_min',
    name: '最小值',
    says: '最小值',
    kinds: ['number', 'time'],
    value: plain('min'),
    knownAs: { gx: ['column_min_to_be_between'], qualitis: ['最小值检测'], datavines: ['column_min'] },
  }),
  metric({
    code: 'accuracy_max',
    name: '最大值',
    says: '最大值',
    kinds: ['number', 'time'],
    value: plain('max'),
    knownAs: { gx: ['column_max_to_be_between'], qualitis: ['最大值检测'], datavines: ['column_max'] },
  }),
  metric({
    code: 'accuracy_mean',
    name: '平均值',
    says: '平均值',
    value: plain('mean'),
    knownAs: { gx: ['column_mean_to_be_between'], qualitis: ['平均值检测'], datavines: ['column_avg'] },
  }),
  metric({
    code: 'accuracy_median',
    name: '中位数',
    says: '中位数',
    value: (value) => ({ is: 'quantile', value, share: 0.5, where: TRUE }),
    knownAs: { gx: ['column_median_to_be_between'] },
  }),
  metric({
    code: 'accuracy_sum',
    name: '总和',
    says: '总和',
    value: plain('sum'),
    knownAs: { gx: ['column_sum_to_be_between'], qualitis: ['总和检测'], datavines: ['column_sum'] },
  }),
  metric({
    code: 'accuracy_stdev',
    name: '标准差',
    says: '样本标准差',
    value: plain('stdev'),
    knownAs: { gx: ['column_stdev_to_be_between'], datavines: ['column_std_dev'] },
  }),
  metric({
    code: 'accuracy_variance',
    name: '方差',
    says: '样本方差',
    value: plain('variance'),
    knownAs: { datavines: ['column_variance'] },
  }),
  metric({
    code: 'accuracy_min_length',
    name: '最短长度',
    says: '最短长度',
    kinds: ['text'],
    isLength: true,
    note: CHARACTERS,
    value: (value) => ({ is: 'min', value: length(value), where: TRUE }),
    knownAs: { datavines: ['column_min_length'] },
  }),
  metric({
    code: 'accuracy_max_length',
    name: '最长长度',
    says: '最长长度',
    kinds: ['text'],
    isLength: true,
    note: CHARACTERS,
    value: (value) => ({ is: 'max', value: length(value), where: TRUE }),
    knownAs: { datavines: ['column_max_length'] },
  }),
  metric({
    code: 'accuracy_mean_length',
    name: '平均长度',
    says: '平均长度',
    kinds: ['text'],
    isLength: true,
    note: CHARACTERS,
    value: (value) => ({ is: 'mean', value: length(value), where: TRUE }),
    knownAs: { datavines: ['column_avg_length'] },
  }),
  defineRuleType({
    code: 'accuracy_quantile',
    dimension: 'accuracy',
    name: '分位数',
    help: '整列的某一分位数在范围内，如 95% 分位数',
    target: 'column',
    kinds: ['number'],
    group: 'metric',
    parameters: z.intersection(RANGE, z.object({ share: z.number().min(0).max(1) })),
    fields: [{ key: 'share', label: '分位', control: 'number', isRequired: true, help: '0 至 1，如 0.95' }, ...RANGE_FIELDS],
    nulls: null,
    needsLiteral: true,
    measure: ({ column: one, parameters }) => ({
      of: 'value',
      value: { is: 'quantile', value: column(one.name), share: parameters.share, where: TRUE },
      bounds: boundsOf(parameters),
      unit: '',
    }),
    sentence: ({ column: one, parameters }) =>
      `字段“${columnLabel(one)}”的${Math.round(parameters.share * 10000) / 100}%分位数${boundsText(boundsOf(parameters))}，空值不计`,
    knownAs: { gx: ['column_quantile_values_to_be_between'] },
  }),
  ...(['z', 'iqr'] as const).map((method) =>
    defineRuleType({
      code: method === 'z' ? 'accuracy_z_score' : 'accuracy_iqr',
      dimension: 'accuracy',
      name: method === 'z' ? '标准差离群值' : '四分位离群值',
      help: method === 'z' ? '与平均值相差超过若干个标准差的行不合格' : '超出四分位数若干倍四分位距的行不合格，常用 1.5 或 3',
      target: 'column',
      kinds: ['number'],
      group: 'accuracy',
      parameters: z.object({ times: z.number().positive() }),
      fields: [{ key: 'times', label: '倍数', control: 'number', isRequired: true }],
      nulls: 'ignore',
      needsLiteral: true,
      measure: ({ column: one, parameters }) => ({ of: 'outliers', column: one.name, method, times: parameters.times }),
      sentence: ({ column: one, parameters }) =>
        method === 'z'
          ? `字段“${columnLabel(one)}”的值与平均值相差不超过${parameters.times}个标准差`
          : `字段“${columnLabel(one)}”的值不超出上下四分位数${parameters.times}倍四分位距`,
      ...(method === 'z' && { knownAs: { gx: ['column_value_z_scores_to_be_less_than'] } }),
    }),
  ),
  defineRuleType({
    code: 'accuracy_most_common',
    dimension: 'accuracy',
    name: '最常见的值',
    help: '出现次数最多的值是列出的值之一',
    target: 'column',
    kinds: ['text', 'number'],
    group: 'accuracy',
    parameters: z.object({ values: z.array(z.string()).min(1) }),
    fields: [{ key: 'values', label: '应为', control: 'words', isRequired: true }],
    nulls: null,
    needsLiteral: true,
    measure: ({ column: one, parameters }) => ({ of: 'mode', column: one.name, codes: parameters.values }),
    sentence: ({ column: one, parameters }) => `字段“${columnLabel(one)}”最常见的值是 ${shortList(parameters.values)} 之一`,
    knownAs: { gx: ['column_most_common_value_to_be_in_set'] },
  }),
  defineRuleType({
    code: 'accuracy_equal_set',
    dimension: 'accuracy',
    name: '取值与列表一致',
    help: '字段的不同取值与列出的值完全一致，不多也不少',
    target: 'column',
    kinds: ['text', 'number'],
    group: 'accuracy',
    parameters: z.object({ values: z.array(z.string()).min(1) }),
    fields: [{ key: 'values', label: '取值列表', control: 'words', isRequired: true }],
    nulls: null,
    needsLiteral: true,
    measure: ({ column: one, parameters }) => ({ of: 'set', column: one.name, codes: parameters.values, how: 'equals' }),
    sentence: ({ column: one, parameters }) => `字段“${columnLabel(one)}”的取值恰好是 ${shortList(parameters.values)}，空值不计`,
    knownAs: { gx: ['column_distinct_values_to_equal_set'] },
  }),
  ...(['increasing', 'decreasing'] as const).map((way) =>
    defineRuleType({
      code: `accuracy_${way}`,
      dimension: 'accuracy',
      name: way === 'increasing' ? '单调递增' : '单调递减',
      help: '按另一字段排序后，值逐行变化的方向一致',
      target: 'column',
      kinds: ['number', 'time'],
      group: 'accuracy',
      parameters: z.object({ orderColumnId: z.string(), isStrict: z.boolean().optional() }),
      fields: [
        { key: 'orderColumnId', label: '排序字段', control: 'column', isRequired: true },
        { key: 'isStrict', label: '不允许相等', control: 'switch' },
      ],
      nulls: 'ignore',
      needsLiteral: false,
      measure: ({ column: one, parameters, columnOf }) => ({
        of: 'order',
        column: one.name,
        by: columnOf(parameters.orderColumnId).name,
        op: way === 'increasing' ? (parameters.isStrict ? '>' : '>=') : parameters.isStrict ? '<' : '<=',
      }),
      sentence: ({ column: one, parameters, columnOf }) =>
        `按字段“${columnLabel(columnOf(parameters.orderColumnId))}”排序后，字段“${columnLabel(one)}”的值逐行${way === 'increasing' ? '增大' : '减小'}${parameters.isStrict ? '，不允许相等' : '或不变'}`,
      knownAs: { gx: [`column_values_to_be_${way}`] },
    }),
  ),
  defineRuleType({
    code: 'consistent_association',
    dimension: 'consistent',
    name: '两个字段的关联程度',
    help: '两个分类字段的关联程度（克莱姆系数，0 无关，1 完全对应）在范围内',
    target: 'column',
    kinds: ['text', 'number', 'boolean'],
    group: 'metric',
    parameters: z.intersection(RANGE, z.object({ columnId: z.string() })),
    fields: [{ key: 'columnId', label: '另一字段', control: 'column', isRequired: true }, ...RANGE_FIELDS],
    nulls: null,
    needsLiteral: true,
    measure: ({ column: one, parameters, columnOf }) => ({
      of: 'association',
      columns: [one.name, columnOf(parameters.columnId).name],
      bounds: boundsOf(parameters),
    }),
    sentence: ({ column: one, parameters, columnOf }) =>
      `字段${labels([one, columnOf(parameters.columnId)])}的克莱姆关联系数${boundsText(boundsOf(parameters))}`,
    knownAs: { gx: ['column_pair_cramers_phi_value_to_be_less_than'] },
  }),
];
