import { expect, it } from 'vitest';
import { BoardConfig } from '../contract/board-config.ts';
import { ViewRequest } from '#modules/charts/contract/tile.ts';
import { SelectionError, checkSelection, tileQuery } from '#modules/charts/core/index.ts';
import { shapeOfBoard } from './outline.ts';

const chart = {
  chartType: 'bar',
  dataSetId: 'sales',
  rows: [{ col: 'region' }],
  measures: [{ col: 'amount', aggregateType: 'sum' }],
  filters: [{ col: 'secret', op: 'eq', value: 1 }],
  drill: ['region', 'city'],
  limit: 50,
};
const shape = shapeOfBoard(
  BoardConfig.parse({
    v: 1,
    tabs: [
      {
        id: 'main',
        name: '首页',
        layout: [
          {
            i: 'a',
            x: 0,
            y: 0,
            w: 8,
            h: 8,
            kind: 'chart',
            chart,
            actions: [{ do: 'filter', map: [{ col: 'region', dataSetId: 'sales', target: 'area' }] }],
          },
          { i: 'b', x: 0, y: 0, w: 8, h: 8, kind: 'chart', chart },
        ],
      },
    ],
    filters: [{ id: 'who', label: '部门', kind: 'multi', targets: [{ dataSetId: 'sales', col: 'dept' }] }],
  }),
);

/** mulberry32: the same payloads in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const ATOMS: unknown[] = [
  'region',
  'city',
  'secret',
  'amount',
  'dept',
  'area',
  'who',
  'a',
  'b',
  'sales',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  "x' or '1'='1",
  '"; drop table x; --',
  '',
  null,
  true,
  0,
  -1,
  1e308,
  99999,
  '*',
  'd0',
  'm0',
  [],
  {},
  ['a', 'b'],
  { op: 'ne' },
  { sql: 'select 1' },
  { col: 'secret', value: 1 },
  [{ col: 'region', value: '1' }],
  { from: 1, to: 2 },
  { relative: { span: 'last', unit: 'day', n: 1 } },
  { all: [] },
  '😀',
  '\u0000',
];
const KEYS = [
  'tiles',
  'filters',
  'links',
  'drills',
  'limit',
  'query',
  'having',
  'alias',
  'who',
  'a',
  'b',
  'region',
  'constructor',
  'toString',
  'entity',
  'id',
  'col',
  'value',
  'key',
  'etag',
  'rows',
  'fresh',
];

/** Changes a valid request at some place: another value, a further key, a key less. */
function mutated(value: unknown, next: () => number, depth = 0): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  if (depth > 0 && next() < 0.05) return pick(ATOMS);
  if (Array.isArray(value)) return next() < 0.06 ? [...value, pick(ATOMS)] : value.map((one) => mutated(one, next, depth + 1));
  if (typeof value !== 'object' || value === null) return next() < 0.08 ? pick(ATOMS) : value;
  const entries = Object.entries(value).map(([key, one]) => [next() < 0.03 ? pick(KEYS) : key, mutated(one, next, depth + 1)] as const);
  if (next() < 0.06) entries.push([pick(KEYS), pick(ATOMS)]);
  return Object.fromEntries(entries);
}

const REQUEST = {
  entity: 'board',
  id: 'b1',
  tiles: [{ key: 'a' }, { key: 'b', etag: 'x' }],
  filters: { who: ['一部'] },
  links: { a: [{ col: 'region', value: '华东' }] },
  drills: { b: [{ col: 'region', value: '华东' }] },
};

it('of 10,000 distorted requests none changes a query beyond what the document offers', () => {
  const next = random(20_261_122);
  const tally = { refused: 0, taken: 0 };
  for (let n = 0; n < 10_000; n++) {
    const parsed = ViewRequest.safeParse(mutated(REQUEST, next));
    if (!parsed.success) {
      tally.refused++;
      continue;
    }
    try {
      checkSelection(shape, parsed.data);
      for (const { key } of parsed.data.tiles) {
        const query = tileQuery(shape, key, parsed.data);
        expect(query).toMatchObject({ dataSetId: 'sales', limit: 50, having: [], measures: chart.measures, isDetail: false });
        expect(query.filters[0]).toEqual(chart.filters[0]);
        for (const one of query.filters.slice(1)) expect(['dept', 'area', 'region']).toContain('col' in one ? one.col : 'tree');
        expect(['region', 'city']).toContain(query.rows[0]?.col);
      }
      tally.taken++;
    } catch (error) {
      if (!(error instanceof SelectionError)) throw error;
      tally.refused++;
    }
  }
  // both sides of the border were walked
  expect(tally.refused).toBeGreaterThan(5000);
  expect(tally.taken).toBeGreaterThan(100);
});
