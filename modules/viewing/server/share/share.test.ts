import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { hashPassword } from '#modules/system/server/index.ts';
import { chartOf, linesOf, storeBoard, storeSet, field, tileOf } from '#modules/datasets/server/engine/test-documents.ts';

const app = startApp();
const PERMS = ['visual:board:preview', 'visual:board:share'];
const BASE = '/data/visual/share';

async function board(): Promise<string> {
  const set = await storeSet(app, {
    sourceId: null,
    origin: { kind: 'platform', code: 'none' },
    fields: [field('name', 'dimension', 'string')],
  });
  return storeBoard(app, { tiles: [tileOf('a', chartOf(set, ['name'], []))] });
}
async function link(over: Record<string, unknown> = {}) {
  const entityId = await board();
  const maker = await app.make.user({ perms: PERMS, dataScope: '1' });
  const send = app.as(maker.token);
  const made = await send('POST', '/data/visual/shares', { entityType: 'board', entityId, ...over });
  expect(made, made.msg).toMatchObject({ status: 200 });
  const { id, token } = made.data as { id: string; token: string };
  const open = (password?: string) => app.stranger('POST', `${BASE}/open`, { token, ...(password && { password }) });
  const row = async () =>
    (
      (await send('GET', `/data/visual/shares/list?entityType=board&entityId=${entityId}`)).data as {
        version: number;
        closedBecause: string | null;
        runAsName: string;
      }[]
    )[0]!;
  return { entityId, maker, send, id, token, open, row };
}
const withTicket = (ticket: string) => ({ 'x-share-ticket': ticket });
const dead = { status: 404, error: 'share.closed' };

describe('a share link', () => {
  it('opens the published board for a stranger, counted and logged, with the name of who shared it', async () => {
    const { open, row, send, id, maker } = await link({ shareName: '给客户' });
    const opened = await open();
    expect(opened, opened.msg).toMatchObject({ status: 200 });
    expect(opened.data.view).toMatchObject({ entity: 'board', canEdit: false, canShare: false, canExport: false });
    expect(opened.data.view.sharedBy).toBeTruthy();
    expect(await row()).toMatchObject({ shareName: '给客户', viewCount: 1, closedBecause: null, runAsName: opened.data.view.sharedBy });
    expect((await send('GET', `/data/visual/shares/${id}/visits`)).data).toMatchObject([{ outcome: '打开' }]);
    expect(maker.id).not.toBe('admin');
  });

  it('keeps its token nowhere and shows it once', async () => {
    const { token, row } = await link();
    const stored = await app.database.pool.query('select row_to_json(s)::text as text from visual_share s');
    expect(JSON.stringify(stored.rows)).not.toContain(token);
    expect(JSON.stringify(await row())).not.toContain(token);
    const logs = await app.database.pool.query('select row_to_json(l)::text as text from sys_oper_log l');
    expect(JSON.stringify(logs.rows)).not.toContain(token);
  });

  it('asks for its password, says when it is wrong, and limits guesses even in parallel', async () => {
    app.clock.now = new Date();
    const { open } = await link({ password: 'Right1234' });
    expect(await open()).toMatchObject({ status: 422, error: 'share.password', data: { reason: 'needed' } });
    expect((await open('Right1234')).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 12 }, () => open('wrong')));
    const statuses = answers.map((answer) => answer.status);
    // five that are free, and the one of this minute
    expect(statuses.filter((status) => status === 422)).toHaveLength(6);
    expect([...new Set(statuses)].toSorted()).toEqual([422, 429]);
  });

  it('takes new passwords of six characters and more; links with shorter ones go on', async () => {
    const { open, send, id, row, entityId } = await link({ password: 'abc123' });
    for (const password of ['abcd', 'abcde'])
      expect(await send('POST', '/data/visual/shares', { entityType: 'board', entityId, password })).toMatchObject({
        status: 400,
        msg: '访问密码至少6位',
      });
    const { version } = await row();
    const update = { id, version, status: '1', allowExport: '0' };
    expect(await send('PUT', '/data/visual/shares', { ...update, password: 'abcd' })).toMatchObject({ status: 400 });
    const passwordHash = await hashPassword('abcd');
    await app.database.db.updateTable('visualShare').set({ passwordHash }).where('id', '=', id).execute();
    expect((await open('abcd')).status).toBe(200);
    expect(await send('PUT', '/data/visual/shares', { ...update, shareName: '旧链接' })).toMatchObject({ status: 200 });
    expect((await open('abcd')).status).toBe(200);
  });

  it('is dead at once when it is revoked, also for pages that are open', async () => {
    const { open, send, id } = await link();
    const { ticket } = (await open()).data as { ticket: string };
    expect((await app.stranger('POST', `${BASE}/renew`, {}, withTicket(ticket))).status).toBe(200);
    expect((await send('DELETE', `/data/visual/shares/${id}`)).status).toBe(200);
    expect(await app.stranger('POST', `${BASE}/renew`, {}, withTicket(ticket))).toMatchObject(dead);
    expect(await open()).toMatchObject(dead);
  });

  it('ends with its last opening, its time, its addresses and its account', async () => {
    const twice = await link({ maxViews: 2 });
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => twice.open()))).map((answer) => answer.status);
    expect(statuses.toSorted()).toEqual([200, 200, 404, 404]);
    expect((await twice.row()).closedBecause).toBe('打开次数已用完');

    const elsewhere = await link({ ipRanges: '203.0.113.0/24' });
    expect(await elsewhere.open()).toMatchObject(dead);
    expect((await link({ ipRanges: '127.0.0.0/8, ::1' }).then((one) => one.open())).status).toBe(200);

    const orphan = await link();
    const { ticket } = (await orphan.open()).data as { ticket: string };
    await app.database.db.updateTable('sysUser').set({ status: '0' }).where('id', '=', orphan.maker.id).execute();
    expect(await orphan.open()).toMatchObject(dead);
    expect(await app.stranger('POST', `${BASE}/renew`, {}, withTicket(ticket))).toMatchObject(dead);

    const short = await link({ expireTime: new Date(Date.now() + 60_000).toISOString() });
    expect((await short.open()).status).toBe(200);
    await app.database.db
      .updateTable('visualShare')
      .set({ expireTime: new Date(app.clock.now.getTime() - 1000) })
      .where('id', '=', short.id)
      .execute();
    expect(await short.open()).toMatchObject(dead);
  });

  it('reads with the rights that its account has now', async () => {
    const { open, maker } = await link();
    await app.database.db.deleteFrom('sysUserRole').where('userId', '=', maker.id).execute();
    expect(await open()).toMatchObject(dead);
  });

  it('a changed password ends the tickets of the old one', async () => {
    const { open, send, id, row } = await link({ password: 'Right1234' });
    const { ticket } = (await open('Right1234')).data as { ticket: string };
    const { version } = await row();
    const body = { id, version, status: '1', allowExport: '0', password: 'Other1234' };
    expect(await send('PUT', '/data/visual/shares', body)).toMatchObject({ status: 200 });
    expect(await app.stranger('POST', `${BASE}/renew`, {}, withTicket(ticket))).toMatchObject(dead);
    expect(await send('PUT', '/data/visual/shares', body)).toMatchObject({ status: 409 });
  });

  it('a change of one that somebody else changed says who did, when and what, and no password', async () => {
    const { send, id, row } = await link({ password: 'Right1234', shareName: '给客户' });
    const { version } = await row();
    const kept = { id, version, allowExport: '0' };
    const other = await app.admin('PUT', '/data/visual/shares', { ...kept, shareName: '给总部', maxViews: 5, status: '1' });
    expect(other, other.msg).toMatchObject({ status: 200 });
    const refused = await send('PUT', '/data/visual/shares', { ...kept, shareName: '给客户', status: '0', password: 'Mine12345' });
    const { nickname } = await app.database.db
      .selectFrom('sysUser')
      .select('nickname')
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow();
    expect(refused).toMatchObject({ status: 409, error: 'entity.versionConflict' });
    expect(refused.msg).toMatch(new RegExp(`^数据已被${nickname}于`));
    expect(refused.data).toMatchObject({
      mine: { shareName: '给客户', status: '0' },
      theirs: { shareName: '给总部', maxViews: 5, status: '1', hasPassword: true, version: version + 1 },
      changed: { by: nickname, isOwn: false, time: expect.any(String) },
    });
    expect(JSON.stringify(refused.data)).not.toMatch(/Mine12345|passwordHash|tokenHash/);
  });
});

describe('the ticket of a link', () => {
  it('is taken by nothing else', async () => {
    const { open, entityId, token } = await link();
    const { ticket } = (await open()).data as { ticket: string };
    const heads = [withTicket(ticket), { authorization: `Bearer ${ticket}` }, { authorization: `Bearer ${token}`, ...withTicket(ticket) }];
    for (const headers of heads)
      for (const [method, path, body] of [
        ['GET', `/data/visual/boards/view/${entityId}`, undefined],
        ['POST', '/data/visual/view/data', { entity: 'board', id: entityId, tiles: [{ key: 'a' }] }],
        ['GET', `/data/visual/shares/list?entityType=board&entityId=${entityId}`, undefined],
        ['GET', '/system/users/route', undefined],
      ] as const)
        expect((await app.stranger(method, path, body, headers)).status, path).toBe(401);
  });

  it('reads its own document only, whatever the body says', async () => {
    const { open } = await link();
    const other = await board();
    const { ticket } = (await open()).data as { ticket: string };
    const answer = await app.stranger('POST', `${BASE}/data`, { entity: 'board', id: other, tiles: [{ key: 'a' }] }, withTicket(ticket));
    expect(answer.status).toBe(200);
    expect(linesOf(answer.raw)).toHaveLength(1);
    const unknown = await app.stranger('POST', `${BASE}/data`, { tiles: [{ key: 'zz' }] }, withTicket(ticket));
    expect(unknown).toMatchObject({ status: 400, error: 'input.invalid' });
  });

  it('is worth nothing changed, cut or old', async () => {
    const { open } = await link();
    const { ticket } = (await open()).data as { ticket: string };
    const [id, ends, signature] = ticket.split('.') as [string, string, string];
    for (const bad of [
      '',
      'x',
      `${id}.${Number(ends) + 9}.${signature}`,
      `${id}.${ends}.${signature.slice(1)}A`,
      `other.${ends}.${signature}`,
    ])
      expect(await app.stranger('POST', `${BASE}/renew`, {}, withTicket(bad)), bad).toMatchObject(dead);
    expect(await app.stranger('POST', `${BASE}/renew`, {})).toMatchObject(dead);
  });
});

describe('looking after links', () => {
  it('needs the permission of the kind, and a document that one sees', async () => {
    const entityId = await board();
    const body = { entityType: 'board', entityId };
    expect((await app.stranger('POST', '/data/visual/shares', body)).status).toBe(401);
    const looker = app.as((await app.make.user({ perms: ['visual:board:preview'] })).token);
    expect((await looker('POST', '/data/visual/shares', body)).status).toBe(403);
    const screens = app.as((await app.make.user({ perms: ['visual:board:preview', 'visual:screen:share'] })).token);
    expect((await screens('POST', '/data/visual/shares', body)).status).toBe(403);
    const hidden = await storeBoard(app, { tiles: [], isShared: '0' });
    const narrow = app.as((await app.make.user({ perms: PERMS, dataScope: '5' })).token);
    expect((await narrow('POST', '/data/visual/shares', { entityType: 'board', entityId: hidden })).status).toBe(404);
  });

  it('is for one’s own links and those in one’s scope', async () => {
    const { id, entityId } = await link();
    const other = app.as((await app.make.user({ perms: PERMS, dataScope: '5' })).token);
    expect((await other('GET', `/data/visual/shares/list?entityType=board&entityId=${entityId}`)).data).toEqual([]);
    expect((await other('DELETE', `/data/visual/shares/${id}`)).status).toBe(404);
    expect((await other('GET', `/data/visual/shares/${id}/visits`)).status).toBe(404);
  });

  it('refuses networks that are none, and times that are over', async () => {
    const entityId = await board();
    const send = app.as((await app.make.user({ perms: PERMS, dataScope: '1' })).token);
    const put = (over: object) => send('POST', '/data/visual/shares', { entityType: 'board', entityId, ...over });
    for (const ipRanges of ['10.0.0.0/33', '1.2.3', 'example.org', "'; --", '::1/129'])
      expect(await put({ ipRanges }), ipRanges).toMatchObject({ status: 400 });
    expect(await put({ expireTime: '2020-01-01T00:00:00+08:00' })).toMatchObject({ status: 400 });
    expect(await put({ password: 'abc' })).toMatchObject({ status: 400 });
  });
});

// these move the clock
describe('guesses of a password', () => {
  const later = (ms: number) => void (app.clock.now = new Date(app.clock.now.getTime() + ms));
  const from = (token: string, ip: string, cookie?: string) => async (password: string) => {
    const reply = await app.node.http.inject({
      method: 'POST',
      url: `/sjzt-datax${BASE}/open`,
      remoteAddress: ip,
      headers: { ...(cookie !== undefined && { cookie }) },
      payload: { token, password },
    });
    const [given] = [reply.headers['set-cookie'] ?? []].flat();
    return { status: reply.statusCode, body: reply.json<{ data: { retryAfter?: number } | null }>(), cookie: given?.split(';')[0] };
  };

  it('are six a minute from everywhere, and never close the link for whoever knows it', async () => {
    app.clock.now = new Date();
    const { token } = await link({ password: 'Right1234' });
    const opened = await from(token, '198.51.100.1')('Right1234');
    expect(opened.status).toBe(200);
    let wrong = 0;
    for (let n = 0; n < 90; n++) if ((await from(token, `203.0.113.${n}`)('wrong')).status === 422) wrong++;
    // 50 of the day and 6 of the minute
    expect(wrong).toBe(56);
    // a browser that has opened it before feels nothing, and a stranger waits a minute at most
    expect((await from(token, '203.0.113.1', opened.cookie)('Right1234')).status).toBe(200);
    const stranger = await from(token, '192.0.2.7')('Right1234');
    expect(stranger.body.data?.retryAfter ?? 0).toBeLessThanOrEqual(60);
    later(60_000);
    expect((await from(token, '192.0.2.7')('Right1234')).status).toBe(200);
    // right ones do not use up what wrong ones may
    for (let n = 0; n < 8; n++) expect((await from(token, '192.0.2.7')('Right1234')).status).toBe(200);
  }, 180_000);

  it('are five a day and one a minute from one address, where the right one passes within a minute', async () => {
    app.clock.now = new Date();
    const { open } = await link({ password: 'Right1234' });
    const start = app.clock.now.getTime();
    let guesses = 0;
    while (app.clock.now.getTime() < start + 3_600_000) {
      const { status, data } = await open('wrong');
      if (status === 422) guesses++;
      else {
        expect(data.retryAfter).toBeLessThanOrEqual(60);
        later(data.retryAfter * 1000);
      }
    }
    expect(guesses).toBe(5 + 60);
    later(60_000);
    expect((await open('Right1234')).status).toBe(200);
  }, 180_000);

  it('of a browser that knew an earlier password are those of a stranger', async () => {
    app.clock.now = new Date();
    const { token, send, id, row } = await link({ password: 'Right1234' });
    const { cookie } = await from(token, '198.51.100.2')('Right1234');
    const { version } = await row();
    expect(await send('PUT', '/data/visual/shares', { id, version, status: '1', allowExport: '0', password: 'Other5678' })).toMatchObject({
      status: 200,
    });
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await from(token, '198.51.100.2', cookie)('Right1234')).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429]);
  });
});

describe('the pace of a link', () => {
  it('is limited for each address, and for each link from everywhere; others are not kept waiting', async () => {
    const one = await link();
    const { ticket } = (await one.open()).data as { ticket: string };
    const other = await link();
    const { ticket: second } = (await other.open()).data as { ticket: string };
    const calls = async (path: string, body: object, held: string, n: number) =>
      (await Promise.all(Array.from({ length: n }, () => app.stranger('POST', `${BASE}/${path}`, body, withTicket(held))))).map(
        ({ status }) => status,
      );
    app.clock.now = new Date();
    const statuses = await calls('options', { filterId: 'none' }, ticket, 250);
    // the filter is not there: what counts is that the call came through
    expect(statuses.filter((status) => status === 400)).toHaveLength(240);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = await app.stranger('POST', `${BASE}/options`, { filterId: 'none' }, withTicket(ticket));
    expect(refused).toMatchObject({ status: 429, error: 'throttle.exceeded' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // the data of the page go on
    expect(await calls('data', { tiles: [{ key: 'a' }] }, ticket, 1)).toEqual([200]);
    app.clock.now = new Date(app.clock.now.getTime() + 61_000);
    expect(await calls('options', { filterId: 'none' }, second, 1)).toEqual([400]);
  });
});
