import { chainCommands, createParagraphNear, exitCode, lift, liftEmptyBlock, setBlockType, splitBlock } from 'prosemirror-commands';
import type { NodeType } from 'prosemirror-model';
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { NodeSelection, TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { schema } from './schema.ts';

const { nodes } = schema;
type ListName = 'bullets' | 'numbers';
type BlockName = 'heading' | 'subheading' | 'quote';
type MarkName = 'bold' | 'italic' | 'underline';

/** The list around the selection, with its place. */
function listAround({ selection: { $from } }: EditorState) {
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth);
    if (node.type === nodes.bullets || node.type === nodes.numbers) return { node, at: $from.before(depth) };
  }
  return null;
}

/** Formats at the selection, for the buttons of the toolbar. */
export function selectionState(state: EditorState) {
  const { $from, from, to, empty } = state.selection;
  const isOn = (name: MarkName) =>
    empty
      ? schema.marks[name].isInSet(state.storedMarks ?? $from.marks()) !== undefined
      : state.doc.rangeHasMark(from, to, schema.marks[name]);
  const link = (empty ? $from.marks() : (state.doc.nodeAt(from)?.marks ?? [])).find((mark) => mark.type === schema.marks.link);
  const picked = state.selection instanceof NodeSelection && state.selection.node.type === nodes.image ? state.selection.node : null;
  return {
    bold: isOn('bold'),
    italic: isOn('italic'),
    underline: isOn('underline'),
    block: $from.parent.type.name,
    list: listAround(state)?.node.type.name ?? null,
    href: (link?.attrs['href'] as string | undefined) ?? '',
    inTable: isInTable(state),
    hasText: !empty && picked === null,
    picture: picked && { alt: picked.attrs['alt'] as string, width: picked.attrs['width'] as number | null },
  };
}
export type SelectionState = ReturnType<typeof selectionState>;

/** Makes the blocks headings or quotes, or paragraphs again. */
export const toggleBlock =
  (name: BlockName): Command =>
  (state, dispatch) =>
    setBlockType(state.selection.$from.parent.type === nodes[name] ? nodes.paragraph : nodes[name])(state, dispatch);

/** Makes a list of the blocks, of the other list this one, or paragraphs again. */
export const toggleList =
  (name: ListName): Command =>
  (state, dispatch, view) => {
    const around = listAround(state);
    if (around?.node.type === nodes[name]) return liftListItem(nodes.item)(state, dispatch);
    if (around) {
      dispatch?.(state.tr.setNodeMarkup(around.at, nodes[name]));
      return true;
    }
    if (isInTable(state)) return false;
    // an item holds a paragraph, no heading
    if (view && dispatch) setBlockType(nodes.paragraph)(state, dispatch);
    const next = view?.state ?? state;
    return wrapInList(nodes[name])(next, dispatch);
  };

const insertBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.break.create()).scrollIntoView());
  return true;
};
const breakInTable: Command = (state, dispatch) => (isInTable(state) ? insertBreak(state, dispatch) : false);
/** An empty item ends the list. */
const leaveList: Command = (state, dispatch) =>
  state.selection.empty && state.selection.$from.parent.content.size === 0 && listAround(state)
    ? liftListItem(nodes.item)(state, dispatch)
    : false;
/** After a heading or a quote comes a paragraph. */
const splitToParagraph: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const isAtEnd = empty && $from.parentOffset === $from.parent.content.size;
  if (!isAtEnd || ![nodes.heading, nodes.subheading].includes($from.parent.type as never)) return false;
  dispatch?.(state.tr.split($from.pos, 1, [{ type: nodes.paragraph }]).scrollIntoView());
  return true;
};

export const onEnter = chainCommands(
  breakInTable,
  leaveList,
  splitListItem(nodes.item),
  splitToParagraph,
  createParagraphNear,
  liftEmptyBlock,
  splitBlock,
);
export const onShiftEnter = chainCommands(exitCode, insertBreak);

/** Clears marks, headings, quotes and lists of the selection. */
export const clearFormat: Command = (state, dispatch, view) => {
  if (!dispatch || !view) return true;
  const { from, to } = state.selection;
  dispatch(state.tr.removeMark(from, to).setStoredMarks([]));
  if (listAround(view.state)) liftListItem(nodes.item)(view.state, dispatch);
  setBlockType(nodes.paragraph)(view.state, dispatch);
  lift(view.state, dispatch);
  return true;
};

/** Links the selected text, or removes its link. */
export const setLink =
  (href: string): Command =>
  (state, dispatch) => {
    const { from, to } = state.selection;
    const tr = state.tr.removeMark(from, to, schema.marks.link);
    dispatch?.(href === '' ? tr : tr.addMark(from, to, schema.marks.link.create({ href })));
    return true;
  };

/** Puts a block at the selection; inside lists and tables behind them. */
export const insertBlock =
  (type: NodeType, attrs: Record<string, unknown> | null, content?: Parameters<NodeType['create']>[1]): Command =>
  (state, dispatch) => {
    const { $from } = state.selection;
    const block = type.createChecked(attrs, content);
    // replaces the empty paragraph at the cursor
    const isBlank = $from.depth === 1 && $from.parent.type === nodes.paragraph && $from.parent.content.size === 0;
    const at = $from.depth === 0 ? $from.pos : isBlank ? $from.before(1) : $from.after(1);
    const tr = isBlank ? state.tr.replaceWith(at, $from.after(1), block) : state.tr.insert(at, block);
    const end = at + block.nodeSize;
    if (end >= tr.doc.content.size) tr.insert(end, nodes.paragraph.create());
    const inside = type === nodes['table'] ? TextSelection.near(tr.doc.resolve(at + 1)) : TextSelection.near(tr.doc.resolve(end));
    dispatch?.(tr.setSelection(inside).scrollIntoView());
    return true;
  };

/** An empty table with a row of headings. */
export const insertTable = (rows: number, columns: number): Command =>
  insertBlock(
    nodes['table']!,
    null,
    Array.from({ length: rows }, (_, row) =>
      nodes['table_row']!.create(
        null,
        Array.from({ length: columns }, () => nodes[row === 0 ? 'table_header' : 'table_cell']!.create(null, nodes.paragraph.create())),
      ),
    ),
  );

export const insertPicture = (fileName: string, alt: string): Command => insertBlock(nodes.image, { fileName, alt });

/** Changes the picture that is selected. */
export const setPicture =
  (change: { alt?: string; width?: number | null }): Command =>
  (state, dispatch) => {
    const { selection } = state;
    if (!(selection instanceof NodeSelection) || selection.node.type !== nodes.image) return false;
    const tr = state.tr.setNodeMarkup(selection.from, null, { ...selection.node.attrs, ...change });
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, selection.from)));
    return true;
  };
