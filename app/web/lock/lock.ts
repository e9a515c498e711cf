import { session } from '#kit/web/session.ts';
import { newSealer } from '#modules/system/web/index.ts';
import { api } from '../api.ts';

/** The lock password is stored, then the page changes after this time. */
const LOCK_DELAY_MS = 100;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Locks the session on the server, tells the other tabs, and lets `leave` go to /lock after 100 ms. */
export async function lockScreen(password: string, leave: () => void): Promise<void> {
  const { uuid, seal } = await newSealer();
  await api.session.lock({ body: { password: seal(password), uuid } }, { quiet: true });
  await pause(LOCK_DELAY_MS);
  session.setLock('locked');
  session.broadcast({ kind: 'locked' });
  leave();
}

export async function unlockScreen(password: string): Promise<void> {
  const { uuid, seal } = await newSealer();
  await api.session.unlock({ body: { password: seal(password), uuid } }, { quiet: true });
  session.setLock('unlocked');
  session.broadcast({ kind: 'unlocked' });
}
