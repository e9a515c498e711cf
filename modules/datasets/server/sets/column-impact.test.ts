import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { chartOf, field, tileOf } from '../engine/test-documents.ts';

const app = startApp();
const source = testSource(
  app,
  `create table sale (id int primary key, region text, day date, amount numeric, cost numeric, heads int, spare text);
   create table area (code text primary key, title text)`,
);
const SETS = '/data/visual/dataSets';
const FIELDS = [
  field('id', 'dimension', 'number'),
  field('region', 'dimension', 'string'),
  field('day', 'dimension', 'date'),
  field('amount', 'measure', 'number', { agg: 'sum' }),
  field('cost', 'measure', 'number', { agg: 'sum' }),
  field('spare', 'dimension', 'string'),
  field('profit', 'measure', 'number', { agg: 'sum', expr: '[amount] - [cost]' }),
  field('margin', 'measure', 'number', { agg: 'none', expr: 'SUM([profit]) / SUM([amount])' }),
];
let sourceId = '';
let sale = '';
const make = async (path: string, body: object): Promise<string> => {
  const answer = await app.admin('POST', path, body);
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id as string;
};
const makeChart = (chartName: string, config: object) => make('/data/visual/charts', { chartName, chartConfig: config });
const makeBoard = (boardName: string, layout: object[], filters: object[] = []) =>
  make('/data/visual/boards', { boardName, boardConfig: { v: 1, tabs: [{ id: 't', name: '首页', layout }], filters } });
const tableOrigin = { kind: 'table', table: { schema: 'public', table: 'sale' } };
const makeSet = (setName: string, origin: object, fields: object[], over: object = {}) =>
  make(SETS, { setName, sourceId, model: { v: 1, origin, fields, ...over } });

/** Names of everything that a change of a column is said to bear on. */
async function impactOf(table: string, column: string): Promise<string[]> {
  const row = await app.database.db
    .selectFrom('metadataColumn')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .select('metadataColumn.id')
    .where('metadataTable.sourceId', '=', sourceId)
    .where('metadataTable.tableName', '=', table)
    .where('columnName', '=', column)
    .executeTakeFirstOrThrow();
  const { data } = await app.admin('GET', `/data/metadata/lineage/impact/column/${row.id}`);
  return (data.items as { name: string }[]).map(({ name }) => name).toSorted();
}

beforeAll(async () => {
  sourceId = await source.register();
  sale = await makeSet('单表', tableOrigin, FIELDS);
}, 120_000);

describe('a change of a column bears on', () => {
  it('charts by their shelves, drill-downs, conditions and calculated fields, and what shows these charts', async () => {
    await makeChart('金额', chartOf(sale, ['region'], ['amount']));
    const profit = await makeChart('利润', chartOf(sale, ['region'], ['profit']));
    await makeChart('利润率', chartOf(sale, ['region'], ['margin']));
    await makeChart('按日下钻', chartOf(sale, ['region'], ['id'], { drill: ['region', 'day'] }));
    await makeChart('有成本的', chartOf(sale, ['region'], ['id'], { filters: [{ any: [{ col: 'cost', op: 'gt', value: 0 }] }] }));
    await makeChart('成本大的', chartOf(sale, ['day'], ['id'], { having: [{ col: 'cost', aggregateType: 'sum', op: 'gt', value: 9 }] }));
    await makeBoard('利润看板', [tileOf('a', null, { chartId: profit })]);
    await makeBoard('自有图', [tileOf('a', chartOf(sale, ['day'], ['amount']))]);
    await makeBoard(
      '按大区筛选',
      [tileOf('a', chartOf(sale, ['day'], ['id']))],
      [
        {
          id: 'f',
          label: '大区',
          kind: 'select',
          source: { dataSetId: sale, col: 'region' },
          targets: [{ dataSetId: sale, col: 'region' }],
        },
      ],
    );
    await makeBoard('有明细', [tileOf('a', chartOf(sale, ['day'], ['id']), { actions: [{ do: 'detail' }] })]);
    expect(await impactOf('sale', 'cost')).toEqual(['单表', '利润', '利润率', '利润看板', '成本大的', '有成本的', '有明细'].toSorted());
    expect(await impactOf('sale', 'amount')).toEqual(['单表', '金额', '利润', '利润率', '利润看板', '自有图', '有明细'].toSorted());
    expect(await impactOf('sale', 'day')).toEqual(['单表', '按日下钻', '成本大的', '自有图', '按大区筛选', '有明细'].toSorted());
    expect(await impactOf('sale', 'spare')).toEqual(['单表', '有明细'].toSorted());
    expect(await impactOf('sale', 'region')).toContain('按大区筛选');
  });

  it('what a calculated field means now, without a new save of the charts', async () => {
    const id = await makeSet('改公式', tableOrigin, FIELDS);
    await makeChart('公式图', chartOf(id, [], ['profit']));
    expect(await impactOf('sale', 'cost')).toContain('公式图');
    const { data } = await app.admin('GET', `${SETS}/${id}`);
    const fields = FIELDS.map((one) => (one.id === 'profit' ? { ...one, expr: '[amount] * 2' } : one));
    const answer = await app.admin('PUT', `${SETS}/${id}`, { ...data, model: { ...data.model, fields } });
    expect(answer, answer.msg).toMatchObject({ status: 200 });
    expect(await impactOf('sale', 'cost')).not.toContain('公式图');
    expect(await impactOf('sale', 'amount')).toContain('公式图');
  });

  it('all charts of a set whose people are counted by it, or whose tables are joined by it', async () => {
    const counted = await makeSet('按人数', tableOrigin, [...FIELDS, field('heads', 'measure', 'number')], {
      minGroup: 5,
      minGroupBy: 'heads',
    });
    await makeChart('人数图', chartOf(counted, ['region'], ['amount']));
    expect(await impactOf('sale', 'heads')).toEqual(['人数图', '按人数'].toSorted());
    const model = {
      tables: [
        { schema: 'public', table: 'sale', alias: 's' },
        { schema: 'public', table: 'area', alias: 'a' },
      ],
      joins: [{ left: 's', right: 'a', kind: 'left', cardinality: 'one', on: [{ left: 'region', right: 'code' }] }],
      columns: [
        { id: 'title', alias: 'a', column: 'title' },
        { id: 'amount', alias: 's', column: 'amount' },
        { id: 'cost', alias: 's', column: 'cost' },
      ],
    };
    const fields = [
      field('title', 'dimension', 'string'),
      field('amount', 'measure', 'number', { agg: 'sum' }),
      field('cost', 'measure', 'number', { agg: 'sum' }),
    ];
    const joined = await makeSet('关联', { kind: 'join', model }, fields);
    await makeChart('关联金额', chartOf(joined, ['title'], ['amount']));
    await makeChart('关联成本', chartOf(joined, ['title'], ['cost']));
    expect(await impactOf('area', 'code')).toEqual(['关联', '关联成本', '关联金额'].toSorted());
    expect(await impactOf('sale', 'amount')).toContain('关联金额');
    expect(await impactOf('sale', 'amount')).not.toContain('关联成本');
  });

  it('charts over a text by the columns that it makes, and all of them where these cannot be told', async () => {
    const plain = await makeSet('文本', { kind: 'sql', sql: 'select region as "Area", amount as 金额, cost from sale' }, [
      field('Area', 'dimension', 'string'),
      field('金额', 'measure', 'number', { agg: 'sum' }),
      field('cost', 'measure', 'number', { agg: 'sum' }),
      field('毛利', 'measure', 'number', { agg: 'sum', expr: '[金额] - [cost]' }),
    ]);
    await makeChart('文本金额', chartOf(plain, ['Area'], ['金额']));
    await makeChart('文本毛利', chartOf(plain, ['Area'], ['毛利']));
    expect(await impactOf('sale', 'cost')).toContain('文本毛利');
    expect(await impactOf('sale', 'cost')).not.toContain('文本金额');
    expect(await impactOf('sale', 'amount')).toEqual(expect.arrayContaining(['文本金额', '文本毛利']));
    expect(await impactOf('sale', 'region')).toEqual(expect.arrayContaining(['文本金额', '文本毛利']));
    const unit = await app.database.db
      .selectFrom('metadataLineageUnit')
      .select('id')
      .where('originKey', '=', `dataset:${plain}`)
      .executeTakeFirstOrThrow();
    const again = await app.admin('POST', `/data/metadata/lineage/units/${unit.id}/parse`);
    expect(again, again.msg).toMatchObject({ status: 200 });
    expect(await impactOf('sale', 'cost')).toContain('文本毛利');
    expect(await impactOf('sale', 'cost')).not.toContain('文本金额');

    const filtered = await makeSet('条件文本', { kind: 'sql', sql: "select region, amount from sale where spare = 'x'" }, [
      field('region', 'dimension', 'string'),
      field('amount', 'measure', 'number', { agg: 'sum' }),
    ]);
    await makeChart('条件图', chartOf(filtered, ['region'], ['amount']));
    expect(await impactOf('sale', 'spare')).toContain('条件图');
  });
});
