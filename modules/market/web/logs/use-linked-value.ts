import { useEffect } from 'react';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { parseListState, writeListState } from '#kit/web/table/list-state.ts';

/** Lets an address name one value that a list is searched by, `?traceId=…`: other pages and people's notes need not know how lists write them. */
export function useLinkedValue(name: string, field: string): void {
  const { search, isHere } = useOwnSearch();
  const change = useChangeAddress();
  const linked = search.get(name);
  useEffect(() => {
    if (linked === null || !isHere) return;
    change(
      (now) => {
        const next = writeListState({ ...parseListState(now), values: { [field]: linked }, page: 1 }, now);
        next.delete(name);
        return next;
      },
      { replace: true },
    );
  }, [linked, isHere, change, name, field]);
}
