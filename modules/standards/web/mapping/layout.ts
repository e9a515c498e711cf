import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';

export type View = CallReply<typeof api.mapping.get>;
export type Value = View['left'][number];
export type Item = View['right'][number];

export const ROW = 36;
export const HEAD = 32;

export type Group = 'left' | 'proposed' | 'mapped';
/** A line of a column: the head of a group, or a row of it. */
export type Line<T> =
  | { readonly kind: 'head'; readonly group: Group; readonly values: number; readonly rows: number | null; readonly y: number }
  | { readonly kind: 'row'; readonly row: T; readonly y: number };

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
    lines.push({ kind: 'head', group, values: own.length, rows: rowsOf(own), y });
    y += HEAD;
    for (const row of own) {
      lines.push({ kind: 'row', row, y });
      y += ROW;
    }
  }
  return { lines, height: y };
}

export const itemLines = (items: readonly Item[]): { lines: Line<Item>[]; height: number } => ({
  lines: items.map((row, index) => ({ kind: 'row', row, y: index * ROW })),
  height: items.length * ROW,
});

/** Those that can be seen, and a few beside them: hundreds of values must not be hundreds of rows in the page. */
export const visible = <T>(lines: readonly Line<T>[], top: number, height: number): readonly Line<T>[] =>
  lines.filter(({ y }) => y > top - 200 && y < top + height + 200);

export interface Connection {
  readonly key: string;
  readonly kind: 'mapped' | 'proposed' | 'selected' | 'rival';
  readonly from: number;
  readonly to: number;
}
interface Scrolled<T> {
  readonly lines: readonly Line<T>[];
  readonly top: number;
  readonly height: number;
}

/** What a value is mapped to, or may stand for, best first. */
const targetsOf = (value: Value, most: number): string[] => {
  if (value.contrastGbId !== null) return [value.contrastGbId];
  return value.proposed ? value.candidates.slice(0, most).map(({ id }) => id) : [];
};

/** The lines between both columns, of which both ends can be seen. */
export function connections(left: Scrolled<Value>, right: Scrolled<Item>, selected: string | null): Connection[] {
  const at = new Map<string, number>();
  for (const line of right.lines) if (line.kind === 'row') at.set(line.row.id, line.y + ROW / 2 - right.top);
  const isSeen = (y: number | undefined, height: number): y is number => y !== undefined && y > -ROW && y < height + ROW;
  const found: Connection[] = [];
  for (const line of left.lines) {
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
