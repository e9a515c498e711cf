import { Checkbox, Radio, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useDict } from '#kit/web/dict/use-dict.ts';
import TreeChoice from '#kit/web/form/TreeChoice.tsx';
import type { TreeOption } from '#kit/web/table/types.ts';
import { buildTree, type Node } from '#kit/web/tree/tree-data.ts';
import { useCall } from '#kit/web/use-call.ts';
import { isList } from '../../core/index.ts';
import { api, lookups } from '../api.ts';
import { useFiller } from './context.ts';
import type { ControlProps } from './Control.tsx';

interface Option {
  readonly value: string;
  readonly label: string;
}
type ListProps = ControlProps & { options: readonly Option[]; isLoading?: boolean; onSearch?: (text: string) => void; empty?: string };

/** A choice among options, drawn as the field says: a list that unfolds, buttons or boxes. */
function OptionList({ field, value, onChange, options, isLoading = false, onSearch, empty, parent: _parent, ...props }: ListProps) {
  const { id, disabled } = props;
  const shown = [...options];
  // buttons and boxes have no list that could say it when it is opened
  if (shown.length === 0 && !isLoading && empty && (field.type === 'radio' || field.type === 'checkbox'))
    return <span className="muted">{empty}</span>;
  if (field.type === 'radio')
    return <Radio.Group {...{ id, disabled, value }} options={shown} onChange={(event) => onChange(event.target.value)} />;
  const chosen = (Array.isArray(value) ? value : []).map(String);
  if (field.type === 'checkbox') return <Checkbox.Group {...{ disabled }} value={chosen} options={shown} onChange={onChange} />;
  return (
    <Select
      {...props}
      className="fill-wide"
      mode={isList(field) ? 'multiple' : undefined}
      allowClear
      loading={isLoading}
      options={shown}
      notFoundContent={empty}
      placeholder={field.placeholder ?? '请选择'}
      showSearch={onSearch ? { filterOption: false, onSearch } : { optionFilterProp: 'label' }}
      value={isList(field) ? chosen : typeof value === 'string' && value !== '' ? value : undefined}
      onChange={(next: unknown) => onChange(next ?? null)}
    />
  );
}

/** A value of a dictionary. */
export function DictInput({ dictType, ...props }: ControlProps & { dictType: string }) {
  const { items, loading } = useDict(dictType);
  return (
    <OptionList {...props} isLoading={loading} options={items.map(({ itemText, itemValue }) => ({ value: itemText, label: itemValue }))} />
  );
}

/** A value of a data set or of another form: the server gives what this person may see, found by typing. */
export function ChoiceInput(props: ControlProps) {
  const { formId, choices = api.record.choices } = useFiller();
  const [keyword, setKeyword] = useState('');
  const typed = useDeferredValue(keyword);
  const { field, parent, value } = props;
  const chosen = (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '');
  const params = { id: formId ?? '', fieldId: field.id };
  const found = useCall(
    choices,
    { params, query: { ...(typed !== '' && { keyword: typed }), ...(parent && { parent }) } },
    { enabled: formId !== null, keepPrevious: true, staleTime: 30_000 },
  );
  const unknown = chosen.filter((one) => !found.data?.some((option) => option.value === one));
  const named = useCall(
    choices,
    { params, query: { values: unknown.join(',') } },
    { enabled: formId !== null && unknown.length > 0 && !found.isLoading, staleTime: 300_000 },
  );
  const options = [...(found.data ?? []), ...(unknown.length > 0 ? (named.data ?? []) : [])];
  const empty = formId === null ? '发布后可选择' : emptyText(found);
  const choose = (next: unknown) => props.onChange(next, options.find((option) => option.value === next)?.fills);
  return <OptionList {...props} {...{ options, empty }} isLoading={found.isFetching} onSearch={setKeyword} onChange={choose} />;
}

/** Why there is nothing to choose. */
function emptyText({ data, error }: { data?: unknown; error: Error | null }): string {
  if (data === null) return '没有选项权限';
  return error ? error.message : '没有匹配的选项';
}

/** One department or several. */
export function DeptInput({ field, value, onChange, id, disabled, status }: ControlProps) {
  const { data = [], isLoading } = useCall(lookups.dept.list);
  const optionsOf = (nodes: readonly Node<(typeof data)[number]>[]): TreeOption[] =>
    nodes.map((node) => ({
      value: node.id,
      label: node.deptName,
      disabled: node.status === '0',
      ...(node.children && { children: optionsOf(node.children) }),
    }));
  return (
    <TreeChoice
      {...{ id, disabled, status }}
      className="fill-wide"
      allowClear
      loading={isLoading}
      nodes={optionsOf(buildTree(data, (row) => row.parentId))}
      multiple={isList(field)}
      placeholder={field.placeholder ?? '请选择部门'}
      value={value ?? undefined}
      onChange={(next: unknown) => onChange(next ?? null)}
    />
  );
}
/** 岗位. */
export function PostInput(props: ControlProps) {
  const { data = [], isLoading } = useCall(lookups.post.list);
  const open = data.filter(({ status }) => status === '1');
  return <OptionList {...props} isLoading={isLoading} options={open.map(({ id, postName }) => ({ value: id, label: postName }))} />;
}
/** 数据源. */
export function SourceInput(props: ControlProps) {
  const { data = [], isLoading } = useCall(lookups.source.list);
  return <OptionList {...props} isLoading={isLoading} options={data.map(({ id, sourceName }) => ({ value: id, label: sourceName }))} />;
}
