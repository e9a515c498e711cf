import { DeleteOutlined, PlusOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { ViewFilter } from '../../../contract/view-filter.ts';
import { freeKey, withoutFilter } from '../../../core/board/commands.ts';
import { FilterDialog } from '../../designer/FilterDialog.tsx';
import { useBoardDesign } from './store.ts';

/** The filters of the board: what they choose, and what they act on. */
export function FilterPanel() {
  const config = useBoardDesign((state) => state.config);
  const change = useBoardDesign((state) => state.change);
  const [open, setOpen] = useState<ViewFilter | null>(null);
  const save = (filter: ViewFilter) => {
    const isNew = !config.filters.some((one) => one.id === filter.id);
    const filters = isNew ? [...config.filters, filter] : config.filters.map((one) => (one.id === filter.id ? filter : one));
    change(isNew ? '添加筛选' : '修改筛选', { ...config, filters });
    setOpen(null);
  };
  return (
    <div className="bb-filters">
      {config.filters.map((filter) => (
        <div key={filter.id} className="bb-filter">
          <button type="button" onClick={() => setOpen(filter)}>
            {filter.label}
          </button>
          <Button
            type="text"
            size="small"
            icon={<SettingOutlined />}
            aria-label={`设置筛选 ${filter.label}`}
            onClick={() => setOpen(filter)}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={`删除筛选 ${filter.label}`}
            onClick={() => change('删除筛选', withoutFilter(config, filter.id))}
          />
        </div>
      ))}
      <Button
        block
        size="small"
        icon={<PlusOutlined />}
        disabled={config.filters.length >= 30}
        onClick={() =>
          setOpen({
            id: freeKey(config, 'f'),
            label: '筛选条件',
            kind: 'select',
            dependsOn: [],
            targets: [],
            required: false,
            hidden: false,
          })
        }
      >
        添加筛选
      </Button>
      {open && (
        <FilterDialog start={open} others={config.filters.filter(({ id }) => id !== open.id)} onSave={save} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}
