import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryOfView } from '#kit/server/duckdb/stored-text.ts';
import { files as adapter } from './files.ts';
import { SourceError, type Connection } from './types.ts';
import { setWorkDir } from './work-dir.ts';

const folder = mkdtempSync(join(tmpdir(), 'databrain-foreign-'));
let count = 0;

beforeAll(() => setWorkDir(folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query(connection: Connection, text: string): Promise<unknown[][]> {
  const pool = adapter.pool(connection);
  try {
    const signal = new AbortController().signal;
    const result = await pool.open({ text, params: [], searchPath: ['main'], timeoutMs: 20_000, signal });
    const rows = await result.read(1000);
    await result.close();
    return rows;
  } finally {
    await pool.close();
  }
}
async function failure(work: Promise<unknown>): Promise<SourceError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(SourceError);
  return error as SourceError;
}

describe('a DuckDB file of somebody else', () => {
  async function made(sql: string): Promise<Connection> {
    const path = join(folder, `foreign-${count++}.duckdb`);
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    await connection.run(`create table t (a integer, b varchar); insert into t values (1, 'x'); ${sql}`);
    connection.closeSync();
    instance.closeSync();
    return {
      host: '',
      port: 0,
      database: '',
      username: null,
      password: null,
      sslMode: 'disable',
      sid: null,
      url: null,
      files: [{ fileName: `${'0'.repeat(32)}.duckdb`, originalName: '库.duckdb', path }],
    };
  }

  it.each([
    ['create view v as select * from duckdb_settings()', 'duckdb_settings'],
    ['create view u as select * from t; create view v as select a, (select max(value) from duckdb_settings()) from u', 'duckdb_settings'],
    ['create view v ("x AS y") as with z as (select path from duckdb_databases()) select * from z', 'duckdb_databases'],
    ['create view v as select * from duckdb_tables', 'duckdb_tables'],
    ['create view v as select * from information_schema.tables', 'tables'],
    ['create view v as select * from pragma_database_list', 'pragma_database_list'],
    ['create view v as from (show databases)', 'SHOW'],
    [`create view v as select current_setting('temp_directory')`, 'current_setting'],
    [`create view v as select * from range(length(current_setting('temp_directory')))`, 'current_setting'],
    [`create macro m() as table select * from duckdb_settings(); create view v as select * from m()`, 'm'],
    [`create macro f(x) as (select max(value) from duckdb_settings()); create view v as select f(a) from t`, 'f'],
    [`create macro lower(x) as (select max(value) from duckdb_settings())`, '内置函数同名'],
    [`create macro duckdb_functions() as table select 'x' as function_name, true as internal`, '内置函数同名'],
    [`create macro nullif(x, y) as (select max(value) from duckdb_settings())`, '内置函数同名'],
    [`create macro "+"(x, y) as (select max(value) from duckdb_settings())`, '内置函数同名'],
    [`create table g (a integer, b varchar generated always as (current_setting('temp_directory')))`, 'current_setting'],
  ])('is refused with %s', async (sql, word) => {
    const connection = await made(sql);
    for (const failed of [await failure(adapter.probe(connection)), await failure(query(connection, 'select * from t'))]) {
      expect(failed).toMatchObject({ kind: 'unreachable' });
      expect(failed.message).toContain('DuckDB 文件中的');
      expect(failed.message).toContain(word);
    }
  });

  it('is read with ordinary views, defaults and macros; a view over other files fails alone', async () => {
    const connection = await made(`create macro twice(x) as x * 2;
      create table d (n integer default (1 + 1), s varchar generated always as (upper('k' || n)), made timestamp default now());
      insert into d (n) values (3);
      create view v1 as select a, lower(b) as b, row_number() over (order by a) as n from t join range(3) as r(i) on i = a where b in (select b from t);
      create view v2 as select * from t pivot (count(*) for a in (1, 2)); create view v3 as values (1), (2)`);
    expect(await query(connection, 'select * from v1')).toEqual([[1, 'x', '1']]);
    expect(await query(connection, 'select s from d')).toEqual([['K3']]);
    expect(await query(connection, 'select * from v2')).toHaveLength(1);
    expect(await query(connection, 'select count(*) from v3')).toEqual([['2']]);
    const other = await made(`create view v as select * from read_text('/etc/hostname')`);
    expect(await query(other, 'select a from t')).toEqual([[1]]);
    expect((await failure(query(other, 'select * from v'))).kind).toBe('denied');
  });
});

it('the query of a view is what stands behind its own AS', () => {
  expect(queryOfView('CREATE VIEW v ("p AS q", b) AS SELECT 1 AS a;')).toBe('SELECT 1 AS a');
  expect(queryOfView('CREATE VIEW "a as ""b" AS SELECT 2;')).toBe('SELECT 2');
});
