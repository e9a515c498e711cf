type Loose = Record<string, unknown>;
/** A measure. */
export const m = (col: string, aggregateType?: string, more: Loose = {}): Loose => ({
  col,
  ...(aggregateType ? { aggregateType } : {}),
  ...more,
});
export const AMOUNT = m('amount', 'sum');
const by = (col: string, more: Loose = {}): Loose => ({ rows: [{ col }], measures: [AMOUNT], ...more });
const on = (filters: Loose[], more: Loose = {}): Loose => ({
  rows: [{ col: 'status' }],
  measures: [AMOUNT, m('id', 'count')],
  filters,
  ...more,
});

/** Queries over the rows of `test-live.ts` that every kind of database answers alike. */
export const QUERIES: [name: string, query: Loose][] = [];
const add = (name: string, query: Loose) => void QUERIES.push([name, query]);

for (const agg of ['sum', 'avg', 'min', 'max', 'count', 'countd', 'median', 'stddev']) {
  add(`${agg} over all rows`, { measures: [m('amount', agg)] });
  add(`${agg} by a dimension with gaps`, { rows: [{ col: 'region' }], measures: [m('amount', agg), m('qty', agg)] });
  add(`${agg} of no rows`, { measures: [m('amount', agg)], filters: [{ col: 'id', op: 'lt', value: -1 }] });
}
for (const agg of ['min', 'max', 'count', 'countd'])
  add(`${agg} of text and times`, { rows: [{ col: 'status' }], measures: [m('city', agg), m('day', agg), m('made', agg)] });
for (const grain of ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute'])
  add(`${grain} of a moment`, { rows: [{ col: 'made', grain }], measures: [AMOUNT, m('id', 'count')], limit: 2000 });
for (const grain of ['year', 'quarter', 'month', 'week', 'day'])
  add(`${grain} of a date by region`, { rows: [{ col: 'day', grain }], columns: [{ col: 'region' }], measures: [AMOUNT], limit: 5000 });

add('two dimensions', { rows: [{ col: 'region' }, { col: 'city' }], measures: [AMOUNT] });
add('dimensions without measures', { rows: [{ col: 'city' }, { col: 'status' }], measures: [] });
add('dates as they are', { rows: [{ col: 'day' }], measures: [AMOUNT], limit: 1000 });
add('moments as they are', { rows: [{ col: 'made' }], measures: [AMOUNT], limit: 1000 });

const CONDITIONS: Loose[] = [
  { col: 'region', op: 'eq', value: '华东' },
  { col: 'region', op: 'eq', value: "O'Neil" },
  { col: 'region', op: 'eq', value: null },
  { col: 'region', op: 'ne', value: '华东' },
  { col: 'region', op: 'in', values: ['华东', '华北', null] },
  { col: 'region', op: 'in', values: [] },
  { col: 'region', op: 'nin', values: ['华东', '华北'] },
  { col: 'region', op: 'nin', values: ['华东', null] },
  { col: 'region', op: 'nin', values: [] },
  { col: 'region', op: 'contains', value: '东' },
  { col: 'region', op: 'contains', value: '%' },
  { col: 'region', op: 'contains', value: '_' },
  { col: 'region', op: 'contains', value: '!' },
  { col: 'region', op: 'contains', value: 'NEIL' },
  { col: 'region', op: 'starts', value: '华' },
  { col: 'region', op: 'ends', value: '南' },
  { col: 'region', op: 'ncontains', value: '华' },
  { col: 'region', op: 'null' },
  { col: 'region', op: 'notnull' },
  { col: 'city', op: 'gt', value: '上海' },
  { col: 'amount', op: 'eq', value: 59.19 },
  { col: 'amount', op: 'gt', value: 100.5 },
  { col: 'amount', op: 'gte', value: 0 },
  { col: 'amount', op: 'lt', value: 0 },
  { col: 'amount', op: 'lte', value: '12.5' },
  { col: 'amount', op: 'between', values: [-50.25, 200] },
  { col: 'amount', op: 'between', values: [null, 200] },
  { col: 'amount', op: 'in', values: [59.19, 138.38, 1e12] },
  { col: 'qty', op: 'eq', value: 3 },
  { col: 'qty', op: 'eq', value: 3.5 },
  { col: 'qty', op: 'gt', value: 9_007_199_254_740_991 },
  { col: 'id', op: 'contains', value: '7' },
  { col: 'day', op: 'eq', value: '2024-02-29' },
  { col: 'day', op: 'eq', value: '2024-12' },
  { col: 'day', op: 'ne', value: '2025' },
  { col: 'day', op: 'in', values: ['2024-01', '2025-03-01'] },
  { col: 'day', op: 'gt', value: '2025-12-31' },
  { col: 'day', op: 'gte', value: '2025-12-31' },
  { col: 'day', op: 'lt', value: '2024-01-01' },
  { col: 'day', op: 'lte', value: '2024-01-01' },
  { col: 'day', op: 'between', values: ['2024-02-28', '2024-03-01'] },
  { col: 'day', op: 'between', values: ['2025-12', null] },
  { col: 'made', op: 'eq', value: '2024-02-29' },
  { col: 'made', op: 'between', values: ['2024-06-30', '2024-07-01 12:00:00'] },
  { col: 'made', op: 'gt', value: '2026-03-01 08:30:00' },
  { col: 'made', op: 'lte', value: '2024-01-15' },
  { col: 'day', op: 'relative', relative: { span: 'last', unit: 'day', n: 400 } },
  { col: 'made', op: 'relative', relative: { span: 'previous', unit: 'quarter', n: 3 } },
  { col: 'day', op: 'relative', relative: { span: 'toDate', unit: 'year', n: 1 } },
  { col: 'size', op: 'eq', value: '大' },
  { col: 'later', op: 'gte', value: '2026-01-15' },
  { col: 'weekday', op: 'in', values: [6, 7] },
];
for (const condition of CONDITIONS) add(`where ${JSON.stringify(condition)}`, on([condition]));
add(
  'any and all, nested',
  on([
    {
      any: [
        { col: 'region', op: 'eq', value: '华东' },
        {
          all: [
            { col: 'qty', op: 'gt', value: 5 },
            {
              any: [
                { col: 'day', op: 'null' },
                { col: 'city', op: 'eq', value: '北京' },
              ],
            },
          ],
        },
      ],
    },
  ]),
);
add('empty groups say nothing', on([{ any: [] }, { all: [{ any: [] }] }]));

add('having a sum', by('region', { having: [{ col: 'm0', op: 'gt', value: 1000 }] }));
add('having an aggregate that is not shown', by('city', { having: [{ col: 'qty', aggregateType: 'avg', op: 'gte', value: 8 }] }));
add(
  'having any',
  by('city', {
    having: [
      {
        any: [
          { col: 'm0', op: 'lt', value: 0 },
          { col: 'qty', aggregateType: 'max', op: 'eq', value: 16 },
        ],
      },
    ],
  }),
);
add('having a median', by('region', { having: [{ col: 'amount', aggregateType: 'median', op: 'gt', value: 250 }] }));
add('sorted by a measure', by('city', { sort: [{ by: 'm0', dir: 'desc' }], limit: 4 }));
add('sorted upwards', by('city', { sort: [{ by: 'm0', dir: 'asc' }], limit: 4 }));
add('sorted by name', by('city', { sort: [{ by: 'd0', dir: 'desc' }] }));
add('sorted by an own order', by('city', { rows: [{ col: 'city', sort: 'custom', order: ['重庆', '北京', '上海'] }] }));
add('limited', by('region', { limit: 3 }));

for (const agg of ['sum', 'avg', 'countd', 'median', 'stddev', 'max'])
  add(`top 3 with others by ${agg}`, { rows: [{ col: 'region' }], measures: [m('amount', agg)], topN: { n: 3, by: 'm0' } });
add('top 2 without others', by('region', { topN: { n: 2, by: 'm0', others: false } }));
add('bottom 2', by('region', { topN: { n: 2, by: 'm0', bottom: true } }));
add('top series over months', {
  rows: [{ col: 'day', grain: 'month' }],
  columns: [{ col: 'region' }],
  measures: [AMOUNT],
  topN: { n: 2, by: 'm0', of: 'd1' },
});
add('top numbers', { rows: [{ col: 'qty' }], measures: [AMOUNT], topN: { n: 4, by: 'm0' } });
add('top of everything', by('region', { topN: { n: 50, by: 'm0' } }));

for (const modifier of ['yoy', 'mom', 'yoyDiff', 'momDiff', 'yoyValue', 'momValue', 'cum', 'share', 'rank'])
  add(`${modifier} by month`, {
    rows: [{ col: 'day', grain: 'month' }],
    measures: [m('amount', 'sum', { modifier })],
    filters: [{ col: 'day', op: 'between', values: ['2025-01-01', '2026-06-30'] }],
  });
for (const grain of ['year', 'quarter', 'week', 'day'])
  add(`yoy and mom by ${grain}`, {
    rows: [{ col: 'day', grain }],
    measures: [AMOUNT, m('amount', 'avg', { modifier: 'yoyValue' }), m('amount', 'sum', { modifier: 'momDiff' })],
    filters: [{ col: 'day', op: 'gte', value: '2025-01' }],
    limit: 1000,
  });
add('yoy by region without time', {
  rows: [{ col: 'region' }],
  measures: [AMOUNT, m('amount', 'sum', { modifier: 'yoy' }), m('amount', 'median', { modifier: 'momValue' })],
  filters: [{ col: 'day', op: 'eq', value: '2025' }],
});
add('yoy of one figure', {
  measures: [m('price', undefined, { modifier: 'yoyValue' }), m('id', 'count', { modifier: 'mom' })],
  filters: [{ col: 'day', op: 'between', values: ['2025-03', '2025-05'] }],
});
add('yoy with series and top n', {
  rows: [{ col: 'day', grain: 'quarter' }],
  columns: [{ col: 'region' }],
  measures: [m('amount', 'sum', { modifier: 'yoyDiff' })],
  topN: { n: 2, by: 'm0', of: 'd1' },
  filters: [{ col: 'day', op: 'gte', value: '2025' }],
});
add('cumulated by series', {
  rows: [{ col: 'day', grain: 'month' }],
  columns: [{ col: 'status' }],
  measures: [m('amount', 'sum', { modifier: 'cum' })],
});
add('having with changes', {
  rows: [{ col: 'day', grain: 'month' }],
  measures: [m('amount', 'sum', { modifier: 'momDiff' })],
  having: [{ col: 'm0', op: 'gt', value: 0 }],
  filters: [{ col: 'day', op: 'gte', value: '2025-06' }],
});

for (const fill of ['zero', 'null'])
  add(`gaps filled with ${fill}`, {
    rows: [{ col: 'day', grain: 'day' }],
    columns: [{ col: 'status' }],
    measures: [AMOUNT],
    fill,
    filters: [{ col: 'day', op: 'between', values: ['2025-02-25', '2025-03-05'] }],
  });
add('gaps of hours', {
  rows: [{ col: 'made', grain: 'hour' }],
  measures: [AMOUNT],
  fill: 'zero',
  filters: [{ col: 'made', op: 'eq', value: '2024-12-31' }],
});
add('gaps of no rows', {
  rows: [{ col: 'day', grain: 'month' }],
  measures: [AMOUNT],
  fill: 'zero',
  filters: [{ col: 'day', op: 'eq', value: '2019' }],
});
add('totals of rows and columns', {
  rows: [{ col: 'region' }, { col: 'status' }],
  columns: [{ col: 'day', grain: 'year' }],
  measures: [AMOUNT, m('amount', 'avg'), m('city', 'countd')],
  totals: true,
  limit: 2000,
});
add('totals with a top n', {
  rows: [{ col: 'region' }],
  columns: [{ col: 'status' }],
  measures: [m('amount', 'median')],
  totals: true,
  topN: { n: 2, by: 'm0' },
});

for (const col of ['size', 'label', 'cut', 'quarter', 'weekday', 'hour', 'later', 'isBig', 'isEast'])
  add(`calculated ${col}`, { rows: [{ col }], measures: [AMOUNT], limit: 2000 });
add('calculated measures', {
  rows: [{ col: 'region' }],
  measures: [m('price'), m('double'), m('half', 'sum'), m('rest', 'sum'), m('age', 'avg'), m('rounded', 'sum'), m('steps', 'sum')],
});
add('a ratio over others', { rows: [{ col: 'region' }], measures: [m('price')], topN: { n: 3, by: 'm0' } });
add('the total of a table beside a limit', {
  rows: [{ col: 'region' }, { col: 'city' }],
  measures: [AMOUNT, m('amount', 'avg'), m('city', 'countd'), m('price')],
  sort: [{ by: 'm0', dir: 'desc' }],
  limit: 5,
  grandTotal: true,
});
add('the total of a table with shares and a top n', {
  rows: [{ col: 'region' }],
  measures: [AMOUNT, m('amount', 'sum', { modifier: 'share' })],
  topN: { n: 3, by: 'm0' },
  grandTotal: true,
});
add('a ratio with totals', { rows: [{ col: 'region' }], measures: [m('price')], totals: true });
add('details', {
  rows: [{ col: 'id' }, { col: 'region' }, { col: 'day' }, { col: 'made' }, { col: 'size' }],
  measures: [m('amount'), m('half')],
  isDetail: true,
  sort: [{ by: 'd0', dir: 'asc' }],
  limit: 60,
});
add('details from the end', {
  rows: [{ col: 'made' }, { col: 'id' }],
  measures: [],
  isDetail: true,
  sort: [
    { by: 'd0', dir: 'desc' },
    { by: 'd1', dir: 'asc' },
  ],
  limit: 30,
  filters: [{ col: 'made', op: 'notnull' }],
});
