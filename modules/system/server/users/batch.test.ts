import { describe, expect, it } from 'vitest';
import { readSheet } from '#kit/server/excel/reader.ts';
import { startApp } from '#kit/test/app.ts';
import { verifyPassword } from '../auth/hash.ts';

const app = startApp();
const BATCH = '/system/users/batch';
const some = (count: number, deptId?: string) => Promise.all(Array.from({ length: count }, () => app.make.user(deptId ? { deptId } : {})));
const stored = (ids: readonly string[]) =>
  app.database.db.selectFrom('sysUser').selectAll().where('id', 'in', ids).orderBy('username').execute();

describe('batches of accounts', () => {
  it('disables and enables all, leaving those that are so already', async () => {
    const ids = (await some(3)).map((user) => user.id);
    const off = await app.admin('PUT', `${BATCH}/status`, { ids, status: '0' });
    expect(off, off.msg).toMatchObject({ status: 200, data: { changed: 3 } });
    expect((await stored(ids)).map((user) => user.status)).toEqual(['0', '0', '0']);
    expect((await app.admin('PUT', `${BATCH}/status`, { ids, status: '1' })).status).toBe(200);
    expect((await stored(ids)).map((user) => user.status)).toEqual(['1', '1', '1']);
  });

  it('changes nobody when one cannot be changed, and says who', async () => {
    const ids = (await some(2)).map((user) => user.id);
    const own = (await app.admin('GET', '/system/users/page?username=admin')).data.data.find(
      (user: { username: string }) => user.username === 'admin',
    );
    const refused = await app.admin('PUT', `${BATCH}/status`, { ids: [...ids, own.id], status: '0' });
    expect(refused.status).toBe(422);
    expect(refused.msg).toContain('3个用户中有1个不能处理，全部未修改');
    expect(refused.msg).toContain('（admin）：不能禁用自己的账号');
    expect((await stored(ids)).map((user) => user.status)).toEqual(['1', '1']);
  });

  it('deletes all or none, and names each that stands in the way', async () => {
    const ids = (await some(2)).map((user) => user.id);
    const own = (await app.admin('GET', '/system/users/page?username=admin')).data.data.find(
      (user: { username: string }) => user.username === 'admin',
    );
    const refused = await app.admin('DELETE', `${BATCH}/${[...ids, own.id].join(',')}`);
    expect(refused.status).toBe(422);
    expect(refused.msg).toContain('3个用户中有1个不能处理，全部未修改');
    expect(refused.msg).toContain('（admin）：不能删除自己的账号');
    expect((await stored(ids)).map((user) => user.deletedAt)).toEqual([null, null]);
    expect((await app.admin('DELETE', `${BATCH}/${ids.join(',')}`)).status).toBe(200);
  });

  it('moves accounts to a department, not to one that is disabled', async () => {
    const ids = (await some(2)).map((user) => user.id);
    const [target, closed] = [await app.make.dept(), await app.make.dept()];
    await app.database.db.updateTable('sysDept').set({ status: '0' }).where('id', '=', closed.id).execute();
    expect((await app.admin('PUT', `${BATCH}/dept`, { ids, deptId: closed.id })).status).toBe(422);
    expect((await app.admin('PUT', `${BATCH}/dept`, { ids, deptId: target.id })).status).toBe(200);
    expect((await stored(ids)).map((user) => user.deptId)).toEqual([target.id, target.id]);
  });

  it('adds and takes off roles, and never the last one', async () => {
    const ids = (await some(2)).map((user) => user.id);
    const [first, second] = [await app.make.role({ perms: [] }), await app.make.role({ perms: [] })];
    expect((await app.admin('PUT', `${BATCH}/roles`, { ids, add: [first, second] })).status).toBe(200);
    expect((await app.admin('PUT', `${BATCH}/roles`, { ids, remove: [first] })).status).toBe(200);
    const held = await app.database.db.selectFrom('sysUserRole').select(['userId', 'roleId']).where('userId', 'in', ids).execute();
    expect(held.filter((row) => row.roleId === second)).toHaveLength(2);
    expect(held.filter((row) => row.roleId === first)).toHaveLength(0);
    const last = await app.admin('PUT', `${BATCH}/roles`, { ids, remove: held.map((row) => row.roleId) });
    expect(last).toMatchObject({ status: 422 });
    expect(last.msg).toContain('至少保留一个角色');
  });

  it('answers one list of one-time passwords that sign in, keeps them nowhere, and ends the sessions', async () => {
    const users = await some(3);
    const ids = users.map((user) => user.id);
    const { data, status, msg } = await app.admin('PUT', `${BATCH}/password`, { ids });
    expect(status, msg).toBe(200);
    expect(data.accounts).toHaveLength(3);
    const rows = await stored(ids);
    for (const account of data.accounts as { username: string; password: string }[]) {
      const row = rows.find((user) => user.username === account.username);
      expect(await verifyPassword(row?.passwordHash ?? null, account.password)).toBe(true);
      expect(row?.mustChangePassword).toBe('1');
    }
    const sheet = await readSheet(Buffer.from(data.workbook, 'base64'), 100);
    expect(sheet.rows.slice(1).map((row) => row.cells.at(-1))).toEqual(data.accounts.map((row: { password: string }) => row.password));
    const logs = await app.database.db.selectFrom('sysOperLog').selectAll().where('title', '=', '批量重置密码').execute();
    expect(logs).toHaveLength(1);
    expect(JSON.stringify(logs)).not.toContain(data.accounts[0].password);
    expect((await app.as(users[0]!.token)('GET', '/system/users/profile')).status).toBe(401);
  });

  it('refuses who may not do it to one', async () => {
    const dept = await app.make.dept();
    const inside = (await some(1, dept.id)).map((user) => user.id);
    const outside = (await some(1)).map((user) => user.id);
    const nobody = app.as((await app.make.user({ perms: ['system:user:list'] })).token);
    const bodies = { status: { status: '0' }, dept: { deptId: dept.id }, roles: { add: ['common'] }, password: {} };
    for (const [name, body] of Object.entries(bodies))
      expect((await nobody('PUT', `${BATCH}/${name}`, { ids: inside, ...body })).status).toBe(403);
    const perms = ['system:user:edit', 'system:user:reset:password', 'system:user:assign:role'];
    const local = app.as((await app.make.user({ perms, deptId: dept.id, dataScope: '4' })).token);
    for (const [name, body] of Object.entries(bodies)) {
      const answer = await local('PUT', `${BATCH}/${name}`, { ids: [...inside, ...outside], ...body });
      expect(answer.status, name).toBe(422);
    }
    expect((await local('PUT', `${BATCH}/status`, { ids: inside, status: '0' })).status).toBe(200);
    const admin = await app.database.db.selectFrom('sysUser').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
    const sysadmin = app.as((await app.make.user({ roles: ['sysadmin'] })).token);
    expect((await sysadmin('PUT', `${BATCH}/password`, { ids: [admin.id] })).status).toBe(422);
  });

  it('resets some hundred at once, each with a password of its own, and keeps the history as single resets do', async () => {
    const ids = (await some(120)).map((user) => user.id);
    const first = ids[0] ?? '';
    for (let n = 0; n < 5; n++) await app.admin('PUT', '/system/users/reset/password', { id: first });
    const { data, status, msg } = await app.admin('PUT', `${BATCH}/password`, { ids, progressId: 'abcdef0123456789' });
    expect(status, msg).toBe(200);
    const given = (data.accounts as { password: string }[]).map((account) => account.password);
    expect(new Set(given).size).toBe(120);
    const hashes = (await stored(ids)).map((row) => row.passwordHash);
    expect(new Set(hashes).size).toBe(120);
    const history = await app.database.db.selectFrom('sysPasswordHistory').select('userId').where('userId', 'in', ids).execute();
    expect(history.filter((row) => row.userId === first)).toHaveLength(4);
    expect(history).toHaveLength(123);
    expect((await app.admin('PUT', `${BATCH}/password`, { ids, progressId: 'x' })).status).toBe(400);
  });
});
