import * as z from 'zod';
import { bytes, defineContract, open, route } from '#kit/contract/route.ts';
import { secret } from '#kit/contract/fields.ts';
import { MapCode, MapInUse } from '#modules/charts/contract/map-asset.ts';
import { SharedData, SharedOptions } from '#modules/viewing/contract/share.ts';
import { BoardView, FilterChoice, ScreenView } from '#modules/viewing/contract/view-calls.ts';
import { EmbedEntity } from './embed-app.ts';

/** Header of the token; it stands in no address, and nothing but the calls below reads it. */
export const EMBED_HEADER = 'x-embed-token';

const base = '/data/visual/embed';
const Embedded = z.object({
  entity: EmbedEntity,
  view: z.discriminatedUnion('entity', [BoardView, ScreenView]),
  /** seconds until the token ends */
  seconds: z.number().int(),
});
export type Embedded = z.output<typeof Embedded>;

/** What an embedded page may call, each with the token of its host. */
export const embedded = defineContract({
  open: route.post(`${base}/open`, {
    summary: '打开嵌入内容',
    access: open,
    /** where the page stands that embeds, as the browser told ours */
    body: z.strictObject({ origin: z.string().max(255) }),
    reply: Embedded,
    audit: '打开嵌入内容',
    isPassive: true,
  }),
  /** the document as it is published now; not logged */
  renew: route.post(`${base}/renew`, { summary: '更新嵌入页面', access: open, reply: Embedded, isPassive: true }),
  data: route.post(`${base}/data`, {
    summary: '嵌入页面的数据',
    access: open,
    body: SharedData,
    replies: 'stream',
    reply: bytes,
    timeoutMs: 300_000,
    isPassive: true,
  }),
  options: route.post(`${base}/options`, {
    summary: '嵌入页面筛选器的可选值',
    access: open,
    body: SharedOptions,
    reply: z.array(FilterChoice),
    timeoutMs: 60_000,
    isPassive: true,
  }),
  /** addresses for `<img>` of pictures that the document shows; names of other files are left out */
  pictures: route.post(`${base}/pictures`, {
    summary: '嵌入页面的图片地址',
    access: open,
    body: z.object({ fileNames: z.array(z.string().max(200)).min(1).max(100) }),
    reply: z.array(z.object({ fileName: z.string(), originalFilename: z.string(), url: secret(z.string()) })),
    isPassive: true,
  }),
  /** the bytes of one picture; `<img>` sends no token, so the address is sealed for this picture and a few minutes */
  picture: route.get(`${base}/pictures/:fileName`, {
    summary: '嵌入页面的图片',
    access: open,
    params: z.object({ fileName: z.string().max(200) }),
    query: z.object({ s: z.string().max(1000).default('') }),
    replies: 'stream',
    reply: bytes,
    isPassive: true,
  }),
  maps: route.get(`${base}/maps`, { summary: '嵌入页面启用的地图', access: open, reply: z.array(MapInUse), isPassive: true }),
  map: route.get(`${base}/maps/:adcode`, {
    summary: '嵌入页面的地图数据',
    access: open,
    params: z.object({ adcode: MapCode }),
    replies: 'stream',
    reply: bytes,
    isPassive: true,
  }),
});
