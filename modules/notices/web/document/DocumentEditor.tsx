import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldProps } from '#kit/web/form/types.ts';
import type { NoticeDocument } from '../../contract/document.ts';
import { emptyDocument } from '../../core/document.ts';
import { selectionState, type SelectionState } from './commands.ts';
import { openEditor, stateOf } from './editor-view.ts';
import { EditorTools } from './EditorTools.tsx';
import 'prosemirror-view/style/prosemirror.css';
import './document.css';

const same = (a: NoticeDocument, b: NoticeDocument): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The editor for the text of a notice: paragraphs, two headings, quote, lists, pictures, tables, bold, italic, underline, links. What is pasted is
 * read into a document first, so nothing foreign enters; what is saved is the document.
 */
export default function DocumentEditor({ id, value, onChange, disabled = false }: FieldProps) {
  const given = (value as NoticeDocument | null | undefined) ?? emptyDocument;
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const [stand, setStand] = useState<SelectionState | null>(null);
  // the document that the editor shows: a value from outside is drawn, an own one is not
  const shown = useRef(given);
  const handleChange = useEffectEvent((next: NoticeDocument) => {
    shown.current = next;
    onChange?.(next);
  });
  const handleState = useEffectEvent((state: EditorState) => setStand(selectionState(state)));

  const open = useEffectEvent((element: HTMLElement) =>
    openEditor(element, given, { id, label: '正文', onChange: (next) => handleChange(next), onState: (state) => handleState(state) }),
  );
  useEffect(() => {
    if (!place.current) return;
    const made = open(place.current);
    setView(made);
    return () => made.destroy();
  }, []);
  useEffect(() => {
    if (!view || shown.current === given) return;
    if (!same(shown.current, given)) view.updateState(stateOf(given));
    shown.current = given;
  }, [view, given]);
  useEffect(() => {
    view?.setProps({ editable: () => !disabled });
  }, [view, disabled]);

  return (
    <div className={disabled ? 'notice-editor off' : 'notice-editor'}>
      {view && stand && <EditorTools view={view} stand={stand} disabled={disabled} />}
      <div ref={place} className="notice-place" data-blank={given.blocks.length === 0} data-placeholder="输入正文，可从 Word 或网页粘贴" />
    </div>
  );
}
