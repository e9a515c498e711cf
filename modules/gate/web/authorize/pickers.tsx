import { Select, TreeSelect } from 'antd';
import { useDeferredValue, useState } from 'react';
import type { FieldProps } from '#kit/web/form/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import type { GrantObject, ObjectType, SubjectType } from '../../contract/authorize.ts';
import { api } from '../api.ts';

/** One role, department or account. */
export function SubjectSelect({ id, value, onChange, disabled, type }: FieldProps & { type: SubjectType }) {
  const [keyword, setKeyword] = useState('');
  const wanted = useDeferredValue(keyword.trim());
  const found = useCall(api.authorize.subjects, { query: { type, ...(wanted && { keyword: wanted }) } }, { keepPrevious: true });
  const current = useCall(api.authorize.subjects, { query: { type, id: String(value ?? '0') } }, { enabled: Boolean(value) });
  const options = new Map([...(found.data ?? []), ...(current.data ?? [])].map((subject) => [subject.id, subject]));
  return (
    <Select
      id={id}
      disabled={disabled}
      placeholder="请选择，可输入名称搜索"
      loading={found.isLoading}
      value={(value as string | undefined) || undefined}
      onChange={onChange}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      options={[...options.values()].map((subject) => ({
        value: subject.id,
        label: subject.detail ? `${subject.name} · ${subject.detail}` : subject.name,
        disabled: subject.status === '0' && subject.id !== value,
      }))}
    />
  );
}

interface Choice {
  id: string;
  pId: string | 0;
  value: string;
  title: string;
  isLeaf: boolean;
  object: GrantObject;
}
/** `table.123`: type and id in one value, as the picker of objects keeps it. */
export const objectValue = (type: string, id: string): string => `${type}.${id}`;
export function splitObject(value: string): { objectType: ObjectType; objectId: string } | null {
  const [, objectType, objectId] = /^(database|schema|table|column)\.(.+)$/u.exec(value) ?? [];
  return objectType && objectId ? { objectType: objectType as ObjectType, objectId } : null;
}

interface ObjectSelectProps extends FieldProps {
  /** tables only, for questions about one table */
  onlyTables?: boolean;
  /** what a stored value is called */
  label?: string | null;
}

/** One source, schema, table or column, opened level by level. */
export function ObjectSelect({ id, value, onChange, disabled, onlyTables = false, label }: ObjectSelectProps) {
  const roots = useCall(api.authorize.objects, { query: {} });
  const [loaded, setLoaded] = useState<readonly Choice[]>([]);
  const choiceOf = (object: GrantObject, pId: string | 0): Choice & { selectable: boolean } => ({
    id: objectValue(object.type, object.id),
    pId,
    value: objectValue(object.type, object.id),
    title: object.comment && object.type !== 'database' ? `${object.name}（${object.comment}）` : object.name,
    isLeaf: object.type === 'column' || (onlyTables && object.type === 'table') || object.children === 0,
    selectable: !onlyTables || object.type === 'table',
    object,
  });
  const choices = [...(roots.data ?? []).map((object) => choiceOf(object, 0)), ...loaded];
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <TreeSelect
      id={id}
      disabled={disabled}
      placeholder="请选择"
      loading={roots.isLoading}
      treeDataSimpleMode
      treeData={choices}
      value={value ? (isKnown ? value : { value, label: label ?? String(value) }) : undefined}
      labelInValue={false}
      onChange={(next: string) => onChange?.(next)}
      loadData={async (node) => {
        const { object } = node as unknown as Choice;
        const children = await api.authorize.objects({ query: { parentType: object.type, parentId: object.id } }, { overlay: false });
        const pId = objectValue(object.type, object.id);
        setLoaded((old) => [...old.filter((choice) => choice.pId !== pId), ...children.map((child) => choiceOf(child, pId))]);
      }}
      styles={{ popup: { root: { maxHeight: 360 } } }}
    />
  );
}
