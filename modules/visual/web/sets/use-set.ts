import type { CallError } from '#kit/web/send.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from './api.ts';

export type SetFields = CallReply<typeof api.dataSet.fields>;

/** What builders need of a data set: its fields, hierarchies and parameters. `id` null asks for nothing. */
export function useSet(id: string | null | undefined): {
  set: SetFields | null;
  isLoading: boolean;
  error: CallError | null;
  refetch: () => void;
} {
  const call = useCall(api.dataSet.fields, { params: { id: id ?? '' } }, { enabled: Boolean(id), staleTime: 15_000 });
  return {
    set: id ? (call.data ?? null) : null,
    isLoading: Boolean(id) && call.isLoading,
    error: id ? call.error : null,
    refetch: () => void call.refetch(),
  };
}
