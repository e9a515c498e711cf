import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { resolveTheme } from '../look/resolve-theme.ts';
import { AREAS, NATION } from './areas.ts';
import { geoMapOf } from './geo-map.ts';
import { heroMapOption } from './hero-option.ts';
import { apart, placeTexts, POINT_SPOTS, type Rect } from './layout.ts';
import { featuresOf, type Topology } from './topology.ts';

const topology = JSON.parse(readFileSync(new URL(`../../web/map/data/${NATION}.json`, import.meta.url), 'utf8')) as Topology;
const geo = geoMapOf({ adcode: NATION, name: topology.name, version: 't', collection: featuresOf(topology), nation: featuresOf(topology) });
// a screen brings its own text colours
const look = resolveTheme({ surface: 'screen', mode: 'dark', palette: {} as never, font: 'sans-serif' });

/** The provinces of the demo company, those around its seat with the most contracts. */
const RANKED = ['江苏', '浙江', '上海', '安徽', '湖北', '湖南', '江西', '山东', '河南', '广东', '四川', '陕西', '北京', '河北', '福建'];
const provinces = [...AREAS.values()].filter(({ adcode }) => adcode.endsWith('0000') && adcode !== NATION);
const rows = provinces.map(({ name }) => {
  const at = RANKED.findIndex((short) => name.startsWith(short));
  return [name, at < 0 ? 3 : 200 - at * 9];
});
const config = ChartConfig.parse({ dataSetId: '1', chartType: 'map', rows: [{ col: 'province' }], measures: [{ col: 'n' }] });
const data: ChartData = {
  columns: [
    { key: 'd0', col: 'province', name: '省份', role: 'dimension', shelf: 'rows', type: 'string' },
    { key: 'm0', col: 'n', name: '合同数', role: 'measure', shelf: 'measures', type: 'number' },
  ],
  rows,
  truncated: false,
  queriedAt: '',
  ms: 0,
  cache: 'off',
};

interface Drawn {
  readonly text: string;
  readonly offset: readonly [number, number];
  readonly value: readonly number[];
  readonly size: number;
}
/** Names and marks of the picture; places in pixels of the widget. */
function drawn(size: { w: number; h: number }) {
  const built = heroMapOption({
    config,
    data,
    look,
    geo,
    size,
    hub: '南京市',
    mostFlows: 12,
    edge: true,
    legend: false,
    isStill: false,
  } as never);
  const option = built.option as {
    geo: { layoutCenter?: unknown; boundingCoords?: [number[], number[]] }[];
    series: Record<string, unknown>[];
  };
  const points = option.series.filter(({ type, id }) => type === 'scatter' && (id === 'places' || id === 'hub'));
  const labels = option.series
    .filter(({ type }) => type === 'scatter')
    .flatMap(({ data: items }) =>
      (items as { value: number[]; label: { show: boolean; formatter: string; offset: [number, number]; fontSize: number } }[])
        .filter(({ label }) => label.show)
        .map(({ value, label }): Drawn => ({ text: label.formatter, offset: label.offset, value, size: label.fontSize })),
    );
  return { points, labels };
}

describe('names of the hero map', () => {
  // the widget of the leader's screen, and a smaller one as on a laptop
  it.each([
    { w: 960, h: 460 },
    { w: 680, h: 326 },
  ])('of $w × $h: the centre and the neighbours around it are named beside their own marks', (size) => {
    const { points, labels } = drawn(size);
    expect(points).toHaveLength(2);
    expect(labels.map(({ text }) => text)).toContain('南京');
    // each place at most once, whatever is named by its province or its seat
    const names = labels.map(({ text }) => text);
    expect(new Set(names).size).toBe(names.length);
  });

  it('no name covers another, a mark or the ring of the centre, nor stands nearer to a foreign mark', () => {
    // seats as near as Nanjing, Hefei, Hangzhou, Shanghai, Wuhan and Changsha on a screen
    const places: [string, number, number, number][] = [
      ['南京', 300, 200, 18],
      ['合肥', 276, 206, 5],
      ['杭州', 318, 226, 5],
      ['上海', 334, 208, 5],
      ['武汉', 238, 224, 5],
      ['长沙', 226, 252, 5],
      ['南昌', 258, 250, 5],
    ];
    const marks = places.map(([, x, y, r]) => ({ at: [x, y] as const, r }));
    const requests = places.map(([text, x, y, clear], i) => ({
      of: i,
      text,
      at: [x, y] as const,
      size: 14,
      rank: 9 - i,
      spots: POINT_SPOTS,
      clear,
    }));
    const placed = placeTexts(requests, { x: 0, y: 0, w: 600, h: 400 }, [], marks);
    expect(placed.length).toBeGreaterThanOrEqual(5);
    const cross = (a: Rect, b: Rect) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
    for (const one of placed) {
      for (const other of placed) if (one !== other) expect(cross(one.box, other.box), `${one.text} on ${other.text}`).toBe(false);
      for (const [i, mark] of marks.entries()) {
        expect(apart(mark.at, one.box), `${one.text} on the mark of ${places[i]![0]}`).toBeGreaterThanOrEqual(mark.r);
        const gap = (at: (typeof marks)[number]) => apart(at.at, one.box) - at.r;
        if (i !== one.of) expect(gap(marks[one.of]!), `${one.text} reads as ${places[i]![0]}`).toBeLessThan(gap(mark));
      }
    }
  });
});
