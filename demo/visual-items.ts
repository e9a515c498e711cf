import type { Account, App } from '#kit/server/ctx.ts';
import { boardCalls } from '#modules/boards/contract/board-calls.ts';
import { BoardConfig } from '#modules/boards/contract/board-config.ts';
import { chartCalls } from '#modules/charts/contract/chart-calls.ts';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import { folderCalls } from '#modules/library/contract/folder.ts';
import { grantCalls } from '#modules/library/contract/grant.ts';
import { accountOf, callsAs } from './governance-calls.ts';
import type { Work } from './governance-work.ts';
import { DEMO_BOARDS, DEMO_CHARTS, type DemoBoard, type DemoChart } from './visual-items-list.ts';

/** who makes the charts and boards of the demo company, and keeps them up */
const MAKER = 'analyst';
type Ids = ReadonlyMap<string, string>;
/** a data set of the demo that somebody took away: what is over it is left out */
const idOf = (ids: Ids, code: string): string => {
  const id = ids.get(code);
  if (id === undefined) throw new Error(`there is no ${code}`);
  return id;
};

function chartOf({ set, type, rows = [], columns = [], sort = [], ...request }: DemoChart, sets: Ids): ChartConfig {
  const { seriesType = null, measures, limit = 1000, filters = [], options = {} } = request;
  return ChartConfig.parse({
    dataSetId: idOf(sets, set),
    chartType: type,
    seriesType,
    rows,
    columns,
    measures,
    sort,
    limit,
    filters,
    options,
  });
}

function boardOf(board: DemoBoard, sets: Ids, charts: Ids, year: number): BoardConfig {
  const targets = (list: DemoBoard['year']) => list.map(([set, col]) => ({ dataSetId: idOf(sets, set), col }));
  const years = [0, 1, 2, 3].map((back) => ({ value: String(year - back), label: `${year - back}年` }));
  const { link } = board;
  const linkage = link && {
    do: 'filter' as const,
    map: link.to.map(([set, target]) => ({ col: link.col, dataSetId: idOf(sets, set), target })),
  };
  const layout = board.tiles.map(([code, x, y, w, h]) => {
    const chart = DEMO_CHARTS.find((one) => one.code === code);
    const actions = linkage && link.chart === code ? [linkage] : [];
    return { i: code, x, y, w, h, kind: 'chart' as const, chartId: idOf(charts, code), title: chart?.name ?? null, actions };
  });
  const filters = [
    { id: 'year', label: '年份', kind: 'year' as const, source: { options: years }, value: String(year), targets: targets(board.year) },
    ...(board.branch.length === 0
      ? []
      : [
          {
            id: 'branch',
            label: '分子公司',
            kind: 'multi' as const,
            source: { dataSetId: idOf(sets, 'branch_year'), col: 'short_name' },
            targets: targets(board.branch),
          },
        ]),
  ];
  return BoardConfig.parse({ v: 1, tabs: [{ id: 'main', name: '首页', layout }], filters });
}

async function foldersOf(app: App, maker: Account, signal: AbortSignal, kind: 'chart' | 'board', names: readonly string[]) {
  const known = await app.db
    .selectFrom('visualFolder')
    .select(['id', 'name'])
    .where('kind', '=', kind)
    .where('parentId', 'is', null)
    .where('deletedAt', 'is', null)
    .execute();
  const folders = new Map(known.map((row) => [row.name, row.id]));
  for (const [sort, name] of [...new Set(names)].entries())
    if (!folders.has(name))
      await callsAs(app, maker, signal, async (call) =>
        folders.set(name, (await call(folderCalls.create, { body: { kind, name, parentId: null, sort } })).id),
      );
  return folders;
}

/** Ids by code of what stands, and codes of what was ever made: nothing is made twice, deleted or not. */
async function madeOf(app: App, table: 'visualChart' | 'visualBoard' | 'visualDataSet') {
  const rows = await app.db.selectFrom(table).select(['id', 'code', 'deletedAt']).where('code', 'is not', null).execute();
  return {
    ids: new Map(rows.flatMap((row) => (row.code !== null && row.deletedAt === null ? [[row.code, row.id] as const] : []))),
    codes: new Set(rows.map((row) => row.code)),
  };
}

/**
 * Charts and published boards of the demo company, each made by the calls of the browser as its analyst and shared with everybody. What
 * cannot be made because a data set is gone is left out and reported in the log.
 */
export async function makeVisualItems({ app, signal }: Work): Promise<void> {
  const maker = await accountOf(app, MAKER);
  if (!maker) return;
  const { ids: sets } = await madeOf(app, 'visualDataSet');
  const charts = await madeOf(app, 'visualChart');
  const boards = await madeOf(app, 'visualBoard');
  const reported = async (code: string, work: () => Promise<void>) => {
    signal.throwIfAborted();
    try {
      await work();
    } catch (error) {
      signal.throwIfAborted();
      app.log.warn({ error: String(error), item: code }, 'demo chart or board was not made');
    }
  };
  const share = { isShared: '1', grants: [] };
  const chartFolders = await foldersOf(
    app,
    maker,
    signal,
    'chart',
    DEMO_CHARTS.map((one) => one.folder),
  );
  for (const request of DEMO_CHARTS.filter((one) => !charts.codes.has(one.code)))
    await reported(request.code, () =>
      callsAs(app, maker, signal, async (call, db) => {
        const body = {
          chartName: request.name,
          folderId: chartFolders.get(request.folder),
          chartConfig: JSON.stringify(chartOf(request, sets)),
        };
        const { id } = await call(chartCalls.create, { body });
        await call(grantCalls.write, { params: { kind: 'chart', id }, body: share });
        await db.updateTable('visualChart').set({ code: request.code }).where('id', '=', id).execute();
        charts.ids.set(request.code, id);
      }),
    );
  const year = app.now().getFullYear();
  const boardFolders = await foldersOf(
    app,
    maker,
    signal,
    'board',
    DEMO_BOARDS.map((one) => one.folder),
  );
  for (const request of DEMO_BOARDS.filter((one) => !boards.codes.has(one.code)))
    await reported(request.code, () =>
      callsAs(app, maker, signal, async (call, db) => {
        const body = {
          boardName: request.name,
          folderId: boardFolders.get(request.folder),
          boardConfig: boardOf(request, sets, charts.ids, year),
        };
        const { id } = await call(boardCalls.create, { body });
        await call(grantCalls.write, { params: { kind: 'board', id }, body: share });
        await call(boardCalls.publish, { params: { id }, body: { version: 0, name: '首次发布' } });
        await db.updateTable('visualBoard').set({ code: request.code }).where('id', '=', id).execute();
      }),
    );
}
