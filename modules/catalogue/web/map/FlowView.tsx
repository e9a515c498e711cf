import { Segmented } from 'antd';
import { useMemo } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { ChartBox } from '#kit/web/chart/ChartBox.tsx';
import { useColorMode } from '#kit/web/color-mode.ts';
import { palette } from '#kit/web/theme.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { layerColour } from './colours.ts';
import { LayerLegend } from './LayerLegend.tsx';
import { escapeHtml, flowTip } from './tips.ts';

export const FLOWS = { schema: '按模式', source: '按数据源', domain: '按主题域' } as const;
export type FlowBy = keyof typeof FLOWS;

/** A picture on a usual screen, without the names at its right end. */
const DRAWN_WIDTH = 960;

/** Steps of the longest way; the links have no circles. */
function stepsOf(links: readonly { readonly from: string; readonly to: string }[]): number {
  const depth = new Map<string, number>();
  for (let moved = true; moved;) {
    moved = false;
    for (const { from, to } of links) {
      const wanted = (depth.get(from) ?? 0) + 1;
      if ((depth.get(to) ?? 0) >= wanted) continue;
      depth.set(to, wanted);
      moved = true;
    }
  }
  return Math.max(1, ...depth.values());
}

/** How data flows from group to group, from lineage: the width is the number of tables that are fed. */
export function FlowView({ by, onBy }: { by: FlowBy; onBy: (by: FlowBy) => void }) {
  const mode = useColorMode();
  const answer = useCall(api.map.flows, { query: { by } }, { keepPrevious: true });
  const data = answer.data;
  const option = useMemo(() => {
    if (!data || data.links.length === 0) return null;
    const c = palette[mode];
    const gap = DRAWN_WIDTH / stepsOf(data.links);
    return {
      tooltip: {},
      series: [
        {
          type: 'sankey',
          left: 8,
          right: 160,
          top: 8,
          bottom: 8,
          nodeWidth: 12,
          nodeGap: 14,
          draggable: false,
          // names of a long chain would lie on each other: they come with the pointer
          label: { color: c.ink, fontSize: 12, width: Math.min(150, gap - 20), overflow: 'truncate', show: gap > 60 },
          lineStyle: { color: 'gradient', opacity: 0.28 },
          emphasis: { focus: 'adjacency', label: { show: true, width: 150 } },
          data: data.nodes.map((node) => ({
            name: node.key,
            itemStyle: { color: layerColour(node.layer, mode) },
            label: { formatter: node.name },
            tooltip: { formatter: () => escapeHtml(node.name) },
          })),
          links: data.links.map((link) => ({
            source: link.from,
            target: link.to,
            value: link.tables,
            tooltip: { formatter: () => flowTip(nameOf(link.from), nameOf(link.to), link.tables) },
          })),
        },
      ],
    };
    function nameOf(key: string): string {
      return data!.nodes.find((node) => node.key === key)?.name ?? key;
    }
  }, [data, mode]);
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!data) return <StateView className="page-skeleton" kind="loading" shape="block" />;
  return (
    <>
      <div className="map-note">
        <Segmented
          aria-label="汇总方式"
          size="small"
          value={by}
          onChange={onBy}
          options={Object.entries(FLOWS).map(([value, label]) => ({ value: value as FlowBy, label }))}
        />
        <span className="muted">线的粗细是下游表的数量，取自血缘关系。</span>
        <span className="map-gap" />
        <LayerLegend layers={data.nodes.map((node) => node.layer)} />
      </div>
      <div className="map-canvas">
        <ChartBox
          title={null}
          option={option}
          isFurther
          width="100%"
          height="100%"
          summary={data.links.map((link) => `${link.from} 到 ${link.to} ${link.tables} 张表`).join('，')}
          empty="还没有跨模式的血缘关系，请先同步元数据并解析血缘"
        />
      </div>
    </>
  );
}
