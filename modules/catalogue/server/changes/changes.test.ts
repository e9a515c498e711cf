import { beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id int primary key, name varchar(50), phone text default '无');
   comment on table customer is '客户';
   create table orders (id int primary key, amount numeric(12,2));
   create function calm() returns int language sql as 'select 1'`,
);
const sources = '/data/metadata/sources';
const base = '/data/metadata/changeRecords';
let id = '';
let elsewhere = '';
let customer: { id: string; columns: Map<string, string> };

const sync = async () => (await synchronised(app, id)).runs[0].id as string;
const tableId = async (name: string) =>
  (await app.admin('GET', `${sources}/${id}/tables`)).data.find((table: { tableName: string }) => table.tableName === name).id as string;
const LIST = ['metadata:changerecord:list'];
const colleague = async (perms: readonly string[]) => {
  const made = await app.make.user({ perms, dataScope: '4', deptId: elsewhere });
  return { ...made, call: app.as(made.token) };
};
const page = async (query: string, call = app.admin) => (await call('GET', `${base}/page?pageSize=100&${query}`)).data;

beforeAll(async () => {
  id = await source.register();
  elsewhere = (await app.make.dept()).id;
  const columns = (await app.admin('GET', `${sources}/${id}/customer/columns`)).data as { id: string; columnName: string }[];
  customer = { id: await tableId('customer'), columns: new Map(columns.map((column) => [column.columnName, column.id])) };
});

describe('registered by hand', () => {
  const columnId = () => customer.columns.get('phone')!;
  test('the server takes the old value from the catalogue, and the catalogue stays as it is', async () => {
    const made = await app.admin('POST', base, {
      objectId: columnId(),
      fieldName: 'dataDefault',
      fieldOldValue: '伪造',
      fieldNewValue: `'无'; -- 😀`,
      remark: null,
    });
    expect(made.status).toBe(200);
    const { data } = await app.admin('GET', `${base}/${made.data.id}`);
    expect(data).toMatchObject({
      origin: 'manual',
      objectType: 'column',
      objectName: 'public.customer.phone',
      tableName: 'public.customer',
      fieldOldValue: `'无'::text`,
      fieldNewValue: `'无'; -- 😀`,
      status: '0',
      canAck: true,
    });
    const columns = (await app.admin('GET', `/data/metadata/columns/${columnId()}`)).data;
    expect(columns.dataDefault).toBe(`'无'::text`);
    const changed = await app.admin('PUT', `${base}/${made.data.id}`, { ...data, fieldNewValue: '未填', remark: '改' });
    expect(changed.data).toEqual({ version: 1 });
    expect((await app.admin('PUT', `${base}/${made.data.id}`, { ...data, remark: '旧版本' })).error).toBe('entity.versionConflict');
    expect((await app.admin('DELETE', `${base}/${made.data.id}`)).status).toBe(200);
    expect((await app.admin('GET', `${base}/${made.data.id}`)).status).toBe(404);
  });

  test.each([
    ['another field', { fieldName: 'dataType', fieldNewValue: 'int' }],
    ['an empty name', { fieldName: 'columnName', fieldNewValue: ' ' }],
    ['the value that it has', { fieldName: 'columnName', fieldNewValue: 'phone' }],
  ])('%s is refused', async (_, body) => {
    expect((await app.admin('POST', base, { objectId: columnId(), remark: null, ...body })).status).toBe(400);
  });

  test('a column that does not exist or is out of reach is not found', async () => {
    const body = { objectId: columnId(), fieldName: 'columnName', fieldNewValue: 'tel' };
    expect((await app.admin('POST', base, { ...body, objectId: '404' })).status).toBe(404);
    const { call } = await colleague(['metadata:changerecord:add', ...LIST]);
    expect((await call('POST', base, body)).status).toBe(404);
  });
});

describe('found by a sync', () => {
  let runId = '';
  let follower: Awaited<ReturnType<typeof colleague>>;
  let owner: Awaited<ReturnType<typeof colleague>>;
  let blind: Awaited<ReturnType<typeof colleague>>;

  beforeAll(async () => {
    const { data } = await app.admin('GET', `${sources}/${id}`);
    await app.admin('PUT', `${sources}/${id}`, { ...data, isShared: '1' });
    [follower, owner, blind] = [await colleague(LIST), await colleague(LIST), await colleague([])];
    expect((await follower.call('POST', '/data/metadata/follows', { objectType: 'source', objectId: id })).status).toBe(200);
    await app.database.db.updateTable('metadataTable').set({ ownerId: owner.id }).where('id', '=', customer.id).execute();
    // follows in the table alone: it has lost the permission since
    await app.database.db.insertInto('metadataFollow').values({ userId: blind.id, objectType: 'table', objectId: customer.id }).execute();
    await source.sql(
      `alter table customer add birthday date, add sex char(1); comment on table orders is '订单'; create or replace function calm() returns int language sql as 'select 2'`,
    );
    runId = await sync();
  });

  const messages = (userId: string) =>
    app.database.db
      .selectFrom('sysMessage')
      .select(['title', 'text', 'path', 'kind'])
      .where('accountId', '=', userId)
      .orderBy('title')
      .execute();

  test('owner and followers are told once per table, who may not see it is not', async () => {
    expect(await messages(owner.id)).toEqual([
      {
        title: '“客户”结构变更',
        text: expect.stringContaining('新增 2 项'),
        path: `/metadata/changerecord?q=${encodeURIComponent(`tableId:${customer.id}`)}`,
        kind: 'record',
      },
    ]);
    expect((await messages(follower.id)).map((message) => message.title)).toEqual(
      ['“存储过程”结构变更', '“客户”结构变更', '“订单”结构变更'].sort(),
    );
    expect(await messages(blind.id)).toEqual([]);
    await sync();
    expect(await messages(owner.id)).toHaveLength(1);
  });

  test('the list narrows by every filter', async () => {
    const total = async (query: string) => (await page(query)).total as number;
    expect(await total(`runId=${runId}`)).toBe(4);
    expect(await total(`runId=${runId}&tableId=${customer.id}`)).toBe(2);
    expect(await total(`runId=${runId}&changeKind=added`)).toBe(2);
    expect(await total(`runId=${runId}&objectType=routine`)).toBe(1);
    expect(await total(`runId=${runId}&fieldName=tableComment`)).toBe(1);
    expect(await total(`runId=${runId}&origin=manual`)).toBe(0);
    expect(await total(`runId=${runId}&keyword=${encodeURIComponent('BIRTH')}`)).toBe(1);
    expect(await total(`runId=${runId}&keyword=${encodeURIComponent("'; --")}`)).toBe(0);
    expect(await total(`runId=${runId}&beginTime=${encodeURIComponent('2099-01-01T00:00:00Z')}`)).toBe(0);
    const list = await app.admin('GET', `${base}/list?tableId=${customer.id}&fieldName=columnName`);
    expect(list.data).toHaveLength(2);
  });

  test('people cannot change or delete what a sync wrote, only remark it', async () => {
    const [row] = (await page(`runId=${runId}&fieldName=tableComment`)).data;
    const { data } = await app.admin('GET', `${base}/${row.id}`);
    expect((await app.admin('PUT', `${base}/${row.id}`, { ...data, fieldNewValue: '别的' })).status).toBe(422);
    expect((await app.admin('PUT', `${base}/${row.id}`, { ...data, remark: '已通知下游' })).status).toBe(200);
    expect((await app.admin('DELETE', `${base}/${row.id}`)).status).toBe(422);
    expect((await app.admin('DELETE', `${base}/batch/${row.id}`)).status).toBe(422);
    expect((await app.admin('GET', `${base}/${row.id}`)).data).toMatchObject({ remark: '已通知下游', fieldNewValue: '订单' });
  });

  test('the owner confirms changes of the own table, not those of others; a second time changes nothing', async () => {
    const own = (await page(`runId=${runId}&tableId=${customer.id}`)).data.map((row: { id: string }) => row.id);
    const other = (await page(`runId=${runId}&fieldName=tableComment`)).data[0].id as string;
    expect((await owner.call('GET', `${base}/${own[0]}`)).status).toBe(403);
    const waiting = async (call: typeof owner.call) => {
      const kinds = (await call('GET', '/system/todos/counts')).data.kinds as { kind: string; count: number }[];
      const todos = (await call('GET', '/system/todos')).data as { kind: string }[];
      expect(todos.filter(({ kind }) => kind === 'metadata.change')).toHaveLength(
        kinds.find(({ kind }) => kind === 'metadata.change')?.count ?? 0,
      );
      return todos.filter(({ kind }) => kind === 'metadata.change');
    };
    expect(await waiting(owner.call)).toMatchObject([
      { path: `/metadata/changerecord?q=${encodeURIComponent(`status:0,tableId:${customer.id}`)}` },
      {},
    ]);
    const refused = await owner.call('POST', `${base}/ack`, { ids: [...own, other], note: null });
    expect([refused.status, refused.error]).toEqual([403, 'auth.noPermission']);
    expect((await page(`runId=${runId}&status=1`)).total).toBe(0);
    expect((await owner.call('POST', `${base}/ack`, { ids: own, note: '已核对' })).data).toEqual({ count: 2 });
    expect((await owner.call('POST', `${base}/ack`, { ids: own, note: '再来' })).data).toEqual({ count: 0 });
    expect(await waiting(owner.call)).toEqual([]);
    expect((await page(`runId=${runId}&status=1`)).data[0]).toMatchObject({ ackBy: owner.id, ackNote: '已核对' });
    const editor = await colleague([...LIST, 'metadata:changerecord:edit']);
    expect((await editor.call('POST', `${base}/ack`, { ids: [other], note: null })).status).toBe(403);
    expect((await app.admin('POST', `${base}/ack`, { ids: [other], note: null })).data).toEqual({ count: 1 });
    expect((await app.admin('POST', `${base}/ack`, { ids: ['404'], note: null })).status).toBe(404);
  });

  test('statistics count by day and kind', async () => {
    const { data } = await app.admin('GET', `${base}/stats?days=7&sourceId=${id}`);
    expect(data.days).toHaveLength(7);
    expect(data.days[6]).toMatchObject({ added: 2, changed: 2, removed: 0 });
    expect(data).toMatchObject({ total: 4, open: 1, tables: 2 });
  });

  test('an export answers a workbook to who may export', async () => {
    const answer = await app.admin('POST', `${base}/export`, { runId });
    expect(answer.status).toBe(200);
    expect(answer.raw.length).toBeGreaterThan(1000);
    expect((await follower.call('POST', `${base}/export`, {})).status).toBe(403);
  });

  test('followers come and go, and see what they follow', async () => {
    const list = await follower.call('GET', '/data/metadata/follows/mine');
    expect(list.data).toMatchObject([{ objectType: 'source', objectId: id }]);
    const state = await follower.call('GET', `/data/metadata/follows/source/${id}`);
    expect(state.data).toMatchObject({ isFollowing: true, followers: [{ id: follower.id }] });
    expect((await follower.call('POST', '/data/metadata/follows', { objectType: 'source', objectId: id })).status).toBe(200);
    expect((await follower.call('DELETE', `/data/metadata/follows/source/${id}`)).status).toBe(200);
    expect((await follower.call('GET', `/data/metadata/follows/source/${id}`)).data.isFollowing).toBe(false);
    expect((await follower.call('POST', '/data/metadata/follows', { objectType: 'table', objectId: '404' })).status).toBe(404);
  });

  test('rights: nobody without permission, and nothing of sources out of reach', async () => {
    for (const [method, path] of [
      ['GET', '/page'],
      ['GET', '/list'],
      ['GET', '/stats'],
      ['POST', '/ack'],
      ['POST', ''],
      ['POST', '/export'],
    ] as const) {
      expect((await blind.call(method, `${base}${path}`, method === 'POST' ? {} : undefined)).status).toBe(403);
      expect((await app.stranger(method, `${base}${path}`, method === 'POST' ? {} : undefined)).status).toBe(401);
    }
    const { data } = await app.admin('GET', `${sources}/${id}`);
    await app.admin('PUT', `${sources}/${id}`, { ...data, isShared: '0' });
    expect((await page(`runId=${runId}`, follower.call)).total).toBe(0);
    expect((await follower.call('GET', `/data/metadata/tables/${customer.id}/versions`)).status).toBe(404);
    expect((await follower.call('GET', `/data/metadata/follows/table/${customer.id}`)).status).toBe(404);
    // one column granted: its changes are there, those of other columns and of the table are not
    const birthday = (await app.admin('GET', `${sources}/${id}/customer/columns`)).data.find(
      (column: { columnName: string }) => column.columnName === 'birthday',
    );
    await app.database.db
      .insertInto('metadataAuthorize')
      .values({
        id: '1',
        objectType: 'column',
        objectId: birthday.id,
        sourceId: id,
        tableId: customer.id,
        subjectType: 'user',
        subjectId: follower.id,
        actions: ['meta'],
      })
      .execute();
    const seen = await page(`runId=${runId}`, follower.call);
    expect(seen.data.map((row: { objectName: string }) => row.objectName)).toEqual(['public.customer.birthday']);
    const compared = await follower.call('GET', `/data/metadata/tables/${customer.id}/compare?from=1&to=2`);
    expect(compared.data.to.columns.map((column: { name: string }) => column.name)).toEqual(['birthday']);
  });
});
