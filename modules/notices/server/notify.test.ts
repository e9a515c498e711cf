import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { holdersOf, notify } from './index.ts';

const app = startApp();
const send = (to: readonly string[], key: string | null = null) =>
  notify(app.node.app, app.database.db, { to, kind: 'system', title: '标题', text: '正文', path: '/home', key });
const messagesOf = (accountId: string) =>
  app.database.db.selectFrom('sysMessage').select(['title', 'key']).where('accountId', '=', accountId).execute();
const bellsOf = (accountId: string) =>
  app.database.db.selectFrom('kitPush').select(['kind', 'data']).where('accountId', '=', accountId).where('kind', '=', 'bell').execute();

describe('notify', () => {
  it('stores one row per account and rings its bell', async () => {
    const [one, two] = [await app.make.user(), await app.make.user()];
    expect(await send([one.id, two.id, one.id])).toBe(2);
    for (const { id } of [one, two]) {
      expect(await messagesOf(id)).toEqual([{ title: '标题', key: null }]);
      expect(await bellsOf(id)).toHaveLength(1);
    }
  });

  it('drops a second message with the same key, without ringing again, also after its reader deleted it', async () => {
    const user = await app.make.user();
    expect(await send([user.id], 'a:1')).toBe(1);
    expect(await send([user.id], 'a:1')).toBe(0);
    expect(await bellsOf(user.id)).toHaveLength(1);
    expect(await send([user.id], 'a:2')).toBe(1);
    expect(await messagesOf(user.id)).toHaveLength(2);
    await app.database.db.updateTable('sysMessage').set({ deletedAt: new Date() }).where('accountId', '=', user.id).execute();
    expect(await send([user.id], 'a:1')).toBe(0);
    expect(await send([user.id])).toBe(1);
    expect(await send([user.id])).toBe(1);
  });

  it('leaves out accounts that are disabled or unknown', async () => {
    const disabled = await app.make.user({ status: '0' });
    expect(await send([disabled.id, '424242'])).toBe(0);
    expect(await messagesOf(disabled.id)).toEqual([]);
    expect(await send([])).toBe(0);
  });

  it('goes with the transaction of its caller', async () => {
    const user = await app.make.user();
    const failing = app.database.db.transaction().execute(async (db) => {
      await notify(app.node.app, db, { to: [user.id], kind: 'task', title: 't', text: 't', path: null, key: null });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await messagesOf(user.id)).toEqual([]);
    expect(await bellsOf(user.id)).toEqual([]);
  });
});

describe('holdersOf', () => {
  it('finds who holds the permission for that department, by every data scope', async () => {
    const perms = ['system:post:edit'];
    const upper = await app.make.dept();
    const lower = await app.make.dept({ parentId: upper.id });
    const other = await app.make.dept();
    const made = {
      all: await app.make.user({ perms, dataScope: '1', deptId: other.id }),
      chosen: await app.make.user({ perms, dataScope: '2', scopeDepts: [lower.id] }),
      own: await app.make.user({ perms, dataScope: '3', deptId: lower.id }),
      ownUpper: await app.make.user({ perms, dataScope: '3', deptId: upper.id }),
      below: await app.make.user({ perms, dataScope: '4', deptId: upper.id }),
      belowOther: await app.make.user({ perms, dataScope: '4', deptId: other.id }),
      self: await app.make.user({ perms, dataScope: '5', deptId: lower.id }),
      otherPerm: await app.make.user({ perms: ['system:post:add'], deptId: lower.id }),
      disabled: await app.make.user({ perms, status: '0' }),
    };
    const names = async (deptId: string | null) => {
      const ids = await holdersOf(app.database.db, 'system:post:edit', deptId);
      return Object.entries(made)
        .filter(([, user]) => ids.includes(user.id))
        .map(([name]) => name);
    };
    expect(await names(lower.id)).toEqual(['all', 'chosen', 'own', 'below']);
    expect(await names(upper.id)).toEqual(['all', 'ownUpper', 'below']);
    expect(await names(other.id)).toEqual(['all', 'belowOther']);
    expect(await names(null)).toEqual(['all']);
    const admin = await app.database.db.selectFrom('sysUser').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
    expect(await holdersOf(app.database.db, 'system:post:edit', lower.id)).toContain(admin.id);
  });
});
