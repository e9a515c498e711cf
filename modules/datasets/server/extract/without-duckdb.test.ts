import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { until } from '#kit/test/until.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { linesOf } from '../engine/test-documents.ts';
import { closeReaders } from './reader.ts';

const app = startApp();
const source = testSource(app, `create table sale (city text, n int); insert into sale values ('杭州', 1), ('北京', 2)`);
const node = process.execPath;
const folder = mkdtempSync(join(tmpdir(), 'no-duckdb-'));
afterAll(() => {
  process.execPath = node;
  rmSync(folder, { recursive: true, force: true });
});

/** A node of the platform whose processes find no DuckDB, as on a machine that it was never installed on. */
function withoutDuckdb(): void {
  const program = join(folder, 'node');
  const words = `Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@duckdb/node-api' imported from child.ts`;
  writeFileSync(program, `#!/bin/sh\necho "${words}" >&2\nexit 1\n`);
  chmodSync(program, 0o755);
  closeReaders();
  process.execPath = program;
}

test('a node without DuckDB answers extracted sets from their source, and says why extracts and files do not work', async () => {
  const sourceId = await source.register();
  const model = {
    v: 1,
    origin: { kind: 'table', table: { schema: 'public', table: 'sale' } },
    fields: [
      { id: 'city', name: '城市', role: 'dimension', type: 'string' },
      { id: 'n', name: '数量', role: 'measure', type: 'number', agg: 'sum' },
    ],
    cache: { mode: 'none' },
    extract: { mode: 'full' },
  };
  const { id } = (await app.admin('POST', '/data/visual/dataSets', { setName: '抽取', sourceId, model })).data;
  const run = async () => {
    await app.admin('POST', `/data/visual/dataSets/${id}/extract/run`, {});
    return until(
      async () => (await app.admin('GET', `/data/visual/dataSets/${id}/extract`)).data,
      ({ state }) => state === 'ready' || state === 'failed',
      60_000,
    );
  };
  const sums = async () => {
    const query = { dataSetId: id, rows: [{ col: 'city' }], measures: [{ col: 'n', aggregateType: 'sum' }] };
    const answer = await app.admin('POST', '/data/visual/query', { tiles: [{ key: 'a', query }] });
    const [line] = linesOf(answer.raw) as { data?: { rows: unknown[][] } }[];
    return line?.data?.rows.toSorted();
  };
  expect((await run()).state).toBe('ready');
  await source.sql(`insert into sale values ('杭州', 10)`);
  const held = [
    ['北京', 2],
    ['杭州', 1],
  ];
  expect(await sums()).toEqual(held);

  withoutDuckdb();
  expect(await sums()).toEqual([
    ['北京', 2],
    ['杭州', 11],
  ]);
  expect(await run()).toMatchObject({ state: 'failed', message: expect.stringContaining('没有安装 DuckDB') });

  const sent = await app.admin('POST', '/data/visual/dataSets/files', ...multipart('销量.csv', Buffer.from('城市,数量\n杭州,1\n')));
  const origin = { kind: 'file', fileName: sent.data?.fileName, originalName: '销量.csv' };
  const analysed = sent.status === 200 ? await app.admin('POST', '/data/visual/dataSets/analyse', { origin }) : sent;
  expect(analysed).toMatchObject({ status: 422, msg: expect.stringContaining('没有安装 DuckDB') });
}, 120_000);
