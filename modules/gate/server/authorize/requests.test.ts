import { beforeAll, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id int primary key, name text, phone text); insert into customer values (1, '甲', '13812345678')`,
);
const BASE = '/data/metadata/authorizes/requests';
let id = '';
let table = '';
let phone = '';
let asker!: Send;
let askerId = '';
let keys = 0;
const run = (call: Send) =>
  call('POST', '/data/console/sql/run', { sqlKey: `r${++keys}`, sourceId: id, sqlText: 'select phone from customer' });
const messages = async (userId: string) =>
  (
    await app.database.db.selectFrom('sysMessage').select(['title', 'text', 'path']).where('accountId', '=', userId).orderBy('id').execute()
  ).map(({ title, text, path }) => ({ title, text, path }));

beforeAll(async () => {
  id = await source.register();
  await sealColumns(app, id, 'phone');
  const columns = await app.database.db
    .selectFrom('metadataColumn')
    .select(['id', 'tableId', 'columnName'])
    .where('sourceId', '=', id)
    .execute();
  ({ id: phone, tableId: table } = columns.find(({ columnName }) => columnName === 'phone')!);
  const user = await app.make.user({ perms: ['metadata:sqlconsole:run', 'metadata:datacolumn:list'], dataScope: '5' });
  asker = app.as(user.token);
  askerId = user.id;
  await app.admin('POST', '/data/metadata/authorizes', {
    subjectType: 'user',
    subjectId: askerId,
    objectType: 'table',
    objectId: table,
    actions: ['query'],
  });
});

test('a request reaches those who may grant, is granted by one of them, and only once is open', async () => {
  expect((await run(asker)).data[0].dataList).toEqual([{ phone: '138****5678' }]);
  const body = { tableId: table, columnIds: [phone], actions: ['unmask'], purpose: '核对回访名单', endTime: '2099-01-01T00:00:00+08:00' };
  expect((await asker('POST', BASE, { ...body, actions: [] })).status).toBe(400);
  expect((await asker('POST', BASE, { ...body, endTime: '2001-01-01T00:00:00+08:00' })).status).toBe(400);
  expect((await asker('POST', BASE, { ...body, columnIds: ['404'] })).status).toBe(404);
  const made = await asker('POST', BASE, body);
  expect(made).toMatchObject({ status: 200 });
  expect(await asker('POST', BASE, body)).toMatchObject({ status: 409, error: 'entity.duplicate' });
  expect((await asker('GET', `${BASE}/mine/${table}`)).data).toMatchObject({
    state: 'open',
    columnNames: ['phone'],
    purpose: '核对回访名单',
  });
  const admin = await app.database.db.selectFrom('sysUser').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
  expect((await messages(admin.id)).at(-1)).toMatchObject({
    title: '数据权限申请',
    path: `/metadata/dataauthorize?tab=requests&request=${made.data.id}`,
  });
  const list = await app.admin('GET', `${BASE}/page?state=open`);
  expect(list.data.data).toMatchObject([{ id: made.data.id, tableName: 'public.customer', actions: ['unmask'], userId: askerId }]);
  const waiting = async (call: Send) =>
    (await call('GET', '/system/home')).data.todos.filter((todo: { kind: string }) => todo.kind === 'metadata.accessRequest');
  expect(await waiting(app.admin)).toMatchObject([
    { title: 'public.customer：明文', path: `/metadata/dataauthorize?tab=requests&request=${made.data.id}`, urgent: false },
  ]);
  expect(await waiting(asker)).toEqual([]);
  const decide = (call: Send, over: object = {}) => call('POST', `${BASE}/decide`, { id: made.data.id, decision: 'grant', ...over });
  expect((await decide(asker)).status).toBe(403);
  expect(await decide(app.admin, { endTime: '2099-01-01T00:00:00+08:00' })).toMatchObject({ status: 200, data: { grants: 1 } });
  expect(await decide(app.admin)).toMatchObject({ status: 422 });
  expect(await waiting(app.admin)).toEqual([]);
  expect((await run(asker)).data[0].dataList).toEqual([{ phone: '13812345678' }]);
  expect((await messages(askerId)).at(-1)).toMatchObject({ title: '数据权限申请已通过', path: `/metadata/datacolumn?table=${table}` });
  const grant = await app.database.db
    .selectFrom('metadataAuthorize')
    .select(['actions', 'endTime'])
    .where('requestId', '=', made.data.id)
    .execute();
  expect(grant).toMatchObject([{ actions: ['meta', 'unmask'], endTime: new Date('2099-01-01T00:00:00+08:00') }]);
});

test('a refusal needs a reason, and who asked hears it', async () => {
  const { data } = await asker('POST', BASE, { tableId: table, actions: ['export'], purpose: '月报' });
  expect(await app.admin('POST', `${BASE}/decide`, { id: data.id, decision: 'refuse' })).toMatchObject({ status: 400 });
  expect((await app.admin('POST', `${BASE}/decide`, { id: data.id, decision: 'refuse', reason: '请使用汇总表' })).status).toBe(200);
  expect((await messages(askerId)).at(-1)).toMatchObject({ title: '数据权限申请未通过', text: expect.stringContaining('请使用汇总表') });
  expect((await asker('GET', `${BASE}/mine/${table}`)).data).toMatchObject({ state: 'refused', reason: '请使用汇总表' });
});

test('nobody asks for what they cannot see, lends what they may not grant, decides on their own or names a request by hand', async () => {
  const elsewhere = (await app.make.dept()).id;
  const stranger = app.as((await app.make.user({ perms: ['metadata:datacolumn:list'], dataScope: '4', deptId: elsewhere })).token);
  const body = { tableId: table, actions: ['query'], purpose: '看看' };
  expect((await stranger('POST', BASE, body)).status).toBe(404);
  expect((await app.stranger('POST', BASE, body)).status).toBe(401);
  const { data } = await asker('POST', BASE, { tableId: table, actions: ['unmask'], purpose: '看看' });
  const far = app.as((await app.make.user({ perms: ['metadata:dataauthorize:edit'], dataScope: '4', deptId: elsewhere })).token);
  expect((await far('GET', `${BASE}/page`)).data.data).toEqual([]);
  expect((await far('POST', `${BASE}/decide`, { id: data.id, decision: 'grant' })).status).toBe(404);
  const weak = app.as((await app.make.user({ perms: ['metadata:dataauthorize:edit'], dataScope: '1' })).token);
  expect(await weak('POST', `${BASE}/decide`, { id: data.id, decision: 'grant' })).toMatchObject({ error: 'grant.beyondOwn' });
  const made = await app.admin('POST', '/data/metadata/authorizes', {
    subjectType: 'user',
    subjectId: askerId,
    objectType: 'column',
    objectId: phone,
    actions: ['preview'],
    requestId: data.id,
  });
  expect(made.status).toBe(200);
  expect((await app.admin('GET', `/data/metadata/authorizes/${made.data.id}`)).data.requestId).toBeNull();
});
