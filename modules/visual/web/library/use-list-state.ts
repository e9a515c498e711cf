import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { addressNow } from '#kit/web/address-now.ts';

/** What the address says about the wall; it holds all of it, so that a link or the way back shows the same. */
export interface ListState {
  readonly keyword: string;
  readonly folder: string | null;
  readonly view: 'all' | 'mine' | 'shared' | 'starred';
  readonly filter: string | null;
  readonly sort: string;
  readonly page: number;
  readonly limit: number;
  readonly isTable: boolean;
  readonly isCreating: boolean;
}
const VIEWS = ['mine', 'shared', 'starred'] as const;
const SORTS = ['-updateTime', '-createTime', 'name'];
const PAGE_SIZE = 30;

/** A hidden tab keeps what it showed: the address belongs to the tab in front. */
export function useListState(): [
  ListState,
  (change: Partial<Record<'keyword' | 'folder' | 'view' | 'filter' | 'sort' | 'page' | 'limit' | 'as' | 'create', string | null>>) => void,
  boolean,
] {
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const [own] = useState(pathname);
  const [kept, setKept] = useState(search);
  const isHere = pathname === own;
  if (isHere && kept.toString() !== search.toString()) setKept(search);
  const at = isHere ? search : kept;
  const sort = at.get('sort');
  const state: ListState = {
    keyword: at.get('keyword') ?? '',
    folder: at.get('folder'),
    view: VIEWS.find((one) => one === at.get('view')) ?? 'all',
    filter: at.get('filter'),
    sort: sort !== null && SORTS.includes(sort) ? sort : SORTS[0]!,
    page: Math.max(1, Math.trunc(Number(at.get('page'))) || 1),
    limit: Math.min(200, Math.max(10, Math.trunc(Number(at.get('limit'))) || PAGE_SIZE)),
    isTable: at.get('as') === 'list',
    isCreating: at.get('create') === '1',
  };
  const change: ReturnType<typeof useListState>[1] = (wish) =>
    setSearch(
      (shown) => {
        const next = new URLSearchParams(addressNow(own, shown));
        for (const [name, value] of Object.entries('page' in wish ? wish : { ...wish, page: null }))
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [state, change, isHere];
}
