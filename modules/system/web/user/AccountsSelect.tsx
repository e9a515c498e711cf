import { Select } from 'antd';
import { useState } from 'react';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { useCall } from '#kit/web/use-call.ts';
import { user } from '../../contract/user.ts';

const api = createClient({ user: { list: user.list } }, send);

interface AccountsSelectProps {
  id?: string;
  label: string;
  /** a field of a form gives these two */
  value?: readonly string[];
  onChange?: (ids: string[]) => void;
  status?: 'error' | undefined;
  /** accounts that are not offered */
  without?: readonly string[];
}

const asOption = ({ id, nickname, username }: { id: string; nickname: string; username: string }) => ({
  value: id,
  label: `${nickname}（${username}）`,
});

/** Several enabled accounts; the server searches among all of them and names those that are chosen already. */
export function AccountsSelect({ id, label, value = [], onChange, status, without = [] }: AccountsSelectProps) {
  const [keyword, setKeyword] = useState('');
  const found = useCall(api.user.list, { query: { keyword: keyword.trim() } }, { keepPrevious: true });
  const ids = value.join(',');
  const chosen = useCall(api.user.list, { query: { ids } }, { enabled: ids !== '', keepPrevious: true, staleTime: 60_000 });
  const offered = (found.data ?? []).filter((one) => !without.includes(one.id)).map(asOption);
  const known = new Set(offered.map((option) => option.value));
  // those that are chosen stand first: the search may not find them
  const named = (chosen.data ?? []).map(asOption).filter((option) => !known.has(option.value));
  return (
    <Select<string[]>
      id={id}
      aria-label={label}
      mode="multiple"
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      placeholder="按用户名或昵称搜索"
      status={status}
      notFoundContent={found.error ? found.error.message : undefined}
      value={[...value]}
      onChange={onChange}
      options={keyword === '' ? [...named, ...offered] : offered}
    />
  );
}
