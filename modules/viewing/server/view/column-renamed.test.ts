import { expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { chartOf, field, linesOf, tileOf } from '#modules/datasets/server/engine/test-documents.ts';

const app = startApp();
const source = testSource(
  app,
  `create table orders (id int primary key, area text, freight numeric, cost numeric);
   insert into orders values (1, 'E', 10, 4), (2, 'N', 20, 5);
   create table area (code text primary key, title text);
   insert into area values ('E', '华东'), ('N', '华北')`,
);
const SETS = '/data/visual/dataSets';
interface Line {
  key: string;
  data?: { rows: unknown[][] };
  error?: { error: string; msg: string };
}
const made = async (path: string, body: Record<string, unknown>): Promise<string> => {
  const answer = await app.admin('POST', `/data/visual/${path}`, body);
  expect(answer, answer.raw.toString()).toMatchObject({ status: 200 });
  return answer.data.id as string;
};
async function shown(entity: 'board' | 'screen', id: string, keys: readonly string[]): Promise<Record<string, Line>> {
  const ask = () => app.admin('POST', '/data/visual/view/data', { entity, id, tiles: keys.map((key) => ({ key })) });
  const linesBy = async () => Object.fromEntries((linesOf((await ask()).raw) as unknown as Line[]).map((line) => [line.key, line]));
  // the parser takes its time to start on a busy machine
  return until(linesBy, (lines) => Object.values(lines).every(({ error }) => error?.error !== 'throttle.exceeded'), 60_000);
}
const money = (id: string, over: object = {}) => field(id, 'measure', 'number', { agg: 'sum', ...over });
const joinOf = (code: string, freight: string) => ({
  kind: 'join',
  model: {
    tables: [
      { schema: 'public', table: 'orders', alias: 't1' },
      { schema: 'public', table: 'area', alias: 't2' },
    ],
    joins: [{ left: 't1', right: 't2', kind: 'left', cardinality: 'one', on: [{ left: 'area', right: code }] }],
    columns: [
      { id: 'title', alias: 't2', column: 'title' },
      { id: freight, alias: 't1', column: freight },
    ],
  },
});

test('a column that a source renames: every tile and widget over tables, joins and texts names it, nothing is lost unasked, and all follow its new name', async () => {
  const sourceId = await source.register();
  const origin = { kind: 'table', table: { schema: 'public', table: 'orders' } };
  const byTable = await made('dataSets', {
    setName: '订单',
    sourceId,
    model: {
      v: 1,
      origin,
      fields: [
        field('area', 'dimension', 'string'),
        money('freight', { name: '运费' }),
        money('cost'),
        money('rest', { name: '毛利', expr: '[freight] - [cost]' }),
      ],
    },
  });
  const byJoin = await made('dataSets', {
    setName: '订单与大区',
    sourceId,
    model: { v: 1, origin: joinOf('code', 'freight'), fields: [field('title', 'dimension', 'string'), money('freight')] },
  });
  const text = (column: string) => `select area, ${column} from orders`;
  const bySql = await made('dataSets', { setName: '订单语句', sourceId, setSql: text('freight') });
  const stored = await made('charts', {
    chartName: '毛利图',
    dataSetId: byTable,
    chartConfig: JSON.stringify(chartOf(byTable, ['area'], ['rest'])),
  });
  const tiles = [
    tileOf('table', chartOf(byTable, ['area'], ['freight'])),
    tileOf('calculated', null, { chartId: stored }),
    tileOf('join', chartOf(byJoin, ['title'], ['freight'])),
    tileOf('sql', chartOf(bySql, ['area'], ['freight'])),
    tileOf('fine', chartOf(byTable, ['area'], ['cost'])),
  ];
  const board = await made('boards', { boardName: '运费看板', boardConfig: { v: 1, tabs: [{ id: 'm', name: '首页', layout: tiles }] } });
  const node = (id: string, type: string, chart: object) => ({ id, z: 1, x: 0, y: 0, w: 400, h: 300, type, chart });
  const nodes = {
    bars: node('bars', 'progress', chartOf(byTable, ['area'], ['rest'])),
    list: node('list', 'scrollTable', chartOf(byJoin, ['title'], ['freight'])),
    canvas: node('canvas', 'chart', chartOf(bySql, ['area'], ['freight'])),
  };
  const screen = await made('screens', { screenName: '运费大屏', screenConfig: { v: 1, nodes } });
  for (const [kind, id] of [
    ['boards', board],
    ['screens', screen],
  ] as const) {
    const published = await app.admin('POST', `/data/visual/${kind}/publish/${id}`, { version: 0 });
    expect(published, published.raw.toString()).toMatchObject({ status: 200 });
  }
  const onBoard = () => shown('board', board, ['table', 'calculated', 'join', 'sql', 'fine']);
  const onScreen = () => shown('screen', screen, ['bars', 'list', 'canvas']);
  const before = await onBoard();
  expect(before.calculated?.data?.rows).toEqual([
    ['E', 6],
    ['N', 15],
  ]);
  for (const line of [...Object.values(before), ...Object.values(await onScreen())])
    expect(line.data?.rows, line.error?.msg).toHaveLength(2);

  await source.sql('alter table orders rename column freight to freight_fee');
  await synchronised(app, sourceId);
  const lost = await onBoard();
  for (const key of ['table', 'calculated', 'join', 'sql']) expect(lost[key]?.error?.msg, key).toContain('freight');
  expect(lost.fine?.data?.rows).toHaveLength(2);
  for (const [key, line] of Object.entries(await onScreen())) expect(line.error?.msg, key).toContain('freight');

  const get = async (id: string) => (await app.admin('GET', `${SETS}/${id}`)).data;
  const [table, join, sql] = [await get(byTable), await get(byJoin), await get(bySql)];
  const brokenOf = (set: { broken: { field: string }[] }) => set.broken.map((one) => one.field).toSorted();
  expect(brokenOf(table)).toEqual(['freight', 'rest']);
  expect(brokenOf(join)).toEqual(['freight']);
  expect(brokenOf(sql)).toEqual(['freight']);

  // the page of a set reads what is there: the lost column does not keep it from the others
  const read = (set: { model: { origin: object; fields: object[] } }, over: object = {}) =>
    app.admin('POST', `${SETS}/analyse`, { sourceId, origin: set.model.origin, fields: set.model.fields, ...over });
  const ids = (answer: { data: { columns: { id: string }[] } }) => answer.data.columns.map(({ id }) => id);
  expect(ids(await read(table))).toContain('freight_fee');
  const joined = await read(join);
  expect(joined, joined.msg).toMatchObject({ status: 200, data: { broken: [{ field: 'freight' }] } });
  expect(ids(joined)).toEqual(['title']);
  expect((await read(sql)).msg).toContain('freight');

  // to take the field out is refused with everything that uses it, what is only published, too
  const without = (set: typeof table) => ({ ...set.model, fields: set.model.fields.filter(({ id }: { id: string }) => id !== 'freight') });
  const plain = { ...without(table), fields: without(table).fields.filter(({ id }: { id: string }) => id !== 'rest') };
  const refused = await app.admin('PUT', `${SETS}/${byTable}`, { ...table, model: plain });
  expect(refused).toMatchObject({ status: 409, error: 'entity.inUse' });
  expect(refused.msg).toMatch(/运费/);
  const names = ({ data }: typeof refused) => (data as { names: string[] }).names.toSorted();
  expect(names(refused)).toEqual(['毛利图', '运费看板', '运费大屏'].toSorted());
  const unjoined = await app.admin('PUT', `${SETS}/${byJoin}`, { ...join, model: without(join) });
  expect(names(unjoined)).toEqual(['运费看板', '运费大屏'].toSorted());
  const family = await app.admin('PUT', `${SETS}/${bySql}`, { setName: '订单语句', sourceId, setSql: text('cost'), version: sql.version });
  expect(names(family)).toEqual(['运费看板', '运费大屏'].toSorted());

  // and bound to the new column everything is as before
  const renames = { freight: 'freight_fee' };
  const fieldsOf = (set: typeof table) =>
    set.model.fields.map((one: { id: string; expr?: string }) => ({
      ...one,
      id: one.id === 'freight' ? 'freight_fee' : one.id,
      ...(one.expr && { expr: '[freight_fee] - [cost]' }),
    }));
  for (const [set, newOrigin] of [
    [table, origin],
    [join, joinOf('code', 'freight_fee')],
    [sql, { kind: 'sql', sql: text('freight_fee') }],
  ] as const) {
    const mapped = await app.admin('PUT', `${SETS}/${set.id}`, {
      ...set,
      setSql: null,
      model: { ...set.model, origin: newOrigin, fields: fieldsOf(set) },
      renames,
    });
    expect(mapped, mapped.msg).toMatchObject({ status: 200 });
    expect((await get(set.id)).broken).toEqual([]);
  }
  expect((await onBoard()).calculated?.data?.rows).toEqual(before.calculated?.data?.rows);
  for (const line of [...Object.values(await onBoard()), ...Object.values(await onScreen())])
    expect(line.data?.rows, line.error?.msg).toHaveLength(2);

  // a column that tables are joined by: nothing can be read before it is set anew
  await source.sql('alter table area rename column code to area_code');
  await synchronised(app, sourceId);
  const unlinked = await get(byJoin);
  expect(unlinked.broken[0].reason).toBe('关联字段 public.area.code 已不存在，请重新设置关联');
  expect((await read(unlinked)).msg).toContain('关联字段 public.area.code 已不存在');
  const linked = await app.admin('PUT', `${SETS}/${byJoin}`, {
    ...unlinked,
    setSql: null,
    model: { ...unlinked.model, origin: joinOf('area_code', 'freight_fee') },
  });
  expect(linked, linked.msg).toMatchObject({ status: 200 });
  expect((await onBoard()).join?.data?.rows).toHaveLength(2);
}, 240_000);
