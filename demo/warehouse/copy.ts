import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fullName, type Row, type Table } from './table.ts';

const CHUNK = 64 * 1024;
const cell = (value: string | number | null | undefined): string => {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'number') return String(value);
  return /[\\\t\n\r]/.test(value)
    ? value.replace(/[\\\t\n\r]/g, (c) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[c] as string)
    : value;
};

function* lines(table: Table, rows: Iterable<Row>, count: { rows: number }): Generator<string> {
  let text = '';
  for (const row of rows) {
    count.rows++;
    text += `${table.columns.map((column) => cell(row[column.name])).join('\t')}\n`;
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  if (text) yield text;
}

/** Streams rows into a table in chunks; the event loop breathes between them. Answers the number of rows. */
export async function copyRows(client: Client, table: Table, rows: Iterable<Row>, signal?: AbortSignal): Promise<number> {
  const count = { rows: 0 };
  const target = client.query(copyFrom(`copy ${fullName(table)} (${table.columns.map((column) => column.name).join(', ')}) from stdin`));
  await pipeline(Readable.from(lines(table, rows, count), { objectMode: true, highWaterMark: 4 }), target, { signal });
  return count.rows;
}
