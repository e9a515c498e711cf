import { Select } from 'antd';
import { useState } from 'react';
import type { FieldProps } from '#kit/web/form/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

interface LeaderSelectProps extends FieldProps {
  /** the present leader, who need not be among the first accounts that the server answers */
  present: { id: string; name: string } | null;
}

/** One enabled account; the server searches, it answers the first 200 only. */
export function LeaderSelect({ id, value, onChange, disabled, present }: LeaderSelectProps) {
  const [keyword, setKeyword] = useState('');
  const users = useCall(api.user.list, { query: { keyword: keyword.trim() } }, { keepPrevious: true });
  const found = (users.data ?? []).map((user) => ({ value: user.id, label: `${user.nickname}（${user.username}）` }));
  const isAbsent = present !== null && keyword === '' && !found.some((option) => option.value === present.id);
  return (
    <Select<string>
      id={id}
      disabled={disabled}
      loading={users.isFetching}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      placeholder="按用户名或昵称搜索"
      notFoundContent={users.error ? users.error.message : undefined}
      value={(value as string | null) ?? undefined}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      options={isAbsent ? [{ value: present.id, label: present.name }, ...found] : found}
    />
  );
}
