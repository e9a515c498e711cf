import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { addressNow } from '#kit/web/address-now.ts';
import { parseListState, writeListState, type Values } from '#kit/web/table/list-state.ts';

/** Changes the address of the page, beginning from what it is at that moment. */
function useChange(): (change: (now: URLSearchParams) => URLSearchParams) => void {
  const { pathname } = useLocation();
  const [, setSearch] = useSearchParams();
  return useCallback((change) => setSearch((shown) => change(addressNow(pathname, shown))), [pathname, setSearch]);
}

/** One parameter of the page's address beside those of the list; setting it to null takes it out. */
export function useAddress(name: string): readonly [string | null, (value: string | null) => void] {
  const [search] = useSearchParams();
  const change = useChange();
  const set = useCallback(
    (value: string | null) =>
      change((now) => {
        const next = new URLSearchParams(now);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      }),
    [name, change],
  );
  return [search.get(name), set];
}

/** Narrows the list of the page, and shows it if the calendar was in its place: what a figure of <StatHeader> does. */
export function usePick(): (values: Values) => void {
  const change = useChange();
  return useCallback(
    (values) =>
      change((now) => {
        const next = writeListState({ ...parseListState(now), values, view: '', page: 1 }, now);
        for (const name of ['face', 'month', 'day']) next.delete(name);
        return next;
      }),
    [change],
  );
}

/** Leads from a record back to its list as it was, without the tab that was open in the record. */
export function useBackToList(): () => void {
  const change = useChange();
  return useCallback(
    () =>
      change((now) => {
        const next = writeListState({ ...parseListState(now), opened: null }, now);
        next.delete('tab');
        return next;
      }),
    [change],
  );
}
