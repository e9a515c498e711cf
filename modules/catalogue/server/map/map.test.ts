import { beforeAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { withoutCircles } from './network.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (id int primary key, name text);
   create table orders (id int primary key, customer_id int references customer);
   create table loose (id int);
   create schema ads; create table ads.report (id int, total numeric);`,
);
let id: string;
const tables = new Map<string, string>();
beforeAll(async () => {
  await source.sql(`grant usage on schema ads to ${source.reader}; grant select on all tables in schema ads to ${source.reader}`);
  id = await source.register();
  const { db } = app.node.app;
  for (const row of await db.selectFrom('metadataTable').select(['id', 'tableName']).execute()) tables.set(row.tableName, row.id);
  await db
    .insertInto('metadataDomain')
    .values([
      { id: 'd1', parentId: null, path: '/d1/', domainName: '客户', domainCode: 'customer' },
      { id: 'd2', parentId: 'd1', path: '/d1/d2/', domainName: '订单', domainCode: 'order' },
    ])
    .execute();
  await db
    .updateTable('metadataTable')
    .set({ domainId: 'd1', rowEstimate: 1000, sizeBytes: 8192 })
    .where('id', '=', tables.get('customer')!)
    .execute();
  await db
    .updateTable('metadataTable')
    .set({ domainId: 'd2', rowEstimate: 50, level: 'L3' })
    .where('id', '=', tables.get('orders')!)
    .execute();
  await db
    .insertInto('metadataLineageUnit')
    .values({ id: 'u1', origin: 'manual', originKey: 'u1', unitName: '汇总', sqlHash: '', state: 'parsed', parseTime: new Date() })
    .execute();
  await db
    .insertInto('metadataLineageEdge')
    .values({
      id: 'e1',
      unitId: 'u1',
      fromType: 'table',
      fromId: tables.get('orders')!,
      toType: 'table',
      toId: tables.get('report')!,
      kind: 'value',
      confidence: 'manual',
    })
    .execute();
});

const nodes = async (query: string, send = app.admin) => (await send('GET', `/data/metadata/map/nodes?${query}`)).data;
const named = (level: { nodes: { name: string; tables: number }[] }) =>
  Object.fromEntries(level.nodes.map((node) => [node.name, node.tables]));

test('domains hold the tables of the domains below them; the rest stands apart', async () => {
  const root = await nodes('');
  expect(named(root)).toEqual({ 客户: 2, 未归入主题域: 2 });
  const customer = root.nodes.find((node: { name: string }) => node.name === '客户');
  expect(customer).toMatchObject({ rows: 1050, sensitive: 1, columns: 4 });
  expect(customer.children.map((node: { name: string }) => node.name)).toEqual(['customer', 'orders']);
  const inside = await nodes(`at=${customer.key}`);
  expect(inside.path.map((step: { label: string }) => step.label)).toEqual(['全部', '客户']);
  expect(Object.values(named(inside))).toEqual([1, 1]);
  expect(inside.nodes.map((node: { type: string }) => node.type).sort()).toEqual(['domain', 'source']);
});

test('the way through sources goes down to tables', async () => {
  const root = await nodes('view=source');
  expect(root.nodes).toHaveLength(1);
  expect(root.nodes[0].children.map((node: { name: string }) => node.name).sort()).toEqual(['ads', 'public']);
  const schemas = await nodes(`view=source&at=${encodeURIComponent(root.nodes[0].key)}`);
  expect(named(schemas)).toEqual({ ads: 1, public: 3 });
  const last = schemas.nodes.find((node: { name: string }) => node.name === 'public');
  const found = await nodes(`view=source&measure=rows&at=${encodeURIComponent(last.key)}`);
  expect(found.nodes[0]).toMatchObject({ type: 'table', name: 'customer', id: tables.get('customer') });
  expect(found.rest).toBe(0);
  expect(found.path.map((step: { label: string }) => step.label).slice(-1)).toEqual(['public']);
});

test('relations are lineage and foreign keys, and flows go from schema to schema', async () => {
  const { data } = await app.admin('GET', `/data/metadata/map/network?at=${encodeURIComponent(`s:*:${id}`)}`);
  expect(data.nodes.map((node: { name: string }) => node.name).sort()).toEqual(['customer', 'orders', 'report']);
  expect(data.links.map((link: { kind: string }) => link.kind).sort()).toEqual(['foreignKey', 'lineage']);
  const flows = (await app.admin('GET', '/data/metadata/map/flows')).data;
  expect(flows.links).toEqual([{ from: `${id}:public`, to: `${id}:ads`, tables: 1 }]);
  expect(flows.nodes.map((node: { name: string }) => node.name).sort()).toEqual(['ads', 'public']);
});

test('cards of domains say who answers, how much is used, what waits, and name the tables most used first', async () => {
  const { db } = app.node.app;
  const owner = await app.make.user();
  await db.updateTable('metadataDomain').set({ ownerId: owner.id, remark: '客户与订单' }).where('id', '=', 'd1').execute();
  await db.updateTable('metadataTable').set({ heat: 7, tier: 'dwd' }).where('id', '=', tables.get('customer')!).execute();
  await db.updateTable('metadataTable').set({ heat: 9, qualityScore: '88.4' }).where('id', '=', tables.get('orders')!).execute();
  await db
    .insertInto('metadataChangeRecord')
    .values({
      id: 'c1',
      sourceId: id,
      tableId: tables.get('orders')!,
      objectType: 'table',
      objectId: tables.get('orders')!,
      objectName: 'orders',
      changeKind: 'changed',
      fieldName: 'tableComment',
      origin: 'sync',
      status: '0',
    })
    .execute();
  const { data } = await app.admin('GET', '/data/metadata/map/domains');
  expect(data.map((card: { name: string }) => card.name)).toEqual(['客户', '未归入主题域']);
  const nickname = (await db.selectFrom('sysUser').select('nickname').where('id', '=', owner.id).executeTakeFirstOrThrow()).nickname;
  expect(data[0]).toMatchObject({ key: 'd:d1', remark: '客户与订单', ownerName: nickname, tables: 2, heat: 16, quality: 88.4 });
  expect(data[0]).toMatchObject({ sensitive: 1, changes: 1, proposals: 0, owned: 0 });
  expect(data[0].layers).toEqual([
    { layer: 'dwd', tables: 1 },
    { layer: null, tables: 1 },
  ]);
  expect(data[0].tops.map((table: { name: string; changes: number }) => [table.name, table.changes])).toEqual([
    ['orders', 1],
    ['customer', 0],
  ]);
  expect(data[1]).toMatchObject({ id: null, ownerName: null, quality: null });
  const outsider = app.as((await app.make.user({ perms: ['metadata:datamap:list'], dataScope: '5' })).token);
  expect((await outsider('GET', '/data/metadata/map/domains')).data).toEqual([]);
  expect((await app.as((await app.make.user({ perms: [] })).token)('GET', '/data/metadata/map/domains')).status).toBe(403);
  await db.updateTable('metadataTable').set({ tier: null }).where('id', '=', tables.get('customer')!).execute();
});

test('sums count what lies in the account’s reach, and nobody else looks in', async () => {
  expect((await app.admin('GET', '/data/metadata/map/summary')).data).toMatchObject({
    sources: 1,
    tables: 4,
    columns: 7,
    sensitive: 1,
    inDomain: 2,
  });
  const outsider = app.as((await app.make.user({ perms: ['metadata:datamap:list'], dataScope: '5' })).token);
  expect((await outsider('GET', '/data/metadata/map/summary')).data).toMatchObject({ sources: 0, tables: 0 });
  expect((await nodes('', outsider)).nodes).toEqual([]);
  const foreign = await nodes(`at=${encodeURIComponent(`s:*:${id}`)}`, outsider);
  expect(foreign.nodes).toEqual([]);
  expect(JSON.stringify(foreign)).not.toContain('源src');
  expect((await app.as((await app.make.user({ perms: [] })).token)('GET', '/data/metadata/map/summary')).status).toBe(403);
  expect((await app.stranger('GET', '/data/metadata/map/nodes')).status).toBe(401);
  expect((await app.admin('GET', "/data/metadata/map/nodes?at='; drop")).status).toBe(400);
});

test('flows that lead back are left out, the stronger first', () => {
  const links = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'a' },
    { from: 'a', to: 'c' },
  ];
  expect(withoutCircles(links)).toEqual([links[0], links[1], links[3]]);
});

test('a layer is told of what lies in it alone, by its tier or by the name of its schema', async () => {
  const { db } = app.node.app;
  await db.updateTable('metadataTable').set({ tier: 'dwd' }).where('id', '=', tables.get('orders')!).execute();
  const root = await nodes('view=source');
  expect(root.nodes[0].layer).toBeNull();
  const schemas = Object.fromEntries(root.nodes[0].children.map((node: { name: string; layer: string | null }) => [node.name, node.layer]));
  expect(schemas).toEqual({ ads: 'ads', public: null });
  const network = (await app.admin('GET', '/data/metadata/map/network?view=source')).data;
  const layers = Object.fromEntries(network.nodes.map((node: { name: string; layer: string | null }) => [node.name, node.layer]));
  expect(layers).toMatchObject({ orders: 'dwd', report: 'ads', customer: null });
});
