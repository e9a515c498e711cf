import { useState } from 'react';
import { CallError } from '#kit/web/send.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { bodyOf, type Detail, type Draft, type Item } from './draft.ts';
import { CHECK, focusInput, gapsOf, NO_PROBLEMS, refusalsOf, type Problems } from './problems.ts';
import { tellSaved } from './use-release.ts';

interface Saved {
  readonly draft: Draft;
  readonly item: Item | undefined;
  readonly stored: Detail | null;
  readonly onClose: () => void;
}
/** Saves a draft. What is missing is told once somebody tried to, what the server refused until something is changed. */
export function useSave({ draft, item, stored, onClose }: Saved) {
  const [isTried, setIsTried] = useState(false);
  const [refused, setRefused] = useState<Problems>(NO_PROBLEMS);
  const create = useWrite(api.rule.create, { refreshes: [api.ruleType.report] });
  const update = useWrite(api.rule.update, { refreshes: [api.ruleType.report] });
  // errors are shown by the request layer, and at the inputs that they are about
  const refuse = (error: unknown) => {
    const problems = refusalsOf(error instanceof CallError ? error.detail : null);
    setRefused(problems);
    for (const id of [...problems.keys()].slice(0, 1)) focusInput(id);
    return null;
  };
  const save = async () => {
    setIsTried(true);
    const whole = bodyOf(draft, item);
    const [first] = gapsOf(draft, item).keys();
    if (!whole || first !== undefined) {
      focusInput(first ?? CHECK);
      return;
    }
    const done = stored
      ? await update.mutateAsync({ params: { id: stored.id }, body: { ...whole, version: stored.version } }).catch(refuse)
      : await create.mutateAsync({ body: whole }).catch(refuse);
    if (done === null) return;
    await tellSaved('id' in done ? done.id : stored!.id, draft.isOn ? '1' : '0');
    onClose();
  };
  return {
    save,
    isBusy: create.isPending || update.isPending,
    problems: isTried ? new Map([...gapsOf(draft, item), ...refused]) : refused,
    forget: () => setRefused(NO_PROBLEMS),
  };
}
