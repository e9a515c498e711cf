import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table big (id int primary key, idcard text, note text); insert into big select g, '33010619900101' || lpad(g::text, 4, '0'), 'n' from generate_series(1, 9) g;
   create table pool (id int primary key, idcard text, remark text); insert into pool select * from big;
   create table a (id int, secret text); create table b (id int, plain text);
   create table cols (id int, idcard text, note text, phone varchar(20));
   create table measured (id int, idcard text, note text); insert into measured select * from big`,
);
let id = '';
let reader!: Awaited<ReturnType<typeof app.make.user>>;
let holder!: Awaited<ReturnType<typeof app.make.user>>;
const tableOf = async (name: string) =>
  app.database.db
    .selectFrom('metadataTable')
    .selectAll()
    .where('sourceId', '=', id)
    .where('tableName', '=', name)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
const columnsOf = async (name: string) => {
  const table = await tableOf(name);
  const rows = await app.database.db
    .selectFrom('metadataColumn')
    .select(['id', 'columnName', 'level', 'classId', 'levelBy', 'description'])
    .where('tableId', '=', table?.id ?? '')
    .where('deletedAt', 'is', null)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.columnName, row]));
};
const sync = async () => {
  await source.sql(`grant select on all tables in schema public to ${source.reader}`);
  return synchronised(app, id);
};
let asked = 0;
const run = async (token: string, sqlText: string) =>
  (await app.as(token)('POST', '/data/console/sql/run', { sqlKey: `k${++asked}`, sourceId: id, sqlText })) as {
    status: number;
    error: string | null;
    data: [{ dataList: Record<string, unknown>[] }];
  };
const seal = async (table: string, column: string) => {
  const { id: columnId } = (await columnsOf(table))[column]!;
  const body = { columnIds: [columnId], classId: 'id_card', level: null };
  expect((await app.admin('POST', '/data/metadata/classes/columns', body)).status).toBe(200);
  return columnId;
};
const guesses = async () => (await app.admin('GET', `/data/metadata/renameGuesses/page?sourceId=${id}&state=open`)).data.data;

beforeAll(async () => {
  id = await source.register();
  reader = await app.make.user({ perms: ['metadata:sqlconsole:run'] });
  holder = await app.make.user({ perms: ['metadata:sqlconsole:run'] });
  const grant = async (body: Record<string, unknown>) =>
    expect((await app.admin('POST', '/data/metadata/authorizes', { subjectType: 'user', ...body })).status).toBe(200);
  await grant({ subjectId: reader.id, objectType: 'schema', objectId: `${id}.public`, actions: ['meta', 'query'] });
  for (const name of ['big', 'pool'])
    await grant({ subjectId: holder.id, objectType: 'table', objectId: (await tableOf(name))!.id, actions: ['meta', 'query', 'unmask'] });
});

test('a table that was renamed is the same table: words, levels, masks and grants hold', async () => {
  const columnId = await seal('big', 'idcard');
  const before = (await tableOf('big'))!;
  await app.database.db.updateTable('metadataTable').set({ description: '大表', ownerId: reader.id }).where('id', '=', before.id).execute();
  await source.sql('alter table big rename to big_r');
  await sync();
  const after = (await tableOf('big_r'))!;
  expect(after).toMatchObject({ id: before.id, description: '大表', ownerId: reader.id });
  expect(await tableOf('big')).toBeUndefined();
  expect((await columnsOf('big_r'))['idcard']).toMatchObject({ id: columnId, level: 'L4', classId: 'id_card', levelBy: 'manual' });
  expect(JSON.stringify((await run(reader.token, 'select idcard from big_r')).data)).not.toContain('19900101');
  expect(JSON.stringify((await run(holder.token, 'select idcard from big_r')).data)).toContain('19900101');
  const changes = (await app.admin('GET', `/data/metadata/changeRecords/page?tableId=${after.id}`)).data.data;
  expect(changes[0]).toMatchObject({ changeKind: 'renamed', fieldOldValue: 'public.big', fieldNewValue: 'public.big_r' });
  expect(await guesses()).toEqual([]);
});

test('a column that was renamed is the same column, also when names go round', async () => {
  const before = await columnsOf('big_r');
  await source.sql(
    `alter table big_r rename column idcard to tmp; alter table big_r rename column note to idcard; alter table big_r rename column tmp to note`,
  );
  await sync();
  const after = await columnsOf('big_r');
  expect(after['note']).toMatchObject({ id: before['idcard']!.id, level: 'L4' });
  expect(after['idcard']).toMatchObject({ id: before['note']!.id, level: null });
});

test('tables that change names with each other keep what is theirs', async () => {
  await seal('a', 'secret');
  const [a, b] = [(await tableOf('a'))!, (await tableOf('b'))!];
  await source.sql('alter table a rename to c; alter table b rename to a; alter table c rename to b');
  await sync();
  expect((await tableOf('b'))!.id).toBe(a.id);
  expect((await tableOf('a'))!.id).toBe(b.id);
  expect((await columnsOf('b'))['secret']).toMatchObject({ level: 'L4' });
});

test('a table made anew under another name is a guess: as strict as the old one, whose grants do not hold; confirmed it is the old one', async () => {
  await seal('pool', 'idcard');
  const before = (await tableOf('pool'))!;
  await source.sql('create table pool_new (like pool including all); insert into pool_new select * from pool; drop table pool');
  await sync();
  expect((await columnsOf('pool_new'))['idcard']).toMatchObject({ level: 'L4', classId: 'id_card', levelBy: 'renamed' });
  expect(JSON.stringify((await run(reader.token, 'select idcard from pool_new')).data)).not.toContain('19900101');
  expect((await run(holder.token, 'select idcard from pool_new')).error).toBe('gate.refused');
  const [guess] = await guesses();
  expect(guess).toMatchObject({ oldName: 'public.pool', newName: 'public.pool_new', canDecide: true });
  // what people attach to the new table meanwhile is not lost
  const newTable = (await tableOf('pool_new'))!;
  const newColumn = (await columnsOf('pool_new'))['idcard']!;
  const tag = (await app.admin('POST', '/data/metadata/tags', { tagName: '人口', status: '1' })).data.id as string;
  for (const [kind, objectId] of [
    ['tables', newTable.id],
    ['columns', newColumn.id],
  ])
    expect((await app.admin('POST', `/data/metadata/${kind}/batch`, { ids: [objectId], set: { addTagIds: [tag] } })).status).toBe(200);
  expect((await app.admin('POST', '/data/metadata/follows', { objectType: 'table', objectId: newTable.id })).status).toBe(200);
  const options = { tableId: newTable.id, columnIds: [newColumn.id], actions: ['unmask'], purpose: '核对' };
  const asked = await app.as(reader.token)('POST', '/data/metadata/authorizes/requests', options);
  expect(asked.status, asked.msg).toBe(200);
  const path = `/data/metadata/renameGuesses/${guess.id}/decide`;
  expect((await app.as(reader.token)('POST', path, { decision: 'confirm' })).status).toBe(403);
  expect((await app.admin('POST', path, { decision: 'confirm' })).status).toBe(200);
  expect((await app.admin('POST', path, { decision: 'reject' })).status).toBe(422);
  expect((await tableOf('pool_new'))!.id).toBe(before.id);
  expect(JSON.stringify((await run(holder.token, 'select idcard from pool_new')).data)).toContain('19900101');
  const adopted = (await columnsOf('pool_new'))['idcard']!;
  expect(adopted).toMatchObject({ level: 'L4', levelBy: 'manual' });
  expect((await app.admin('GET', `/data/metadata/tables/${before.id}`)).data.tags).toMatchObject([{ tagName: '人口' }]);
  expect((await app.admin('GET', `/data/metadata/columns/${adopted.id}`)).data.tags).toMatchObject([{ tagName: '人口' }]);
  expect(JSON.stringify((await app.admin('GET', '/data/metadata/follows/mine')).data)).toContain(before.id);
  const { rows: requests } = await sql<{
    tableId: string;
    columnIds: string[];
  }>`select table_id, column_ids from metadata_access_request`.execute(app.database.db);
  expect(requests).toEqual([{ tableId: before.id, columnIds: [adopted.id] }]);
  await sync();
  expect((await tableOf('pool_new'))!.id).toBe(before.id);
});

test('a guess that is rejected gives back what it had lent', async () => {
  await source.sql('create table other (like pool_new including all); drop table pool_new');
  await sync();
  expect((await columnsOf('other'))['idcard']).toMatchObject({ level: 'L4', levelBy: 'renamed' });
  const [guess] = await guesses();
  expect(
    (await app.admin('POST', `/data/metadata/renameGuesses/${guess.id}/decide`, { decision: 'reject', note: '另一张表' })).status,
  ).toBe(200);
  expect((await columnsOf('other'))['idcard']).toMatchObject({ level: null, levelBy: null });
  // who decided, when and why stays, and nobody is asked again
  await sync();
  expect(await guesses()).toEqual([]);
  const kept = (await app.admin('GET', `/data/metadata/renameGuesses/page?sourceId=${id}&state=rejected`)).data.data;
  expect(kept).toMatchObject([
    { id: guess.id, state: 'rejected', note: '另一张表', decidedByName: expect.any(String) as string, canDecide: false },
  ]);
  expect(kept[0].decidedTime).not.toBeNull();
});

test('a new column of the type of a sensitive one that vanished with the same run is as strict until somebody decides', async () => {
  const old = await seal('cols', 'idcard');
  await source.sql(
    'alter table cols drop column idcard, drop column note; alter table cols add column papers text, add column remark text, add column n int',
  );
  await sync();
  const now = await columnsOf('cols');
  expect(now['papers']).toMatchObject({ level: 'L4', levelBy: 'renamed' });
  expect(now['remark']).toMatchObject({ level: 'L4', levelBy: 'renamed' });
  expect(now['n']).toMatchObject({ level: null });
  const open = await guesses();
  const of = (name: string) => open.find((guess: { newName: string }) => guess.newName === `public.cols.${name}`);
  await app.admin('POST', `/data/metadata/renameGuesses/${of('papers').id}/decide`, { decision: 'confirm' });
  expect((await columnsOf('cols'))['papers']).toMatchObject({ id: old, level: 'L4', levelBy: 'manual' });
  // the other guess about the same column is settled, and what it had lent with it
  expect(await guesses()).toEqual([]);
});

test('a table that became partitioned, its old self being a partition now, is the same table', async () => {
  const columnId = await seal('measured', 'idcard');
  const before = (await tableOf('measured'))!;
  await app.database.db.updateTable('metadataTable').set({ description: '计量' }).where('id', '=', before.id).execute();
  await source.sql(`alter table measured rename to measured_1;
    create table measured (id int, idcard text, note text) partition by range (id);
    alter table measured attach partition measured_1 for values from (0) to (100)`);
  await sync();
  expect(await tableOf('measured')).toMatchObject({ id: before.id, description: '计量', tableKind: 'partitioned' });
  expect((await columnsOf('measured'))['idcard']).toMatchObject({ id: columnId, level: 'L4' });
  for (const name of ['measured', 'measured_1'])
    expect(JSON.stringify((await run(reader.token, `select idcard from ${name}`)).data)).not.toContain('19900101');
});

describe.runIf(hasMariadb)('MariaDB, which has no numbers of objects', () => {
  const mariadb = startMariadb(`
    create table person (id int primary key, idcard varchar(18), note text); insert into person values (1, '330106199001011234', 'n');
    create table twice (id int primary key, idcard varchar(18)); insert into twice values (1, '330106199001011234');
    create table parted (id int primary key, idcard varchar(18)); insert into parted values (1, '330106199001011234')`);
  let own = '';
  const at = async (name: string) => {
    const table = await app.database.db
      .selectFrom('metadataTable')
      .select(['id', 'tableKind', 'description', 'ownerId'])
      .where('sourceId', '=', own)
      .where('tableName', '=', name)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    const columns = await app.database.db
      .selectFrom('metadataColumn')
      .select(['id', 'columnName', 'level', 'levelBy'])
      .where('tableId', '=', table?.id ?? '')
      .where('deletedAt', 'is', null)
      .execute();
    return { ...table, columns: Object.fromEntries(columns.map((column) => [column.columnName, column])) };
  };
  const look = async (name: string) =>
    JSON.stringify(
      (
        await app.as(reader.token)('POST', '/data/console/sql/run', {
          sqlKey: `m${++asked}`,
          sourceId: own,
          sqlText: `select idcard from ${name}`,
        })
      ).data,
    );

  beforeAll(async () => {
    const { host, port, database: dbName } = mariadb;
    const dbSchema = { host, port, dbName, ...mariadb.owner, sid: null, sslMode: 'disable' };
    const made = await app.admin('POST', '/data/metadata/sources', {
      sourceName: '人口库',
      dbType: '2',
      status: '1',
      remark: null,
      schemas: [],
      dbSchema,
    });
    expect(made.status, made.msg).toBe(200);
    own = made.data.id;
    await synchronised(app, own);
    const grant = {
      subjectType: 'user',
      subjectId: reader.id,
      objectType: 'schema',
      objectId: `${own}.${dbName}`,
      actions: ['meta', 'query'],
    };
    expect((await app.admin('POST', '/data/metadata/authorizes', grant)).status).toBe(200);
    for (const name of ['person', 'twice', 'parted']) {
      const { id: tableId, columns } = await at(name);
      await app.database.db
        .updateTable('metadataTable')
        .set({ description: `说明 ${name}`, ownerId: reader.id })
        .where('id', '=', tableId!)
        .execute();
      const body = { columnIds: [columns['idcard']!.id], classId: 'id_card', level: null };
      expect((await app.admin('POST', '/data/metadata/classes/columns', body)).status).toBe(200);
    }
  }, 120_000);

  test('a renamed table is a guess that is strict meanwhile; confirmed it has its words and level again', async () => {
    const before = await at('person');
    await mariadb.sql('rename table person to people');
    await synchronised(app, own);
    const meanwhile = await at('people');
    expect(meanwhile).toMatchObject({ description: null, columns: { idcard: { level: 'L4', levelBy: 'renamed' } } });
    expect(await look('people')).not.toContain('19900101');
    const [guess] = (await app.admin('GET', `/data/metadata/renameGuesses/page?sourceId=${own}&state=open`)).data.data;
    expect(guess).toMatchObject({ oldName: `${mariadb.database}.person`, newName: `${mariadb.database}.people` });
    expect((await app.admin('POST', `/data/metadata/renameGuesses/${guess.id}/decide`, { decision: 'confirm' })).status).toBe(200);
    expect(await at('people')).toMatchObject({ id: before.id, description: '说明 person', ownerId: reader.id });
    expect(await look('people')).not.toContain('19900101');
    expect((await at('people')).columns['idcard']).toMatchObject({ id: before.columns['idcard']!.id, level: 'L4', levelBy: 'manual' });
  }, 60_000);

  test('a table made anew under its name, and one that was partitioned, keep everything', async () => {
    const before = { twice: await at('twice'), parted: await at('parted') };
    await mariadb.sql(`create table copy_of like twice; insert into copy_of select * from twice; drop table twice; rename table copy_of to twice;
      alter table parted partition by range (id) (partition p1 values less than (10), partition p2 values less than maxvalue)`);
    await synchronised(app, own);
    for (const name of ['twice', 'parted'] as const) {
      expect(await at(name)).toMatchObject({
        id: before[name].id,
        description: `说明 ${name}`,
        columns: { idcard: { level: 'L4', levelBy: 'manual' } },
      });
      expect(await look(name)).not.toContain('19900101');
    }
    expect((await at('parted')).tableKind).toBe('partitioned');
    expect(await look('parted partition (p1)')).not.toContain('19900101');
  }, 60_000);
});
