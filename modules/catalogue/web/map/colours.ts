import { SEQUENCES } from '#kit/core/chart/palette.ts';
import { layers, palette, type Mode } from '#kit/web/theme.ts';
import type { MapNode } from '../../contract/map.ts';

/** What the colour of a field tells. */
export const COLOURS = {
  layer: '数据分层',
  heat: '使用热度',
  quality: '质量得分',
  sensitive: '敏感程度',
  fresh: '最近变更',
  owned: '负责人覆盖',
} as const;
export type Colouring = keyof typeof COLOURS;

const DAY_MS = 86_400_000;

export const LAYERS = ['ods', 'dwd', 'dim', 'dws', 'ads'] as const;
type Layer = (typeof LAYERS)[number];
export const LAYER_LABELS: Record<Layer, string> = { ods: 'ODS 贴源', dwd: 'DWD 明细', dim: 'DIM 维度', dws: 'DWS 汇总', ads: 'ADS 应用' };
const isLayer = (text: string | null): text is Layer => LAYERS.some((layer) => layer === text);
/** Place of a layer in the order of the warehouse; after the last one for tables of none. */
export const layerIndex = (layer: string | null): number => (isLayer(layer) ? LAYERS.indexOf(layer) : LAYERS.length);
/** Class that gives a part the colours of its layer, from the tokens. */
export const layerClass = (layer: string | null): string => `layer-${isLayer(layer) ? layer : 'other'}`;
/** The same colour for a layer on every tab; what is of no layer is grey, never in the colour of one. */
export const layerColour = (layer: string | null, mode: Mode): string => (isLayer(layer) ? layers[mode][layer] : palette[mode].ink4);

/** A step of the legend. */
export interface Step {
  readonly label: string;
  readonly colour: string;
}

/** Steps from quiet to loud; the last is for what is not known. */
export function stepsOf(colouring: Colouring, mode: Mode): readonly Step[] {
  const c = palette[mode];
  const quiet = { label: '暂无', colour: c.idleSoft };
  const scale = (labels: readonly string[]): Step[] => labels.map((label, i) => ({ label, colour: SEQUENCES[mode][i]! }));
  switch (colouring) {
    case 'layer':
      return [...LAYERS.map((layer) => ({ label: LAYER_LABELS[layer], colour: layers[mode][layer] })), { ...quiet, label: '多层或未分层' }];
    case 'heat':
      return [...scale(['少于 10 次', '10 次以上', '100 次以上', '1000 次以上']), { ...quiet, label: '无人使用' }];
    case 'quality':
      return [
        { label: '低于 60 分', colour: c.bad },
        { label: '60–80 分', colour: c.warn },
        { label: '80 分以上', colour: c.ok },
        { ...quiet, label: '未评分' },
      ];
    case 'sensitive':
      return [
        { label: '含 L3 / L4 表', colour: c.warn },
        { label: '过半为 L3 / L4', colour: c.bad },
        { ...quiet, label: '无敏感表' },
      ];
    case 'fresh':
      return [...scale(['90 天以前', '90 天内', '30 天内', '7 天内']), { ...quiet, label: '无变更记录' }];
    case 'owned':
      return [
        { label: '全部有负责人', colour: c.ok },
        { label: '部分有负责人', colour: c.warn },
        { ...quiet, label: '无负责人' },
      ];
  }
}

const between = (value: number, limits: readonly number[]): number => limits.filter((limit) => value >= limit).length;

/** Which step a field stands on. */
export function stepOf(node: MapNode, colouring: Colouring, now: number): number {
  switch (colouring) {
    case 'layer':
      return layerIndex(node.layer);
    case 'heat':
      return node.heat === 0 ? 4 : between(node.heat / Math.max(1, node.tables), [10, 100, 1000]);
    case 'quality':
      return node.quality === null ? 3 : between(node.quality, [60, 80]);
    case 'sensitive':
      return node.sensitive === 0 ? 2 : node.sensitive * 2 > node.tables ? 1 : 0;
    case 'fresh': {
      if (node.changeTime === null) return 4;
      const days = (now - new Date(node.changeTime).getTime()) / DAY_MS;
      return days <= 7 ? 3 : days <= 30 ? 2 : days <= 90 ? 1 : 0;
    }
    case 'owned':
      return node.owned === 0 ? 2 : node.owned < node.tables ? 1 : 0;
  }
}

/** Luminance of a ground on which dark and light letters read equally well: 4.5 : 1. */
const EQUAL_CONTRAST = 0.18;
/** Black or white, whichever reads better on a colour (WCAG relative luminance). */
export function inkOn(colour: string): string {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const light = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  return light > EQUAL_CONTRAST ? palette.light.ink : palette.dark.ink;
}
