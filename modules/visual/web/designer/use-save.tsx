import { Button, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import type { StoreApi } from 'zustand';
import { toast } from '#kit/web/dialog.tsx';
import { CallError } from '#kit/web/send.ts';
import type { Design } from './store.ts';

interface Kept<C> {
  /** null when it cannot be read */
  readonly config: C | null;
  readonly version: number;
}
interface SaveInput<C> {
  readonly store: StoreApi<Design<C>>;
  /** 图表, 看板 */
  readonly what: string;
  /** writes the document over the given version; rejects with a CallError of status 409 when somebody else was faster */
  readonly put: (state: Design<C>, version: number) => Promise<{ version: number }>;
  /** what the server has now */
  readonly load: () => Promise<Kept<C>>;
  readonly diff: (theirs: C | null, mine: C) => readonly string[];
}

/** Saves a document; when somebody else saved meanwhile, shows the differences and asks what is to hold. */
export function useSave<C>({ store, what, put, load, diff }: SaveInput<C>): {
  save: () => Promise<boolean>;
  isSaving: boolean;
  dialog: ReactNode;
} {
  const [isSaving, setSaving] = useState(false);
  const [other, setOther] = useState<Kept<C> | null>(null);

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
      if (theirs) setOther(theirs);
      else toast.error(error instanceof Error ? error.message : '保存失败');
      return false;
    } finally {
      setSaving(false);
    }
  };
  const dialog = other && (
    <Modal
      open
      title={`${what}已被他人修改`}
      onCancel={() => setOther(null)}
      footer={
        <>
          <Button onClick={() => setOther(null)}>返回修改</Button>
          <Button
            disabled={other.config === null}
            onClick={() => {
              if (other.config !== null) store.getState().take('采用对方的版本', other.config, other.version, JSON.stringify(other.config));
              setOther(null);
            }}
          >
            采用对方
          </Button>
          <Button type="primary" danger loading={isSaving} onClick={() => void write(other.version)}>
            覆盖
          </Button>
        </>
      }
    >
      <p>您打开之后，有人保存了这个{what}。两个版本的差异：</p>
      <ul className="designer-diff">
        {diff(other.config, store.getState().config).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Modal>
  );
  return { save: () => (isSaving ? Promise.resolve(false) : write(store.getState().version)), isSaving, dialog };
}
