import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { recordLineage } from '#modules/lineage/server/index.ts';
import { testSource } from '#modules/sources/server/test-source.ts';

const app = startApp();
const source = testSource(
  app,
  `create table client (id int primary key, phone varchar(20), sex text);
   create view client_sex as select sex, count(*) as clients from client group by sex;`,
);
let sourceId = '';
let element = '';
let typeId = '';
const columns = new Map<string, string>();
const dataSet = (key: string, name: string, sql: string) =>
  recordLineage(app.node.app, app.database.db, {
    object: { type: 'dataset', key, name, path: `/visual/dataset?id=${key}`, sourceId },
    sql,
  });
const usesOfElement = async (call = app.admin) => (await call('GET', `/data/standard/elements/${element}/uses`)).data;
const usesOfType = async (call = app.admin) => (await call('GET', `/data/standard/types/${typeId}/uses`)).data;

beforeAll(async () => {
  sourceId = await source.register();
  for (const { id, columnName } of await app.database.db
    .selectFrom('metadataColumn')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .select(['metadataColumn.id', 'columnName'])
    .where('metadataColumn.sourceId', '=', sourceId)
    .where('tableName', '=', 'client')
    .execute())
    columns.set(columnName, id);
  await app.admin('POST', `/data/metadata/lineage/refresh/${sourceId}`);
  const made = await app.admin('POST', '/data/standard/elements', { elementCode: 'MOBILE', elementName: '手机号码', dataType: 'varchar' });
  element = made.data.id;
  await app.admin('POST', `/data/standard/elements/${element}/submit`);
  await app.admin('POST', '/data/standard/bindings', { columnId: columns.get('phone'), elementId: element });
  typeId = (await app.admin('POST', '/data/standard/types', { gbTypeCode: 'SEX', gbTypeName: '性别' })).data.id;
  const table = (await app.admin('GET', `/data/metadata/tables/list?sourceId=${sourceId}&tableName=client`)).data;
  const tableId = table.find(({ tableName }: { tableName: string }) => tableName === 'client').id;
  await app.admin('POST', '/data/standard/contrasts', { sourceId, tableId, columnId: columns.get('sex'), gbTypeId: typeId });
});

it('names what is made of the columns of a standard, and of no others', async () => {
  await dataSet('phones', '客户电话', 'select id, phone from client');
  await dataSet('sexes', '客户性别', 'select clients from client_sex where sex is not null');
  await recordLineage(app.node.app, app.database.db, {
    object: { type: 'board', key: 'b1', name: '客户看板', path: '/visual/board/b1', sourceId },
    consumes: [{ type: 'dataset', key: 'phones' }],
  });
  const found = await until(
    () => usesOfElement(),
    ({ items }) => items.length > 1,
  );
  expect(found).toMatchObject({
    items: [
      { kind: 'dataset', name: '客户电话', path: '/visual/dataset?id=phones', distance: 1 },
      { kind: 'board', name: '客户看板', distance: 2 },
    ],
    columns: 1,
    hidden: 0,
  });
  // through a view, where the column decides which rows there are
  const ofType = await until(
    () => usesOfType(),
    ({ items }) => items.length > 0,
  );
  expect(ofType).toMatchObject({ items: [{ kind: 'dataset', name: '客户性别', distance: 2 }], columns: 1, hidden: 0 });
});

it('counts for others what they do not see', async () => {
  const perms = ['standard:element:list', 'standard:dict:list'];
  const stranger = app.as((await app.make.user({ perms, dataScope: '5' })).token);
  expect(await usesOfElement(stranger)).toEqual({ items: [], columns: 0, hidden: 2 });
  expect(await usesOfType(stranger)).toEqual({ items: [], columns: 0, hidden: 1 });
  expect((await stranger('GET', '/data/standard/elements/404/uses')).status).toBe(404);
  const nobody = app.as((await app.make.user({ perms: [] })).token);
  expect((await nobody('GET', `/data/standard/elements/${element}/uses`)).status).toBe(403);
});
