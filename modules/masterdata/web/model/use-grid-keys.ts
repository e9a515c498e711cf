import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { pastedCells } from '#kit/web/table/pasted-cells.ts';
import type { DraftColumn } from './draft.ts';
import { GRID_CELLS, textOfCell, type Labels } from './grid-cells.ts';
import { gridEdits, type Spot } from './grid-edits.ts';

export type { Spot } from './grid-edits.ts';
/** What is being edited: the cell, and the character that began it. */
export interface Editing extends Spot {
  readonly typed: string | null;
}
interface Input {
  readonly columns: readonly DraftColumn[];
  readonly labels: Labels;
  readonly isReadonly: boolean;
  readonly onChange: (label: string, columns: readonly DraftColumn[]) => void;
  readonly onChoose: (key: string) => void;
  readonly onBind: (key: string) => void;
}
const LAST = GRID_CELLS.length - 1;
const isText = (cell: number): boolean => ['text', 'type'].includes(GRID_CELLS[cell]?.kind ?? '');

/** Where the focus of the sheet is, and what is edited there. */
function usePlace({ columns, labels, isReadonly, onChange, onChoose, onBind }: Input) {
  const [at, setAt] = useState<Spot>({ row: 0, cell: 0 });
  const [editing, setEditing] = useState<Editing | null>(null);
  const edits = gridEdits({ columns, labels, onChange });
  const go = (row: number, cell: number) => {
    const next = { row: Math.max(0, Math.min(columns.length - 1, row)), cell: Math.max(0, Math.min(LAST, cell)) };
    setEditing(null);
    setAt(next);
    const column = columns[next.row];
    if (column) onChoose(column.key);
  };
  /** From an edited cell to the next one of its row, which is edited too if it is a text: typing goes on whatever the input method is. */
  const goOn = ({ row, cell }: Spot, by: number) => {
    go(row, cell + by);
    if (isText(cell + by)) setEditing({ row, cell: cell + by, typed: null });
  };
  const begin = (spot: Spot, typed: string | null = null) => {
    const [column, cell] = [columns[spot.row], GRID_CELLS[spot.cell]];
    if (isReadonly || !column || !cell) return;
    if (cell.kind === 'binding') onBind(column.key);
    else if (cell.kind === 'flag') edits.flip(spot);
    else setEditing({ ...spot, typed });
  };
  /** Ends the editing of a cell with its text; null = nothing is kept. */
  const commit = (spot: Spot, text: string | null) => {
    setEditing(null);
    if (text !== null) edits.put(spot, text);
  };
  const add = (after?: number) => {
    if (isReadonly) return;
    edits.add(after);
    const spot = { row: after === undefined ? columns.length : after + 1, cell: 0 };
    setAt(spot);
    setEditing({ ...spot, typed: null });
  };
  const remove = (row: number) => {
    if (isReadonly) return;
    edits.remove(row);
    setAt(({ cell }) => ({ row: Math.max(0, Math.min(columns.length - 2, row)), cell }));
  };
  const move = (row: number, by: number) => {
    if (isReadonly) return;
    edits.move(row, by);
    setAt(({ cell }) => ({ row: Math.max(0, Math.min(columns.length - 1, row + by)), cell }));
  };
  return { at, editing, edits, go, goOn, begin, commit, add, remove, move };
}
type Place = ReturnType<typeof usePlace>;

/** Keys with Alt or Ctrl: they change rows. */
function rowKey({ move, remove, add, edits }: Place, event: KeyboardEvent, spot: Spot): boolean {
  if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
    move(spot.row, event.key === 'ArrowUp' ? -1 : 1);
    return true;
  }
  if (!event.ctrlKey && !event.metaKey) return false;
  if (event.key === 'Delete' || event.key === 'Backspace') remove(spot.row);
  else if (event.key === 'Enter') add(spot.row);
  else if (event.key.toLowerCase() === 'd') edits.likeAbove(spot);
  else return false;
  return true;
}
/** Keys that walk. */
function walkKey({ go }: Place, { key }: KeyboardEvent, { row, cell }: Spot): boolean {
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowUp: [row - 1, cell],
    ArrowDown: [row + 1, cell],
    ArrowLeft: [row, cell - 1],
    ArrowRight: [row, cell + 1],
    Home: [row, 0],
    End: [row, LAST],
  };
  const to = steps[key];
  if (to) go(...to);
  return to !== undefined;
}
/** Keys that edit the cell. */
function cellKey({ begin, add, edits }: Place, { key, altKey }: KeyboardEvent, spot: Spot): boolean {
  if (key === 'Enter' || key === 'F2' || (key === ' ' && !isText(spot.cell))) {
    begin(spot);
    return true;
  }
  if (key === 'Insert') {
    add(spot.row);
    return true;
  }
  if (key === 'Delete' || key === 'Backspace') {
    edits.clear(spot);
    return true;
  }
  // a letter begins the text anew; input methods begin with the empty cell and keep their key
  if (!isText(spot.cell) || altKey || (key.length !== 1 && key !== 'Process')) return false;
  begin(spot, key === 'Process' ? '' : key);
  return key !== 'Process';
}

/** Where the focus of the sheet is, and what its keys and the clipboard do there. */
export function useGridKeys(input: Input) {
  const { columns, labels, isReadonly } = input;
  const place = usePlace(input);
  const handleKey = (event: KeyboardEvent, spot: Spot) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const isDone =
      (isPlain && walkKey(place, event, spot)) || (!isReadonly && (rowKey(place, event, spot) || (isPlain && cellKey(place, event, spot))));
    if (isDone) event.preventDefault();
  };
  const handleCopy = (event: ClipboardEvent, spot: Spot) => {
    const [column, cell] = [columns[spot.row], GRID_CELLS[spot.cell]];
    if (!column || !cell) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', textOfCell(column, cell, labels));
  };
  const handlePaste = (event: ClipboardEvent, spot: Spot) => {
    if (isReadonly) return;
    const text = event.clipboardData.getData('text/plain');
    event.preventDefault();
    place.edits.paste(spot, pastedCells(text) ?? [[text]]);
  };
  return { ...place, handleKey, handleCopy, handlePaste };
}
export type GridKeys = ReturnType<typeof useGridKeys>;
