import { DndContext } from '@dnd-kit/core';
import { Alert, Button, Select } from 'antd';
import { toast } from '#kit/web/dialog.tsx';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import { chartType } from '#modules/charts/contract/chart-types.ts';
import type { Field } from '#modules/datasets/contract/field.ts';
import type { ScreenNode } from '../../../contract/screen-config.ts';
import { SHELVES, usedFields, withDataSet, withoutSlot, withSlot, type Shelf } from '#modules/charts/core/index.ts';
import { setNode } from '../../../core/node-commands.ts';
import { choicesOf, dataSetFields, FieldList, FilterEditor, ShelfRow, SlotPill } from '#modules/charts/web/builder-parts.ts';
import { PropGroup } from '#kit/web/designer/props/PropGroup.tsx';
import { SetPicker, useSet } from '#modules/datasets/web/parts.ts';
import { useEditor } from '../editor.ts';
import { Limits } from './Limits.tsx';
import { rulesOf, shelfOf, withPut, type ShelfRules } from './shelf-rules.ts';
import { StoredChart } from './StoredChart.tsx';
import { useShelfDrag } from './use-shelf-drag.ts';
import './data.css';

const LABELS: Readonly<Record<Shelf, string>> = { rows: '维度', columns: '系列', measures: '指标' };

/** The data of a node: a stored chart, or a query of its own over a data set. */
export function DataTab({ node }: { node: ScreenNode }) {
  const editor = useEditor();
  if (node.chartId && !node.chart) return <StoredChart node={node} chartId={node.chartId} />;
  const bind = (dataSetId: string | null) => {
    if (dataSetId === null)
      return editor.change('清除数据', setNode([node.id], { chart: null, chartType: node.chart?.chartType ?? node.chartType }));
    const type = node.type === 'chart' ? (node.chartType ?? 'bar') : 'table';
    const chart = ChartConfig.parse({ dataSetId, chartType: type });
    const seriesType = chartType(type).variants[0]?.[0] ?? null;
    return editor.change(
      '选择数据集',
      setNode([node.id], { chart: { ...chart, seriesType, limit: node.type === 'chart' ? 1000 : 100 }, chartId: null }),
    );
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

interface OwnQueryProps {
  node: ScreenNode;
  chart: ChartConfig;
  onBind: (id: string | null) => unknown;
}

/** Changes the query of a node as one undoable step; changes with the same `gesture` merge into one. */
function useQueryChange({ node, chart }: Pick<OwnQueryProps, 'node' | 'chart'>) {
  const editor = useEditor();
  return (label: string, next: ChartConfig, gesture?: string) => {
    if (next !== chart) editor.change(label, setNode([node.id], { chart: next }), { gesture });
  };
}

/** Another data set for a query: fields that it has too stay, the others are named and removed. */
function useDataSetExchange({ node, chart, onBind }: OwnQueryProps) {
  const editor = useEditor();
  const give = useQueryChange({ node, chart });
  return async (id: string | null) => {
    if (id === null) return onBind(null);
    try {
      const theirs = await dataSetFields(id);
      // what was changed while the fields were read is kept
      const now = editor.state.config.nodes[node.id]?.chart ?? chart;
      const { config, dropped } = withDataSet(now, id, theirs);
      give('更换数据集', config);
      if (dropped.length > 0) toast.warning(`新数据集没有这些字段，已移除：${dropped.join('、')}`);
    } catch (problem) {
      toast.error(problem instanceof Error ? problem.message : '数据集没有取到，请重试');
    }
  };
}

/** A query of the node's own: data set, fields on shelves, filters, limits and drill-down. */
function OwnQuery(props: OwnQueryProps) {
  const { node, chart } = props;
  const { set, isLoading, error } = useSet(chart.dataSetId);
  const give = useQueryChange(props);
  const exchange = useDataSetExchange(props);
  const rules = rulesOf(node, chart);
  const fields = set?.fields ?? [];
  const fieldOf = (col: string) => fields.find((field) => field.id === col);
  const choices = (col: string, search: string) => choicesOf(chart.dataSetId, col, search);
  const { dragged, context } = useShelfDrag({ chart, rules, fieldOf, onChange: give });
  const add = (field: Field) => {
    const shelf = shelfOf(chart, rules, field);
    if (shelf) give('添加字段', withPut(chart, rules, { field, shelf }));
  };
  const query = { chart, fields, give };
  return (
    <DndContext {...context}>
      <PropGroup title="数据集">
        <SetPicker size="small" value={chart.dataSetId} allowClear onChange={(id) => void exchange(id)} />
        {error && <Alert type="error" showIcon title={error.message} />}
      </PropGroup>
      <Shelves {...query} rules={rules} dragged={dragged} hasColor={node.type === 'chart'} />
      <PropGroup title="字段">
        <div className="sed-fields">
          <FieldList set={set} isLoading={isLoading} error={error?.message ?? null} used={usedFields(chart)} onAdd={add} />
        </div>
      </PropGroup>
      <PropGroup title={`筛选${chart.filters.length > 0 ? `（${chart.filters.length}）` : ''}`} isFolded={chart.filters.length === 0}>
        <div className="sed-filters">
          <FilterEditor
            nodes={chart.filters}
            fields={fields}
            choices={choices}
            onChange={(filters) => give('修改筛选', { ...chart, filters }, 'filters')}
          />
        </div>
      </PropGroup>
      <PropGroup title="查询">
        <Limits chart={chart} fieldOf={fieldOf} give={give} />
      </PropGroup>
      <DrillGroup {...query} hierarchies={set?.hierarchies ?? []} />
    </DndContext>
  );
}

interface QueryProps {
  chart: ChartConfig;
  fields: readonly Field[];
  give: (label: string, next: ChartConfig, gesture?: string) => void;
}

interface ShelvesProps extends QueryProps {
  rules: ShelfRules;
  /** the field of the list that is on its way to a shelf */
  dragged: Field | null;
  /** measures have colours of their own */
  hasColor: boolean;
}
function Shelves({ chart, fields, give, rules, dragged, hasColor }: ShelvesProps) {
  const choices = (col: string) => choicesOf(chart.dataSetId, col, '');
  return (
    <div className="sed-shelves">
      {SHELVES.filter((shelf) => rules[shelf].max > 0 || chart[shelf].length > 0).map((shelf) => (
        <ShelfRow
          key={shelf}
          shelf={shelf}
          label={LABELS[shelf]}
          hint={rules.hints[shelf] ?? ''}
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
              field={fields.find(({ id }) => id === slot.col)}
              shelf={shelf}
              isMixed={chart.chartType === 'dual'}
              hasColor={shelf === 'measures' && hasColor}
              values={async () => (await choices(slot.col)).map((one) => one.label)}
              onChange={(part, gesture) => give('修改字段', withSlot(chart, shelf, i, part), gesture && `${shelf}:${i}:${gesture}`)}
              onRemove={() => give('移除字段', withoutSlot(chart, shelf, i))}
            />
          ))}
        </ShelfRow>
      ))}
    </div>
  );
}

/** The levels that a click on a mark goes down to, by hand or from a hierarchy of the data set. */
function DrillGroup({
  chart,
  fields,
  give,
  hierarchies,
}: QueryProps & { hierarchies: readonly { id: string; name: string; fields: string[] }[] }) {
  return (
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
      {hierarchies.map((one) => (
        <Button key={one.id} size="small" type="link" onClick={() => give('下钻', { ...chart, drill: one.fields.slice(0, 8) })}>
          按层级“{one.name}”
        </Button>
      ))}
    </PropGroup>
  );
}
