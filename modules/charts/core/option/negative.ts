import { chartType, type ChartTypeKey } from '../../contract/chart-types.ts';
import type { Draw } from './built.ts';
import { figure, numberAt, SEPARATOR, textAt } from './model.ts';

/** Types whose marks are as large as their figures: what is below nothing has no size, and would be left out of the whole in silence. */
const SIZED: ReadonlySet<ChartTypeKey> = new Set(['pie', 'funnel', 'treemap', 'sunburst', 'wordCloud', 'sankey']);

/** Why a chart cannot show its answer for figures below zero, in a sentence for people; null when it can. */
export function negativeProblem({ config, model }: Draw): string | null {
  if (!SIZED.has(config.chartType)) return null;
  const isEach = config.chartType === 'pie' || (config.chartType === 'funnel' && model.rowDims.length === 0);
  for (const part of isEach ? model.measures : model.measures.slice(0, 1)) {
    const row = model.rows.find((one) => (numberAt(one, part) ?? 0) < 0);
    if (!row) continue;
    const name = model.rowDims.map((dim) => textAt(row, dim)).join(SEPARATOR);
    const what = `${name ? `“${name}”的` : ''}${part.name}为 ${figure(numberAt(row, part), part)}`;
    return `${chartType(config.chartType).label}不能表示负数：${what}。请改用柱状图或表格，或先筛选掉负数`;
  }
  return null;
}
