import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Modal, Radio, Select, Switch } from 'antd';
import { useState } from 'react';
import type { ViewFilter } from '../../contract/view-filter.ts';
import { boundTargets, unboundTargets } from '../../core/tile/bind-filter.ts';
import { SetPicker, useSet, useSets } from '#modules/datasets/web/parts.ts';
import '#kit/web/designer/designer.css';

const KINDS: readonly (readonly [ViewFilter['kind'], string])[] = [
  ['select', '单选'],
  ['multi', '多选'],
  ['date', '日期'],
  ['dateRange', '日期范围'],
  ['year', '年份'],
  ['month', '月份'],
  ['text', '文本'],
  ['number', '数值'],
  ['numberRange', '数值范围'],
];
type Target = ViewFilter['targets'][number];

interface DialogProps {
  start: ViewFilter;
  others: readonly ViewFilter[];
  /** data sets of the document: the filter acts on what means the same in each */
  setIds: readonly string[];
  onSave: (filter: ViewFilter) => void;
  onClose: () => void;
}
/** One filter of a board or screen: how it is chosen and what it acts on. */
export function FilterDialog({ start, others, setIds, onSave, onClose }: DialogProps) {
  const [filter, setFilter] = useState(start);
  const set = (values: Partial<ViewFilter>) => setFilter({ ...filter, ...values });
  const source = filter.source && 'dataSetId' in filter.source ? filter.source : null;
  const sets = [...useSets(source ? [...setIds, source.dataSetId] : setIds).values()];
  const fixed = filter.source && 'options' in filter.source ? filter.source.options : null;
  // what is chosen from a field acts on that field, unless targets say otherwise
  const setSource = (dataSetId: string, col: string) =>
    set({
      source: dataSetId === '' ? null : { dataSetId, col: col || ' ', labelCol: null },
      ...(dataSetId !== '' && col !== '' && filter.targets.length === 0 && { targets: boundTargets(dataSetId, col, sets) }),
    });
  const isChoice = filter.kind === 'select' || filter.kind === 'multi';
  const isWhole =
    filter.label.trim() !== '' &&
    (source === null || source.col.trim() !== '') &&
    filter.targets.every((one) => one.dataSetId !== '' && ('col' in one ? one.col : one.param) !== '');
  return (
    <Modal
      open
      title="筛选条件"
      width={560}
      okText="应用"
      okButtonProps={{ disabled: !isWhole }}
      onOk={() => onSave({ ...filter, label: filter.label.trim() })}
      onCancel={onClose}
    >
      <div className="designer-form">
        <label htmlFor="filter-label">名称</label>
        <Input id="filter-label" maxLength={32} value={filter.label} onChange={(event) => set({ label: event.target.value })} />
        <label htmlFor="filter-kind">类型</label>
        <Select
          id="filter-kind"
          value={filter.kind}
          options={KINDS.map(([value, label]) => ({ value, label }))}
          onChange={(kind) => set({ kind, value: null })}
        />
        {isChoice && (
          <>
            <span>选项来源</span>
            <Radio.Group
              value={fixed ? 'fixed' : 'set'}
              onChange={(event) => set({ source: event.target.value === 'fixed' ? { options: [] } : null })}
              options={[
                { value: 'set', label: '数据集字段' },
                { value: 'fixed', label: '固定选项' },
              ]}
            />
            {fixed ? (
              <>
                <label htmlFor="filter-options">选项</label>
                <Select
                  id="filter-options"
                  mode="tags"
                  open={false}
                  placeholder="输入后按 Enter"
                  value={fixed.map(({ label }) => label)}
                  onChange={(list: string[]) =>
                    set({ source: { options: list.slice(0, 200).map((label) => ({ value: label, label: label.slice(0, 64) })) } })
                  }
                />
              </>
            ) : (
              <>
                <span>选项字段</span>
                <FieldOf
                  dataSetId={source?.dataSetId ?? ''}
                  col={source?.col ?? ''}
                  onChange={(dataSetId, col) => setSource(dataSetId, col)}
                />
              </>
            )}
          </>
        )}
        <span>作用于</span>
        <Targets filter={filter} setIds={setIds} onChange={(targets) => set({ targets })} />
        {isChoice && others.length > 0 && (
          <>
            <label htmlFor="filter-depends">受限于</label>
            <Select
              id="filter-depends"
              mode="multiple"
              placeholder="上级筛选改变时缩小选项"
              value={filter.dependsOn}
              options={others.map(({ id, label }) => ({ value: id, label }))}
              onChange={(dependsOn) => set({ dependsOn: dependsOn.slice(0, 8) })}
            />
          </>
        )}
        <label htmlFor="filter-required">必填</label>
        <Switch id="filter-required" size="small" checked={filter.required} onChange={(required) => set({ required })} />
        <label htmlFor="filter-hidden">不显示</label>
        <Switch id="filter-hidden" size="small" checked={filter.hidden} onChange={(hidden) => set({ hidden })} />
      </div>
    </Modal>
  );
}

interface TargetsProps {
  filter: ViewFilter;
  setIds: readonly string[];
  onChange: (targets: Target[]) => void;
}
/** What a filter acts on; what came to the document after it and means the same is one click away. */
function Targets({ filter, setIds, onChange }: TargetsProps) {
  const { source, targets } = filter;
  const from = source && 'dataSetId' in source ? source : null;
  const unbound = unboundTargets(filter, [...useSets(from ? [...setIds, from.dataSetId] : setIds).values()]);
  return (
    <div className="designer-targets">
      {targets.map((one, i) => (
        // targets have no names of their own
        // eslint-disable-next-line react/no-array-index-key
        <div key={i}>
          <FieldOf
            dataSetId={one.dataSetId}
            col={'col' in one ? one.col : `:${one.param}`}
            hasParams
            onChange={(dataSetId, col) => {
              const next = col.startsWith(':') ? { dataSetId, param: col.slice(1) } : { dataSetId, col };
              onChange(targets.map((old, k) => (k === i ? next : old)));
            }}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label="删除"
            onClick={() => onChange(targets.filter((_, k) => k !== i))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        onClick={() => onChange([...targets, { dataSetId: from?.dataSetId ?? '', col: from?.col ?? '' }])}
      >
        字段或参数
      </Button>
      {unbound.length > 0 && (
        <Button size="small" type="link" onClick={() => onChange([...targets, ...unbound])}>
          绑定另外 {unbound.length} 个数据集的同名字段
        </Button>
      )}
    </div>
  );
}

interface FieldOfProps {
  dataSetId: string;
  /** a field, or `:name` of a parameter */
  col: string;
  hasParams?: boolean;
  onChange: (dataSetId: string, col: string) => void;
}
/** A data set with one of its fields. */
function FieldOf({ dataSetId, col, hasParams, onChange }: FieldOfProps) {
  const { set, error } = useSet(dataSetId || null);
  const fields = (set?.fields ?? []).filter(({ hidden }) => !hidden).map(({ id, name }) => ({ value: id, label: name }));
  const params = hasParams ? (set?.params ?? []).map(({ name, label }) => ({ value: `:${name}`, label: `参数 ${label || name}` })) : [];
  return (
    <div className="designer-pair">
      <SetPicker value={dataSetId || null} onChange={(id) => onChange(id ?? '', '')} />
      <Select
        aria-label="字段"
        placeholder="字段"
        showSearch={{ optionFilterProp: 'label' }}
        status={error ? 'error' : undefined}
        value={col.trim() || undefined}
        options={[...fields, ...params]}
        onChange={(next: string) => onChange(dataSetId, next)}
      />
    </div>
  );
}
