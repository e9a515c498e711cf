import { hash, verify } from '@node-rs/argon2';
import { beforeEach, expect, it, vi } from 'vitest';
import { workbook } from '#kit/server/excel/writer.ts';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
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

it('checking a file of accounts hashes none of its passwords, taking it each once', async () => {
  const dept = await app.make.dept();
  const { deptNo } = (await app.admin('GET', `/system/depts/${dept.id}`)).data;
  const { roleCode } = (await app.admin('GET', `/system/roles/${await app.make.role({ perms: [] })}`)).data;
  const titles = ['用户名', '昵称', '部门编码', '岗位名称', '角色编码', '手机号码', '性别', '状态', '初始密码'];
  const rows = [1, 2, 3].map((n) => [
    `bulk_${n}`,
    `批量${n}`,
    deptNo,
    '系统管理员',
    roleCode,
    '13800000099',
    '男',
    '启用',
    `Sunny@Day2026_${n}x`,
  ]);
  const pieces: Uint8Array[] = [];
  for await (const piece of workbook([{ name: '用户', columns: titles.map((title) => ({ title, width: 12 })), rows }])) pieces.push(piece);
  const send = (commit: 0 | 1) =>
    app.admin('POST', `/system/users/import?commit=${commit}`, ...multipart('用户.xlsx', Buffer.concat(pieces)));
  vi.mocked(hash).mockClear();
  vi.mocked(verify).mockClear();
  expect((await send(0)).data).toMatchObject({ valid: 3 });
  expect([vi.mocked(hash).mock.calls.length, vi.mocked(verify).mock.calls.length]).toEqual([0, 0]);
  expect((await send(1)).status).toBe(200);
  expect(vi.mocked(hash).mock.calls.map(([password]) => password)).toEqual(rows.map((row) => row.at(-1)));
});
