import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { CallError } from '#kit/web/send.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useUnsaved } from '#kit/web/unsaved.tsx';
import { useRefresh } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { draftOf, EMPTY, problemsOf, refusedProblems, sameDraft, type Draft, type Problems, type Stored } from './draft.ts';

const NONE: Problems = new Map();

/** The service that is being written: what is typed, what is stored, what is wrong with it. */
export function useServiceDraft(stored: Stored | null, onOpen: (id: string) => void) {
  const [base, setBase] = useState(() => ({
    draft: stored ? draftOf(stored) : EMPTY,
    id: stored?.id ?? null,
    version: stored?.version ?? 0,
  }));
  const [draft, setDraft] = useState<Draft>(base.draft);
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [refused, setRefused] = useState<{ draft: Draft; problems: Problems } | null>(null);
  const refresh = useRefresh();
  const isDirty = !sameDraft(base.draft, draft);
  const letGo = useUnsaved(isDirty);
  const own = problemsOf(draft);

  const put = async (): Promise<string> => {
    if (base.id === null) return (await api.service.create({ body: draft }, { quiet: true, overlay: false })).id;
    await api.service.update({ params: { id: base.id }, body: { ...draft, version: base.version } }, { quiet: true, overlay: false });
    return base.id;
  };
  /** the id of what is stored now; null = it could not be */
  const save = async (): Promise<string | null> => {
    if (isSaving) return null;
    setTried(true);
    if (own.size > 0) {
      toast.warning(`${own.size} 项需要修改：${[...own.values()][0]}`);
      return null;
    }
    setSaving(true);
    try {
      const id = await put();
      // the server finds hosts and hides secrets, so what is stored is read again
      const row = await api.service.get({ params: { id } }, { overlay: false });
      letGo();
      setTried(false);
      setRefused(null);
      setBase({ draft: draftOf(row), id, version: row.version });
      setDraft(draftOf(row));
      toast.success(uiTexts.saved);
      if (base.id === null) onOpen(id);
      await refresh(api.service.page);
      return id;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefused({ draft, problems: refusedProblems(error.detail) });
      toast.error(error.message);
      return null;
    } finally {
      setSaving(false);
    }
  };
  // what was refused holds for the draft that was sent
  const isCurrent = refused !== null && sameDraft(refused.draft, draft);
  const problems: Problems = new Map([...(isTried ? own : NONE), ...(isCurrent ? refused.problems : NONE)]);
  const change = (some: Partial<Draft>) => setDraft((now) => ({ ...now, ...some }));
  return { draft, setDraft, change, base, isDirty, isSaving, save, own, problems };
}
