import { describe, expect, it } from 'vitest';
import { areCrossing, clearOfLeaders, placeCallouts, type CalloutSetting } from './callouts.ts';
import { paceOf, paceSeverity, valueAt } from './pace.ts';
import { pipelineOf, stageOrder } from './pipeline.ts';
import { stageFlowOf, type StageRow } from './stage-flow.ts';

describe('pace', () => {
  const target = Array.from({ length: 12 }, (_, i) => (i + 1) * 10);
  it('stands where the target says that it is today, and ends at its present speed', () => {
    const actual = [8, 16, 24, 32, 40, null, null, null, null, null, null, null];
    const pace = paceOf({ actual, target, due: 45 })!;
    expect(pace.now).toEqual({ at: 4.5, value: 40 });
    expect(pace).toMatchObject({ goal: 120, due: 45, gap: -5 });
    // 16 in the last month and a half, 8 a month before
    expect(pace.forecast!.value).toBeCloseTo(40 + ((40 - valueAt(pace.actual, 1.5)) / 3) * 7.5);
    expect(pace.forecast!.low).toBeLessThanOrEqual(pace.forecast!.value);
    expect(pace.forecast!.high).toBeGreaterThanOrEqual(pace.forecast!.value);
  });
  it('of a span that is over has no forecast, and compares with the whole target', () => {
    const pace = paceOf({ actual: target.map((value) => value * 1.1), target, due: null })!;
    expect(pace.forecast).toBeNull();
    expect(pace.gap).toBeCloseTo(12);
  });
  it('without an amount or a target there is none', () => {
    expect(paceOf({ actual: [null], target: [1], due: null })).toBeNull();
    expect(paceOf({ actual: [1], target: [null], due: null })).toBeNull();
  });
  it.each([
    [100, 1],
    [95, 2],
    [85, 3],
    [40, 4],
  ])('%d of 100 due has severity %d', (value, severity) => expect(paceSeverity(value, 100)).toBe(severity));
  it('judges nothing without a target', () => expect(paceSeverity(5, 0)).toBeNull());
});

describe('callouts', () => {
  it('make the names of the map step aside, as far as their areas are wide; a name without a better place stays', () => {
    const setting = { size: { w: 100, h: 40 }, gap: 10, columns: { left: null, right: { x: 400, y: 0, w: 100, h: 300 } } };
    const callouts = placeCallouts([{ key: 'a', x: 100, y: 20 }], setting);
    const name = { x: 200, y: 20, w: 40, h: 20, slack: { x: 20, y: 30 } };
    const moved = clearOfLeaders(name, callouts);
    expect(moved.x).toBe(200);
    expect(Math.abs(moved.y - 20)).toBeGreaterThan(10);
    expect(Math.abs(moved.y - 20)).toBeLessThanOrEqual(18);
    expect(clearOfLeaders({ ...name, y: 120 }, callouts)).toEqual({ x: 200, y: 120 });
    expect(clearOfLeaders({ ...name, slack: { x: 20, y: 4 } }, callouts)).toEqual({ x: 200, y: 20 });
  });

  const setting: CalloutSetting = {
    size: { w: 180, h: 58 },
    gap: 10,
    columns: { left: { x: 0, y: 500, w: 180, h: 300 }, right: { x: 900, y: 0, w: 180, h: 700 } },
  };
  /** a fixed run of numbers between 0 and 1 */
  const runs = (seed: number) => () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  it.each(Array.from({ length: 40 }, (_, i) => [i + 1]))('never overlap and never cross within a column (%d)', (seed) => {
    const next = runs(seed);
    const dots = Array.from({ length: 12 }, (_, i) => ({ key: String(i), x: 240 + next() * 600, y: 20 + next() * 750 }));
    const placed = placeCallouts(dots, setting);
    expect(placed).toHaveLength(12);
    for (const [i, a] of placed.entries())
      for (const b of placed.slice(i + 1)) {
        if (a.side !== b.side) continue;
        expect(Math.abs(a.top - b.top)).toBeGreaterThanOrEqual(68);
        expect(areCrossing(a, b)).toBe(false);
      }
    for (const { side, top } of placed) {
      const room = setting.columns[side]!;
      expect(top).toBeGreaterThanOrEqual(room.y);
      expect(top + 58).toBeLessThanOrEqual(room.y + room.h);
    }
  });
  it('leaves out what finds no room', () => {
    const dots = Array.from({ length: 30 }, (_, i) => ({ key: String(i), x: 300, y: i * 20 }));
    expect(placeCallouts(dots, setting)).toHaveLength(14);
    expect(placeCallouts(dots, { ...setting, columns: { left: null, right: null } })).toEqual([]);
  });
});

describe('a process', () => {
  const row = (stage: string, source: string, count: number, before: number, lost = 0, open = 0): StageRow => ({
    stage,
    source,
    count,
    before,
    lost,
    open,
    amount: null,
  });
  const rows = [row('线索', 'A', 60, 60, 20, 10), row('线索', 'B', 40, 40, 10, 0), row('签约', 'A', 30, 45), row('签约', 'B', 30, 20)];
  it('is drawn in one measure: heights, sources and what leaves', () => {
    const { stages, sources, worst } = stageFlowOf(rows, { x: 0, y: 0, w: 500, h: 200, bar: 10 });
    expect(stages.map(({ name, count, h, x }) => [name, count, h, x])).toEqual([
      ['线索', 100, 200, 0],
      ['签约', 60, 120, 490],
    ]);
    expect(stages[0]).toMatchObject({ conversion: 0.6, conversionBefore: 0.65, lostH: 60, openH: 20 });
    expect(sources.map(({ name, h, conversion }) => [name, h, conversion])).toEqual([
      ['A', 120, 0.5],
      ['B', 80, 0.75],
    ]);
    expect(sources[1]!.into - sources[0]!.into).toBe(120);
    expect(worst).toBe(0);
  });
  it('is judged by what is lost of those that stay, or not at all', () => {
    const steps = [row('前期', '', 100, 0, 1, 9), row('方案', '', 90, 0, 8, 2), row('竣工', '', 80, 0)];
    const room = { x: 0, y: 0, w: 500, h: 200, bar: 10 };
    expect(stageFlowOf(steps, room, 'lost').worst).toBe(1);
    expect(stageFlowOf(steps, room, 'none').worst).toBeNull();
    expect(stageFlowOf([row('前期', '', 100, 0), row('方案', '', 90, 0)], room, 'lost').worst).toBeNull();
  });
  it('of nothing has no steps', () => {
    expect(stageFlowOf([], { x: 0, y: 0, w: 500, h: 200, bar: 10 })).toEqual({
      stages: [],
      sources: [],
      judge: 'conversion',
      worst: null,
    });
  });
});

describe('a pipeline', () => {
  const edges = [
    { from: 'ADS', to: '应用', count: 40 },
    { from: 'DWD', to: 'DWS', count: 60 },
    { from: 'ODS', to: 'DWD', count: 100 },
    { from: 'DWS', to: 'ADS', count: 50 },
    { from: 'DWD', to: 'DWD', count: 900 },
    { from: 'ADS', to: 'DWD', count: 2 },
  ];
  const order = ['源库', 'ODS', 'DWD', 'DWS', 'ADS', '应用'];
  it('runs from upstream to downstream, whatever the order of its edges', () => {
    expect(stageOrder(edges, order)).toEqual(['ODS', 'DWD', 'DWS', 'ADS', '应用']);
    expect(stageOrder([{ from: 'ODS', to: '未分层', count: 1 }, ...edges], order)).toEqual(['ODS', 'DWD', 'DWS', 'ADS', '未分层', '应用']);
  });
  it('has bands as wide at one end as at the other, in one measure; what stays within a layer is not drawn', () => {
    const { nodes, bands } = pipelineOf(edges, order, { w: 800, h: 200, bar: 10 });
    expect(nodes.map(({ x }) => x)).toEqual([0, 197.5, 395, 592.5, 790]);
    expect(bands).toHaveLength(5);
    expect(bands.find(({ from }) => from === 'ODS')!.h / bands.find(({ from }) => from === 'DWS')!.h).toBeCloseTo(2);
    expect(bands.filter(({ isBack }) => isBack).map(({ from, to }) => `${from}${to}`)).toEqual(['ADSDWD']);
  });
});
