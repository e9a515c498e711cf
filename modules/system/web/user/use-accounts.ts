import { useState } from 'react';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { useCall } from '#kit/web/use-call.ts';
import { user } from '../../contract/user.ts';

// its own call alone: pages of other modules load this without the schemas of the whole module
const api = createClient({ user: { list: user.list } }, send);
const FRESH = 60_000;

/** A person to choose; `note` tells people of the same name apart. */
export interface AccountOption {
  readonly value: string;
  readonly label: string;
  readonly nickname: string;
  readonly note: string;
}

/**
 * Enabled accounts to choose from: the server searches among all of them by user name or nickname, within one department if asked, and names
 * those that are chosen already, which the search may not find. They stand first while nothing is searched for.
 */
export function useAccounts(chosenIds: readonly string[], deptId?: string) {
  const [keyword, setKeyword] = useState('');
  const query = { keyword: keyword.trim(), ...(deptId && { deptId }) };
  const found = useCall(api.user.list, { query }, { keepPrevious: true });
  const ids = chosenIds.join(',');
  const chosen = useCall(api.user.list, { query: { ids } }, { enabled: ids !== '', keepPrevious: true, staleTime: FRESH });
  const asOption = ({ id, nickname, username, deptName }: NonNullable<typeof found.data>[number]): AccountOption => ({
    value: id,
    label: `${nickname}（${username}）`,
    nickname,
    note: deptName ?? '',
  });
  const offered = (found.data ?? []).map(asOption);
  const known = new Set(offered.map((option) => option.value));
  const named = (chosen.data ?? []).map(asOption).filter((option) => !known.has(option.value));
  for (const { value } of named) known.add(value);
  // the server names enabled accounts only; an id would tell nobody anything
  const unnamed = chosen.data ? chosenIds.filter((id) => !known.has(id)) : [];
  const gone = unnamed.map((value): AccountOption => ({ value, label: '已禁用的账号', nickname: '已禁用的账号', note: '' }));
  return {
    options: keyword === '' ? [...named, ...gone, ...offered] : [...gone, ...offered],
    /** for the Select: what it looks like and how it searches */
    picker: {
      loading: found.isFetching,
      showSearch: { filterOption: false, onSearch: setKeyword } as const,
      placeholder: '按用户名或昵称搜索',
      notFoundContent: found.error ? found.error.message : undefined,
    },
  };
}
