import * as z from 'zod';
import { all, any, call, column, compare, missing, not, present, TRUE, type Aggregate, type Condition } from '../measure/tree.ts';
import { conditionOf } from '../measure/from-expr.ts';
import { shortList } from './accuracy.ts';
import { columnLabel, ConfigProblem, tableLabel } from './declaration.ts';
import { defineRuleType, type RuleType } from './define.ts';
import { boundsOf, boundsText, filled, labels, NONE, PERCENT_FIELDS, RANGE, RANGE_FIELDS } from './parts.ts';

/* Further rules about presence, number and repetition. */

const there = (name: string): Aggregate => ({ is: 'count', where: present(column(name)) });
const DEFAULT_WORDS = ['-', '--', '/', '无', '空', '未知', '不详', '暂无', '待定', 'NULL', 'null', 'N/A', 'n/a', 'NA', 'none', '0000'];

export const INTEGRITY_RULES: readonly RuleType[] = [
  defineRuleType({
    code: 'integrity_placeholder',
    dimension: 'integrity',
    name: '不是占位词',
    help: '文本不是“-”“无”“NULL”“0000”这类代表没有值的词',
    target: 'column',
    kinds: ['text'],
    group: 'integrity',
    parameters: z.object({ words: z.array(z.string()).optional() }),
    fields: [{ key: 'words', label: '占位词', control: 'words', help: `不填时使用：${DEFAULT_WORDS.join(' ')}` }],
    nulls: 'ignore',
    needsLiteral: true,
    measure: ({ column: one, parameters }) => ({
      of: 'rows',
      good: not({ is: 'in', value: call('trim', column(one.name)), codes: parameters.words?.length ? parameters.words : DEFAULT_WORDS }),
      judged: [column(one.name)],
    }),
    sentence: ({ column: one, parameters }) =>
      `字段“${columnLabel(one)}”的值不是占位词 ${shortList(parameters.words?.length ? parameters.words : DEFAULT_WORDS)}`,
  }),
  defineRuleType({
    code: 'integrity_conditional',
    dimension: 'integrity',
    name: '有条件必填',
    help: '满足条件的行，字段必须有值且不为空白',
    target: 'column',
    group: 'integrity',
    parameters: z.object({ condition: z.string().min(1) }),
    fields: [{ key: 'condition', label: '条件', control: 'expression', isRequired: true, placeholder: "[状态] = '在职'" }],
    nulls: null,
    needsLiteral: true,
    measure({ column: one, parameters, table, now }) {
      const when = conditionOf(parameters.condition, table.columns, { today: now.slice(0, 10), path: 'ruleConfig.integrity.condition' });
      return { of: 'rows', good: any(not(when), filled(one)), judged: [] };
    },
    sentence: ({ column: one, parameters }) => `满足 ${parameters.condition} 的行，字段“${columnLabel(one)}”有值且不为空白`,
  }),
  defineRuleType({
    code: 'integrity_record',
    dimension: 'integrity',
    name: '整行完整',
    help: '几个字段都有值且不为空白，少一个即为不合格的行',
    target: 'columns',
    group: 'integrity',
    parameters: z.object({ columnIds: z.array(z.string()).min(1) }),
    fields: [{ key: 'columnIds', label: '必填字段', control: 'columns', isRequired: true }],
    nulls: null,
    needsLiteral: false,
    measure: ({ parameters, columnOf }) => ({
      of: 'rows',
      good: all(...parameters.columnIds.map((id) => filled(columnOf(id)))),
      judged: [],
    }),
    sentence: ({ parameters, columnOf }) => `字段${labels(parameters.columnIds.map((id) => columnOf(id)))}都有值且不为空白`,
  }),
  defineRuleType({
    code: 'integrity_null_rate',
    dimension: 'integrity',
    name: '空值率',
    help: '没有值的行占全部行的百分比在范围内',
    target: 'column',
    group: 'metric',
    parameters: RANGE,
    fields: PERCENT_FIELDS,
    nulls: null,
    needsLiteral: false,
    measure: ({ column: one, parameters }) => ({
      of: 'ratio',
      part: { is: 'count', where: missing(column(one.name)) },
      whole: { is: 'rows' },
      bounds: boundsOf(parameters),
    }),
    sentence: ({ column: one, parameters }) => `字段“${columnLabel(one)}”的空值率${boundsText(boundsOf(parameters), '%')}`,
    knownAs: { datavines: ['column_null'] },
  }),
  defineRuleType({
    code: 'integrity_must_be_null',
    dimension: 'integrity',
    name: '必须为空值',
    help: '字段不应有值，如不再使用的字段',
    target: 'column',
    group: null,
    parameters: NONE,
    fields: [],
    nulls: null,
    needsLiteral: false,
    measure: ({ column: one }) => ({ of: 'rows', good: missing(column(one.name)), judged: [] }),
    sentence: ({ column: one }) => `字段“${columnLabel(one)}”都为空值（NULL）`,
    knownAs: { gx: ['column_values_to_be_null'] },
  }),
  defineRuleType({
    code: 'integrity_row_count',
    dimension: 'integrity',
    name: '表行数',
    help: '表的行数在范围内；最小值与最大值相同即为固定行数',
    target: 'table',
    group: 'metric',
    parameters: RANGE,
    fields: RANGE_FIELDS,
    nulls: null,
    needsLiteral: false,
    measure: ({ parameters }) => ({ of: 'value', value: { is: 'rows' }, bounds: boundsOf(parameters), unit: '行' }),
    sentence: ({ table, parameters }) => `表“${tableLabel(table)}”的行数${boundsText(boundsOf(parameters), '行')}`,
    knownAs: {
      gx: ['table_row_count_to_be_between', 'table_row_count_to_equal'],
      qualitis: ['表行数检测'],
      datavines: ['table_row_count'],
    },
  }),
  defineRuleType({
    code: 'integrity_values_present',
    dimension: 'integrity',
    name: '应有的值齐全',
    help: '列出的每一个值在字段中至少出现一次，如每个分公司都有数据',
    target: 'column',
    kinds: ['text', 'number'],
    group: 'integrity',
    parameters: z.object({ values: z.array(z.string()).min(1) }),
    fields: [{ key: 'values', label: '应有的值', control: 'words', isRequired: true }],
    nulls: null,
    needsLiteral: true,
    measure: ({ column: one, parameters }) => ({ of: 'set', column: one.name, codes: parameters.values, how: 'contains' }),
    sentence: ({ column: one, parameters }) => `字段“${columnLabel(one)}”中出现了全部的 ${shortList(parameters.values)}`,
    knownAs: { gx: ['column_distinct_values_to_contain_set'] },
  }),
  defineRuleType({
    code: 'unique_table_key',
    dimension: 'unique',
    name: '主键唯一',
    help: '表的主键（元数据中登记的主键或唯一键）不重复，缺值的行不合格',
    target: 'table',
    group: null,
    parameters: NONE,
    fields: [],
    nulls: 'bad',
    needsLiteral: false,
    measure({ table }) {
      if (!table.key || table.key.length === 0)
        throw new ConfigProblem(`表“${table.name}”没有登记主键，请改用“组合唯一”并选择字段`, 'ruleTableId');
      return { of: 'repeated', columns: table.key };
    },
    sentence: ({ table }) => `表“${tableLabel(table)}”的主键${table.key ? `（${table.key.join('、')}）` : ''}不重复`,
    knownAs: { qualitis: ['主键检测'] },
  }),
  defineRuleType({
    code: 'unique_within_row',
    dimension: 'unique',
    name: '行内不重复',
    help: '同一行里几个字段的值互不相同，如第一联系人与第二联系人',
    target: 'columns',
    group: 'unique',
    parameters: z.object({ columnIds: z.array(z.string()).min(2) }),
    fields: [{ key: 'columnIds', label: '字段', control: 'columns', isRequired: true, help: '至少选择两个类型相同的字段' }],
    nulls: 'ignore',
    needsLiteral: false,
    measure({ parameters, columnOf }) {
      const values = parameters.columnIds.map((id) => column(columnOf(id).name));
      const pairs = values.flatMap((left, i) => values.slice(i + 1).map((right) => compare(left, '<>', right)));
      return { of: 'rows', good: all(...pairs), judged: values };
    },
    sentence: ({ parameters, columnOf }) => `同一行中字段${labels(parameters.columnIds.map((id) => columnOf(id)))}的值互不相同`,
    knownAs: { gx: ['select_column_values_to_be_unique_within_record', 'multicolumn_values_to_be_unique'] },
  }),
  defineRuleType({
    code: 'unique_count',
    dimension: 'unique',
    name: '不同值个数',
    help: '不同的值有多少个，在范围内',
    target: 'column',
    kinds: ['number', 'text', 'time', 'boolean'],
    group: 'metric',
    parameters: RANGE,
    fields: RANGE_FIELDS,
    nulls: null,
    needsLiteral: false,
    measure: ({ column: one, parameters }) => ({
      of: 'value',
      value: { is: 'distinct', value: column(one.name), where: TRUE },
      bounds: boundsOf(parameters),
      unit: '个',
    }),
    sentence: ({ column: one, parameters }) => `字段“${columnLabel(one)}”不同值的个数${boundsText(boundsOf(parameters), '个')}，空值不计`,
    knownAs: { gx: ['column_unique_value_count_to_be_between'], datavines: ['column_distinct'] },
  }),
  defineRuleType({
    code: 'unique_ratio',
    dimension: 'unique',
    name: '不同值占比',
    help: '不同值的个数占有值行数的百分比在范围内；100 表示没有重复',
    target: 'column',
    kinds: ['number', 'text', 'time', 'boolean'],
    group: 'metric',
    parameters: RANGE,
    fields: PERCENT_FIELDS,
    nulls: null,
    needsLiteral: false,
    measure: ({ column: one, parameters }) => ({
      of: 'ratio',
      part: { is: 'distinct', value: column(one.name), where: TRUE },
      whole: there(one.name),
      bounds: boundsOf(parameters),
    }),
    sentence: ({ column: one, parameters }) => `字段“${columnLabel(one)}”不同值的占比${boundsText(boundsOf(parameters), '%')}，空值不计`,
    knownAs: { gx: ['column_proportion_of_unique_values_to_be_between'], datavines: ['column_unique'] },
  }),
];

/** A share of the rows that have a value, as a rule in percent. */
const rate = (code: string, name: string, says: string, where: (value: string) => Condition): RuleType =>
  defineRuleType({
    code,
    dimension: 'accuracy',
    name,
    help: `${says}的行占有值行数的百分比在范围内`,
    target: 'column',
    kinds: ['number'],
    group: 'metric',
    parameters: RANGE,
    fields: PERCENT_FIELDS,
    nulls: null,
    needsLiteral: true,
    measure: ({ column: one, parameters }) => ({
      of: 'ratio',
      part: { is: 'count', where: where(one.name) },
      whole: there(one.name),
      bounds: boundsOf(parameters),
    }),
    sentence: ({ column: one, parameters }) => `字段“${columnLabel(one)}”${says}的占比${boundsText(boundsOf(parameters), '%')}，空值不计`,
  });
const ZERO = { is: 'number', digits: '0' } as const;
export const RATE_RULES: readonly RuleType[] = [
  rate('accuracy_zero_rate', '零值率', '值为0', (name) => compare(column(name), '=', ZERO)),
  rate('accuracy_negative_rate', '负值率', '值为负数', (name) => compare(column(name), '<', ZERO)),
];
