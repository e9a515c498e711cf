import * as z from 'zod';
import { columnLabel, tableLabel } from './declaration.ts';
import { shortList } from './accuracy.ts';
import { defineRuleType, type RuleType } from './define.ts';
import { boundsOf, boundsText, NONE, RANGE, RANGE_FIELDS } from './parts.ts';

/* Rules about metadata: nothing is asked of the source. */

/** Parts of a data element that are compared; `precision` is kept for rules of before and is part of the length. */
export const ELEMENT_PARTS = {
  name: '名称',
  type: '类型',
  length: '长度与小数位',
  nullable: '可否为空',
  codes: '取值字典',
  range: '取值范围',
  format: '格式',
  unit: '计量单位',
} as const;
const Part = z.enum(['name', 'type', 'length', 'precision', 'nullable', 'codes', 'range', 'format', 'unit']);
const partsOf = (parts: readonly z.output<typeof Part>[] | undefined): string[] =>
  parts?.length ? [...new Set(parts.map((part) => (part === 'precision' ? 'length' : part)))] : Object.keys(ELEMENT_PARTS);

const simple = (
  code: string,
  name: string,
  of: {
    help: string;
    target: 'table' | 'column';
    check: 'columnExists' | 'hasComment' | 'hasPrimaryKey' | 'notNullable';
    says: string;
    gx?: string;
  },
): RuleType =>
  defineRuleType({
    code,
    dimension: 'conform',
    name,
    help: of.help,
    target: of.target,
    group: null,
    parameters: NONE,
    fields: [],
    nulls: null,
    hasFilter: false,
    needsLiteral: false,
    measure: (asked) => ({ of: 'catalogue', column: of.target === 'column' ? asked.column.name : null, ask: { check: of.check } }),
    sentence: (asked) =>
      of.target === 'column' ? `字段“${columnLabel(asked.column)}”${of.says}` : `表“${tableLabel(asked.table)}”${of.says}`,
    ...(of.gx && { knownAs: { gx: [of.gx] } }),
  });
const columnNames = (code: string, name: string, how: 'set' | 'ordered' | 'contains', of: { says: string; gx?: string }): RuleType =>
  defineRuleType({
    code,
    dimension: 'conform',
    name,
    help: `表的字段${of.says}列出的字段名`,
    target: 'table',
    group: 'conform',
    parameters: z.object({ names: z.array(z.string()).min(1) }),
    fields: [{ key: 'names', label: '字段名', control: 'words', isRequired: true }],
    nulls: null,
    hasFilter: false,
    needsLiteral: false,
    measure: ({ parameters }) => ({ of: 'catalogue', column: null, ask: { check: 'columns', names: parameters.names, how } }),
    sentence: ({ table, parameters }) => `表“${tableLabel(table)}”的字段${of.says} ${shortList(parameters.names)}`,
    ...(of.gx && { knownAs: { gx: [of.gx] } }),
  });

export const CONFORM_RULES: readonly RuleType[] = [
  simple('conform_comment', '有中文说明', {
    help: '字段登记了说明（注释）',
    target: 'column',
    check: 'hasComment',
    says: '有说明',
  }),
  simple('conform_table_comment', '表有说明', { help: '表登记了说明（注释）', target: 'table', check: 'hasComment', says: '有说明' }),
  simple('conform_primary_key', '有主键', { help: '表登记了主键或唯一键', target: 'table', check: 'hasPrimaryKey', says: '有主键' }),
  simple('conform_not_nullable', '不可为空', {
    help: '字段在数据库中声明为不可为空',
    target: 'column',
    check: 'notNullable',
    says: '声明为不可为空',
  }),
  defineRuleType({
    code: 'conform_type',
    dimension: 'conform',
    name: '字段类型',
    help: '字段的数据库类型是列出的类型之一，不写长度时只比较类型名',
    target: 'column',
    group: 'conform',
    parameters: z.object({ types: z.array(z.string().min(1)).min(1) }),
    fields: [{ key: 'types', label: '类型', control: 'words', isRequired: true, placeholder: 'varchar' }],
    nulls: null,
    hasFilter: false,
    needsLiteral: false,
    measure: ({ column: one, parameters }) => ({ of: 'catalogue', column: one.name, ask: { check: 'type', types: parameters.types } }),
    sentence: ({ column: one, parameters }) => `字段“${columnLabel(one)}”的类型是 ${shortList(parameters.types)} 之一`,
    knownAs: { gx: ['column_values_to_be_of_type', 'column_values_to_be_in_type_list'] },
  }),
  defineRuleType({
    code: 'conform_column_count',
    dimension: 'conform',
    name: '字段个数',
    help: '表的字段个数在范围内',
    target: 'table',
    group: 'conform',
    parameters: RANGE,
    fields: RANGE_FIELDS,
    nulls: null,
    hasFilter: false,
    needsLiteral: false,
    measure: ({ parameters }) => ({ of: 'catalogue', column: null, ask: { check: 'columnCount', bounds: boundsOf(parameters) } }),
    sentence: ({ table, parameters }) => `表“${tableLabel(table)}”的字段个数${boundsText(boundsOf(parameters), '个')}`,
    knownAs: { gx: ['table_column_count_to_be_between', 'table_column_count_to_equal'] },
  }),
  columnNames('conform_columns_exist', '字段存在', 'contains', { says: '包含', gx: 'column_to_exist' }),
  columnNames('conform_columns_set', '字段集合一致', 'set', { says: '恰好是（不论顺序）', gx: 'table_columns_to_match_set' }),
  columnNames('conform_columns_ordered', '字段顺序一致', 'ordered', { says: '依次是', gx: 'table_columns_to_match_ordered_list' }),
  defineRuleType({
    code: 'conform_naming',
    dimension: 'conform',
    name: '命名规范',
    help: '字段名由词根组成，用下划线连接',
    target: 'column',
    group: 'conform',
    parameters: z.object({ words: z.array(z.string()).min(1) }),
    fields: [{ key: 'words', label: '词根', control: 'words', isRequired: true }],
    nulls: null,
    hasFilter: false,
    needsLiteral: false,
    measure: ({ column: one, parameters }) => ({ of: 'catalogue', column: one.name, ask: { check: 'naming', roots: parameters.words } }),
    sentence: ({ column: one }) => `字段“${columnLabel(one)}”的名称由词根组成`,
  }),
  defineRuleType({
    code: 'conform_element',
    dimension: 'conform',
    name: '符合数据元标准',
    help: '字段与绑定的数据元标准一致：名称、类型、长度、可否为空、取值等；没有绑定或豁免期内跳过',
    target: 'column',
    group: 'conform',
    parameters: z.object({ parts: z.array(Part).optional() }),
    fields: [
      {
        key: 'parts',
        label: '比较项目',
        control: 'choices',
        help: '不选时比较全部',
        placeholder: '全部',
        choices: Object.entries(ELEMENT_PARTS).map(([value, label]) => ({ value, label })),
      },
    ],
    nulls: null,
    hasFilter: false,
    needsLiteral: false,
    measure: ({ column: one, parameters }) => ({
      of: 'catalogue',
      column: one.name,
      ask: { check: 'element', parts: partsOf(parameters.parts) },
    }),
    sentence: ({ column: one, parameters }) =>
      `字段“${columnLabel(one)}”的${partsOf(parameters.parts)
        .map((part) => ELEMENT_PARTS[part as keyof typeof ELEMENT_PARTS])
        .join('、')}符合绑定的数据元标准，标准没有规定的不比较`,
  }),
];
