import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Engine, type EngineResult } from './engine.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'duckdb-engine-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const engine = () =>
  new Engine({ path: null, readOnly: false, limits: { memoryMB: 256, threads: 1, tempDirectory: folder, tempMB: 64 }, setup: [] });
const many = { text: 'select * from range(2000000)', params: [], searchPath: [] };
const { signal } = new AbortController();

/** Reads to the end of a result; what was on its way before its process ended still comes. */
async function readAll(result: EngineResult): Promise<void> {
  while ((await result.read(100_000)).length > 0);
}

test('queries that find no process open share one, and closing ends them all', async () => {
  const one = engine();
  const results = await Promise.all([one.query(many, signal), one.query(many, signal), one.query(many, signal)]);
  for (const result of results) expect(await result.read(1)).toHaveLength(1);
  one.close();
  for (const result of results) await expect(readAll(result)).rejects.toThrow();
});

test('queries that meet a process that has ended share the next one', async () => {
  const one = engine();
  const first = await one.query(many, signal);
  one.close();
  await expect(readAll(first)).rejects.toThrow();
  const results = await Promise.all([one.query(many, signal), one.query(many, signal)]);
  one.close();
  for (const result of results) await expect(readAll(result)).rejects.toThrow();
});
