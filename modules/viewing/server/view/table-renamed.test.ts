import { expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { chartOf, field, linesOf, tileOf } from '#modules/datasets/server/engine/test-documents.ts';

const app = startApp();
const source = testSource(
  app,
  `create table orders (id int primary key, area text, freight numeric);
   insert into orders values (1, 'E', 10), (2, 'N', 20);
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
const joinOf = (area: string) => ({
  kind: 'join',
  model: {
    tables: [
      { schema: 'public', table: 'orders', alias: 't1' },
      { schema: 'public', table: area, alias: 't2' },
    ],
    joins: [{ left: 't1', right: 't2', kind: 'left', cardinality: 'one', on: [{ left: 'area', right: 'code' }] }],
    columns: [
      { id: 'title', alias: 't2', column: 'title' },
      { id: 'freight', alias: 't1', column: 'freight' },
    ],
  },
});

test('a joined table that is renamed is named on every tile, lists what uses the set, and everything follows when it is bound anew', async () => {
  const sourceId = await source.register();
  const fields = [field('title', 'dimension', 'string'), field('freight', 'measure', 'number', { agg: 'sum' })];
  const set = await made('dataSets', { setName: '订单与大区', sourceId, model: { v: 1, origin: joinOf('area'), fields } });
  const tiles = [
    tileOf('both', chartOf(set, ['title'], ['freight'])),
    tileOf('titles', chartOf(set, ['title'], [])),
    tileOf('alone', chartOf(set, [], ['freight'], { chartType: 'kpi' })),
  ];
  const board = await made('boards', { boardName: '运费看板', boardConfig: { v: 1, tabs: [{ id: 'm', name: '首页', layout: tiles }] } });
  expect((await app.admin('POST', `/data/visual/boards/publish/${board}`, { version: 0 })).status).toBe(200);
  const shown = async (): Promise<Record<string, Line>> => {
    const keys = tiles.map(({ i }) => ({ key: i }));
    const answer = await app.admin('POST', '/data/visual/view/data', { entity: 'board', id: board, tiles: keys });
    return Object.fromEntries((linesOf(answer.raw) as unknown as Line[]).map((line) => [line.key, line]));
  };
  const settled = () => until(shown, (lines) => Object.values(lines).every(({ error }) => error?.error !== 'throttle.exceeded'), 60_000);
  const before = (await settled()).both?.data?.rows;
  expect(before).toHaveLength(2);

  await source.sql('alter table area rename to region');
  await synchronised(app, sourceId);
  const lost = await settled();
  for (const key of ['both', 'titles']) expect(lost[key]?.error?.msg, key).toContain('表“public.area”不存在');
  // a figure of the other table alone needs no join
  expect(lost.alone?.data?.rows).toEqual([[30]]);

  const stored = (await app.admin('GET', `${SETS}/${set}`)).data;
  expect(stored.broken.map(({ reason }: { reason: string }) => reason)).toEqual(['表 public.area 已不存在', '表 public.area 已不存在']);
  // saved without its fields it is refused with what uses them
  const refused = await app.admin('PUT', `${SETS}/${set}`, { ...stored, setSql: null, model: { ...stored.model, fields: [fields[1]] } });
  expect(refused).toMatchObject({ status: 409, error: 'entity.inUse', data: { names: ['运费看板'] } });
  // the table under its new name is on offer, with its columns
  const { tables } = (await app.admin('GET', `${SETS}/catalogue/${sourceId}`)).data as {
    tables: { tableName: string; columns: { name: string }[] }[];
  };
  expect(tables.find(({ tableName }) => tableName === 'region')?.columns.map(({ name }) => name)).toEqual(['code', 'title']);
  expect(tables.some(({ tableName }) => tableName === 'area')).toBe(false);

  const bound = await app.admin('PUT', `${SETS}/${set}`, { ...stored, setSql: null, model: { ...stored.model, origin: joinOf('region') } });
  expect(bound, bound.msg).toMatchObject({ status: 200 });
  expect((await app.admin('GET', `${SETS}/${set}`)).data.broken).toEqual([]);
  expect((await settled()).both?.data?.rows).toEqual(before);
}, 240_000);
