import { sql } from 'kysely';
import { runPreparedQuery } from '#kit/server/db/prepared.ts';
import type { Db } from '#kit/server/ctx.ts';
import type { FlowScope } from '#kit/server/flow.ts';

/** A substitute of a substitute and so on: no further. */
const MAX_CHAIN = 5;

/** Delegations that hold at a moment, whatever they are for. */
export const delegationsInForce = (db: Db, now: Date) =>
  db
    .selectFrom('flowDelegation')
    .select('flowDelegation.id')
    .where('flowDelegation.deletedAt', 'is', null)
    .where('flowDelegation.validFrom', '<=', now)
    .where('flowDelegation.validUntil', '>', now);

/** Accounts that a step has found without a delegation: known until its transaction ends, as a step changes no delegations. */
const there = new WeakMap<FlowScope, Set<string>>();
export function noteThere(scope: FlowScope, accounts: readonly string[]): void {
  const known = there.get(scope);
  if (known) for (const account of accounts) known.add(account);
  else there.set(scope, new Set(accounts));
}

/** Who acts for accounts now, for tasks of a business: account → the substitute at the end of the chain. Accounts without one are not in it. */
export async function substitutesOf(scope: FlowScope, accounts: readonly string[], businessCode: string): Promise<Map<string, string>> {
  const { db, now } = scope;
  const found = new Map<string, string>();
  const direct = new Map<string, string>();
  let open = [...new Set(accounts)].filter((account) => !there.get(scope)?.has(account));
  for (let step = 0; step < MAX_CHAIN && open.length > 0; step += 1) {
    const query = db
      .selectFrom('flowDelegation')
      .innerJoin('sysUser', 'sysUser.id', 'flowDelegation.toUserId')
      .select(['fromUserId', 'toUserId', 'flowDelegation.scope', 'businessCodes'])
      .where('fromUserId', '=', sql<string>`any(${open}::text[])`)
      .where('flowDelegation.deletedAt', 'is', null)
      .where('validFrom', '<=', now)
      .where('validUntil', '>', now)
      .where('sysUser.deletedAt', 'is', null)
      .where('sysUser.status', '=', '1')
      .orderBy('flowDelegation.createTime');
    const rows = await runPreparedQuery(db, query);
    for (const { fromUserId, toUserId, scope: reach, businessCodes } of rows)
      if (reach === 'all' || (businessCodes as string[]).includes(businessCode)) direct.set(fromUserId, toUserId);
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
