import * as z from 'zod';
import { Id, requiredText, Version } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { GrantKind } from './item.ts';

export const FOLDER_LEVELS = 5;
/** Permissions by what they let do in folders; the handlers check that of the kind at hand. */
const LISTS = ['visual:set:list', 'visual:chart:list', 'visual:board:list', 'visual:screen:list'] as const;
const EDITS = ['visual:set:edit', 'visual:chart:edit', 'visual:board:edit', 'visual:screen:edit'] as const;

const base = '/data/visual/folders';
const FolderInput = z.object({
  name: requiredText(32, '目录名称'),
  parentId: Id.nullish().transform((value) => value || null),
  sort: z.number().int().min(0).max(99_999).optional(),
});

/** 目录 of data sets, charts, boards and screens; each kind has its own tree. */
export const folderCalls = defineContract({
  tree: route.get(`${base}/tree/:kind`, {
    summary: '可视化目录',
    access: perm(...LISTS, ...EDITS),
    params: z.object({ kind: GrantKind }),
    reply: z.object({
      folders: z.array(
        z.object({
          id: Id,
          name: z.string(),
          parentId: Id.nullable(),
          sort: z.number().int(),
          version: z.number().int(),
          /** items of this folder that the caller sees, without those of folders below */
          count: z.number().int(),
        }),
      ),
      total: z.number().int(),
      /** items outside of folders */
      loose: z.number().int(),
      mine: z.number().int(),
      shared: z.number().int(),
      starred: z.number().int(),
    }),
  }),
  create: route.post(base, {
    summary: '新增可视化目录',
    access: perm(...EDITS),
    body: FolderInput.extend({ kind: GrantKind }),
    reply: z.object({ id: Id }),
    audit: '新增可视化目录',
  }),
  update: route.put(`${base}/:id`, {
    summary: '修改可视化目录',
    access: perm(...EDITS),
    params: z.object({ id: Id }),
    body: FolderInput.extend({ version: Version }),
    reply: z.object({ version: z.number().int() }),
    audit: '修改可视化目录',
  }),
  remove: route.delete(`${base}/:id`, {
    summary: '删除可视化目录',
    access: perm(...EDITS),
    params: z.object({ id: Id }),
    reply: z.null(),
    audit: '删除可视化目录',
  }),
  move: route.put(`${base}/move/items`, {
    summary: '移动到目录',
    access: perm(...EDITS),
    body: z.object({
      kind: GrantKind,
      ids: z.array(Id).min(1, '请选择要移动的内容').max(500, '一次最多处理500条'),
      folderId: Id.nullable(),
    }),
    reply: z.null(),
    audit: '移动到目录',
  }),
  star: route.put('/data/visual/stars', {
    summary: '收藏或取消收藏',
    access: perm(...LISTS),
    body: z.object({ kind: GrantKind, id: Id, isStarred: z.boolean() }),
    reply: z.null(),
    audit: '收藏可视化内容',
  }),
  /** boards and screens that show a chart */
  uses: route.get('/data/visual/uses/chart/:id', {
    summary: '图表的使用情况',
    access: perm('visual:chart:list', 'visual:chart:detail', 'visual:chart:build'),
    params: z.object({ id: Id }),
    reply: z.object({
      items: z.array(
        z.object({
          kind: z.enum(['board', 'screen']),
          id: Id,
          name: z.string(),
          isPublished: z.boolean(),
          ownerName: z.string().nullable(),
        }),
      ),
      /** further ones that the caller does not see */
      hidden: z.number().int(),
    }),
  }),
});
