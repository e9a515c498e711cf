import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import { PropRow } from '#kit/web/designer/props/PropRow.tsx';
import { useDict } from '#kit/web/dict/use-dict.ts';
import { useCall } from '#kit/web/use-call.ts';
import { SetPicker, useSet } from '#modules/datasets/web/parts.ts';
import type { CascaderNode, ChoiceOption, OptionSource } from '../../contract/field.ts';
import { isValueField, mainFields } from '../../core/index.ts';
import { api } from '../api.ts';
import { ApiColumns } from './ApiColumns.tsx';

const SOURCES = [
  { value: 'static', label: '静态' },
  { value: 'dict', label: '字典' },
  { value: 'dataset', label: '数据集' },
  { value: 'form', label: '表单' },
  { value: 'api', label: 'API' },
] as const;
const EMPTY: Readonly<Record<OptionSource['from'], OptionSource>> = {
  static: { from: 'static', items: [{ value: '选项一', label: '选项一' }] },
  dict: { from: 'dict', dictType: '' },
  dataset: { from: 'dataset', setId: '', valueColumn: '', labelColumn: '' },
  form: { from: 'form', formId: '', valueColumn: '', labelColumn: '' },
  api: { from: 'api', apiId: '', valueColumn: '', labelColumn: '' },
};

/** 选项来源 of a field that chooses. */
export function SourceEditor({ value, onChange }: { value: OptionSource; onChange: (next: OptionSource) => void }) {
  return (
    <>
      <PropRow label="选项来源" isWide>
        <Segmented block size="small" options={[...SOURCES]} value={value.from} onChange={(from) => onChange(EMPTY[from])} />
      </PropRow>
      {value.from === 'static' && <ItemsEditor items={value.items} onChange={(items) => onChange({ from: 'static', items })} />}
      {value.from === 'dict' && <DictPicker value={value.dictType} onChange={(dictType) => onChange({ from: 'dict', dictType })} />}
      {value.from === 'dataset' && <SetColumns value={value} onChange={(changes) => onChange({ ...value, ...changes })} />}
      {value.from === 'api' && <ApiColumns value={value} onChange={(changes) => onChange({ ...value, ...changes })} />}
      {value.from === 'form' && <FormColumns value={value} onChange={(changes) => onChange({ ...value, ...changes })} />}
    </>
  );
}

/** Options one under the other; the value is the name until it is told apart. */
function ItemsEditor({ items, onChange }: { items: readonly ChoiceOption[]; onChange: (items: ChoiceOption[]) => void }) {
  const name = (): string => {
    for (let n = items.length + 1; ; n++) if (!items.some(({ value }) => value === `选项${n}`)) return `选项${n}`;
  };
  const rename = (at: number, label: string) =>
    onChange(items.map((item, i) => (i === at ? { ...item, label, value: item.value === item.label ? label : item.value } : item)));
  return (
    <PropRow label="选项" isWide>
      <div className="making-options">
        {items.map((item, at) => (
          <div key={at}>
            <Input
              size="small"
              aria-label={`选项 ${at + 1}`}
              maxLength={100}
              value={item.label}
              onChange={(event) => event.target.value.trim() !== '' && rename(at, event.target.value)}
            />
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined />}
              aria-label={`删除选项 ${item.label}`}
              disabled={items.length === 1}
              onClick={() => onChange(items.filter((_, i) => i !== at))}
            />
          </div>
        ))}
        <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={() => onChange([...items, { value: name(), label: name() }])}>
          添加选项
        </Button>
      </div>
    </PropRow>
  );
}

function noteOf(code: string, names: readonly string[]): string {
  if (code === '') return '填写“字典管理”中的字典编码';
  return names.length > 0 ? names.slice(0, 6).join('、') : '没有这个字典，或字典为空';
}
/** 字典编码, with what it holds. */
export function DictPicker({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const { items, loading } = useDict(value || undefined);
  const said = loading
    ? '读取中…'
    : noteOf(
        value,
        items.map(({ itemValue }) => itemValue),
      );
  return (
    <>
      <PropRow label="字典编码">
        <Input size="small" aria-label="字典编码" maxLength={100} value={value} onChange={(event) => onChange(event.target.value.trim())} />
      </PropRow>
      <p className="designer-note">{said}</p>
    </>
  );
}

export interface Columns {
  readonly valueColumn: string;
  readonly labelColumn: string;
  readonly filterColumn?: string | undefined;
}
interface ColumnChoice extends Columns {
  options: { value: string; label: string }[];
  isLoading: boolean;
  onChange: (changes: Partial<Columns>) => void;
}
function ColumnRows({ options, isLoading, onChange, ...value }: ColumnChoice) {
  const row = (key: keyof Columns, label: string) => (
    <PropRow label={label}>
      <Select
        size="small"
        aria-label={label}
        allowClear={key === 'filterColumn'}
        loading={isLoading}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="请选择"
        value={value[key] || undefined}
        onChange={(next: string | undefined) => onChange({ [key]: next })}
      />
    </PropRow>
  );
  return (
    <>
      {row('valueColumn', '保存的值')}
      {row('labelColumn', '显示的文字')}
      {row('filterColumn', '按上级筛选')}
    </>
  );
}
export function SetColumns({
  value,
  onChange,
}: {
  value: Columns & { setId: string };
  onChange: (changes: Partial<Columns & { setId: string }>) => void;
}) {
  const { set, isLoading } = useSet(value.setId || null);
  return (
    <>
      <PropRow label="数据集">
        <SetPicker
          size="small"
          value={value.setId || null}
          onChange={(setId) => onChange({ setId: setId ?? '', valueColumn: '', labelColumn: '', filterColumn: undefined })}
        />
      </PropRow>
      <ColumnRows
        {...value}
        isLoading={isLoading}
        options={(set?.fields ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={onChange}
      />
    </>
  );
}
export function FormColumns({
  value,
  onChange,
}: {
  value: Columns & { formId: string };
  onChange: (changes: Partial<Columns & { formId: string }>) => void;
}) {
  const forms = useCall(api.form.page, { query: { pageSize: 200, status: '1' } }, { staleTime: 30_000 });
  const chosen = useCall(api.form.get, { params: { id: value.formId } }, { enabled: value.formId !== '', staleTime: 30_000 });
  const fields = chosen.data ? mainFields(chosen.data.schema).filter(isValueField) : [];
  return (
    <>
      <PropRow label="表单">
        <Select
          size="small"
          aria-label="表单"
          loading={forms.isLoading}
          options={(forms.data?.data ?? []).map(({ id, formName }) => ({ value: id, label: formName }))}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="选择表单"
          value={value.formId || undefined}
          onChange={(formId: string) => onChange({ formId, valueColumn: '', labelColumn: '', filterColumn: undefined })}
        />
      </PropRow>
      <ColumnRows
        {...value}
        isLoading={chosen.isLoading}
        options={fields.map(({ key, label }) => ({ value: key, label }))}
        onChange={onChange}
      />
    </>
  );
}

/** A tree of options as text: a line each, two blanks for each level. */
const linesOf = (nodes: readonly CascaderNode[], depth = 0): string[] =>
  nodes.flatMap((node) => [`${'  '.repeat(depth)}${node.label}`, ...linesOf(node.children ?? [], depth + 1)]);
function treeOf(text: string): CascaderNode[] {
  const roots: CascaderNode[] = [];
  const path: CascaderNode[] = [];
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const depth = Math.min(Math.floor((/^\s*/.exec(line)![0].replaceAll('\t', '  ').length ?? 0) / 2), path.length);
    const node: CascaderNode = { value: line.trim().slice(0, 100), label: line.trim().slice(0, 100) };
    const above = path[depth - 1];
    if (above) above.children = [...(above.children ?? []), node];
    else roots.push(node);
    path.splice(depth, path.length, node);
  }
  return roots;
}
/** Options in levels, written as an outline. */
export function CascadeEditor({ items, onChange }: { items: readonly CascaderNode[]; onChange: (items: CascaderNode[]) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <PropRow label="选项（下级缩进两个空格）" isWide>
      <Input.TextArea
        aria-label="级联选项"
        autoSize={{ minRows: 5, maxRows: 16 }}
        value={typed ?? linesOf(items).join('\n')}
        onChange={(event) => {
          setTyped(event.target.value);
          const next = treeOf(event.target.value);
          if (next.length > 0) onChange(next);
        }}
        onBlur={() => setTyped(null)}
      />
    </PropRow>
  );
}
