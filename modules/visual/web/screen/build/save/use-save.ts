import { useCallback, useRef, useState } from 'react';
import { askFor } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { CallError } from '#kit/web/send.ts';
import { session } from '#kit/web/session.ts';
import { useRefresh } from '#kit/web/use-call.ts';
import { readScreen } from '../../../../core/doc/read-screen.ts';
import { screenApi } from '../api.ts';
import type { Editor, Stored } from '../editor.ts';
import { thumbnail, whenIdle } from './thumbnail.ts';
import { keepNow } from './use-keep.ts';

export type SaveState = 'idle' | 'saving' | 'failed';

export interface Saver {
  readonly state: SaveState;
  /** somebody else's version that stands in the way */
  readonly conflict: Stored | null;
  /** saves; with a version it takes the place of that one. Answers whether the server has it. */
  save(over?: number): Promise<boolean>;
  /** waits for pictures under way, so that versions do not overtake each other */
  settled(): Promise<void>;
  dropConflict(): void;
}

/** What the server has at present; null when it cannot be read. */
export const readStored = async (id: string): Promise<Stored | null> =>
  screenApi.screen.get({ params: { id } }, { quiet: true, overlay: false }).then(
    (found) => ({ config: readScreen(found.screenConfig), name: found.screenName, version: found.version }),
    () => null,
  );

/** Saving the draft: with the lock of its version, then with a picture of it when the page is idle. */
export function useSave(editor: Editor, isSystem: boolean, onSaved: (version: number) => void): Saver {
  const [state, setState] = useState<SaveState>('idle');
  const [conflict, setConflict] = useState<Stored | null>(null);
  const refresh = useRefresh();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const lastPicture = useRef<string | null>(null);

  const takePicture = useCallback(async () => {
    await whenIdle();
    const may = askFor(session.rights());
    const picture = may(screenApi.screen.update) ? await thumbnail() : null;
    if (picture === null || picture === lastPicture.current) return;
    const { savedName, version } = editor.state;
    const done = await screenApi.screen
      .update(
        { params: { id: editor.id }, body: { screenName: savedName, screenThumbnail: picture, version } },
        { quiet: true, overlay: false },
      )
      .catch(() => null); // the next save brings another one
    if (!done) return;
    lastPicture.current = picture;
    editor.store.setState({ version: done.version });
    onSaved(done.version);
    void refresh(screenApi.screen.page);
  }, [editor, onSaved, refresh]);

  const put = useCallback(
    async (over?: number): Promise<boolean> => {
      const { config, name, version } = editor.state;
      setState('saving');
      try {
        const body = {
          screenConfig: config as never,
          version: over ?? version,
          ...(isSystem ? {} : { screenName: name.trim() || undefined }),
        };
        const done = await screenApi.screen.build({ params: { id: editor.id }, body }, { quiet: true, overlay: false, timeoutMs: 60_000 });
        editor.keep(config, name, done.version);
        keepNow(editor);
        onSaved(done.version);
        setConflict(null);
        setState('idle');
        queue.current = queue.current.then(takePicture);
        return true;
      } catch (error) {
        setState('failed');
        if (error instanceof CallError && error.status === 409) {
          const theirs = await readStored(editor.id);
          if (theirs) setConflict(theirs);
          else toast.error(error.message);
        } else toast.error(error instanceof CallError ? error.message : '保存失败');
        return false;
      }
    },
    [editor, isSystem, onSaved, takePicture],
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
