import type { ChartTypeKey } from '../../contract/chart-types.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { limitText } from './limits.ts';

const count = (n: number): string => n.toLocaleString('en-US');
const ROWS: ReadonlySet<ChartTypeKey> = new Set(['table', 'pivot']);
/** Types whose shares are of what they are given. */
const SHARES: ReadonlySet<ChartTypeKey> = new Set(['pie', 'treemap', 'sunburst']);
/** What an answer leaves out, in a sentence for people; null when it holds everything. */
export function cutText({ cut, truncated, rows }: Pick<ChartData, 'cut' | 'truncated' | 'rows'>, unit: '行' | '项' = '项'): string | null {
  if (!cut) return truncated ? `只显示前 ${count(rows.length)} ${unit}，其余未显示` : null;
  const side = cut.bottom ? '后' : '前';
  const all = cut.total === null ? '' : `，共 ${count(cut.total)} ${unit}`;
  if (cut.kind === 'top' && cut.hasOthers) return `${side} ${count(cut.shown)} ${unit}${all}，其余合为“其他”`;
  return `只显示${side} ${count(cut.shown)} ${unit}${all || '，其余未显示'}`;
}

/** What a chart says of itself on its tile, in pictures and on paper: what its answer and its drawing leave out. */
export function noticesOf(config: ChartConfig, data: ChartData): string[] {
  const { chartType: type } = config;
  const { cut } = data;
  const cutOff = cutText(data, ROWS.has(type) || config.isDetail ? '行' : '项');
  const drawn = limitText(config, data);
  const isPart = cut && SHARES.has(type) && !cut.hasOthers && !cut.whole?.some((value) => value !== null);
  return [...(cutOff ? [cutOff] : []), ...(drawn ? [drawn] : []), ...(isPart ? ['占比按显示的部分计算'] : [])];
}
