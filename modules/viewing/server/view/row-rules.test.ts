import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import type { MadeUser } from '#kit/test/make.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { chartOf, field, linesOf, storeBoard, storeSet, tileOf } from '#modules/datasets/server/engine/test-documents.ts';

const app = startApp();
const source = testSource(
  app,
  `create table sale (id int primary key, region text, city text, amount int);
   insert into sale values (1, '华东', '杭州', 10), (2, '华东', '上海', 20), (3, '华北', '北京', 400), (4, '华北', '天津', 800);
   create table item (sale_id int, pieces int); insert into item select id, id from sale`,
);
const LOOKS = [...['preview', 'export', 'share', 'subscribe'].map((verb) => `visual:board:${verb}`), 'visual:chart:build'];
const FIELDS = [
  field('region', 'dimension', 'string'),
  field('city', 'dimension', 'string'),
  field('amount', 'measure', 'number', { agg: 'sum' }),
];
const HIDDEN = /华北|北京|天津|400|800|1230/;
let sourceId = '';
let board = '';
let tables: Record<string, string> = {};
let sets: string[] = [];

async function extracted(): Promise<string> {
  const model = { v: 1, origin: { kind: 'table', table: { schema: 'public', table: 'sale' } }, fields: FIELDS, extract: { mode: 'full' } };
  const made = await app.admin('POST', '/data/visual/dataSets', { setName: '抽取', sourceId, model });
  expect(made, made.msg).toMatchObject({ status: 200 });
  const path = `/data/visual/dataSets/${made.data.id}/extract`;
  await app.admin('POST', `${path}/run`, {});
  const { data } = await until(
    () => app.admin('GET', path),
    (answer) => answer.data.state === 'ready' || answer.data.state === 'failed',
    40_000,
  );
  expect(data).toMatchObject({ state: 'ready', rowCount: '4' });
  return made.data.id as string;
}

beforeAll(async () => {
  sourceId = await source.register();
  const rows = await app.database.db.selectFrom('metadataTable').select(['id', 'tableName']).where('sourceId', '=', sourceId).execute();
  tables = Object.fromEntries(rows.map(({ id, tableName }) => [tableName, id]));
  const over = (origin: Record<string, unknown>) => storeSet(app, { sourceId, origin, fields: FIELDS });
  const table = await over({ kind: 'table', table: { schema: 'public', table: 'sale' } });
  const text = await over({ kind: 'sql', sql: 'with s as (select * from sale) select region, city, amount from s where amount > 0' });
  const joined = await over({
    kind: 'join',
    model: {
      tables: [
        { alias: 'i', schema: 'public', table: 'item' },
        { alias: 's', schema: 'public', table: 'sale' },
      ],
      joins: [{ left: 'i', right: 's', kind: 'inner', on: [{ left: 'sale_id', right: 'id' }], cardinality: 'one' }],
      columns: ['region', 'city', 'amount'].map((id) => ({ id, alias: 's', column: id })),
    },
  });
  const kept = await extracted();
  sets = [table, text, joined, kept];
  await app.database.db.updateTable('visualDataSet').set({ isShared: '1' }).where('id', 'in', sets).execute();
  const chart = (set: string) => chartOf(set, ['region'], ['amount'], { drill: ['region', 'city'] });
  board = await storeBoard(app, {
    tiles: [
      tileOf('total', chartOf(table, [], ['amount'], { chartType: 'kpi' }), { title: '总额' }),
      tileOf('table', chart(table), { actions: [{ do: 'drill' }, { do: 'detail' }] }),
      tileOf('text', chart(text)),
      tileOf('joined', chart(joined)),
      tileOf('extract', chart(kept)),
    ],
    filters: [
      { id: 'city', label: '城市', kind: 'multi', source: { dataSetId: table, col: 'city' }, targets: [{ dataSetId: table, col: 'city' }] },
    ],
  });
}, 120_000);

interface Looker {
  readonly user: MadeUser;
  readonly send: Send;
}
async function lookerBy(subjectType: 'user' | 'role' | 'dept'): Promise<Looker> {
  const above = await app.make.dept();
  const dept = await app.make.dept({ parentId: above.id });
  const user = await app.make.user({ perms: LOOKS, dataScope: '5', deptId: dept.id });
  // a rule of a department holds for those below it
  const subjectId = { user: user.id, role: user.roleId!, dept: above.id }[subjectType];
  for (const [name, objectId] of Object.entries(tables)) {
    const rowFilter = name === 'sale' ? "region = '华东'" : null;
    const granted = await app.admin('POST', '/data/metadata/authorizes', {
      subjectType,
      subjectId,
      actions: ['query', 'preview', 'export'],
      objectType: 'table',
      objectId,
      rowFilter,
    });
    expect(granted, granted.msg).toMatchObject({ status: 200 });
  }
  return { user, send: app.as(user.token) };
}

type Line = { key: string; data?: { rows: unknown[][] }; error?: { msg: string } };
const at = { entity: 'board' as const, id: '' };
const data = async (send: Send, key: string, over: object = {}, path = '/data/visual/view/data', headers?: Record<string, string>) => {
  const answer = await send('POST', path, { ...at, id: board, tiles: [{ key }], ...over }, headers);
  const [line] = linesOf(answer.raw) as unknown as [Line];
  expect(line.error, key).toBeUndefined();
  return line.data!.rows;
};
const EAST = [['华东', 30]];

describe.each(['user', 'role', 'dept'] as const)('a row rule for a %s holds', (subject) => {
  let one: Looker;
  beforeAll(async () => {
    one = await lookerBy(subject);
  });

  it('in charts over tables, texts, joins and extracts', async () => {
    for (const key of ['table', 'text', 'joined', 'extract']) expect(await data(one.send, key), key).toEqual(EAST);
    expect(await data(one.send, 'total')).toEqual([[30]]);
  });

  it('on the way down, also along a value that is hidden', async () => {
    const down = (value: string) => data(one.send, 'table', { drills: { table: [{ col: 'region', value }] } });
    expect((await down('华东')).map(([city]) => city).toSorted()).toEqual(['上海', '杭州']);
    expect(await down('华北')).toEqual([]);
  });

  it('in the choices of filters, and for values that are chosen all the same', async () => {
    const choices = await one.send('POST', '/data/visual/view/options', { ...at, id: board, filterId: 'city' });
    expect((choices.data as { value: string }[]).map(({ value }) => value).toSorted()).toEqual(['上海', '杭州']);
    const found = await one.send('POST', '/data/visual/view/options', { ...at, id: board, filterId: 'city', search: '北' });
    expect(found.data).toEqual([]);
    expect(await data(one.send, 'table', { filters: { city: ['北京'] } })).toEqual([]);
  });

  it('in the rows of a data point', async () => {
    const behind = (values: object[]) => one.send('POST', '/data/visual/view/detail', { ...at, id: board, key: 'table', values });
    const all = await behind([]);
    expect(all.data.rows).toHaveLength(2);
    expect(all.raw.toString()).not.toMatch(HIDDEN);
    expect((await behind([{ col: 'region', value: '华北' }])).data.rows).toEqual([]);
  });

  it('in the workbook', async () => {
    const answer = await one.send('POST', '/data/visual/view/export', { ...at, id: board });
    expect(answer, answer.msg).toMatchObject({ status: 200 });
    const sheets = Object.entries(unzipSync(answer.raw)).filter(([name]) => /sheet\d|sharedStrings/.test(name));
    const text = sheets.map(([, part]) => strFromU8(part)).join('\n');
    expect(text).toContain('华东');
    expect(text).not.toMatch(/华北|北京|天津|>400<|>800<|>1230</);
  });

  it('behind a link that the person made', async () => {
    const made = await one.send('POST', '/data/visual/shares', { entityType: 'board', entityId: board });
    expect(made, made.msg).toMatchObject({ status: 200 });
    const { ticket } = (await app.stranger('POST', '/data/visual/share/open', { token: made.data.token })).data as { ticket: string };
    const head = { 'x-share-ticket': ticket };
    for (const key of ['table', 'text', 'joined', 'extract'])
      expect(await data(app.stranger, key, {}, '/data/visual/share/data', head), key).toEqual(EAST);
    // a visitor who has an account of his own does not widen it
    expect(await data(app.admin, 'table', {}, '/data/visual/share/data', head)).toEqual(EAST);
    const choices = await app.stranger('POST', '/data/visual/share/options', { filterId: 'city' }, head);
    expect((choices.data as unknown[]).length).toBe(2);
  });

  it('in what a subscription tells', async () => {
    const made = await app.admin('POST', '/data/visual/subscriptions', {
      entityType: 'board',
      entityId: board,
      subscriptionName: '每日',
      cron: '0 0 8 * * ?',
      userIds: [one.user.id],
    });
    expect(made, made.msg).toMatchObject({ status: 200 });
    await app.admin('POST', `/data/visual/subscriptions/${made.data.id}/send`, {});
    const told = await app.database.db.selectFrom('sysMessage').select('text').where('accountId', '=', one.user.id).execute();
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('总额 30')]);
    expect(JSON.stringify(told)).not.toMatch(HIDDEN);
  });

  it('for builders who ask directly, and for lists of values', async () => {
    for (const dataSetId of sets) {
      const query = { dataSetId, rows: [{ col: 'region' }], measures: [{ col: 'amount' }] };
      const answer = await one.send('POST', '/data/visual/charts/data/parser', query);
      expect(answer.data.rows).toEqual(EAST);
      const choices = await one.send('POST', '/data/visual/choices', { dataSetId, col: 'region' });
      expect(choices.data).toEqual([{ value: '华东', label: '华东' }]);
    }
  });
});

it('a rule that cannot be applied is refused with a sentence and logged', async () => {
  const { user, send } = await lookerBy('user');
  const set = (rowFilter: string) =>
    app.database.db
      .updateTable('metadataAuthorize')
      .set({ rowFilter })
      .where('subjectId', '=', user.id)
      .where('objectId', '=', tables['sale']!)
      .execute();
  const line = async (key: string) => {
    const answer = await send('POST', '/data/visual/view/data', { ...at, id: board, tiles: [{ key }] });
    return (linesOf(answer.raw) as unknown as [Line])[0];
  };
  await set('no_such_column = 1');
  for (const key of ['table', 'text', 'joined', 'extract']) {
    const { data: rows, error } = await line(key);
    expect(rows, key).toBeUndefined();
    expect(error?.msg, key).toMatch(/[一-龥]{6}/);
  }
  const refused = await app.database.db
    .selectFrom('metadataSqlHistory')
    .select(['outcome', 'message'])
    .where('userId', '=', user.id)
    .where('outcome', '=', 'refused')
    .execute();
  expect(refused.length).toBeGreaterThan(0);
});
