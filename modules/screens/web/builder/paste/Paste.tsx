import { Modal } from 'antd';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { clipFrom, copied, pasteOffset, withDataSets, setsOf, type Clip } from '../../../core/clipboard.ts';
import { add } from '../../../core/node-commands.ts';
import { SetPicker, api as setsApi } from '#modules/datasets/web/parts.ts';
import { copyText, removeChosen } from '../actions.ts';
import { newId, useEditor } from '../editor.ts';
import { isField } from '../fields.ts';
import { storeClip } from './clip-store.ts';
import { PasteContext } from './paste-context.ts';

/** Copying, cutting and pasting nodes by keys and menu, also between screens and windows. Asks when a data set is not there for this person. */
export function Paste({ children }: { children: ReactNode }) {
  const editor = useEditor();
  const [asked, setAsked] = useState<{ clip: Clip; missing: readonly string[] } | null>(null);
  const repeats = useRef({ text: '', count: 0 });

  const put = useCallback(
    (clip: Clip, map: ReadonlyMap<string, string | null>, turns: number) => {
      const { dx, dy } = pasteOffset(clip, editor.state.config, turns);
      const nodes = withDataSets(copied(clip.nodes, newId, dx, dy), map);
      const fresh = new Set(nodes.map(({ id }) => id));
      const roots = nodes.filter(({ parent }) => parent === null || !fresh.has(parent)).map(({ id }) => id);
      editor.change('粘贴', add(nodes), { select: roots });
    },
    [editor],
  );
  const paste = useCallback(
    (text: string) => {
      const clip = clipFrom(text);
      if (!clip) return toast.info('剪贴板里没有可以粘贴的组件');
      const last = repeats.current;
      repeats.current = { text, count: last.text === text ? last.count + 1 : clip.from === editor.id ? 1 : 0 };
      const turns = repeats.current.count;
      const sets = setsOf(clip.nodes);
      if (clip.from === editor.id || sets.length === 0) return put(clip, new Map(), turns);
      void missingOf(sets).then((missing) => (missing.length > 0 ? setAsked({ clip, missing }) : put(clip, new Map(), turns)));
    },
    [editor, put],
  );

  useEffect(() => {
    const take = (isCut: boolean) => (event: ClipboardEvent) => {
      if (isField(event.target) || (window.getSelection()?.toString() ?? '') !== '') return;
      const text = copyText(editor);
      if (text === '') return;
      event.preventDefault();
      event.clipboardData?.setData('text/plain', text);
      storeClip(text);
      repeats.current = { text, count: 0 };
      if (isCut) removeChosen(editor);
    };
    const [copy, cut] = [take(false), take(true)];
    const drop = (event: ClipboardEvent) => {
      if (isField(event.target)) return;
      event.preventDefault();
      paste(event.clipboardData?.getData('text/plain') ?? '');
    };
    document.addEventListener('copy', copy);
    document.addEventListener('cut', cut);
    document.addEventListener('paste', drop);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', cut);
      document.removeEventListener('paste', drop);
    };
  }, [editor, paste]);

  return (
    <PasteContext value={paste}>
      {children}
      {asked && (
        <Rebind
          missing={asked.missing}
          onCancel={() => setAsked(null)}
          onDone={(map) => {
            put(asked.clip, map, 0);
            setAsked(null);
          }}
        />
      )}
    </PasteContext>
  );
}

/** Data sets that the caller cannot read here. Unreachable servers are told of by the calls of the widgets themselves. */
async function missingOf(ids: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    ids.map((id) =>
      setsApi.dataSet.fields({ params: { id } }, { quiet: true, overlay: false }).then(
        () => null,
        (error: { status?: number }) => (error.status === 404 || error.status === 403 || error.status === 422 ? id : null),
      ),
    ),
  );
  return found.filter((id) => id !== null);
}

interface RebindProps {
  missing: readonly string[];
  onDone: (map: ReadonlyMap<string, string | null>) => void;
  onCancel: () => void;
}
function Rebind({ missing, onDone, onCancel }: RebindProps) {
  const [map, setMap] = useState<ReadonlyMap<string, string | null>>(() => new Map(missing.map((id) => [id, null])));
  return (
    <Modal open title="重新绑定数据集" okText="粘贴" onOk={() => onDone(map)} onCancel={onCancel} width={480}>
      <p className="muted">粘贴的组件使用了当前不可用的数据集。请选择替代的数据集，留空的组件粘贴后没有数据。</p>
      {missing.map((id, i) => (
        <div key={id} className="sed-field">
          <span>数据集 {i + 1}</span>
          <SetPicker value={map.get(id) ?? null} allowClear onChange={(to) => setMap(new Map(map).set(id, to))} />
        </div>
      ))}
    </Modal>
  );
}
