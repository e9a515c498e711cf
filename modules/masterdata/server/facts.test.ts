import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { builtModel, CUSTOMER, MODELS, rebuiltModel } from './test-model.ts';

const app = startApp({ managed: true });
const source = testSource(
  app,
  `create table crm_customer (customer_id text, customer_name text, credit_code text);
   insert into crm_customer select 'C' || n, '客户' || n, case when n <= 20 then 'CODE' || n end from generate_series(1, 30) n;`,
);
let model = '';
let map = '';
let tableId = '';
const facts = async (send = app.admin) => (await send('GET', `${MODELS}/${model}/facts`)).data;
const edges = async () =>
  (
    await app.database.pool.query(
      `select e.from_column, e.to_column, t.table_name from metadata_lineage_edge e join metadata_lineage_unit u on u.id = e.unit_id
       join metadata_table t on t.id = e.to_id where u.origin_key = $1 and u.deleted_at is null order by 2`,
      [`load:masterdata:${map}`],
    )
  ).rows;

beforeAll(async () => {
  const sourceId = await source.register();
  const { data } = await app.admin('GET', `/data/metadata/tables/list?sourceId=${sourceId}&tableName=crm_customer`);
  tableId = data[0].id;
  model = await builtModel(app.admin, CUSTOMER);
  const made = await app.admin('POST', `${MODELS}/${model}/maps`, {
    sourceId,
    tableId,
    keyColumn: 'customer_id',
    columns: [
      { from: 'customer_name', to: 'customer_name' },
      { from: 'credit_code', to: 'credit_code' },
    ],
  });
  map = made.data.id;
  await app.admin('POST', `/data/masterdata/maps/${map}/load`);
  await until(
    async () => (await app.admin('GET', `/data/masterdata/maps/${map}`)).data,
    ({ lastLoad }) => lastLoad?.state === 'done',
  );
}, 60_000);

describe('the lineage of master data', () => {
  it('leads from the columns of the source to those of the table of the model', async () => {
    expect(await edges()).toEqual([
      { from_column: 'credit_code', to_column: 'credit_code', table_name: 'md_customer' },
      { from_column: 'customer_name', to_column: 'customer_name', table_name: 'md_customer' },
    ]);
    const { tableId: managed } = await facts();
    const { data } = await app.admin('GET', `/data/metadata/lineage/table/${tableId}?direction=down&depth=1`);
    expect(JSON.stringify(data)).toContain(managed);
  });

  it('follows a column that gets another name', async () => {
    const rebuilt = await rebuiltModel(app.admin, model, (columns) =>
      columns.map((column) => (column['columnName'] === 'credit_code' ? { ...column, columnName: 'uscc' } : column)),
    );
    expect(rebuilt, rebuilt.msg).toMatchObject({ status: 200 });
    // the mapping still names the old column, which is none any more
    expect(await edges()).toMatchObject([{ to_column: 'customer_name' }]);
    const { version, ...body } = (await app.admin('GET', `/data/masterdata/maps/${map}`)).data;
    const columns = [
      { from: 'customer_name', to: 'customer_name' },
      { from: 'credit_code', to: 'uscc' },
    ];
    expect(await app.admin('PUT', `/data/masterdata/maps/${map}`, { ...body, columns, version })).toMatchObject({ status: 200 });
    expect(await edges()).toMatchObject([{ to_column: 'customer_name' }, { from_column: 'credit_code', to_column: 'uscc' }]);
  });

  it('brings the level of the source to the attribute', async () => {
    const { tableId: managed } = await facts();
    const { data: columns } = await app.admin('GET', `/data/metadata/columns/list?tableId=${tableId}`);
    const { id } = columns.find((column: { columnName: string }) => column.columnName === 'credit_code');
    const sealed = await app.admin('POST', '/data/metadata/classes/columns', { columnIds: [id], classId: null, level: 'L3' });
    expect(sealed, sealed.msg).toMatchObject({ status: 200 });
    const { rows } = await app.database.pool.query(
      `select column_name, level, level_by from metadata_column where table_id = $1 and column_name = 'uscc'`,
      [managed],
    );
    expect(rows).toEqual([{ column_name: 'uscc', level: 'L3', level_by: 'inherited' }]);
  });
});

describe('the facts of a model', () => {
  it('are counted over what the caller may see', async () => {
    expect(await facts()).toMatchObject({
      records: { total: 30, active: 30, retired: 0, stale: 0, linked: 30, shared: 0 },
      columns: [
        { columnName: 'customer_name', filled: 30, isRequired: true },
        { columnName: 'uscc', filled: 20 },
      ],
      sources: { all: 1, failed: 0 },
      duplicates: { auto: 0, review: 0, later: 0, merged: 0 },
    });
    const own = app.as((await app.make.user({ perms: ['masterdata:data:list'], dataScope: '5' })).token);
    expect(await facts(own)).toMatchObject({
      tableId: null,
      records: { total: 0, linked: 0 },
      // few records: what is masked is not told either
      columns: [{ filled: 0 }, { isMasked: true, filled: null }],
      sources: { all: 0 },
      duplicates: null,
      consumers: null,
    });
  });

  it('tell no number of records to whoever may not see them', async () => {
    const designer = app.as((await app.make.user({ perms: ['masterdata:model:detail', 'masterdata:model:list'], dataScope: '1' })).token);
    expect(await facts(designer)).toMatchObject({ records: null, columns: [{ filled: null }, { filled: null }], duplicates: null });
    expect((await designer('GET', `${MODELS}/summary`)).data).toEqual([
      { modelId: model, modelName: '客户', qualityScore: null, openGroups: null, failedLoads: null, loadTime: null },
    ]);
    const stranger = app.as((await app.make.user({ perms: ['system:user:list'] })).token);
    expect(await stranger('GET', `${MODELS}/${model}/facts`)).toMatchObject({ status: 403 });
  });

  it('count sources that fail', async () => {
    await app.database.pool.query(`update masterdata_source_map set problem = '来源表已不存在' where id = $1`, [map]);
    expect((await app.admin('GET', `${MODELS}/summary`)).data).toMatchObject([{ failedLoads: 1, openGroups: 0 }]);
  });

  it('leave the lineage when the mapping goes', async () => {
    expect(await app.admin('DELETE', `/data/masterdata/maps/${map}`)).toMatchObject({ status: 200 });
    expect(await edges()).toEqual([]);
  });
});
