import { useRef } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { CallError } from '#kit/web/send.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { api } from './api.ts';
import type { CapabilityView } from './Capability.tsx';
import { issuesIn, type Issue, type Values } from './source-values.ts';

interface Options {
  /** the stored source; null for a new one */
  row: { readonly id: string; readonly version: number; readonly capability: CapabilityView | null } | null;
  /** what the connectivity check of this form found */
  found: CapabilityView | null;
  values: () => Values;
  /** shows messages of the server beside their fields */
  show: (issues: readonly Issue[]) => void;
  onDone: () => void;
}

/** Saves the form of a source; `thenSync` harvests it afterwards. A form is saved once, whatever is clicked meanwhile. */
export function useSourceSave({ row, found, values, show, onDone }: Options) {
  const can = useCan();
  const refreshes = [api.source.page, api.source.list];
  const recheck = useWrite(api.source.checkConnection, { overlay: false, quiet: true, refreshes: [api.source.get] });
  const create = useWrite(api.source.create, { overlay: false, quiet: true, refreshes });
  const update = useWrite(api.source.update, { overlay: false, quiet: true, refreshes });
  const sync = useWrite(api.harvest.sync, { overlay: false, refreshes });
  // a ref: the second click of a double click comes before the next render, or while the saved form is closing
  const isBusy = useRef(false);

  const store = async (): Promise<string> => {
    const body = values();
    if (!row) return (await create.mutateAsync({ body })).id;
    await update.mutateAsync({ params: { id: row.id }, body: { ...body, version: row.version } });
    return row.id;
  };
  const fail = async (error: unknown) => {
    if (!(error instanceof CallError)) return;
    if (error.key === 'entity.versionConflict') {
      await confirmDialog({ content: `${error.message}。关闭后重新打开可以看到最新内容。`, okText: '知道了' });
      return;
    }
    const issues = issuesIn(error);
    if (issues.length === 0) toast.error(error.message);
    else show(issues);
  };
  const save = async ({ thenSync }: { thenSync: boolean }) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const id = await store();
      toast.success(uiTexts.saved);
      onDone();
      // a check before the first save had no source to store its findings with
      if (found && !row?.capability && can(api.source.checkConnection)) recheck.mutate({ body: { id } });
      if (thenSync) await sync.mutateAsync({ params: { id } });
    } catch (error) {
      isBusy.current = false;
      await fail(error);
    }
  };
  return { save, isSaving: create.isPending || update.isPending };
}
