import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { linesOf, type Group, type Value } from './layout.ts';

const TODO: readonly Group[] = ['left', 'proposed'];
const ALL: readonly Group[] = ['left', 'proposed', 'mapped'];
/** As many as one call maps. */
const MOST = 500;

/** The calls that change a contrast; each is told and read again. */
function useWork() {
  const refreshes = [api.mapping.get, api.contrast.stat, api.contrast.page];
  const manual = useWrite(api.mapping.manual, { refreshes });
  const cancel = useWrite(api.mapping.cancel, { refreshes, onSuccess: () => toast.success('已取消对照') });
  const reject = useWrite(api.mapping.reject, { refreshes });
  const auto = useWrite(api.mapping.auto, {
    refreshes,
    onSuccess: ({ mapped, proposed, left }) =>
      toast.success(`已对照 ${count(mapped)} 个，建议 ${count(proposed)} 个，${count(left)} 个没有相近项`),
  });
  const collect = useWrite(api.contrastDict.collect, {
    refreshes,
    onSuccess: ({ values, added }) => toast.success(`采集到 ${count(values)} 个取值${added > 0 ? `，其中 ${count(added)} 个是新的` : ''}`),
  });
  const isBusy = [manual, cancel, reject, auto, collect].some(({ isPending }) => isPending);
  return { manual, cancel, reject, auto, collect, isBusy };
}

/** Which value is looked at, which item is meant, and which proposals are ticked. */
function useChoice(order: readonly Value[]) {
  const [selected, setSelected] = useState<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const [unchecked, setUnchecked] = useState<ReadonlySet<string>>(new Set());
  const select = (id: string | null) => {
    setSelected(id);
    setTarget(null);
  };
  const step = (by: 1 | -1): Value | undefined => {
    const at = order.findIndex(({ id }) => id === selected);
    const next = order[at < 0 ? 0 : Math.min(order.length - 1, Math.max(0, at + by))];
    if (next) select(next.id);
    return next;
  };
  const toggle = (id: string) =>
    setUnchecked((old) => (old.has(id) ? new Set([...old].filter((one) => one !== id)) : new Set([...old, id])));
  return { selected, select, step, target, setTarget, toggle, isChecked: (id: string) => !unchecked.has(id) };
}

/** What the page of a contrast knows and does. */
export function useMapping(contrastId: string) {
  const params = { contrastId };
  const answer = useCall(api.mapping.get, { params }, { keepPrevious: true });
  const contrast = useCall(api.contrast.get, { params: { id: contrastId } });
  const stat = useCall(api.contrast.stat, { query: { columnId: contrast.data?.columnId ?? '' } }, { enabled: contrast.data !== undefined });
  const [filter, setFilter] = useState<'todo' | 'all'>('all');
  const left = answer.data?.left ?? [];
  const shown = linesOf(left, filter === 'todo' ? TODO : ALL);
  const choice = useChoice(shown.lines.flatMap((line) => (line.kind === 'row' ? [line.row] : [])));
  const { manual, cancel, reject, auto, collect, isBusy } = useWork();
  const value = left.find(({ id }) => id === choice.selected) ?? null;
  const checked = left.filter((one) => one.proposed && choice.isChecked(one.id));
  return {
    answer,
    contrast: contrast.data,
    stat: stat.data?.data[0],
    filter,
    setFilter,
    shown,
    ...choice,
    value,
    checked,
    collect: () => collect.mutate({ params }),
    auto: () => auto.mutate({ params }),
    accept: (targetId: string) => value && manual.mutate({ body: { endpoints: [{ sourceId: value.id, targetId }] } }),
    acceptAll: () =>
      manual.mutate(
        { body: { endpoints: checked.slice(0, MOST).map((one) => ({ sourceId: one.id, targetId: one.candidates[0]!.id })) } },
        { onSuccess: ({ mapped }) => toast.success(`已接受 ${count(mapped)} 条建议`) },
      ),
    reject: (targetId: string | null) => value && reject.mutate({ params: { contrastDictId: value.id }, body: { targetId } }),
    cancel: () => value && cancel.mutate({ params: { contrastDictId: value.id } }),
    isBusy,
  };
}
export type Mapping = ReturnType<typeof useMapping>;
