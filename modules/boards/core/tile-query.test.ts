import { describe, expect, it } from 'vitest';
import { BoardConfig } from '../contract/board-config.ts';
import {
  bucketEnd,
  SelectionError,
  drillChain,
  changedTiles,
  checkSelection,
  detailQuery,
  missingFilters,
  tileQuery,
  type ViewSelection,
} from '#modules/charts/core/index.ts';
import { shapeOfBoard } from './outline.ts';

const chart = (over: object = {}) => ({
  chartType: 'bar',
  dataSetId: 'sales',
  rows: [{ col: 'region' }],
  measures: [{ col: 'amount', aggregateType: 'sum' }],
  filters: [{ col: 'status', op: 'eq', value: 'ok' }],
  ...over,
});
const tile = (i: string, over: object = {}, item: object = {}) => ({
  i,
  x: 0,
  y: 0,
  w: 8,
  h: 8,
  kind: 'chart',
  chart: chart(over),
  ...item,
});
const shape = shapeOfBoard(
  BoardConfig.parse({
    v: 1,
    tabs: [
      {
        id: 'main',
        name: '首页',
        layout: [
          tile('a', {}, { actions: [{ do: 'filter', map: [{ col: 'region', dataSetId: 'sales', target: 'area' }] }, { do: 'detail' }] }),
          tile('b', { drill: ['region', 'province', 'city'] }),
          tile('c', { dataSetId: 'people' }),
          tile(
            't',
            { rows: [{ col: 'day', grain: 'month' }], drill: ['day', 'day'] },
            { actions: [{ do: 'filter', map: [{ col: 'day', dataSetId: 'people', target: 'entry' }] }] },
          ),
        ],
      },
    ],
    filters: [
      {
        id: 'year',
        label: '年份',
        kind: 'year',
        targets: [
          { dataSetId: 'sales', col: 'day' },
          { dataSetId: 'people', param: 'y' },
        ],
      },
      { id: 'who', label: '部门', kind: 'multi', targets: [{ dataSetId: 'people', col: 'dept' }] },
      {
        id: 'need',
        label: '区间',
        kind: 'dateRange',
        required: true,
        value: { relative: { span: 'last', unit: 'day', n: 7 } },
        targets: [{ dataSetId: 'sales', col: 'day', items: ['b'] }],
      },
    ],
  }),
);
const options = (over: Partial<ViewSelection> = {}): ViewSelection => ({ filters: { need: null }, links: {}, drills: {}, ...over });
const conditions = (key: string, over: Partial<ViewSelection>, type?: 'number' | 'string') =>
  tileQuery(shape, key, options(over), () => type).filters.slice(1);

it('a tile without a title is called by the type of its chart, never by its key', () => {
  expect(shape.tiles.get('a')?.name).toBe('柱状图');
});

describe('filters of a document', () => {
  it('act on the fields and parameters that they name, by the type of the field', () => {
    expect(conditions('a', { filters: { year: '2026', need: null } })).toEqual([
      { col: 'day', op: 'between', values: ['2026-01-01', '2026-12-31'] },
    ]);
    expect(conditions('a', { filters: { year: '2026', need: null } }, 'number')).toEqual([{ col: 'day', op: 'eq', value: 2026 }]);
    expect(tileQuery(shape, 'c', options({ filters: { year: '2026' } })).params).toEqual({ y: '2026' });
  });
  it('start with the value of the document until somebody clears it', () => {
    expect(tileQuery(shape, 'b', { filters: {}, links: {}, drills: {} }).filters.slice(1)).toEqual([
      { col: 'day', op: 'relative', relative: { span: 'last', unit: 'day', n: 7 } },
    ]);
    expect(conditions('b', {})).toEqual([]);
    expect(missingFilters(shape, { need: null }).map((filter) => filter.id)).toEqual(['need']);
    expect(missingFilters(shape, {})).toEqual([]);
  });
  it('leave a list that is empty alone and take one that is not', () => {
    expect(conditions('c', { filters: { who: [] } })).toEqual([]);
    expect(conditions('c', { filters: { who: ['一部', null] } })).toEqual([{ col: 'dept', op: 'in', values: ['一部', null] }]);
  });
  it.each([
    [{ year: '26' }],
    [{ year: { from: 1, to: 2 } }],
    [{ year: ['2026'] }],
    [{ need: { from: "1' or 1=1", to: null } }],
    [{ unknown: 1 }],
    [{ constructor: 1 }],
    [{ toString: 1 }],
  ])('refuse %j', (filters) => {
    expect(() => checkSelection(shape, options({ filters: filters as ViewSelection['filters'] }))).toThrow(SelectionError);
  });
});

describe('links', () => {
  it('filter the other tiles over the same data, never the clicked one', () => {
    const links = { a: [{ col: 'region', value: '华东' }] };
    expect(conditions('b', { links })).toEqual([{ col: 'area', op: 'eq', value: '华东' }]);
    expect(conditions('a', { links })).toEqual([]);
    expect(conditions('c', { links })).toEqual([]);
  });
  it('take a bucket of time as the span that it covers, and nothing as nothing', () => {
    expect(conditions('c', { links: { t: [{ col: 'day', value: '2024-02-01' }] } })).toEqual([
      { col: 'entry', op: 'between', values: ['2024-02-01', '2024-02-29'] },
    ]);
    expect(conditions('b', { links: { a: [{ col: 'region', value: null }] } })).toEqual([{ col: 'area', op: 'null' }]);
  });
  it('come with every tile where clicks offer a menu, and with none where only what is set counts', () => {
    const links = { b: [{ col: 'region', value: '华东' }] };
    expect(conditions('a', { links })).toEqual([{ col: 'region', op: 'eq', value: '华东' }]);
    expect(() => checkSelection({ ...shape, clicks: 'set' }, options({ links }))).toThrow('没有设置联动');
  });
  it.each([[{ b: [{ col: 'salary', value: 1 }] }], [{ a: [{ col: 'salary', value: 1 }] }], [{ zz: [] }], [{ __proto__x: [] }]])(
    'refuse %j',
    (links) => {
      expect(() => checkSelection(shape, options({ links: links as ViewSelection['links'] }))).toThrow(SelectionError);
    },
  );
});

describe('drills', () => {
  it('replace the field on the shelf and keep what was chosen', () => {
    const query = tileQuery(shape, 'b', options({ drills: { b: [{ col: 'region', value: '华东' }] } }));
    expect(query.rows.map((slot) => slot.col)).toEqual(['province']);
    expect(query.filters.at(-1)).toEqual({ col: 'region', op: 'eq', value: '华东' });
  });
  it('work together with links', () => {
    const both = {
      links: { a: [{ col: 'region', value: '华北' }] },
      drills: {
        b: [
          { col: 'region', value: '华东' },
          { col: 'province', value: '江苏' },
        ],
      },
    };
    expect(conditions('b', both).map((one) => ('col' in one ? one.col : ''))).toEqual(['area', 'region', 'province']);
    expect(tileQuery(shape, 'b', options(both)).rows[0]?.col).toBe('city');
  });
  it('go from months to days along the same field', () => {
    const query = tileQuery(shape, 't', options({ drills: { t: [{ col: 'day', value: '2026-03-01' }] } }));
    expect(query.rows[0]).toMatchObject({ col: 'day', grain: 'day' });
    expect(query.filters.at(-1)).toEqual({ col: 'day', op: 'between', values: ['2026-03-01', '2026-03-31'] });
  });
  it('go down along a field that the viewer chose, and on from there', () => {
    const path = [
      { col: 'region', value: '华东', to: 'customer' },
      { col: 'customer', value: '甲', to: 'day' },
    ];
    const types = (_set: string, col: string) => (col === 'day' ? ('date' as const) : ('string' as const));
    const query = tileQuery(shape, 'a', options({ drills: { a: path } }), types);
    expect(query.rows).toMatchObject([{ col: 'day', grain: 'month' }]);
    expect(query.filters.slice(1)).toEqual([
      { col: 'region', op: 'eq', value: '华东' },
      { col: 'customer', op: 'eq', value: '甲' },
    ]);
    // after leaving the way of the chart there is none to go on along
    const left = [path[0]!, { col: 'customer', value: '甲' }];
    expect(() => tileQuery(shape, 'b', options({ drills: { b: left } }))).toThrow('不能继续下钻');
    expect(() => checkSelection({ ...shape, clicks: 'set' }, options({ drills: { a: path } }))).toThrow('没有开放');
  });
  it('refuse other fields, other orders and going too deep', () => {
    const bad = (path: { col: string; value: string }[]) => () => checkSelection(shape, options({ drills: { b: path } }));
    expect(bad([{ col: 'province', value: '江苏' }])).toThrow(SelectionError);
    expect(
      bad([
        { col: 'region', value: '华东' },
        { col: 'province', value: '江苏' },
        { col: 'city', value: '苏州' },
      ]),
    ).toThrow(SelectionError);
    expect(() => checkSelection(shape, options({ drills: { a: [{ col: 'region', value: '华东' }] } }))).toThrow(SelectionError);
  });
  it('have no way where the chart has none', () => expect(drillChain(shape.tiles.get('a')!)).toEqual([]));
});

it('only the tiles that a change touches are asked again', () => {
  expect(changedTiles(shape, options(), options({ links: { a: [{ col: 'region', value: '华东' }] } }))).toEqual(['b', 't']);
  expect(changedTiles(shape, options(), options({ filters: { who: ['一部'], need: null } }))).toEqual(['c']);
});

it('rows of a data point stand under the conditions of the tile and of the click', () => {
  const detail = {
    values: [
      { col: 'region', value: '华东' },
      { col: 'amount', value: 5 },
    ],
    fields: { dimensions: ['region'], measures: ['amount'] },
    limit: 1000,
  };
  const query = detailQuery(shape, 'a', options(), detail);
  expect(query).toMatchObject({ isDetail: true, limit: 1000, having: [] });
  expect(query.filters).toEqual([
    { col: 'status', op: 'eq', value: 'ok' },
    { col: 'region', op: 'eq', value: '华东' },
  ]);
  expect(() => detailQuery(shape, 'a', options(), { ...detail, values: [{ col: 'salary', value: 1 }] })).toThrow(SelectionError);
});

it.each([
  ['2026-01-01', 'year', '2026-12-31'],
  ['2026-10-01', 'quarter', '2026-12-31'],
  ['2024-02-01', 'month', '2024-02-29'],
  ['2026-12-28', 'week', '2027-01-03'],
  ['2026-02-28', 'day', '2026-02-28'],
  ['2026-02-28 07:00:00', 'hour', '2026-02-28 07:59:59'],
  ['nothing', 'day', null],
  ['2025-04-01', 'year', '2026-03-31'],
] as const)('the bucket of %s by %s ends with %s', (start, grain, end) => expect(bucketEnd(start, grain)).toBe(end));

describe('a link with nothing set but the default, all other tiles', () => {
  const board = (actions: object[]) =>
    shapeOfBoard(
      BoardConfig.parse({
        v: 1,
        tabs: [
          {
            id: 'm',
            name: '首页',
            layout: [tile('a', {}, { actions }), tile('b', { rows: [{ col: 'kind' }] }), tile('c', { dataSetId: 'people' })],
          },
        ],
      }),
    );
  const clicked: ViewSelection = { filters: {}, drills: {}, links: { a: [{ col: 'region', value: '江苏' }] } };
  const none: ViewSelection = { filters: {}, drills: {}, links: {} };

  it('asks the others over the same data set again, by the clicked field', () => {
    const document = board([{ do: 'filter', map: [], items: null }]);
    expect(changedTiles(document, none, clicked)).toEqual(['b']);
    expect(tileQuery(document, 'b', clicked).filters).toContainEqual({ col: 'region', op: 'eq', value: '江苏' });
  });
  it('asks only the tiles that it names', () => {
    expect(changedTiles(board([{ do: 'filter', map: [], items: ['c'] }]), none, clicked)).toEqual([]);
  });
});
