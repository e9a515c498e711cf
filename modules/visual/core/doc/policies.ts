import type { BoardConfig } from '../../contract/board-config.ts';
import type { CachePolicy } from '../../contract/cache-policy.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import type { ScreenConfig } from '../../contract/screen-config.ts';

interface Placed {
  readonly path: string;
  readonly policy: CachePolicy | null | undefined;
}
/** What a document says of how long answers are kept: of itself and of the charts in it, with the path of each. */
export function policiesOf(document: ChartConfig | BoardConfig | ScreenConfig): Placed[] {
  const own: Placed = { path: 'cache', policy: document.cache };
  if ('tabs' in document)
    return [
      own,
      ...document.tabs.flatMap((tab, t) =>
        tab.layout.map((item, n) => ({ path: `tabs.${t}.layout.${n}.chart.cache`, policy: item.chart?.cache })),
      ),
    ];
  if ('nodes' in document)
    return [own, ...Object.entries(document.nodes).map(([id, node]) => ({ path: `nodes.${id}.chart.cache`, policy: node.chart?.cache }))];
  return [own];
}
