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
const Document = z.record(z.string(), z.json(), '看板配置格式不正确');

export const BoardRow = z.object({
  ...itemFields,
  ...publishFields,
  boardName: z.string(),
  boardThumbnail: z.string().nullable(),
  tileCount: z.number().int(),
  /** views of the last 30 days */
  viewCount: z.number().int(),
});
export type BoardRow = z.output<typeof BoardRow>;
/** The draft for those who may change it, the published version for everybody else. */
export const BoardDetail = BoardRow.extend({ boardConfig: z.record(z.string(), z.json()).nullable() });

export const BoardInput = z.object({
  boardName: requiredText(64, '看板名称'),
  folderId: FolderChoice,
  status: Status.optional(),
  remark: optionalText(500, '备注'),
  boardConfig: Document.nullish(),
  boardThumbnail: Thumbnail,
});

const base = '/data/visual/boards';
const params = z.object({ id: Id });

/** 看板 */
const crud = crudRoutes(base, '看板', 'visual:board', {
  row: BoardRow,
  detail: BoardDetail,
  input: BoardInput,
  search: z.object({
    ...itemSearch,
    boardName: z.string().max(100).optional(),
    /** 1 published, 0 not yet, changed = published with changes that viewers do not see */
    published: z.enum(['0', '1', 'changed']).optional(),
  }),
});
export const boardCalls = defineContract({
  ...crud,
  ...publishedCalls(base, '看板', 'visual:board'),
  get: { ...crud.get, access: perm('visual:board:detail', 'visual:board:edit', 'visual:board:build') },
  create: { ...crud.create, bodyLimit: MAX_DOCUMENT_BYTES },
  list: route.get(`${base}/list`, {
    summary: '看板下拉',
    access: perm('visual:board:list', 'visual:board:build', 'visual:screen:build', 'visual:chart:build'),
    query: z.object({ boardName: z.string().max(100).optional() }),
    reply: z.array(
      z.object({
        id: Id,
        boardName: z.string(),
        code: z.string().nullable(),
        folderId: Id.nullable(),
        folderName: z.string().nullable(),
        publishedNo: z.number().int().nullable(),
      }),
    ),
  }),
  copy: route.post(`${base}/copy/:id`, {
    summary: '复制看板',
    access: perm('visual:board:copy'),
    params,
    body: z.object({ boardName: optionalText(64, '看板名称'), folderId: FolderChoice }),
    reply: z.object({ id: Id }),
    audit: '复制看板',
  }),
  /** saves the draft; viewers see nothing of it before it is published */
  build: route.put(`${base}/build/:id`, {
    summary: '保存看板配置',
    access: perm('visual:board:build'),
    params,
    body: z.object({ boardConfig: Document, boardThumbnail: Thumbnail, boardName: optionalText(64, '看板名称'), version: Version }),
    reply: z.object({ version: z.number().int(), versionNo: z.number().int() }),
    audit: '保存看板配置',
    bodyLimit: MAX_DOCUMENT_BYTES,
  }),
  publish: route.post(`${base}/publish/:id`, {
    summary: '发布看板',
    access: perm('visual:board:publish'),
    params,
    body: z.object({ version: Version, name: optionalText(64, '版本名称'), boardThumbnail: Thumbnail }),
    reply: Publication,
    audit: '发布看板',
  }),
  /** a new board after a template over one's own data sets; what nothing was chosen for keeps its place without data */
  fromTemplate: route.post(`${base}/templates/:id`, {
    summary: '从模板新增看板',
    access: perm('visual:board:copy'),
    params,
    body: z.object({ boardName: requiredText(64, '看板名称'), ...templateFields }),
    reply: z.object({ id: Id }),
    audit: '从模板新增看板',
  }),
});
