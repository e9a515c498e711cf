import { useEffect } from 'react';
import { isDirty, type Editor } from '../editor.ts';
import { removeDraft, storeDraft } from './local-draft.ts';

const PAUSE_MS = 400;

/** Writes what is being edited to the browser's storage. */
export function storeDraftNow(editor: Editor): void {
  const { state } = editor;
  const dirty = isDirty(state);
  if (!dirty && state.history.past.length + state.history.future.length === 0) return removeDraft(editor.id);
  const { version, name, config, history } = state;
  storeDraft(editor.id, { version, name, isDirty: dirty, at: Date.now(), config, history });
}

/** Keeps the work in this browser a moment after each change and before the page goes: a reload goes on where it was. */
export function useLocalDraft(editor: Editor): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      storeDraftNow(editor);
    };
    const stop = editor.store.subscribe((state, before) => {
      if (
        state.config === before.config &&
        state.savedAt === before.savedAt &&
        state.name === before.name &&
        state.version === before.version
      )
        return;
      clearTimeout(timer);
      timer = setTimeout(write, PAUSE_MS);
    });
    window.addEventListener('pagehide', write);
    document.addEventListener('visibilitychange', write);
    return () => {
      write();
      stop();
      window.removeEventListener('pagehide', write);
      document.removeEventListener('visibilitychange', write);
    };
  }, [editor]);
}
