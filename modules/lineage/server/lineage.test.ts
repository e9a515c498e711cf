import { beforeAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { until } from '#kit/test/until.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { impactCount } from './impact.ts';

const app = startApp();
const source = testSource(
  app,
  `create schema ods; create schema dws;
   create table ods.orders (id int primary key, "CustName" text, amount numeric(12,2), city text);
   create table ods.city (code text primary key, name text);
   create table dws.order_day (city_name text, total numeric(18,2), orders bigint);
   create table ods.deals (region text, money numeric);
   create table public.audit (note text, total numeric);
   create table dws.late (a int);
   create view dws.v_base as select o.id, o."CustName", o.amount, c.name as city_name from ods.orders o join ods.city c on c.code = o.city where o.amount > 0;
   create view dws.v_top as select city_name, sum(amount) as total from dws.v_base group by city_name;
   create procedure dws.fill() language plpgsql as $$ begin
     insert into dws.order_day (city_name, total, orders) select city_name, sum(amount), count(*) from dws.v_base group by city_name;
   end $$;`,
);
let id = '';
const tables = new Map<string, string>();
const base = '/data/metadata/lineage';
const LIST = 'metadata:datablood:list';

interface Graph {
  focus: string;
  nodes: {
    key: string;
    id: string | null;
    type: string;
    name: string;
    kind: string;
    upCount: number;
    downCount: number;
    columns: { id: string; name: string }[];
  }[];
  edges: { from: string; to: string; kinds: string[]; edgeId: string; origins: string[] }[];
  columnEdges: { id: string; from: string; fromColumn: string | null; to: string; toColumn: string | null; kind: string; origin: string }[];
}
const graph = async (table: string, query = 'depth=3', call = app.admin): Promise<Graph> =>
  (await call('GET', `${base}/table/${tables.get(table)}?${query}`)).data;
/** `table.column > table.column` of the edges that carry values */
const flows = (drawn: Graph): string[] => {
  const name = (key: string) => drawn.nodes.find((node) => node.key === key)!.name;
  return drawn.columnEdges
    .filter((edge) => edge.kind === 'value')
    .map((edge) => `${name(edge.from)}.${edge.fromColumn} > ${name(edge.to)}.${edge.toColumn}`)
    .toSorted();
};
const settled = async () => {
  const asked = await app.admin('POST', `${base}/refresh/${id}`);
  expect(asked.status).toBe(200);
  await until(
    () => app.admin('GET', `${base}/state/${id}`),
    (answer) => !answer.data.running,
  );
};

beforeAll(async () => {
  await source.sql(`grant usage on schema ods, dws to ${source.reader}; grant select on all tables in schema ods, dws to ${source.reader}`);
  id = await source.register();
  for (const row of await app.database.db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName'])
    .where('sourceId', '=', id)
    .execute())
    tables.set(`${row.schemaName}.${row.tableName}`, row.id);
  await settled();
});

test('views over views and a routine give tables and columns, in the spelling of the catalogue', async () => {
  const drawn = await graph('dws.v_base');
  expect(flows(drawn)).toEqual([
    'city.name > v_base.city_name',
    'orders.CustName > v_base.CustName',
    'orders.amount > v_base.amount',
    'orders.id > v_base.id',
    'v_base.amount > order_day.total',
    'v_base.amount > v_top.total',
    'v_base.city_name > order_day.city_name',
    'v_base.city_name > v_top.city_name',
  ]);
  // filter and join decide about rows of the view as a whole
  const indirect = drawn.columnEdges
    .filter((edge) => edge.kind !== 'value')
    .map((edge) => `${edge.kind} ${edge.fromColumn} ${edge.toColumn}`);
  expect(indirect).toEqual(expect.arrayContaining(['filter amount null', 'join code null', 'join city null']));
  const start = drawn.nodes.find((node) => node.key === drawn.focus)!;
  expect([start.name, start.upCount, start.downCount]).toEqual(['v_base', 2, 2]);
  const routine = drawn.edges.find((edge) => edge.origins.includes('routine'))!;
  const detail = await app.admin('GET', `${base}/edge/${routine.edgeId}`);
  expect(detail.data.sqlText).toContain('insert into dws.order_day');
  expect(detail.data.unit).toMatchObject({ origin: 'routine', state: 'parsed' });
});

test('direction, depth and one column', async () => {
  expect((await graph('dws.v_base', 'direction=up')).nodes.map((node) => node.name).toSorted()).toEqual(['city', 'orders', 'v_base']);
  expect((await graph('ods.orders', 'depth=1')).nodes.map((node) => node.name).toSorted()).toEqual(['orders', 'v_base']);
  expect((await graph('ods.orders', 'depth=2')).nodes).toHaveLength(4);
  const amount = (await graph('ods.orders')).nodes
    .find((node) => node.name === 'orders')!
    .columns.find((column) => column.name === 'amount')!;
  const column = (await app.admin('GET', `${base}/column/${amount.id}?depth=3`)).data as Graph & { focusColumn: string };
  expect(column.focusColumn).toBe('amount');
  expect(flows(column)).toEqual(['orders.amount > v_base.amount', 'v_base.amount > order_day.total', 'v_base.amount > v_top.total']);
  expect((await app.admin('GET', `${base}/table/${tables.get('ods.orders')}?depth=6`)).status).toBe(400);
  expect((await app.admin('GET', `${base}/table/999`)).status).toBe(404);
});

test('what a change bears on, with the way there and who answers, and one notice for each owner', async () => {
  const owner = await app.make.user({ perms: [] });
  await app.database.db.updateTable('metadataTable').set({ ownerId: owner.id }).where('id', '=', tables.get('dws.v_top')!).execute();
  const orders = (await graph('ods.orders')).nodes.find((node) => node.name === 'orders')!;
  const column = orders.columns.find((one) => one.name === 'CustName')!;
  const impact = (await app.admin('GET', `${base}/impact/column/${column.id}`)).data;
  expect(impact.items.map((item: { name: string; distance: number }) => [item.name, item.distance])).toEqual([['dws.v_base', 1]]);
  const amount = orders.columns.find((one) => one.name === 'amount')!;
  const wide = (await app.admin('GET', `${base}/impact/column/${amount.id}`)).data;
  const top = wide.items.find((item: { name: string }) => item.name === 'dws.v_top');
  expect(top).toMatchObject({ distance: 2, ownerId: owner.id, route: ['ods.orders', 'dws.v_base', 'dws.v_top'] });
  // amount also decides which rows the view has, so everything in it depends on it
  expect(top.columns).toEqual(['city_name', 'total']);
  expect(wide.total).toBe(3);
  expect(await impactCount(app.database.db, tables.get('ods.orders')!, 'amount')).toBe(3);
  expect(await impactCount(app.database.db, tables.get('ods.orders')!, 'CustName')).toBe(1);
  const body = { tableId: tables.get('ods.orders'), columnId: amount.id, text: '下周改为四位小数' };
  expect((await app.admin('POST', `${base}/impact/notify`, body)).data).toEqual({ notified: 1 });
  expect((await app.admin('POST', `${base}/impact/notify`, body)).data).toEqual({ notified: 0 });
  const messages = await app.as(owner.token)('GET', '/notices/messages/page');
  if (messages.status === 200) expect(messages.data.data.filter((one: { text: string }) => one.text.includes('四位小数'))).toHaveLength(1);
});

test('taking lineage again changes nothing', async () => {
  const before = await app.database.db.selectFrom('metadataLineageEdge').select('id').orderBy('id').execute();
  const units = await app.database.db.selectFrom('metadataLineageUnit').select(['id', 'parseTime']).orderBy('id').execute();
  await settled();
  expect(await app.database.db.selectFrom('metadataLineageEdge').select('id').orderBy('id').execute()).toEqual(before);
  expect(await app.database.db.selectFrom('metadataLineageUnit').select(['id', 'parseTime']).orderBy('id').execute()).toEqual(units);
});

test('what the console wrote becomes lineage, one unit for all runs of a statement', async () => {
  await source.sql(`grant insert, select on public.audit to ${source.reader}`);
  const run = (limit: number) =>
    app.admin('POST', '/data/console/sql/run', {
      sqlKey: `w${limit}`,
      sourceId: id,
      sqlText: `insert into public.audit (note, total) select city_name, total from dws.v_top where total > ${limit}`,
      confirmed: true,
    });
  for (const limit of [1, 2]) expect((await run(limit)).data[0]).toMatchObject({ success: true });
  await settled();
  const drawn = await graph('public.audit');
  expect(flows(drawn)).toEqual(expect.arrayContaining(['v_top.city_name > audit.note', 'v_top.total > audit.total']));
  const units = (await app.admin('GET', `${base}/units/page?origin=console`)).data.data;
  expect(units).toHaveLength(1);
  expect(units[0]).toMatchObject({ runCount: 2, unitName: 'insert into public.audit' });
}, 60_000);

test('an imported file: unknown tables are asked about, a decision is kept, the catalogue adopts what it finds later', async () => {
  const sql = `insert into dws.order_day (city_name, total) select region, money from crm.deals;
    insert into dws.late (a) select x from staging.later;`;
  const [body, headers] = multipart('每日汇总.sql', Buffer.from(sql), { fields: { sourceId: id } });
  const made = await app.admin('POST', `${base}/import`, body, headers);
  expect(made.data).toMatchObject({ units: 1, edges: 3, unresolved: 2, failed: 0 });
  const open = (await app.admin('GET', `${base}/unresolved/page?reason=externalTable`)).data.data;
  expect(open.map((row: { text: string }) => row.text).toSorted()).toEqual(['crm.deals', 'staging.later']);
  const before = await graph('dws.order_day');
  expect(before.nodes.find((node) => node.name === 'crm.deals')).toMatchObject({ type: 'object', kind: 'external' });
  const asked = open.find((row: { text: string }) => row.text === 'crm.deals');
  expect(asked.candidates).toEqual([{ type: 'table', id: tables.get('ods.deals'), name: expect.stringContaining('ods.deals') }]);
  const deals = asked.id;
  expect((await app.admin('POST', `${base}/unresolved/${deals}/resolve`, {})).status).toBe(400);
  const settle = await app.admin('POST', `${base}/unresolved/${deals}/resolve`, { target: { type: 'table', id: tables.get('ods.deals') } });
  expect(settle.data.edges).toBe(2);
  const unit = (await app.admin('GET', `${base}/units/page?origin=import`)).data.data[0];
  expect((await app.admin('POST', `${base}/units/${unit.id}/parse`)).data.openCount).toBe(1);
  const after = await graph('dws.order_day');
  expect(after.nodes.some((node) => node.name === 'crm.deals')).toBe(false);
  expect(after.edges.some((edge) => edge.from === `t:${tables.get('ods.deals')}` && edge.to === `t:${tables.get('dws.order_day')}`)).toBe(
    true,
  );

  await source.sql(
    `create schema staging; create table staging.later ("X" int); grant usage on schema staging to ${source.reader}; grant select on staging.later to ${source.reader}`,
  );
  await synchronised(app, id);
  await until(
    () => graph('dws.late'),
    (drawn) => drawn.nodes.some((node) => node.name === 'later' && node.type === 'table'),
  );
  expect(flows(await graph('dws.late'))).toEqual(['later.X > late.a']);
  expect((await app.admin('GET', `${base}/unresolved/page?reason=externalTable`)).data.total).toBe(0);
  const reopened = await app.admin('POST', `${base}/unresolved/${deals}/reopen`);
  expect(reopened.status).toBe(200);
  expect((await graph('dws.order_day')).nodes.some((node) => node.name === 'crm.deals')).toBe(true);
  expect((await app.admin('POST', `${base}/unresolved/${deals}/ignore`)).status).toBe(200);
  expect((await app.admin('GET', `${base}/unresolved/page`)).data.data.some((row: { id: string }) => row.id === deals)).toBe(false);
});

test('what the parser cannot see is given by a steward and stays when the unit is parsed anew', async () => {
  const sql = "create or replace procedure dws.dyn() language plpgsql as $$ begin execute 'insert into dws.late select 1'; end $$;";
  const made = await app.admin('POST', `${base}/import/text`, { sourceId: id, name: '动态', sql });
  expect(made.data.unresolved).toBe(1);
  const [row] = (await app.admin('GET', `${base}/unresolved/page?reason=dynamicSql`)).data.data;
  const edge = {
    from: { type: 'table', id: tables.get('ods.city'), column: null },
    to: { type: 'table', id: tables.get('dws.late'), column: null },
  };
  expect((await app.admin('POST', `${base}/unresolved/${row.id}/resolve`, { edges: [edge] })).data.edges).toBe(1);
  const has = async () => (await graph('dws.late')).edges.some((one) => one.from === `t:${tables.get('ods.city')}`);
  expect(await has()).toBe(true);
  await app.admin('POST', `${base}/units/${row.unitId}/parse`);
  expect(await has()).toBe(true);
  expect((await app.admin('DELETE', `${base}/units/${row.unitId}`)).status).toBe(200);
  expect(await has()).toBe(false);
});

test('edges by hand: made, changed, refused twice, removed', async () => {
  const body = {
    from: { type: 'table', id: tables.get('ods.orders'), column: 'id' },
    to: { type: 'table', id: tables.get('dws.late'), column: 'a' },
    reason: '脚本在调度平台中',
  };
  const made = await app.admin('POST', `${base}/manual`, body);
  expect(made.status).toBe(200);
  expect((await app.admin('POST', `${base}/manual`, body)).status).toBe(409);
  expect((await app.admin('POST', `${base}/manual`, { ...body, to: { ...body.to, column: 'nope' } })).status).toBe(400);
  expect((await app.admin('POST', `${base}/manual`, { ...body, to: { ...body.to, column: null } })).status).toBe(400);
  expect((await app.admin('POST', `${base}/manual`, { ...body, reason: ' ' })).status).toBe(400);
  expect(flows(await graph('dws.late'))).toContain('orders.id > late.a');
  const kept = (await app.admin('GET', `${base}/manual/${made.data.id}`)).data;
  expect(
    (await app.admin('PUT', `${base}/manual/${made.data.id}`, { ...kept, from: { ...body.from, column: 'amount' } })).data.version,
  ).toBe(1);
  expect((await app.admin('PUT', `${base}/manual/${made.data.id}`, kept)).status).toBe(409);
  expect(flows(await graph('dws.late'))).toContain('orders.amount > late.a');
  expect((await app.admin('DELETE', `${base}/manual/${made.data.id}`)).status).toBe(200);
  expect(flows(await graph('dws.late'))).not.toContain('orders.amount > late.a');
});

test('one card is expanded by pages, with its edges to what is on the screen', async () => {
  const known = [tables.get('ods.orders')];
  const first = await app.admin('POST', `${base}/expand`, {
    type: 'table',
    id: tables.get('dws.v_base'),
    direction: 'down',
    limit: 1,
    known,
  });
  expect(first.data).toMatchObject({ total: 2, more: 1 });
  expect(first.data.nodes).toHaveLength(1);
  const second = await app.admin('POST', `${base}/expand`, {
    type: 'table',
    id: tables.get('dws.v_base'),
    direction: 'down',
    limit: 1,
    offset: 1,
    known,
  });
  expect(new Set([first.data.nodes[0].name, second.data.nodes[0].name])).toEqual(new Set(['v_top', 'order_day']));
});

test('the edges leave as CSV and as a workbook', async () => {
  const csv = await app.admin('POST', `${base}/export`, { type: 'table', id: tables.get('dws.v_top'), depth: 2, format: 'csv' });
  expect(csv.raw.toString()).toContain('dws.v_base,amount,dws.v_top,total,取值,视图,精确');
  const xlsx = await app.admin('POST', `${base}/export`, { type: 'table', id: tables.get('dws.v_top'), depth: 2 });
  expect(xlsx.raw.subarray(0, 2).toString()).toBe('PK');
});

test('strangers, people without the permission and people out of scope get nothing', async () => {
  const nobody = app.as((await app.make.user({ perms: ['metadata:datacolumn:list'] })).token);
  const reader = app.as((await app.make.user({ perms: [LIST] })).token);
  const steward = app.as(
    (
      await app.make.user({
        perms: [LIST, 'metadata:datablood:edit', 'metadata:datablood:import', 'metadata:datablood:export'],
        dataScope: '5',
      })
    ).token,
  );
  const [unit] = (await app.admin('GET', `${base}/units/page?origin=view`)).data.data;
  const [edge] = (await graph('dws.v_top')).edges;
  const end = { type: 'table', id: tables.get('ods.city'), column: null };
  const reads: [string, string, unknown?][] = [
    ['GET', `${base}/table/${tables.get('dws.v_top')}`],
    ['GET', `${base}/impact/table/${tables.get('dws.v_top')}`],
    ['GET', `${base}/edge/${edge!.edgeId}`],
    ['GET', `${base}/units/${unit.id}`],
    ['POST', `${base}/expand`, { type: 'table', id: tables.get('dws.v_top'), direction: 'up' }],
  ];
  const writes: [string, string, unknown?][] = [
    ['POST', `${base}/units/${unit.id}/parse`],
    ['DELETE', `${base}/units/${unit.id}`],
    ['POST', `${base}/refresh/${id}`],
    ['POST', `${base}/import/text`, { sourceId: id, name: 'x', sql: 'select 1' }],
    ['POST', `${base}/manual`, { from: end, to: { ...end, id: tables.get('dws.late') }, reason: 'x' }],
    ['POST', `${base}/impact/notify`, { tableId: tables.get('dws.v_top'), text: 'x' }],
    ['POST', `${base}/export`, { type: 'table', id: tables.get('dws.v_top') }],
  ];
  for (const [method, path, body] of [...reads, ...writes]) {
    expect((await app.stranger(method as 'GET', path, body)).status, `${method} ${path}`).toBe(401);
    expect((await nobody(method as 'GET', path, body)).status, `${method} ${path}`).toBe(403);
    expect((await steward(method as 'GET', path, body)).status, `${method} ${path}`).toBe(404);
  }
  for (const [method, path, body] of writes) expect((await reader(method as 'GET', path, body)).status, `${method} ${path}`).toBe(403);
  for (const path of ['units/page', 'unresolved/page?state=ignored']) expect((await steward('GET', `${base}/${path}`)).data.total).toBe(0);
  expect((await steward('GET', `${base}/find?keyword=v_top`)).data.tables).toEqual([]);
});

test('A22: without the permission the structure is there and the SQL is not', async () => {
  await app.database.db.updateTable('metadataSource').set({ isShared: '1' }).where('id', '=', id).execute();
  const reader = app.as((await app.make.user({ perms: [LIST] })).token);
  const author = app.as((await app.make.user({ perms: [LIST, 'metadata:datablood:sql'] })).token);
  const drawn = await graph('dws.v_top', 'depth=2', reader);
  expect(flows(drawn)).toContain('v_base.amount > v_top.total');
  const edge = drawn.edges.find((one) => one.to === drawn.focus)!;
  const plain = (await reader('GET', `${base}/edge/${edge.edgeId}`)).data;
  expect(plain).toMatchObject({ sqlText: null, isSqlHidden: true, expression: null, unit: { origin: 'view' } });
  expect(plain.siblings.length).toBeGreaterThan(1);
  expect(JSON.stringify(plain)).not.toMatch(/sum\(/i);
  expect((await author('GET', `${base}/edge/${edge.edgeId}`)).data.sqlText).toMatch(/sum\(/i);
  const unit = (await reader('GET', `${base}/units/page?origin=view`)).data.data[0];
  expect((await reader('GET', `${base}/units/${unit.id}`)).data).toMatchObject({ sqlText: null, isSqlHidden: true });
  await app.database.db.updateTable('metadataSource').set({ isShared: '0' }).where('id', '=', id).execute();
});

test('a table that one may not see keeps the drawing connected and stays without a name', async () => {
  const user = await app.make.user({ perms: [LIST, 'metadata:datablood:sql'], dataScope: '5' });
  const call = app.as(user.token);
  for (const table of ['dws.v_top', 'ods.orders'])
    await app.database.db
      .insertInto('metadataAuthorize')
      .values({
        id: app.node.app.ids.next(),
        subjectType: 'user',
        subjectId: user.id,
        objectType: 'table',
        objectId: tables.get(table)!,
        sourceId: id,
        tableId: tables.get(table)!,
        actions: ['meta'],
      })
      .execute();
  const drawn = await graph('dws.v_top', 'depth=2&direction=up', call);
  const hidden = drawn.nodes.filter((node) => node.type === 'hidden');
  expect(hidden.length).toBeGreaterThan(0);
  expect(hidden[0]).toMatchObject({ id: null, name: '无权限的对象', columns: [] });
  expect(drawn.nodes.map((node) => node.name)).toContain('orders');
  expect(JSON.stringify(drawn)).not.toContain('v_base');
  expect(drawn.nodes.map((node) => node.name)).not.toContain('city');
  expect(JSON.stringify(drawn)).not.toContain(tables.get('dws.v_base'));
  const edge = drawn.edges.find((one) => one.to === drawn.focus)!;
  const detail = await call('GET', `${base}/edge/${edge.edgeId}`);
  expect(detail.data).toMatchObject({ sqlText: null, isSqlHidden: true, from: { name: '无权限的对象', id: null, column: null } });
  const impact = (await call('GET', `${base}/impact/table/${tables.get('ods.orders')}`)).data;
  expect(JSON.stringify(impact)).not.toContain('v_base');
  expect((await call('GET', `${base}/units/page`)).data.data.map((unit: { unitName: string }) => unit.unitName)).toEqual(['dws.v_top']);
});

test('a drawing with many objects opens without their columns; a card gets them when it is opened', async () => {
  const start = tables.get('ods.orders')!;
  const { unitId } = await app.database.db
    .selectFrom('metadataLineageEdge')
    .select('unitId')
    .where('fromId', '=', start)
    .executeTakeFirstOrThrow();
  const many = Array.from({ length: 45 }, (_, n) => `wide${n}`);
  await app.database.db
    .insertInto('metadataLineageObject')
    .values(many.map((key) => ({ id: key, objectType: 'external', objectKey: key, objectName: key })))
    .execute();
  await app.database.db
    .insertInto('metadataLineageEdge')
    .values(
      many.flatMap((key) =>
        ['id', 'amount'].map((column) => ({
          id: `${key}_${column}`,
          unitId,
          fromType: 'table',
          fromId: start,
          fromColumn: column,
          toType: 'object',
          toId: key,
          toColumn: column,
          kind: column === 'id' ? 'value' : 'filter',
          confidence: column === 'id' ? 'inferred' : 'exact',
        })),
      ),
    )
    .execute();
  interface Brief extends Omit<Graph, 'nodes'> {
    isBrief: boolean;
    nodes: (Graph['nodes'][number] & { linked: string[] | null })[];
  }
  const brief = (await graph('ods.orders', 'columns=auto')) as Brief;
  expect([brief.isBrief, brief.columnEdges.length, brief.nodes.length]).toEqual([true, 0, 47]);
  const own = brief.nodes.find((node) => node.key === brief.focus)!;
  expect(own.columns.map((column) => column.name)).toEqual(['id', 'CustName', 'amount', 'city']);
  expect(own.linked).toEqual(expect.arrayContaining(['id', 'amount']));
  expect(brief.nodes.filter((node) => node.key !== brief.focus && node.columns.length > 0)).toEqual([]);
  // the sums by pairs are those of the full answer
  const full = (await graph('ods.orders', 'columns=1')) as Brief;
  const sums = (drawn: Pick<Graph, 'edges'>) =>
    drawn.edges.map((edge) => ({ ...edge, edgeId: '', kinds: edge.kinds.toSorted() })).toSorted((a, b) => (a.to < b.to ? -1 : 1));
  expect(sums(brief)).toEqual(sums(full));
  expect(full.isBrief).toBe(false);

  const card = await app.admin('GET', `${base}/columns/object/wide7`);
  expect(card.data.columns.map((column: { name: string }) => column.name)).toEqual(['amount', 'id']);
  const table = await app.admin('GET', `${base}/columns/table/${start}`);
  expect(table.data.columns).toHaveLength(4);
  expect(table.data.linked).toEqual(expect.arrayContaining(['id', 'amount']));
  const outsider = await app.make.user({ perms: [LIST], dataScope: '5' });
  expect((await app.as(outsider.token)('GET', `${base}/columns/table/${start}`)).status).toBe(404);
  const without = await app.make.user({ perms: [] });
  expect((await app.as(without.token)('GET', `${base}/columns/table/${start}`)).status).toBe(403);
});
