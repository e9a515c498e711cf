import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route } from '#kit/contract/route.ts';
import { BoardConfig } from '#modules/boards/contract/board-config.ts';
import { ChartData, Scalar } from '#modules/datasets/contract/query.ts';
import { ScreenConfig } from '#modules/screens/contract/screen-config.ts';
import { mayView } from './view.ts';
import { ViewRequest } from '#modules/charts/contract/tile.ts';
import { DetailRequest, Offers, OffersRequest, OptionsRequest } from '#modules/charts/contract/tile-asks.ts';

/** What the viewer of a document may do besides looking. */
const Rights = { canEdit: z.boolean(), canExport: z.boolean(), canShare: z.boolean(), canComment: z.boolean() };
const Published = {
  id: Id,
  name: z.string(),
  versionNo: z.number().int(),
  publishedTime: z.string().nullable(),
  /** name of the person whose link this is, on shared pages only */
  sharedBy: z.string().nullish(),
  ...Rights,
};
/** A published board: its charts stand in the tiles, without conditions, parameters or anything of the query but the fields on the shelves. */
export const BoardView = z.object({ ...Published, entity: z.literal('board'), config: BoardConfig });
export type BoardView = z.output<typeof BoardView>;
export const ScreenView = z.object({
  ...Published,
  entity: z.literal('screen'),
  code: z.string().nullable(),
  config: ScreenConfig,
  /** pictures of the screens that this one shows in small, by the id or code of their links; of those that the caller may open */
  pictures: z.record(z.string(), z.string()).optional(),
});
export type ScreenView = z.output<typeof ScreenView>;
export type PublishedView = BoardView | ScreenView;
export const FilterChoice = z.object({ value: Scalar, label: z.string() });

const MINUTES_5 = 300_000;

/** How published documents reach their viewers. */
export const viewing = defineContract({
  board: route.get('/data/visual/boards/view/:id', {
    summary: '查看看板',
    access: perm('visual:board:preview', 'visual:board:build'),
    params: z.object({ id: Id }),
    reply: BoardView,
  }),
  screen: route.get('/data/visual/screens/view/:idOrCode', {
    summary: '查看大屏',
    access: mayView,
    params: z.object({ idOrCode: z.string().regex(/^[0-9A-Za-z_]{1,40}$/, '编号格式不正确') }),
    reply: ScreenView,
  }),
  data: route.post('/data/visual/view/data', {
    summary: '查看看板或大屏的数据',
    access: mayView,
    body: ViewRequest,
    replies: 'stream',
    reply: bytes,
    timeoutMs: MINUTES_5,
  }),
  /** the same, asked by timers of pages: keeps no session alive */
  refresh: route.post('/data/visual/view/refresh', {
    summary: '定时刷新看板或大屏的数据',
    access: mayView,
    body: ViewRequest,
    replies: 'stream',
    reply: bytes,
    timeoutMs: MINUTES_5,
    isPassive: true,
  }),
  options: route.post('/data/visual/view/options', {
    summary: '筛选器的可选值',
    access: mayView,
    body: OptionsRequest,
    reply: z.array(FilterChoice),
    timeoutMs: 60_000,
  }),
  offers: route.post('/data/visual/view/offers', {
    summary: '点击图形时可以做什么',
    access: mayView,
    body: OffersRequest,
    reply: Offers,
  }),
  detail: route.post('/data/visual/view/detail', {
    summary: '查看图形背后的明细',
    access: mayView,
    body: DetailRequest,
    reply: ChartData,
    timeoutMs: 60_000,
  }),
});
