import { EditOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Select, Switch } from 'antd';
import { useCan } from '#kit/web/can.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import type { PropField } from '#kit/core/prop-field.ts';
import { PropGroup } from '#kit/web/designer/props/PropGroup.tsx';
import type { PropScene } from '#kit/web/designer/props/PropInput.tsx';
import { PropPanel } from '#kit/web/designer/props/PropPanel.tsx';
import { PropRow } from '#kit/web/designer/props/PropRow.tsx';
import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { Shape } from '#modules/charts/core/index.ts';
import { ActionList } from '#modules/charts/web/builder-parts.ts';
import type { BoardItem } from '../../contract/board-config.ts';
import { withChanged } from '../../core/commands.ts';
import { boardApi } from './api.ts';
import { useBoardDesign } from './store.ts';
import { TEXT_FIELDS, textChange, textValues } from './text-item.ts';

/** A tile has no colours of a theme to choose from, and its filters are chosen in a field of their own. */
const SCENE: PropScene = { tokens: [], filters: [] };
const IMAGE_FIELDS: readonly PropField[] = [{ key: 'fileName', label: '图片', kind: 'image' }];

interface Props {
  item: BoardItem;
  shape: Shape;
  /** opens the chart of the tile */
  onEdit: (item: BoardItem) => void;
}

/** Changes the selected tile as one undoable step; changes with the same `gesture` merge into one. */
function useItemChange({ i }: BoardItem) {
  const config = useBoardDesign((state) => state.config);
  const change = useBoardDesign((state) => state.change);
  return (part: Partial<BoardItem>, gesture?: string) => change('修改组件', withChanged(config, i, part), gesture && `${i}:${gesture}`);
}

/** Settings of the selected tile; which there are depends on its kind. */
export function ItemPanel({ item, shape, onEdit }: Props) {
  switch (item.kind) {
    case 'chart':
      return <ChartItem item={item} shape={shape} onEdit={onEdit} />;
    case 'section':
      return <SectionItem item={item} shape={shape} />;
    case 'text':
      return <TextItem item={item} />;
    case 'filter':
      return <FilterItem item={item} />;
    case 'image':
      return <ImageItem item={item} shape={shape} />;
  }
}

function TitleRow({ item, shape }: Omit<Props, 'onEdit'>) {
  const set = useItemChange(item);
  return (
    <PropRow id="bb-title" label="标题">
      <Input
        id="bb-title"
        size="small"
        maxLength={64}
        placeholder={shape.tiles.get(item.i)?.name ?? ''}
        value={item.title ?? ''}
        onChange={(event) => set({ title: event.target.value || null }, 'title')}
      />
    </PropRow>
  );
}

function ChartItem({ item, shape, onEdit }: Props) {
  const set = useItemChange(item);
  const tile = shape.tiles.get(item.i);
  const others = [...shape.tiles.values()]
    .filter(({ key }) => key !== item.i)
    .map(({ key, name, chart }) => ({ id: key, label: name, dataSetId: chart.dataSetId }));
  return (
    <>
      <PropGroup title="">
        <TitleRow item={item} shape={shape} />
        <PropRow id="bb-hide" label="隐藏标题">
          <Switch id="bb-hide" size="small" checked={item.hideTitle} onChange={(hideTitle) => set({ hideTitle })} />
        </PropRow>
        <PropRow id="bb-refresh" label="刷新间隔">
          <InputNumber
            id="bb-refresh"
            size="small"
            className="prop-number"
            min={0}
            max={86_400}
            suffix="秒"
            placeholder="同看板"
            value={item.refreshSec ?? null}
            onChange={(refreshSec) => set({ refreshSec }, 'refresh')}
          />
        </PropRow>
        <PropRow label="图表">
          <Button size="small" icon={<EditOutlined />} onClick={() => onEdit(item)}>
            编辑图表
          </Button>
        </PropRow>
        {item.chart && <StoreRow item={item} chart={item.chart} name={item.title || tile?.name || ''} />}
      </PropGroup>
      {tile && <ActionList chart={tile.chart} actions={item.actions} others={others} onChange={(actions) => set({ actions }, 'actions')} />}
    </>
  );
}

/** A chart of this board alone becomes one that other boards and screens can show, too. */
function StoreRow({ item, chart, name }: { item: BoardItem; chart: ChartConfig; name: string }) {
  const can = useCan();
  const set = useItemChange(item);
  const create = useWrite(boardApi.chart.create, { onSuccess: ({ id }) => set({ chartId: id, chart: null }) });
  if (!can(boardApi.chart.create)) return null;
  const body = { chartName: name, dataSetId: chart.dataSetId, chartConfig: JSON.stringify(chart) };
  return (
    <PropRow label="复用">
      <Button size="small" loading={create.isPending} onClick={() => create.mutate({ body })}>
        存为公共图表
      </Button>
    </PropRow>
  );
}

function SectionItem({ item, shape }: Omit<Props, 'onEdit'>) {
  const set = useItemChange(item);
  return (
    <PropGroup title="">
      <TitleRow item={item} shape={shape} />
      <PropRow id="bb-folded" label="打开时收起">
        <Switch id="bb-folded" size="small" checked={item.collapsed ?? false} onChange={(collapsed) => set({ collapsed })} />
      </PropRow>
    </PropGroup>
  );
}

function TextItem({ item }: Pick<Props, 'item'>) {
  const set = useItemChange(item);
  return (
    <PropPanel
      fields={TEXT_FIELDS}
      values={textValues(item)}
      scene={SCENE}
      onChange={(key, value, gesture) => set(textChange(item, key, value), gesture)}
    />
  );
}

function FilterItem({ item }: Pick<Props, 'item'>) {
  const set = useItemChange(item);
  const filters = useBoardDesign((state) => state.config.filters);
  return (
    <PropGroup title="">
      <PropRow id="bb-shown" label="显示的筛选" isWide>
        <Select
          id="bb-shown"
          mode="multiple"
          size="small"
          placeholder={filters.length === 0 ? '先在筛选页签添加' : '选择筛选'}
          value={item.filterIds ?? []}
          options={filters.map(({ id, label }) => ({ value: id, label }))}
          onChange={(filterIds) => set({ filterIds })}
        />
      </PropRow>
    </PropGroup>
  );
}

function ImageItem({ item, shape }: Omit<Props, 'onEdit'>) {
  const set = useItemChange(item);
  return (
    <>
      <PropGroup title="">
        <TitleRow item={item} shape={shape} />
      </PropGroup>
      <PropPanel
        fields={IMAGE_FIELDS}
        values={{ fileName: item.fileName ?? '' }}
        scene={SCENE}
        onChange={(_key, value) => set({ fileName: value ? String(value) : null })}
      />
    </>
  );
}
