import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { revokeOtherAccess } from './private-data.ts';

const root = mkdtempSync(join(tmpdir(), 'databrain-private-'));
const outside = mkdtempSync(join(tmpdir(), 'databrain-outside-'));
const modeOf = (path: string) => statSync(path).mode & 0o777;

beforeAll(() => {
  for (const folder of ['extracts/7', 'files/ab', 'logs', 'pg/data']) mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['extracts/7/1.duckdb', 'files/ab/x.pdf', 'logs/app.log', 'pg/data/base', 'pg/postgres.log', 'start.sh'])
    writeFileSync(join(root, file), 'content');
  for (const file of ['extracts/7/1.duckdb', 'files/ab/x.pdf', 'logs/app.log', 'pg/data/base']) chmodSync(join(root, file), 0o644);
  for (const folder of ['extracts', 'extracts/7', 'files', 'files/ab', 'logs', 'pg']) chmodSync(join(root, folder), 0o755);
  chmodSync(join(root, 'start.sh'), 0o755);
  writeFileSync(join(outside, 'theirs'), 'x');
  chmodSync(join(outside, 'theirs'), 0o644);
  symlinkSync(outside, join(root, 'linked'));
});
afterAll(() => {
  for (const folder of [root, outside]) rmSync(folder, { recursive: true, force: true });
});

it('an installation that others could read is closed to them, but for the folder of the database and what links lead to', async () => {
  expect(await revokeOtherAccess(root, [join(root, 'pg')])).toBeGreaterThan(7);
  for (const file of ['extracts/7/1.duckdb', 'files/ab/x.pdf', 'logs/app.log']) expect(modeOf(join(root, file)), file).toBe(0o600);
  for (const folder of ['extracts', 'extracts/7', 'files/ab', 'logs']) expect(modeOf(join(root, folder)), folder).toBe(0o700);
  expect(modeOf(join(root, 'start.sh'))).toBe(0o700);
  expect(modeOf(join(root, 'pg'))).toBe(0o755);
  expect(modeOf(join(root, 'pg/data/base'))).toBe(0o644);
  expect(modeOf(join(outside, 'theirs'))).toBe(0o644);
  expect(lstatSync(join(root, 'linked')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(root, 'extracts/7/1.duckdb'), 'utf8')).toBe('content');
  expect(await revokeOtherAccess(root, [join(root, 'pg')])).toBe(0);
});
