import { useState } from 'react';
import { offer, toast } from '#kit/web/dialog.tsx';
import { useCan } from '#kit/web/can.tsx';
import { useRefresh, useWrite } from '#kit/web/use-call.ts';
import type { CandidateDetail, Survival } from '../../contract/match.ts';
import { api } from '../api.ts';

/** What will become of one attribute. */
export interface Kept {
  readonly columnName: string;
  readonly label: string;
  readonly rule: Survival;
  /** the record whose value is kept; null: nobody has chosen, or the rule decides behind a mask */
  readonly recordId: string | null;
  readonly agrees: number;
  /** the value is chosen by rule but who gave it is not told */
  readonly isHidden: boolean;
  readonly isOpen: boolean;
}

/** What a merge changes; the group itself is none any more and is not asked for again. */
const ALL = [api.match.page, api.match.rule, api.merge.page, api.data.page, api.model.list, api.facts.summary] as const;

/** A group as it is being reviewed: what a person chose on top of the rules, and what can be done with it. */
export function useReview(group: CandidateDetail, onDone: () => void) {
  const can = useCan();
  const refresh = useRefresh();
  const [rules, setRules] = useState<Readonly<Record<string, Survival>>>({});
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const done = (): void => {
    void refresh(...ALL);
    onDone();
  };
  const undo = useWrite(api.merge.undo, { onSuccess: () => (toast.success('已撤销，记录与合并前完全一致'), void refresh(...ALL)) });
  const merge = useWrite(api.merge.create, {
    onSuccess: ({ id }) => {
      if (can(api.merge.undo)) offer(`已合并 ${group.records.length} 条记录`, '撤销', () => undo.mutate({ params: { id } }));
      else toast.success(`已合并 ${group.records.length} 条记录`);
      done();
    },
  });
  const decide = useWrite(api.match.decide, { onSuccess: done });
  const kept = group.choices.map((choice): Kept => {
    const picked = chosen[choice.columnName];
    const rule = picked ? 'manual' : (rules[choice.columnName] ?? choice.rule);
    const recordId = picked ?? choice.byRule.find((one) => one.rule === rule)?.recordId ?? null;
    const values = group.records.map((record) => record.values[choice.columnName]);
    const hasValue = values.some((value) => value !== null && value !== '');
    const isHidden = recordId === null && rule !== 'manual' && hasValue;
    const own = recordId === null ? null : group.records.find(({ id }) => id === recordId)?.values[choice.columnName];
    return {
      columnName: choice.columnName,
      label: choice.label,
      rule,
      recordId,
      agrees: values.filter((value) => value !== null && value === own).length,
      isHidden,
      isOpen: recordId === null && rule === 'manual' && hasValue,
    };
  });
  return {
    kept,
    open: kept.filter(({ isOpen }) => isOpen),
    isBusy: merge.isPending || decide.isPending,
    choose: (columnName: string, recordId: string) => setChosen((old) => ({ ...old, [columnName]: recordId })),
    follow: (columnName: string, rule: Survival) => {
      setRules((old) => ({ ...old, [columnName]: rule }));
      setChosen(({ [columnName]: _, ...rest }) => rest);
    },
    chooseAll: (recordId: string) => setChosen(Object.fromEntries(group.choices.map(({ columnName }) => [columnName, recordId]))),
    merge: () =>
      merge.mutate({ params: { modelId: group.modelId }, body: { candidateId: group.id, rules: { ...rules }, chosen: { ...chosen } } }),
    decide: (decision: 'never' | 'later' | 'open') => decide.mutate({ params: { id: group.id }, body: { decision } }),
    split: (recordId: string) => decide.mutate({ params: { id: group.id }, body: { decision: 'split', recordId } }),
  };
}
export type Review = ReturnType<typeof useReview>;
