import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, optionalText, requiredText, Status, Version } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { publishedCalls } from '#modules/charts/contract/published-calls.ts';
import { templateFields } from '#modules/charts/contract/template.ts';
import {
  MAX_DOCUMENT_BYTES,
  FolderChoice,
  itemFields,
  itemSearch,
  Publication,
  publishFields,
  Thumbnail,
} from '#modules/library/contract/item.ts';

/** The draft: a document of ours or the form of the family, answered as it was put. */
const Document = z.record(z.string(), z.json(), '大屏配置格式不正确');

export const ScreenRow = z.object({
  ...itemFields,
  ...publishFields,
  screenName: z.string(),
  screenThumbnail: z.string().nullable(),
  width: z.number().int(),
  height: z.number().int(),
  viewPerms: z.string().nullable(),
  /** views of the last 30 days */
  viewCount: z.number().int(),
});
export type ScreenRow = z.output<typeof ScreenRow>;
/** The draft for those who may change it, the published version for everybody else. */
export const ScreenDetail = ScreenRow.extend({ screenConfig: z.record(z.string(), z.json()).nullable() });

export const ScreenInput = z.object({
  screenName: requiredText(64, '大屏名称'),
  folderId: FolderChoice,
  status: Status.optional(),
  remark: optionalText(500, '备注'),
  /** size of an empty screen */
  width: z.number().int().min(320).max(15_360).nullish(),
  height: z.number().int().min(240).max(8640).nullish(),
  screenConfig: Document.nullish(),
  screenThumbnail: Thumbnail,
});

const base = '/data/visual/screens';
const params = z.object({ id: Id });

/** 大屏 */
const crud = crudRoutes(base, '大屏', 'visual:screen', {
  row: ScreenRow,
  detail: ScreenDetail,
  input: ScreenInput,
  search: z.object({
    ...itemSearch,
    screenName: z.string().max(100).optional(),
    /** 1 published, 0 not yet, changed = published with changes that viewers do not see */
    published: z.enum(['0', '1', 'changed']).optional(),
  }),
});
export const screenCalls = defineContract({
  ...crud,
  ...publishedCalls(base, '大屏', 'visual:screen'),
  get: { ...crud.get, access: perm('visual:screen:detail', 'visual:screen:edit', 'visual:screen:build') },
  create: { ...crud.create, bodyLimit: MAX_DOCUMENT_BYTES },
  list: route.get(`${base}/list`, {
    summary: '大屏下拉',
    access: perm('visual:screen:list', 'visual:board:build', 'visual:screen:build', 'visual:chart:build'),
    query: z.object({ screenName: z.string().max(100).optional() }),
    reply: z.array(
      z.object({
        id: Id,
        screenName: z.string(),
        code: z.string().nullable(),
        folderId: Id.nullable(),
        folderName: z.string().nullable(),
        publishedNo: z.number().int().nullable(),
      }),
    ),
  }),
  copy: route.post(`${base}/copy/:id`, {
    summary: '复制大屏',
    access: perm('visual:screen:copy'),
    params,
    body: z.object({ screenName: optionalText(64, '大屏名称'), folderId: FolderChoice }),
    reply: z.object({ id: Id }),
    audit: '复制大屏',
  }),
  /** saves the draft; viewers see nothing of it before it is published */
  build: route.put(`${base}/build/:id`, {
    summary: '保存大屏配置',
    access: perm('visual:screen:build'),
    params,
    body: z.object({ screenConfig: Document, screenThumbnail: Thumbnail, screenName: optionalText(64, '大屏名称'), version: Version }),
    reply: z.object({ version: z.number().int(), versionNo: z.number().int() }),
    audit: '保存大屏配置',
    bodyLimit: MAX_DOCUMENT_BYTES,
  }),
  publish: route.post(`${base}/publish/:id`, {
    summary: '发布大屏',
    access: perm('visual:screen:publish'),
    params,
    body: z.object({ version: Version, name: optionalText(64, '版本名称'), screenThumbnail: Thumbnail }),
    reply: Publication,
    audit: '发布大屏',
  }),
  /** a screen of the system as it was delivered; the result is a new draft */
  reset: route.post(`${base}/reset/:id`, {
    summary: '恢复出厂大屏',
    access: perm('visual:screen:build'),
    params,
    body: z.object({ version: Version }),
    reply: z.object({ version: z.number().int() }),
    audit: '恢复出厂大屏',
  }),
  /** a new screen after a template over one's own data sets; what nothing was chosen for keeps its place without data */
  fromTemplate: route.post(`${base}/templates/:id`, {
    summary: '从模板新增大屏',
    access: perm('visual:screen:copy'),
    params,
    body: z.object({ screenName: requiredText(64, '大屏名称'), ...templateFields }),
    reply: z.object({ id: Id }),
    audit: '从模板新增大屏',
  }),
});
