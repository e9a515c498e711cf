/** Folding priority for narrow windows: 1 is hidden last, 4 first. */
export type Priority = 1 | 2 | 3 | 4;

interface Foldable {
  field: string;
  width?: number;
  fixed?: 'left' | 'right';
  priority?: Priority;
}

/** Hidden first: audit columns and remarks. */
const FIRST_TO_GO = /^(create|update)(By|Time|ByName)$|^remark$|Remark$/;

const isState = (column: Foldable) => /status$/i.test(column.field);

/** Default priority: the further right, the sooner hidden; states stay. */
export function priorityOf(column: Foldable, index: number, chosen: Readonly<Record<string, number>> = {}): Priority {
  const own = chosen[column.field] ?? column.priority;
  if (own) return own as Priority;
  if (FIRST_TO_GO.test(column.field)) return 4;
  if (isState(column)) return 1;
  return index < 3 ? 1 : index < 5 ? 2 : 3;
}

interface Room {
  /** available width in pixels */
  room: number;
  /** fields that are never hidden, such as the row's name */
  keeps: readonly string[];
  widthOf: (column: { width?: number }) => number;
  priorities?: Readonly<Record<string, number>>;
}

/**
 * Hides columns until the others fit: lowest priority first, then from the right. Pinned columns and `keeps` stay.
 *
 *      foldColumns(columns, { room: 600, keeps: ['postName'], widthOf })  // { shown, folded: ['updateTime'] }
 */
export function foldColumns<C extends Foldable>(columns: readonly C[], { room, keeps, widthOf, priorities }: Room) {
  const order = columns
    .map((column, index) => ({ column, index, priority: priorityOf(column, index, priorities) }))
    .filter(({ column }) => !column.fixed && !keeps.includes(column.field))
    .sort((a, b) => b.priority - a.priority || Number(isState(a.column)) - Number(isState(b.column)) || b.index - a.index);
  let needed = columns.reduce((sum, column) => sum + widthOf(column), 0);
  const folded = new Set<C>();
  for (const { column } of order) {
    if (needed <= room) break;
    folded.add(column);
    needed -= widthOf(column);
  }
  return {
    shown: columns.filter((column) => !folded.has(column)),
    folded: columns.filter((column) => folded.has(column)).map((column) => column.field),
  };
}
