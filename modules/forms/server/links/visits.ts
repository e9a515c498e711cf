import type { Ctx, Db } from '#kit/server/ctx.ts';
import { dayOf } from '../load.ts';

/** Days that the log of a link goes back. */
const DAYS = 90;

/**
 * Counts a visit of a link by the day, apart from the transaction of its call: what a limit refuses counts though the call fails. Nothing is
 * kept of who came.
 */
export async function countVisit(
  { app, now }: Pick<Ctx, 'app' | 'now'>,
  linkId: string,
  what: 'viewCount' | 'submitCount' | 'refusedCount',
): Promise<void> {
  const seen = what === 'viewCount' ? { lastViewTime: now } : {};
  await app.db
    .insertInto('fillingLinkDay')
    .values({ linkId, day: dayOf(now), [what]: 1, ...seen })
    .onConflict((conflict) =>
      conflict.columns(['linkId', 'day']).doUpdateSet((e) => ({ [what]: e(`fillingLinkDay.${what}`, '+', 1), ...seen })),
    )
    .execute();
}

/** Totals of each link. */
export const visitsByLink = (db: Db) =>
  db
    .selectFrom('fillingLinkDay')
    .select((e) => [
      'linkId',
      e.cast<number>(e.fn.sum('viewCount'), 'integer').as('viewCount'),
      e.cast<number>(e.fn.sum('refusedCount'), 'integer').as('refusedCount'),
      e.fn.max('lastViewTime').as('lastViewTime'),
    ])
    .groupBy('linkId')
    .as('visits');

/** The last days on which somebody came. */
export const daysOf = (db: Db, linkId: string) =>
  db
    .selectFrom('fillingLinkDay')
    .select(['day', 'viewCount', 'submitCount', 'refusedCount'])
    .where('linkId', '=', linkId)
    .orderBy('day', 'desc')
    .limit(DAYS)
    .execute();
