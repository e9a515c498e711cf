import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';

export type View = CallReply<typeof api.mapping.get>;
export type Value = View['left'][number];
export type Item = View['right'][number];

export const ROW = 36;
export const HEAD = 32;

export type Group = 'left' | 'proposed' | 'mapped';
interface Placed {
  /** its place among all lines, from 1 */
  readonly at: number;
  readonly y: number;
}
/** A line of a column: the head of a group, or a row of it. */
export type Line<T> = Placed &
  (
    | { readonly kind: 'head'; readonly group: Group; readonly values: number; readonly rows: number | null }
    | { readonly kind: 'row'; readonly row: T }
  );

export const groupOf = (value: Value): Group => (value.status === '1' ? 'mapped' : value.proposed ? 'proposed' : 'left');
const ORDER: readonly Group[] = ['left', 'proposed', 'mapped'];

/** Rows of these values; null where the reader may not know. */
const rowsOf = (values: readonly Value[]): number | null =>
  values.some(({ rowCount }) => rowCount === null) ? null : values.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);

/** The values in their groups, each line with its distance from the top. */
export function linesOf(values: readonly Value[], groups: readonly Group[]): { lines: Line<Value>[]; height: number } {
  const lines: Line<Value>[] = [];
  let y = 0;
  for (const group of ORDER.filter((one) => groups.includes(one))) {
    const own = values.filter((value) => groupOf(value) === group);
    if (own.length === 0) continue;
    lines.push({ kind: 'head', group, values: own.length, rows: rowsOf(own), at: lines.length + 1, y });
    y += HEAD;
    for (const row of own) {
      lines.push({ kind: 'row', row, at: lines.length + 1, y });
      y += ROW;
    }
  }
  return { lines, height: y };
}

export const itemLines = (items: readonly Item[]): { lines: Line<Item>[]; height: number } => ({
  lines: items.map((row, index) => ({ kind: 'row', row, at: index + 1, y: index * ROW })),
  height: items.length * ROW,
});

/** How far a column is scrolled, how much of it can be seen, and the row that stays in the page wherever it is. */
interface Window {
  readonly top: number;
  readonly height: number;
  readonly kept?: string | null;
}
const BESIDE = 200;

/** The first line that lies below a distance; lines stand in the order of their distance. */
function firstBelow<T>(lines: readonly Line<T>[], y: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]!.y > y) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Those that can be seen, and a few beside them: thousands of values must not be thousands of rows in the page. */
export function visible<T extends { readonly id: string }>(
  lines: readonly Line<T>[],
  { top, height, kept = null }: Window,
): readonly Line<T>[] {
  const seen = lines.slice(firstBelow(lines, top - BESIDE), firstBelow(lines, top + height + BESIDE));
  if (kept === null || seen.some((line) => line.kind === 'row' && line.row.id === kept)) return seen;
  const line = lines.find((one) => one.kind === 'row' && one.row.id === kept);
  return line ? [...seen, line] : seen;
}

export interface Connection {
  readonly key: string;
  readonly kind: 'mapped' | 'proposed' | 'selected' | 'rival';
  readonly from: number;
  readonly to: number;
}
interface Scrolled<T> extends Window {
  readonly lines: readonly Line<T>[];
}

/** What a value is mapped to, or may stand for, best first. */
const targetsOf = (value: Value, most: number): string[] => {
  if (value.contrastGbId !== null) return [value.contrastGbId];
  return value.proposed ? value.candidates.slice(0, most).map(({ id }) => id) : [];
};

/** The lines between both columns, of which both ends can be seen. */
export function connections(left: Scrolled<Value>, right: Scrolled<Item>, selected: string | null): Connection[] {
  const at = new Map<string, number>();
  for (const line of visible(right.lines, right)) if (line.kind === 'row') at.set(line.row.id, line.y + ROW / 2 - right.top);
  const isSeen = (y: number | undefined, height: number): y is number => y !== undefined && y > -ROW && y < height + ROW;
  const found: Connection[] = [];
  for (const line of visible(left.lines, left)) {
    if (line.kind !== 'row') continue;
    const { row } = line;
    const from = line.y + ROW / 2 - left.top;
    if (!isSeen(from, left.height)) continue;
    const chosen = row.id === selected;
    targetsOf(row, chosen ? 3 : 1).forEach((target, index) => {
      const to = at.get(target);
      if (!isSeen(to, right.height)) return;
      const kind = row.status === '1' ? 'mapped' : 'proposed';
      found.push({ key: `${row.id} ${target}`, kind: index > 0 ? 'rival' : chosen ? 'selected' : kind, from, to });
    });
  }
  return found;
}
