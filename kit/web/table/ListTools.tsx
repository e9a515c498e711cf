import { ColumnHeightOutlined, ReloadOutlined } from '@ant-design/icons';
import { Dropdown, Tooltip } from 'antd';
import type { ColumnLayout } from './column-layout.ts';
import { ColumnsPanel } from './ColumnsPanel.tsx';
import type { Density } from './list-settings.ts';

const DENSITIES: { key: Density; label: string }[] = [
  { key: 'loose', label: '宽松' },
  { key: 'middle', label: '标准' },
  { key: 'compact', label: '紧凑' },
];

interface ListToolsProps {
  density: Density;
  onDensity: (density: Density) => void;
  columns: readonly { field: string; title: string; hidden?: boolean; fixed?: 'left' | 'right' }[];
  layout: ColumnLayout;
  onLayout: (layout: ColumnLayout) => void;
  loading: boolean;
  onRefresh: () => void;
}

/** Density, columns, refresh: bare icons at the right end of the views row. */
export function ListTools({ density, onDensity, columns, layout, onLayout, loading, onRefresh }: ListToolsProps) {
  return (
    <div className="views-tools">
      <Dropdown
        trigger={['click']}
        menu={{ items: DENSITIES, selectable: true, selectedKeys: [density], onClick: ({ key }) => onDensity(key as Density) }}
      >
        <button type="button" className="icon-button" aria-label="密度" title="密度">
          <ColumnHeightOutlined />
        </button>
      </Dropdown>
      <ColumnsPanel columns={columns} layout={layout} onChange={onLayout} />
      <Tooltip title="刷新">
        <button type="button" className="icon-button" aria-label="刷新" onClick={onRefresh}>
          <ReloadOutlined spin={loading} />
        </button>
      </Tooltip>
    </div>
  );
}
