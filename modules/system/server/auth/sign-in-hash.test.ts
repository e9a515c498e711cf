import { verify } from '@node-rs/argon2';
import { beforeEach, expect, it, vi } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { NO_PASSWORD } from './hash.ts';
import { PASSWORD, change, login, person } from './test-client.ts';

// the library works as ever; what it is asked is looked at
vi.mock('@node-rs/argon2', { spy: true });
const app = startApp();
beforeEach(() => app.database.db.deleteFrom('sysThrottle').execute());
const WRONG = 'Wrong#Pass2026okk';
const DAY_MS = 86_400_000;

/** Whatever is wrong with a sign-in, it costs exactly one hash of the same make: the time that it takes tells nothing. */
it.each<[string, (id: string) => Promise<unknown>]>([
  ['an account in order', async () => undefined],
  ['a locked account', (id) => change(app, id, { lockedUntil: new Date(Date.now() + DAY_MS) })],
  ['a disabled account', (id) => change(app, id, { status: '0' })],
  ['an expired account', (id) => change(app, id, { expireTime: new Date(Date.now() - DAY_MS) })],
  ['a password past its time', (id) => change(app, id, { passwordTime: new Date(Date.now() - 400 * DAY_MS) })],
  ['a deleted account', (id) => app.database.db.updateTable('sysUser').set({ deletedAt: new Date() }).where('id', '=', id).execute()],
  [
    'an account without a password',
    (id) => app.database.db.updateTable('sysUser').set({ passwordHash: NO_PASSWORD }).where('id', '=', id).execute(),
  ],
  // the name is changed under it
  [
    'a name that nobody has',
    (id) =>
      app.database.db
        .updateTable('sysUser')
        .set({ username: `x_${id}` })
        .where('id', '=', id)
        .execute(),
  ],
])('%s costs one hash with a wrong and with the right password', async (_what, make) => {
  const user = await person(app);
  await make(user.id);
  for (const password of [WRONG, PASSWORD]) {
    vi.mocked(verify).mockClear();
    await login(app, { username: user.username, password });
    expect(vi.mocked(verify).mock.calls.map(([hash, given]) => [String(hash).split('$').slice(1, 4).join(' '), given])).toEqual([
      ['argon2id v=19 m=19456,t=2,p=1', password],
    ]);
  }
});
