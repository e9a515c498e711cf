import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { chartOf, field, linesOf, storeBoard, storeSet, tileOf } from '#modules/datasets/server/engine/test-documents.ts';

const app = startApp();
const source = testSource(
  app,
  `create table sale (id int primary key, region text, city text, day date, amount numeric, secret text);
   insert into sale select g, case when g % 2 = 0 then '华东' else '华北' end, case when g % 3 = 0 then '甲' else '乙' end,
     date '2026-01-01' + (g % 60), g, 'x' from generate_series(1, 60) g`,
);
const BASE = '/data/visual/view';
const FIELDS = [
  field('region', 'dimension', 'string'),
  field('city', 'dimension', 'string'),
  field('day', 'dimension', 'date'),
  field('secret', 'dimension', 'string', { hidden: true }),
  field('amount', 'measure', 'number', { agg: 'sum' }),
];
let sales = '';
let free = '';
let fixed = '';
let looker!: Send;

beforeAll(async () => {
  const sourceId = await source.register();
  sales = await storeSet(app, { sourceId, origin: { kind: 'table', table: { schema: 'public', table: 'sale' } }, fields: FIELDS });
  const tiles = [tileOf('a', chartOf(sales, ['region'], ['amount'])), tileOf('b', chartOf(sales, ['city'], ['amount']))];
  free = await storeBoard(app, { tiles });
  fixed = await storeBoard(app, { tiles, settings: { clicks: 'set' } });
  const user = await app.make.user({ perms: ['visual:board:preview'], dataScope: '1' });
  for (const { id: objectId } of await app.database.db.selectFrom('metadataTable').select('id').where('sourceId', '=', sourceId).execute())
    await app.admin('POST', '/data/metadata/authorizes', {
      subjectType: 'user',
      subjectId: user.id,
      actions: ['query', 'preview'],
      objectType: 'table',
      objectId,
      rowFilter: "region = '华东'",
    });
  looker = app.as(user.token);
});

const offers = async (id: string) => looker('POST', `${BASE}/offers`, { entity: 'board', id, key: 'a' });
const detail = (id: string) =>
  looker('POST', `${BASE}/detail`, { entity: 'board', id, key: 'a', values: [{ col: 'region', value: '华东' }] });
const ask = async (id: string, over: object, key = 'a') => {
  const answer = await looker('POST', `${BASE}/data`, { entity: 'board', id, tiles: [{ key }], ...over });
  if (answer.status !== 200) return answer;
  return linesOf(answer.raw)[0] as { data?: { rows: unknown[][] }; error?: { msg: string } };
};
const down = (to: string) => ({ drills: { a: [{ col: 'region', value: '华东', to }] } });

describe('a click where nothing was set for the tile', () => {
  it('offers rows and the fields that people may see, within the rights of who clicks', async () => {
    const found = await offers(free);
    expect(found, found.msg).toMatchObject({ status: 200, data: { hasDetail: true } });
    expect(found.data.fields.map(({ col }: { col: string }) => col)).toEqual(['region', 'city', 'day']);
    const rows = await detail(free);
    expect(rows, rows.msg).toMatchObject({ status: 200 });
    expect(rows.data.rows).toHaveLength(30);
    expect(rows.raw.toString()).not.toMatch(/华北|"secret"/);
  });

  it('goes down along a field of choice, a date by months, and filters what shows the same data', async () => {
    expect(await ask(free, down('city'))).toMatchObject({ data: { rows: expect.arrayContaining([['甲', 330]]) as unknown } });
    expect((await ask(free, down('day'))) as object).toMatchObject({ data: { columns: [{ grain: 'month' }, {}] } });
    const linked = await ask(free, { links: { a: [{ col: 'region', value: '华东' }] } }, 'b');
    expect(linked).toMatchObject({ data: { rows: expect.arrayContaining([['甲', 330]]) as unknown } });
  });

  it('opens no field that is hidden or missing, not by way of a link either', async () => {
    for (const col of ['secret', 'nothing']) expect(await ask(free, down(col))).toMatchObject({ error: { error: 'input.invalid' } });
    const around = { ...down('secret'), links: { a: [{ col: 'secret', value: 'x' }] } };
    expect(await ask(free, around, 'b')).toMatchObject({ error: { error: 'input.invalid' } });
  });

  it('does nothing on a board whose clicks do only what is set', async () => {
    expect((await offers(fixed)).data).toEqual({ hasDetail: false, fields: [] });
    expect(await detail(fixed)).toMatchObject({ status: 400, msg: '该组件没有开放明细' });
    expect(await ask(fixed, down('city'))).toMatchObject({ status: 400 });
    expect(await ask(fixed, { links: { a: [{ col: 'region', value: '华东' }] } }, 'b')).toMatchObject({ status: 400 });
  });

  it('does nothing for whoever has a link either', async () => {
    const maker = app.as((await app.make.user({ perms: ['visual:board:preview', 'visual:board:share'], dataScope: '1' })).token);
    const { data } = await maker('POST', '/data/visual/shares', { entityType: 'board', entityId: free });
    const opened = await app.stranger('POST', '/data/visual/share/open', { token: data.token });
    expect(opened.data.view.config.clicks).toBe('set');
    const headers = { 'x-share-ticket': opened.data.ticket as string };
    const asked = await app.stranger('POST', '/data/visual/share/data', { tiles: [{ key: 'a' }], ...down('city') }, headers);
    expect(asked.status).toBe(400);
  });
});
