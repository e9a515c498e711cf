import { expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { storeBoard, storeSet, chartOf, field, tileOf } from '#modules/datasets/server/engine/test-documents.ts';

const app = startApp();
const BASE = '/data/visual/comments';
const LOOK = ['visual:board:preview'];

async function scene(isShared: '0' | '1' = '1') {
  const set = await storeSet(app, {
    sourceId: null,
    origin: { kind: 'platform', code: 'none' },
    fields: [field('name', 'dimension', 'string')],
  });
  const entityId = await storeBoard(app, { tiles: [tileOf('a', chartOf(set, ['name'], []))], isShared });
  const writer = await app.make.user({ perms: LOOK, dataScope: '5' });
  const reader = await app.make.user({ perms: LOOK, dataScope: '5' });
  const of = { entityType: 'board', entityId };
  const list = async (token: string) =>
    (await app.as(token)('GET', `${BASE}/list?entityType=board&entityId=${entityId}`)).data as Record<string, unknown>[];
  return { entityId, of, writer, reader, list };
}

it('people who see a board write, answer, resolve and mention; the mentioned hear of it', async () => {
  const { of, writer, reader, list } = await scene();
  const made = await app.as(writer.token)('POST', BASE, { ...of, itemKey: 'a', content: '为什么下降？', mentionIds: [reader.id] });
  expect(made, made.msg).toMatchObject({ status: 200 });
  const answered = await app.as(reader.token)('POST', BASE, { ...of, parentId: made.data.id, content: '少了一个区域' });
  expect(answered.status, answered.msg).toBe(200);
  const [answer, first] = await list(reader.token);
  expect(first).toMatchObject({ content: '为什么下降？', itemKey: 'a', isResolved: '0', canRemove: false, mentions: [{ id: reader.id }] });
  expect(answer).toMatchObject({ parentId: made.data.id, canRemove: true });
  const bell = await app.database.db.selectFrom('sysMessage').select(['text', 'path']).where('accountId', '=', reader.id).execute();
  expect(bell).toEqual([{ text: '为什么下降？', path: `/visual/board/view/${of.entityId}?comments=1` }]);
  expect((await app.as(reader.token)('PUT', `${BASE}/${made.data.id}/resolve`, { isResolved: '1' })).status).toBe(200);
  expect((await list(writer.token)).find((row) => row.id === made.data.id)).toMatchObject({ isResolved: '1' });
  expect((await app.as(reader.token)('DELETE', `${BASE}/${made.data.id}`)).status).toBe(403);
  expect((await app.as(writer.token)('DELETE', `${BASE}/${made.data.id}`)).status).toBe(200);
  expect(await list(writer.token)).toEqual([]);
});

it('only people who see the board are offered and may be mentioned', async () => {
  const { of, entityId, reader } = await scene('0');
  const people = await app.admin('GET', `${BASE}/people?entityType=board&entityId=${entityId}&keyword=${reader.username}`);
  expect(people.data).toEqual([]);
  expect(await app.admin('POST', BASE, { ...of, content: '看看', mentionIds: [reader.id] })).toMatchObject({ status: 422 });
});

it('people who see the board are found among many who do not', async () => {
  const { entityId, reader } = await scene();
  await app.database.pool.query(
    `insert into sys_user select (jsonb_populate_record(u, jsonb_build_object('id', 'crowd' || g, 'username', 'crowd' || g,
      'nickname', '0' || g, 'phone', null, 'email', null))).* from sys_user u, generate_series(1, 60) g where u.id = $1`,
    [reader.id],
  );
  // who may look at a screen of the product sees no board for that
  const other = await app.make.user({ perms: ['screen:overview:view'] });
  await app.database.pool.query(
    `insert into sys_user_role (user_id, role_id) select u.id, r.role_id from sys_user u, sys_user_role r
      where u.id like 'crowd%' and r.user_id = $1`,
    [other.id],
  );
  const people = await app.admin('GET', `${BASE}/people?entityType=board&entityId=${entityId}&keyword=`);
  expect((people.data as { id: string }[]).map(({ id }) => id)).toContain(reader.id);
});

it('text is text, tiles and answers must exist, and strangers read nothing', async () => {
  const { of, entityId, writer } = await scene();
  const send = app.as(writer.token);
  for (const [over, status] of [
    [{ content: ' ' }, 400],
    [{ content: 'x'.repeat(1001) }, 400],
    [{ content: '<img src=x onerror=alert(1)>😀' }, 200],
    [{ content: 'x', itemKey: 'zz' }, 400],
    [{ content: 'x', parentId: 'nothing' }, 404],
  ] as const)
    expect((await send('POST', BASE, { ...of, ...over })).status, JSON.stringify(over)).toBe(status);
  const { of: hidden, entityId: hiddenId } = await scene('0');
  expect((await send('POST', BASE, { ...hidden, content: 'x' })).status).toBe(404);
  expect((await send('GET', `${BASE}/list?entityType=board&entityId=${hiddenId}`)).status).toBe(404);
  const foreign = await app.admin('POST', BASE, { ...hidden, content: '内部' });
  expect((await send('PUT', `${BASE}/${foreign.data.id}/resolve`, { isResolved: '1' })).status).toBe(404);
  expect((await send('DELETE', `${BASE}/${foreign.data.id}`)).status).toBe(404);
  expect((await app.stranger('GET', `${BASE}/list?entityType=board&entityId=${entityId}`)).status).toBe(401);
  const without = app.as((await app.make.user({ perms: ['system:post:list'] })).token);
  expect((await without('POST', BASE, { ...of, content: 'x' })).status).toBe(403);
});

it('a fixed screen has the same comments by its code and by its id', async () => {
  const of = { entityType: 'screen', entityId: 'cockpit' };
  const made = await app.admin('POST', BASE, { ...of, content: '目标是哪一版？', mentionIds: [] });
  expect(made.status, made.msg).toBe(200);
  const { id } = await app.database.db.selectFrom('visualScreen').select('id').where('code', '=', 'cockpit').executeTakeFirstOrThrow();
  for (const entityId of [id, 'cockpit']) {
    const rows = (await app.admin('GET', `${BASE}/list?entityType=screen&entityId=${entityId}`)).data;
    expect(rows).toEqual([expect.objectContaining({ id: made.data.id, content: '目标是哪一版？' })]);
  }
});
