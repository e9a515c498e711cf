import type { App } from '#kit/server/ctx.ts';
import { prepareDecoy } from './hash.ts';
import { KEEP_MS, prepareKey } from './key-pair.ts';
import { DEVICE_LIFE_MS } from './known-device.ts';
import { onlineSince } from './session-store.ts';
import { mixedDuties } from '../seed/roles.ts';

const EVERY_MS = 600_000;
/** longer than any window in which resets are counted */
const RESET_KEEP_MS = 2 * 24 * 3_600_000;
const SMS_KEEP_MS = 30 * 24 * 3_600_000;

/** Deletes what has run out: sessions, tickets, nonces, counters, keys, old messages. Every node may do it at any time. */
export async function sweep(app: App): Promise<void> {
  const now = app.now();
  const { db } = app;
  const idleSince = await onlineSince(app, db);
  await db
    .deleteFrom('sysSession')
    .where((e) => e.or([e('expireTime', '<=', now), e('lastTime', '<=', idleSince)]))
    .execute();
  await db.deleteFrom('sysCaptcha').where('expireTime', '<=', now).execute();
  await db
    .deleteFrom('sysDevice')
    .where('lastTime', '<', new Date(now.getTime() - DEVICE_LIFE_MS))
    .execute();
  await db
    .deleteFrom('sysPasswordReset')
    .where('createTime', '<', new Date(now.getTime() - RESET_KEEP_MS))
    .execute();
  await db.deleteFrom('sysNonce').where('expireTime', '<=', now).execute();
  await db.deleteFrom('sysThrottle').where('expireTime', '<=', now).where('busyUntil', '<=', now).execute();
  await db
    .deleteFrom('sysRsaKey')
    .where('createTime', '<', new Date(now.getTime() - KEEP_MS))
    .execute();
  await db
    .deleteFrom('sysSms')
    .where('createTime', '<', new Date(now.getTime() - SMS_KEEP_MS))
    .execute();
}

/** Removes expired rows every ten minutes until stopped, and warns when one role combines duties of the three administrators. */
export async function startHousekeeping(app: App): Promise<() => Promise<void>> {
  await prepareDecoy();
  const lookAtDuties = async () => app.conditions.set('system.duties', await mixedDuties(app.db));
  await lookAtDuties();
  const tidy = async () => {
    await prepareKey(app);
    await sweep(app);
    await lookAtDuties();
  };
  // off the event loop, and the start does not wait for it
  let running: Promise<void> = prepareKey(app).then(
    () => undefined,
    (error: unknown) => app.log.warn({ error: String(error) }, 'the sign-in key was not made ahead'),
  );
  const timer = setInterval(() => {
    running = tidy().catch((error: unknown) => app.log.warn({ error: String(error) }, 'expired sign-in rows were not deleted'));
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
