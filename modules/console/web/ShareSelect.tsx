import { Select } from 'antd';
import { useState } from 'react';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { useCall } from '#kit/web/use-call.ts';
import { dept } from '#modules/system/contract/dept.ts';
import { role } from '#modules/system/contract/role.ts';
import { user } from '#modules/system/contract/user.ts';

const organisation = createClient({ dept, role, user }, send);

interface ShareSelectProps {
  id?: string;
  value?: string[];
  onChange?: (ids: string[]) => void;
  type: 'dept' | 'role' | 'user';
}

/** Departments, roles or accounts that a query is shared with. */
export function ShareSelect({ id, value, onChange, type }: ShareSelectProps) {
  const [keyword, setKeyword] = useState('');
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const depts = useCall(organisation.dept.list, {}, { enabled: type === 'dept' });
  const roles = useCall(organisation.role.list, {}, { enabled: type === 'role' });
  const users = useCall(
    organisation.user.list,
    { query: keyword === '' ? {} : { keyword } },
    { enabled: type === 'user', keepPrevious: true },
  );
  const found =
    type === 'dept'
      ? (depts.data ?? []).map((row) => {
          const isClosed = row.status === '0';
          // a disabled department is kept where it was chosen, and not offered
          return {
            value: row.id,
            label: isClosed ? `${row.deptName}（已禁用）` : row.deptName,
            disabled: isClosed && !value?.includes(row.id),
          };
        })
      : type === 'role'
        ? (roles.data ?? []).map((row) => ({ value: row.id, label: row.roleName }))
        : (users.data ?? []).map((row) => ({ value: row.id, label: row.deptName ? `${row.nickname} · ${row.deptName}` : row.nickname }));
  // chosen accounts may be missing from the options, which are only the first hits: their names come from `names`
  const missing = (value ?? [])
    .filter((one) => !found.some((option) => option.value === one))
    .map((one) => ({ value: one, label: names.get(one) ?? '已选择' }));
  return (
    <Select
      id={id}
      mode="multiple"
      loading={depts.isFetching || roles.isFetching || users.isFetching}
      placeholder={type === 'user' ? '按姓名或用户名搜索' : '请选择，可输入名称搜索'}
      value={value}
      onChange={(ids: string[]) => {
        const labels = new Map([...found, ...missing].map((option) => [option.value, option.label]));
        setNames(new Map(ids.map((one) => [one, labels.get(one) ?? '已选择'])));
        onChange?.(ids);
      }}
      showSearch={type === 'user' ? { filterOption: false, onSearch: (text) => setKeyword(text.trim()) } : { optionFilterProp: 'label' }}
      options={[...found, ...missing]}
    />
  );
}
