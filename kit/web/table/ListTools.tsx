import { ColumnHeightOutlined, ReloadOutlined } from '@ant-design/icons';
import { Dropdown, Tooltip } from 'antd';
import type { EntityList } from '../entity-page/use-entity-page.ts';
import { ColumnsPanel } from './ColumnsPanel.tsx';
import type { Density } from './list-settings.ts';
import type { AnyRow } from './types.ts';

const DENSITIES: { key: Density; label: string }[] = [
  { key: 'loose', label: '宽松' },
  { key: 'middle', label: '标准' },
  { key: 'compact', label: '紧凑' },
];

interface ListToolsProps<Row extends AnyRow> {
  list: EntityList<Row>;
  /** columns hidden for lack of width */
  folded?: readonly string[];
}

/** Density, columns and refresh buttons at the right end of the views row, preceded by the folded columns. */
export function ListTools<Row extends AnyRow>({ list, folded = [] }: ListToolsProps<Row>) {
  const { options, settings, settle } = list;
  return (
    <div className="views-tools">
      {folded.length > 0 && <span className="folded-note">宽度不足，收起 {folded.length} 列</span>}
      <Dropdown
        trigger={['click']}
        menu={{
          items: DENSITIES,
          selectable: true,
          selectedKeys: [settings.density],
          onClick: ({ key }) => settle({ density: key as Density }),
        }}
      >
        <button type="button" className="icon-button" aria-label="密度" title="密度">
          <ColumnHeightOutlined />
        </button>
      </Dropdown>
      <ColumnsPanel columns={options.columns} layout={settings.layout} folded={folded} onChange={(layout) => settle({ layout })} />
      <Tooltip title="刷新">
        <button type="button" className="icon-button" aria-label="刷新" onClick={() => void list.refresh()}>
          <ReloadOutlined spin={list.fetching} />
        </button>
      </Tooltip>
    </div>
  );
}
