import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { chartOf, field, linesOf, storeBoard, storeSet, tileOf } from '../engine/test-documents.ts';

const app = startApp();
const B = '/data/visual/boards';
const MAKER = ['list', 'detail', 'add', 'edit', 'build', 'copy', 'publish', 'preview'].map((verb) => `visual:board:${verb}`);
const FIELDS = [
  field('source_name', 'dimension', 'string'),
  field('schema_name', 'dimension', 'string'),
  field('tables', 'measure', 'number'),
];
type Loose = Record<string, unknown>;
interface Tile extends Loose {
  chart: Loose;
  actions?: Loose[];
}
interface Config extends Loose {
  tabs: [{ layout: [Tile, ...Tile[]] }];
  filters: Loose[];
}

/** A board over a platform set that only administrators see; its maker could see the set when the copy was made. */
let set = '';
let original = '';
let maker: Send;
let copy = { id: '', version: 0, config: {} as Config };

const shown = chartOf('', ['source_name'], [], {
  measures: [{ col: 'tables', aggregateType: 'sum' }],
  filters: [{ col: 'tables', op: 'gt', value: 0 }],
});
const filter = (col: string) => ({
  id: `f_${col}`,
  label: col,
  kind: 'select',
  source: { dataSetId: set, col },
  targets: [{ dataSetId: set, col }],
});

beforeAll(async () => {
  set = await storeSet(app, { sourceId: null, origin: { kind: 'platform', code: 'metadata.tables' }, fields: FIELDS });
  original = await storeBoard(app, { tiles: [tileOf('a', { ...shown, dataSetId: set })], filters: [filter('source_name')] });
  maker = app.as((await app.make.user({ perms: MAKER, dataScope: '5' })).token);
  // what the maker was let see while the copy was made, and no longer
  await app.database.db.updateTable('visualDataSet').set({ isShared: '1' }).where('id', '=', set).execute();
  const made = await maker('POST', `${B}/copy/${original}`, {});
  await app.database.db.updateTable('visualDataSet').set({ isShared: '0' }).where('id', '=', set).execute();
  expect(made, made.msg).toMatchObject({ status: 200 });
  const { data } = await maker('GET', `${B}/${made.data.id}`);
  copy = { id: made.data.id as string, version: data.version, config: data.boardConfig };
});

const save = async (change: (config: Config, tile: Tile) => void) => {
  const config = structuredClone(copy.config);
  change(config, config.tabs[0].layout[0]);
  const answer = await maker('PUT', `${B}/build/${copy.id}`, { boardConfig: config, version: copy.version });
  if (answer.status === 200) copy.version = answer.data.version;
  return answer;
};

describe('a copy of a board over data that its maker may not see', () => {
  it('shows what the original shows, looks as its maker likes, and is published', async () => {
    const answer = await save((config, tile) => {
      config.showTitle = false;
      Object.assign(tile, {
        x: 4,
        w: 8,
        title: '我的',
        chart: { ...tile.chart, chartType: 'pie', options: { smooth: true }, refreshSec: 30 },
      });
      config.tabs[0].layout.push({ ...tile, i: 'again', y: 20 });
    });
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
    const published = await maker('POST', `${B}/publish/${copy.id}`, { version: copy.version, name: null });
    expect(published, published.msg).toMatchObject({ status: 200 });
    copy.version = published.data.version;
    const lines = linesOf((await maker('POST', '/data/visual/view/data', { entity: 'board', id: copy.id, tiles: [{ key: 'a' }] })).raw);
    const before = linesOf(
      (await app.admin('POST', '/data/visual/view/data', { entity: 'board', id: original, tiles: [{ key: 'a' }] })).raw,
    );
    expect(lines[0]).not.toHaveProperty('error');
    expect((lines[0]!.data as Loose).rows).toEqual((before[0]!.data as Loose).rows);
  });

  it('reads nothing else: neither other fields, nor without its conditions, nor the rows behind, nor through filters and clicks', async () => {
    const { version } = copy;
    const widened: Record<string, (config: Config, tile: Tile) => void> = {
      'another dimension': (_, tile) => void (tile.chart.rows = [{ col: 'schema_name' }]),
      'another measure': (_, tile) => void (tile.chart.measures = [{ col: 'tables', aggregateType: 'max' }]),
      'no conditions': (_, tile) => void (tile.chart.filters = []),
      'more rows': (_, tile) => void (tile.chart.limit = 100_000),
      'rows as they are': (_, tile) => void (tile.chart.isDetail = true),
      'a way down': (_, tile) => void (tile.chart.drill = ['schema_name']),
      parameters: (_, tile) => void (tile.chart.params = { year: 2026 }),
      'a table, which leaves whole': (_, tile) => void (tile.chart.chartType = 'table'),
      'rows of a data point': (_, tile) => void (tile.actions = [{ do: 'detail' }]),
      'one more chart': (config, tile) =>
        void config.tabs[0].layout.push({ ...tile, i: 'more', chart: { ...tile.chart, rows: [{ col: 'schema_name' }] } }),
      'choices of another field': (config) => void config.filters.push(filter('schema_name')),
      'a filter on another field': (config) =>
        void config.filters.push({ id: 'g', label: 'g', kind: 'text', targets: [{ dataSetId: set, col: 'schema_name' }] }),
      'a filter on a parameter': (config) =>
        void config.filters.push({ id: 'g', label: 'g', kind: 'text', targets: [{ dataSetId: set, param: 'year' }] }),
      'clicks that filter': (_, tile) =>
        void (tile.actions = [{ do: 'filter', map: [{ col: 'source_name', dataSetId: set, target: 'schema_name' }] }]),
    };
    for (const [what, change] of Object.entries(widened)) {
      const answer = await save(change);
      expect(answer, what).toMatchObject({ status: 400, error: 'input.invalid' });
      expect(answer.msg, what).toContain('没有该数据集的查看权限');
    }
    expect(copy.version).toBe(version);
    // nor as a document of one’s own, nor by asking directly
    expect(await maker('POST', B, { boardName: '新的', boardConfig: copy.config })).toMatchObject({ status: 400 });
    const query = { dataSetId: set, rows: [{ col: 'source_name' }], measures: [] };
    const lines = linesOf((await maker('POST', '/data/visual/query', { tiles: [{ key: 'q', query }] })).raw);
    expect(lines).toMatchObject([{ key: 'q', error: { error: 'entity.notFound' } }]);
  });

  it('may lose charts and filters, and is built on freely with a right on the data set', async () => {
    expect((await save((config) => void (config.filters = []))).status).toBe(200);
    // what a document reads no more, it does not get back
    expect((await save(() => undefined)).status).toBe(400);
    await app.database.db.updateTable('visualDataSet').set({ isShared: '1' }).where('id', '=', set).execute();
    expect((await save((_, tile) => void (tile.chart.rows = [{ col: 'schema_name' }]))).status).toBe(200);
    await app.database.db.updateTable('visualDataSet').set({ isShared: '0' }).where('id', '=', set).execute();
  });
});

it('an editor of somebody’s board or chart builds nothing on data sets out of reach either', async () => {
  const user = await app.make.user({ perms: [...MAKER, 'visual:chart:list', 'visual:chart:build'], dataScope: '5' });
  const editor = app.as(user.token);
  const chart = (await app.admin('POST', '/data/visual/charts', { chartName: '图', chartConfig: { ...shown, dataSetId: set } })).data
    .id as string;
  const grants = [{ subjectType: 'user', subjectId: user.id, level: 'edit' }];
  expect((await app.admin('PUT', `/data/visual/grants/chart/${chart}`, { isShared: '0', grants })).status).toBe(200);
  const build = async (over: Loose) => {
    const { version } = (await editor('GET', `/data/visual/charts/configs?ids=${chart}`)).data[0] as { version: number };
    return editor('PUT', `/data/visual/charts/build/${chart}`, { chartConfig: { ...shown, dataSetId: set, ...over }, version });
  };
  expect((await build({ chartType: 'line' })).status).toBe(200);
  expect(await build({ rows: [{ col: 'schema_name' }] })).toMatchObject({ status: 400 });
  // the chart goes on boards of one’s own as it is; what narrows it or opens the rows behind asks for the data set
  const board = async (over: Loose, filters: Loose[] = []) =>
    editor('POST', B, {
      boardName: '自己的',
      boardConfig: { v: 1, tabs: [{ id: 'm', name: '页', layout: [tileOf('a', null, { chartId: chart, ...over })] }], filters },
    });
  expect((await board({})).status).toBe(200);
  expect(await board({ actions: [{ do: 'detail' }] })).toMatchObject({ status: 400 });
  expect(await board({}, [filter('schema_name')])).toMatchObject({ status: 400 });
});

describe('data that no gate limits to the reader', () => {
  const COPIES = ['chart', 'board', 'screen'].flatMap((kind) =>
    ['list', 'detail', 'copy', 'preview'].map((verb) => `visual:${kind}:${verb}`),
  );
  let stranger: Send;
  const count = async () => (await app.database.db.selectFrom('visualBoard').select('id').where('deletedAt', 'is', null).execute()).length;

  beforeAll(async () => {
    stranger = app.as((await app.make.user({ perms: COPIES, dataScope: '5' })).token);
  });

  it.each(['platform', 'file'])('a board over a %s set that the copier does not see is not copied, and says why', async (kind) => {
    const origin = kind === 'platform' ? { kind, code: 'metadata.tables' } : { kind, fileName: 'x.csv', sheet: null };
    const own = await storeSet(app, { sourceId: null, origin, fields: FIELDS });
    const board = await storeBoard(app, { tiles: [tileOf('a', { ...shown, dataSetId: own })], filters: [] });
    const before = await count();
    const refused = await stranger('POST', `${B}/copy/${board}`, {});
    expect(refused, refused.msg).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(refused.msg).toContain('1 个您没有查看权限的数据集');
    expect(await count()).toBe(before);
    await app.database.db.updateTable('visualDataSet').set({ isShared: '1' }).where('id', '=', own).execute();
    expect(await stranger('POST', `${B}/copy/${board}`, {})).toMatchObject({ status: 200 });
  });

  it('neither is a chart, nor a board that shows the stored chart of somebody else', async () => {
    const own = await storeSet(app, { sourceId: null, origin: { kind: 'platform', code: 'metadata.tables' }, fields: FIELDS });
    const [chart, hidden] = ['1', '0'].map((isShared) => {
      const id = app.node.app.ids.next();
      return {
        id,
        row: {
          id,
          chartName: `图表${id}`,
          chartType: 'bar',
          dataSetId: own,
          chartJson: JSON.stringify({ ...shown, dataSetId: own }),
          isShared,
        },
      };
    });
    await app.database.db.insertInto('visualChart').values([chart!.row, hidden!.row]).execute();
    expect(await stranger('POST', `/data/visual/charts/copy/${chart!.id}`, {})).toMatchObject({ status: 422, error: 'rule.broken' });
    const board = await storeBoard(app, {
      tiles: [{ ...tileOf('a', shown), chart: null, chartId: hidden!.id }],
      charts: { [hidden!.id]: { ...shown, dataSetId: own } },
    });
    expect(await stranger('POST', `${B}/copy/${board}`, {})).toMatchObject({ status: 422, error: 'rule.broken' });
  });
});
