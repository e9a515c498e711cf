import { baseKeymap, toggleMark } from 'prosemirror-commands';
import { gapCursor } from 'prosemirror-gapcursor';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { Slice, type Node } from 'prosemirror-model';
import { EditorState, type Transaction } from 'prosemirror-state';
import { goToNextCell, tableEditing } from 'prosemirror-tables';
import { EditorView, type NodeView } from 'prosemirror-view';
import type { NoticeDocument } from '../../contract/document.ts';
import { documentOf } from '../../core/html.ts';
import { insertPicture, onEnter, onShiftEnter } from './commands.ts';
import { editorDoc, fragmentOf, storedDocument } from './convert.ts';
import { managerPicture, storePicture } from './pictures.ts';
import { schema } from './schema.ts';

/** Shows a stored picture; its bytes come with the session of the person who writes. */
class PictureView implements NodeView {
  readonly dom = document.createElement('figure');
  private readonly image = document.createElement('img');
  private url: string | null = null;
  private node: Node;

  constructor(node: Node) {
    this.node = node;
    this.dom.append(this.image);
    this.draw();
    void managerPicture.load(node.attrs['fileName'] as string).then(
      (blob) => {
        this.url = URL.createObjectURL(blob);
        this.image.src = this.url;
      },
      () => (this.dom.textContent = '图片无法显示'),
    );
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type || node.attrs['fileName'] !== this.node.attrs['fileName']) return false;
    this.node = node;
    this.draw();
    return true;
  }

  destroy(): void {
    if (this.url !== null) URL.revokeObjectURL(this.url);
  }

  private draw(): void {
    const { alt, width } = this.node.attrs as { alt: string; width: number | null };
    this.image.alt = alt;
    this.image.style.width = width === null ? '' : `${width}%`;
  }
}

const plugins = [
  history(),
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggleMark(schema.marks.bold),
    'Mod-i': toggleMark(schema.marks.italic),
    'Mod-u': toggleMark(schema.marks.underline),
    Enter: onEnter,
    'Shift-Enter': onShiftEnter,
    Tab: goToNextCell(1),
    'Shift-Tab': goToNextCell(-1),
  }),
  keymap(baseKeymap),
  gapCursor(),
  tableEditing(),
];

export const stateOf = (document: NoticeDocument): EditorState => EditorState.create({ doc: editorDoc(document), plugins });

const picturesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));

/** Stores pictures one after the other and puts each into the text. */
export async function addPictures(view: EditorView, files: readonly File[]): Promise<void> {
  for (const file of files) {
    try {
      const fileName = await storePicture(file);
      if (!view.isDestroyed) insertPicture(fileName, '')(view.state, view.dispatch);
    } catch {
      // the request layer has shown the error
      return;
    }
  }
}

/** Puts what was copied elsewhere at the selection, after it was read into a document: nothing foreign enters. */
function paste(view: EditorView, data: DataTransfer): void {
  const pasted = documentOf(data.getData('text/html') || data.getData('text/plain'));
  const content = fragmentOf(pasted);
  if (content.childCount === 0) return;
  const [only] = pasted.blocks;
  // a single line is inserted into the current one; cells and items cannot hold blocks
  const isLine = pasted.blocks.length === 1 && only?.type === 'paragraph';
  const open = isLine ? 1 : 0;
  view.dispatch(view.state.tr.replaceSelection(new Slice(content, open, open)).scrollIntoView());
}

interface Handlers {
  readonly label: string;
  readonly id: string | undefined;
  onChange(document: NoticeDocument): void;
  /** after each change of text or selection */
  onState(state: EditorState): void;
}

/** The editor on the page. */
export function openEditor(place: HTMLElement, document: NoticeDocument, handlers: Handlers): EditorView {
  const view: EditorView = new EditorView(place, {
    state: stateOf(document),
    attributes: {
      class: 'notice-area notice-text',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': handlers.label,
      ...(handlers.id && { id: handlers.id }),
    },
    nodeViews: { image: (node) => new PictureView(node) },
    dispatchTransaction(tr: Transaction) {
      const state = view.state.apply(tr);
      view.updateState(state);
      handlers.onState(state);
      if (tr.docChanged) handlers.onChange(storedDocument(state.doc));
    },
    handlePaste(_, event) {
      const data = event.clipboardData;
      if (!data) return true;
      const pictures = picturesIn(data);
      // Word offers a picture of the text beside the text itself
      if (pictures.length > 0 && data.getData('text/html') === '') void addPictures(view, pictures);
      else paste(view, data);
      return true;
    },
    handleDrop(_, event, _slice, isMoved) {
      // what is moved inside the editor is its own
      if (isMoved) return false;
      const pictures = picturesIn(event.dataTransfer);
      if (pictures.length > 0) void addPictures(view, pictures);
      return true;
    },
  });
  handlers.onState(view.state);
  return view;
}
