import type { ChartData } from '#modules/datasets/contract/query.ts';
import type { WidgetType } from '../../contract/screen-config.ts';
import { cutText } from '#modules/charts/core/index.ts';
import type { Props } from '../../core/widgets.ts';
import { MAX_RINGS, MAX_RUNNING, num, str, type Table } from './read.ts';

/** Says itself what it leaves out. */
const SILENT: ReadonlySet<WidgetType> = new Set(['chart', 'riskList']);
const BY_SETTING: ReadonlySet<WidgetType> = new Set(['segments', 'progress', 'scorecard', 'relation', 'timeline', 'paceBars', 'gapBars']);

/** Rows that a widget shows at most, however many pages it turns; Infinity = all. */
function mostOf(type: WidgetType, props: Props): number {
  if (BY_SETTING.has(type)) return num(props, 'most');
  if (type === 'ring') return MAX_RINGS;
  return type === 'ticker' && str(props, 'direction') === 'left' ? MAX_RUNNING : Infinity;
}

/** What a widget leaves out of what there is, in a sentence; null when it shows everything. */
export function noticesOfWidget(type: WidgetType, props: Props, data: ChartData, table: Table): string | null {
  if (SILENT.has(type) || table.dims.length === 0) return null;
  const { cut } = data;
  const most = mostOf(type, props);
  const there = table.rows.length;
  if (there <= most) return cutText(data);
  const total = cut ? cut.total : data.truncated ? null : there;
  return cutText({ ...data, cut: { kind: 'limit', shown: most, total, hasOthers: false, bottom: cut?.bottom ?? false } });
}
