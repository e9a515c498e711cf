import { DeleteOutlined, PlusOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useShallow } from 'zustand/shallow';
import type { ScreenConfig } from '../../../contract/screen-config.ts';
import type { ViewFilter } from '#modules/charts/contract/view-filter.ts';
import { setScreen } from '../../../core/node-commands.ts';
import { FilterDialog } from '#modules/charts/web/builder-parts.ts';
import { newId, useEditor, useEditorState } from '../editor.ts';

/** The filters of the screen; widgets 筛选 show them, links from outside set them. */
export function FilterList() {
  const editor = useEditor();
  const filters = useEditorState((state) => state.config.filters);
  const setIds = useEditorState(
    useShallow((state) => [...new Set(Object.values(state.config.nodes).flatMap(({ chart }) => chart?.dataSetId ?? []))]),
  );
  const [open, setOpen] = useState<ViewFilter | null>(null);
  const give = (next: ScreenConfig['filters']) => editor.change('筛选条件', setScreen({ filters: next }));
  return (
    <div className="prop-list">
      {filters.map((filter) => (
        <div key={filter.id} className="prop-item">
          <header>
            <button type="button" onClick={() => setOpen(filter)}>
              {filter.label}
            </button>
            <button type="button" aria-label={`删除筛选 ${filter.label}`} onClick={() => give(filters.filter((one) => one !== filter))}>
              <DeleteOutlined />
            </button>
            <button type="button" aria-label={`设置筛选 ${filter.label}`} onClick={() => setOpen(filter)}>
              <SettingOutlined />
            </button>
          </header>
        </div>
      ))}
      <Button
        size="small"
        block
        icon={<PlusOutlined />}
        disabled={filters.length >= 30}
        onClick={() =>
          setOpen({ id: newId(), label: '筛选条件', kind: 'select', dependsOn: [], targets: [], required: false, hidden: false })
        }
      >
        添加筛选
      </Button>
      {open && (
        <FilterDialog
          start={open}
          others={filters.filter(({ id }) => id !== open.id)}
          setIds={setIds}
          onClose={() => setOpen(null)}
          onSave={(filter) => {
            give(
              filters.some(({ id }) => id === filter.id)
                ? filters.map((one) => (one.id === filter.id ? filter : one))
                : [...filters, filter],
            );
            setOpen(null);
          }}
        />
      )}
    </div>
  );
}
