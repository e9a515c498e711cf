import { sql } from 'kysely';
import { runPreparedQuery } from '#kit/server/db/prepared.ts';
import type { FlowScope } from '#kit/server/flow.ts';

/** A substitute of a substitute and so on: no further. */
const MAX_CHAIN = 5;

/** Who acts for accounts now, for tasks of a business: account → the substitute at the end of the chain. Accounts without one are not in it. */
export async function substitutesOf(
  { db, now }: FlowScope,
  accounts: readonly string[],
  businessCode: string,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const direct = new Map<string, string>();
  let open = [...new Set(accounts)];
  for (let step = 0; step < MAX_CHAIN && open.length > 0; step += 1) {
    const query = db
      .selectFrom('flowDelegation')
      .innerJoin('sysUser', 'sysUser.id', 'flowDelegation.toUserId')
      .select(['fromUserId', 'toUserId', 'scope', 'businessCodes'])
      .where('fromUserId', '=', sql<string>`any(${open}::text[])`)
      .where('flowDelegation.deletedAt', 'is', null)
      .where('validFrom', '<=', now)
      .where('validUntil', '>', now)
      .where('sysUser.deletedAt', 'is', null)
      .where('sysUser.status', '=', '1')
      .orderBy('flowDelegation.createTime');
    const rows = await runPreparedQuery(db, query);
    for (const { fromUserId, toUserId, scope, businessCodes } of rows)
      if (scope === 'all' || (businessCodes as string[]).includes(businessCode)) direct.set(fromUserId, toUserId);
    open = rows.map(({ toUserId }) => toUserId).filter((id) => !direct.has(id));
  }
  for (const account of accounts) {
    let last = account;
    for (let step = 0; step < MAX_CHAIN; step += 1) {
      const next = direct.get(last);
      if (next === undefined || next === account) break;
      last = next;
    }
    if (last !== account) found.set(account, last);
  }
  return found;
}
