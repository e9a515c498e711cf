import { useEffect, useRef, useState } from 'react';
import { setProp } from '../../../core/node-commands.ts';
import { WIDGETS, withDefaults } from '../../../core/widgets.ts';
import { focusCanvas } from '../actions.ts';
import { useEditor, useEditorState } from '../editor.ts';
import { transformOf } from './surface.ts';
import { typedKey } from './typing.ts';

/** A field over the node whose text is being typed. Enter and leaving keep the text, Escape drops it. */
export function TextInput() {
  const typing = useEditorState((state) => state.typing);
  const node = useEditorState((state) => (state.typing === null ? undefined : state.config.nodes[state.typing]));
  return typing !== null && node ? <Field key={typing} id={typing} /> : null;
}

function Field({ id }: { id: string }) {
  const editor = useEditor();
  const node = useEditorState((state) => state.config.nodes[id]!);
  const view = useEditorState((state) => state.view);
  const key = typedKey(node)!;
  const field = WIDGETS[node.type].fields.find((one) => one.key === key)!;
  const [text, setText] = useState(() => String(withDefaults(node.type, node.props)[key] ?? ''));
  const input = useRef<HTMLTextAreaElement>(null);
  const isDropped = useRef(false);
  useEffect(() => input.current?.select(), []);
  const isLong = field.kind === 'text' && (field.lines ?? 1) > 1;
  const close = () => {
    editor.set({ typing: null });
    focusCanvas();
  };
  const keep = () => {
    if (isDropped.current) return;
    isDropped.current = true;
    editor.change('修改文字', setProp([id], key, text));
    if (editor.state.typing === id) editor.set({ typing: null });
  };
  return (
    <textarea
      ref={input}
      className="sed-typing"
      aria-label={field.label}
      value={text}
      maxLength={field.kind === 'text' ? field.max : undefined}
      style={{
        transform: transformOf(view.x + node.x * view.zoom, view.y + node.y * view.zoom, node.r),
        width: Math.max(120, node.w * view.zoom),
        height: Math.max(32, isLong ? node.h * view.zoom : 32),
      }}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') {
          isDropped.current = true;
          close();
        } else if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          keep();
          close();
        }
      }}
    />
  );
}
