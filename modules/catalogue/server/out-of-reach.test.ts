import { beforeAll, expect, test } from 'vitest';
import { startApp, type Method, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';

/** Nothing that a stranger to a source is told may hold this: it is part of every name, comment, value and text of it. */
const CANARY = 'zqxj';
const app = startApp();
const source = testSource(
  app,
  `create table ${CANARY}_customer (${CANARY}_id int primary key, ${CANARY}_phone text);
   comment on table ${CANARY}_customer is '${CANARY}注释';
   insert into ${CANARY}_customer select g, '${CANARY}' || g from generate_series(1, 50) g;
   create table ${CANARY}_orders (oid int primary key, ${CANARY}_cid int references ${CANARY}_customer);
   create view ${CANARY}_view as select ${CANARY}_phone as ${CANARY}_p from ${CANARY}_customer`,
);

interface Operation {
  readonly method: Method;
  readonly path: string;
}
const operations: Operation[] = [];
/** ids of what belongs to the source, by what they are */
const ids: Record<string, string[]> = {};
let call!: Send;

const idsOf = async (table: string, where = '') =>
  (await app.database.pool.query<{ id: string }>(`select id from ${table} ${where} order by id limit 3`)).rows.map((row) => row.id);

beforeAll(async () => {
  const id = await source.register({ sourceName: `${CANARY}源`, remark: `${CANARY}备注` });
  await until(
    () => idsOf('metadata_lineage_unit'),
    (rows) => rows.length > 0,
  );
  const tables = await idsOf('metadata_table');
  const columns = await idsOf('metadata_column');
  const reader = await app.make.user({ perms: [] });
  const ask = async (path: string, body: unknown) => {
    const answer = await app.admin('POST', path, body);
    expect([path, answer.status, answer.msg]).toEqual([path, 200, '操作成功']);
  };
  await ask('/data/metadata/authorizes', {
    subjectType: 'user',
    subjectId: reader.id,
    objectType: 'table',
    objectId: tables[0],
    actions: ['query'],
    rowFilter: `${CANARY}_id = 1`,
  });
  await ask('/data/metadata/classes/columns', { columnIds: [columns[0]], classId: 'mobile', level: 'L4' });
  await app.admin('POST', '/data/console/sql/run', { sqlKey: 'a', sourceId: id, sqlText: `select ${CANARY}_id from ${CANARY}_customer` });
  await ask('/data/console/sql/queries', { queryName: `${CANARY}查询`, sourceId: id, sqlText: `select '${CANARY}'` });
  await source.sql(`alter table ${CANARY}_orders add column ${CANARY}_new int`);
  await synchronised(app, id);
  Object.assign(ids, {
    source: [id],
    table: tables,
    column: columns,
    unit: await idsOf('metadata_lineage_unit'),
    edge: await idsOf('metadata_lineage_edge'),
    change: await idsOf('metadata_change_record'),
    version: await idsOf('metadata_table_version'),
    run: await idsOf('metadata_sync_run'),
    grant: await idsOf('metadata_authorize'),
    query: await idsOf('metadata_saved_query'),
    history: await idsOf('metadata_sql_history'),
  });
  const { body } = await app.admin('GET', '/v3/api-docs');
  const perms = new Set<string>();
  for (const [path, methods] of Object.entries(body.paths as Record<string, Record<string, { 'x-access': string }>>)) {
    if (!/^\/data\/(metadata|console)/.test(path)) continue;
    for (const [method, operation] of Object.entries(methods)) {
      operations.push({ method: method.toUpperCase() as Method, path });
      if (operation['x-access'].startsWith('perm:')) for (const one of operation['x-access'].slice(5).split('|')) perms.add(one);
    }
  }
  const dept = await app.make.dept();
  call = app.as((await app.make.user({ perms: [...perms], dataScope: '5', deptId: dept.id })).token);
}, 120_000);

const filled = (path: string, id: string) =>
  path
    .replace(/\{(type|objectType)\}/, 'table')
    .replace('{level}', 'table')
    .replace(/\{\w+\}/g, id);

/** A body with everything that any call takes; what a call does not declare is ignored. */
const bodies = (id: string) => ({
  id,
  ids: [id],
  sourceId: id,
  sourceIds: [id],
  tableId: id,
  tableIds: [id],
  columnId: id,
  columnIds: [id],
  tables: [id],
  objectType: 'table',
  objectId: id,
  objects: [{ objectType: 'table', objectId: id }],
  subjectType: 'user',
  subjectId: '1',
  roleId: 'admin',
  actions: ['meta'],
  rowFilter: '1 = 1',
  sqlText: 'select 1',
  sql: 'select 1',
  sqlKey: 'k',
  dialect: 'postgres',
  format: 'csv',
  fileType: 'csv',
  queryName: 'q',
  classId: 'mobile',
  level: 'L1',
  version: 1,
  fromType: 'table',
  fromId: id,
  toType: 'table',
  toId: id,
  fromTableId: id,
  toTableId: id,
  from: { tableId: id, columnId: id },
  to: { tableId: id, columnId: id },
  keys: [id],
  items: [{ id, tableId: id, columnId: id }],
  text: CANARY.slice(0, 2),
  change: { cnName: '甲', description: 'd' },
  remark: 'r',
  reason: 'r',
  changeType: '1',
  fieldName: 'x',
});
const queryOf = (id: string) =>
  new URLSearchParams(
    Object.entries({
      sourceId: id,
      tableId: id,
      columnId: id,
      objectId: id,
      subjectId: '1',
      userId: '1',
      subjectType: 'user',
      objectType: 'table',
      parentId: id,
      from: id,
      to: id,
      depth: '5',
      key: id,
      at: 'root',
      view: 'source',
      by: 'schema',
      q: CANARY,
      text: CANARY,
      keyword: CANARY,
      fromVersion: '1',
      toVersion: '2',
      direction: 'both',
    }),
  ).toString();

test('no call tells an account without reach anything of a source, whatever ids it is given', async () => {
  expect(operations.length).toBeGreaterThan(120);
  const told: string[] = [];
  const seen = new Map<number, number>();
  for (const { method, path } of operations) {
    if (path.endsWith('/test') || path.includes('connect')) continue;
    const wished = path.includes('{') ? Object.values(ids).flat() : [ids['source']![0]!, ids['table']![0]!, ids['column']![0]!];
    for (const id of wished) {
      const where = filled(path, id);
      const answers =
        method === 'GET'
          ? [await call('GET', where), await call('GET', `${where}?${queryOf(id)}`)]
          : [await call(method, where, method === 'DELETE' ? undefined : bodies(id))];
      for (const answer of answers) {
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        if (answer.status >= 500) told.push(`${method} ${where}: ${answer.status} ${answer.raw.toString().slice(0, 200)}`);
        if (answer.raw.toString().includes(CANARY)) told.push(`${method} ${where}: ${answer.raw.toString().slice(0, 300)}`);
      }
    }
  }
  expect(told).toEqual([]);
  expect(seen.get(200)).toBeGreaterThan(30);
  expect(seen.get(404)).toBeGreaterThan(100);
}, 240_000);

test('the same calls tell who may know: the walk looks where there is something to see', async () => {
  const telling = new Set<string>();
  for (const { method, path } of operations) {
    if (method !== 'GET') continue;
    for (const id of path.includes('{') ? Object.values(ids).flat() : [ids['source']![0]!]) {
      const where = filled(path, id);
      for (const answer of [await app.admin('GET', where), await app.admin('GET', `${where}?${queryOf(id)}`)])
        if (answer.raw.toString().includes(CANARY)) telling.add(path);
    }
  }
  expect(telling.size).toBeGreaterThan(35);
}, 240_000);

test('and nothing of it was changed meanwhile', async () => {
  const counts = await app.database.pool.query(
    `select (select count(*)::int from metadata_authorize where deleted_at is null) grants, (select count(*)::int from metadata_table where deleted_at is null) tables,
      (select count(*)::int from metadata_source where deleted_at is null and source_name like '${CANARY}%') sources,
      (select count(*)::int from metadata_saved_query where query_name like '${CANARY}%') saved,
      (select count(*)::int from metadata_table where cn_name is not null or description is not null) described`,
  );
  expect(counts.rows[0]).toMatchObject({ grants: 1, sources: 1, saved: 1, described: 0 });
});
