import { useQueryClient } from '@tanstack/react-query';
import { toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { callKey, useRefresh, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import type { Value, View } from './layout.ts';

/** How far a column is mapped: small answers that every change makes stale. */
const RATES = [api.contrast.stat, api.contrast.page] as const;
const ALL = [api.mapping.get, ...RATES] as const;

/** The calls that change a contrast. Those that change some values put what is answered into the page; only the others read all of it again. */
export function useWork(contrastId: string) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const params = { contrastId };
  const put = (values: readonly Value[]) => {
    const now = new Map(values.map((value) => [value.id, value]));
    client.setQueryData<View>(
      callKey(api.mapping.get, { params }),
      (old) => old && { ...old, left: old.left.map((one) => now.get(one.id) ?? one) },
    );
    void refresh(...RATES);
  };
  // what the page shows may be stale when a change is refused
  const onError = () => void refresh(...ALL);
  const manual = useWrite(api.mapping.manual, { onError, onSuccess: ({ values }) => put(values) });
  const cancel = useWrite(api.mapping.cancelBatch, { onError, onSuccess: put });
  const reject = useWrite(api.mapping.reject, { onError, onSuccess: (value) => put([value]) });
  const restore = useWrite(api.mapping.restore, { onError, onSuccess: (value) => put([value]) });
  const auto = useWrite(api.mapping.auto, {
    refreshes: ALL,
    onSuccess: ({ mapped, proposed, left }) =>
      toast.success(`已对照 ${count(mapped)} 个，建议 ${count(proposed)} 个，${count(left)} 个没有相近项`),
  });
  const collect = useWrite(api.contrastDict.collect, {
    refreshes: ALL,
    onSuccess: ({ values, added }) => toast.success(`采集到 ${count(values)} 个取值${added > 0 ? `，其中 ${count(added)} 个是新的` : ''}`),
  });
  const isBusy = [manual, cancel, reject, restore, auto, collect].some(({ isPending }) => isPending);
  return { params, manual, cancel, reject, restore, auto, collect, isBusy };
}
export type Work = ReturnType<typeof useWork>;
