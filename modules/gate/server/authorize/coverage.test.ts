import { beforeAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id int primary key, name text, mobile text, city text);
   insert into customer select g, '甲' || g, '13800001111', case when g % 4 = 0 then '杭州' else '北京' end from generate_series(1, 20) g;
   create table orders (oid int, cid int)`,
);
const BASE = '/data/metadata/authorizes';
let id = '';
let customer = '';
let orders = '';
let columns = new Map<string, string>();
let role!: { id: string };
let reader!: { id: string; token: string };

const subject = async () => (await app.admin('GET', `${BASE}/subject/role/${role.id}`)).data;
const grantsOf = async () => (await app.admin('GET', `${BASE}/page?subjectType=role&subjectId=${role.id}`)).data.data;
const save = (over: Record<string, unknown>) =>
  app.admin('POST', `${BASE}/subject`, { subjectType: 'role', subjectId: role.id, grant: [], revoke: [], ...over });
const seen = async () =>
  Object.fromEntries(
    (await app.admin('GET', `${BASE}/effective?userId=${reader.id}&tableId=${customer}`)).data.columns.map(
      (column: { name: string; shown: string; mask: string | null }) => [column.name, column.mask ?? column.shown],
    ),
  );

beforeAll(async () => {
  id = await source.register();
  const tables = await until(
    () => app.database.db.selectFrom('metadataTable').select(['id', 'tableName']).where('sourceId', '=', id).execute(),
    (rows) => rows.length === 2,
  );
  customer = tables.find((table) => table.tableName === 'customer')!.id;
  orders = tables.find((table) => table.tableName === 'orders')!.id;
  const rows = await app.database.db.selectFrom('metadataColumn').select(['id', 'columnName']).where('tableId', '=', customer).execute();
  columns = new Map(rows.map((row) => [row.columnName, row.id]));
  const classes = (await app.admin('GET', '/data/metadata/classes/list')).data as { id: string; className: string }[];
  const phones = classes.find((one) => one.className.includes('手机'))!;
  await app.admin('POST', '/data/metadata/classes/columns', { columnIds: [columns.get('mobile')], classId: phones.id, level: null });
  reader = await app.make.user({ perms: ['metadata:sqlconsole:run'], dataScope: '5' });
  role = await app.database.db.selectFrom('sysUserRole').select('roleId as id').where('userId', '=', reader.id).executeTakeFirstOrThrow();
});

test('a subject without grants covers nothing and still says whom it reaches', async () => {
  expect(await subject()).toMatchObject({ grants: 0, people: 1, tables: 0, columns: 0, sensitive: 0, places: [], parts: [] });
  expect((await subject()).members).toEqual([{ id: reader.id, name: expect.any(String) }]);
});

test('grants with a condition and a term are made, counted, changed and ended together with others', async () => {
  const endTime = new Date(Date.now() + 86_400_000).toISOString();
  const name = columns.get('name')!;
  const mobile = columns.get('mobile')!;
  const both = [name, mobile].map((objectId) => ({
    id: null,
    objectType: 'column',
    objectId,
    actions: ['query'],
    rowFilter: `city = '杭州'`,
    endTime,
  }));
  const made = await save({ change: both, grant: [{ objectType: 'table', objectId: orders, actions: ['query'] }] });
  expect(made.data).toEqual({ added: 3, changed: 0, removed: 0 });
  expect(await subject()).toMatchObject({
    grants: 3,
    tables: 2,
    columns: 4,
    sensitive: 1,
    parts: [{ id: customer, columns: 2 }],
    places: [
      { id, type: 'database', tables: 2 },
      { id: `${id}.public`, type: 'schema', tables: 2 },
    ],
  });
  expect(await seen()).toEqual({ id: 'hidden', name: 'clear', mobile: '前 3 后 4', city: 'hidden' });

  const [first] = (await grantsOf()).filter((grant: { objectId: string }) => grant.objectId === name);
  const rest = (await grantsOf()).filter((grant: { objectId: string }) => grant.objectId === mobile);
  const changed = await save({
    change: [
      { id: first.id, objectType: 'table', objectId: customer, actions: ['query', 'export', 'unmask'], rowFilter: null, endTime: null },
    ],
    end: rest.map((grant: { id: string }) => grant.id),
  });
  expect(changed.data).toEqual({ added: 0, changed: 1, removed: 1 });
  expect(await subject()).toMatchObject({ grants: 2, tables: 2, columns: 6, sensitive: 1, parts: [] });
  expect(await seen()).toEqual({ id: 'clear', name: 'clear', mobile: 'clear', city: 'clear' });
});

test('grants of others are not found, and nothing of the save is kept', async () => {
  const foreign = await app.admin('POST', BASE, {
    subjectType: 'user',
    subjectId: reader.id,
    objectType: 'table',
    objectId: customer,
    actions: ['query'],
  });
  const before = await grantsOf();
  const refused = await save({ end: [...before.map((grant: { id: string }) => grant.id), foreign.data.id] });
  expect([refused.status, refused.error]).toEqual([404, 'entity.notFound']);
  expect(await grantsOf()).toHaveLength(before.length);
});

test('an unknown subject is not found, and only holders of the permission are told', async () => {
  expect((await app.admin('GET', `${BASE}/subject/role/0`)).status).toBe(404);
  expect((await app.as(reader.token)('GET', `${BASE}/subject/role/${role.id}`)).status).toBe(403);
});

test('sharing a source gives everything but clear values, which only a grant gives', async () => {
  const user = await app.make.user({ perms: ['metadata:datacolumn:list'], dataScope: '5' });
  const mine = async () => (await app.as(user.token)('GET', `/data/metadata/tables/${customer}/grants`)).data.mine as string[];
  const share = (isShared: '0' | '1') => app.database.db.updateTable('metadataSource').set({ isShared }).where('id', '=', id).execute();
  await share('1');
  expect(await mine()).toEqual(['meta', 'preview', 'query', 'export']);
  await app.admin('POST', BASE, { subjectType: 'user', subjectId: user.id, objectType: 'database', objectId: id, actions: ['unmask'] });
  expect(await mine()).toEqual(['meta', 'preview', 'query', 'export', 'unmask']);
  await share('0');
});
