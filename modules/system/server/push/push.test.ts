import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, readEvents, type Reader } from '#kit/test/events.ts';
import { startApp, startNode, testSettings, type TestApp } from '#kit/test/app.ts';

const app = startApp();
let other: TestApp['node'];
let portA = 0;
let portB = 0;
const readers: Reader[] = [];

beforeAll(async () => {
  other = await startNode(app.connection, testSettings('/tmp'), app.clock);
  [portA, portB] = [await listen(app.node), await listen(other)];
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await other.stop();
});

async function open(port: number, token: string, lastId: string | null = null): Promise<Reader> {
  const headers = { authorization: `Bearer ${token}`, ...(lastId !== null && { 'last-event-id': lastId }) };
  const reader = await readEvents(port, '/system/push/stream', headers);
  readers.push(reader);
  if (reader.status === 200) await reader.wait('open');
  return reader;
}
const bell = (unread: number) => ({ kind: 'bell' as const, data: { unread } });
const bells = (reader: Reader): number[] => reader.received.filter(({ event }) => event === 'bell').map(({ data }) => data.unread);
const send = (to: Parameters<TestApp['node']['app']['push']['send']>[1], unread: number) =>
  app.node.app.push.send(app.database.db, to, bell(unread));

describe('the message stream', () => {
  it('refuses strangers and dead tokens before anything is opened', async () => {
    expect((await readEvents(portA, '/system/push/stream')).status).toBe(401);
    expect((await open(portA, 'x'.repeat(43))).status).toBe(401);
  });

  it('carries a message written on one node to browsers on the other, and only to those it is for', async () => {
    const [anna, bert] = [await app.make.user(), await app.make.user()];
    const [hers, his] = [await open(portB, anna.token), await open(portB, bert.token)];
    expect(hers.type).toContain('text/event-stream');
    await send({ accounts: [anna.id] }, 3);
    await send('everybody', 4);
    await his.wait('bell');
    await hers.wait('bell', 2);
    expect(bells(hers)).toEqual([3, 4]);
    expect(bells(his)).toEqual([4]);
  });

  it('says nothing of what was rolled back', async () => {
    const { id, token } = await app.make.user();
    const reader = await open(portA, token);
    await app.database.db
      .transaction()
      .execute(async (tx) => {
        await app.node.app.push.send(tx, { accounts: [id] }, bell(1));
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await send({ accounts: [id] }, 2);
    await reader.wait('bell');
    expect(bells(reader)).toEqual([2]);
  });

  it('goes on after a broken connection without loss and without repetition, also on another node', async () => {
    const { id, token } = await app.make.user();
    await send({ accounts: [id] }, 0); // before the browser came: not news
    const first = await open(portA, token);
    await send({ accounts: [id] }, 1);
    await first.wait('bell');
    first.close();
    for (const unread of [2, 3]) await send({ accounts: [id] }, unread);
    const second = await open(portB, token, first.lastId());
    expect(second.received[0]?.data).toEqual({ resumed: true });
    await send({ accounts: [id] }, 4);
    await second.wait('bell', 3);
    expect(bells(second)).toEqual([2, 3, 4]);
    const third = await open(portA, token, second.lastId());
    await send({ accounts: [id] }, 5);
    await third.wait('bell');
    expect(bells(third)).toEqual([5]);
  });

  it('delivers a message whose transaction began early and committed late', async () => {
    const { id, token } = await app.make.user();
    const reader = await open(portB, token);
    let commit: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => (commit = resolve));
    let note: () => void = () => undefined;
    const written = new Promise<void>((resolve) => (note = resolve));
    const slow = app.database.db.transaction().execute(async (tx) => {
      await app.node.app.push.send(tx, { accounts: [id] }, bell(1));
      note();
      await waits;
    });
    await written;
    await send({ accounts: [id] }, 2);
    await reader.wait('bell');
    const cursor = reader.lastId();
    reader.close();
    commit();
    await slow;
    const again = await open(portA, token, cursor);
    await again.wait('bell');
    expect(bells(reader)).toEqual([2]);
    expect(bells(again)).toEqual([1]);
  });

  it('takes a cursor that is none as a first visit', async () => {
    const { token } = await app.make.user();
    const reader = await open(portA, token, "'; drop table kit_push; --");
    expect(reader.received[0]?.data).toEqual({ resumed: false });
  });

  it('ends the oldest of too many streams of one session', async () => {
    const { token } = await app.make.user();
    const all = [];
    for (let n = 0; n < 5; n++) all.push(await open(portA, token));
    await all[0]!.ended();
    expect(all.slice(1).every((one) => one.isOpen())).toBe(true);
  });
});

describe('sessions', () => {
  it('a locked session hears nothing but that, and afterwards what it missed', async () => {
    const { id, token } = await app.make.user();
    const reader = await open(portB, token);
    expect((await app.as(token)('POST', '/system/lock', { password: 'abcd1234' })).status).toBe(200);
    await reader.wait('locked');
    await send({ accounts: [id] }, 1);
    await send('everybody', 2);
    const late = await open(portA, token, reader.lastId());
    await late.wait('locked');
    expect([...bells(reader), ...bells(late)]).toEqual([]);
    expect((await app.as(token)('GET', '/system/posts/list')).status).toBe(423);
    expect((await app.as(token)('POST', '/system/unlock', { password: 'abcd1234' })).status).toBe(200);
    await reader.wait('unlocked');
    await reader.wait('bell', 2);
    expect(bells(reader)).toEqual([1, 2]);
    const kinds = reader.received.map(({ event }) => event);
    expect(kinds.indexOf('unlocked')).toBeLessThan(kinds.indexOf('bell'));
  });

  it('a kicked browser hears why and is let go', async () => {
    const { id, token } = await app.make.user();
    const reader = await open(portB, token);
    expect((await app.admin('DELETE', `/system/online/user/${id}`)).data).toEqual({ count: 1 });
    expect((await reader.wait('kicked')).data.reason).toContain('强制下线');
    await reader.ended();
  });

  it('a disabled account and a reset password end the stream with their reasons', async () => {
    const [anna, bert] = [await app.make.user({ perms: [] }), await app.make.user({ perms: [] })];
    const [hers, his] = [await open(portA, anna.token), await open(portB, bert.token)];
    expect((await app.admin('PUT', `/system/users/${anna.id}/status`, { status: '0' })).status).toBe(200);
    expect((await app.admin('PUT', '/system/users/reset/password', { id: bert.id })).status).toBe(200);
    expect((await hers.wait('kicked')).data.reason).toContain('禁用');
    expect((await his.wait('kicked')).data.reason).toContain('重置');
  });

  it('listening keeps nobody signed in: an idle session ends although its stream is open', async () => {
    const { id, token } = await app.make.user();
    const reader = await open(portA, token);
    const idle = new Date(Date.now() - 29 * 60_000);
    await app.database.db.updateTable('sysSession').set({ lastTime: idle }).where('userId', '=', id).execute();
    const again = await open(portA, token);
    const kept = await app.database.db.selectFrom('sysSession').select('lastTime').where('userId', '=', id).executeTakeFirstOrThrow();
    expect(kept.lastTime.getTime()).toBe(idle.getTime());
    await app.database.db
      .updateTable('sysSession')
      .set({ lastTime: new Date(Date.now() - 31 * 60_000) })
      .where('userId', '=', id)
      .execute();
    expect((await again.wait('kicked')).data.reason).toBe('登录已过期，请重新登录');
    await reader.ended();
  });
});

describe('what the system module tells', () => {
  it('dictionaries, roles and menus that changed', async () => {
    const { token, roleId } = await app.make.user({ perms: ['system:post:list'] });
    const reader = await open(portB, token);
    const made = await app.admin('POST', '/system/dicts', { dictName: '推送', dictCode: 'push_test', status: '1' });
    await app.admin('POST', '/system/dict/items', { dictId: made.data.id, itemText: '1', itemValue: '一', itemSort: 1, status: '1' });
    expect((await reader.wait('dict')).data).toEqual({ code: 'push_test' });
    const { data: role } = await app.admin('GET', `/system/roles/${roleId}`);
    expect((await app.admin('PUT', `/system/roles/${roleId}`, { ...role, remark: '调整' })).status).toBe(200);
    await reader.wait('menus');
  });
});

describe('many browsers', () => {
  it('200 streams cost little, hear everything, and end at once with the server', { timeout: 60_000 }, async () => {
    const node = await startNode(app.connection, testSettings('/tmp'), app.clock);
    const port = await listen(node);
    const users = await Promise.all(Array.from({ length: 50 }, () => app.make.user()));
    const before = process.memoryUsage().heapUsed;
    const all = (await Promise.all(users.flatMap(({ token }) => [1, 2, 3, 4].map(() => open(port, token))))).flat();
    await send('everybody', 9);
    await Promise.all(all.map((reader) => reader.wait('bell')));
    // both ends live in this process
    expect((process.memoryUsage().heapUsed - before) / 1_048_576).toBeLessThan(60);
    const began = performance.now();
    await node.stop();
    // streams that are waited for are open for as long as people look
    expect(performance.now() - began).toBeLessThan(10_000);
    for (const reader of all) await reader.ended();
  });
});
