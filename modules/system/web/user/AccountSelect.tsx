import { Select } from 'antd';
import { useState } from 'react';
import { createClient } from '#kit/web/client.ts';
import type { FieldProps } from '#kit/web/form/types.ts';
import { send } from '#kit/web/send.ts';
import { useCall } from '#kit/web/use-call.ts';
import { user } from '../../contract/user.ts';

// its own call alone: pages of other modules load this without the schemas of the whole module
const api = createClient({ user: { list: user.list } }, send);

interface AccountSelectProps extends FieldProps {
  /** the present account, who need not be among the first that the server answers */
  present: { readonly id: string; readonly name: string } | null;
  /** name of the control where no label stands beside it */
  label?: string;
  /** the account itself, for those who also need its name */
  onPick?: (account: { readonly id: string; readonly name: string } | null) => void;
}

/** One enabled account; the server searches, it answers the first 200 only. */
export function AccountSelect({ id, value, onChange, onPick, disabled, present, label }: AccountSelectProps) {
  const [keyword, setKeyword] = useState('');
  const users = useCall(api.user.list, { query: { keyword: keyword.trim() } }, { keepPrevious: true });
  const found = (users.data ?? []).map((user) => ({ value: user.id, label: `${user.nickname}（${user.username}）` }));
  const isAbsent = present !== null && keyword === '' && !found.some((option) => option.value === present.id);
  return (
    <Select<string>
      id={id}
      aria-label={label}
      disabled={disabled}
      loading={users.isFetching}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      placeholder="按用户名或昵称搜索"
      notFoundContent={users.error ? users.error.message : undefined}
      value={(value as string | null) ?? undefined}
      onChange={(next: string | undefined) => {
        onChange?.(next ?? null);
        const account = (users.data ?? []).find((user) => user.id === next);
        onPick?.(account ? { id: account.id, name: account.nickname } : null);
      }}
      options={isAbsent ? [{ value: present.id, label: present.name }, ...found] : found}
    />
  );
}
