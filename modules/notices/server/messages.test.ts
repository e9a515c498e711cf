import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { notify } from './index.ts';
import { sweepMessages } from './tasks.ts';

const app = startApp();
const BASE = '/system/messages';
const send = (to: string, title: string) =>
  notify(app.node.app, app.database.db, { to: [to], kind: 'task', title, text: '正文', path: '/home', key: null });

describe('messages', () => {
  it('are read, searched, marked and deleted by the account they are for', async () => {
    const user = await app.make.user();
    const me = app.as(user.token);
    for (const title of ['一', '二', '三']) await send(user.id, title);
    const page = await me('GET', `${BASE}/page`);
    expect(page.data).toMatchObject({ total: 3, data: [{ title: '三', kind: 'task', readTime: null }, { title: '二' }, { title: '一' }] });
    const [three, two, one] = page.data.data.map((row: { id: string }) => row.id);
    expect((await me('GET', `${BASE}/unread`)).data).toMatchObject({ messages: 3, notices: 0 });
    expect((await me('POST', `${BASE}/read/${three},${two}`)).status).toBe(200);
    expect((await me('GET', `${BASE}/page?isRead=0`)).data.data).toMatchObject([{ id: one }]);
    expect((await me('GET', `${BASE}/page?title=${encodeURIComponent('二')}&kind=task`)).data.total).toBe(1);
    expect((await me('DELETE', `${BASE}/${three}`)).status).toBe(200);
    expect((await me('DELETE', `${BASE}/batch/${two},${three}`)).status).toBe(404);
    expect((await me('DELETE', `${BASE}/batch/${two}`)).status).toBe(200);
    expect((await me('POST', `${BASE}/readAll`)).status).toBe(200);
    expect((await me('GET', `${BASE}/unread`)).data.messages).toBe(0);
    expect((await me('GET', `${BASE}/page`)).data.total).toBe(1);
  });

  it('of others do not exist, and strangers get nothing', async () => {
    const [user, other] = [await app.make.user(), await app.make.user()];
    await send(user.id, '私信');
    const row = await app.database.db.selectFrom('sysMessage').select('id').where('accountId', '=', user.id).executeTakeFirstOrThrow();
    for (const send of [app.as(other.token), app.admin]) {
      expect((await send('GET', `${BASE}/page?title=${encodeURIComponent('私信')}`)).data.total).toBe(0);
      expect((await send('POST', `${BASE}/read/${row.id}`)).status).toBe(404);
      expect((await send('DELETE', `${BASE}/${row.id}`)).status).toBe(404);
    }
    for (const [method, path] of [
      ['GET', '/page'],
      ['GET', '/unread'],
      ['POST', `/read/${row.id}`],
      ['POST', '/readAll'],
      ['DELETE', `/${row.id}`],
      ['DELETE', `/batch/${row.id}`],
    ] as const)
      expect((await app.stranger(method, BASE + path)).status, path).toBe(401);
    const stored = await app.database.db.selectFrom('sysMessage').select(['readTime', 'deletedAt']).where('id', '=', row.id).execute();
    expect(stored).toEqual([{ readTime: null, deletedAt: null }]);
  });

  it('are kept for as long as the schedule says', async () => {
    const user = await app.make.user();
    await send(user.id, '旧');
    await app.database.db
      .updateTable('sysMessage')
      .set({ createTime: new Date(Date.now() - 181 * 86_400_000) })
      .where('accountId', '=', user.id)
      .execute();
    await send(user.id, '新');
    expect(await sweepMessages(app.node.app, 180)).toBe(1);
    expect((await app.as(user.token)('GET', `${BASE}/page`)).data.data).toMatchObject([{ title: '新' }]);
  });
});
