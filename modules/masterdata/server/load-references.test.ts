import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { builtModel, MODELS, rebuiltModel } from './test-model.ts';

const app = startApp({ managed: true });
const source = testSource(
  app,
  `create table org (id text, name text, parent_id text);
   insert into org values ('1', '三级', '2'), ('2', '二级', '3'), ('3', '集团', null), ('4', '孤儿', '99'), ('5', '甲', '6'), ('6', '乙', '5');
   create table deal (id text, name text, org_id text);
   insert into deal values ('a', '往来一', '1'), ('b', '往来二', '99');`,
);
const column = (columnName: string, more: object = {}) => ({
  columnName,
  columnComment: columnName,
  columnType: 'varchar',
  columnLength: '64',
  ...more,
});
let sourceId = '';
let org = '';
let deal = '';

async function load(model: string, tableName: string, names: Record<string, string>) {
  const { data } = await app.admin('GET', `/data/metadata/tables/list?sourceId=${sourceId}&tableName=${tableName}`);
  const columns = Object.entries(names).map(([from, to]) => ({ from, to }));
  const made = await app.admin('POST', `${MODELS}/${model}/maps`, { sourceId, tableId: data[0].id, keyColumn: 'id', columns });
  expect(made, made.msg).toMatchObject({ status: 200 });
  const map = made.data.id as string;
  await app.admin('POST', `/data/masterdata/maps/${map}/load`);
  const read = async () => (await app.admin('GET', `/data/masterdata/maps/${map}`)).data;
  const { lastLoad } = await until(read, ({ lastLoad: now }) => ['done', 'failed'].includes(now?.state));
  return { lastLoad, rejected: (await app.admin('GET', `/data/masterdata/maps/${map}/rejected`)).data };
}

beforeAll(async () => {
  sourceId = await source.register();
  org = await builtModel(app.admin, { modelName: '机构', modelLogicTable: 'org', modelColumns: [column('org_name')] });
  const rebuilt = await rebuiltModel(app.admin, org, (before) => [...before, column('parent', { htmlType: 'reference', refModelId: org })]);
  expect(rebuilt, rebuilt.msg).toMatchObject({ status: 200 });
  deal = await builtModel(app.admin, {
    modelName: '往来',
    modelLogicTable: 'deal',
    modelColumns: [column('deal_name'), column('org', { htmlType: 'reference', refModelId: org })],
  });
}, 60_000);

it('a load brings a hierarchy in by the keys of its source, what stands above first', async () => {
  const { lastLoad, rejected } = await load(org, 'org', { name: 'org_name', parent_id: 'parent' });
  expect(lastLoad).toMatchObject({ state: 'done', read: 6, inserted: 3, rejected: 3 });
  expect(rejected.map((row: { sourceKey: string }) => row.sourceKey).sort()).toEqual(['4', '5', '6']);
  expect(rejected[0]).toMatchObject({ column: 'parent', message: '“parent”引用的记录不存在或已禁用' });
  const { rows } = await app.database.pool.query(
    'select o.org_name as name, p.org_name as above from managed.md_org o left join managed.md_org p on p.id = o.parent order by 1',
  );
  expect(rows).toEqual([
    { name: '三级', above: '二级' },
    { name: '二级', above: '集团' },
    { name: '集团', above: null },
  ]);
}, 60_000);

it('a load of another model names records by the same keys', async () => {
  const { lastLoad, rejected } = await load(deal, 'deal', { name: 'deal_name', org_id: 'org' });
  expect(lastLoad).toMatchObject({ state: 'done', inserted: 1, rejected: 1 });
  expect(rejected).toMatchObject([{ sourceKey: 'b', column: 'org' }]);
  const { rows } = await app.database.pool.query('select o.org_name as name from managed.md_deal d join managed.md_org o on o.id = d.org');
  expect(rows).toEqual([{ name: '三级' }]);
}, 60_000);
