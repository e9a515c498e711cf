import * as z from 'zod';
import { call, column, compare, number, present, TRUE, type Value } from '../measure/tree.ts';
import { columnLabel, tableLabel } from './declaration.ts';
import { defineRuleType, type RuleType } from './define.ts';
import { minutesBefore, NONE } from './parts.ts';

/* Further rules about time: of the table as a whole, of arrivals, of order. */

const MINUTES = { minute: 1, hour: 60, day: 1440 } as const;
const UNITS = { minute: '分钟', hour: '小时', day: '天' } as const;
const UNIT_CHOICES = Object.entries(UNITS).map(([value, label]) => ({ value, label }));
const moment = (text: string): Value => ({ is: 'moment', moment: text });
const day = (text: string): Value => ({ is: 'day', day: text });

export const TIMELINESS_RULES: readonly RuleType[] = [
  defineRuleType({
    code: 'timeliness_latest',
    dimension: 'timeliness',
    name: '最新数据时限',
    help: '表中最新的一条距检查时刻不超过一段时间；表为空时不合格',
    target: 'column',
    kinds: ['time'],
    group: 'timeliness',
    parameters: z.object({ threshold: z.number().positive(), unit: z.enum(['minute', 'hour', 'day']).optional() }),
    fields: [
      { key: 'threshold', label: '最多', control: 'number', isRequired: true },
      { key: 'unit', label: '单位', control: 'choice', choices: UNIT_CHOICES },
    ],
    nulls: null,
    needsLiteral: true,
    measure: ({ column: one, parameters, now }) => ({
      of: 'latest',
      column: one.name,
      fresh: compare(column(one.name), '>=', moment(minutesBefore(now, parameters.threshold * MINUTES[parameters.unit ?? 'day']))),
    }),
    sentence: ({ column: one, parameters }) =>
      `字段“${columnLabel(one)}”最新的时间距检查时刻不超过${parameters.threshold}${UNITS[parameters.unit ?? 'day']}`,
    knownAs: { datavines: ['table_freshness'] },
  }),
  defineRuleType({
    code: 'timeliness_before',
    dimension: 'timeliness',
    name: '当天按时到达',
    help: '当天的数据在某一时刻之前已经到达；检查早于该时刻时看前一天',
    target: 'column',
    kinds: ['time'],
    group: 'timeliness',
    parameters: z.object({ before: z.string() }),
    fields: [{ key: 'before', label: '最晚时刻', control: 'time', isRequired: true, placeholder: '08:30' }],
    nulls: null,
    needsLiteral: true,
    measure({ column: one, parameters, now }) {
      const value = column(one.name);
      // before the hour, the day that must be there is the one before
      const from = now.slice(11, 16) < parameters.before ? minutesBefore(now.slice(0, 10), MINUTES.day) : now;
      return { of: 'latest', column: one.name, fresh: compare(call('toDay', value), '>=', day(from.slice(0, 10))) };
    },
    sentence: ({ column: one, parameters }) => `当天的数据（按字段“${columnLabel(one)}”）在${parameters.before}之前到达`,
  }),
  defineRuleType({
    code: 'timeliness_partition',
    dimension: 'timeliness',
    name: '分区已产生',
    help: '某个分区（如 ${yyyyMMdd-1}）已有数据',
    target: 'column',
    kinds: ['text', 'number', 'time'],
    group: 'timeliness',
    parameters: z.object({ partition: z.string().min(1) }),
    fields: [{ key: 'partition', label: '分区值', control: 'text', isRequired: true, placeholder: '${yyyyMMdd-1}' }],
    nulls: null,
    needsLiteral: true,
    measure({ column: one, parameters }) {
      const value = column(one.name);
      const where =
        one.kind === 'time'
          ? compare(call('toDay', value), '=', day(parameters.partition.slice(0, 10)))
          : ({ is: 'in', value, codes: [parameters.partition] } as const);
      return { of: 'value', value: { is: 'count', where }, bounds: { min: '1', max: null }, unit: '行' };
    },
    sentence: ({ column: one, parameters }) => `字段“${columnLabel(one)}”为 ${parameters.partition} 的分区已有数据`,
  }),
  defineRuleType({
    code: 'timeliness_gap',
    dimension: 'timeliness',
    name: '更新间隔',
    help: '按日期排序后相邻两个日期的间隔不超过若干天',
    target: 'column',
    kinds: ['time'],
    group: 'timeliness',
    parameters: z.object({ threshold: z.number().int().min(1) }),
    fields: [{ key: 'threshold', label: '最多间隔', control: 'number', isRequired: true, unit: '天' }],
    nulls: 'ignore',
    needsLiteral: true,
    measure: ({ column: one, parameters }) => ({ of: 'gap', column: one.name, days: parameters.threshold }),
    sentence: ({ column: one, parameters }) => `字段“${columnLabel(one)}”相邻两个日期的间隔不超过${parameters.threshold}天`,
  }),
  defineRuleType({
    code: 'timeliness_order',
    dimension: 'timeliness',
    name: '先后顺序',
    help: '开始时间不晚于结束时间',
    target: 'column',
    kinds: ['time'],
    group: 'timeliness',
    parameters: z.object({ columnId: z.string() }),
    fields: [{ key: 'columnId', label: '结束时间', control: 'column', isRequired: true }],
    nulls: 'ignore',
    needsLiteral: false,
    measure({ column: one, parameters, columnOf }) {
      const end = columnOf(parameters.columnId);
      const isDay = one.dataType.toLowerCase() === 'date' || end.dataType.toLowerCase() === 'date';
      const [a, b] = [column(one.name), column(end.name)];
      return { of: 'rows', good: compare(isDay ? call('toDay', a) : a, '<=', isDay ? call('toDay', b) : b), judged: [a, b] };
    },
    sentence: ({ column: one, parameters, columnOf }) =>
      `字段“${columnLabel(one)}”的时间不晚于字段“${columnLabel(columnOf(parameters.columnId))}”`,
  }),
  defineRuleType({
    code: 'timeliness_late_rate',
    dimension: 'timeliness',
    name: '迟到率',
    help: '入库日期晚于业务日期若干天的行，占比不超过若干百分比',
    target: 'column',
    kinds: ['time'],
    group: 'timeliness',
    parameters: z.object({ columnId: z.string(), threshold: z.number().int().min(0), percent: z.number().min(0).max(100) }),
    fields: [
      { key: 'columnId', label: '业务日期', control: 'column', isRequired: true },
      { key: 'threshold', label: '最多晚', control: 'number', isRequired: true, unit: '天' },
      { key: 'percent', label: '迟到占比不超过', control: 'number', isRequired: true, unit: '%' },
    ],
    nulls: null,
    needsLiteral: true,
    measure({ column: one, parameters, columnOf }) {
      const [arrived, due] = [column(one.name), column(columnOf(parameters.columnId).name)];
      return {
        of: 'ratio',
        part: { is: 'count', where: compare(call('toDay', arrived), '>', call('addDays', due, number(parameters.threshold))) },
        whole: { is: 'count', where: present(arrived) },
        bounds: { min: null, max: String(parameters.percent) },
      };
    },
    sentence: ({ column: one, parameters, columnOf }) =>
      `字段“${columnLabel(one)}”晚于字段“${columnLabel(columnOf(parameters.columnId))}”超过${parameters.threshold}天的行不超过${parameters.percent}%，空值不计`,
  }),
  defineRuleType({
    code: 'timeliness_probe',
    dimension: 'timeliness',
    name: '可访问',
    help: '数据源可以连接、表可以查询；可限制查询的耗时',
    target: 'table',
    group: 'timeliness',
    parameters: z.object({ threshold: z.number().positive().optional() }),
    fields: [{ key: 'threshold', label: '最多', control: 'number', unit: '秒' }],
    nulls: null,
    hasFilter: false,
    needsLiteral: false,
    measure: ({ parameters }) => ({ of: 'probe', seconds: parameters.threshold ?? null }),
    sentence: ({ table, parameters }) =>
      `表“${tableLabel(table)}”可以查询${parameters.threshold === undefined ? '' : `，耗时不超过${parameters.threshold}秒`}`,
  }),
];

const METRICS = {
  rows: '行数',
  nulls: '空值数',
  distinct: '不同值个数',
  mean: '平均值',
  sum: '总和',
  min: '最小值',
  max: '最大值',
  stdev: '标准差',
} as const;
const METRIC_CHOICES = Object.entries(METRICS).map(([value, label]) => ({ value, label }));
const Metric = z.enum(['rows', 'nulls', 'distinct', 'mean', 'sum', 'min', 'max', 'stdev']);
const COMPARES = {
  previous: '上一次',
  day: '前一天',
  weekday: '上周同一天',
  average7: '近7天平均',
  average30: '近30天平均',
  averageMonth: '本月平均',
  week: '本周平均',
  month: '上月同日',
} as const;
const STRATEGIES = {
  absolute: '变化量',
  rate: '变化量',
  relative: '变化率',
  normal: '正态区间',
  onlineNormal: '在线正态区间',
  holtWinters: '霍尔特-温特斯季节预测',
} as const;
const DISTRIBUTIONS = { psi: '群体稳定性指标 PSI', chiSquare: '卡方检验', ks: 'KS 检验', kl: 'KL 散度' } as const;

export const HISTORY_RULES: readonly RuleType[] = [
  defineRuleType({
    code: 'history_change',
    dimension: 'timeliness',
    name: '指标波动',
    help: '行数等指标与之前比较的变化率在范围内；历史不足时跳过',
    target: 'table',
    group: 'metric',
    parameters: z.object({
      metric: Metric.optional(),
      columnId: z.string().optional(),
      compare: z.enum(['previous', 'day', 'weekday', 'week', 'month', 'average7', 'average30', 'averageMonth']),
      min: z.string().nullish(),
      max: z.string().nullish(),
    }),
    fields: [
      { key: 'metric', label: '指标', control: 'choice', choices: METRIC_CHOICES },
      { key: 'columnId', label: '字段', control: 'column', help: '指标为行数时不填' },
      {
        key: 'compare',
        label: '比较对象',
        control: 'choice',
        isRequired: true,
        choices: Object.entries(COMPARES).map(([value, label]) => ({ value, label })),
      },
      { key: 'min', label: '变化率不小于', control: 'text', unit: '%' },
      { key: 'max', label: '变化率不大于', control: 'text', unit: '%' },
    ],
    nulls: null,
    needsLiteral: true,
    measure({ parameters, columnOf }) {
      const { metric = 'rows', columnId } = parameters;
      const value = metricOf(metric, columnId === undefined ? null : column(columnOf(columnId).name));
      const bounds = { min: parameters.min || null, max: parameters.max || null };
      return { of: 'history', value, ask: { check: 'change', compare: parameters.compare, bounds } };
    },
    sentence: ({ table, parameters }) =>
      `表“${tableLabel(table)}”的${METRICS[parameters.metric ?? 'rows']}与${COMPARES[parameters.compare]}相比，变化率在${parameters.min || '不限'}%至${parameters.max || '不限'}%之间`,
  }),
  defineRuleType({
    code: 'history_anomaly',
    dimension: 'timeliness',
    name: '指标异常',
    help: '按历史判断行数等指标是否异常，节假日与工作日分开比较；历史不足时跳过',
    target: 'table',
    group: 'metric',
    parameters: z.object({
      metric: Metric.optional(),
      columnId: z.string().optional(),
      strategy: z.enum(['absolute', 'rate', 'relative', 'normal', 'onlineNormal', 'holtWinters']),
      sensitivity: z.number().positive().optional(),
    }),
    fields: [
      { key: 'metric', label: '指标', control: 'choice', choices: METRIC_CHOICES },
      { key: 'columnId', label: '字段', control: 'column', help: '指标为行数时不填' },
      {
        key: 'strategy',
        label: '方法',
        control: 'choice',
        isRequired: true,
        choices: Object.entries(STRATEGIES)
          .filter(([value]) => value !== 'rate')
          .map(([value, label]) => ({ value, label })),
      },
      { key: 'sensitivity', label: '宽度', control: 'number', help: '标准差倍数，默认 3；越大越不容易报警' },
    ],
    nulls: null,
    needsLiteral: true,
    measure({ parameters, columnOf }) {
      const { metric = 'rows', columnId, strategy, sensitivity = 3 } = parameters;
      const value = metricOf(metric, columnId === undefined ? null : column(columnOf(columnId).name));
      return { of: 'history', value, ask: { check: 'anomaly', strategy, sensitivity } };
    },
    sentence: ({ table, parameters }) =>
      `表“${tableLabel(table)}”的${METRICS[parameters.metric ?? 'rows']}按历史（${STRATEGIES[parameters.strategy]}）没有异常`,
  }),
  defineRuleType({
    code: 'history_drift',
    dimension: 'timeliness',
    name: '分布漂移',
    help: '字段取值的分布与基准分布相差不大；用抽样的取值比较，历史不足时跳过',
    target: 'column',
    kinds: ['number', 'text'],
    group: 'metric',
    parameters: z.object({ distribution: z.enum(['psi', 'chiSquare', 'ks', 'kl']), sensitivity: z.number().positive() }),
    fields: [
      {
        key: 'distribution',
        label: '方法',
        control: 'choice',
        isRequired: true,
        choices: Object.entries(DISTRIBUTIONS).map(([value, label]) => ({ value, label })),
      },
      { key: 'sensitivity', label: '界限', control: 'number', isRequired: true, help: 'PSI、KL 不超过该值；卡方与 KS 的 p 值不小于该值' },
    ],
    nulls: null,
    needsLiteral: true,
    measure: ({ column: one, parameters }) => ({
      of: 'history',
      value: { is: 'distinct', value: column(one.name), where: TRUE },
      ask: { check: 'drift', distribution: parameters.distribution, most: parameters.sensitivity },
    }),
    sentence: ({ column: one, parameters }) =>
      `字段“${columnLabel(one)}”的分布没有漂移（${DISTRIBUTIONS[parameters.distribution]}，界限${parameters.sensitivity}）`,
    knownAs: {
      gx: [
        'column_bootstrapped_ks_test_p_value_to_be_greater_than',
        'column_parameterized_distribution_ks_test_p_value_to_be_greater_than',
        'column_chisquare_test_p_value_to_be_greater_than',
        'column_kl_divergence_to_be_less_than',
      ],
      datavines: ['column_histogram'],
    },
  }),
  defineRuleType({
    code: 'history_schema',
    dimension: 'conform',
    name: '结构未变',
    help: '与上一次检查相比，字段没有增加、减少或改变类型',
    target: 'table',
    group: null,
    parameters: NONE,
    fields: [],
    nulls: null,
    hasFilter: false,
    needsLiteral: false,
    measure: () => ({ of: 'catalogue', column: null, ask: { check: 'unchanged' } }),
    sentence: ({ table }) => `表“${tableLabel(table)}”的字段与上一次检查时相同`,
  }),
];

function metricOf(metric: z.output<typeof Metric>, value: Value | null) {
  if (metric === 'rows' || value === null) return { is: 'rows' } as const;
  if (metric === 'nulls') return { is: 'count', where: { is: 'missing', value } } as const;
  return { is: metric, value, where: TRUE } as const;
}
