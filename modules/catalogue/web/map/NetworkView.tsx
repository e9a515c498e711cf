import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { ChartBox } from '#kit/web/chart/ChartBox.tsx';
import { useColorMode } from '#kit/web/color-mode.ts';
import { FailedRows } from '#kit/web/table/ListStates.tsx';
import { palette } from '#kit/web/theme.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { tablePath } from '../paths.ts';
import { layerColour } from './colours.ts';
import { LayerLegend } from './LayerLegend.tsx';
import { tableTip } from './tips.ts';

/** From here on tables are placed at once instead of settling before one's eyes. */
const STILL_FROM = 80;

/** Tables of a place with lineage and foreign keys between them. */
export function NetworkView({ at, view }: { at: string; view: 'domain' | 'source' }) {
  const mode = useColorMode();
  const navigate = useNavigate();
  const answer = useCall(api.map.network, { query: { at, view } });
  const data = answer.data;
  const option = useMemo(() => {
    if (!data || data.nodes.length === 0) return null;
    const c = palette[mode];
    const isMany = data.nodes.length > STILL_FROM;
    const degree = new Map<string, number>();
    for (const { from, to } of data.links) for (const id of [from, to]) degree.set(id, (degree.get(id) ?? 0) + 1);
    return {
      tooltip: {},
      series: [
        {
          type: 'graph',
          layout: 'force',
          roam: true,
          draggable: true,
          // parts without relations to each other drift apart: the more tables, the stronger they are held together
          force: isMany
            ? { repulsion: 220, edgeLength: [40, 110], gravity: 0.22, layoutAnimation: false, friction: 0.4 }
            : { repulsion: 160, edgeLength: [40, 120], gravity: 0.12, layoutAnimation: true, friction: 0.4 },
          label: { show: true, position: 'right', color: c.ink2, fontSize: 11, textBorderColor: c.surface, textBorderWidth: 2 },
          // where labels would lie on each other, those of the tables with most relations stay
          labelLayout: { hideOverlap: true },
          emphasis: { focus: 'adjacency', label: { show: true } },
          lineStyle: { color: c.lineStrong, curveness: 0.08 },
          edgeSymbol: ['none', 'arrow'],
          edgeSymbolSize: 6,
          data: data.nodes.map((node) => ({
            id: node.id,
            name: node.cnName ?? node.name,
            value: node.id,
            itemStyle: { color: layerColour(node.layer, mode) },
            symbolSize: 8 + Math.min(22, Math.sqrt(degree.get(node.id) ?? 1) * 5),
            tooltip: { formatter: () => tableTip(node) },
          })),
          links: data.links.map((link) => ({
            source: link.from,
            target: link.to,
            lineStyle: link.kind === 'foreignKey' ? { type: 'dashed' } : {},
            tooltip: { formatter: () => (link.kind === 'foreignKey' ? '外键引用' : `血缘，${link.count} 条`) },
          })),
        },
      ],
    };
  }, [data, mode]);
  if (answer.error) return <FailedRows error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!data) return <Skeleton active className="page-skeleton" paragraph={{ rows: 8 }} />;
  return (
    <>
      <div className="map-note muted">
        {data.nodes.length > 0 && `${data.nodes.length} 张有关系的表，实线为血缘、虚线为外键。点击表名查看详情，滚轮缩放。`}
        {data.rest > 0 && ` 另有 ${data.rest} 张关系较少的表未画出，可进入下一层查看。`}
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
          summary={`${data.nodes.length} 张表，${data.links.length} 条关系`}
          empty="这里的表之间还没有血缘或外键关系"
          onClick={({ value }) => typeof value === 'string' && void navigate(tablePath(value))}
        />
      </div>
    </>
  );
}
