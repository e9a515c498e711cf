import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import initSqlJs from 'sql.js';
import { afterAll, describe, expect, it } from 'vitest';
import { sqlite as adapter } from './sqlite.ts';
import { SourceError, type Connection, type HarvestBatch } from './types.ts';

const folder = mkdtempSync(join(tmpdir(), 'databrain-foreign-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

/** A file as somebody might craft it. */
async function made(sql: string): Promise<Connection> {
  const { Database } = await initSqlJs();
  const database = new Database();
  database.run(`create table t (a integer, b text); insert into t values (1, 'x'); ${sql}`);
  const path = join(folder, `foreign-${count++}.db`);
  writeFileSync(path, database.export());
  database.close();
  const files = [{ fileName: `${'0'.repeat(32)}.db`, originalName: '库.db', path }];
  return { host: '', port: 0, database: '', username: null, password: null, sslMode: 'disable', sid: null, url: null, files };
}

async function using<T>(connection: Connection, work: (ask: (text: string) => Promise<unknown[][]>) => Promise<T>): Promise<T> {
  const pool = adapter.pool(connection);
  try {
    return await work(async (text) => {
      const signal = new AbortController().signal;
      const result = await pool.open({ text, params: [], searchPath: ['main'], timeoutMs: 10_000, signal });
      const rows = await result.read(1000);
      await result.close();
      return rows;
    });
  } finally {
    await pool.close();
  }
}
const query = (connection: Connection, text: string) => using(connection, (ask) => ask(text));
const failure = (work: Promise<unknown>): Promise<SourceError> =>
  work.then(
    (found) => expect.fail(`it answered ${JSON.stringify(found)}`) as never,
    (error: unknown) => {
      expect(error).toBeInstanceOf(SourceError);
      return error as SourceError;
    },
  );
async function harvested(connection: Connection): Promise<HarvestBatch['tables'][number][]> {
  const tables: HarvestBatch['tables'][number][] = [];
  const scope = { schemas: [], include: [], exclude: [] };
  for await (const batch of adapter.harvest(connection, scope, new AbortController().signal)) tables.push(...batch.tables);
  return tables;
}

/** What views might ask of the engine and the machine. */
const TELLING = [
  'select * from pragma_database_list',
  'select * from pragma_compile_options',
  'select * from pragma_function_list',
  'select * from pragma_module_list',
  'select * from pragma_pragma_list',
  'select * from pragma_query_only',
  "select * from pragma_table_info('t')",
  'select a, (select max(file) from pragma_database_list) from t',
  'select sqlite_source_id()',
  'select sqlite_compileoption_get(0)',
  "select a from t where sqlite_compileoption_used('THREADSAFE=0') = 1",
  "select load_extension('/tmp/x.so')",
  "select readfile('/etc/passwd')",
  "select writefile('/tmp/databrain-leak', 'x')",
  "select edit('x')",
  "select fts3_tokenizer('simple')",
  "select sqlite_log(1, 'x')",
  'select * from sqlite_dbpage',
  'select * from dbstat',
  'select * from sqlite_stmt',
  "select * from fsdir('/etc')",
];

describe('an SQLite file of somebody else', () => {
  it('has views that tell nothing of the server, and is of use without them', async () => {
    const connection = await made(TELLING.map((text, n) => `create view v${n} as ${text};`).join('\n'));
    await using(connection, async (ask) => {
      for (const [n, text] of TELLING.entries()) {
        const { kind, message, raw } = await failure(ask(`select * from v${n}`));
        expect(['denied', 'statement'], text).toContain(kind);
        expect(`${message} ${raw}`, text).not.toMatch(/dbfile|\/tmp|\/etc|THREADSAFE|clang/);
      }
      expect(await ask('select * from t')).toEqual([[1, 'x']]);
    });
    const found = await harvested(connection);
    expect(found).toHaveLength(TELLING.length + 1);
    expect(found.filter(({ brokenReason }) => brokenReason).length).toBeGreaterThan(10);
    expect(found.find(({ name }) => name === 't')).toMatchObject({ columns: [{ name: 'a' }, { name: 'b' }] });
  });

  it.each([
    [
      'a schema that was written by hand',
      `pragma writable_schema = on; create view v as select 1 as x;
        update sqlite_master set sql = 'create view v as select * from pragma_database_list' where name = 'v'`,
      'select * from v',
    ],
    [
      'a view of another file',
      `pragma writable_schema = on; create view v as select 1 as x;
        update sqlite_master set sql = 'create view v as select * from other.t' where name = 'v'`,
      'select * from v',
    ],
    [
      'a hidden schema entry',
      `pragma writable_schema = on; create view sneaky as select 1 as x;
        update sqlite_master set name = 'sqlite_stat1', tbl_name = 'sqlite_stat1',
          sql = 'create view sqlite_stat1 as select file as tbl, file as stat from pragma_database_list' where name = 'sneaky'`,
      'select * from sqlite_stat1',
    ],
  ])('neither does %s', async (_what, sql, text) => {
    const connection = await made(sql);
    await failure(query(connection, text));
    expect(JSON.stringify(await harvested(connection).catch(() => []))).not.toMatch(/dbfile_|THREADSAFE|COMPILER/);
  });

  it('is not changed by what its schema holds, and no setting in it lifts the lock', async () => {
    const connection = await made(`pragma application_id = 7; pragma user_version = 9;
      create trigger r after insert on t begin update t set b = 'changed'; end;
      create view writes as select * from t; create trigger w instead of insert on writes begin delete from t; end`);
    for (const text of ['insert into writes values (2, null)', 'insert into t values (2, null)'])
      expect((await failure(query(connection, text))).kind).toBe('denied');
    for (const text of ['pragma writable_schema = on', 'pragma trusted_schema = on', 'pragma query_only = off'])
      await query(connection, text).catch(() => undefined);
    expect(await query(connection, 'select * from t')).toEqual([[1, 'x']]);
  });

  it('with ordinary views, generated columns and JSON is read as it is', async () => {
    const connection = await made(`create table g (a integer, b text generated always as (upper('k' || a))); insert into g (a) values (3);
      create view v as select t.a, g.b, j.value as c from t join g join json_each('[5]') j;
      create view w as with recursive n(i) as (select 1 union all select i + 1 from n limit 3) select sum(i) as s from n`);
    expect(await query(connection, 'select * from v')).toEqual([[1, 'K3', 5]]);
    expect(await query(connection, 'select * from w')).toEqual([[6]]);
  });
});
