import * as z from 'zod';
import type { RuleConfig } from '../../contract/rule-config.ts';
import { COMPARES } from '../anomaly.ts';
import { METHODS } from '../anomaly-drift.ts';
import { column, TRUE, type Aggregate } from '../measure/tree.ts';
import { columnLabel, ConfigProblem, tableLabel, type Asked } from './declaration.ts';
import { defineRuleType, type RuleType } from './define.ts';
import { NONE } from './parts.ts';

/* Rules that hold a number, a distribution or a structure against its own past. */

const METRICS = {
  rows: '行数',
  nulls: '空值数',
  nullRate: '空值率',
  distinct: '不同值个数',
  distinctRate: '不同值占比',
  mean: '平均值',
  median: '中位数',
  sum: '总和',
  min: '最小值',
  max: '最大值',
  stdev: '标准差',
} as const;
type Metric = keyof typeof METRICS;
/** Metrics about values, of numbers only. The others tell how many rows there are, and no value of them. */
const OF_VALUES: readonly Metric[] = ['mean', 'median', 'sum', 'min', 'max', 'stdev'];
const OF_NOTHING_NEGATIVE: readonly Metric[] = ['rows', 'nulls', 'nullRate', 'distinct', 'distinctRate', 'stdev'];
const STRATEGIES = {
  median: '中位数区间',
  normal: '正态区间',
  onlineNormal: '在线正态区间',
  absolute: '逐日变化量',
  relative: '逐日变化率',
  holtWinters: '按周季节预测（霍尔特-温特斯）',
} as const;
const BASELINES = { profile: '最近一次数据画像', previous: '上一次检查', first: '首次检查' } as const;
const choicesOf = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([value, label]) => ({ value, label }));
const [DEFAULT_TIMES, DEFAULT_LEAST] = [3, 1];

const WITH_METRIC = z.object({
  metric: z.enum(Object.keys(METRICS) as [Metric, ...Metric[]]).optional(),
  columnId: z.string().optional(),
});
type WithMetric = z.output<typeof WITH_METRIC>;
const METRIC_FIELDS = [
  { key: 'metric', label: '指标', control: 'choice', choices: choicesOf(METRICS), placeholder: '行数' },
  { key: 'columnId', label: '字段', control: 'column', help: '指标为行数时不填' },
] as const;

const metricOf = ({ metric, columnId }: WithMetric): Metric => metric ?? (columnId === undefined ? 'rows' : 'nullRate');

/** The number of a metric, and what it is a share of. Throws ConfigProblem for a column that has no such number. */
function measured({ parameters, columnOf }: Pick<Asked<WithMetric>, 'parameters' | 'columnOf'>): {
  value: Aggregate;
  per: Aggregate | null;
} {
  const metric = metricOf(parameters);
  if (metric === 'rows') return { value: { is: 'rows' }, per: null };
  if (parameters.columnId === undefined) throw new ConfigProblem(`指标“${METRICS[metric]}”需要选择字段`, 'ruleConfig.metric.columnId');
  const one = columnOf(parameters.columnId);
  if (OF_VALUES.includes(metric) && one.kind !== 'number')
    throw new ConfigProblem(`指标“${METRICS[metric]}”只用于数值字段，“${one.name}”的类型是 ${one.dataType}`, 'ruleConfig.metric.columnId');
  const value = column(one.name);
  switch (metric) {
    case 'nulls':
    case 'nullRate':
      return { value: { is: 'count', where: { is: 'missing', value } }, per: metric === 'nullRate' ? { is: 'rows' } : null };
    case 'distinct':
    case 'distinctRate':
      return { value: { is: 'distinct', value, where: TRUE }, per: metric === 'distinctRate' ? { is: 'rows' } : null };
    case 'median':
      return { value: { is: 'quantile', value, share: 0.5, where: TRUE }, per: null };
    default:
      return { value: { is: metric, value, where: TRUE }, per: null };
  }
}
/** `表“…”的行数`, `字段“…”的空值率`. */
function metricText({ table, parameters, columnOf }: Asked<WithMetric>): string {
  const metric = metricOf(parameters);
  if (metric === 'rows' || parameters.columnId === undefined) return `表“${tableLabel(table)}”的行数`;
  return `表“${tableLabel(table)}”中字段“${columnLabel(columnOf(parameters.columnId))}”的${METRICS[metric]}`;
}
const metricTells = ({ metric }: RuleConfig): boolean => OF_VALUES.includes(metricOf(metric ?? {}));

/** `在-10%至20%之间`, with one end open where only one is given. */
function percentText(min: string | null, max: string | null): string {
  if (min !== null && max !== null) return `在${min}%至${max}%之间`;
  return min !== null ? `不小于${min}%` : `不大于${max}%`;
}
const Percent = z
  .string()
  .trim()
  .regex(/^[+-]?\d{1,9}(\.\d{1,6})?$/)
  .nullish();

export const HISTORY_RULES: readonly RuleType[] = [
  defineRuleType({
    code: 'history_change',
    dimension: 'timeliness',
    name: '指标波动',
    help: '行数、空值率等指标与之前比较的变化率在范围内；没有可比较的历史时跳过，不计分',
    target: 'table',
    group: 'metric',
    parameters: z
      .intersection(
        WITH_METRIC,
        z.object({
          compare: z.enum(['previous', 'day', 'weekday', 'week', 'month', 'average7', 'average30', 'averageMonth']),
          min: Percent,
          max: Percent,
        }),
      )
      .superRefine(({ min, max }, ctx) => {
        if (!min && !max) ctx.addIssue({ code: 'custom', message: '请填写变化率的下限或上限', path: ['min'] });
      }),
    fields: [
      ...METRIC_FIELDS,
      { key: 'compare', label: '比较对象', control: 'choice', isRequired: true, choices: choicesOf(COMPARES) },
      { key: 'min', label: '变化率不小于', control: 'text', unit: '%', placeholder: '-20', help: '下降写负数，可不填' },
      { key: 'max', label: '变化率不大于', control: 'text', unit: '%', placeholder: '20', help: '可不填' },
    ],
    nulls: null,
    needsLiteral: true,
    tellsValues: metricTells,
    measure(asked) {
      const { compare, min, max } = asked.parameters;
      return { of: 'history', ...measured(asked), ask: { check: 'change', compare, bounds: { min: min || null, max: max || null } } };
    },
    sentence: (asked) =>
      `${metricText(asked)}与${COMPARES[asked.parameters.compare]}相比，变化率${percentText(asked.parameters.min || null, asked.parameters.max || null)}；没有可比较的历史时跳过`,
  }),
  defineRuleType({
    code: 'history_anomaly',
    dimension: 'timeliness',
    name: '指标异常',
    help: '按历史判断行数、空值率等指标是否异常，法定节假日和周末与工作日分开比较；历史不足时跳过，不计分',
    target: 'table',
    group: 'metric',
    parameters: z.intersection(
      WITH_METRIC,
      z.object({
        strategy: z.enum(['median', 'absolute', 'rate', 'relative', 'normal', 'onlineNormal', 'holtWinters']).optional(),
        sensitivity: z.number().positive().optional(),
        least: z.number().min(0).optional(),
        isEveryDay: z.boolean().optional(),
      }),
    ),
    fields: [
      ...METRIC_FIELDS,
      { key: 'strategy', label: '方法', control: 'choice', choices: choicesOf(STRATEGIES), placeholder: '中位数区间' },
      { key: 'sensitivity', label: '宽度', control: 'number', placeholder: '3', help: '偏差的倍数，默认3；越大越不容易报警' },
      { key: 'least', label: '至少允许波动', control: 'number', unit: '%', placeholder: '1', help: '预期区间每侧不窄于此比例，默认1' },
      { key: 'isEveryDay', label: '不区分休息日', control: 'switch', help: '打开后周末、节假日与工作日一起比较' },
    ],
    nulls: null,
    needsLiteral: true,
    tellsValues: metricTells,
    measure(asked) {
      const { strategy = 'median', sensitivity = DEFAULT_TIMES, least = DEFAULT_LEAST, isEveryDay = false } = asked.parameters;
      const isCount = OF_NOTHING_NEGATIVE.includes(metricOf(asked.parameters));
      return { of: 'history', ...measured(asked), ask: { check: 'anomaly', strategy, sensitivity, least, isCount, isEveryDay } };
    },
    sentence(asked) {
      const { strategy = 'median', sensitivity = DEFAULT_TIMES, isEveryDay = false } = asked.parameters;
      const name = strategy === 'rate' ? STRATEGIES.absolute : STRATEGIES[strategy];
      const days = strategy === 'holtWinters' || isEveryDay ? '' : '同类日（工作日或休息日）的';
      return `${metricText(asked)}在按${days}历史预期的区间内（${name}，${sensitivity}倍偏差）；历史不足时跳过`;
    },
  }),
  defineRuleType({
    code: 'history_drift',
    dimension: 'timeliness',
    name: '分布漂移',
    help: '字段取值的分布与基准分布相差不大；只保留各区间的行数，敏感字段不能检查，没有基准时跳过',
    target: 'column',
    kinds: ['number', 'text'],
    group: 'metric',
    parameters: z.object({
      distribution: z.enum(['psi', 'chiSquare', 'ks', 'kl']),
      sensitivity: z.number().positive(),
      baseline: z.enum(['profile', 'previous', 'first']).optional(),
    }),
    fields: [
      { key: 'distribution', label: '方法', control: 'choice', isRequired: true, choices: choicesOf(METHODS) },
      {
        key: 'sensitivity',
        label: '界限',
        control: 'number',
        isRequired: true,
        placeholder: '0.2',
        help: 'PSI、KL 不超过该值（常用0.1或0.2）；卡方与 KS 的 p 值不小于该值（常用0.05）',
      },
      { key: 'baseline', label: '基准', control: 'choice', choices: choicesOf(BASELINES), placeholder: BASELINES.profile },
    ],
    nulls: null,
    needsLiteral: true,
    measure({ column: one, parameters }) {
      if (parameters.distribution === 'ks' && one.kind !== 'number')
        throw new ConfigProblem(`KS 检验只用于数值字段，“${one.name}”的类型是 ${one.dataType}`, 'ruleConfig.metric.distribution');
      return {
        of: 'drift',
        column: one.name,
        distribution: parameters.distribution,
        most: parameters.sensitivity,
        baseline: parameters.baseline ?? 'profile',
      };
    },
    sentence({ column: one, parameters }) {
      const bound = ['psi', 'kl'].includes(parameters.distribution) ? '不超过' : 'p 值不小于';
      return `字段“${columnLabel(one)}”的取值分布与${BASELINES[parameters.baseline ?? 'profile']}相比没有漂移（${METHODS[parameters.distribution]}${bound}${parameters.sensitivity}），空值不计；没有基准时跳过`;
    },
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
    help: '与上一次检查相比，字段没有增加、减少或改变类型；第一次检查只记录，跳过',
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
