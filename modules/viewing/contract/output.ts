import * as z from 'zod';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';
import { Id } from '#kit/contract/fields.ts';
import { Key } from '#modules/datasets/contract/field.ts';
import { Clicked, DrillStep, ViewEntity } from '#modules/charts/contract/tile.ts';
import { FilterValue } from '#modules/charts/contract/view-filter.ts';

/** What is exported: all tiles, or the named ones, as the viewer has filtered them. */
export const ExportRequest = z.strictObject({
  entity: ViewEntity,
  id: Id,
  versionNo: z.number().int().optional(),
  keys: z.array(Key).min(1).max(200).nullish(),
  filters: z.record(Key, FilterValue).default({}),
  links: z.record(Key, z.array(Clicked).max(12)).default({}),
  drills: z.record(Key, z.array(DrillStep).max(8)).default({}),
});
export type ExportRequest = z.output<typeof ExportRequest>;

/** Published documents as files. */
export const output = defineContract({
  xlsx: route.post('/data/visual/view/export', {
    summary: '导出看板或大屏的数据',
    access: perm('visual:board:export', 'visual:screen:export'),
    body: ExportRequest,
    replies: 'stream',
    reply: bytes,
    audit: '导出可视化数据',
    timeoutMs: 300_000,
  }),
  copied: route.post('/data/visual/view/copied', {
    summary: '登记看板或大屏的打印与图片',
    access: perm('visual:board:export', 'visual:screen:export'),
    body: z.strictObject({ entity: ViewEntity, id: Id, as: z.enum(['print', 'picture']) }),
    reply: z.null(),
    audit: '打印或保存可视化图片',
  }),
});
