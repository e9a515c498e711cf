import { expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';

const app = startApp();
const PATH = '/data/metadata/lineage/parse';
const parse = (body: Record<string, unknown>, call = app.admin) => call('POST', PATH, body);

test('an INSERT answers tables and the columns that flow', async () => {
  const sql = `INSERT INTO "DW"."F" (k, total) SELECT s.K, SUM(s.a + s.b) FROM ods.S s JOIN ods.d ON s.x = d.x WHERE d.flag = 1 GROUP BY s.K`;
  const { status, data } = await parse({ dialect: 'PostgreSQL', sql });
  expect(status).toBe(200);
  expect(data.tables).toEqual({ sources: ['ods.s', 'ods.d'], targets: ['dw.f'], all: expect.arrayContaining(['ods.s', 'ods.d', 'dw.f']) });
  expect(data.edges).toEqual([
    [
      ['ods.s', 'k'],
      ['dw.f', 'k'],
    ],
    [
      ['ods.s', 'a'],
      ['dw.f', 'total'],
    ],
    [
      ['ods.s', 'b'],
      ['dw.f', 'total'],
    ],
  ]);
  expect(data.outputs).toEqual({});
  expect(data.unresolved).toEqual([]);
});

test('a bare SELECT has outputs, and its edges lead to no table; columns come from the schema', async () => {
  const { data } = await parse({
    dialect: 'mysql',
    sql: 'select o.*, name from orders o join cust c on o.cid = c.id',
    schema: { 'shop.orders': ['id', 'cid'], cust: ['id', 'name'] },
  });
  expect(data.outputs).toEqual({ id: [['orders', 'id']], cid: [['orders', 'cid']], name: [['cust', 'name']] });
  expect(data.edges).toContainEqual([
    ['cust', 'name'],
    [null, 'name'],
  ]);
});

test('a column that nobody can decide has no table and is listed with those it may belong to', async () => {
  const { data } = await parse({ dialect: 'generic', sql: 'insert into t select amount from a join b on a.i = b.i' });
  expect(data.edges).toEqual([
    [
      [null, 'amount'],
      ['t', 'amount'],
    ],
  ]);
  expect(data.unresolved).toEqual([{ text: 'amount', reason: 'ambiguousColumn', candidates: ['a', 'b'], statement: 0 }]);
});

test('what cannot be read answers 200 with empty lists and the reason', async () => {
  const { status, data } = await parse({ dialect: 'no such dialect', sql: 'this is 不是 SQL (((' });
  expect(status).toBe(200);
  expect(data).toMatchObject({ tables: { sources: [], targets: [], all: [] }, edges: [], outputs: {} });
  expect(data.unresolved).toHaveLength(1);
  expect((await parse({ dialect: '', sql: '' })).data.edges).toEqual([]);
});

test('only those who may see lineage or run statements may ask; a text beyond all size is refused', async () => {
  const viewer = await app.make.user({ perms: ['metadata:datablood:list'] });
  const stranger = await app.make.user({ perms: ['system:post:list'] });
  const body = { dialect: 'mysql', sql: 'select a from b' };
  expect((await parse(body, app.as(viewer.token))).data.tables.sources).toEqual(['b']);
  expect((await parse(body, app.as(stranger.token))).status).toBe(403);
  expect((await parse(body, app.stranger)).status).toBe(401);
  expect((await parse({ dialect: 'mysql', sql: 1 })).status).toBe(400);
});
