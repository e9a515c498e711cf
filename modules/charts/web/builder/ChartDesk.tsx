import { DndContext, DragOverlay, KeyboardSensor, PointerSensor, pointerWithin, useSensor, useSensors } from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { Tabs } from 'antd';
import { toast } from '#kit/web/dialog.tsx';
import type { Field } from '#modules/datasets/contract/field.ts';
import { SetPicker, useSet } from '#modules/datasets/web/parts.ts';
import type { ChartTypeKey } from '../../contract/chart-types.ts';
import { missing, NO_SET, usedFields, withDataSet } from '../../core/chart/shelves.ts';
import { switchType } from '../../core/option/switch-type.ts';
import { AnalysePanel } from './AnalysePanel.tsx';
import { Canvas } from './Canvas.tsx';
import { FieldList } from './FieldList.tsx';
import { FieldMark } from './shelves/field-mark.tsx';
import { Shelves } from './Shelves.tsx';
import { useBuild, useBuildStore } from './store.ts';
import { StylePanel } from './StylePanel.tsx';
import { TypeGallery } from './TypeGallery.tsx';
import { useChartFeed } from './use-chart-feed.ts';
import { useFieldDrag } from './use-field-drag.ts';
import './build-chart.css';

/** The chart under construction with what is known of its data set and its data. */
export function useChartWork() {
  const store = useBuildStore();
  const config = useBuild((state) => state.config);
  const { set, isLoading, error } = useSet(config.dataSetId === NO_SET ? null : config.dataSetId);
  const fields = set?.fields ?? [];
  const lacks = missing(config, fields);
  const feed = useChartFeed(store, lacks.length === 0 && set !== null);
  return { set, isLoading, problem: set === null ? (error?.message ?? null) : null, error, fields, lacks, feed };
}
export type ChartWork = ReturnType<typeof useChartWork>;

/** Fields left, shelves and chart in the middle, type and looks right. */
export function ChartDesk({ work: { set, isLoading, error, problem, fields, lacks, feed } }: { work: ChartWork }) {
  const config = useBuild((state) => state.config);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const { dragged, setDragged, start, drop, add } = useFieldDrag(fields);
  const { setType, setSet } = useBigChanges(fields);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={start}
      onDragEnd={drop}
      onDragCancel={() => setDragged(null)}
    >
      <div className="designer-body">
        <aside className="designer-left" aria-label="数据">
          <SetPicker size="small" value={config.dataSetId === NO_SET ? null : config.dataSetId} onChange={(id) => void setSet(id)} />
          <FieldList set={set} isLoading={isLoading} error={error?.message ?? null} used={usedFields(config)} onAdd={add} />
        </aside>
        <main className="designer-main">
          <Shelves fields={fields} dragged={dragged?.field ?? null} />
          <Canvas feed={feed} lacks={lacks} problem={problem} fields={fields} />
        </main>
        <aside className="designer-right cb-right" aria-label="图表设置">
          <SettingsTabs fields={fields} onType={setType} />
        </aside>
      </div>
      <DragOverlay dropAnimation={null}>{dragged && <FieldGhost field={dragged.field} />}</DragOverlay>
    </DndContext>
  );
}

/** Another type of chart, another data set: both keep what still fits and say what does not. */
function useBigChanges(fields: readonly Field[]) {
  const config = useBuild((state) => state.config);
  const change = useBuild((state) => state.change);
  const setType = (type: ChartTypeKey) => {
    if (type === config.chartType) return;
    const { config: next, dropped } = switchType(config, type);
    change('更换图表类型', next);
    if (dropped.length > 0)
      toast.info(
        `新类型用不到：${dropped.map((col) => fields.find((field) => field.id === col)?.name ?? col).join('、')}，换回原类型或撤销可恢复`,
      );
  };
  const setSet = async (id: string | null) => {
    if (!id || id === config.dataSetId) return;
    // the fields of the other set are only known once it is read: the chart keeps what both have
    const { dataSetFields } = await import('./set-fields.ts');
    try {
      const { config: next, dropped } = withDataSet(config, id, await dataSetFields(id));
      change('更换数据集', next);
      if (dropped.length > 0) toast.warning(`新数据集没有这些字段，已移除：${dropped.join('、')}`);
    } catch (thrown) {
      toast.error(thrown instanceof Error ? thrown.message : '数据集没有取到，请重试');
    }
  };
  return { setType, setSet };
}

interface SettingsTabsProps {
  fields: readonly Field[];
  onType: (type: ChartTypeKey) => void;
}
/** Type, looks and analysis of the chart. */
function SettingsTabs({ fields, onType }: SettingsTabsProps) {
  const config = useBuild((state) => state.config);
  const change = useBuild((state) => state.change);
  return (
    <Tabs
      size="small"
      items={[
        {
          key: 'type',
          label: '图表',
          children: (
            <TypeGallery
              type={config.chartType}
              variant={config.seriesType ?? null}
              onType={onType}
              onVariant={(seriesType) => change('更换形式', { ...config, seriesType })}
            />
          ),
        },
        { key: 'style', label: '样式', children: <StylePanel /> },
        { key: 'analyse', label: '分析', children: <AnalysePanel fields={fields} /> },
      ]}
    />
  );
}

/** What is seen of a field while it is dragged. */
function FieldGhost({ field }: { field: Field }) {
  return (
    <span className={`slot-pill is-floating ${field.role === 'measure' ? 'is-measure' : 'is-dimension'}`}>
      <span className="slot-body">
        <FieldMark field={field} />
        <span className="slot-name">{field.name}</span>
      </span>
    </span>
  );
}
