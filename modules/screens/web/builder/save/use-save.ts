import { useCallback, useRef, useState } from 'react';
import { conflictOf, type Changed } from '#kit/web/conflict/conflict.ts';
import { toast } from '#kit/web/dialog.tsx';
import { CallError } from '#kit/web/send.ts';
import { useRefresh } from '#kit/web/use-call.ts';
import { documentText } from '#kit/core/document-text.ts';
import { readScreen } from '../../../core/read-screen.ts';
import { unsavedBecause } from '#kit/web/designer/unsaved.ts';
import { screenApi } from '../api.ts';
import type { Editor, Stored } from '../editor.ts';
import { storeDraftNow } from './use-local-draft.ts';

export type SaveState = 'idle' | 'saving' | 'failed';

/** Somebody else's version, and who made it when. */
export interface Conflicting extends Stored {
  readonly changed: Changed | null;
}

export interface Saver {
  readonly state: SaveState;
  /** somebody else's version that stands in the way */
  readonly conflict: Conflicting | null;
  /** saves; with a version it takes the place of that one. Answers whether the server has it. */
  save(over?: number): Promise<boolean>;
  /** waits for saves under way, so that versions do not overtake each other */
  settled(): Promise<void>;
  dropConflict(): void;
}

/** What the server has at present; null when it cannot be read. */
export const readStored = async (id: string): Promise<Stored | null> =>
  screenApi.screen.get({ params: { id } }, { quiet: true, overlay: false }).then(
    (found) => ({ config: readScreen(found.screenConfig), name: found.screenName, version: found.version }),
    () => null,
  );

/** Saving the draft with the lock of its version, one after the other. */
export function useSave(editor: Editor, isSystem: boolean, onSaved: (version: number) => void): Saver {
  const [state, setState] = useState<SaveState>('idle');
  const [conflict, setConflict] = useState<Conflicting | null>(null);
  const refresh = useRefresh();
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const put = useCallback(
    async (over?: number): Promise<boolean> => {
      const { config, name, version } = editor.state;
      setState('saving');
      const kept = (...what: Parameters<Editor['keep']>) => {
        editor.keep(...what);
        storeDraftNow(editor);
        onSaved(what[2]);
        setConflict(null);
        setState('idle');
        void refresh(screenApi.screen.page);
      };
      try {
        const body = {
          screenConfig: config as never,
          version: over ?? version,
          ...(isSystem ? {} : { screenName: name.trim() || undefined }),
        };
        const done = await screenApi.screen.build({ params: { id: editor.id }, body }, { quiet: true, overlay: false, timeoutMs: 60_000 });
        kept(config, name, done.version);
        return true;
      } catch (error) {
        setState('failed');
        if (error instanceof CallError && error.status === 409) {
          const theirs = await readStored(editor.id);
          // an earlier try of ours had arrived, only its answer was lost on the way
          if (theirs && documentText(theirs.config) === documentText(config) && (isSystem || theirs.name === name.trim())) {
            kept(config, name, theirs.version);
            return true;
          }
          if (theirs) setConflict({ ...theirs, changed: conflictOf(error)?.changed ?? null });
          else toast.error(error.message);
        } else toast.error(unsavedBecause(error));
        return false;
      }
    },
    [editor, isSystem, onSaved, refresh],
  );

  const save = useCallback(
    (over?: number): Promise<boolean> => {
      const run = queue.current.then(() => put(over));
      queue.current = run;
      return run;
    },
    [put],
  );
  const settled = useCallback(async () => {
    await queue.current;
  }, []);
  const dropConflict = useCallback(() => setConflict(null), []);
  return { state, conflict, save, settled, dropConflict };
}
