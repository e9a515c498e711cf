import { describe, expect, it } from 'vitest';
import { BoardConfig } from '#modules/boards/contract/board-config.ts';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import { ScreenConfig } from '../contract/screen-config.ts';
import { isNewerBoard, readBoard } from '#modules/boards/core/index.ts';
import { isNewerChart, readChart } from '#modules/charts/core/index.ts';
import { isNewerScreen, readScreen } from './read-screen.ts';

/** As the family stores a chart: text, shelves, a title whose numbers are text. */
const familyChart = {
  dataSetId: '1350000000000000001',
  chartType: 'bar',
  rows: [{ col: 'region', alias: '区域' }],
  columns: [],
  measures: [{ col: 'amount', alias: '合同额', aggregateType: 'SUM' }],
  filters: [],
  options: {
    title: {
      show: true,
      text: '各区域合同额',
      subtext: '',
      left: 'center',
      leftVal: '20',
      top: 'top',
      topVal: '',
      textStyle: { fontSize: '18', color: '#333' },
    },
    legend: { show: true, type: 'scroll', left: 'center', leftVal: null, top: 'bottom', topVal: null, orient: 'horizontal' },
  },
  theme: 'walden',
  seriesType: 'stackbar',
};

describe('charts of every age', () => {
  it('reads the form of the family from its text', () => {
    const chart = readChart(JSON.stringify(familyChart))!;
    expect(ChartConfig.safeParse(chart).success).toBe(true);
    expect(chart).toMatchObject({
      v: 1,
      dataSetId: '1350000000000000001',
      chartType: 'bar',
      seriesType: 'stackbar',
      theme: 'walden',
      limit: 1000,
    });
    expect(chart.measures).toEqual([{ col: 'amount', alias: '合同额', aggregateType: 'sum' }]);
    expect(chart.options.title).toMatchObject({ text: '各区域合同额', leftVal: 20, topVal: null, textStyle: { fontSize: 18 } });
    expect(chart.options.legend).toMatchObject({ position: 'bottom', type: 'scroll' });
  });

  it('turns a table that crosses columns into a pivot, and keeps a plain one', () => {
    const shelves = { rows: [{ col: 'a', alias: '' }], measures: [{ col: 'm', alias: 'm', aggregateType: 'avg' }] };
    expect(readChart({ dataSetId: '1', chartType: 'table', columns: [{ col: 'b', alias: 'b' }], ...shelves })?.chartType).toBe('pivot');
    expect(readChart({ dataSetId: '1', chartType: 'table', columns: [], ...shelves })?.chartType).toBe('table');
  });

  it('knows old names of variants and drops those a type never had', () => {
    expect(readChart({ ...familyChart, chartType: 'map', seriesType: 'visualMap' })?.seriesType).toBe('map');
    expect(readChart({ ...familyChart, seriesType: 'nonsense' })?.seriesType).toBeNull();
  });

  it('takes out only what is broken', () => {
    const chart = readChart({
      ...ChartConfig.parse({ dataSetId: 'sales', chartType: 'line', rows: [{ col: 'd', grain: 'month' }], measures: [{ col: 'm' }] }),
      filters: [{ col: 'a', op: 'eq', value: 1 }, { col: 'b', op: 'drop table' }, null],
      surprise: true,
      limit: -4,
    })!;
    expect(chart.filters).toEqual([{ col: 'a', op: 'eq', value: 1 }]);
    expect(chart.rows[0]).toMatchObject({ col: 'd', grain: 'month' });
    expect(chart.limit).toBe(1000);
    expect(chart).not.toHaveProperty('surprise');
  });

  it('is nothing without a data set', () => {
    for (const stored of [null, '', 'no json', '[]', 7, {}, { dataSetId: '', chartType: 'bar' }]) expect(readChart(stored)).toBeNull();
  });

  it('leaves a chart of today as it is', () => {
    const today = ChartConfig.parse({
      dataSetId: 's',
      chartType: 'pie',
      rows: [{ col: 'a' }],
      measures: [{ col: 'm', aggregateType: 'sum' }],
    });
    expect(readChart(JSON.stringify(today))).toEqual(today);
  });
});

describe('boards of every age', () => {
  it('reads the layout of the family: one page, charts by their ids, milliseconds as seconds', () => {
    const board = readBoard({
      layout: [
        { x: 0, y: 0, w: 12, h: 10, i: '1351', moved: false },
        { x: 20, y: 0, w: 12, h: 10, i: '1352' },
        { x: 0, y: 10, w: 4, h: 4, i: 'Not An Id' },
      ],
      interval: [
        { id: '1351', milliseconds: 30_000 },
        { id: '1352', milliseconds: 0 },
      ],
    });
    expect(board.tabs).toHaveLength(1);
    expect(board.tabs[0]!.layout.map(({ i, x, w, chartId, refreshSec }) => ({ i, x, w, chartId, refreshSec }))).toEqual([
      { i: '1351', x: 0, w: 12, chartId: '1351', refreshSec: 30 },
      { i: '1352', x: 12, w: 12, chartId: '1352', refreshSec: undefined },
    ]);
  });

  it('keeps keys of tiles apart over the tabs', () => {
    const tile = { i: 'a', x: 0, y: 0, w: 4, h: 4, kind: 'text', text: '说明' };
    const board = readBoard({
      v: 1,
      tabs: [
        { id: 't', name: '一', layout: [tile] },
        { id: 't', name: '二', layout: [tile] },
      ],
    });
    expect(board.tabs.map((tab) => tab.layout[0]!.i)).toEqual(['a', 'a_2']);
    expect(new Set(board.tabs.map((tab) => tab.id)).size).toBe(2);
  });

  it('keeps a tile whose chart is broken and its neighbours', () => {
    const board = readBoard({
      v: 1,
      tabs: [
        {
          id: 't',
          name: '',
          layout: [
            { i: 'a', x: 0, y: 0, w: 40, h: 4, chart: { chartType: 'bar' } },
            { i: 'b', x: 0, y: 4, w: 4, h: 4, actions: [{ do: 'eval' }] },
          ],
        },
      ],
      filters: [{ id: 'f', label: '', kind: 'select' }],
    });
    expect(board.tabs[0]!.layout.map(({ i, w, actions }) => ({ i, w, actions }))).toEqual([
      { i: 'a', w: 24, actions: [] },
      { i: 'b', w: 4, actions: [] },
    ]);
    expect(board.filters).toEqual([]);
  });
});

describe('screens of every age', () => {
  it('reads pixels, borders and refresh of the family', () => {
    const screen = readScreen({
      width: 1366,
      height: 768,
      scale: 100,
      backgroundImage: 'bg_3.png',
      layout: [{ x: 20, y: 40, w: 400, h: 300, i: '1351' }],
      property: [{ id: '1351', chartName: '合同额', border: 'BorderBox7', backgroundColor: '', milliseconds: 10_000 }],
    });
    expect(ScreenConfig.safeParse(screen).success).toBe(true);
    expect(screen).toMatchObject({ width: 1366, height: 768, background: { fileName: 'bg_3.png' } });
    expect(screen.nodes['1351']).toMatchObject({
      type: 'chart',
      chartId: '1351',
      x: 20,
      y: 40,
      w: 400,
      h: 300,
      refreshSec: 10,
      name: '合同额',
    });
    expect(screen.nodes.b_1351).toMatchObject({ type: 'border', x: 20, y: 40 });
    expect(screen.nodes.b_1351!.z).toBeLessThan(screen.nodes['1351']!.z);
  });

  it('never names a path as a background', () => {
    expect(readScreen({ backgroundImage: '../../etc/passwd', layout: [] }).background.fileName).toBeNull();
  });

  it('gives nodes their key as name and cuts circles and parents that are gone', () => {
    const node = { z: 0, x: 0, y: 0, w: 1, h: 1, type: 'text' };
    const screen = readScreen({
      v: 1,
      nodes: { a: { ...node, id: 'x', parent: 'b' }, b: { ...node, id: 'b', parent: 'a' }, c: { ...node, id: 'c', parent: 'gone' } },
    });
    expect(screen.nodes.a!.id).toBe('a');
    expect(screen.nodes.c!.parent).toBeNull();
    for (const start of ['a', 'b']) {
      let steps = 0;
      for (let up: string | null = start; up !== null; up = screen.nodes[up]!.parent) expect(steps++).toBeLessThan(4);
    }
  });
});

/** Small deterministic numbers, so that a failure can be repeated. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}
const WORDS = [
  'v',
  'tabs',
  'layout',
  'nodes',
  'filters',
  'rows',
  'measures',
  'options',
  'chart',
  'i',
  'id',
  'parent',
  'dataSetId',
  'chartType',
  'all',
  'col',
  'op',
  'constructor',
  'toString',
];
function anything(roll: (below: number) => number, depth: number): unknown {
  const leaf = [null, undefined, true, 0, -1, 1e308, Number.NaN, '', 'bar', 'a', '{"v":1}', '\u{1F600}', '<svg onload=x>', 1, 'eq'];
  if (depth === 0 || roll(4) === 0) return leaf[roll(leaf.length)];
  if (roll(3) === 0) return Array.from({ length: roll(4) }, () => anything(roll, depth - 1));
  return Object.fromEntries(Array.from({ length: roll(7) }, () => [WORDS[roll(WORDS.length)]!, anything(roll, depth - 1)]));
}

describe('versions of the form', () => {
  const chart = readChart(familyChart)!;
  const board = BoardConfig.parse({ v: 1, tabs: [{ id: 't', name: '首页', layout: [{ i: 'k', x: 0, y: 0, w: 8, h: 8, chart }] }] });
  const screen = ScreenConfig.parse({ v: 1, nodes: { n: { id: 'n', z: 0, x: 0, y: 0, w: 8, h: 8, type: 'chart', chart } } });

  it('the form before ours passes its step; ours stays as it is', () => {
    expect(readChart(familyChart)?.v).toBe(1);
    expect(readBoard({ layout: [{ x: 0, y: 0, w: 8, h: 8, i: '17' }] })).toMatchObject({ v: 1, tabs: [{ layout: [{ chartId: '17' }] }] });
    expect(readScreen({ layout: [{ x: 0, y: 0, w: 8, h: 8, i: '17' }] })).toMatchObject({ v: 1, nodes: { 17: { chartId: '17' } } });
    expect([readChart(chart), readBoard(board), readScreen(screen)]).toEqual([chart, board, screen]);
  });

  it('tells what a later program made, also of a chart that stands in it', () => {
    const later = { ...chart, v: 2 };
    const tile = { ...board.tabs[0]!.layout[0], chart: later };
    const node = { ...screen.nodes.n, chart: later };
    expect([isNewerChart(later), isNewerBoard({ ...board, v: 2 }), isNewerScreen({ ...screen, v: 2 })]).toEqual([true, true, true]);
    expect(isNewerBoard({ ...board, tabs: [{ ...board.tabs[0], layout: [tile] }] })).toBe(true);
    expect(isNewerScreen(JSON.stringify({ ...screen, nodes: { n: node } }))).toBe(true);
    expect([isNewerChart(chart), isNewerChart(familyChart), isNewerBoard(board), isNewerScreen(screen)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect([readChart(later), isNewerBoard(null), isNewerScreen('text')]).toEqual([null, false, false]);
  });
});

describe('whatever is stored', () => {
  it('reads to a valid document and never throws', () => {
    const roll = dice(42);
    for (let n = 0; n < 600; n++) {
      const stored = anything(roll, 6);
      const text = JSON.stringify(stored) ?? 'null';
      const shown = text.slice(0, 300);
      const chart = readChart(n % 2 ? stored : text);
      if (chart) expect(ChartConfig.safeParse(chart).success, shown).toBe(true);
      expect(BoardConfig.safeParse(readBoard(stored)).success, shown).toBe(true);
      expect(ScreenConfig.safeParse(readScreen(stored)).success, shown).toBe(true);
    }
  });

  it('survives filters nested a hundred thousand deep and names of prototypes', () => {
    let deep: unknown = { col: 'a', op: 'eq' };
    for (let n = 0; n < 100_000; n++) deep = { all: [deep] };
    expect(() => readChart({ v: 1, dataSetId: 'a', chartType: 'bar', filters: [deep] })).not.toThrow();
    readBoard(JSON.parse('{"v":1,"__proto__":{"polluted":1},"tabs":[{"__proto__":{"polluted":1}}]}'));
    readScreen(JSON.parse('{"v":1,"nodes":{"__proto__":{"x":1},"a":{"__proto__":{"polluted":1}}}}'));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
