import { Select } from 'antd';
import { useState } from 'react';
import { createClient } from '#kit/web/client.ts';
import type { FieldProps } from '#kit/web/form/types.ts';
import { send } from '#kit/web/send.ts';
import { useCall } from '#kit/web/use-call.ts';
import { user } from '#modules/system/contract/user.ts';

const people = createClient({ user: { list: user.list } }, send);

interface Props extends FieldProps {
  /** the present owner, who need not be among the first accounts that the server answers */
  present: { readonly id: string; readonly name: string } | null;
}

/** 负责人: one account; the server searches. */
export function OwnerSelect({ id, value, onChange, disabled, present }: Props) {
  const [keyword, setKeyword] = useState('');
  const users = useCall(people.user.list, { query: keyword.trim() === '' ? {} : { keyword: keyword.trim() } }, { keepPrevious: true });
  const found = (users.data ?? []).map((each) => ({ value: each.id, label: `${each.nickname}（${each.username}）` }));
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
