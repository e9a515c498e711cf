import { count } from '#kit/web/format.ts';
import type { MapMeasure, MapNode } from '../../contract/map.ts';
import { wholeSize } from '../../core/size.ts';

export const MEASURES: Record<MapMeasure, string> = { bytes: '存储大小', rows: '数据行数', tables: '表数量', heat: '使用热度' };

/** 12345678 → 1,235万; small numbers stay whole. */
export function roughly(value: number): string {
  if (value >= 100_000_000) return `${(value / 100_000_000).toFixed(value >= 1_000_000_000 ? 0 : 1)}亿`;
  if (value >= 10_000) return `${(value / 10_000).toFixed(value >= 1_000_000 ? 0 : 1)}万`;
  return count(Math.round(value));
}

/** A figure of a field in words. */
export const shown = (node: Pick<MapNode, MapMeasure>, measure: MapMeasure): string =>
  measure === 'bytes'
    ? wholeSize(node.bytes)
    : `${roughly(node[measure])} ${measure === 'rows' ? '行' : measure === 'tables' ? '张表' : '次'}`;

/** Nothing disappears from the map because its size is not known: everything keeps a sliver of the biggest. */
export function areas(nodes: readonly MapNode[], measure: MapMeasure): number[] {
  const biggest = Math.max(1, ...nodes.map((node) => node[measure]));
  return nodes.map((node) => Math.max(node[measure], biggest / 60));
}
