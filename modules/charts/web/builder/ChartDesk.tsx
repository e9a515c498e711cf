import { DndContext, DragOverlay, KeyboardSensor, PointerSensor, pointerWithin, useSensor, useSensors } from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { Tabs } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import type { Field } from '#modules/datasets/contract/field.ts';
import { SetPicker, useSet } from '#modules/datasets/web/parts.ts';
import { isSequence } from '#modules/datasets/core/index.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import type { ChartTypeKey } from '../../contract/chart-types.ts';
import { isRankedType, ranked } from '../../core/chart/asked.ts';
import { withKpiDefaults } from '../../core/chart/kpi-default.ts';
import { remapOf, withRemappedSet, type Remapped } from '../../core/chart/remap.ts';
import { missing, NO_SET, usedFields } from '../../core/chart/shelves.ts';
import { switchType } from '../../core/option/switch-type.ts';
import { AnalysePanel } from './AnalysePanel.tsx';
import { Canvas } from './Canvas.tsx';
import { FieldList } from './FieldList.tsx';
import { FieldMark } from './shelves/field-mark.tsx';
import { RemapDialog } from './RemapDialog.tsx';
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
  const { setType, setSet, dialog } = useBigChanges(fields);
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
      {dialog}
      <DragOverlay dropAnimation={null}>{dragged && <FieldGhost field={dragged.field} />}</DragOverlay>
    </DndContext>
  );
}

/** What a chart of the new type begins with where its author set nothing: a ranking, the way and the target of a figure. */
function withTypeDefaults(before: ChartConfig, after: ChartConfig, fields: readonly Field[]): ChartConfig {
  const hasOrder = (col: string) => fields.some((field) => field.id === col && isSequence(field));
  const next = isRankedType(before.chartType) ? after : ranked({ ...before, rows: [] }, after, hasOrder);
  return withKpiDefaults(before, next, fields);
}

/** Another type of chart, another data set: both keep what still fits and ask about what does not. */
function useBigChanges(fields: readonly Field[]) {
  const config = useBuild((state) => state.config);
  const change = useBuild((state) => state.change);
  const [asked, setAsked] = useState<{ id: string; fields: readonly Field[]; remap: readonly Remapped[] } | null>(null);
  const setType = (type: ChartTypeKey) => {
    if (type === config.chartType) return;
    const { config: next, dropped } = switchType(config, type);
    change('更换图表类型', withTypeDefaults(config, next, fields));
    if (dropped.length > 0)
      toast.info(
        `新类型用不到：${dropped.map((col) => fields.find((field) => field.id === col)?.name ?? col).join('、')}，换回原类型或撤销可恢复`,
      );
  };
  const setSet = async (id: string | null) => {
    if (!id || id === config.dataSetId) return;
    // the fields of the other set are only known once it is read
    const { dataSetFields } = await import('./set-fields.ts');
    try {
      const found = await dataSetFields(id);
      const remap = remapOf(config, fields, found);
      if (remap.some(({ to }) => to === null)) setAsked({ id, fields: found, remap });
      else change('更换数据集', withRemappedSet(config, id, remap, found));
    } catch (thrown) {
      toast.error(thrown instanceof Error ? thrown.message : '数据集没有取到，请重试');
    }
  };
  const dialog = asked && (
    <RemapDialog
      start={asked.remap}
      fields={asked.fields}
      onClose={() => setAsked(null)}
      onDone={(remap) => {
        change('更换数据集', withRemappedSet(config, asked.id, remap, asked.fields));
        setAsked(null);
      }}
    />
  );
  return { setType, setSet, dialog };
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
