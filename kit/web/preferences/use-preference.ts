import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback, useEffect, useMemo, useRef } from 'react';
import * as z from 'zod';

/** Storage of user preferences; the program provides one backed by the server. */
export interface PreferenceStore {
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<unknown>;
}

const memory = new Map<string, unknown>();
const inMemory: PreferenceStore = {
  read: (key) => Promise.resolve(memory.get(key) ?? null),
  write: (key, value) => Promise.resolve(memory.set(key, value)),
};
const StoreContext = createContext<PreferenceStore>(inMemory);
export const PreferenceProvider = StoreContext.Provider;

const WAIT_MS = 600;

interface Definition<T> {
  key: string;
  /** raise it when the stored shape changes; older values are then discarded */
  schemaVersion: number;
  schema: z.ZodType<T>;
  fallback: T;
}

/**
 * A preference of the signed-in user, stored on the server: `[value, set, ready]`. Writes are debounced. A stored value of another schema
 * version, or an invalid one, counts as absent.
 */
export function usePreference<T>({ key, schemaVersion, schema, fallback }: Definition<T>): readonly [T, (next: T) => void, boolean] {
  const store = use(StoreContext);
  const client = useQueryClient();
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; value: T } | null>(null);
  const { data, isFetched } = useQuery({
    queryKey: ['kit.preference', key],
    queryFn: () => store.read(key),
    staleTime: Infinity,
    retry: false,
  });

  const flush = useCallback(() => {
    if (!pending.current) return;
    clearTimeout(pending.current.timer);
    const { value } = pending.current;
    pending.current = null;
    // failures are ignored: the value stays in the page until reload
    void store.write(key, { schemaVersion, value }).catch(() => undefined);
  }, [store, key, schemaVersion]);
  useEffect(() => flush, [flush]);

  const set = useCallback(
    (next: T) => {
      client.setQueryData(['kit.preference', key], { schemaVersion, value: next });
      if (pending.current) clearTimeout(pending.current.timer);
      pending.current = { value: next, timer: setTimeout(flush, WAIT_MS) };
    },
    [client, key, schemaVersion, flush],
  );

  const value = useMemo(() => {
    const parsed = z.object({ schemaVersion: z.literal(schemaVersion), value: schema }).safeParse(data);
    return parsed.success ? parsed.data.value : fallback;
  }, [data, schemaVersion, schema, fallback]);
  return [value, set, isFetched];
}
