import * as z from 'zod';
import { call, column, compare, number, present, type Value } from '../measure/tree.ts';
import { columnLabel, tableLabel } from './declaration.ts';
import { defineRuleType, type RuleType } from './define.ts';
import { minutesBefore } from './parts.ts';

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
