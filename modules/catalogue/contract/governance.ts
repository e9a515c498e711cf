import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Day, Id, Status, Time, Version, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { ColumnSearch, TableSearch } from './table.ts';
import { Tier } from '#modules/sources/contract/table-kind.ts';

const optionalId = Id.nullish()
  .or(z.literal(''))
  .transform((value) => value || null);
const Level = z.enum(['L1', 'L2', 'L3', 'L4'], '分级应为 L1 到 L4');
const cnName = optionalText(100, '中文名');
const description = optionalText(2000, '说明');
const tagIds = z.array(Id).max(30, '最多30个标签');

/** What people say about a table; a field that is left out stays as it is. */
export const TableWords = z.object({
  cnName: cnName.optional(),
  description: description.optional(),
  ownerId: optionalId.optional(),
  domainId: optionalId.optional(),
  tier: Tier.nullish()
    .or(z.literal(''))
    .transform((value) => value || null)
    .optional(),
  tagIds: tagIds.optional(),
});
/** What people say about a column. */
export const ColumnWords = z.object({
  cnName: cnName.optional(),
  description: description.optional(),
  tagIds: tagIds.optional(),
  classId: optionalId.optional(),
  level: Level.nullish().optional(),
  /** needed for a level below the inherited one */
  levelReason: optionalText(200, '降低级别的理由').optional(),
});
/** Many objects at once: the tags are added or taken away, the rest is replaced. */
const forMany = <S extends z.ZodRawShape>(words: z.ZodObject<S>) =>
  words.extend({ addTagIds: tagIds.optional(), removeTagIds: tagIds.optional(), onlyEmpty: z.boolean().default(false) });
const TableSet = forMany(TableWords.omit({ tagIds: true, cnName: true }));
const ColumnSet = forMany(ColumnWords.omit({ tagIds: true }));
export type TableSet = z.output<typeof TableSet>;
export type ColumnSet = z.output<typeof ColumnSet>;

const ids = z.array(Id).min(1).max(500, '一次最多处理500条，更多请按筛选条件处理').nullish();
const Batch = z.object({ changed: z.number().int(), jobId: Id.nullable() });
const params = z.object({ id: Id });
const edit = perm('metadata:datacolumn:edit');
const read = perm('metadata:datacolumn:list', 'metadata:datacolumn:detail');

export const SampleColumn = z.object({ name: z.string(), type: z.string(), comment: z.string().nullable(), masked: z.boolean() });
export const governance = defineContract({
  table: route.put('/data/metadata/tables/:id', {
    summary: '维护数据表',
    access: edit,
    params,
    body: TableWords.extend({ version: Version }),
    reply: z.object({ version: z.number().int() }),
    audit: '维护数据表',
  }),
  column: route.put('/data/metadata/columns/:id', {
    summary: '维护字段',
    access: edit,
    params,
    body: ColumnWords.extend({ version: Version }),
    reply: z.object({ version: z.number().int() }),
    audit: '维护字段',
  }),
  tables: route.post('/data/metadata/tables/batch', {
    summary: '批量维护数据表',
    access: edit,
    body: z.object({ ids, filter: TableSearch.nullish(), set: TableSet }),
    reply: Batch,
    audit: '批量维护数据表',
    timeoutMs: 60_000,
  }),
  columns: route.post('/data/metadata/columns/batch', {
    summary: '批量维护字段',
    access: edit,
    body: z.object({ ids, filter: ColumnSearch.nullish(), set: ColumnSet }),
    reply: Batch,
    audit: '批量维护字段',
    timeoutMs: 60_000,
  }),
  batchState: route.get('/data/metadata/tables/batch/:id', {
    summary: '批量维护进度',
    access: edit,
    params,
    isPassive: true,
    reply: z.object({ state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']), percent: z.number(), text: z.string() }),
  }),
  sample: route.post('/data/metadata/tables/:id/sample', {
    summary: '样例数据',
    access: read,
    params,
    body: z.object({ limit: z.number().int().min(1).max(100).default(50) }),
    reply: z.object({
      columns: z.array(SampleColumn),
      rows: z.array(z.array(z.any())),
      truncated: z.boolean(),
      ms: z.number().int(),
    }),
    timeoutMs: 60_000,
  }),
  usage: route.get('/data/metadata/tables/:id/usage', {
    summary: '数据表使用情况',
    access: read,
    params,
    reply: z.object({
      days: z.array(z.object({ day: Day, reads: z.number().int(), readers: z.number().int() })),
      reads: z.number().int(),
      readers: z.number().int(),
      /** null when the caller may not see what others do */
      people: z.array(z.object({ userId: z.string(), name: z.string(), reads: z.number().int(), lastTime: Time })).nullable(),
      /** own statements, or everybody's */
      queries: z.array(
        z.object({
          id: Id,
          username: z.string(),
          purpose: z.string(),
          sqlText: z.string(),
          rowCount: z.string().nullable(),
          timeMs: z.number(),
          createTime: Time,
        }),
      ),
    }),
  }),
  ddl: route.get('/data/metadata/tables/:id/ddl', {
    summary: '建表语句',
    access: read,
    params,
    /** `source`: the source's own text, or one from its whole catalogue; `catalogue`: from what was harvested */
    reply: z.object({ text: z.string(), isHidden: z.boolean(), origin: z.enum(['source', 'catalogue']) }),
    timeoutMs: 20_000,
  }),
  access: route.get('/data/metadata/tables/:id/grants', {
    summary: '数据表的授权',
    access: perm('metadata:dataauthorize:list', 'metadata:datacolumn:detail', 'metadata:datacolumn:list'),
    params,
    reply: z.object({
      mine: z.array(z.string()),
      /** null when the caller may not see what others may do */
      grants: z
        .array(
          z.object({
            id: Id,
            subjectType: z.string(),
            subjectName: z.string(),
            objectType: z.string(),
            objectName: z.string(),
            actions: z.array(z.string()),
            rowFilter: z.string().nullable(),
            endTime: Time.nullable(),
          }),
        )
        .nullable(),
    }),
  }),
});

/** 主题域; a root has no parent. */
export const DomainInput = z.object({
  parentId: optionalId,
  domainName: requiredText(50, '主题域名称'),
  domainCode: z
    .string({ error: '主题域编码不能为空' })
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_]{1,29}$/, '主题域编码由字母、数字和下划线组成，以字母开头，2到30个字符'),
  ownerId: optionalId,
  sort: z.coerce.number().int().min(0).max(99_999).default(0),
  status: Status.default('1'),
  remark: optionalText(500, '备注'),
});
export const Domain = z.object({
  ...rowFields,
  parentId: z.string().nullable(),
  domainName: z.string(),
  domainCode: z.string(),
  ownerId: z.string().nullable(),
  ownerName: z.string().nullable(),
  sort: z.number().int(),
  status: Status,
  remark: z.string().nullable(),
  /** tables directly in it */
  tableCount: z.number().int(),
});
export const DomainSearch = z.object({
  domainName: z.string().max(50).optional(),
  domainCode: z.string().max(50).optional(),
  status: Status.optional(),
});
export const DomainOption = z.object({
  id: Id,
  parentId: z.string().nullable(),
  domainName: z.string(),
  domainCode: z.string(),
  status: Status,
});

export const domain = defineContract({
  ...crudRoutes('/data/metadata/domains', '主题域', 'metadata:domain', { row: Domain, input: DomainInput, search: DomainSearch }),
  list: route.get('/data/metadata/domains/list', { summary: '主题域下拉', access: signedIn, reply: z.array(DomainOption) }),
  tree: route.get('/data/metadata/domains/tree', {
    summary: '主题域树',
    access: perm('metadata:domain:list'),
    query: DomainSearch,
    reply: z.array(Domain),
  }),
});

export const TAG_COLORS = ['blue', 'green', 'orange', 'red', 'purple', 'cyan', 'gold', 'gray'] as const;
/** Names of tags stand in one cell of a workbook, separated by commas. */
export const TagInput = z.object({
  tagName: requiredText(20, '标签名称').refine((name) => !/[,，;；、\n]/.test(name), '标签名称不能含有逗号、分号和顿号'),
  tagColor: z.enum(TAG_COLORS, '标签颜色不正确').default('blue'),
  status: Status.default('1'),
  remark: optionalText(500, '备注'),
});
export const Tag = z.object({
  ...rowFields,
  tagName: z.string(),
  tagColor: z.string(),
  status: Status,
  remark: z.string().nullable(),
  tableCount: z.number().int(),
  columnCount: z.number().int(),
});
export const TagSearch = z.object({ tagName: z.string().max(50).optional(), status: Status.optional() });

export const tag = defineContract({
  ...crudRoutes('/data/metadata/tags', '标签', 'metadata:tag', { row: Tag, input: TagInput, search: TagSearch }),
  list: route.get('/data/metadata/tags/list', {
    summary: '标签下拉',
    access: signedIn,
    reply: z.array(z.object({ id: Id, tagName: z.string(), tagColor: z.string() })),
  }),
});
