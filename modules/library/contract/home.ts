import * as z from 'zod';
import { Id, Time } from '#kit/contract/fields.ts';
import { openWork } from '#kit/contract/open-work.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { DocKind } from './item.ts';

/** Days of the trend and of the figures about use. */
export const HOME_DAYS = 30;
export const HOME_ROWS = 8;

/** Kinds of open work: failed extracts and subscriptions, drafts that differ from what is published, data sets that nothing shows. */
export const WORK_KINDS = ['extract', 'subscription', 'boardDraft', 'screenDraft', 'unusedSet'] as const;

const Doc = { kind: DocKind, id: Id, name: z.string() };
/** 可视化概览 */
export const visualHome = defineContract({
  overview: route.get('/data/visual/overview', {
    summary: '可视化概览',
    access: perm('visual:set:list', 'visual:chart:list', 'visual:board:list', 'visual:screen:list'),
    reply: z.object({
      /** what the caller sees, null without the permission for the list */
      sets: z.number().int().nullable(),
      charts: z.number().int().nullable(),
      boards: z.number().int().nullable(),
      screens: z.number().int().nullable(),
      publishedBoards: z.number().int(),
      publishedScreens: z.number().int(),
      changedDrafts: z.number().int(),
      views: z.number().int(),
      viewers: z.number().int(),
      /** every day of the span, oldest first */
      trend: z.array(z.object({ day: z.string(), boards: z.number().int(), screens: z.number().int() })),
      mostViewed: z.array(z.object({ ...Doc, views: z.number().int(), viewers: z.number().int() })),
      recent: z.array(z.object({ ...Doc, updateTime: Time, updaterName: z.string().nullable(), isPublished: z.boolean() })),
      /** queries of the last 7 days through the data gate, as far as the caller may know: slow ones and failures */
      queries: z.object({ total: z.number().int(), failed: z.number().int(), p95: z.number().nullable() }),
      slow: z.array(
        z.object({
          id: Id,
          sourceName: z.string().nullable(),
          userName: z.string().nullable(),
          ms: z.number(),
          at: Time,
          message: z.string().nullable(),
          isFailed: z.boolean(),
        }),
      ),
      /** data sets that nothing shows, and extracts that fail */
      unusedSets: z.array(z.object({ id: Id, name: z.string(), updateTime: Time })),
      unusedCount: z.number().int(),
      failedExtracts: z.array(z.object({ id: Id, name: z.string(), message: z.string().nullable(), at: Time.nullable() })),
      failedCount: z.number().int(),
      /** subscriptions whose last sending failed */
      failedSubscriptions: z.array(
        z.object({ id: Id, name: z.string(), kind: DocKind, docId: Id, message: z.string().nullable(), at: Time.nullable() }),
      ),
      /** what is open, each kind with who answers for it */
      work: z.array(openWork(WORK_KINDS)),
    }),
  }),
});
