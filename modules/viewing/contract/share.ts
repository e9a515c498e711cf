import * as z from 'zod';
import { proposalFields } from '#kit/contract/flow.ts';
import { Id, optionalText, secret, Time, TimeInput, YesNo } from '#kit/contract/fields.ts';
import { bytes, defineContract, open, perm, route } from '#kit/contract/route.ts';
import { Key } from '#modules/datasets/contract/field.ts';
import { MapCode, MapInUse } from '#modules/charts/contract/map-asset.ts';
import { ExportRequest } from './output.ts';
import { BoardView, FilterChoice, ScreenView } from './view-calls.ts';
import { Clicked, DrillStep, ViewEntity, ViewRequest } from '#modules/charts/contract/tile.ts';
import { FilterValue } from '#modules/charts/contract/view-filter.ts';

export const SHARE_PERMS = ['visual:board:share', 'visual:screen:share'] as const;
/** Header that carries the ticket of an opened link; nothing but the calls below reads it. */
export const TICKET_HEADER = 'x-share-ticket';

/** One IPv4 or IPv6 address or network per line or comma: `10.1.0.0/16`. */
const IpRanges = optionalText(1000, '允许的地址');
const shape = {
  shareName: optionalText(64, '链接名称'),
  expireTime: TimeInput.nullish(),
  maxViews: z.number().int().min(1, '至少允许打开1次').max(1_000_000).nullish(),
  ipRanges: IpRanges,
  allowExport: YesNo.default('0'),
};
/** Of new passwords; links that were made with shorter ones go on. */
export const MIN_PASSWORD_CHARS = 6;
const Password = secret(z.string().min(MIN_PASSWORD_CHARS, `访问密码至少${MIN_PASSWORD_CHARS}位`).max(64, '访问密码不能超过64个字符'));

/** 分享链接: its token is shown once, when it is made. */
export const Share = z.object({
  id: Id,
  entityType: ViewEntity,
  entityId: Id,
  shareName: z.string().nullable(),
  /** last characters of the token, to tell links apart */
  tokenHint: z.string(),
  hasPassword: z.boolean(),
  expireTime: Time.nullable(),
  maxViews: z.number().int().nullable(),
  viewCount: z.number().int(),
  ipRanges: z.string().nullable(),
  allowExport: YesNo,
  status: YesNo,
  /** why it does not open at present, null when it does */
  closedBecause: z.string().nullable(),
  /** whose rights it reads with */
  runAsName: z.string().nullable(),
  lastViewTime: Time.nullable(),
  createTime: Time,
  version: z.number().int(),
  /** approval of its opening */
  ...proposalFields,
});
export type Share = z.output<typeof Share>;
export const ShareVisit = z.object({
  id: Id,
  ip: z.string().nullable(),
  agent: z.string().nullable(),
  outcome: z.string(),
  createTime: Time,
});

const params = z.object({ id: Id });
const access = perm(...SHARE_PERMS);

/** Links to published boards and screens for people without an account. */
export const share = defineContract({
  list: route.get('/data/visual/shares/list', {
    summary: '分享链接列表',
    access,
    query: z.object({ entityType: ViewEntity, entityId: Id }),
    reply: z.array(Share),
  }),
  create: route.post('/data/visual/shares', {
    summary: '新增分享链接',
    access,
    body: z.strictObject({ entityType: ViewEntity, entityId: Id, ...shape, password: Password.nullish() }),
    /** the only time that the token leaves the server */
    reply: z.object({ id: Id, token: secret(z.string()), path: secret(z.string()), ...proposalFields }),
    audit: '新增分享链接',
  }),
  update: route.put('/data/visual/shares', {
    summary: '修改分享链接',
    access,
    /** a password that is left out stays, null takes it away */
    body: z.strictObject({ id: Id, version: z.number().int(), ...shape, status: YesNo, password: Password.nullish() }),
    reply: z.object(proposalFields),
    audit: '修改分享链接',
  }),
  remove: route.delete('/data/visual/shares/:id', {
    summary: '撤销分享链接',
    access,
    params,
    reply: z.null(),
    audit: '撤销分享链接',
  }),
  visits: route.get('/data/visual/shares/:id/visits', {
    summary: '分享链接访问记录',
    access,
    params,
    reply: z.array(ShareVisit),
  }),
});

const Token = z.string().regex(/^[A-Za-z0-9_-]{20,64}$/, '分享链接不正确');
const SharedView = z.object({ view: z.discriminatedUnion('entity', [BoardView, ScreenView]) });
const { tiles, versionNo, fresh } = ViewRequest.shape;
const State = {
  filters: z.record(Key, FilterValue).default({}),
  links: z.record(Key, z.array(Clicked).max(12)).default({}),
  drills: z.record(Key, z.array(DrillStep).max(8)).default({}),
};
/** As a view request, but which document it is the ticket knows. */
export const SharedData = z.object({ tiles, versionNo, fresh, ...State });
export const SharedOptions = z.object({
  versionNo,
  filterId: Key,
  search: z.string().max(100).default(''),
  filters: z.record(Key, FilterValue).default({}),
});

export const SharedExport = z.object({ versionNo, keys: ExportRequest.shape.keys, ...State });

/** What the public page of a link may call. All but `open` need its ticket. */
export const shared = defineContract({
  open: route.post('/data/visual/share/open', {
    summary: '打开分享链接',
    access: open,
    body: z.strictObject({ token: Token, password: secret(z.string().max(64)).nullish() }),
    reply: SharedView.extend({ ticket: secret(z.string()), seconds: z.number().int() }),
    isPassive: true,
  }),
  /** the document as it is published now, and a new ticket; not counted as a visit */
  renew: route.post('/data/visual/share/renew', {
    summary: '更新分享页面',
    access: open,
    reply: SharedView.extend({ ticket: secret(z.string()), seconds: z.number().int() }),
    isPassive: true,
  }),
  data: route.post('/data/visual/share/data', {
    summary: '分享页面的数据',
    access: open,
    body: SharedData,
    replies: 'stream',
    reply: bytes,
    timeoutMs: 300_000,
    isPassive: true,
  }),
  options: route.post('/data/visual/share/options', {
    summary: '分享页面筛选器的可选值',
    access: open,
    body: SharedOptions,
    reply: z.array(FilterChoice),
    timeoutMs: 60_000,
    isPassive: true,
  }),
  /** the data of the document, or of some of its tiles, as a workbook; only of links that allow it */
  xlsx: route.post('/data/visual/share/export', {
    summary: '导出分享页面的数据',
    access: open,
    body: SharedExport,
    replies: 'stream',
    reply: bytes,
    audit: '导出分享页面的数据',
    timeoutMs: 300_000,
    isPassive: true,
  }),
  /** addresses for `<img>` of pictures that the document shows; names of other files are left out */
  pictures: route.post('/data/visual/share/pictures', {
    summary: '分享页面的图片地址',
    access: open,
    body: z.object({ fileNames: z.array(z.string().max(200)).min(1).max(100) }),
    reply: z.array(z.object({ fileName: z.string(), originalFilename: z.string(), url: secret(z.string()) })),
    isPassive: true,
  }),
  /** the bytes of one picture; `<img>` sends no ticket, so the address is signed for this picture of this link */
  picture: route.get('/data/visual/share/pictures/:fileName', {
    summary: '分享页面的图片',
    access: open,
    params: z.object({ fileName: z.string().max(200) }),
    query: z.object({ l: z.string().max(32).default(''), e: z.string().max(12).default(''), s: z.string().max(100).default('') }),
    replies: 'stream',
    reply: bytes,
    isPassive: true,
  }),
  maps: route.get('/data/visual/share/maps', {
    summary: '分享页面启用的地图',
    access: open,
    reply: z.array(MapInUse),
    isPassive: true,
  }),
  map: route.get('/data/visual/share/maps/:adcode', {
    summary: '分享页面的地图数据',
    access: open,
    params: z.object({ adcode: MapCode }),
    replies: 'stream',
    reply: bytes,
    isPassive: true,
  }),
});
