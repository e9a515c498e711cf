import { beforeAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { saveFigures } from './day.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id int primary key, name text); comment on table customer is '客户';
   create table orders (id int primary key);`,
);
let id: string;
beforeAll(async () => {
  id = await source.register();
});

const overview = async (send = app.admin) => (await send('GET', '/data/metadata/overview')).data;

test('counts what is described, and lists what nobody answers for', async () => {
  const data = await overview();
  expect(data.coverage).toMatchObject({ tables: 2, described: 1, owned: 0, inDomain: 0, columns: 3 });
  expect(data).toMatchObject({ sourceCount: 1, failedCount: 0, freshness: { day: 1, week: 0, older: 0, never: 0 } });
  expect(data.unowned.map((row: { tableName: string }) => row.tableName).sort()).toEqual(['customer', 'orders']);
  expect(data.hot).toEqual([]);
  expect(data.changesByDay).toHaveLength(30);
});

test('the figures of a day are kept once, and make the trend', async () => {
  const { db, now } = { db: app.node.app.db, now: app.clock.now };
  await saveFigures(db, new Date(now.getTime() - 86_400_000));
  await source.sql(`create table third (id int); grant select on third to ${source.reader}`);
  await synchronised(app, id);
  expect((await overview()).coverage.tables).toBe(3);
  await saveFigures(db, now);
  await saveFigures(db, now);
  const { trend } = await overview();
  expect(trend.map((one: { tables: number }) => one.tables)).toEqual([2, 3]);
});

test('a change at the source appears with its day', async () => {
  await source.sql(`comment on table orders is '订单'`);
  await synchronised(app, id);
  const data = await overview();
  expect(data.changes.map((one: { newValue: string | null }) => one.newValue)).toContain('订单');
  expect(data.unconfirmed).toBeGreaterThan(0);
  expect(data.changesByDay.at(-1).changed).toBeGreaterThan(0);
});

test('what is open is told with who answers for it, and leads to the same rows', async () => {
  const work = async (kind: string) => (await overview()).work.find((one: { kind: string }) => one.kind === kind);
  const tables = async (filter: string) => (await app.admin('GET', `/data/metadata/tables/page?${filter}`)).data.total;
  expect(await work('unowned')).toMatchObject({ total: 3, owners: 0, ownerName: null });
  expect((await work('change')).total).toBe((await overview()).unconfirmed);
  const owner = await app.make.user({ perms: [] });
  const { db } = app.node.app;
  await db.updateTable('metadataSource').set({ ownerId: owner.id }).where('id', '=', id).execute();
  expect(await work('change')).toMatchObject({ owners: 1, ownerName: expect.any(String) });
  await db.updateTable('metadataTable').set({ ownerId: owner.id, heat: 4 }).where('tableName', '=', 'customer').execute();
  const { coverage } = await overview();
  expect(coverage).toMatchObject({ reads: 4, unread: 2 });
  expect((await work('unowned')).total).toBe(await tables('hasOwner=0'));
  expect(coverage.unread).toBe(await tables('hasReads=0'));
  expect(coverage.described).toBe(await tables('hasDescription=1'));
  expect(coverage.inDomain).toBe(await tables('hasDomain=1'));
});

test('hits to judge are those of the list of hits, for who has it', async () => {
  const { db } = app.node.app;
  const [column] = await db.selectFrom('metadataColumn').select('id').where('sourceId', '=', id).orderBy('id').limit(1).execute();
  const [found] = await db.selectFrom('metadataClass').select('id').orderBy('id').limit(1).execute();
  await db
    .insertInto('metadataClassHit')
    .values({ id: 'hit1', columnId: column!.id, classId: found!.id, sourceId: id, reason: '字段名' })
    .execute();
  const listed = (await app.admin('GET', '/data/metadata/classes/hits/page?state=proposed')).data.total;
  expect(listed).toBe(1);
  const proposals = async (send = app.admin) => (await overview(send)).proposals;
  expect(await proposals()).toBe(listed);
  const reader = app.as((await app.make.user({ perms: ['metadata:datasearch:list'], dataScope: '1' })).token);
  expect(await proposals(reader)).toBe(0);
});

test('an account sees the figures of its own reach only', async () => {
  const outsider = app.as((await app.make.user({ perms: ['metadata:datasearch:list'], dataScope: '5' })).token);
  const data = await overview(outsider);
  expect(data).toMatchObject({ sourceCount: 0, sources: [], changes: [], hot: [], unowned: [], unconfirmed: 0 });
  expect(data.coverage.tables).toBe(0);
  expect(data.trend.every((one: { tables: number }) => one.tables === 0)).toBe(true);
  expect((await app.as((await app.make.user({ perms: [] })).token)('GET', '/data/metadata/overview')).status).toBe(403);
});
