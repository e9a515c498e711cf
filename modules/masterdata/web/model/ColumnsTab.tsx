import { CloseCircleFilled, PlusOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useCan } from '#kit/web/can.tsx';
import { useDict } from '#kit/web/dict/use-dict.ts';
import { useCall } from '#kit/web/use-call.ts';
import { QUERY_TYPES } from '../../contract/column.ts';
import type { Model, ModelVersion } from '../../contract/model.ts';
import { standards } from '../api.ts';
import { typeOf, typeText } from './column-type.ts';
import { BindDialog } from './BindDialog.tsx';
import { ColumnGrid } from './ColumnGrid.tsx';
import { nameOf, type DraftColumn } from './draft.ts';
import { changedColumn } from './edit-columns.ts';
import { PickElements } from './PickElements.tsx';
import { QUERY_LABELS, type Labels } from './grid-cells.ts';
import { bindingOf, changeMarks, faultMap, typeOfElement, type ElementShape, type Fault } from './judge.ts';
import { ModelRail } from './ModelRail.tsx';
import type { ModelDesign } from './use-model-save.ts';

interface Props {
  store: ModelDesign;
  model: Model;
  faults: readonly Fault[];
  inForce: ModelVersion | null;
  versions: readonly ModelVersion[];
  isReadonly: boolean;
  chosen: string | null;
  onChoose: (key: string | null) => void;
}
type Shown = 'all' | 'changed' | 'unbound';

/** Names of the codes that the grid shows. */
function useLabels(): Labels {
  const { items } = useDict('data_html_type');
  return useMemo(
    () => ({
      data_query_type: QUERY_TYPES.map((value) => ({ value, label: QUERY_LABELS[value] })),
      // references are a kind of control that only models have
      data_html_type: [
        ...items.map(({ itemText, itemValue }) => ({ value: itemText, label: itemValue })),
        { value: 'reference', label: '引用选择' },
      ],
    }),
    [items],
  );
}
/** Elements that columns follow, as far as they are among the first of the library. */
function useElements(): ReadonlyMap<string, ElementShape> {
  const can = useCan();
  const query = { state: 'inForce' as const, pageSize: 200 };
  const found = useCall(standards.element.page, { query }, { enabled: can(standards.element.page), staleTime: 60_000 }).data;
  return useMemo(() => new Map((found?.data ?? []).map((element) => [element.id, element])), [found]);
}

/** The columns of a model: the sheet, what is wrong below it, the chosen column and the state of the model beside it. */
export function ColumnsTab({ store, model, faults, inForce, versions, isReadonly, chosen, onChoose }: Props) {
  const can = useCan();
  const columns = useStore(store, (state) => state.config.columns);
  const labels = useLabels();
  const elements = useElements();
  const [shown, setShown] = useState<Shown>('all');
  const [binding, setBinding] = useState<string | null>(null);
  const [isPicking, setPicking] = useState(false);
  const marks = useMemo(() => changeMarks(columns, inForce?.columns ?? null), [columns, inForce]);
  const bindings = useMemo(
    () =>
      new Map(
        columns.flatMap((column) =>
          [[column.key, bindingOf(column, elements)] as const].flatMap(([key, one]) => (one ? [[key, one] as const] : [])),
        ),
      ),
    [columns, elements],
  );
  const put = (label: string, next: readonly DraftColumn[], gesture?: string) => {
    const { config, change } = store.getState();
    change(label, { ...config, columns: next }, gesture);
  };
  const part = (label: string, key: string, changes: Partial<DraftColumn>, gesture?: string) =>
    put(label, changedColumn(store.getState().config.columns, key, changes), gesture);
  const isShown = ({ key }: DraftColumn) => shown === 'all' || (shown === 'changed' ? marks.has(key) : !bindings.has(key));
  const visible = shown === 'all' ? columns : columns.filter(isShown);
  // only what is shown is edited; the others keep their places
  const putVisible = (label: string, next: readonly DraftColumn[]) => {
    if (shown === 'all') return put(label, next);
    const changed = new Map(next.map((column) => [column.key, column]));
    const known = new Set(columns.map(({ key }) => key));
    put(label, [
      ...columns.filter((column) => !isShown(column) || changed.has(column.key)).map((column) => changed.get(column.key) ?? column),
      ...next.filter(({ key }) => !known.has(key)),
    ]);
  };
  const open = columns.find(({ key }) => key === chosen);
  const bound = columns.find(({ key }) => key === binding);
  const system = model.modelColumns.filter(({ isSystem }) => isSystem === '1');
  return (
    <div className="md-columns">
      <div className="md-columns-main">
        <ColumnGrid
          {...{ system, labels, marks, bindings, isReadonly, chosen }}
          columns={visible}
          faults={faultMap(faults)}
          onChange={putVisible}
          onChoose={onChoose}
          onBind={setBinding}
          tools={(add) => (
            <div className="md-tools">
              {!isReadonly && (
                <>
                  <Button icon={<PlusOutlined />} onClick={add}>
                    新增列
                  </Button>
                  {can(standards.element.page) && <Button onClick={() => setPicking(true)}>从数据元选</Button>}
                </>
              )}
              <Segmented<Shown>
                aria-label="显示的列"
                value={shown}
                onChange={setShown}
                options={[
                  { value: 'all', label: `全部 ${columns.length}` },
                  { value: 'changed', label: `有改动 ${marks.size}` },
                  { value: 'unbound', label: `未绑标准 ${columns.length - bindings.size}` },
                ]}
              />
              <span className="grow" />
              {!isReadonly && (
                <span className="muted md-keys">
                  可从 Excel 粘贴多行 <kbd>↵</kbd> 编辑 <kbd>Ctrl ↵</kbd> 插入 <kbd>Alt ↑↓</kbd> 移动
                </span>
              )}
            </div>
          )}
        />
        <FaultBar
          {...{ columns, faults, bindings, elements, isReadonly }}
          onFix={(key, changes) => part('按数据元改正', key, changes)}
          onChoose={onChoose}
        />
      </div>
      <ModelRail {...{ model, versions, inForce, labels, isReadonly }} column={open ?? null} onChange={part} />
      {bound && <BindDialog column={bound} onBind={(changes) => part('绑定标准', bound.key, changes)} onClose={() => setBinding(null)} />}
      {isPicking && (
        <PickElements
          taken={new Set(columns.flatMap(({ elementId }) => (elementId === null ? [] : [elementId])))}
          onPick={(added) => {
            put(`新增 ${added.length} 列`, [...columns, ...added]);
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}

interface BarProps {
  columns: readonly DraftColumn[];
  faults: readonly Fault[];
  bindings: ReadonlyMap<string, { problem: string | null }>;
  elements: ReadonlyMap<string, ElementShape>;
  isReadonly: boolean;
  onFix: (key: string, changes: Partial<DraftColumn>) => void;
  onChoose: (key: string) => void;
}
/** The first thing that is wrong, with its repair where there is one. */
function FaultBar({ columns, faults, bindings, elements, isReadonly, onFix, onChoose }: BarProps) {
  const [fault] = faults;
  if (fault)
    return (
      <div className="md-fault" role="alert">
        <CloseCircleFilled /> <span className="grow">{fault.message}</span>
        {fault.key !== '' && (
          <Button size="small" onClick={() => onChoose(fault.key)}>
            查看
          </Button>
        )}
      </div>
    );
  const column = columns.find(({ key }) => bindings.get(key)?.problem);
  const element = column?.elementId ? elements.get(column.elementId) : undefined;
  const wanted = element && typeOfElement(element);
  if (!column || !element || !wanted) return null;
  return (
    <div className="md-fault warn" role="status">
      <CloseCircleFilled />
      <span className="grow">
        <span className="mono">{column.columnName}</span> 与数据元“{element.elementName}”不一致：现为 {typeText(column)}，应为 {wanted}
      </span>
      {!isReadonly && (
        <Button size="small" aria-label={`${nameOf(column)} 改为 ${wanted}`} onClick={() => onFix(column.key, typeOf(wanted) ?? {})}>
          改为 {wanted}
        </Button>
      )}
    </div>
  );
}
