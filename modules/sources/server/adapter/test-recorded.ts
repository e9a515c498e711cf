import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { SourceError, type Connection, type HarvestBatch, type OpenResult, type ReadRequest, type SourceAdapter } from './types.ts';

export interface Answer {
  readonly match: string;
  readonly columns: readonly { name: string; type?: string; dbTypeName?: string }[];
  readonly rows: readonly unknown[][];
  readonly error?: { number?: number; message: string };
}

const revived = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if ('$bytes' in value) return Buffer.from(String(value.$bytes), 'hex');
  return '$date' in value ? new Date(String(value.$date)) : value;
};

/** Statement → rows, from `fixtures/<driver>.json`; a statement that is not there fails as it would at a server. */
export function recording(driver: string): (sql: string) => Answer {
  const file = new URL('./fixtures/', import.meta.url);
  const { answers } = JSON.parse(readFileSync(new URL(`${driver}.json`, file), 'utf8'), revived) as { answers: Answer[] };
  return (sql) => {
    const found = answers.find((answer) => sql.includes(answer.match));
    if (!found) throw new Error(`nothing recorded for: ${sql}`);
    return found;
  };
}

export const connectionTo = (port: number, more: Partial<Connection> = {}): Connection => ({
  host: '127.0.0.1',
  port,
  database: 'warehouse',
  username: 'reader',
  password: 'geheim-77',
  sslMode: 'disable',
  sid: null,
  url: null,
  files: [],
  ...more,
});
export const request = (text: string, more: Partial<ReadRequest> = {}): ReadRequest => ({
  text,
  params: [],
  searchPath: [],
  timeoutMs: 10_000,
  signal: new AbortController().signal,
  ...more,
});

export async function harvested(adapter: SourceAdapter, connection: Connection, include: string[] = []) {
  const batches: HarvestBatch[] = [];
  const scope = { schemas: [], include, exclude: [] };
  for await (const batch of adapter.harvest(connection, scope, new AbortController().signal)) batches.push(batch);
  return {
    batches,
    tables: batches.flatMap((batch) => [...batch.tables]),
    routines: batches.flatMap((batch) => [...batch.routines]),
  };
}
export async function allRows(result: OpenResult, most = 1000): Promise<unknown[][]> {
  const all: unknown[][] = [];
  for (;;) {
    const rows = await result.read(most);
    if (rows.length === 0) break;
    all.push(...rows);
  }
  await result.close();
  return all;
}
/** The SourceError of a call; no secret may stand in it. */
export async function failure(work: Promise<unknown>): Promise<SourceError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(SourceError);
  const { message, raw, code } = error as SourceError;
  expect(`${message} ${raw} ${code}`).not.toContain('geheim-77');
  return error as SourceError;
}
