import { useCallback, useState } from 'react';
import { useLocation, useSearchParams, type NavigateOptions } from 'react-router';

/** Parameters of an address by name; what is empty leaves it. */
export type AddressValues = Readonly<Record<string, string | null | undefined>>;
export type ChangeAddress = (change: AddressValues | ((now: URLSearchParams) => URLSearchParams), options?: NavigateOptions) => void;

/**
 * Changes the parameters of the page's address: some of them, or all by a function of what they are. Each change begins from the address of
 * that moment, not from the one that is shown: a change of a moment ago stands there already, and on a busy machine the next one comes before
 * it is drawn.
 */
export function useChangeAddress(): ChangeAddress {
  const { pathname } = useLocation();
  const [, setSearch] = useSearchParams();
  return useCallback(
    (change, options) =>
      setSearch((shown) => {
        const now = window.location.pathname === pathname ? new URLSearchParams(window.location.search) : shown;
        if (typeof change === 'function') return change(now);
        for (const [name, value] of Object.entries(change))
          if (value === null || value === undefined || value === '') now.delete(name);
          else now.set(name, value);
        return now;
      }, options),
    [pathname, setSearch],
  );
}

/**
 * The parameters of the address as this page sees them: one that is kept alive in a hidden tab keeps what it showed, because the address
 * belongs to the tab in front. `isHere` tells whether that is this page.
 */
export function useOwnSearch(): { readonly search: URLSearchParams; readonly isHere: boolean } {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const [own] = useState(pathname);
  const [kept, setKept] = useState(search);
  const isHere = pathname === own;
  if (isHere && kept.toString() !== search.toString()) setKept(search);
  return { search: isHere ? search : kept, isHere };
}
