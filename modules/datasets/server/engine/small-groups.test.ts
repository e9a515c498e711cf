import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { chartOf, field, storeBoard, storeSet, tileOf } from './test-documents.ts';
import { liveSets, ROWS } from './test-live.ts';
import { AMOUNT, m } from './test-queries.ts';

const app = startApp();
const live = liveSets(app);
const MIN = 5;
type Loose = Record<string, unknown>;
type Value = string | number | null;

/** Six rows of 华东, five of 华北, two of 华南, seven without a region. */
const CHOSEN = [1, 10, 19, 28, 37, 46, 2, 11, 20, 29, 38, 3, 12, 4, 13, 22, 31, 40, 49, 58];
const chosen = { col: 'id', op: 'in', values: CHOSEN };
const rowsIn = (region: string | null) => ROWS.filter((row) => CHOSEN.includes(row[0]) && row[1] === region);
const sum = (rows: readonly (typeof ROWS)[number][]) => rows.reduce((all, row) => all + Number(row[4] ?? 0), 0);
const COUNT = m('id', 'count');
const SMALLEST = `update visual_data_set set model = model || '{"minGroup":${MIN}}'`;

beforeAll(async () => {
  await app.database.pool.query(SMALLEST);
});

const ask = (dataSetId: string, query: Loose) =>
  app.admin('POST', '/data/visual/charts/data/parser', { dataSetId, filters: [chosen], limit: 1000, ...query });
/** The answer of every live database, which must be the same. */
async function told(query: Loose): Promise<{ rows: Value[][]; totals?: number[]; minGroup?: number }> {
  const answers = await Promise.all(
    [...live.sets].map(async ([kind, id]) => {
      const answer = await ask(id, query);
      expect(answer, `${kind}: ${answer.msg}`).toMatchObject({ status: 200 });
      const { rows, totals, minGroup } = answer.data;
      const close = rows.map((row: Value[]) => row.map((value) => (typeof value === 'number' ? Number(value.toPrecision(10)) : value)));
      return { kind, data: { rows: close as Value[][], totals: totals as number[] | undefined, minGroup: minGroup as number } };
    }),
  );
  for (const { kind, data } of answers) expect(data, kind).toEqual(answers[0]!.data);
  return answers[0]!.data;
}
const BY_REGION = { rows: [{ col: 'region' }], measures: [AMOUNT, COUNT] };

it('a group of fewer rows stays out, and the next one with it when it could be taken from the total', async () => {
  const { rows, minGroup } = await told(BY_REGION);
  expect(minGroup).toBe(MIN);
  expect(rows).toEqual([
    ['华东', Number(sum(rowsIn('华东')).toPrecision(10)), 6],
    [null, Number(sum(rowsIn(null)).toPrecision(10)), 7],
  ]);
  // the sum of all rows, of a figure beside the chart, minus what is shown stands for 华北 and 华南 together
  const all = await told({ measures: [COUNT] });
  expect(all.rows).toEqual([[20]]);
  expect(20 - 6 - 7).toBeGreaterThanOrEqual(MIN);
});

it('a small group alone takes no other with it when nothing could be taken from it', async () => {
  const { rows } = await told({ ...BY_REGION, filters: [{ col: 'id', op: 'in', values: CHOSEN.filter((id) => id !== 3 && id !== 12) }] });
  expect(rows.map(([region]) => region)).toEqual(['华北', '华东', null]);
});

it('totals are those of what is told, on every level', async () => {
  const grand = await told({ ...BY_REGION, grandTotal: true });
  expect(grand.rows.at(-1)!.at(-1)).toBe(13);
  const { rows, totals } = await told({
    rows: [{ col: 'region' }],
    columns: [{ col: 'status' }],
    measures: [COUNT],
    totals: true,
    filters: [{ col: 'id', op: 'lte', value: 160 }],
  });
  const cells = rows.filter((_, i) => totals![i] === 0);
  expect(cells.length).toBeGreaterThan(3);
  expect(cells.length).toBeLessThan(new Set(ROWS.slice(0, 160).map((row) => `${row[1]} ${row[3]}`)).size);
  for (const cell of cells) expect(cell[2]).toBeGreaterThanOrEqual(MIN);
  const total = rows[totals!.indexOf(2)]!;
  expect(total[2]).toBe(cells.reduce((all, row) => all + Number(row[2]), 0));
  for (const region of new Set(cells.map((row) => row[0]))) {
    const mine = cells.filter((row) => row[0] === region);
    expect(
      rows.some((row, i) => totals![i] === 1 && row[0] === region && row[2] === mine.reduce((all, row2) => all + Number(row2[2]), 0)),
    ).toBe(true);
  }
});

it('a figure over fewer rows is not told, nor a count of nothing', async () => {
  const few = [chosen, { col: 'region', op: 'eq', value: '华南' }];
  expect((await told({ measures: [AMOUNT], filters: few })).rows).toEqual([]);
  expect((await told({ measures: [COUNT], filters: few })).rows).toEqual([]);
  expect((await told({ measures: [COUNT], filters: [chosen, { col: 'region', op: 'eq', value: '华北' }] })).rows).toEqual([[5]]);
});

it('a change against too few rows is not told', async () => {
  const earlier = ROWS.filter((row) => row[6]?.startsWith('2024-02')).map((row) => row[0]);
  const query = (kept: number) => ({
    measures: [COUNT, m('id', 'count', { modifier: 'yoyValue' })],
    filters: [
      { col: 'day', op: 'between', values: ['2025-02', '2025-02'] },
      {
        any: [
          { col: 'day', op: 'gte', value: '2025-01-01' },
          { col: 'id', op: 'in', values: earlier.slice(0, kept) },
        ],
      },
    ],
  });
  const now = ROWS.filter((row) => row[6]?.startsWith('2025-02')).length;
  expect((await told(query(MIN))).rows).toEqual([[now, MIN]]);
  const [[value, before] = []] = (await told(query(MIN - 1))).rows;
  expect(value).toBe(now);
  expect(before ?? 0).toBe(0);
  // along time the bucket of the year before is a group of its own
  const months = (kept: number) => ({ ...query(kept), rows: [{ col: 'day', grain: 'month' }] });
  expect((await told(months(MIN))).rows).toEqual([['2025-02-01', now, MIN]]);
  expect((await told(months(MIN - 1))).rows).toEqual([['2025-02-01', now, null]]);
});

it('ranks, 其他 and gaps are made of what is told', async () => {
  const top = await told({ ...BY_REGION, topN: { n: 1, by: 'm1' } });
  expect(top.rows.map(([region, , count]) => [region, count])).toEqual([
    [null, 7],
    ['其他', 6],
  ]);
  const days = await told({
    rows: [{ col: 'day', grain: 'month' }],
    measures: [COUNT],
    fill: 'zero',
    filters: [{ col: 'id', op: 'lte', value: 60 }],
  });
  expect(days.rows.some(([, count]) => count === 0)).toBe(false);
});

it('choices of a filter leave small groups out, and rows of a data point are refused when there are too few', async () => {
  for (const [kind, dataSetId] of live.sets) {
    const choices = await app.admin('POST', '/data/visual/choices', { dataSetId, col: 'region', filters: [chosen] });
    expect(
      choices.data.map(({ label }: { label: string }) => label),
      kind,
    ).toEqual(['华东', '（空）']);
    const detail = (region: string) =>
      ask(dataSetId, { rows: [{ col: 'city' }], isDetail: true, limit: 1, filters: [chosen, { col: 'region', op: 'eq', value: region }] });
    expect(await detail('华北'), kind).toMatchObject({ status: 200 });
    for (const region of ['华南', '没有这样的'])
      expect(await detail(region), kind).toMatchObject({ status: 422, msg: expect.stringContaining('不足 5 行') });
  }
});

it('boards, rows behind their marks and exports tell no more', async () => {
  const dataSetId = await storeSet(app, {
    sourceId: live.sources.get('postgres')!,
    origin: { kind: 'table', table: { schema: 'public', table: 'fact' } },
    fields: [field('id', 'dimension', 'number'), field('region', 'dimension', 'string'), field('city', 'dimension', 'string')],
  });
  await app.database.pool.query(SMALLEST);
  const chart = chartOf(dataSetId, ['region'], [], { measures: [COUNT], filters: [chosen] });
  const id = await storeBoard(app, { tiles: [tileOf('a', chart, { actions: [{ do: 'detail' }] })] });
  const data = await app.admin('POST', '/data/visual/view/data', { entity: 'board', id, tiles: [{ key: 'a' }] });
  expect(JSON.parse(data.raw.toString()).data).toMatchObject({
    rows: [
      ['华东', 6],
      [null, 7],
    ],
    minGroup: MIN,
  });
  const detail = (value: string) =>
    app.admin('POST', '/data/visual/view/detail', { entity: 'board', id, key: 'a', values: [{ col: 'region', value }] });
  expect(await detail('华南')).toMatchObject({ status: 422, msg: expect.stringContaining('不足 5 行') });
  expect((await detail('华东')).data.rows).toHaveLength(6);
  const file = await app.admin('POST', '/data/visual/view/export', { entity: 'board', id });
  const text = Object.values(unzipSync(new Uint8Array(file.raw)))
    .map((part) => strFromU8(part))
    .join('');
  expect(text).toContain('华东');
  expect(text).not.toMatch(/华北|华南/);
});

it('where a row stands for many, those are counted and not the rows', async () => {
  const by = (over: string) => app.database.pool.query(`update visual_data_set set model = model || '${over}'`);
  const people = (rows: readonly (typeof ROWS)[number][]) => rows.reduce((all, row) => all + (row[5] ?? 0), 0);
  const sizes = new Map([...new Set(CHOSEN.map((id) => ROWS[id - 1]![1]))].map((region) => [region, people(rowsIn(region))]));
  // the smallest group alone is below: the next one goes with it
  const ordered = [...sizes].sort((a, b) => a[1] - b[1]);
  const least = ordered[0]![1] + 1;
  await by(`{"minGroup":${least},"minGroupBy":"qty"}`);
  const { rows } = await told(BY_REGION);
  expect(rows.map(([region]) => region).sort()).toEqual(
    ordered
      .slice(2)
      .map(([region]) => region)
      .sort(),
  );
  const detail = await told({ rows: [{ col: 'id' }], measures: [m('qty', 'none')], isDetail: true });
  expect(detail.rows.map(([id]) => id).sort()).toEqual(CHOSEN.filter((id) => (ROWS[id - 1]![5] ?? 0) >= least).sort());
  expect((await told({ measures: [COUNT], filters: [{ col: 'region', op: 'eq', value: ordered[0]![0] }, chosen] })).rows).toEqual([]);
  await by('{"minGroupBy":null}');
  await app.database.pool.query(SMALLEST);
  const { data } = await app.admin('GET', `/data/visual/dataSets/${live.sets.get('postgres')}`);
  const put = await app.admin('PUT', `/data/visual/dataSets/${data.id}`, { ...data, model: { ...data.model, minGroupBy: 'region' } });
  expect(put).toMatchObject({ status: 400, msg: expect.stringContaining('人数字段') });
});

it('single rows of such a set are previewed by its makers alone', async () => {
  const dataSetId = live.sets.get('postgres')!;
  await app.database.db.updateTable('visualDataSet').set({ isShared: '1' }).where('id', '=', dataSetId).execute();
  const user = await app.make.user({ perms: ['visual:set:list', 'visual:set:preview'], dataScope: '5' });
  const preview = (body: Loose) => app.as(user.token)('POST', '/data/visual/dataSets/preview', { id: dataSetId, ...body });
  expect(await preview({})).toMatchObject({ status: 422, msg: expect.stringContaining('最小分组') });
  expect((await app.admin('POST', '/data/visual/dataSets/preview', { id: dataSetId })).status).toBe(200);
});
