import { useCallback, useState } from 'react';
import { useLocation, useSearchParams, type NavigateOptions } from 'react-router';

/** Query parameters by name; empty values are removed from the URL. */
export type AddressValues = Readonly<Record<string, string | null | undefined>>;
export type ChangeAddress = (change: AddressValues | ((now: URLSearchParams) => URLSearchParams), options?: NavigateOptions) => void;

/**
 * Updates query parameters of the current URL, partially or by a function of the present ones. Reads the URL at call time rather than the
 * rendered one, so that two changes before the next render do not overwrite each other.
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
 * Query parameters as seen by this page. A page kept alive in a hidden tab keeps its last parameters, because the URL belongs to the active
 * tab; `isHere` tells whether that is this page.
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
