import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { StoreApi } from 'zustand';
import { conflictOf, type Changed } from '../conflict/conflict.ts';
import { ConflictDialog } from '../conflict/ConflictDialog.tsx';
import { toast } from '../dialog.tsx';
import { CallError } from '../send.ts';
import { documentText } from '#kit/core/document-text.ts';
import type { Design } from './store.ts';
import { unsavedBecause } from './unsaved.ts';

interface SavedDocument<C> {
  /** null when it cannot be parsed */
  readonly config: C | null;
  readonly version: number;
  readonly name: string;
}
interface SaveInput<C> {
  readonly store: StoreApi<Design<C>>;
  /** 图表, 看板 */
  readonly what: string;
  /** saves the document over the given version; rejects with a CallError of status 409 on a version conflict */
  readonly put: (state: Design<C>, version: number) => Promise<{ version: number }>;
  /** loads the currently saved document */
  readonly load: () => Promise<SavedDocument<C>>;
  /** summary of the differences between two documents, one line each */
  readonly diff: (from: C | null, to: C) => readonly string[];
  /** three-way merge of both changes, where possible */
  readonly merge?: (base: C, theirs: C, mine: C) => C;
}

/** One side of the conflict: changes since the common base. */
function Side({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section>
      <h4 className="designer-side">{title}</h4>
      {lines.length === 0 ? (
        <p className="designer-note">内容没有变化</p>
      ) : (
        <ul className="designer-diff">
          {lines.map((line, n) => (
            // two tiles of the same name are added with the same words
            // eslint-disable-next-line react/no-array-index-key
            <li key={n}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Saves a document; on a version conflict shows both sides' changes and asks which to keep. */
export function useSave<C>({ store, what, put, load, diff, merge }: SaveInput<C>): {
  save: () => Promise<boolean>;
  isSaving: boolean;
  dialog: ReactNode;
} {
  const [isSaving, setSaving] = useState(false);
  const [other, setOther] = useState<(SavedDocument<C> & { changed: Changed | null }) | null>(null);

  const write = async (over: number): Promise<boolean> => {
    const state = store.getState();
    const text = JSON.stringify(state.config);
    setSaving(true);
    try {
      const { version } = await put(state, over);
      store.getState().keep(version, text, state.name);
      setOther(null);
      toast.success('保存成功');
      return true;
    } catch (error) {
      const theirs = error instanceof CallError && error.status === 409 ? await load().catch(() => null) : null;
      // an earlier attempt succeeded and only its reply was lost
      if (theirs && theirs.name === state.name && documentText(theirs.config) === documentText(state.config)) {
        store.getState().keep(theirs.version, text, state.name);
        setOther(null);
        toast.success('保存成功');
        return true;
      }
      if (theirs) setOther({ ...theirs, changed: conflictOf(error)?.changed ?? null });
      else toast.error(unsavedBecause(error));
      return false;
    } finally {
      setSaving(false);
    }
  };
  /** applies the other version or the merge; nothing is saved yet */
  const take = (label: string, config: C, theirs: SavedDocument<C>) => {
    store.getState().take(label, config, theirs.version, JSON.stringify(theirs.config));
    setOther(null);
  };
  const base = (): C => JSON.parse(store.getState().saved) as C;
  const theirs = other?.config ?? null;
  const dialog = other && (
    <ConflictDialog
      what={`个${what}`}
      title={`${what}已被他人修改`}
      changed={other.changed}
      busy={isSaving}
      onMine={() => void write(other.version)}
      onTheirs={theirs === null ? undefined : () => take('采用对方的版本', theirs, other)}
      onBack={() => setOther(null)}
      primary={
        merge && (
          <Button
            type="primary"
            disabled={theirs === null}
            onClick={() => {
              if (theirs === null) return;
              take('合并双方的修改', merge(base(), theirs, store.getState().config), other);
              toast.success('已合并，请检查后保存');
            }}
          >
            合并
          </Button>
        )
      }
    >
      {merge && <p>合并会保留双方的修改，同一处都改过的以您的为准。</p>}
      <div className="designer-sides">
        <Side title="对方的修改" lines={theirs === null ? ['对方的版本无法读取'] : diff(base(), theirs)} />
        <Side title="您的修改" lines={diff(base(), store.getState().config)} />
      </div>
    </ConflictDialog>
  );
  return { save: () => (isSaving ? Promise.resolve(false) : write(store.getState().version)), isSaving, dialog };
}
