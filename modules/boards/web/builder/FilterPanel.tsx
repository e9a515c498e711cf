import { DeleteOutlined, PlusOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { FilterValue, ViewFilter } from '#modules/charts/contract/view-filter.ts';
import type { Shape } from '#modules/charts/core/index.ts';
import { freeKey, withoutFilter } from '../../core/commands.ts';
import { FilterDialog } from '#modules/charts/web/builder-parts.ts';
import { useFeedState, type TileFeed, valueText } from '#modules/charts/web/parts.ts';
import { BUILDER_MARK, useBoardDesign } from './store.ts';

const BLANK: Omit<ViewFilter, 'id'> = {
  label: '筛选条件',
  kind: 'select',
  dependsOn: [],
  targets: [],
  required: false,
  hidden: false,
};

/** The filters of the board: what they choose, and what they act on. */
export function FilterPanel({ feed, shape }: { feed: TileFeed; shape: Shape }) {
  const config = useBoardDesign((state) => state.config);
  const change = useBoardDesign((state) => state.change);
  const { filters: chosen } = useFeedState(feed);
  const [open, setOpen] = useState<ViewFilter | null>(null);
  const setIds = [...new Set([...shape.tiles.values()].map(({ chart }) => chart.dataSetId))];
  const put = (filter: ViewFilter) => config.filters.map((one) => (one.id === filter.id ? filter : one));
  const setValue = (filter: ViewFilter, value: FilterValue | null) => {
    change('筛选默认值', { ...config, filters: put({ ...filter, value }) });
    feed.setFilters({ [filter.id]: undefined });
  };
  const save = (filter: ViewFilter) => {
    const isNew = !config.filters.some((one) => one.id === filter.id);
    const filters = isNew ? [...config.filters, filter] : put(filter);
    change(isNew ? '添加筛选' : '修改筛选', { ...config, filters });
    setOpen(null);
  };
  return (
    <div className="bb-filters">
      {config.filters.length > 0 && <p className="bb-note">在画布上方选好取值，再在这里设为默认值。</p>}
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
          <Default filter={filter} chosen={chosen[filter.id]} onSet={(value) => setValue(filter, value)} />
        </div>
      ))}
      <Button
        block
        size="small"
        icon={<PlusOutlined />}
        disabled={config.filters.length >= 30}
        onClick={() => setOpen({ ...BLANK, id: freeKey(config, 'f', BUILDER_MARK) })}
      >
        添加筛选
      </Button>
      {open && (
        <FilterDialog
          start={open}
          others={config.filters.filter(({ id }) => id !== open.id)}
          setIds={setIds}
          onSave={save}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

/** What stands in a filter when the board opens: taken over from what is chosen above the tiles. */
function Default({
  filter,
  chosen,
  onSet,
}: {
  filter: ViewFilter;
  chosen: FilterValue | undefined;
  onSet: (value: FilterValue | null) => void;
}) {
  const value = filter.value ?? null;
  const isOther = chosen !== undefined && chosen !== null && JSON.stringify(chosen) !== JSON.stringify(value);
  return (
    <p className="bb-default">
      <span title={value === null ? undefined : valueText(value)}>默认：{value === null ? '不选' : valueText(value)}</span>
      {isOther && (
        <Button type="link" size="small" onClick={() => onSet(chosen)}>
          用当前选择
        </Button>
      )}
      {value !== null && (
        <Button type="link" size="small" onClick={() => onSet(null)}>
          清除
        </Button>
      )}
    </p>
  );
}
