import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback } from 'react';

/** 字典项: `itemText` is the stored code, `itemValue` the label. */
export interface DictItem {
  itemText: string;
  itemValue: string;
}
export type DictLoader = (code: string) => Promise<readonly DictItem[]>;

const NO_ITEMS: readonly DictItem[] = [];
const LoaderContext = createContext<DictLoader>(() => Promise.resolve(NO_ITEMS));

/** Where dictionaries come from; the program gives `(dictCode) => api.dict.byCode(...)` once. */
export const DictSource = LoaderContext.Provider;

/** first part of the cache keys of dictionaries */
export const DICT_KEY = 'kit.dict';
const FRESH_MS = 5 * 60_000;

export interface Dict {
  items: readonly DictItem[];
  loading: boolean;
  /** label of a code; empty while the dictionary loads, the code itself when unknown */
  label(code: unknown): string;
}

/** A dictionary by code, cached; without a code it is empty. */
export function useDict(code: string | undefined): Dict {
  const load = use(LoaderContext);
  const { data = NO_ITEMS, isLoading } = useQuery({
    queryKey: [DICT_KEY, code],
    queryFn: () => load(code ?? ''),
    enabled: code !== undefined,
    staleTime: FRESH_MS,
  });
  const label = useCallback(
    (value: unknown) => (isLoading ? '' : (data.find((item) => item.itemText === String(value))?.itemValue ?? String(value ?? ''))),
    [data, isLoading],
  );
  return { items: data, loading: isLoading, label };
}

/** Invalidates cached dictionaries, after an edit or a push message. */
export function useRefreshDicts(): (code?: string) => Promise<void> {
  const client = useQueryClient();
  return useCallback((code) => client.invalidateQueries({ queryKey: code === undefined ? [DICT_KEY] : [DICT_KEY, code] }), [client]);
}
