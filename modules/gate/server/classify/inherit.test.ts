import { beforeAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { lineageTaken, synchronised, testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create schema ods; create schema dwd;
   create table big (id int primary key, idcard text, mobile text, salary numeric(10,2), note text);
   insert into big select g, '33010619900101' || lpad(g::text, 4, '0'), '138' || lpad(g::text, 8, '0'), g * 10, 'n' from generate_series(1, 30) g;
   create view early as select id, mobile as phone from big`,
);
const CLASSES = '/data/metadata/classes';
let id = '';
interface Level {
  name: string;
  level: string | null;
  classId: string | null;
  levelBy: string | null;
}
const levels = async (table: string): Promise<Record<string, Level>> => {
  const rows = await app.database.db
    .selectFrom('metadataColumn as c')
    .innerJoin('metadataTable as t', 't.id', 'c.tableId')
    .select(['c.columnName as name', 'c.level', 'c.classId', 'c.levelBy'])
    .where('t.sourceId', '=', id)
    .where('t.tableName', '=', table)
    .where('t.deletedAt', 'is', null)
    .where('c.deletedAt', 'is', null)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.name, row]));
};
const columnId = async (table: string, column: string): Promise<string> => {
  const row = await app.database.db
    .selectFrom('metadataColumn as c')
    .innerJoin('metadataTable as t', 't.id', 'c.tableId')
    .select('c.id')
    .where('t.sourceId', '=', id)
    .where('t.tableName', '=', table)
    .where('t.deletedAt', 'is', null)
    .where('c.columnName', '=', column)
    .where('c.deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return row.id;
};
const decideIn = async (schema: string, table: string, column: string, body: Record<string, unknown>) => {
  const row = await app.database.db
    .selectFrom('metadataColumn as c')
    .innerJoin('metadataTable as t', 't.id', 'c.tableId')
    .select('c.id')
    .where('t.sourceId', '=', id)
    .where('t.schemaName', '=', schema)
    .where('t.tableName', '=', table)
    .where('c.columnName', '=', column)
    .where('c.deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  const answer = await app.admin('POST', `${CLASSES}/columns`, { columnIds: [row.id], classId: null, level: null, ...body });
  expect(answer.status, JSON.stringify(answer)).toBe(200);
};
const decide = async (table: string, column: string, body: Record<string, unknown>) =>
  app.admin('POST', `${CLASSES}/columns`, { columnIds: [await columnId(table, column)], classId: null, level: null, ...body });
/** Synchronises and waits for the lineage, also of a run that was held up. */
const sync = async () => {
  await open();
  await synchronised(app, id);
  expect((await app.admin('POST', `/data/metadata/lineage/refresh/${id}`)).status).toBe(200);
  await lineageTaken(app);
};
/** What somebody with a grant on everything but clear text reads. */
let reader!: Awaited<ReturnType<typeof app.make.user>>;
let asked = 0;
const read = async (sqlText: string): Promise<Record<string, unknown>[]> => {
  const answer = await app.as(reader.token)('POST', '/data/console/sql/run', { sqlKey: `k${++asked}`, sourceId: id, sqlText });
  expect(answer.status, JSON.stringify(answer.error ?? answer.data)).toBe(200);
  return answer.data[0].dataList;
};

beforeAll(async () => {
  id = await source.register();
  reader = await app.make.user({ perms: ['metadata:sqlconsole:run', 'metadata:datacolumn:list'] });
  await app.admin('POST', '/data/metadata/authorizes', {
    subjectType: 'user',
    subjectId: reader.id,
    objectType: 'database',
    objectId: id,
    actions: ['meta', 'preview', 'query'],
  });
  await lineageTaken(app);
});

test('a level set on a column holds at once for the views that show it', async () => {
  expect((await decide('big', 'idcard', { classId: 'id_card' })).status).toBe(200);
  expect((await decide('big', 'mobile', { classId: 'mobile' })).status).toBe(200);
  expect((await decide('big', 'salary', { classId: 'salary' })).status).toBe(200);
  expect((await levels('early'))['phone']).toMatchObject({ level: 'L3', classId: 'mobile', levelBy: 'inherited' });
  expect((await levels('early'))['id']).toMatchObject({ level: null });
  expect(JSON.stringify(await read('select phone from early'))).not.toContain('13800000001');
});

/** Imports a text; on a busy machine the parser may have had no time for it. */
const take = (text: { name: string; sql: string }) =>
  until(
    () => app.admin('POST', '/data/metadata/lineage/import/text', { sourceId: id, ...text }),
    ({ data }) => data.edges > 0,
  );
/** A job of another node that goes on for a while: no run of the lineage on this node begins meanwhile. */
const withoutLineage = async (work: () => Promise<void>) => {
  const { db } = app.database;
  const row = { id: `other${Math.random()}`, kind: 'metadata.lineage', subject: id, payload: '{}', createBy: 'system' };
  const leaseUntil = new Date(Date.now() + 3_600_000);
  await db
    .insertInto('kitJob')
    .values({ ...row, state: 'running', owner: 'elsewhere', leaseUntil })
    .execute();
  try {
    await work();
  } finally {
    await db.updateTable('kitJob').set({ state: 'done', endTime: new Date() }).where('id', '=', row.id).execute();
  }
};
const open = async () => {
  await source.sql(`grant usage on schema ods, dwd to ${source.reader};
    grant select on all tables in schema public, ods, dwd to ${source.reader}`);
};

test('a new view over a masked column is strict before and after its lineage is taken', async () => {
  await source.sql(`create view v as select id, idcard from big;
    create view derived as select id, substr(mobile, 1, 8) as head, salary * 1.42 as cost, 7 as seven from big;
    create view sums as select count(mobile) as phones, avg(salary) as pay, count(*) as rows from big`);
  await open();
  await withoutLineage(async () => {
    await synchronised(app, id);
    expect((await levels('v'))['idcard']).toMatchObject({ level: 'L4', classId: null, levelBy: 'pending' });
    expect(JSON.stringify(await read('select idcard from v'))).not.toContain('330106');
    expect((await read('select seven from derived'))[0]).not.toEqual({ seven: 7 });
  });
  await sync();
  expect((await levels('v'))['idcard']).toMatchObject({ level: 'L4', classId: 'id_card', levelBy: 'inherited' });
  expect((await levels('v'))['id']).toMatchObject({ level: null, levelBy: null });
  const derived = await levels('derived');
  expect(derived['head']).toMatchObject({ level: 'L3', classId: 'mobile', levelBy: 'inherited' });
  expect(derived['cost']).toMatchObject({ level: 'L4', classId: 'salary', levelBy: 'inherited' });
  expect(derived['seven']).toMatchObject({ level: null, levelBy: null });
  expect((await read('select seven from derived'))[0]).toEqual({ seven: 7 });
  const sums = await levels('sums');
  expect(sums['phones']).toMatchObject({ level: null });
  expect(sums['rows']).toMatchObject({ level: null });
  expect(sums['pay']).toMatchObject({ level: 'L4', levelBy: 'inherited' });
});

test('a value that was computed from a masked one is hidden whole, whatever the mask of its class leaves', async () => {
  const [row] = await read('select head from derived where id is not null limit 1');
  expect(row).toEqual({ head: '***' });
});

test('chains follow at once, up and down; a text that writes a table carries too', async () => {
  await source.sql(`create table ods.person (id int, name text); create table dwd.person (id int, name text);
    create view public.dws_person as select name as who from dwd.person; create view public.ads_person as select upper(who) as boss from dws_person`);
  await open();
  await synchronised(app, id);
  const text = { name: 'load.sql', sql: 'insert into dwd.person (id, name) select id, name from ods.person' };
  await take(text);
  await sync();
  await decideIn('ods', 'person', 'name', { classId: 'person_name' });
  expect((await levels('ads_person'))['boss']).toMatchObject({ level: 'L3', classId: 'person_name', levelBy: 'inherited' });
  await decideIn('ods', 'person', 'name', { level: 'L4' });
  expect((await levels('dws_person'))['who']).toMatchObject({ level: 'L4', classId: null });
  await decideIn('ods', 'person', 'name', { level: 'L1' });
  expect((await levels('ads_person'))['boss']).toMatchObject({ level: null, levelBy: null });
  await decideIn('ods', 'person', 'name', { classId: 'person_name' });
});

test('a level below the inherited one needs a reason, stays, shows in the history and lets what follows go', async () => {
  const refused = await decide('dws_person', 'who', { level: 'L2' });
  expect(refused.error).toBe('input.invalid');
  expect(refused.data[0].path).toBe('levelReason');
  const column = await columnId('dws_person', 'who');
  expect((await decide('dws_person', 'who', { level: 'L2', levelReason: '公开任命名单' })).status).toBe(200);
  expect((await levels('dws_person'))['who']).toMatchObject({ level: 'L2', levelBy: 'manual' });
  expect((await levels('ads_person'))['boss']).toMatchObject({ level: null });
  const shown = (await app.admin('GET', `/data/metadata/columns/${column}`)).data;
  expect(shown).toMatchObject({ inheritedLevel: 'L3', inheritedFromName: 'dwd.person.name', levelReason: '公开任命名单' });
  expect(shown.levelHistory[0]).toMatchObject({ oldLevel: 'L3', newLevel: 'L2', reason: '公开任命名单', createByName: expect.any(String) });
  expect(shown.levelHistory[1]).toMatchObject({ newLevel: 'L3', levelBy: 'inherited', reason: null });
  // by hand stays by hand
  await decideIn('ods', 'person', 'name', { level: 'L4' });
  expect((await levels('dws_person'))['who']).toMatchObject({ level: 'L2', levelBy: 'manual' });
  // taking the decision away brings back what is inherited
  expect((await decide('dws_person', 'who', {})).status).toBe(200);
  expect((await levels('ads_person'))['boss']).toMatchObject({ level: 'L4', levelBy: 'inherited' });
  const table = (await app.admin('GET', `/data/metadata/tables/${shown.tableId}`)).data;
  expect(table.columns[0]).toMatchObject({ levelBy: 'inherited', inheritedFromName: 'dwd.person.name' });
});

test('an edge that goes does not lower a level; a view that says something else is judged anew', async () => {
  await source.sql(`create or replace view v as select id, note as idcard from big`);
  await sync();
  expect((await levels('v'))['idcard']).toMatchObject({ level: 'L4', classId: 'id_card', levelBy: 'inherited' });
  await source.sql(`create view calm as select id, note as remark from big`);
  await sync();
  expect((await decide('calm', 'remark', { level: 'L1' })).status).toBe(200);
  await source.sql(`create or replace view calm as select id, idcard as remark from big`);
  await withoutLineage(async () => {
    await synchronised(app, id);
    expect(JSON.stringify(await read('select remark from calm'))).not.toContain('330106');
  });
  await sync();
  expect((await levels('calm'))['remark']).toMatchObject({ level: 'L4', classId: 'id_card', levelBy: 'inherited' });
});

test('who may not see where a level comes from is not told its name', async () => {
  const user = await app.make.user({ perms: ['metadata:datacolumn:list', 'metadata:datacolumn:detail'] });
  const shown = (await app.admin('GET', `/data/metadata/columns/${await columnId('v', 'idcard')}`)).data;
  const grant = { subjectType: 'user', subjectId: user.id, objectType: 'table', objectId: shown.tableId, actions: ['meta'] };
  expect((await app.admin('POST', '/data/metadata/authorizes', grant)).status).toBe(200);
  const seen = (await app.as(user.token)('GET', `/data/metadata/columns/${shown.id}`)).data;
  expect(shown.inheritedFromName).toBe('public.big.idcard');
  expect(seen).toMatchObject({ inheritedLevel: 'L4', inheritedFromName: null });
});

test('a table that a text had long named is strict until that text is read again', async () => {
  const text = { name: 'later.sql', sql: 'insert into public.later (card) select idcard from public.big' };
  await take(text);
  await lineageTaken(app);
  await source.sql(`create table later (card text); insert into later select idcard from big`);
  await open();
  await withoutLineage(async () => {
    await synchronised(app, id);
    expect(JSON.stringify(await read('select card from later'))).not.toContain('330106');
  });
  await sync();
  expect((await levels('later'))['card']).toMatchObject({ level: 'L4', classId: 'id_card', levelBy: 'inherited' });
});
