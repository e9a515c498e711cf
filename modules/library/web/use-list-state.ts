import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';

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

/** The state of a wall, how to change it, and whether its tab is in front. */
export function useListState(): [
  ListState,
  (change: Partial<Record<'keyword' | 'folder' | 'view' | 'filter' | 'sort' | 'page' | 'limit' | 'as' | 'create', string | null>>) => void,
  boolean,
] {
  const { search: at, isHere } = useOwnSearch();
  const changeAddress = useChangeAddress();
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
  const change: ReturnType<typeof useListState>[1] = (options) =>
    changeAddress('page' in options ? options : { ...options, page: null }, { replace: true });
  return [state, change, isHere];
}
