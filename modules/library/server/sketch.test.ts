import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { BoardConfig } from '#modules/boards/contract/board-config.ts';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import { SetModel } from '#modules/datasets/contract/data-set-model.ts';
import { ScreenConfig } from '#modules/screens/contract/screen-config.ts';
import { drawMissing } from './sketch.ts';

const app = startApp();
const PNG = `data:image/png;base64,${Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]).toString('base64')}`;
const ITEMS = {
  chart: { base: '/data/visual/charts', name: 'chartName', doc: 'chartConfig', picture: 'chartThumbnail' },
  board: { base: '/data/visual/boards', name: 'boardName', doc: 'boardConfig', picture: 'boardThumbnail' },
  screen: { base: '/data/visual/screens', name: 'screenName', doc: 'screenConfig', picture: 'screenThumbnail' },
} as const;
const PERMS = Object.keys(ITEMS).flatMap((kind) =>
  ['list', 'detail', 'add', 'edit', 'build', 'copy'].map((verb) => `visual:${kind}:${verb}`),
);

let owner: Send;
const docs: Record<keyof typeof ITEMS, object> = { chart: {}, board: {}, screen: {} };
/** The drawing of an item as everybody gets it, and whether the list has the same. */
async function drawingOf(kind: keyof typeof ITEMS, id: string): Promise<string | null> {
  const { base, picture } = ITEMS[kind];
  const one = (await owner('GET', `${base}/${id}`)).data[picture] as string | null;
  const rows = (await owner('GET', `${base}/page?pageSize=100`)).data.data as Record<string, string | null>[];
  expect(rows.find((row) => row['id'] === id)?.[picture]).toBe(one);
  return one === null ? null : decodeURIComponent(one.slice('data:image/svg+xml,'.length));
}

beforeAll(async () => {
  owner = app.as((await app.make.user({ perms: PERMS, dataScope: '1' })).token);
  const dataSetId = app.node.app.ids.next();
  const fields = [{ id: 'region', name: '大区', role: 'dimension' as const, type: 'string' as const }];
  const model = JSON.stringify(SetModel.parse({ v: 1, origin: { kind: 'platform', code: 'x' }, fields }));
  const row = { id: dataSetId, setName: '合同', setKind: 'platform', model, createBy: 'nobody', isShared: '1' } as const;
  await app.database.db.insertInto('visualDataSet').values(row).execute();
  const measures = [{ col: 'region', aggregateType: 'count' as const }];
  const chart = ChartConfig.parse({ dataSetId, chartType: 'pie', rows: [{ col: 'region' }], measures });
  docs.chart = chart;
  const tile = { i: 'a', x: 0, y: 0, w: 12, h: 8, chart, title: '华东签约一亿元' };
  docs.board = BoardConfig.parse({ v: 1, tabs: [{ id: 't', name: '首页', layout: [tile] }] });
  const node = { id: 'n', z: 0, x: 0, y: 0, w: 900, h: 500, type: 'chart' as const, chart };
  docs.screen = ScreenConfig.parse({ v: 1, nodes: { n: node } });
});

describe('a schematic', () => {
  it('is a schematic of the platform where what a client sends is no picture', async () => {
    for (const kind of ['chart', 'board', 'screen'] as const) {
      const { base, name, doc, picture } = ITEMS[kind];
      const body = { [name]: `图${kind}`, [doc]: docs[kind], [picture]: PNG };
      const { id } = (await owner('POST', base, body)).data;
      const made = await drawingOf(kind, id);
      expect(made).toMatch(/^<svg .*id='pie'/);
      expect(made).not.toContain('华东');
      const saved = await owner('PUT', `${base}/build/${id}`, { [doc]: docs[kind], [picture]: PNG, version: 0 });
      expect(saved.status).toBe(200);
      expect((await owner('PUT', `${base}/${id}`, { [name]: `图${kind}`, [picture]: PNG, version: saved.data.version })).status).toBe(200);
      expect(await drawingOf(kind, id)).toBe(made);
      const copy = await owner('POST', `${base}/copy/${id}`, { [name]: '二' });
      expect(await drawingOf(kind, copy.data.id)).toBe(made);
    }
  });

  it('of an empty item is none; the first part gives it one', async () => {
    const { id } = (await owner('POST', ITEMS.board.base, { boardName: '空' })).data;
    expect(await drawingOf('board', id)).toBeNull();
    await owner('PUT', `${ITEMS.board.base}/build/${id}`, { boardConfig: docs.board, version: 0 });
    expect(await drawingOf('board', id)).toContain('<use');
  });

  it('of what was stored before is drawn at the start', async () => {
    const { id } = (await owner('POST', ITEMS.screen.base, { screenName: '旧', screenConfig: docs.screen })).data;
    const drawn = await drawingOf('screen', id);
    await app.database.db.updateTable('visualScreen').set({ screenThumbnail: null }).where('id', '=', id).execute();
    await drawMissing(app.node.app);
    expect(await drawingOf('screen', id)).toBe(drawn);
  });
});
