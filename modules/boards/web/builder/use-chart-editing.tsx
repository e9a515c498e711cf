import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { useRefresh } from '#kit/web/use-call.ts';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import { NO_SET, type Shape } from '#modules/charts/core/index.ts';
import type { NamedChart } from '#modules/charts/web/builder-parts.ts';
import { withChanged, withItem } from '../../core/commands.ts';
import type { BoardItem } from '../../contract/board-config.ts';
import { boardApi } from './api.ts';
import { BUILDER_MARK, useBoardDesign } from './store.ts';

const ChartEditor = lazyPart(() => import('#modules/charts/web/builder-parts.ts').then((part) => ({ default: part.ChartEditor })));

/** A new chart begins with the data set of the tile before it. */
const emptyChart = (shape: Shape): ChartConfig =>
  ChartConfig.parse({ dataSetId: [...shape.tiles.values()].at(-1)?.chart.dataSetId ?? NO_SET, chartType: 'bar' });

interface Editing {
  /** opens the editor of a tile's chart */
  readonly edit: (item: BoardItem) => void;
  /** opens the editor of a chart that becomes a new tile */
  readonly make: () => void;
  readonly isOpen: boolean;
  /** the editor while it is open */
  readonly window: ReactNode;
}

/** Charts made and changed without leaving the board. What belongs to the board alone is one step of its history. */
export function useChartEditing(tabId: string, shape: Shape, onMade: (key: string) => void): Editing {
  const config = useBoardDesign((state) => state.config);
  const change = useBoardDesign((state) => state.change);
  const refresh = useRefresh();
  const [open, setOpen] = useState<{ item: BoardItem | null } | null>(null);
  const close = () => setOpen(null);
  const item = open?.item ?? null;
  const tile = item ? shape.tiles.get(item.i) : undefined;

  const keep = ({ name, config: chart }: NamedChart) => {
    close();
    if (item) return change('编辑图表', withChanged(config, item.i, { chart, chartId: null, title: name }));
    const made = withItem(config, tabId, { kind: 'chart', chart, title: name }, BUILDER_MARK);
    change('新增图表', made.config);
    onMade(made.key);
  };
  const stored = (name: string, before: string) => {
    close();
    // a tile that was called as its chart goes on being called so
    if (item?.title === before && name !== before) change('编辑图表', withChanged(config, item.i, { title: name }));
    void refresh(boardApi.chart.configs);
  };
  const start = { name: item?.title || tile?.name || '', config: tile?.chart ?? emptyChart(shape) };
  return {
    edit: (one) => setOpen({ item: one }),
    make: () => setOpen({ item: null }),
    isOpen: open !== null,
    window: open && (
      <Suspense fallback={null}>
        <ChartEditor start={start} chartId={item?.chartId ?? null} holder="看板" onKeep={keep} onStored={stored} onClose={close} />
      </Suspense>
    ),
  };
}
