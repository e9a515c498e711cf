import { DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { Alert, Button, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import { chartType } from '#modules/charts/contract/chart-types.ts';
import type { Field } from '#modules/datasets/contract/field.ts';
import type { ScreenNode } from '../../../contract/screen-config.ts';
import { movedSlot, SHELVES, usedFields, withDataSet, withField, withoutSlot, withSlot, type Shelf } from '#modules/charts/core/index.ts';
import { setNode } from '../../../core/node-commands.ts';
import { WIDGETS } from '../../../core/widgets.ts';
import { choicesOf, dataSetFields, FieldList, FilterEditor, ShelfRow, SlotPill } from '#modules/charts/web/builder-parts.ts';
import { PropGroup } from '#kit/web/designer/props/PropGroup.tsx';
import { PropRow } from '#kit/web/designer/props/PropRow.tsx';
import { SetPicker, useSet } from '#modules/datasets/web/parts.ts';
import { useEditor } from '../editor.ts';
import { StoredChart } from './StoredChart.tsx';
import './data.css';

const LABELS: Readonly<Record<Shelf, string>> = { rows: '维度', columns: '系列', measures: '指标' };

/** What the shelves of a node take: those of its chart type, or of its kind of widget. */
function rulesOf(node: ScreenNode, chart: ChartConfig) {
  const type = chartType(chart.chartType);
  const own = node.type === 'chart' ? null : WIDGETS[node.type].shelves;
  return { rows: (own ?? type).rows, columns: (own ?? type).columns, measures: (own ?? type).measures, hints: (own ?? type).hints };
}

/** The data of a node: a stored chart, or a query of its own over a data set. */
export function DataTab({ node }: { node: ScreenNode }) {
  const editor = useEditor();
  if (node.chartId && !node.chart) return <StoredChart node={node} chartId={node.chartId} />;
  const bind = (dataSetId: string | null) => {
    if (dataSetId === null) return editor.change('清除数据', setNode([node.id], { chart: null, chartType: node.chart?.chartType ?? node.chartType }));
    const type = node.type === 'chart' ? (node.chartType ?? 'bar') : 'table';
    const chart = ChartConfig.parse({ dataSetId, chartType: type });
    const seriesType = chartType(type).variants[0]?.[0] ?? null;
    return editor.change('选择数据集', setNode([node.id], { chart: { ...chart, seriesType, limit: node.type === 'chart' ? 1000 : 100 }, chartId: null }));
  };
  if (!node.chart)
    return (
      <PropGroup title="数据集">
        <SetPicker size="small" value={null} onChange={bind} />
        <p className="muted">选择数据集后，把字段放到维度和指标上。</p>
      </PropGroup>
    );
  return <OwnQuery node={node} chart={node.chart} onBind={bind} />;
}

interface Props {
  node: ScreenNode;
  chart: ChartConfig;
  onBind: (id: string | null) => unknown;
}
function OwnQuery({ node, chart, onBind }: Props) {
  const editor = useEditor();
  const { set, isLoading, error } = useSet(chart.dataSetId);
  const [dragged, setDragged] = useState<Field | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const fields = set?.fields ?? [];
  const fieldOf = (col: string) => fields.find((field) => field.id === col);
  const rules = rulesOf(node, chart);
  const give = (label: string, next: ChartConfig, gesture?: string) => {
    if (next !== chart) editor.change(label, setNode([node.id], { chart: next }), { gesture });
  };
  const put = (field: Field, shelf: Shelf, at?: number) => {
    const { max } = rules[shelf];
    if (max === 0) return;
    // a shelf for one field takes the new one in place of the old
    const room = chart[shelf].length < max ? chart : max === 1 ? withoutSlot(chart, shelf, 0) : null;
    if (room) give('添加字段', withField(room, shelf, field, at));
  };
  const add = (field: Field) => {
    const wanted: readonly Shelf[] = field.role === 'measure' ? ['measures'] : ['rows', 'columns'];
    const shelf = wanted.find((one) => chart[one].length < rules[one].max) ?? wanted.find((one) => rules[one].max === 1);
    if (shelf) put(field, shelf);
  };
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    if (!over) return;
    const [, toShelf, toIndex] = String(over.id).split(':') as [string, Shelf | 'filters', string | undefined];
    const from = active.data.current as { kind: 'field'; field: Field } | { kind: 'slot'; shelf: Shelf } | undefined;
    if (!from || toShelf === 'filters') return;
    if (from.kind === 'field') return put(from.field, toShelf, toIndex === undefined ? undefined : Number(toIndex));
    const index = Number(String(active.id).split(':')[2]);
    const at = toIndex === undefined ? chart[toShelf].length : Number(toIndex);
    if (from.shelf !== toShelf && chart[toShelf].length >= rules[toShelf].max) return;
    const slot = chart[from.shelf][index];
    if (slot) give('移动字段', movedSlot(chart, { shelf: from.shelf, index }, { shelf: toShelf, index: at }, fieldOf(slot.col)));
  };
  const choices = (col: string, search: string) => choicesOf(chart.dataSetId, col, search);
  const exchange = async (id: string | null) => {
    if (id === null) return onBind(null);
    try {
      const theirs = await dataSetFields(id);
      // what was changed meanwhile is kept
      const now = editor.state.config.nodes[node.id]?.chart ?? chart;
      const { config, dropped } = withDataSet(now, id, theirs);
      give('更换数据集', config);
      if (dropped.length > 0) toast.warning(`新数据集没有这些字段，已移除：${dropped.join('、')}`);
    } catch (problem) {
      toast.error(problem instanceof Error ? problem.message : '数据集没有取到，请重试');
    }
  };
  return (
    <DndContext sensors={sensors} onDragStart={({ active }) => setDragged((active.data.current as { field?: Field } | undefined)?.field ?? null)} onDragEnd={drop} onDragCancel={() => setDragged(null)}>
      <PropGroup title="数据集">
        <SetPicker size="small" value={chart.dataSetId} allowClear onChange={(id) => void exchange(id)} />
        {error && <Alert type="error" showIcon title={error.message} />}
      </PropGroup>
      <div className="sed-shelves">
        {SHELVES.filter((shelf) => rules[shelf].max > 0 || chart[shelf].length > 0).map((shelf) => (
          <ShelfRow
            key={shelf}
            shelf={shelf}
            label={LABELS[shelf]}
            hint={(shelf === 'columns' ? rules.hints.columns : rules.hints[shelf]) ?? ''}
            rule={rules[shelf]}
            ids={chart[shelf].map((_, i) => `slot:${shelf}:${i}`)}
            isOpen={dragged !== null && chart[shelf].length < Math.max(1, rules[shelf].max)}
          >
            {chart[shelf].map((slot, i) => (
              <SlotPill
                // a shelf may hold a field twice: the place tells them apart
                // eslint-disable-next-line react/no-array-index-key
                key={`${slot.col}:${i}`}
                id={`slot:${shelf}:${i}`}
                slot={slot}
                field={fieldOf(slot.col)}
                shelf={shelf}
                isMixed={chart.chartType === 'dual'}
                hasColor={shelf === 'measures' && node.type === 'chart'}
                values={async () => (await choices(slot.col, '')).map((one) => one.label)}
                onChange={(part, gesture) => give('修改字段', withSlot(chart, shelf, i, part), gesture && `${shelf}:${i}:${gesture}`)}
                onRemove={() => give('移除字段', withoutSlot(chart, shelf, i))}
              />
            ))}
          </ShelfRow>
        ))}
      </div>
      <PropGroup title="字段">
        <div className="sed-fields">
          <FieldList set={set} isLoading={isLoading} error={error?.message ?? null} used={usedFields(chart)} onAdd={add} />
        </div>
      </PropGroup>
      <PropGroup title={`筛选${chart.filters.length > 0 ? `（${chart.filters.length}）` : ''}`} isFolded={chart.filters.length === 0}>
        <div className="sed-filters">
          <FilterEditor nodes={chart.filters} fields={fields} choices={choices} onChange={(filters) => give('修改筛选', { ...chart, filters }, 'filters')} />
        </div>
      </PropGroup>
      <PropGroup title="查询">
        <Limits chart={chart} nameOf={(col) => fieldOf(col)?.name ?? col} give={give} />
      </PropGroup>
      <PropGroup title="下钻" isFolded={chart.drill.length === 0}>
        <Select
          size="small"
          mode="multiple"
          aria-label="下钻字段"
          placeholder="按顺序选择下级维度"
          value={chart.drill}
          options={fields.filter(({ role, hidden }) => role === 'dimension' && !hidden).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(drill: string[]) => give('下钻', { ...chart, drill: drill.slice(0, 8) })}
        />
        {(set?.hierarchies ?? []).map((one) => (
          <Button key={one.id} size="small" type="link" onClick={() => give('下钻', { ...chart, drill: one.fields.slice(0, 8) })}>
            按层级“{one.name}”
          </Button>
        ))}
      </PropGroup>
    </DndContext>
  );
}

/** How many rows, in which order, and the first n of them. */
function Limits({ chart, nameOf, give }: { chart: ChartConfig; nameOf: (col: string) => string; give: (label: string, next: ChartConfig, gesture?: string) => void }) {
  const keys = [
    ...[...chart.rows, ...chart.columns].map((slot, i) => ({ value: `d${i}`, label: slot.alias || nameOf(slot.col) })),
    ...chart.measures.map((slot, i) => ({ value: `m${i}`, label: slot.alias || nameOf(slot.col) })),
  ];
  const sort = chart.sort[0];
  const measures = keys.filter(({ value }) => value.startsWith('m'));
  return (
    <>
      <PropRow label="排序">
        <div className="sed-pair">
          <Select
            size="small"
            allowClear
            aria-label="排序字段"
            placeholder="默认"
            value={sort?.by}
            options={keys}
            onChange={(by?: string) => give('排序', { ...chart, sort: by ? [{ by, dir: sort?.dir ?? 'desc' }] : [] })}
          />
          <Select
            size="small"
            aria-label="排序方向"
            disabled={!sort}
            value={sort?.dir ?? 'desc'}
            options={[
              { value: 'desc', label: '降序' },
              { value: 'asc', label: '升序' },
            ]}
            onChange={(dir) => sort && give('排序', { ...chart, sort: [{ ...sort, dir }] })}
          />
        </div>
      </PropRow>
      <PropRow label="前 N 名">
        <div className="sed-pair">
          <InputNumber
            size="small"
            aria-label="前几名"
            placeholder="不限"
            min={1}
            max={1000}
            disabled={measures.length === 0 || chart.rows.length === 0}
            value={chart.topN?.n ?? null}
            onChange={(n) =>
              give('前 N 名', { ...chart, topN: n === null ? null : { of: 'd0', others: true, bottom: false, by: measures[0]!.value, ...chart.topN, n } }, 'topN')
            }
          />
          <Select
            size="small"
            aria-label="其余合并"
            disabled={!chart.topN}
            value={chart.topN?.others === false ? 'drop' : 'others'}
            options={[
              { value: 'others', label: '合并其余' },
              { value: 'drop', label: '舍去其余' },
            ]}
            onChange={(how) => chart.topN && give('前 N 名', { ...chart, topN: { ...chart.topN, others: how === 'others' } })}
          />
        </div>
      </PropRow>
      <PropRow id="chart-limit" label="最多行数">
        <InputNumber
          id="chart-limit"
          size="small"
          className="prop-number"
          min={1}
          max={100_000}
          value={chart.limit}
          onChange={(limit) => limit !== null && give('最多行数', { ...chart, limit }, 'limit')}
        />
      </PropRow>
      <PropRow id="chart-fill" label="缺失时间">
        <Select
          id="chart-fill"
          size="small"
          value={chart.fill}
          options={[
            { value: 'none', label: '不补' },
            { value: 'zero', label: '补 0' },
            { value: 'null', label: '留空' },
          ]}
          onChange={(fill) => give('缺失时间', { ...chart, fill })}
        />
      </PropRow>
    </>
  );
}
