import { beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import type { MadeUser } from '#kit/test/make.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { until } from '#kit/test/until.ts';
import { maskRows } from '#modules/gate/server/index.ts';
import { recordLineage } from '#modules/lineage/server/index.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { table as contract } from '../../contract/table.ts';
import { columnsById, profileOf, setQualityScores, tablesById } from '../index.ts';

const app = startApp();
const source = testSource(
  app,
  `create table shop (id int primary key, name text, phone text, city text);
   create table shopfront (id int primary key, name text);
   comment on table shop is '门店'; comment on table shopfront is '门店';
   insert into shop select g, '门店' || g, '138' || lpad(g::text, 8, '0'), '南京' from generate_series(1, 50) g;
   create view shop_city as select city, count(*) as shops from shop group by city;`,
);
let sourceId = '';
let adminId = '';
let stranger: MadeUser;
const tables = new Map<string, string>();
const columns = new Map<string, string>();

async function ctxOf(userId: string): Promise<Ctx> {
  const user = (await loadAccount(app.database.db, userId))!;
  const signal = new AbortController().signal;
  const about = { user, route: contract.get, db: app.database.db, signal, requestId: '', ip: '', userAgent: '' };
  return detachedCtx(app.node.app, about).ctx;
}

beforeAll(async () => {
  sourceId = await source.register();
  for (const table of (await app.admin('GET', `/data/metadata/sources/${sourceId}/tables`)).data) tables.set(table.tableName, table.id);
  for (const column of (await app.admin('GET', `/data/metadata/columns/list?tableId=${tables.get('shop')}`)).data)
    columns.set(column.columnName, column.id);
  adminId = (await app.admin('GET', '/system/users/route')).data.user.id;
  stranger = await app.make.user({ perms: ['metadata:datacolumn:list', 'metadata:datablood:list'] });
});

describe('tables and columns by id', () => {
  test('carry the names that people read; what is gone or out of reach has no entry', async () => {
    const admin = await ctxOf(adminId);
    const shop = tables.get('shop')!;
    expect((await tablesById(admin, [shop, shop, '404'])).get(shop)).toMatchObject({
      tableName: 'shop',
      label: '门店',
      qualityScore: null,
    });
    expect([...(await tablesById(admin, [shop, '404'])).keys()]).toEqual([shop]);
    expect((await columnsById(admin, [columns.get('phone')!])).get(columns.get('phone')!)).toMatchObject({
      tableName: 'shop',
      columnName: 'phone',
    });
    const other = await ctxOf(stranger.id);
    expect((await tablesById(other, [shop])).size).toBe(0);
    expect((await columnsById(other, [...columns.values()])).size).toBe(0);
    expect((await profileOf(other, [...columns.values()])).size).toBe(0);
  });
});

describe('quality scores', () => {
  const scoreOf = async (name: string) =>
    (await app.admin('GET', `/data/metadata/tables/page?sourceId=${sourceId}&sort=-qualityScore`)).data.data.find(
      (row: { tableName: string }) => row.tableName === name,
    ).qualityScore;

  test('stand in the list, on the page and in the search, and leave the version alone', async () => {
    const shop = tables.get('shop')!;
    const before = (await app.admin('GET', `/data/metadata/tables/${shop}`)).data;
    await setQualityScores(app.database.db, [{ tableId: shop, score: 87.256 }]);
    expect(await scoreOf('shop')).toBe(87.26);
    const after = (await app.admin('GET', `/data/metadata/tables/${shop}`)).data;
    expect(after).toMatchObject({ qualityScore: 87.26, version: before.version, updateTime: before.updateTime });
    const found = (await app.admin('GET', '/data/metadata/search?keyword=shop')).data;
    expect(found.data.find((hit: { id: string }) => hit.id === shop).qualityScore).toBe(87.26);
    await setQualityScores(app.database.db, [{ tableId: shop, score: null }]);
    expect(await scoreOf('shop')).toBeNull();
  });

  test('lift the better of two tables that are found alike', async () => {
    const order = async (): Promise<string[]> =>
      (await app.admin('GET', `/data/metadata/search?keyword=${encodeURIComponent('门店')}&types=table`)).data.data.map(
        (hit: { name: string }) => hit.name,
      );
    await setQualityScores(app.database.db, [{ tableId: tables.get('shopfront')!, score: 99 }]);
    const better = await order();
    await setQualityScores(app.database.db, [
      { tableId: tables.get('shopfront')!, score: 5 },
      { tableId: tables.get('shop')!, score: 99 },
    ]);
    expect(better).not.toEqual(await order());
  });

  test.each([-1, 100.5, Number.NaN])('%s is refused', async (score) => {
    await expect(setQualityScores(app.database.db, [{ tableId: tables.get('shop')!, score }])).rejects.toThrow(RangeError);
  });
});

test('consumers are found through views, for those who see the table', async () => {
  const { db } = app.database;
  await recordLineage(app.node.app, db, {
    object: { type: 'dataset', key: 'd1', name: '城市门店数', path: '/visual/dataset?id=d1', sourceId },
    sql: 'select shops from shop_city',
  });
  const call = () => app.admin('GET', `/data/metadata/tables/${tables.get('shop')}/consumers`);
  await app.admin('POST', `/data/metadata/lineage/refresh/${sourceId}`);
  const answer = await until(call, ({ data }) => data.items.length > 0);
  expect(answer.data).toMatchObject({ items: [{ kind: 'dataset', name: '城市门店数', distance: 2 }], hidden: 0 });
  expect((await app.as(stranger.token)('GET', `/data/metadata/tables/${tables.get('shop')}/consumers`)).status).toBe(404);
});

describe('classification', () => {
  const stored = async () => {
    const row = await app.database.db
      .selectFrom('metadataProfile')
      .select('stats')
      .where('columnId', '=', columns.get('city')!)
      .executeTakeFirstOrThrow();
    return row.stats as { top: unknown; min: unknown; distinct: number };
  };

  test('takes the values out of a stored profile as soon as the column becomes sensitive', async () => {
    const shop = tables.get('shop')!;
    await app.admin('POST', '/data/metadata/profiles/run', { tableId: shop });
    await until(
      () => app.admin('GET', `/data/metadata/profiles/table/${shop}`),
      ({ data }) => data.job?.state === 'done',
    );
    expect(await stored()).toMatchObject({ min: '南京', top: [{ value: '南京', count: 50 }] });
    const sealed = await app.admin('POST', '/data/metadata/classes/columns', { columnIds: [columns.get('city')], level: 'L3' });
    expect(sealed.status).toBe(200);
    expect(await stored()).toMatchObject({ min: null, top: null, distinct: 1 });
    expect((await profileOf(await ctxOf(adminId), [columns.get('city')!])).get(columns.get('city')!)).toMatchObject({
      valuesHidden: true,
      stats: { top: null, distinct: 1 },
    });
  });

  test('rows of the platform itself are masked as the gate masks them', async () => {
    const shop = { id: tables.get('shop')!, sourceId, schema: 'public' };
    const [row] = await maskRows(await ctxOf(adminId), shop, ['id', 'city', 'unknown'], [[1, '南京', 'x']]);
    expect(row![0]).toBe(1);
    expect(row![1]).not.toBe('南京');
    expect(row![2]).not.toBe('x');
  });
});
