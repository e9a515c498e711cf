import { Select } from 'antd';
import { useMemo } from 'react';
import { system } from '#modules/system/contract/index.ts';
import { createClient } from '#kit/web/client.ts';
import type { FieldProps } from '#kit/web/form/types.ts';
import { send } from '#kit/web/send.ts';
import type { Option, TreeOption } from '#kit/web/table/types.ts';
import { buildTree, type Node } from '#kit/web/tree/tree-data.ts';
import { useCall } from '#kit/web/use-call.ts';
import { areaChoices, type AreaChoice } from '../../core/areas.ts';
import { api } from '../api.ts';

const { dept } = /* @__PURE__ */ createClient({ dept: system.dept }, send);
/** organisation and areas change with a reform, not with the minute */
const MINUTES_5 = 300_000;

/** 分公司 as choices of a filter. */
export function useBranches(): readonly Option[] {
  const { data } = useCall(api.practicingQualification.branches, {}, { staleTime: MINUTES_5 });
  return useMemo(() => (data ?? []).map(({ id, name }) => ({ value: id, label: name })), [data]);
}
/** 分公司 as choices of a form. */
export const loadBranches = async (): Promise<Option[]> =>
  (await api.practicingQualification.branches({})).map(({ id, name }) => ({ value: id, label: name }));

const toOption = ({ value, label, children }: AreaChoice): TreeOption => ({
  value,
  label,
  ...(children && { children: children.map(toOption) }),
});
/** Provinces with their cities as choices of a filter. */
export function useAreas(): readonly TreeOption[] {
  const { data } = useCall(api.area.tree, {}, { staleTime: MINUTES_5 });
  return useMemo(() => areaChoices(data ?? [], 2).map(toOption), [data]);
}

export interface Dept {
  id: string;
  parentId: string;
  deptName: string;
  status: string;
}
/** Disabled departments are shown, because others hang below them, but cannot be chosen. */
export const deptOption = ({ id, deptName, status, children }: Node<Dept>): TreeOption => ({
  value: id,
  label: status === '0' ? `${deptName}（已禁用）` : deptName,
  ...(status === '0' && { disabled: true }),
  ...(children && { children: children.map(deptOption) }),
});
const parentOf = (row: Dept) => row.parentId;

/** Departments of the platform as a tree. */
export const loadDepts = async (): Promise<TreeOption[]> => buildTree<Dept>(await dept.list(), parentOf).map(deptOption);

/** Names in order: typed one after the other, or pasted with separators. */
export function PeopleInput({ id, value, onChange, disabled, placeholder }: FieldProps & { placeholder: string }) {
  return (
    <Select
      id={id}
      mode="tags"
      open={false}
      suffixIcon={null}
      disabled={disabled}
      placeholder={placeholder}
      tokenSeparators={['、', '，', ',', '；', ';', ' ']}
      value={(value as string[] | null | undefined) ?? []}
      onChange={(names: string[]) => onChange?.(names.map((name) => name.trim()).filter(Boolean))}
    />
  );
}
