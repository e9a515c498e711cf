import { beforeAll, expect, test } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(app, 'create table customer (id int primary key, name text); create table orders (id int primary key);');
let id: string;
beforeAll(async () => {
  id = await source.register();
});

const figure = async (path: string, call: Send = app.admin): Promise<{ value: string; note: string }> =>
  (await call('GET', '/system/home')).data.areas.find((area: { path: string }) => area.path === path);

test('own queries are those that a person asked in the console, not what charts and extracts read for the account', async () => {
  const me = (await app.admin('GET', '/system/users/route')).data.user;
  const entry = (purpose: string, n: number) => ({
    id: `${purpose}${n}`,
    purpose,
    userId: me.id,
    username: me.username,
    sourceId: id,
    sourceName: 's',
    kind: 'read' as const,
    sqlText: 'select 1',
    timeMs: 1,
    outcome: 'success' as const,
    createTime: app.clock.now,
  });
  await app.database.db
    .insertInto('metadataSqlHistory')
    .values([entry('chart', 1), entry('chart', 2), entry('extract', 1)])
    .execute();
  expect((await figure('/metadata/sqlconsole')).value).toBe('0');
  expect((await app.admin('POST', '/data/console/sql/run', { sqlKey: 'k', sourceId: id, sqlText: 'select id from orders' })).status).toBe(
    200,
  );
  expect((await figure('/metadata/sqlconsole')).value).toBe('1');
});

test('tables are counted as the list shows them, also for who was granted one of them', async () => {
  const user = await app.make.user({ perms: ['metadata:datacolumn:list'], dataScope: '5' });
  const table = await app.database.db
    .selectFrom('metadataTable')
    .select('id')
    .where('sourceId', '=', id)
    .where('tableName', '=', 'customer')
    .executeTakeFirstOrThrow();
  await app.admin('POST', '/data/metadata/authorizes', {
    subjectType: 'user',
    subjectId: user.id,
    objectType: 'table',
    objectId: table.id,
    actions: ['meta'],
  });
  const call = app.as(user.token);
  const { total } = (await call('GET', '/data/metadata/tables/page')).data;
  expect([total, (await figure('/metadata/datacolumn', call)).value]).toEqual([1, '1']);
  const all = (await app.admin('GET', '/data/metadata/tables/page')).data.total;
  expect((await figure('/metadata/datacolumn')).value).toBe(String(all));
});
