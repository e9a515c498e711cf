import type { ScreenNode } from '../../../contract/screen-config.ts';
import { WIDGETS } from '../../../core/widgets.ts';
import type { Editor } from '../editor.ts';

/** The setting that a double click on a widget types into: its text, title or label; null when it has none. */
export function typedKey(node: ScreenNode): string | null {
  const texts = WIDGETS[node.type].fields.filter(({ kind }) => kind === 'text').map(({ key }) => key);
  return ['text', 'title', 'label'].find((key) => texts.includes(key)) ?? null;
}

/** Opens the text of a node for typing on the canvas. Answers whether it has one. */
export function startTyping(editor: Editor, id: string): boolean {
  const node = editor.state.config.nodes[id];
  if (!node || typedKey(node) === null) return false;
  editor.select([id]);
  editor.set({ typing: id });
  return true;
}
