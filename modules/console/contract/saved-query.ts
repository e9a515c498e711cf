import * as z from 'zod';
import { Id, PageQuery, Time, pageReply } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { MAX_TABS } from './console.ts';
import { ParamValues } from '#modules/gate/contract/statement.ts';

/** What a parameter of a saved query is and how it is asked for. */
export const QueryParam = z.object({
  name: z.string().regex(/^[\p{L}_][\p{L}\p{N}_]{0,49}$/u, '参数名只能包含文字、数字和下划线，且不能以数字开头'),
  label: z
    .string()
    .trim()
    .max(50, '参数说明不能超过50个字符')
    .nullish()
    .transform((text) => text || null),
  type: z.enum(['text', 'number', 'date', 'datetime', 'list']).default('text'),
  defaultValue: z
    .string()
    .max(4000, '默认值不能超过4000个字符')
    .nullish()
    .transform((text) => text ?? null),
});
export type QueryParam = z.output<typeof QueryParam>;

export const ShareKind = z.enum(['none', 'dept', 'role', 'user', 'all']);
const Name = z.string('名称不能为空').trim().min(1, '名称不能为空').max(100, '名称不能超过100个字符');
const text = (most: number, label: string) =>
  z
    .string()
    .trim()
    .max(most, `${label}不能超过${most}个字符`)
    .nullish()
    .transform((value) => value || null);

export const SavedQueryInput = z.object({
  queryName: Name,
  folder: text(50, '分组'),
  sourceId: Id,
  sqlText: z.string('请输入SQL语句').min(1, '请输入SQL语句').max(200_000, 'SQL语句过长'),
  params: z.array(QueryParam).max(50, '最多50个参数').default([]),
  shareKind: ShareKind.default('none'),
  shareIds: z.array(Id).max(200, '最多选择200个共享对象').default([]),
  remark: text(500, '备注'),
});
export const SavedQuery = z.object({
  id: Id,
  version: z.number().int(),
  queryName: z.string(),
  folder: z.string().nullable(),
  sourceId: z.string(),
  sourceName: z.string(),
  sqlText: z.string(),
  params: z.array(QueryParam),
  shareKind: ShareKind,
  shareIds: z.array(z.string()),
  remark: z.string().nullable(),
  createBy: z.string().nullable(),
  ownerName: z.string().nullable(),
  isMine: z.boolean(),
  isStarred: z.boolean(),
  lastRunTime: Time.nullable(),
  updateTime: Time,
});

export const ConsoleTab = z.object({
  tabKey: z.string().regex(/^[0-9a-z]{1,32}$/, '页签编号不正确'),
  tabName: z.string().trim().min(1).max(50, '页签名称不能超过50个字符'),
  sourceId: Id.nullable(),
  sqlText: z.string().max(200_000, 'SQL语句过长'),
  params: ParamValues.default({}),
  queryId: Id.nullable(),
});
export type ConsoleTab = z.output<typeof ConsoleTab>;

const list = perm('metadata:sqlconsole:list');
const run = perm('metadata:sqlconsole:run');
const params = z.object({ id: Id });
const base = '/data/console/sql/queries';

/** 已存查询, 页签 */
export const savedQuery = defineContract({
  page: route.get(`${base}/page`, {
    summary: '已存查询分页',
    access: list,
    query: PageQuery.extend({
      kind: z.enum(['all', 'mine', 'shared', 'starred']).default('all'),
      keyword: z.string().max(100).optional(),
      sourceId: Id.optional(),
      folder: z.string().max(50).optional(),
    }),
    reply: pageReply(SavedQuery),
  }),
  get: route.get(`${base}/:id`, { summary: '已存查询详情', access: list, params, reply: SavedQuery }),
  create: route.post(base, { summary: '保存查询', access: run, body: SavedQueryInput, reply: z.object({ id: Id }), audit: '保存查询' }),
  update: route.put(`${base}/:id`, {
    summary: '修改已存查询',
    access: run,
    params,
    body: SavedQueryInput.extend({ version: z.number('缺少版本号，请刷新后重试').int() }),
    reply: z.object({ version: z.number().int() }),
    audit: '修改已存查询',
  }),
  remove: route.delete(`${base}/:id`, { summary: '删除已存查询', access: run, params, reply: z.null(), audit: '删除已存查询' }),
  star: route.post(`${base}/:id/star`, {
    summary: '收藏查询',
    access: list,
    params,
    body: z.object({ isStarred: z.boolean() }),
    reply: z.null(),
  }),
  tabs: route.get('/data/console/sql/tabs', { summary: 'SQL工作台页签', access: list, reply: z.array(ConsoleTab) }),
  keepTabs: route.post('/data/console/sql/tabs', {
    summary: '保存SQL工作台页签',
    access: list,
    body: z.object({ tabs: z.array(ConsoleTab).max(MAX_TABS, `最多保留${MAX_TABS}个页签`) }),
    reply: z.null(),
  }),
});
