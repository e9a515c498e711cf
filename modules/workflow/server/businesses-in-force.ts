import type { Db } from '#kit/server/ctx.ts';

/** Businesses that records are submitted to, of one type or of all, by their codes. */
export async function businessesInForce(db: Db, type: string | null = null) {
  let query = db
    .selectFrom('flowBusiness')
    .select(['businessCode', 'businessName'])
    .where('status', '=', '1')
    .where('deletedAt', 'is', null);
  if (type !== null) query = query.where('businessType', '=', type);
  return query.orderBy('businessCode').limit(500).execute();
}
