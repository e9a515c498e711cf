/** How long a column stays when the width gets short: 1 is folded last, 4 first. */
export type Priority = 1 | 2 | 3 | 4;

interface Foldable {
  field: string;
  width?: number;
  fixed?: 'left' | 'right';
  priority?: Priority;
}

/** Who wrote a row and when is looked up rarely; remarks are read in the details. */
const FIRST_TO_GO = /^(create|update)(By|Time|ByName)$|^remark$|Remark$/;

const isState = (column: Foldable) => /status$/i.test(column.field);

/** Priority of a column that the page says nothing about: the further right, the sooner it goes; a state stays. */
export function priorityOf(column: Foldable, index: number, chosen: Readonly<Record<string, number>> = {}): Priority {
  const own = chosen[column.field] ?? column.priority;
  if (own) return own as Priority;
  if (FIRST_TO_GO.test(column.field)) return 4;
  if (isState(column)) return 1;
  return index < 3 ? 1 : index < 5 ? 2 : 3;
}

interface Room {
  /** pixels that the columns may fill together */
  room: number;
  /** columns that stay whatever the width: what people call a row by */
  keeps: readonly string[];
  widthOf: (column: { width?: number }) => number;
  priorities?: Readonly<Record<string, number>>;
}

/**
 * Leaves out columns until the others fit: lowest priority first, within one priority from the right. Pinned columns and `keeps` stay.
 *
 *     foldColumns(columns, { room: 600, keeps: ['postName'], widthOf })  // { shown, folded: ['updateTime'] }
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
