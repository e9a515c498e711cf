import type { ColumnRow } from './subjects.ts';

/** Levels of sensitive columns. */
const SENSITIVE: readonly (string | null)[] = ['L3', 'L4'];

/** What the switch above the list of columns chooses from. */
export const COLUMN_KINDS = {
  all: { label: '全部', holds: () => true },
  sensitive: { label: '敏感', holds: ({ level }: ColumnRow) => SENSITIVE.includes(level) },
  unlevelled: { label: '未分级', holds: ({ level }: ColumnRow) => level === null },
  unnamed: { label: '无中文名', holds: ({ cnName, columnComment }: ColumnRow) => !cnName && !columnComment },
} as const satisfies Record<string, { label: string; holds: (column: ColumnRow) => boolean }>;
export type ColumnKind = keyof typeof COLUMN_KINDS;

/** How many columns are of a kind. */
export const countOf = (columns: readonly ColumnRow[], kind: ColumnKind): number => columns.filter(COLUMN_KINDS[kind].holds).length;

/** Columns of a kind whose name, comment, Chinese name or description contains the text. */
export function chosenColumns(columns: readonly ColumnRow[], kind: ColumnKind, text: string): ColumnRow[] {
  const wanted = text.trim().toLowerCase();
  return columns.filter(
    (column) =>
      COLUMN_KINDS[kind].holds(column) &&
      [column.columnName, column.columnComment, column.cnName, column.description].some((one) => one?.toLowerCase().includes(wanted)),
  );
}

/** The sentence below the list: `共 20 个字段：敏感 5，脱敏 4，不可见 1`. */
export function columnsSummary(columns: readonly ColumnRow[]): string {
  const seen = (shown: ColumnRow['seen']['shown']) => columns.filter((column) => column.seen.shown === shown).length;
  const parts = [
    ['敏感', countOf(columns, 'sensitive')],
    ['脱敏', seen('masked')],
    ['不可见', seen('hidden')],
  ] as const;
  const said = parts.flatMap(([label, n]) => (n > 0 ? [`${label} ${n}`] : []));
  return `共 ${columns.length} 个字段${said.length > 0 ? `：${said.join('，')}` : ''}`;
}
