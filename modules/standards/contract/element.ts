import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { excelRoutes } from '#kit/contract/excel.ts';
import { Day, Id, Time, YesNo, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { flowFields } from '#kit/contract/flow.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** Kinds of data that an element may have, whatever each source calls them. */
export const DATA_TYPES = ['varchar', 'char', 'integer', 'decimal', 'date', 'datetime', 'boolean'] as const;

const optionalId = z
  .literal('')
  .transform(() => null)
  .or(Id)
  .nullish()
  .transform((id) => id ?? null);
const optionalDay = z
  .literal('')
  .transform(() => null)
  .or(Day)
  .nullish()
  .transform((day) => day ?? null);

/** Attributes in their five classes (GB/T 18391): 标识, 定义, 关系, 表示, 管理. */
const attributes = {
  elementCode: z
    .string({ error: '标识符不能为空' })
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_]{1,59}$/, '标识符由字母、数字和下划线组成，字母开头，2到60个字符'),
  elementName: requiredText(100, '中文名称'),
  elementNameEn: optionalText(100, '英文名称'),
  synonyms: optionalText(200, '别名'),
  definition: optionalText(1000, '定义'),
  example: optionalText(200, '示例'),
  usage: optionalText(500, '应用场合'),
  objectClass: optionalText(100, '所属对象'),
  classId: optionalId,
  dataType: z.enum(DATA_TYPES, { error: '请选择数据类型' }),
  /** `11` exactly so many characters, `..20` up to so many, `18,2` digits and decimals */
  dataLength: z
    .string()
    .trim()
    .regex(/^(\.\.)?\d{1,5}(,\d{1,2})?$/, '长度写作 11（定长）、..20（最长）或 18,2（总位数,小数位）')
    .or(z.literal(''))
    .nullish()
    .transform((text) => text || null),
  format: optionalText(200, '格式'),
  /** `0..100`, `0..`, `..100`: both ends included */
  valueRange: z
    .string()
    .trim()
    .regex(/^(-?\d+(\.\d+)?)?\.\.(-?\d+(\.\d+)?)?$/, '取值范围写作 0..100、0.. 或 ..100')
    .max(60, '取值范围不能超过60个字符')
    .refine((range) => range !== '..', '取值范围写作 0..100、0.. 或 ..100')
    .or(z.literal(''))
    .nullish()
    .transform((range) => range || null)
    .meta({ title: '取值范围' }),
  gbTypeId: optionalId,
  unitId: optionalId,
  isNullable: YesNo.nullish().transform((value) => value ?? '1'),
  docId: optionalId,
  submitter: optionalText(100, '提出单位'),
  ownerId: optionalId,
  validFrom: optionalDay,
  remark: optionalText(1000, '备注'),
};
export const ElementInput = z.object(attributes);
/** A row of the workbook: what an element refers to by its name or number in place of its id. */
const { classId: _class, gbTypeId: _set, unitId: _unit, docId: _doc, ownerId: _owner, ...own } = attributes;
export const ElementBookRow = z.object({
  ...own,
  className: optionalText(100, '数据分类'),
  gbTypeCode: optionalText(100, '值域（标准类别编码）'),
  unitName: optionalText(100, '计量单位'),
  docNo: optionalText(100, '来源标准（标准号）'),
  ownerAccount: optionalText(100, '负责人（用户名）'),
});
export type ElementBookRow = z.output<typeof ElementBookRow>;
export type ElementAttributes = z.output<typeof ElementInput>;
export const ATTRIBUTE_NAMES = Object.keys(attributes) as (keyof ElementAttributes)[];

const text = z.string().nullable();
export const ElementRow = z.object({
  ...rowFields,
  elementCode: z.string(),
  elementName: z.string(),
  elementNameEn: text,
  synonyms: text,
  definition: text,
  example: text,
  usage: text,
  objectClass: text,
  classId: text,
  dataType: z.string(),
  dataLength: text,
  format: text,
  valueRange: text,
  gbTypeId: text,
  unitId: text,
  isNullable: YesNo,
  docId: text,
  submitter: text,
  ownerId: text,
  validFrom: text,
  remark: text,
  /** draft: never published; inForce; retired */
  state: z.enum(['draft', 'inForce', 'retired']),
  versionNo: z.number().int().nullable(),
  ...flowFields,
});
/** With the names of what it refers to, and what a draft changes of the version in force. */
export const Element = ElementRow.extend({
  className: text,
  classLevel: text,
  gbTypeName: text,
  unitName: text,
  docName: text,
  ownerName: text,
  /** what the approval under way brings about */
  pending: z.enum(['publish', 'retire']).nullable(),
  changed: z.array(z.string()),
});
export const ElementSearch = z.object({
  keyword: z.string().max(100).optional(),
  state: z.enum(['draft', 'inForce', 'retired']).optional(),
  objectClass: z.string().max(100).optional(),
});
const ElementVersion = z.object({
  id: Id,
  versionNo: z.number().int(),
  attributes: z.record(z.string(), z.unknown()),
  /** the attributes as people read them: names in place of ids */
  texts: z.record(z.string(), z.string().nullable()),
  changed: z.array(z.string()),
  publishName: z.string().nullable(),
  publishTime: Time,
  endTime: Time.nullable(),
});

const crud = crudRoutes('/data/standard/elements', '数据元', 'standard:element', {
  row: Element,
  input: ElementInput,
  search: ElementSearch,
});
const params = z.object({ id: Id });

export const standardElement = defineContract({
  ...crud,
  ...excelRoutes('/data/standard/elements', '数据元', 'standard:element', { search: ElementSearch, skips: true }),
  get: { ...crud.get, access: perm('standard:element:detail', 'standard:element:edit', 'standard:element:list') },
  versions: route.get('/data/standard/elements/:id/versions', {
    summary: '数据元版本',
    access: perm('standard:element:list'),
    params,
    reply: z.array(ElementVersion),
  }),
  submit: route.post('/data/standard/elements/:id/submit', {
    summary: '提交发布数据元',
    access: perm('standard:element:submit'),
    params,
    reply: z.object({ ...flowFields, state: z.enum(['draft', 'inForce', 'retired']), versionNo: z.number().int().nullable() }),
    audit: '提交发布数据元',
  }),
  retire: route.post('/data/standard/elements/:id/retire', {
    summary: '废止数据元',
    access: perm('standard:element:submit'),
    params,
    body: z.object({ reason: requiredText(500, '废止原因').meta({ title: '废止原因' }) }),
    reply: z.object({ ...flowFields, state: z.enum(['draft', 'inForce', 'retired']) }),
    audit: '废止数据元',
  }),
});
