import { useEffect } from 'react';
import { CANVAS_ID } from './actions.ts';
import { canvasKey, commandKey } from './canvas/keys.ts';
import type { Editor } from './editor.ts';
import { isField } from './fields.ts';

/** Keys of the whole editor. Fields and what floats over the page keep theirs, but saving works everywhere. */
export function useKeys(editor: Editor, { save, help }: { save: () => void; help: () => void }): void {
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && event.key.toLowerCase() === 's') {
        event.preventDefault();
        return save();
      }
      if (isField(event.target)) return;
      const target = event.target as HTMLElement;
      const isOnCanvas = target === document.body || target.id === CANVAS_ID;
      let isTaken = false;
      if (isOnCanvas) isTaken = canvasKey(editor, event);
      if (!isTaken && isCommand && !event.altKey) isTaken = commandKey(editor, event);
      if (!isTaken && event.key === '?') {
        help();
        isTaken = true;
      }
      if (isTaken) event.preventDefault();
    };
    window.addEventListener('keydown', down);
    return () => window.removeEventListener('keydown', down);
  }, [editor, save, help]);
}
