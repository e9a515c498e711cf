import * as z from 'zod';
import { Operator } from '../../contract/rule-config.ts';
import { call, column, compare, number, type Comparison } from '../measure/tree.ts';
import { columnLabel, ConfigProblem } from './declaration.ts';
import { defineRuleType, type RuleType } from './define.ts';

/* Rules of the family that look at two columns, and the one that its owner writes. */

export const COMPARISONS: Readonly<Record<Operator, { op: Comparison; label: string }>> = {
  lt: { op: '<', label: '小于' },
  le: { op: '<=', label: '不大于' },
  eq: { op: '=', label: '等于' },
  ne: { op: '<>', label: '不等于' },
  ge: { op: '>=', label: '不小于' },
  gt: { op: '>', label: '大于' },
};
export const OPERATOR_CHOICES = Object.entries(COMPARISONS).map(([value, { label }]) => ({ value, label }));

export const PAIR_RULES: readonly RuleType[] = [
  defineRuleType({
    code: 'consistent_columns',
    dimension: 'consistent',
    name: '两个字段比较',
    help: '同一行里所选字段与另一字段（可加若干天）的大小关系成立',
    target: 'column',
    kinds: ['number', 'text', 'time'],
    group: 'consistent',
    parameters: z.object({ columnId: z.string(), operator: Operator, days: z.number().int().optional() }),
    fields: [
      { key: 'operator', label: '关系', control: 'choice', isRequired: true, choices: OPERATOR_CHOICES },
      { key: 'columnId', label: '另一字段', control: 'column', isRequired: true },
      { key: 'days', label: '另一字段加', control: 'number', unit: '天', help: '只用于日期，可为负数' },
    ],
    nulls: 'ignore',
    // days that somebody typed find a hidden day by trying
    needsLiteral: true,
    measure({ column: one, parameters, columnOf }) {
      const other = columnOf(parameters.columnId);
      const [left, right] = [column(one.name), column(other.name)];
      const isTime = one.kind === 'time' || other.kind === 'time';
      if (!isTime && parameters.days) throw new ConfigProblem('只有日期可以加天数，请清空天数', 'ruleConfig.consistent.days');
      // a text may hold days, a number does not
      const unlike = isTime ? one.kind === 'number' || other.kind === 'number' : one.kind !== other.kind;
      if (unlike) throw new ConfigProblem(`字段“${one.name}”与“${other.name}”的类型不同，不能比较`, 'ruleConfig.consistent.columnId');
      const { op } = COMPARISONS[parameters.operator];
      const day = call('toDay', right);
      const later = parameters.days ? call('addDays', right, number(parameters.days)) : day;
      // compared as days where one of them is a day; two moments without days between are compared to the second
      const isDay =
        isTime &&
        (parameters.days !== undefined || /^date$/i.test(one.dataType) || /^date$/i.test(other.dataType) || one.kind !== other.kind);
      return { of: 'rows', good: isDay ? compare(call('toDay', left), op, later) : compare(left, op, right), judged: [left, right] };
    },
    sentence({ column: one, parameters, columnOf }) {
      const days = parameters.days ?? 0;
      const shift = days === 0 ? '' : days > 0 ? `加${days}天` : `减${-days}天`;
      const { label } = COMPARISONS[parameters.operator];
      return `字段“${columnLabel(one)}”${label}字段“${columnLabel(columnOf(parameters.columnId))}”${shift}${shift ? '，按日期比较' : ''}`;
    },
    knownAs: { gx: ['column_pair_values_a_to_be_greater_than_b', 'column_pair_values_to_be_equal'] },
  }),
  defineRuleType({
    code: 'custom_sql',
    dimension: 'accuracy',
    name: '自定义SQL（不合格行）',
    help: '一条查询语句，查出的每一行计为一个不合格行；以规则负责人的权限运行',
    target: 'table',
    group: 'custom',
    parameters: z.object({ sql: z.string().trim().min(1) }),
    fields: [{ key: 'sql', label: '查询不合格行的SQL', control: 'sql', isRequired: true }],
    nulls: null,
    hasFilter: false,
    needsLiteral: false,
    measure: ({ parameters }) => ({ of: 'sql', gives: 'rows', sql: parameters.sql }),
    sentence: ({ table }) => `自定义SQL在表“${table.comment ?? table.name}”上查不出不合格的行`,
    knownAs: { datavines: ['custom_aggregate_sql'] },
  }),
];
