import * as z from 'zod';
import { CommaList, Id, Status, Time, requiredText } from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route, signedIn } from '#kit/contract/route.ts';

/** Six digits of GB/T 2260. */
export const AreaCode = z.string().regex(/^[1-9]\d{5}$/, '区划代码应为6位数字');

const areaFields = {
  id: AreaCode,
  code: AreaCode,
  parentCode: AreaCode.nullable(),
  name: z.string(),
  label: z.string(),
  /** 1 province, 2 city, 3 district */
  level: z.number().int(),
  /** '1': 市辖区, 县 and other headings of the code list that are not places */
  pseudo: z.enum(['0', '1']),
  pinyin: z.string(),
  leaf: z.boolean(),
};
/** 行政区划 */
export const Area = z.object(areaFields);
export type Area = z.output<typeof Area>;

/** An area with what lies below it; `children` is missing on a leaf. */
export const AreaNode = Area.extend({
  get children() {
    return z.array(AreaNode).optional();
  },
});
export type AreaNode = z.output<typeof AreaNode>;

/** Where the list comes from and what it does not contain. */
export const AreaSource = z.object({
  vintage: z.string(),
  sources: z.array(z.string()),
  gaps: z.array(z.string()),
  total: z.number().int(),
});

/** A row of the page: every area, also those that are out of use. */
export const AreaRow = z.object({
  code: AreaCode,
  parentCode: AreaCode.nullable(),
  name: z.string(),
  level: z.number().int(),
  pseudo: z.enum(['0', '1']),
  /** initials, `hzs` */
  pinyin: z.string(),
  /** syllables without tones, `hangzhoushi` */
  fullPinyin: z.string().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  status: Status,
  version: z.number().int(),
});
export type AreaRow = z.output<typeof AreaRow>;
const Coordinate = (label: string, most: number) =>
  z
    .number({ error: `${label}应为数字` })
    .min(-most, `${label}应在-${most}到${most}之间`)
    .max(most, `${label}应在-${most}到${most}之间`)
    .nullish()
    .transform((value) => value ?? null);
/** What people may change of an area; code, name and parent come from published lists only. */
export const AreaInput = z.object({
  status: Status,
  /** '1' = everything below is enabled with it; disabling always takes everything below along */
  withBelow: z.enum(['0', '1']).default('0'),
  lng: Coordinate('经度', 180),
  lat: Coordinate('纬度', 90),
  version: z.number({ error: '缺少版本号，请刷新后重试' }).int().min(0),
});

const AreaChange = z.object({ code: z.string(), name: z.string(), detail: z.string() });
/** What a refreshed list would change. With errors there is nothing to confirm and the lists are empty. */
export const AreaPreview = z.object({
  total: z.number().int(),
  added: z.array(AreaChange),
  changed: z.array(AreaChange),
  removed: z.array(AreaChange),
  unchanged: z.number().int(),
  /** the first 200 */
  errors: z.array(z.object({ row: z.number().int(), column: z.string(), message: z.string() })),
  errorCount: z.number().int(),
  /** stands for the difference that was shown; sent back to confirm exactly that */
  basis: z.string(),
});
/** One refresh of the list. */
export const AreaRelease = z.object({
  id: Id,
  vintage: z.string(),
  source: z.string(),
  fileName: z.string(),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  total: z.number().int(),
  createName: z.string().nullable(),
  createTime: Time,
});
const MINUTE_1 = 60_000;

export const area = defineContract({
  tree: route.get('/api/project/sysArea/getAreaTree', { summary: '行政区划树', access: signedIn, reply: z.array(AreaNode) }),
  provinces: route.get('/api/project/sysArea/getProvince', { summary: '省级行政区划', access: signedIn, reply: z.array(Area) }),
  cities: route.get('/api/project/sysArea/getCity', {
    summary: '下级行政区划',
    access: signedIn,
    query: z.object({ code: AreaCode.optional(), provinceCode: AreaCode.optional() }),
    reply: z.array(Area),
  }),
  source: route.get('/api/project/sysArea/source', { summary: '行政区划数据说明', access: signedIn, reply: AreaSource }),
  names: route.get('/api/project/sysArea/getName', {
    summary: '行政区划名称',
    access: signedIn,
    query: z.object({ codes: CommaList.pipe(z.array(AreaCode).min(1, '请给出区划代码').max(200, '一次最多查询200个代码')) }),
    /** codes that never existed are left out */
    reply: z.array(z.object({ code: AreaCode, name: z.string(), status: Status })),
  }),
  rows: route.get('/api/project/sysArea/list', {
    summary: '行政区划列表（含禁用）',
    access: perm('project:sysArea:list'),
    reply: z.array(AreaRow),
  }),
  releases: route.get('/api/project/sysArea/releases', {
    summary: '行政区划更新记录',
    access: perm('project:sysArea:list'),
    reply: z.array(AreaRelease),
  }),
  update: route.put('/api/project/sysArea/:code', {
    summary: '修改行政区划',
    access: perm('project:sysArea:edit'),
    params: z.object({ code: AreaCode }),
    body: AreaInput,
    reply: z.object({ version: z.number().int(), changed: z.number().int() }),
    audit: '修改行政区划',
  }),
  preview: route.post('/api/project/sysArea/import/preview', {
    summary: '预览行政区划更新',
    access: perm('project:sysArea:import'),
    accepts: 'multipart',
    reply: AreaPreview,
    timeoutMs: MINUTE_1,
  }),
  refresh: route.post('/api/project/sysArea/import', {
    summary: '更新行政区划',
    access: perm('project:sysArea:import'),
    accepts: 'multipart',
    body: z.object({
      vintage: requiredText(50, '数据版本'),
      source: requiredText(200, '数据来源'),
      basis: requiredText(100, '预览标识'),
    }),
    reply: AreaRelease.pick({ added: true, changed: true, removed: true, total: true }),
    audit: '更新行政区划',
    timeoutMs: MINUTE_1,
  }),
  importTemplate: route.post('/api/project/sysArea/import/template', {
    summary: '下载行政区划更新模板',
    access: perm('project:sysArea:import'),
    replies: 'stream',
    reply: bytes,
  }),
  exportRows: route.post('/api/project/sysArea/export', {
    summary: '导出行政区划',
    access: perm('project:sysArea:export'),
    replies: 'stream',
    reply: bytes,
    audit: '导出行政区划',
    timeoutMs: MINUTE_1,
  }),
});
