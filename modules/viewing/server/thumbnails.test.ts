import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { chartOf, field, storeSet, tileOf } from '#modules/datasets/server/engine/test-documents.ts';
import { sealColumns, synchronised, testSource } from '#modules/sources/server/test-source.ts';
import { png, svg, webp } from '#modules/library/core/test-pictures.ts';

const app = startApp();
const source = testSource(
  app,
  `create table sale (region text, amount int); insert into sale values ('east', 3), ('north', 4);
   create table staff (region text, salary int); insert into staff values ('east', 30)`,
);
const ITEMS = {
  chart: { base: '/data/visual/charts', name: 'chartName', doc: 'chartConfig', picture: 'chartThumbnail' },
  board: { base: '/data/visual/boards', name: 'boardName', doc: 'boardConfig', picture: 'boardThumbnail' },
  screen: { base: '/data/visual/screens', name: 'screenName', doc: 'screenConfig', picture: 'screenThumbnail' },
} as const;
type Kind = keyof typeof ITEMS;
const VERBS = ['list', 'detail', 'add', 'edit', 'build', 'copy', 'publish', 'preview'];
const PERMS = Object.keys(ITEMS).flatMap((kind) => VERBS.map((verb) => `visual:${kind}:${verb}`));
const READS = Object.keys(ITEMS).flatMap((kind) => ['list', 'detail', 'preview'].map((verb) => `visual:${kind}:${verb}`));
const SCHEMATIC = /^data:image\/svg\+xml,/;

let owner: Send;
let reader: Send;
let platformSet = '';

const docOf = (kind: Kind, set: string, shown: [rows: string[], measures: string[]]): object => {
  const chart = chartOf(set, ...shown);
  if (kind === 'chart') return chart;
  if (kind === 'board') return { v: 1, tabs: [{ id: 't', name: '首页', layout: [tileOf('a', chart)] }] };
  return { v: 1, nodes: { n: { id: 'n', z: 0, x: 0, y: 0, w: 900, h: 500, type: 'chart', chart } } };
};
const platformDoc = (kind: Kind) => docOf(kind, platformSet, [['source_name'], ['tables']]);

/** An item that everybody may open, with its draft saved with this picture. */
async function saved(kind: Kind, doc: object, picture: string | null): Promise<{ id: string; version: number }> {
  const { base, name, doc: key, picture: pictureKey } = ITEMS[kind];
  const made = await owner('POST', base, { [name]: `图${kind}` });
  expect(made.status, made.msg).toBe(200);
  const { id } = made.data as { id: string };
  const table = { chart: 'visual_chart', board: 'visual_board', screen: 'visual_screen' }[kind];
  await app.database.pool.query(`update ${table} set is_shared = '1' where id = $1`, [id]);
  const built = await owner('PUT', `${base}/build/${id}`, { [key]: doc, [pictureKey]: picture, version: 0 });
  expect(built.status, JSON.stringify(built.body)).toBe(200);
  return { id, version: built.data.version };
}
async function publish(kind: 'board' | 'screen', item: { id: string; version: number }, picture: string | null): Promise<number> {
  const done = await owner('POST', `${ITEMS[kind].base}/publish/${item.id}`, { version: item.version, [ITEMS[kind].picture]: picture });
  expect(done.status, done.msg).toBe(200);
  return done.data.version;
}
/** What lists and the item itself show of it: the same. */
async function shownTo(send: Send, kind: Kind, id: string): Promise<string | null> {
  const { base, picture } = ITEMS[kind];
  const one = (await send('GET', `${base}/${id}`)).data[picture] as string | null;
  const rows = (await send('GET', `${base}/page?pageSize=100`)).data.data as Record<string, string | null>[];
  expect(rows.find((row) => row['id'] === id)?.[picture]).toBe(one);
  return one;
}

beforeAll(async () => {
  owner = app.as((await app.make.user({ perms: PERMS, dataScope: '1' })).token);
  reader = app.as((await app.make.user({ perms: READS, dataScope: '5' })).token);
  const fields = [field('source_name', 'dimension', 'string'), field('tables', 'measure', 'number')];
  platformSet = await storeSet(app, { sourceId: null, origin: { kind: 'platform', code: 'metadata.tables' }, fields });
  await app.database.db.updateTable('visualDataSet').set({ isShared: '1' }).where('id', '=', platformSet).execute();
});

describe('the picture of an item', () => {
  it('of data that are the same for everybody is what lists and pages show', async () => {
    const chart = await saved('chart', platformDoc('chart'), webp());
    expect(await shownTo(owner, 'chart', chart.id)).toBe(webp());
    expect(await shownTo(reader, 'chart', chart.id)).toBe(webp());
    // builders list hundreds of charts, as small as icons
    const choices = (await owner('GET', '/data/visual/charts/list')).data as { id: string; chartThumbnail: string }[];
    expect(choices.find(({ id }) => id === chart.id)?.chartThumbnail).toMatch(SCHEMATIC);
    for (const kind of ['board', 'screen'] as const) {
      const item = await saved(kind, platformDoc(kind), png());
      await publish(kind, item, webp());
      expect(await shownTo(reader, kind, item.id)).toBe(webp());
    }
  });

  it('is not stored unless it is a small picture by its bytes: the schematic stands in its place', async () => {
    const wrong = [
      svg,
      png().replace('png', 'webp'),
      png({ bytes: 61 * 1024 }),
      png({ width: 9000, height: 9000 }),
      'https://evil.example/a.png',
    ];
    for (const picture of wrong) {
      const { id } = await saved('chart', platformDoc('chart'), picture);
      expect(await shownTo(owner, 'chart', id)).toMatch(SCHEMATIC);
    }
  });

  it('is stored only for those who may change the item', async () => {
    const { id, version } = await saved('chart', platformDoc('chart'), png());
    const stranger = app.as((await app.make.user({ perms: PERMS, dataScope: '5' })).token);
    for (const send of [reader, stranger]) {
      const body = { chartConfig: platformDoc('chart'), chartThumbnail: webp(), version };
      expect([403, 404]).toContain((await send('PUT', `/data/visual/charts/build/${id}`, body)).status);
    }
    expect(await shownTo(owner, 'chart', id)).toBe(png());
  });

  it('of a draft is seen by those who can change it, and never replaces that of what is published', async () => {
    const board = await saved('board', platformDoc('board'), png());
    expect(await shownTo(owner, 'board', board.id)).toBe(png());
    expect(await shownTo(reader, 'board', board.id)).toMatch(SCHEMATIC);
    const version = await publish('board', board, webp());
    const body = { boardConfig: platformDoc('board'), boardThumbnail: png(), version };
    expect((await owner('PUT', `/data/visual/boards/build/${board.id}`, body)).status).toBe(200);
    expect(await shownTo(reader, 'board', board.id)).toBe(webp());
    await publish('board', { ...board, version: version + 1 }, null);
    expect(await shownTo(reader, 'board', board.id)).toMatch(SCHEMATIC);
  });
});

describe('the picture of an item over a source', () => {
  const sets = { sale: '', staff: '' };
  let sourceId = '';
  const share = (isShared: '0' | '1') =>
    app.database.db.updateTable('metadataSource').set({ isShared }).where('id', '=', sourceId).execute();

  async function makeSet(table: string, measure: string): Promise<string> {
    const fields = [field('region', 'dimension', 'string'), field(measure, 'measure', 'number', { agg: 'sum' })];
    const model = { v: 1, origin: { kind: 'table', table: { schema: 'public', table } }, fields };
    const made = await app.admin('POST', '/data/visual/dataSets', { setName: table, sourceId, model });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    await app.database.db.updateTable('visualDataSet').set({ isShared: '1' }).where('id', '=', made.data.id).execute();
    return made.data.id as string;
  }
  beforeAll(async () => {
    sourceId = await source.register();
    await synchronised(app, sourceId);
    await share('1');
    sets.sale = await makeSet('sale', 'amount');
    sets.staff = await makeSet('staff', 'salary');
    await sealColumns(app, sourceId, 'salary');
  });
  const sales = () => docOf('board', sets.sale, [['region'], ['amount']]);
  async function published(doc: object): Promise<string> {
    const item = await saved('board', doc, null);
    await publish('board', item, webp());
    return item.id;
  }

  it('is shown while everybody reads the source, and no longer when grants and their row filters decide', async () => {
    const id = await published(sales());
    expect(await shownTo(reader, 'board', id)).toBe(webp());
    await share('0');
    expect(await shownTo(reader, 'board', id)).toMatch(SCHEMATIC);
    const other = await published(sales());
    await share('1');
    // what was refused when it came is not there later
    expect(await shownTo(owner, 'board', other)).toMatch(SCHEMATIC);
  });

  it('is not stored when it reads a masked column, also beside other data and through a stored chart', async () => {
    const salaries = docOf('chart', sets.staff, [['region'], ['salary']]);
    const chart = await saved('chart', salaries, webp());
    expect(await shownTo(owner, 'chart', chart.id)).toMatch(SCHEMATIC);
    const layout = [tileOf('a', chartOf(sets.sale, ['region'], ['amount'])), tileOf('b', null, { chartId: chart.id, y: 8 })];
    const id = await published({ v: 1, tabs: [{ id: 't', name: '首页', layout }] });
    expect(await shownTo(owner, 'board', id)).toMatch(SCHEMATIC);
  });

  it('is stored when only columns that it does not read are masked; a condition reads one, too', async () => {
    const fields = [field('region', 'dimension', 'string'), field('people', 'measure', 'number', { agg: 'sum' })];
    const over = async (query: string) => {
      const body = { setName: query.slice(0, 50), sourceId, model: { v: 1, origin: { kind: 'sql', sql: query }, fields } };
      const made = await app.admin('POST', '/data/visual/dataSets', body);
      expect(made.status, JSON.stringify(made.body)).toBe(200);
      await app.database.db.updateTable('visualDataSet').set({ isShared: '1' }).where('id', '=', made.data.id).execute();
      return shownTo(reader, 'board', await published(docOf('board', made.data.id, [['region'], ['people']])));
    };
    expect(await over('select region, count(region) as people from staff group by region')).toBe(webp());
    expect(await over('select region, count(1) as people from staff where salary is not null group by region')).toMatch(SCHEMATIC);
  });

  it('goes when a column is classified later, or the data set is changed', async () => {
    const id = await published(sales());
    expect(await shownTo(reader, 'board', id)).toBe(webp());
    const columns = app.database.db.updateTable('metadataColumn').where('sourceId', '=', sourceId).where('columnName', '=', 'amount');
    await columns.set({ level: 'L4' }).execute();
    expect(await shownTo(reader, 'board', id)).toMatch(SCHEMATIC);
    await columns.set({ level: null }).execute();
    expect(await shownTo(reader, 'board', id)).toBe(webp());

    const { version, model } = (await app.admin('GET', `/data/visual/dataSets/${sets.sale}`)).data;
    const changed = await app.admin('PUT', `/data/visual/dataSets/${sets.sale}`, { setName: 'sale', sourceId, model, version });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(await shownTo(reader, 'board', id)).toMatch(SCHEMATIC);
  });
});
