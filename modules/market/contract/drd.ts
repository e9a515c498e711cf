import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, optionalText, requiredText, rowFields, SortInput, Time, Version } from '#kit/contract/fields.ts';
import { FlowStatus } from '#kit/contract/flow.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

/** 1 库表, 2 API, 3 文件, 4 数据集, 5 看板 (dictionary market_drd_type) */
export const DrdType = z.enum(['1', '2', '3', '4', '5'], { error: '资源类型不正确' });
export type DrdType = z.output<typeof DrdType>;
/** 1 草稿, 2 审核中, 3 已上架, 4 已下架 (dictionary data_drd_status) */
export const DrdStatus = z.enum(['1', '2', '3', '4']);
export type DrdStatus = z.output<typeof DrdStatus>;
/** 1 无条件共享, 2 有条件共享, 3 不予共享 (dictionary market_drd_share) */
export const ShareType = z.enum(['1', '2', '3'], { error: '共享类型不正确' });
/** 1 实时, 2 每日, 3 每周, 4 每月, 5 每年, 6 不定期 (dictionary market_drd_freq) */
export const UpdateFreq = z.enum(['1', '2', '3', '4', '5', '6'], { error: '更新周期不正确' });
const Level = z.enum(['L1', 'L2', 'L3', 'L4'], { error: '安全级别不正确' });
const idOrNull = (title: string) =>
  Id.or(z.literal(''))
    .nullish()
    .transform((id) => id || null)
    .meta({ title });

/** 信息项: what a resource tells */
export const DrdItem = z.object({
  name: requiredText(200, '信息项名称').meta({ title: '信息项名称' }),
  /** name of the column, parameter or heading */
  code: requiredText(200, '信息项代码').meta({ title: '信息项代码' }),
  type: optionalText(100, '数据类型').meta({ title: '数据类型' }),
  length: optionalText(30, '长度').meta({ title: '长度' }),
  desc: optionalText(500, '说明').meta({ title: '说明' }),
  sensitive: z.enum(['0', '1']).default('0').meta({ title: '是否敏感' }),
});
export type DrdItem = z.output<typeof DrdItem>;
/** 挂接: what is behind a resource; a file is named by its stored name */
export const DrdMount = z.object({
  mountType: DrdType.meta({ title: '挂接类型' }),
  refId: z
    .string()
    .regex(/^[0-9a-z_.]{1,60}$/, '挂接对象不正确')
    .meta({ title: '挂接对象' }),
});
export type DrdMount = z.output<typeof DrdMount>;

export const DrdInput = z.object({
  resName: requiredText(100, '资源名称').meta({ title: '资源名称' }),
  catalogId: Id.meta({ title: '资源分类' }),
  summary: optionalText(1000, '资源摘要').meta({ title: '资源摘要' }),
  subjectArea: idOrNull('主题域'),
  ownerDept: idOrNull('提供方'),
  ownerUser: idOrNull('责任人'),
  updateFreq: UpdateFreq.default('6').meta({ title: '更新周期' }),
  shareType: ShareType.default('2').meta({ title: '共享类型' }),
  shareCondition: optionalText(500, '共享条件').meta({ title: '共享条件' }),
  shareWay: optionalText(200, '共享方式').meta({ title: '共享方式' }),
  openType: z.enum(['0', '1']).default('0').meta({ title: '是否向社会开放' }),
  classifyLevel: Level.nullish()
    .transform((level) => level ?? null)
    .meta({ title: '安全级别' }),
  tags: z
    .array(z.string().trim().min(1).max(30, '标签不能超过30个字符'))
    .max(20, '最多20个标签')
    .default([])
    .transform((tags) => [...new Set(tags)])
    .meta({ title: '标签' }),
  itemList: z.array(DrdItem).max(500, '最多500个信息项').default([]).meta({ title: '信息项' }),
  relatedIds: z.array(Id).max(20, '最多关联20个资源').default([]).meta({ title: '关联资源' }),
  mounts: z.array(DrdMount).max(10, '最多挂接10个对象').default([]).meta({ title: '挂接' }),
});
export type DrdInput = z.output<typeof DrdInput>;

export const DrdRow = z.object({
  ...rowFields,
  resCode: z.string(),
  resName: z.string(),
  catalogId: Id,
  catalogName: z.string(),
  /** kind of the first mount, which the family keeps with the resource */
  resType: DrdType,
  refId: z.string().nullable(),
  mountTypes: z.array(DrdType),
  summary: z.string().nullable(),
  ownerDept: Id.nullable(),
  ownerDeptName: z.string().nullable(),
  ownerUser: Id.nullable(),
  ownerUserName: z.string().nullable(),
  updateFreq: UpdateFreq,
  shareType: ShareType,
  openType: z.enum(['0', '1']),
  classifyLevel: z.string().nullable(),
  tags: z.array(z.string()),
  /** mean of the tables behind it, out of 100; null while nobody measures them */
  qualityScore: z.number().nullable(),
  viewCount: z.number().int(),
  applyCount: z.number().int(),
  publishStatus: DrdStatus,
  publishTime: Time.nullable(),
  flowStatus: FlowStatus.nullable(),
  processInstanceId: z.string().nullable(),
  /** the caller has a right to use it in force */
  isUsable: z.boolean(),
});
export type DrdRow = z.output<typeof DrdRow>;
const MountShown = DrdMount.extend({
  name: z.string(),
  detail: z.string().nullable(),
  /** own page that shows it */
  path: z.string().nullable(),
  qualityScore: z.number().nullable(),
  isGone: z.boolean(),
});
export const DrdDetail = DrdRow.extend({
  subjectArea: Id.nullable(),
  subjectAreaName: z.string().nullable(),
  /** classes from the top of the tree */
  catalogPath: z.array(z.string()),
  deptNo: z.string().nullable(),
  shareCondition: z.string().nullable(),
  shareWay: z.string().nullable(),
  itemList: z.array(DrdItem.extend({ level: z.string().nullable() })),
  related: z.array(z.object({ id: Id, resName: z.string(), resCode: z.string() })),
  mounts: z.array(MountShown),
  /** core metadata items that are missing; empty = 编目合格 */
  gaps: z.array(z.string()),
  rating: z.number().nullable(),
  ratingCount: z.number().int(),
  feedbackCount: z.number().int(),
  lineagePath: z.string().nullable(),
  /** who decides on requests: names */
  deciders: z.array(z.string()),
  /** what the caller may do with it now */
  may: z.object({
    edit: z.boolean(),
    submit: z.boolean(),
    publish: z.boolean(),
    offline: z.boolean(),
    apply: z.boolean(),
    decide: z.boolean(),
  }),
});
export type DrdDetail = z.output<typeof DrdDetail>;

export const DrdSearch = z.object({
  /** name, code, summary, tags, names and codes of items */
  keyword: z.string().max(100).optional().meta({ title: '关键词' }),
  /** with everything below it */
  catalogId: Id.optional().meta({ title: '资源分类' }),
  resType: DrdType.optional().meta({ title: '资源类型' }),
  shareType: ShareType.optional().meta({ title: '共享类型' }),
  updateFreq: UpdateFreq.optional().meta({ title: '更新周期' }),
  publishStatus: DrdStatus.optional().meta({ title: '上架状态' }),
  ownerDept: Id.optional().meta({ title: '提供方' }),
  classifyLevel: Level.optional().meta({ title: '安全级别' }),
  /** `usable`: in force for the caller, `mine`: made or answered for by the caller */
  scope: z.enum(['all', 'usable', 'mine']).optional().meta({ title: '范围' }),
});
const CatalogInput = z.object({
  parentId: idOrNull('上级分类'),
  catalogName: requiredText(50, '分类名称').meta({ title: '分类名称' }),
  /** the last part of the code, `02`; that of the classes above stands before it */
  codePart: z
    .string({ error: '分类代码不能为空' })
    .trim()
    .regex(/^[0-9A-Za-z]{1,8}$/, '分类代码由1到8位数字或字母组成')
    .meta({ title: '分类代码' }),
  sort: SortInput.meta({ title: '排序' }),
});
const CatalogNode = z.object({
  id: Id,
  version: z.number().int(),
  parentId: Id.nullable(),
  catalogName: z.string(),
  catalogCode: z.string(),
  depth: z.number().int(),
  sort: z.number().int(),
  /** resources in it and below it that the caller sees */
  count: z.number().int(),
});
export type CatalogNode = z.output<typeof CatalogNode>;

const base = '/data/market/drds';
const params = z.object({ id: Id });
export const DRD_LIST = perm('market:drd:list');
/** 资源目录: what the company holds and how one gets it */
export const drd = defineContract({
  ...crudRoutes(base, '资源', 'market:drd', { row: DrdRow, input: DrdInput, search: DrdSearch, detail: DrdDetail }),
  get: route.get(`${base}/:id`, { summary: '资源详情', access: DRD_LIST, params, reply: DrdDetail }),
  facets: route.get(`${base}/facets`, {
    summary: '资源目录统计',
    access: DRD_LIST,
    query: DrdSearch,
    reply: z.object({
      facets: z.array(
        z.object({
          field: z.enum(['resType', 'shareType', 'updateFreq', 'publishStatus', 'ownerDept', 'classifyLevel']),
          values: z.array(z.object({ value: z.string(), label: z.string(), count: z.number().int() })),
        }),
      ),
      all: z.number().int(),
      usable: z.number().int(),
      mine: z.number().int(),
    }),
  }),
  tree: route.get(`${base}/tree`, { summary: '资源分类树', access: DRD_LIST, reply: z.array(CatalogNode) }),
  createCatalog: route.post(`${base}/classes`, {
    summary: '新增资源分类',
    access: perm('market:drd:catalog'),
    body: CatalogInput,
    reply: z.object({ id: Id }),
    audit: '新增资源分类',
  }),
  updateCatalog: route.put(`${base}/classes/:id`, {
    summary: '修改资源分类',
    access: perm('market:drd:catalog'),
    params,
    body: CatalogInput.pick({ catalogName: true, sort: true }).extend({ version: Version }),
    reply: z.object({ version: z.number().int() }),
    audit: '修改资源分类',
  }),
  removeCatalog: route.delete(`${base}/classes/:id`, {
    summary: '删除资源分类',
    access: perm('market:drd:catalog'),
    params,
    reply: z.null(),
    audit: '删除资源分类',
  }),
  mountables: route.get(`${base}/mountables`, {
    summary: '可挂接的对象',
    access: perm('market:drd:add', 'market:drd:edit'),
    query: z.object({
      mountType: DrdType.meta({ title: '挂接类型' }),
      keyword: z.string().max(100).optional().meta({ title: '关键词' }),
      /** to tell names of what is mounted already */
      refId: z.string().max(60).optional().meta({ title: '挂接对象' }),
    }),
    reply: z.array(z.object({ refId: z.string(), name: z.string(), detail: z.string().nullable() })),
  }),
  submit: route.post(`${base}/:id/submit`, {
    summary: '提交资源审核',
    access: perm('market:drd:submit'),
    params,
    reply: z.object({ publishStatus: DrdStatus, flowStatus: FlowStatus.nullable(), processInstanceId: z.string().nullable() }),
    audit: '提交资源审核',
  }),
  publish: route.post(`${base}/:id/publish`, {
    summary: '审核上架资源',
    access: perm('market:drd:publish'),
    params,
    body: z.object({
      approved: z.boolean({ error: '请选择上架或退回' }).default(true).meta({ title: '是否上架' }),
      opinion: optionalText(500, '意见').meta({ title: '意见' }),
    }),
    reply: z.null(),
    audit: '审核上架资源',
  }),
  offline: route.post(`${base}/:id/offline`, {
    summary: '下架资源',
    access: perm('market:drd:offline'),
    params,
    body: z.object({ reason: requiredText(500, '下架原因').meta({ title: '下架原因' }) }),
    reply: z.null(),
    audit: '下架资源',
  }),
});
