import * as z from 'zod';
import { Id, PageQuery, Time, pageReply } from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';
import { BindingState } from './binding.ts';

const text = z.string().nullable();
const Reason = z.object({ label: z.string(), share: z.number() });
const element = { elementId: Id, elementCode: z.string(), elementName: z.string() };

/** A column with the standards it stands against. */
export const ColumnStandard = z.object({
  columnId: Id,
  columnName: z.string(),
  columnLabel: text,
  dataType: z.string(),
  dataLength: text,
  binding: z
    .object({
      id: Id,
      ...element,
      state: BindingState,
      results: z.array(z.object({ attribute: z.string(), isConform: z.boolean().nullable(), say: text, repair: text })),
      exemptReason: text,
      exemptUntil: text,
      checkTime: Time.nullable(),
    })
    .nullable(),
  proposals: z.array(z.object({ id: Id, ...element, score: z.number(), reasons: z.array(Reason) })),
  contrast: z
    .object({ id: Id, gbTypeId: Id, gbTypeCode: z.string(), gbTypeName: z.string(), values: z.number(), mapped: z.number() })
    .nullable(),
});
export type ColumnStandard = z.output<typeof ColumnStandard>;
// who reads the catalogue reads the standards of what he sees
const reads = perm('standard:binding:list', 'standard:element:list', 'metadata:datacolumn:list');
const params = z.object({ id: Id });

/** Standards on the pages of tables and columns. */
export const house = defineContract({
  table: route.get('/data/standard/bindings/table/:id', {
    summary: '数据表各字段的标准',
    access: reads,
    params,
    reply: z.array(ColumnStandard),
  }),
  column: route.get('/data/standard/bindings/column/:id', { summary: '字段的标准', access: reads, params, reply: ColumnStandard }),
  bind: route.post('/data/standard/bindings', {
    summary: '绑定数据元',
    access: perm('standard:binding:decide'),
    body: z.object({ columnId: Id.meta({ title: '字段' }), elementId: Id.meta({ title: '数据元' }) }),
    reply: z.object({ id: Id }),
    audit: '绑定数据元',
  }),
});

const NameProblem = z.object({ rule: z.enum(['form', 'reserved', 'layer', 'root']), say: z.string() });
const Issue = z.object({
  id: Id,
  sourceId: Id,
  sourceName: z.string(),
  tableId: Id,
  schemaName: z.string(),
  tableName: z.string(),
  columnId: Id.nullable(),
  columnName: text,
  label: text,
  tier: text,
  problems: z.array(NameProblem),
  suggestion: text,
  checkTime: Time,
});
const IssueSearch = z.object({
  sourceId: Id.optional(),
  kind: z.enum(['table', 'column']).optional(),
  rule: z.enum(['form', 'reserved', 'layer', 'root']).optional(),
  keyword: z.string().max(100).optional(),
});
const lists = perm('standard:naming:list');

/** Names from roots, and names against them. */
export const naming = defineContract({
  english: route.get('/data/standard/roots/english', {
    summary: '生成英文名',
    access: perm('standard:root:list', 'standard:element:add', 'standard:element:edit', 'standard:naming:list'),
    query: z.object({
      name: z.string().trim().min(1, '请填写中文名').max(100).meta({ title: '中文名' }),
      style: z.enum(['word', 'abbreviation']).default('word').meta({ title: '写法' }),
    }),
    reply: z.object({
      name: text,
      parts: z.array(z.object({ text: z.string(), word: text, reason: z.string() })),
      unknown: z.array(z.string()),
    }),
  }),
  page: route.get('/data/standard/naming/page', {
    summary: '命名检查结果分页',
    access: lists,
    query: PageQuery.extend(IssueSearch.shape),
    reply: pageReply(Issue),
  }),
  sources: route.get('/data/standard/naming/sources', {
    summary: '各数据源的命名检查',
    access: lists,
    reply: z.array(
      z.object({ sourceId: Id, sourceName: z.string(), checked: z.number().int(), issues: z.number().int(), checkTime: Time.nullable() }),
    ),
  }),
  run: route.post('/data/standard/naming/run', {
    summary: '执行命名检查',
    access: perm('standard:naming:run'),
    body: z.object({ sourceId: Id.nullish().meta({ title: '数据源' }) }),
    reply: z.object({ jobId: Id }),
    audit: '执行命名检查',
  }),
  running: route.get('/data/standard/naming/run/:id', {
    summary: '命名检查的进度',
    access: lists,
    params,
    reply: z.object({ state: z.string(), percent: z.number(), text: z.string() }),
    isPassive: true,
  }),
  exportRows: route.post('/data/standard/naming/export', {
    summary: '导出命名检查结果',
    access: perm('standard:naming:export'),
    body: IssueSearch,
    reply: bytes,
    audit: '导出命名检查结果',
  }),
});
