import * as z from 'zod';
import { column, compare, present } from '../measure/tree.ts';
import { columnLabel, relatedLabel } from './declaration.ts';
import { defineRuleType, type RuleType } from './define.ts';
import { filled, labels, minutesBefore, NONE } from './parts.ts';

/* Rules of the family about uniqueness, presence and references. */

export const KEY_RULES: readonly RuleType[] = [
  defineRuleType({
    code: 'unique_key',
    dimension: 'unique',
    name: '字段唯一',
    help: '字段的值不重复；同一个值每多出现一行计一个不合格',
    target: 'column',
    kinds: ['number', 'text', 'time', 'boolean'],
    group: null,
    parameters: NONE,
    fields: [],
    nulls: 'ignore',
    needsLiteral: false,
    measure: ({ column: one }) => ({ of: 'repeated', columns: [one.name] }),
    sentence: ({ column: one }) => `字段“${columnLabel(one)}”的值不重复，同一个值第二行起计为不合格`,
    knownAs: { gx: ['column_values_to_be_unique'], qualitis: ['主键检测'], datavines: ['column_duplicate'] },
  }),
  defineRuleType({
    code: 'unique_columns',
    dimension: 'unique',
    name: '组合唯一',
    help: '几个字段的值合在一起不重复',
    target: 'columns',
    group: 'unique',
    parameters: z.object({ columnIds: z.array(z.string()).min(2) }),
    fields: [{ key: 'columnIds', label: '组合字段', control: 'columns', isRequired: true, help: '至少选择两个字段' }],
    nulls: 'ignore',
    needsLiteral: false,
    measure: ({ parameters, columnOf }) => ({ of: 'repeated', columns: parameters.columnIds.map((id) => columnOf(id).name) }),
    sentence: ({ parameters, columnOf }) =>
      `字段${labels(parameters.columnIds.map((id) => columnOf(id)))}的值组合不重复，同一组合第二行起计为不合格`,
    knownAs: { gx: ['compound_columns_to_be_unique'] },
  }),
  defineRuleType({
    code: 'integrity_key',
    dimension: 'integrity',
    name: '不为空值',
    help: '字段有值；没有填写（NULL）的行不合格，空白文本算有值',
    target: 'column',
    group: null,
    parameters: NONE,
    fields: [],
    nulls: null,
    needsLiteral: false,
    measure: ({ column: one }) => ({ of: 'rows', good: present(column(one.name)), judged: [] }),
    sentence: ({ column: one }) => `字段“${columnLabel(one)}”不为空值（NULL），空白文本不算空值`,
    knownAs: { gx: ['column_values_to_not_be_null'], qualitis: ['空值检测'], datavines: ['column_null', 'column_not_null'] },
  }),
  defineRuleType({
    code: 'integrity_not_blank',
    dimension: 'integrity',
    name: '不为空白',
    help: '字段有值且不全是空格；空值（NULL）与空白文本都不合格',
    target: 'column',
    group: null,
    parameters: NONE,
    fields: [],
    nulls: null,
    needsLiteral: false,
    measure: ({ column: one }) => ({ of: 'rows', good: filled(one), judged: [] }),
    sentence: ({ column: one }) => `字段“${columnLabel(one)}”不为空值（NULL），也不是空白文本`,
    knownAs: { datavines: ['column_blank'] },
  }),
  defineRuleType({
    code: 'relevance_key',
    dimension: 'relevance',
    name: '引用存在',
    help: '字段的值能在关联表的关联字段中找到',
    target: 'column',
    kinds: ['number', 'text', 'time', 'boolean'],
    group: 'relevance',
    parameters: z.object({ relatedTableId: z.string(), relatedColumnId: z.string() }),
    fields: [
      { key: 'relatedTableId', label: '关联表', control: 'table', isRequired: true },
      { key: 'relatedColumnId', label: '关联字段', control: 'relatedColumn', isRequired: true },
    ],
    nulls: 'ignore',
    needsLiteral: false,
    measure({ column: one, parameters, tableOf, columnOf }) {
      const table = tableOf(parameters.relatedTableId);
      return { of: 'orphans', columns: [one.name], table, to: [columnOf(parameters.relatedColumnId, table).name] };
    },
    sentence({ table, column: one, parameters, tableOf, columnOf }) {
      const related = tableOf(parameters.relatedTableId);
      const to = columnOf(parameters.relatedColumnId, related);
      return `字段“${columnLabel(one)}”的值都存在于${relatedLabel(table, related)}的字段“${columnLabel(to)}”中`;
    },
  }),
  defineRuleType({
    code: 'consistent_key',
    dimension: 'consistent',
    name: '符合标准字典',
    help: '字段的值是标准字典里的代码或名称；选择对照后，已对照到标准的本地取值也合格。字典在运行时读取',
    target: 'column',
    kinds: ['number', 'text', 'boolean'],
    group: 'consistent',
    parameters: z
      .object({
        gbTypeId: z.string().optional(),
        bindGbColumn: z.enum(['gb_code', 'gb_name']).optional(),
        contrastId: z.string().nullish(),
      })
      .superRefine((one, ctx) => {
        if (!one.gbTypeId && !one.contrastId) ctx.addIssue({ code: 'custom', message: '请选择标准字典', path: ['gbTypeId'] });
      }),
    fields: [
      { key: 'gbTypeId', label: '标准字典', control: 'codeSet', isRequired: true },
      {
        key: 'bindGbColumn',
        label: '对照标准的',
        control: 'choice',
        choices: [
          { value: 'gb_code', label: '代码' },
          { value: 'gb_name', label: '名称' },
        ],
      },
      { key: 'contrastId', label: '字典对照', control: 'contrast', help: '选择后，已对照到标准的本地取值计为合格' },
    ],
    nulls: 'ignore',
    needsLiteral: true,
    measure: ({ column: one, codeSet }) => ({
      of: 'rows',
      good: { is: 'in', value: column(one.name), codes: codeSet.codes },
      judged: [column(one.name)],
    }),
    sentence: ({ column: one, codeSet, parameters }) =>
      parameters.contrastId
        ? `字段“${columnLabel(one)}”的取值都已对照到标准字典“${codeSet.name}”`
        : `字段“${columnLabel(one)}”的取值都是标准字典“${codeSet.name}”的${parameters.bindGbColumn === 'gb_name' ? '名称' : '代码'}`,
    knownAs: { gx: ['column_distinct_values_to_be_in_set'] },
  }),
  defineRuleType({
    code: 'timeliness_key',
    dimension: 'timeliness',
    name: '距今天数',
    help: '时间字段的值距检查时刻不满若干天，按行判断；表整体是否更新请使用“最新数据时限”',
    target: 'column',
    kinds: ['time'],
    group: 'timeliness',
    parameters: z.object({ threshold: z.number() }),
    fields: [{ key: 'threshold', label: '最多天数', control: 'number', isRequired: true, unit: '天' }],
    nulls: 'ignore',
    needsLiteral: true,
    measure({ column: one, parameters, now }) {
      const value = column(one.name);
      return {
        of: 'rows',
        good: compare(value, '>', { is: 'moment', moment: minutesBefore(now, parameters.threshold * 1440) }),
        judged: [value],
      };
    },
    sentence: ({ column: one, parameters }) =>
      `字段“${columnLabel(one)}”的时间距检查时刻不满${parameters.threshold}天（按24小时计），已满的行计为不合格`,
    knownAs: { datavines: ['table_freshness'] },
  }),
];
