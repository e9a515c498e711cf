import { Segmented, Select } from 'antd';
import { useState } from 'react';
import { useCall } from '#kit/web/use-call.ts';
import type { FieldRight } from '../../../contract/approval.ts';
import { api } from '../../api.ts';

interface FieldRightsProps {
  rights: Readonly<Record<string, FieldRight>>;
  onChange: (rights: Record<string, FieldRight> | undefined) => void;
}
const OPTIONS = [
  { value: 'read', label: '只读' },
  { value: 'edit', label: '修改' },
  { value: 'hide', label: '隐藏' },
] as const;

const countOf = (fields: readonly { readonly name: string }[], rights: Readonly<Record<string, FieldRight>>): number =>
  fields.filter(({ name }) => name in rights).length;

/** 字段权限: what the approvers of a node do with each field of the record. */
export function FieldRights({ rights, onChange }: FieldRightsProps) {
  const types = useCall(api.business.types, {}).data ?? [];
  const [code, setCode] = useState<string | null>(null);
  // the kind of record that has most of the fields that are set already
  const known = types.toSorted((a, b) => countOf(b.fields, rights) - countOf(a.fields, rights));
  const type = types.find((one) => one.code === code) ?? known[0];
  const fields = type?.fields ?? [];
  const others = Object.keys(rights).filter((name) => !fields.some((field) => field.name === name));
  const shown = [...fields, ...others.map((name) => ({ name, label: name }))];
  const set = (name: string, right: FieldRight) => {
    const next = Object.fromEntries(Object.entries({ ...rights, [name]: right }).filter(([, value]) => value !== 'read'));
    onChange(Object.keys(next).length > 0 ? next : undefined);
  };
  return (
    <fieldset className="tree-rights">
      <legend>字段权限</legend>
      {types.length > 1 && (
        <Select
          aria-label="单据类型"
          value={type?.code}
          options={types.map((one) => ({ value: one.code, label: one.name }))}
          onChange={setCode}
        />
      )}
      {shown.map(({ name, label }) => (
        <div key={name}>
          <span>{label}</span>
          <Segmented<FieldRight>
            size="small"
            aria-label={`${label}的权限`}
            options={[...OPTIONS]}
            value={rights[name] ?? 'read'}
            onChange={(right) => set(name, right)}
          />
        </div>
      ))}
    </fieldset>
  );
}
