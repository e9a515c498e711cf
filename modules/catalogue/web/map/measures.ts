import { count } from '#kit/web/format.ts';
import type { MapMeasure, MapNode } from '../../contract/map.ts';
import { wholeSize } from '#kit/core/text/size.ts';

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

/** Area of a table without data, in doublings: enough for its name. */
const EMPTY = 6;
/** Below this figure everything counts as equally small. */
const SMALLEST: Record<MapMeasure, number> = { bytes: 16, rows: 1, tables: 1, heat: 1 };

/**
 * Areas on a logarithmic scale, so that one table does not take the whole map: each doubling adds the same. What is empty or whose size is not
 * known keeps the smallest area.
 */
export const areas = (nodes: readonly MapNode[], measure: MapMeasure): number[] =>
  nodes.map((node) => EMPTY + Math.log2(1 + node[measure] / SMALLEST[measure]));
