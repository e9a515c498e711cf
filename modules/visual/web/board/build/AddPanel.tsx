import { FilterOutlined, FontSizeOutlined, MenuOutlined, PictureOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Empty, Input, Skeleton, Tooltip } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useCall } from '#kit/web/use-call.ts';
import { CHART_TYPES } from '../../../contract/chart-types.ts';
import type { BoardItem } from '../../../contract/board-config.ts';
import { Placeholder } from '../../library/Placeholder.tsx';
import '../../library/library.css';
import { boardApi } from './api.ts';

interface Props {
  onAdd: (item: Pick<BoardItem, 'kind'> & Partial<BoardItem>) => void;
  /** charts that the board shows already */
  used: ReadonlySet<string>;
}
const TYPE_NAMES = new Map<string, string>(CHART_TYPES.map((type) => [type.key, type.label]));

/** What can stand on a board: stored charts, and tiles of its own. */
export function AddPanel({ onAdd, used }: Props) {
  const [keyword, setKeyword] = useState('');
  const chartName = useDeferredValue(keyword.trim());
  const charts = useCall(boardApi.chart.list, { query: chartName === '' ? {} : { chartName } }, { staleTime: 10_000, keepPrevious: true });
  return (
    <aside className="bb-left" aria-label="组件">
      <div className="bb-plain">
        <Button icon={<FontSizeOutlined />} onClick={() => onAdd({ kind: 'text', text: '文字', style: { fontSize: 14 } })}>
          文字
        </Button>
        <Button icon={<MenuOutlined />} onClick={() => onAdd({ kind: 'section', title: '分组标题' })}>
          分组
        </Button>
        <Button icon={<FilterOutlined />} onClick={() => onAdd({ kind: 'filter', filterIds: [] })}>
          筛选
        </Button>
        <Button icon={<PictureOutlined />} onClick={() => onAdd({ kind: 'image', title: '' })}>
          图片
        </Button>
      </div>
      <Input
        size="small"
        allowClear
        prefix={<SearchOutlined />}
        placeholder="搜索图表"
        aria-label="搜索图表"
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      <div className="bb-charts">
        {charts.isLoading && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
        {charts.error && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={charts.error.message} />}
        {charts.data?.length === 0 && (
          <Empty
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={chartName === '' ? '还没有图表，可在图表配置中新建' : '没有符合的图表'}
          />
        )}
        <ul>
          {charts.data?.map((chart) => (
            <li key={chart.id}>
              <button
                type="button"
                title={`${chart.chartName}${chart.dataSetName ? `（${chart.dataSetName}）` : ''}`}
                onClick={() => onAdd({ kind: 'chart', chartId: chart.id, title: chart.chartName })}
              >
                {chart.chartThumbnail ? (
                  <img src={chart.chartThumbnail} alt="" />
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
                <Tooltip title="添加">
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
