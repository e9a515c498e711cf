import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, Status, optionalText, requiredText, rowFields } from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route, signedIn } from '#kit/contract/route.ts';

/** 100000 = the country, otherwise a province. */
export const MapCode = z.string().regex(/^(?:100000|\d{2}0000)$/, '区划代码应为 100000 或省级代码');

/** 地图资源 */
export const MapAsset = z.object({
  ...rowFields,
  adcode: z.string(),
  mapName: z.string(),
  vintage: z.string().nullable(),
  approvalNo: z.string().nullable(),
  fileName: z.string().nullable(),
  featureCount: z.number().int(),
  status: Status,
  remark: z.string().nullable(),
});
export const MapAssetInput = z.object({
  mapName: requiredText(60, '地图名称'),
  approvalNo: requiredText(60, '审图号'),
  vintage: optionalText(20, '年份'),
  status: Status.default('1'),
  remark: optionalText(500, '备注'),
});
export const MapAssetSearch = z.object({
  mapName: z.string().max(60).optional(),
  adcode: z.string().max(6).optional(),
  approvalNo: z.string().max(60).optional(),
  status: Status.optional(),
});
/** A map in use: it replaces the bundled one. `etag` changes with its data. */
export const MapInUse = z.object({ adcode: z.string(), mapName: z.string(), approvalNo: z.string().nullable(), etag: z.string() });

const base = '/data/visual/maps';
const { page, update, remove, removeBatch } = crudRoutes(base, '地图资源', 'visual:map', {
  row: MapAsset,
  input: MapAssetInput,
  search: MapAssetSearch,
});

export const mapAsset = defineContract({
  page,
  update,
  remove,
  removeBatch,
  get: route.get(`${base}/asset/:id`, {
    summary: '地图资源详情',
    access: perm('visual:map:list', 'visual:map:edit'),
    params: z.object({ id: Id }),
    reply: MapAsset,
  }),
  /** file `file` (GeoJSON, at most 5 MB); a map of the area that is in use gives way */
  upload: route.post(base, {
    summary: '上传地图资源',
    access: perm('visual:map:add'),
    accepts: 'multipart',
    body: MapAssetInput.omit({ status: true }).extend({ adcode: MapCode }),
    reply: z.object({ id: Id, featureCount: z.number().int() }),
    audit: '上传地图资源',
    timeoutMs: 60_000,
  }),
  setStatus: route.put(`${base}/:id/status`, {
    summary: '启用或禁用地图资源',
    access: perm('visual:map:edit'),
    params: z.object({ id: Id }),
    body: z.object({ status: Status }),
    reply: z.null(),
    audit: '启用或禁用地图资源',
  }),
  /** the GeoJSON of any of them, for the preview */
  preview: route.get(`${base}/asset/:id/geo`, {
    summary: '预览地图资源',
    access: perm('visual:map:list', 'visual:map:edit'),
    params: z.object({ id: Id }),
    replies: 'stream',
    reply: bytes,
  }),
  inUse: route.get(`${base}/inUse`, { summary: '启用的地图', access: signedIn, reply: z.array(MapInUse), isPassive: true }),
  /** the uploaded map of an area, with ETag; 404 = the bundled one is shown */
  geo: route.get(`${base}/:adcode`, {
    summary: '地图数据',
    access: signedIn,
    params: z.object({ adcode: MapCode }),
    replies: 'stream',
    reply: bytes,
    isPassive: true,
  }),
});
