import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useUnsaved } from '#kit/web/unsaved.tsx';
import { api } from '../api.ts';
import { draftOf, EMPTY, problemsOf, sameDraft, STEPS, stepOf, type Draft, type Problems, type Step, type Stored } from './draft.ts';
import { useSave } from './use-save.tsx';

const NONE: Problems = new Map();

/** The API that is being written: what is typed, what is stored, what is wrong with it, which steps are open. */
export function useDraft({ stored, onOpen }: { stored: Stored | null; onOpen: (id: string) => void }) {
  const [base, setBase] = useState(() => ({
    draft: stored ? draftOf(stored) : EMPTY,
    id: stored?.id ?? null,
    version: stored?.version ?? 0,
  }));
  const [draft, setDraft] = useState<Draft>(base.draft);
  const [isTried, setTried] = useState(false);
  const [open, setOpen] = useState<readonly Step[]>(stored ? ['reqParams', 'resParams'] : ['about']);
  const [look, setLook] = useState(0);
  const isDirty = !sameDraft(base.draft, draft);
  const letGo = useUnsaved(isDirty);
  const retake = async () => {
    // errors are shown by the request layer
    const row = base.id && (await api.dataApi.get({ params: { id: base.id } }).catch(() => null));
    if (!row) return;
    setBase({ draft: draftOf(row), id: row.id, version: row.version });
    setDraft(draftOf(row));
  };
  const saving = useSave({
    draft,
    stored: base.id === null ? null : { id: base.id, version: base.version },
    onSaved: (sent, now) => {
      letGo();
      setTried(false);
      setBase({ draft: sent, ...now });
      if (base.id === null) onOpen(now.id);
    },
    onTakeTheirs: () => void retake(),
  });
  const own = problemsOf(draft);
  /** opens the steps where something is wrong, and brings the first place into sight */
  const showWrong = (paths: readonly string[]) => {
    const wrong = new Set(paths.map(stepOf));
    setOpen((now) => STEPS.filter((step) => now.includes(step) || wrong.has(step)));
    setLook((count) => count + 1);
  };
  /** the id of what is stored now; null = it could not be */
  const save = async (): Promise<string | null> => {
    if (saving.isSaving) return null;
    setTried(true);
    if (own.size > 0) {
      toast.warning(`${own.size} 项需要修改：${[...own.values()][0]}`);
      showWrong([...own.keys()]);
      return null;
    }
    const saved = await saving.save();
    if ('id' in saved) return saved.id;
    showWrong(saved.wrong);
    return null;
  };
  const problems: Problems = new Map([...(isTried ? own : NONE), ...saving.refusedProblems]);
  return { draft, setDraft, base, isDirty, saving, save, own, problems, open, setOpen, look };
}
