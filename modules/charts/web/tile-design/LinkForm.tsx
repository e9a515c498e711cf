import { Select } from 'antd';
import type { ChartConfig } from '../../contract/chart.ts';
import type { Action } from '../../contract/view-filter.ts';
import { PropRow } from '#kit/web/designer/props/PropRow.tsx';
import { useSets, type SetFields } from '#modules/datasets/web/parts.ts';
import '#kit/web/designer/designer.css';

type LinkAction = Extract<Action, { do: 'filter' }>;
interface Props {
  chart: ChartConfig;
  colOptions: readonly { readonly value: string; readonly label: string }[];
  others: readonly { readonly id: string; readonly label: string; readonly dataSetId: string }[];
  action: LinkAction;
  onChange: (action: LinkAction) => void;
}
const MAX = 8;
const NONE = '';

/** The field of another data set that people call the same: equal names of columns may mean something else there. */
const twin = (set: SetFields | undefined, name: string): string | null =>
  set?.fields.find((field) => !field.hidden && field.name === name)?.id ?? null;

/** What a new link begins with: every field of the chart's dimensions, for every other data set that calls one the same. */
export function mapByNames(chart: ChartConfig, own: SetFields | null, sets: ReadonlyMap<string, SetFields>): LinkAction['map'] {
  const cols = [...new Set([...chart.rows, ...chart.columns].map(({ col }) => col))];
  return cols
    .flatMap((col) =>
      [...sets.values()].flatMap((set) => {
        const name = own?.fields.find(({ id }) => id === col)?.name ?? col;
        const target = set.id === chart.dataSetId ? col : twin(set, name);
        return target === null ? [] : [{ col, dataSetId: set.id, target }];
      }),
    )
    .slice(0, MAX);
}

/** Which clicked fields filter which fields of the data sets of the other tiles. */
export function LinkForm({ chart, colOptions, others, action, onChange }: Props) {
  const reached = others.filter(({ id }) => !action.items || action.items.includes(id));
  const setIds = [...new Set(reached.map(({ dataSetId }) => dataSetId))];
  const sets = useSets(setIds);
  const isIdle =
    action.map.length === 0 ? !setIds.includes(chart.dataSetId) : !action.map.some(({ dataSetId }) => setIds.includes(dataSetId));
  const cols = [...new Set(action.map.map(({ col }) => col))];
  const labelOf = (col: string) => colOptions.find(({ value }) => value === col)?.label ?? col;
  const setMap = (map: LinkAction['map']) => onChange({ ...action, map: map.slice(0, MAX) });
  const withCols = (list: string[]) =>
    setMap(
      list.flatMap((col) => {
        const kept = action.map.filter((one) => one.col === col);
        if (kept.length > 0) return kept;
        const found = setIds.flatMap((dataSetId) => {
          const target = dataSetId === chart.dataSetId ? col : twin(sets.get(dataSetId), labelOf(col));
          return target === null ? [] : [{ col, dataSetId, target }];
        });
        // a field that means nothing elsewhere yet stays chosen, so that its targets can be set below
        return found.length > 0 ? found : [{ col, dataSetId: chart.dataSetId, target: col }];
      }),
    );
  const target = (col: string, dataSetId: string, to: string) => {
    const rest = action.map.filter((one) => one.col !== col || one.dataSetId !== dataSetId);
    const next = to === NONE ? rest : [...rest, { col, dataSetId, target: to }];
    setMap(next.some((one) => one.col === col) ? next : [...next, { col, dataSetId: chart.dataSetId, target: col }]);
  };
  return (
    <>
      <PropRow label="用字段" isWide>
        <Select
          mode="multiple"
          size="small"
          aria-label="联动字段"
          placeholder={colOptions.length > 0 ? '点击的值作为筛选' : '先设置数据'}
          value={cols}
          options={[...colOptions]}
          onChange={withCols}
        />
      </PropRow>
      <PropRow label="作用于" isWide>
        <Select
          mode="multiple"
          size="small"
          aria-label="联动组件"
          placeholder="其他所有组件"
          value={action.items ?? []}
          options={others.map((one) => ({ value: one.id, label: one.label }))}
          onChange={(items: string[]) => onChange({ ...action, items: items.length > 0 ? items : null })}
        />
      </PropRow>
      {cols.map((col) =>
        setIds.map((dataSetId) => {
          const set = sets.get(dataSetId);
          return (
            <PropRow key={`${col} ${dataSetId}`} label={`${labelOf(col)} → ${set?.setName ?? '…'}`} isWide>
              <Select
                size="small"
                aria-label={`${labelOf(col)} 对应 ${set?.setName ?? ''} 的字段`}
                showSearch={{ optionFilterProp: 'label' }}
                value={action.map.find((one) => one.col === col && one.dataSetId === dataSetId)?.target ?? NONE}
                options={[
                  { value: NONE, label: '不联动' },
                  ...(set?.fields ?? []).filter(({ hidden }) => !hidden).map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(to: string) => target(col, dataSetId, to)}
              />
            </PropRow>
          );
        }),
      )}
      {isIdle && (
        <p className="designer-note" role="alert">
          {others.length === 0
            ? '还没有其他组件可以联动。'
            : '作用的组件与本组件没有共同的数据集或对应字段，点击不会筛选它们：请选择联动字段并设置对应字段。'}
        </p>
      )}
      {!isIdle && action.map.length === 0 && <p className="designer-note">未选字段时，点击的值按同名字段筛选同一数据集的组件。</p>}
      {cols.length * setIds.length > MAX && <p className="designer-note">最多设置 {MAX} 个对应字段。</p>}
    </>
  );
}
