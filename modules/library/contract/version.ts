import * as z from 'zod';
import { Id, optionalText, PageQuery, pageReply, Time, Version } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { DocKind } from './item.ts';

/** Versions without a name that are kept of one document. */
export const KEPT_VERSIONS = 100;
const builds = perm('visual:chart:build', 'visual:board:build', 'visual:screen:build');
const params = z.object({ kind: DocKind, id: Id });
const one = params.extend({ no: z.coerce.number().int().min(1) });
/** a version by its number, the draft, or what viewers see */
const Side = z.union([z.literal('draft'), z.literal('published'), z.coerce.number().int().min(1)]);

/** One change between two versions, as people would say it. */
export const Change = z.object({
  /** `added`, `removed`, `changed`, `moved` */
  what: z.enum(['added', 'removed', 'changed', 'moved']),
  /** 组件, 图表, 筛选, 页签, 设置 … */
  subject: z.string(),
  name: z.string(),
  /** what about it changed: 数据、样式、位置 */
  details: z.array(z.string()),
});
export type Change = z.output<typeof Change>;

const base = '/data/visual/versions/:kind/:id';
/** Versions of charts, boards and screens. */
export const versionCalls = defineContract({
  page: route.get(`${base}/page`, {
    summary: '版本列表',
    access: builds,
    params,
    query: PageQuery,
    reply: pageReply(
      z.object({
        versionNo: z.number().int(),
        name: z.string().nullable(),
        /** it was published at some time */
        isPublished: z.boolean(),
        /** viewers see it now */
        isCurrent: z.boolean(),
        restoredFrom: z.number().int().nullable(),
        authorName: z.string().nullable(),
        createTime: Time,
      }),
    ),
  }),
  get: route.get(`${base}/no/:no`, {
    summary: '版本内容',
    access: builds,
    params: one,
    reply: z.object({
      versionNo: z.number().int(),
      name: z.string().nullable(),
      config: z.record(z.string(), z.json()).nullable(),
      charts: z.record(z.string(), z.json()),
    }),
  }),
  name: route.put(`${base}/no/:no`, {
    summary: '命名版本',
    access: builds,
    params: one,
    body: z.object({ name: optionalText(64, '版本名称') }),
    reply: z.null(),
    audit: '命名版本',
  }),
  restore: route.post(`${base}/no/:no/restore`, {
    summary: '恢复版本',
    access: builds,
    params: one,
    body: z.object({ version: Version }),
    reply: z.object({ version: z.number().int(), versionNo: z.number().int() }),
    audit: '恢复版本',
  }),
  diff: route.get(`${base}/diff`, {
    summary: '版本比较',
    access: builds,
    params,
    query: z.object({ from: Side, to: Side }),
    reply: z.object({ changes: z.array(Change), more: z.number().int() }),
  }),
});
