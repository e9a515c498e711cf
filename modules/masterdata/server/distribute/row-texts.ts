import { wallClockMillis } from '#kit/core/text/wall-clock.ts';
import type { FeedMessage } from '../../contract/target.ts';

/** The part of a dialect that statements are written with. */
export interface Spelling {
  readonly name: string;
  quote(name: string): string;
  literal(value: string): string;
}
/** Where rows are written: the table in parts, and the column that holds the id of the record. */
export interface RowPlace {
  readonly table: readonly string[];
  readonly keyColumn: string;
}

/** Columns of the table with a meaning of their own. */
export interface OwnColumns {
  /** these hold the state of the record */
  readonly states: readonly string[];
  /** these hold the moment of the change */
  readonly times: readonly string[];
}

/**
 * A moment as a text that columns of any kind take: the clock of China, with its zone where columns may keep one. ISO texts with `T` and `Z`
 * are refused by MySQL and MariaDB, and in a column without a zone they would tell another clock.
 */
function momentText(dialect: string, iso: string): string {
  const clock = wallClockMillis(new Date(iso));
  return dialect === 'postgres' || dialect === 'duckdb' ? `${clock}+08:00` : clock;
}

/**
 * The statements that bring a message into a table; doing them again changes nothing more. Columns of the table that are not sent keep their
 * values. A record that is gone is marked where its state is sent, and deleted otherwise. Throws RangeError for a value that cannot be written.
 */
export function rowTexts(
  { name: dialect, quote, literal }: Spelling,
  { table, keyColumn }: RowPlace,
  message: FeedMessage,
  { states, times }: OwnColumns,
): string[] {
  const name = table.map(quote).join('.');
  const where = `${quote(keyColumn)} = ${literal(message.id)}`;
  if (message.action === 'remove') {
    const marks = states.map((column) => `${quote(column)} = '0'`).join(', ');
    return [marks === '' ? `delete from ${name} where ${where}` : `update ${name} set ${marks} where ${where}`];
  }
  const sent = { ...message.values, ...Object.fromEntries(times.map((to) => [to, momentText(dialect, message.time)])) };
  const values = Object.entries(sent).map(([to, value]) => [quote(to), value === null ? 'null' : literal(value)] as const);
  const columns = [quote(keyColumn), ...values.map(([to]) => to)].join(', ');
  const row = [literal(message.id), ...values.map(([, value]) => value)].join(', ');
  return [
    `update ${name} set ${values.map(([to, value]) => `${to} = ${value}`).join(', ')} where ${where}`,
    `insert into ${name} (${columns}) select ${row} where not exists (select 1 from ${name} where ${where})`,
  ];
}

/** The same without values: what the history of statements says. */
export const rowOutline = (place: RowPlace, columns: readonly string[]): string =>
  `-- 主数据分发\ninsert into ${place.table.join('.')} (${[place.keyColumn, ...columns].join(', ')})`;
