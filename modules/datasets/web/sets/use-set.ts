import { useQueries } from '@tanstack/react-query';
import type { CallError } from '#kit/web/send.ts';
import { callKey, useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from './api.ts';

export type SetFields = CallReply<typeof api.dataSet.fields>;

const FRESH_MS = 15_000;

/** What builders need of several data sets, those that are loaded, by id. */
export function useSets(ids: readonly string[]): ReadonlyMap<string, SetFields> {
  return useQueries({
    queries: [...new Set(ids)].map((id) => ({
      queryKey: callKey(api.dataSet.fields, { params: { id } }),
      queryFn: ({ signal }: { signal: AbortSignal }) => api.dataSet.fields({ params: { id } }, { signal, quiet: true, overlay: false }),
      staleTime: FRESH_MS,
    })),
    combine: (answers) => new Map(answers.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
  });
}

/** What builders need of a data set: its fields, hierarchies and parameters. `id` null asks for nothing. */
export function useSet(id: string | null | undefined): {
  set: SetFields | null;
  isLoading: boolean;
  error: CallError | null;
  refetch: () => void;
} {
  const call = useCall(api.dataSet.fields, { params: { id: id ?? '' } }, { enabled: Boolean(id), staleTime: FRESH_MS });
  return {
    set: id ? (call.data ?? null) : null,
    isLoading: Boolean(id) && call.isLoading,
    error: id ? call.error : null,
    refetch: () => void call.refetch(),
  };
}
