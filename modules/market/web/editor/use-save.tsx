import { useState, type ReactNode } from 'react';
import { conflictOf, type Conflict } from '#kit/web/conflict/conflict.ts';
import { VersionDialog } from '#kit/web/conflict/VersionDialog.tsx';
import { toast } from '#kit/web/dialog.tsx';
import type { FormField } from '#kit/web/form/types.ts';
import { CallError } from '#kit/web/send.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useRefresh } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { refusedPaths, sameDraft, type Draft, type Problems } from './draft.ts';
import { summaries } from './summaries.ts';

const NONE: Problems = new Map();
/** What is compared when somebody else has saved meanwhile. */
const COMPARED: readonly FormField<Record<string, unknown>>[] = [
  { field: 'apiName', label: 'API名称' },
  { field: 'apiVersion', label: 'API版本' },
  { field: 'apiUrl', label: 'API路径' },
  { field: 'reqMethod', label: '请求方式' },
  { field: 'deny', label: 'IP黑名单' },
  { field: 'execute', label: '执行' },
  { field: 'params', label: '参数' },
  { field: 'outputs', label: '返回' },
  { field: 'remark', label: '备注' },
];
const compared = (draft: Draft): Record<string, unknown> => ({
  ...draft,
  execute: [summaries.execute(draft), draft.executeConfig.sqlText].filter(Boolean).join('\n'),
  params: draft.reqParams.map(({ paramName }) => paramName).join('、'),
  outputs: draft.resParams.map(({ fieldName }) => fieldName).join('、'),
});

/** What became of an attempt to save: the id of what is stored now, or the places that were refused. */
export type Saved = { readonly id: string } | { readonly wrong: readonly string[] };

interface Saving {
  draft: Draft;
  stored: { id: string; version: number } | null;
  /** with the id and version that it has now */
  onSaved: (draft: Draft, now: { id: string; version: number }) => void;
  onTakeTheirs: () => void;
}

/** Saves a draft; what the server refuses stands at its place, or in `refusal` where it names none. */
export function useSave({ draft, stored, onSaved, onTakeTheirs }: Saving) {
  const refresh = useRefresh();
  const [isSaving, setSaving] = useState(false);
  const [refused, setRefused] = useState<{ draft: Draft; problems: Problems; error: CallError } | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const put = async (version: number | undefined) => {
    if (!stored) return { ...(await api.dataApi.create({ body: draft }, { quiet: true, overlay: false })), version: 0 };
    const body = { ...draft, version: version ?? stored.version };
    return { id: stored.id, ...(await api.dataApi.update({ params: { id: stored.id }, body }, { quiet: true, overlay: false })) };
  };
  const save = async (version?: number): Promise<Saved> => {
    setSaving(true);
    try {
      const now = await put(version);
      setRefused(null);
      setConflict(null);
      toast.success(uiTexts.saved);
      onSaved(draft, now);
      await refresh(api.dataApi.page);
      return { id: now.id };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const other = conflictOf(error);
      if (other) {
        setConflict(other);
        return { wrong: [] };
      }
      const problems = refusedPaths(error.detail) ?? NONE;
      setRefused({ draft, problems, error });
      toast.error(error.message);
      return { wrong: error.key === 'gate.refused' ? ['executeConfig.sqlText'] : [...problems.keys()] };
    } finally {
      setSaving(false);
    }
  };
  // what was refused holds for the draft that was sent; a change makes it old
  const isCurrent = refused !== null && sameDraft(refused.draft, draft);
  const dialog: ReactNode = conflict && (
    <VersionDialog
      fields={COMPARED}
      mine={compared(draft)}
      conflict={{ ...conflict, theirs: { ...compared(conflict.theirs as unknown as Draft), version: conflict.theirs.version } }}
      busy={isSaving}
      onOverwrite={() => void save(conflict.theirs.version)}
      onTakeTheirs={() => {
        setConflict(null);
        onTakeTheirs();
      }}
      onBack={() => setConflict(null)}
    />
  );
  return { save, isSaving, dialog, refusedProblems: isCurrent ? refused.problems : NONE, refusal: isCurrent ? refused.error : null };
}
