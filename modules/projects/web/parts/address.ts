import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { parseListState, writeListState, type Values } from '#kit/web/table/list-state.ts';
import { useChangeAddress } from '#kit/web/address.ts';

/** One parameter of the page's address beside those of the list; setting it to null takes it out. */
export function useAddress(name: string): readonly [string | null, (value: string | null) => void] {
  const [search] = useSearchParams();
  const change = useChangeAddress();
  const set = useCallback((value: string | null) => change({ [name]: value }), [name, change]);
  return [search.get(name), set];
}

/** Narrows the list of the page, and shows it if the calendar was in its place: what a figure of <StatHeader> does. */
export function usePick(): (values: Values) => void {
  const change = useChangeAddress();
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
  const change = useChangeAddress();
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
