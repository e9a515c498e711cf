import type { App } from '#kit/server/ctx.ts';
import type { SubscriptionRow } from './message.ts';

/** The chat group of a subscription among its recipients. */
export const GROUP = 'group';
const HOUR_MS = 3_600_000;
/** Checks of a plan do not begin at the same second of each hour. */
const TOLERANCE_MS = 60_000;

/** How often one recipient hears of a condition that stays met. */
export interface Cadence {
  /** The condition is met: whether the recipient hears of it now. */
  isDue(): Promise<boolean>;
  /** The recipient has heard of it. */
  told(): Promise<void>;
  /** The condition is not met: the next time it is begins anew. */
  over(): Promise<void>;
}

/**
 * The cadence of a subscription for one recipient. `isForced`: somebody asks for it by hand, whatever was told before. Nobody but the recipients
 * may learn from what is kept here whether the condition was met.
 */
export function cadenceOf(app: App, row: SubscriptionRow, recipient: string, { isForced }: { isForced: boolean }): Cadence {
  // what is told at each check needs no memory
  const isKept = row.condition !== null && row.repeatHours !== 0;
  return {
    async isDue() {
      if (!isKept || isForced) return true;
      const open = await app.db
        .selectFrom('visualSubscriptionAlert')
        .select('toldTime')
        .where('subscriptionId', '=', row.id)
        .where('recipient', '=', recipient)
        .executeTakeFirst();
      if (!open) return true;
      if (row.repeatHours === null) return false;
      return app.now().getTime() - open.toldTime.getTime() >= row.repeatHours * HOUR_MS - TOLERANCE_MS;
    },
    async told() {
      if (!isKept) return;
      const toldTime = app.now();
      await app.db
        .insertInto('visualSubscriptionAlert')
        .values({ subscriptionId: row.id, recipient, toldTime })
        .onConflict((conflict) => conflict.columns(['subscriptionId', 'recipient']).doUpdateSet({ toldTime }))
        .execute();
    },
    async over() {
      if (!isKept) return;
      await app.db.deleteFrom('visualSubscriptionAlert').where('subscriptionId', '=', row.id).where('recipient', '=', recipient).execute();
    },
  };
}
