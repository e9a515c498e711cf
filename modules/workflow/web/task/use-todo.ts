import { useEffect, useEffectEvent, useState } from 'react';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { onPush } from '#kit/web/push.ts';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

export const PAGE_SIZE = 20;
/** Views of the inbox that everybody has. */
export const VIEWS = [
  { key: 'todo', label: '待我办理' },
  { key: 'claimable', label: '待签收' },
  { key: 'overdue', label: '逾期' },
  { key: 'dueToday', label: '今天到期' },
] as const;
export type ViewKey = (typeof VIEWS)[number]['key'];
/** What the list is narrowed by, as it stands in the address. */
export const FILTERS = ['businessCode', 'categoryId', 'starter', 'beginTime', 'endTime'] as const;
export type Filters = Readonly<Partial<Record<(typeof FILTERS)[number], string>>>;

/** The open tasks of the person, a page of them, as the address narrows them. */
export function useTodo() {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const [page, setPage] = useState(1);
  const title = search.get('title') ?? '';
  const view = VIEWS.find(({ key }) => key === search.get('view'))?.key ?? 'todo';
  const filters: Filters = Object.fromEntries(FILTERS.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])));
  const narrowed = { ...filters, ...(title.trim() && { title: title.trim() }), ...(view !== 'todo' && { [view]: '1' as const }) };
  const tasks = useCall(api.flowTask.todo, { query: { pageNum: page, pageSize: PAGE_SIZE, ...narrowed } }, { keepPrevious: true });
  const counts = useCall(api.flowTask.counts, {});
  useRenewal();
  const narrow = (next: Record<string, string | null>) => {
    change({ ...next, open: null }, { replace: true });
    setPage(1);
  };
  return {
    rows: tasks.data?.data ?? [],
    total: tasks.data?.total ?? null,
    error: tasks.error,
    retry: () => void tasks.refetch(),
    counts: counts.data ?? null,
    page,
    setPage,
    title,
    view,
    filters,
    isNarrowed: Object.keys(narrowed).length > 0,
    narrow,
    clear: () => narrow(Object.fromEntries(['title', 'view', ...FILTERS].map((name) => [name, null]))),
  };
}
export type Todo = ReturnType<typeof useTodo>;

/** New tasks come by themselves. */
function useRenewal(): void {
  const refresh = useRefresh();
  const renew = useEffectEvent(() => void refresh(api.flowTask.todo));
  useEffect(() => {
    const ends = [onPush('todo', () => renew()), onPush('missed', () => renew())];
    return () => ends.forEach((end) => end());
  }, []);
}
