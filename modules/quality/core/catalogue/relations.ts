import * as z from 'zod';
import { conditionOf } from '../measure/from-expr.ts';
import { all, any, call, column, compare, not, number, type Condition } from '../measure/tree.ts';
import { columnLabel, ConfigProblem, relatedLabel, type Asked } from './declaration.ts';
import { defineRuleType, type RuleType } from './define.ts';
import { labels } from './parts.ts';
import { names, sides, TWO_TABLE_RULES } from './two-tables.ts';

/* Further rules over several columns of a row, and what else stands in two tables. */

const Expression = z.string().trim().min(1);
const conditionIn = (text: string, { table, now }: Pick<Asked<unknown>, 'table' | 'now'>, key: string): Condition =>
  conditionOf(text, table.columns, { today: now.slice(0, 10), path: `ruleConfig.consistent.${key}` });

const ROW_RULES: readonly RuleType[] = [
  defineRuleType({
    code: 'consistent_condition',
    dimension: 'consistent',
    name: '如果则',
    help: '满足“如果”的行必须满足“则”，如 已签约的合同必须有签订日期',
    target: 'table',
    group: 'consistent',
    parameters: z.object({ condition: Expression, requirement: Expression }),
    fields: [
      { key: 'condition', label: '如果', control: 'expression', isRequired: true, placeholder: "[状态] = '已签约'" },
      { key: 'requirement', label: '则', control: 'expression', isRequired: true, placeholder: '[签订日期] is not null' },
    ],
    nulls: null,
    needsLiteral: true,
    measure(asked) {
      const when = conditionIn(asked.parameters.condition, asked, 'condition');
      const then = conditionIn(asked.parameters.requirement, asked, 'requirement');
      return { of: 'rows', good: any(not(when), then), judged: [] };
    },
    sentence: ({ parameters }) =>
      `满足 ${parameters.condition} 的行都满足 ${parameters.requirement}；条件无法判断（含空值）的行不计为不合格`,
    knownAs: { qualitis: ['逻辑类检测'] },
  }),
  defineRuleType({
    code: 'consistent_expression',
    dimension: 'consistent',
    name: '行表达式成立',
    help: '每一行都满足一个表达式，如 各分项之和等于合计',
    target: 'table',
    group: 'consistent',
    parameters: z.object({ requirement: Expression }),
    fields: [{ key: 'requirement', label: '表达式', control: 'expression', isRequired: true, placeholder: '[数量] * [单价] = [金额]' }],
    nulls: null,
    needsLiteral: true,
    measure: (asked) => ({ of: 'rows', good: conditionIn(asked.parameters.requirement, asked, 'requirement'), judged: [] }),
    sentence: ({ parameters }) => `每一行都满足 ${parameters.requirement}；无法判断（含空值）的行不计为不合格`,
    knownAs: { gx: ['multicolumn_sum_to_equal'], qualitis: ['数值范围检测'] },
  }),
  defineRuleType({
    code: 'consistent_sum',
    dimension: 'consistent',
    name: '分项之和等于合计',
    help: '同一行里几个字段之和等于合计字段，可允许误差',
    target: 'column',
    kinds: ['number'],
    group: 'consistent',
    parameters: z.object({ columnIds: z.array(z.string()).min(1), tolerance: z.number().min(0).optional() }),
    fields: [
      { key: 'columnIds', label: '分项字段', control: 'columns', isRequired: true },
      { key: 'tolerance', label: '允许误差', control: 'number' },
    ],
    nulls: 'ignore',
    needsLiteral: true,
    measure({ column: one, parameters, columnOf }) {
      const unfit = parameters.columnIds.map((id) => columnOf(id)).find(({ kind }) => kind !== 'number');
      if (unfit) throw new ConfigProblem(`字段“${unfit.name}”不是数值，不能相加`, 'ruleConfig.consistent.columnIds');
      const parts = parameters.columnIds.map((id) => column(columnOf(id).name));
      const sum = parts.reduce((left, right) => ({ is: 'math', op: '+', left, right }));
      const gap = call('abs', { is: 'math', op: '-', left: sum, right: column(one.name) });
      return { of: 'rows', good: compare(gap, '<=', number(parameters.tolerance ?? 0)), judged: [...parts, column(one.name)] };
    },
    sentence: ({ column: one, parameters, columnOf }) =>
      `字段${labels(parameters.columnIds.map((id) => columnOf(id)))}之和等于字段“${columnLabel(one)}”${parameters.tolerance ? `，误差不超过${parameters.tolerance}` : ''}`,
  }),
  defineRuleType({
    code: 'consistent_pairs',
    dimension: 'consistent',
    name: '取值成对',
    help: '两个字段的取值组合在列出的对子里，如 省份代码与省份名称',
    target: 'column',
    kinds: ['text', 'number'],
    group: 'consistent',
    parameters: z.object({ columnId: z.string(), pairs: z.array(z.tuple([z.string(), z.string()])).min(1) }),
    fields: [
      { key: 'columnId', label: '另一字段', control: 'column', isRequired: true },
      { key: 'pairs', label: '允许的组合', control: 'pairs', isRequired: true },
    ],
    nulls: 'ignore',
    needsLiteral: true,
    measure({ column: one, parameters, columnOf }) {
      const [left, right] = [column(one.name), column(columnOf(parameters.columnId).name)];
      const pairs = parameters.pairs.map(([a, b]) => all({ is: 'in', value: left, codes: [a] }, { is: 'in', value: right, codes: [b] }));
      return { of: 'rows', good: any(...pairs), judged: [left, right] };
    },
    sentence({ column: one, parameters, columnOf }) {
      const shown = parameters.pairs.slice(0, 5).map(([a, b]) => `${a}/${b}`);
      const more = parameters.pairs.length > 5 ? ` 等${parameters.pairs.length}对` : '';
      return `字段${labels([one, columnOf(parameters.columnId)])}的取值组合是 ${shown.join('、')}${more} 之一`;
    },
    knownAs: { gx: ['column_pair_values_to_be_in_set'] },
  }),
];

const REFERENCE_RULES: readonly RuleType[] = [
  defineRuleType({
    code: 'relevance_columns',
    dimension: 'relevance',
    name: '组合引用存在',
    help: '几个字段的值组合能在关联表中找到',
    target: 'columns',
    group: 'relevance',
    parameters: z.object({
      columnIds: z.array(z.string()).min(1),
      relatedTableId: z.string(),
      relatedColumnIds: z.array(z.string()).min(1),
    }),
    fields: [
      { key: 'columnIds', label: '字段', control: 'columns', isRequired: true },
      { key: 'relatedTableId', label: '关联表', control: 'table', isRequired: true },
      { key: 'relatedColumnIds', label: '关联字段', control: 'relatedColumns', isRequired: true, help: '顺序与字段相同' },
    ],
    nulls: 'ignore',
    needsLiteral: false,
    measure(asked) {
      const { parameters } = asked;
      const { table, here, there } = sides(asked, {
        tableId: parameters.relatedTableId,
        here: parameters.columnIds,
        there: parameters.relatedColumnIds,
        path: 'ruleConfig.relevance.relatedColumnIds',
      });
      return { of: 'orphans', columns: names(here), table, to: names(there) };
    },
    sentence: ({ table, parameters, columnOf, tableOf }) =>
      `字段${labels(parameters.columnIds.map((id) => columnOf(id)))}的值组合都存在于${relatedLabel(table, tableOf(parameters.relatedTableId))}中`,
  }),
  defineRuleType({
    code: 'relevance_children',
    dimension: 'relevance',
    name: '有下级记录',
    help: '每一行在下级表中至少有一条记录，如 每份合同都有收款计划',
    target: 'column',
    kinds: ['number', 'text'],
    group: 'relevance',
    parameters: z.object({ relatedTableId: z.string(), relatedColumnId: z.string() }),
    fields: [
      { key: 'relatedTableId', label: '下级表', control: 'table', isRequired: true },
      { key: 'relatedColumnId', label: '下级表的字段', control: 'relatedColumn', isRequired: true },
    ],
    nulls: 'ignore',
    needsLiteral: false,
    measure({ column: one, parameters, tableOf, columnOf }) {
      const table = tableOf(parameters.relatedTableId);
      return { of: 'orphans', columns: [one.name], table, to: [columnOf(parameters.relatedColumnId, table).name] };
    },
    sentence: ({ table, column: one, parameters, tableOf }) =>
      `字段“${columnLabel(one)}”的每个值在下级${relatedLabel(table, tableOf(parameters.relatedTableId))}中至少有一条记录`,
  }),
];
export const RELATION_RULES: readonly RuleType[] = [...ROW_RULES, ...TWO_TABLE_RULES, ...REFERENCE_RULES];
