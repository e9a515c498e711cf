import { expect, test } from 'vitest';
import { layers, palette } from '#kit/web/theme.ts';
import type { MapNode } from '../../contract/map.ts';
import { inkOn, layerClass, layerColour, LAYERS, stepOf, stepsOf } from './colours.ts';

const MODES = ['light', 'dark'] as const;
const node = (over: Partial<MapNode>) => ({ layer: null, heat: 0, tables: 10, quality: null, sensitive: 0, owned: 0, ...over }) as MapNode;

test('a layer has one colour on every tab, and a table of no layer never that of one', () => {
  for (const mode of MODES) {
    const steps = stepsOf('layer', mode);
    for (const layer of LAYERS) {
      expect(layerColour(layer, mode)).toBe(layers[mode][layer]);
      expect(steps[stepOf(node({ layer }), 'layer', 0)]!.colour).toBe(layerColour(layer, mode));
      expect(layerClass(layer)).toBe(`layer-${layer}`);
    }
    expect(new Set(LAYERS.map((layer) => layerColour(layer, mode))).size).toBe(LAYERS.length);
    for (const foreign of ['tq', null]) {
      expect(Object.values(layers[mode])).not.toContain(layerColour(foreign, mode));
      expect(layerColour(foreign, mode)).toBe(palette[mode].ink4);
      expect(steps[stepOf(node({ layer: foreign }), 'layer', 0)]!.label).toBe('多层或未分层');
    }
  }
  expect(layerClass('tq')).toBe('layer-other');
});

test('what a field stands for begins at its limit', () => {
  const label = (colouring: Parameters<typeof stepOf>[1], over: Partial<MapNode>, now = 0) =>
    stepsOf(colouring, 'light')[stepOf(node(over), colouring, now)]!.label;
  expect([0, 99, 100, 1_000, 10_000].map((heat) => label('heat', { heat }))).toEqual([
    '无人使用',
    '少于 10 次',
    '10 次以上',
    '100 次以上',
    '1000 次以上',
  ]);
  expect([null, 59, 60, 79, 80].map((quality) => label('quality', { quality }))).toEqual([
    '未评分',
    '低于 60 分',
    '60–80 分',
    '60–80 分',
    '80 分以上',
  ]);
  expect([0, 1, 5, 6].map((sensitive) => label('sensitive', { sensitive }))).toEqual([
    '无敏感表',
    '含 L3 / L4 表',
    '含 L3 / L4 表',
    '过半为 L3 / L4',
  ]);
  const now = Date.parse('2026-04-01T00:00:00Z');
  expect(
    [null, '2026-03-25', '2026-03-24', '2026-03-02', '2026-03-01', '2026-01-01', '2025-12-31'].map((day) =>
      label('fresh', { changeTime: day && `${day}T00:00:00Z` }, now),
    ),
  ).toEqual(['无变更记录', '7 天内', '30 天内', '30 天内', '90 天内', '90 天内', '90 天以前']);
  expect([0, 9, 10].map((owned) => label('owned', { owned }))).toEqual(['无负责人', '部分有负责人', '全部有负责人']);
});

test('names on a field are dark on light colours and light on dark ones', () => {
  expect(inkOn('#ffffff')).toBe(palette.light.ink);
  expect(inkOn('#000000')).toBe(palette.dark.ink);
  for (const mode of MODES)
    for (const layer of LAYERS) expect([palette.light.ink, palette.dark.ink]).toContain(inkOn(layerColour(layer, mode)));
});
