import { BarChartOutlined, FilterOutlined, FontSizeOutlined, MenuOutlined, PictureOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { CHART_TYPES } from '#modules/charts/contract/chart-types.ts';
import { Placeholder } from '#modules/library/web/parts.ts';
import { boardApi } from './api.ts';
import { startPartDrag, type DraggedPart } from './part-drag.ts';

interface Props {
  onAdd: (item: DraggedPart) => void;
  /** makes a chart of the board's own */
  onMake: () => void;
  /** charts that the board shows already */
  used: ReadonlySet<string>;
}
const TYPE_NAMES = new Map<string, string>(CHART_TYPES.map((type) => [type.key, type.label]));

const PLAIN: readonly { label: string; icon: ReactNode; item: DraggedPart }[] = [
  { label: '文字', icon: <FontSizeOutlined />, item: { kind: 'text', text: '文字', style: { fontSize: 14 } } },
  { label: '分组', icon: <MenuOutlined />, item: { kind: 'section', title: '分组标题' } },
  { label: '筛选', icon: <FilterOutlined />, item: { kind: 'filter', filterIds: [] } },
  { label: '图片', icon: <PictureOutlined />, item: { kind: 'image', title: '' } },
];

/** What can stand on a board: stored charts, and tiles of its own. A click puts it in the first free place, a drag anywhere. */
export function AddPanel({ onAdd, onMake, used }: Props) {
  const [keyword, setKeyword] = useState('');
  const chartName = useDeferredValue(keyword.trim());
  const charts = useCall(boardApi.chart.list, { query: chartName === '' ? {} : { chartName } }, { staleTime: 10_000, keepPrevious: true });
  return (
    <aside className="designer-left" aria-label="组件">
      <Button type="primary" ghost block icon={<BarChartOutlined />} onClick={onMake}>
        新增图表
      </Button>
      <div className="bb-plain">
        {PLAIN.map(({ label, icon, item }) => (
          <Button key={label} icon={icon} draggable onDragStart={(event) => startPartDrag(event, item)} onClick={() => onAdd(item)}>
            {label}
          </Button>
        ))}
      </div>
      <SearchInput label="搜索图表" size="small" value={keyword} onChange={setKeyword} />
      <div className="bb-charts">
        {charts.isLoading && <StateView kind="loading" rows={6} />}
        {charts.error && <StateView kind="error" inline error={charts.error} onRetry={() => void charts.refetch()} />}
        {charts.data?.length === 0 && (
          <StateView kind="empty" inline what={chartName === '' ? '还没有保存的图表，可用上方“新增图表”直接制作' : '没有符合的图表'} />
        )}
        <ul>
          {charts.data?.map((chart) => (
            <li key={chart.id}>
              <button
                type="button"
                title={`${chart.chartName}${chart.dataSetName ? `（${chart.dataSetName}）` : ''}`}
                draggable
                onDragStart={(event) => startPartDrag(event, { kind: 'chart', chartId: chart.id, title: chart.chartName })}
                onClick={() => onAdd({ kind: 'chart', chartId: chart.id, title: chart.chartName })}
              >
                {chart.chartThumbnail ? (
                  <img src={chart.chartThumbnail} alt="" draggable={false} />
                ) : (
                  <span className="bb-thumb" aria-hidden>
                    <Placeholder kind="chart" />
                  </span>
                )}
                <span className="bb-chart-name">{chart.chartName}</span>
                <em>
                  {TYPE_NAMES.get(chart.chartType ?? '') ?? '未配置'}
                  {used.has(chart.id) ? ' · 已添加' : ''}
                </em>
                <Tooltip title="点击添加，或拖到画布">
                  <PlusOutlined />
                </Tooltip>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
