import { useMemo, useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { linesOf, type Group, type Value } from './layout.ts';
import { useUndo } from './use-undo.ts';
import { useWork, type Work } from './use-work.ts';

const TODO: readonly Group[] = ['left', 'proposed'];
const ALL: readonly Group[] = ['left', 'proposed', 'mapped'];
/** As many as one call maps. */
const MAX = 500;
const NONE: readonly Value[] = [];

/** Which values are shown: those to be done or all, narrowed by a word. */
function useShown(left: readonly Value[]) {
  const [filter, setFilter] = useState<'todo' | 'all'>('all');
  const [keyword, setKeyword] = useState('');
  const shown = useMemo(() => {
    const word = keyword.trim().toLowerCase();
    const has = (text: string | null) => text?.toLowerCase().includes(word) === true;
    const found = word === '' ? left : left.filter(({ colCode, colName }) => has(colCode) || has(colName));
    return linesOf(found, filter === 'todo' ? TODO : ALL);
  }, [left, filter, keyword]);
  const order = useMemo(() => shown.lines.flatMap((line) => (line.kind === 'row' ? [line.row] : [])), [shown]);
  return { filter, setFilter, keyword, setKeyword, shown, order };
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
  /** `by` values further down, as far as there are any; the first one when none is chosen */
  const step = (by: number): void => {
    const at = order.findIndex(({ id }) => id === selected);
    const next = order[at < 0 ? 0 : Math.min(order.length - 1, Math.max(0, at + by))];
    if (next) select(next.id);
  };
  /** the value that is to be done after this one; the one before it when there is none */
  const nextOpen = (id: string): string | null => {
    const at = order.findIndex((one) => one.id === id);
    const isOpen = (one: Value) => one.id !== id && one.status === '0' && !one.isIgnored;
    return (order.slice(at + 1).find(isOpen) ?? order.slice(0, Math.max(0, at)).findLast(isOpen))?.id ?? null;
  };
  const toggle = (id: string) =>
    setUnchecked((old) => (old.has(id) ? new Set([...old].filter((one) => one !== id)) : new Set([...old, id])));
  return { selected, select, step, nextOpen, target, setTarget, toggle, isChecked: (id: string) => !unchecked.has(id) };
}

interface Doing {
  readonly work: Work;
  readonly choice: ReturnType<typeof useChoice>;
  readonly value: Value | null;
  readonly checked: readonly Value[];
}

/** What a person does with the chosen value; each of it can be taken back. */
function useDeeds({ work, choice, value, checked }: Doing) {
  const can = useCan();
  const history = useUndo(choice.select);
  const { manual, cancel, reject, restore } = work;
  const unmap = (ids: string[]) => cancel.mutateAsync({ body: { ids } });
  const remember = (valueId: string, what: string, undo: () => Promise<unknown>) => history.remember({ valueId, what, undo });
  const accept = (targetId: string) => {
    if (!value) return;
    const { id, colCode } = value;
    const next = choice.nextOpen(id);
    manual.mutate(
      { body: { endpoints: [{ sourceId: id, targetId }] } },
      {
        onSuccess: () => {
          if (can(api.mapping.cancel)) remember(id, `对照“${colCode ?? ''}”`, () => unmap([id]));
          choice.select(next ?? id);
        },
      },
    );
  };
  const acceptAll = () => {
    const taken = checked.slice(0, MAX);
    const endpoints = taken.map((one) => ({ sourceId: one.id, targetId: one.candidates[0]!.id }));
    const onSuccess = ({ mapped }: { mapped: number }) => {
      toast.success(`已接受 ${count(mapped)} 条建议`);
      const ids = taken.map(({ id }) => id);
      if (can(api.mapping.cancel)) remember(ids[0]!, `接受 ${count(mapped)} 条建议`, () => unmap(ids));
    };
    manual.mutate({ body: { endpoints } }, { onSuccess });
  };
  const undoMapping = () => {
    if (!value) return;
    const { id, colCode, contrastGbId } = value;
    const again = () => manual.mutateAsync({ body: { endpoints: [{ sourceId: id, targetId: contrastGbId! }] } });
    const onSuccess = () => {
      if (can(api.mapping.manual)) remember(id, `取消“${colCode ?? ''}”的对照`, again);
      toast.success('已取消对照');
    };
    cancel.mutate({ body: { ids: [id] } }, { onSuccess });
  };
  const refuse = (targetId: string | null) => {
    if (!value) return;
    const { id, colCode } = value;
    const next = choice.nextOpen(id);
    const takeBack = () => (targetId === null ? unmap([id]) : restore.mutateAsync({ params: { contrastDictId: id }, body: { targetId } }));
    const onSuccess = (now: Value) => {
      if (targetId !== null || can(api.mapping.cancel)) remember(id, `排除“${colCode ?? ''}”的建议`, takeBack);
      if (now.proposed) choice.setTarget(null);
      else choice.select(next ?? id);
    };
    reject.mutate({ params: { contrastDictId: id }, body: { targetId } }, { onSuccess });
  };
  return { accept, acceptAll, cancel: undoMapping, reject: refuse, undo: history.undo, canUndo: history.canUndo, forget: history.forget };
}

/** What the page of a contrast knows and does. */
export function useMapping(contrastId: string) {
  const work = useWork(contrastId);
  const { params, auto, collect, isBusy } = work;
  const answer = useCall(api.mapping.get, { params }, { keepPrevious: true });
  const contrast = useCall(api.contrast.get, { params: { id: contrastId } });
  const stat = useCall(api.contrast.stat, { query: { columnId: contrast.data?.columnId ?? '' } }, { enabled: contrast.data !== undefined });
  const left = answer.data?.left ?? NONE;
  const { order, ...list } = useShown(left);
  const choice = useChoice(order);
  const value = left.find(({ id }) => id === choice.selected) ?? null;
  const checked = left.filter((one) => one.proposed && choice.isChecked(one.id));
  const { forget, ...deeds } = useDeeds({ work, choice, value, checked });
  return {
    answer,
    contrast: contrast.data,
    stat: stat.data?.data[0],
    ...list,
    ...choice,
    value,
    checked,
    ...deeds,
    // what was done before a run over all values is no longer taken back one by one
    collect: () => collect.mutate({ params }, { onSuccess: forget }),
    auto: () => auto.mutate({ params }, { onSuccess: forget }),
    isBusy,
  };
}
export type Mapping = ReturnType<typeof useMapping>;
