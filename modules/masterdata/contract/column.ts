import * as z from 'zod';
import { Id, YesNo, requiredText } from '#kit/contract/fields.ts';

/** 列类型: what a column of a model can hold. */
export const COLUMN_TYPES = ['varchar', 'char', 'text', 'int', 'bigint', 'decimal', 'date', 'datetime', 'time'] as const;
/** How a list asks for a column (dictionary data_query_type). */
export const QUERY_TYPES = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'like', 'between'] as const;
/** The control of a column in the form (dictionary data_html_type, and a record of another model). */
export const HTML_TYPES = ['input', 'textarea', 'select', 'radio', 'checkbox', 'datetime', 'number', 'reference'] as const;

/** What every record has besides the columns of its model; the names are taken. */
export const SYSTEM_COLUMNS = [
  ['id', '主键', 'varchar', '32'],
  ['status', '状态', 'char', '1'],
  ['create_by', '创建人', 'varchar', '32'],
  ['create_time', '创建时间', 'datetime', null],
  ['create_dept', '创建部门', 'varchar', '32'],
  ['update_by', '更新人', 'varchar', '32'],
  ['update_time', '更新时间', 'datetime', null],
  ['version', '修改次数', 'int', null],
] as const;
/** Names that no column of a model may have: those of every record, and those of calls about records. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  ...SYSTEM_COLUMNS.map(([name]) => name),
  'page',
  'page_num',
  'page_size',
  'limit',
  'sort',
  'keyword',
  'where',
  'ids',
  'columns',
  'model_id',
  'constructor',
  'prototype',
]);

const flag = (otherwise: '0' | '1') => YesNo.nullish().transform((value) => value ?? otherwise);
const digits = (label: string, most: number) =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => (value === null || value === undefined || value === '' ? null : String(value)))
    .pipe(
      z
        .string()
        .regex(/^\d{1,4}$/, `${label}应为整数`)
        .refine((text) => Number(text) <= most, `${label}不能大于${most}`)
        .nullable(),
    );
const optionalId = z
  .literal('')
  .transform(() => null)
  .or(Id)
  .nullish()
  .transform((id) => id ?? null);

/** A column of a model as people give it; flags and texts are those of the product family. */
export const ColumnInput = z
  .object({
    /** 1: a column of every record, as reading the model answers it; left as it is */
    isSystem: flag('0'),
    /** known columns keep theirs, so that a new name is a new name and no new column */
    id: optionalId,
    columnName: z
      .string({ error: '列名称不能为空' })
      .trim()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, '列名称由小写字母、数字和下划线组成，以字母开头，最多40个字符')
      .refine((name) => !/__[ht]\d+$/.test(name), '列名称不能以 __h 或 __t 加数字结尾'),
    columnComment: requiredText(100, '列描述'),
    columnType: z.enum(COLUMN_TYPES, { error: '请选择列类型' }),
    /** characters of texts, digits in all of numbers */
    columnLength: digits('列长度', 2000),
    columnScale: digits('小数位数', 10),
    defaultValue: z
      .string()
      .max(255, '默认值不能超过255个字符')
      .nullish()
      .transform((text) => text || null),
    isRequired: flag('0'),
    /** no two records have the same value */
    isUnique: flag('0'),
    isInsert: flag('1'),
    isEdit: flag('1'),
    isDetail: flag('1'),
    isList: flag('1'),
    isQuery: flag('0'),
    queryType: z
      .enum(QUERY_TYPES, { error: '查询方式不正确' })
      .nullish()
      .transform((type) => type ?? 'eq'),
    htmlType: z
      .enum(HTML_TYPES, { error: '控件类型不正确' })
      .nullish()
      .transform((type) => type ?? 'input'),
    /** values are items of a code set */
    isBindDict: flag('0'),
    bindDictTypeId: optionalId,
    bindDictColumn: z
      .enum(['gb_code', 'gb_name'], { error: '绑定标准的列不正确' })
      .nullish()
      .transform((column) => column ?? null),
    /** the data element that the column follows */
    elementId: optionalId,
    /** values are records of this model; the own model makes a hierarchy */
    refModelId: optionalId,
  })
  .refine(({ isSystem, columnName }) => isSystem === '1' || !RESERVED_NAMES.has(columnName), {
    path: ['columnName'],
    message: '该列名称由系统使用，请更换',
  });
export type ColumnInput = z.output<typeof ColumnInput>;

/** A column as a version of a model keeps it; `id` is the same in all versions. */
export const ModelColumn = z.object({
  id: Id,
  columnName: z.string(),
  columnComment: z.string(),
  columnType: z.enum(COLUMN_TYPES),
  columnLength: z.string().nullable(),
  columnScale: z.string().nullable(),
  defaultValue: z.string().nullable(),
  isRequired: YesNo,
  isUnique: YesNo,
  isInsert: YesNo,
  isEdit: YesNo,
  isDetail: YesNo,
  isList: YesNo,
  isQuery: YesNo,
  queryType: z.enum(QUERY_TYPES),
  htmlType: z.enum(HTML_TYPES),
  isBindDict: YesNo,
  bindDictTypeId: z.string().nullable(),
  bindDictColumn: z.enum(['gb_code', 'gb_name']).nullable(),
  elementId: z.string().nullable(),
  refModelId: z.string().nullable(),
  sort: z.number().int(),
});
export type ModelColumn = z.output<typeof ModelColumn>;

/** A column of a model with what the page shows of it; system columns are shown locked. */
export const ModelColumnRow = ModelColumn.extend({
  modelId: Id,
  isSystem: YesNo,
  isPk: YesNo,
  bindDictTypeName: z.string().nullable(),
  elementName: z.string().nullable(),
  refModelName: z.string().nullable(),
});
export type ModelColumnRow = z.output<typeof ModelColumnRow>;
