import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { defineContract, route } from '#kit/contract/route.ts';
import { mayView } from './view.ts';

/** A figure of a card that shows months, as the home page shows it. */
export const HomeFigure = z.object({
  key: z.string(),
  boardId: Id,
  boardName: z.string(),
  name: z.string(),
  value: z.string(),
  unit: z.string(),
  /** 本年 1–11 月, 10 月: what the value is of */
  span: z.string(),
  /** change in percent against `against`; null = nothing to compare with */
  change: z.number().nullable(),
  against: z.string(),
  /** complete months, oldest first */
  trend: z.array(z.number()),
});
export type HomeFigure = z.output<typeof HomeFigure>;

/** 首页的指标 */
export const homeFigures = defineContract({
  list: route.get('/data/visual/home/figures', {
    summary: '首页的指标：本人可查看的看板上的指标卡',
    access: mayView,
    reply: z.array(HomeFigure),
    timeoutMs: 30_000,
  }),
});
