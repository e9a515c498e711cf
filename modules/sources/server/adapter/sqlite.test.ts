import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import initSqlJs from 'sql.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conformance } from './test-conformance.ts';
import { sqlite as adapter } from './sqlite.ts';
import { SourceError, type Connection, type HarvestBatch, type OpenResult } from './types.ts';

const folder = mkdtempSync(join(tmpdir(), 'databrain-sqlite-'));
const path = join(folder, 'a.bin');
let before: Buffer;
const connectionOf = (file: string): Connection => ({
  host: '',
  port: 0,
  database: '',
  username: null,
  password: null,
  sslMode: 'disable',
  sid: null,
  url: null,
  files: [{ fileName: 'a.bin', originalName: '台账.db', path: file }],
});
const connection = connectionOf(path);
const pool = adapter.pool(connection);

beforeAll(async () => {
  const sql = await initSqlJs();
  const database = new sql.Database();
  database.run(`
    create table 部门 (id integer primary key, 名称 varchar(50) not null unique, 预算 decimal(18, 2) default 0);
    create table staff (id integer, dept integer references 部门 (id), code text, photo blob, big integer, primary key (id, code));
    create index staff_dept on staff (dept, code);
    create view 员工 as select s.code, d.名称 from staff s join 部门 d on d.id = s.dept;
    create trigger t after insert on staff begin update 部门 set 预算 = 预算 + 1; end;
    insert into 部门 values (1, '工程部', 12.5);
    insert into staff values (1, 1, 'a''b', x'00ff', 9007199254740993), (2, 1, '乙', null, -1);
    analyze`);
  const broken = new sql.Database();
  broken.run(`create table t (a int, b int); create view v as select a, b from t; create view w as select a from t; create table u (x int);
    pragma legacy_alter_table = on; drop table t; create table t (a int)`);
  writeFileSync(join(folder, 'broken.bin'), broken.export());
  writeFileSync(path, database.export());
  before = readFileSync(path);
  const plain = new sql.Database();
  plain.run(`
    create table customer (id integer primary key, name text not null, phone text, balance decimal(18, 2));
    insert into customer values (1, '甲😀', '13800000001', 5.50), (2, '乙', null, null);
    create table orders (id bigint primary key, customer_id integer references customer (id), amount decimal(12, 2));
    create index idx_orders_customer on orders (customer_id);
    create view big_orders as select * from orders where amount > 1000;
    create table 销售明细 (编号 integer, 金额 decimal(12, 2));
    create table tmp_a (id integer)`);
  writeFileSync(join(folder, 'plain.bin'), plain.export());
});

afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

async function rowsOf(result: OpenResult, most = 1000): Promise<unknown[][]> {
  const all: unknown[][] = [];
  for (;;) {
    const rows = await result.read(most);
    if (rows.length === 0) break;
    all.push(...rows);
  }
  await result.close();
  return all;
}
const request = (text: string, more: { params?: unknown[]; timeoutMs?: number; signal?: AbortSignal } = {}) => ({
  text,
  params: more.params ?? [],
  searchPath: [],
  timeoutMs: more.timeoutMs ?? 10_000,
  signal: more.signal ?? new AbortController().signal,
});
const query = async (text: string, params: unknown[] = []) => {
  const result = await pool.open(request(text, { params }));
  return { columns: result.columns, rows: await rowsOf(result) };
};
const failure = async (work: Promise<unknown>): Promise<SourceError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(SourceError);
  return error as SourceError;
};
const ENDLESS = 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n';

describe('an SQLite file', () => {
  it('tells what is in it', async () => {
    expect(await adapter.probe(connection)).toMatchObject({
      version: expect.stringMatching(/^SQLite 3\.\d+/),
      database: '台账.db',
      tables: 3,
      readable: 3,
      schemas: ['main'],
      tls: false,
    });
  });

  it('gives tables, columns, keys, indexes, views with text and triggers', async () => {
    const batches: HarvestBatch[] = [];
    const scope = { schemas: [], include: [], exclude: [] };
    for await (const batch of adapter.harvest(connection, scope, new AbortController().signal)) batches.push(batch);
    const tables = batches.flatMap((batch) => [...batch.tables]);
    expect(batches[0]).toMatchObject({ total: 3, schemas: ['main'], seesAllSchemas: true });
    expect(tables.map((table) => [table.name, table.kind])).toEqual([
      ['staff', 'table'],
      ['员工', 'view'],
      ['部门', 'table'],
    ]);
    const [staff, view, dept] = tables;
    expect(staff).toMatchObject({
      rowEstimate: 2,
      keys: [
        { kind: 'primary', columns: ['id', 'code'] },
        { kind: 'foreign', columns: ['dept'], refTable: 'main.部门', refColumns: ['id'] },
      ],
      indexes: [{ name: 'staff_dept', isUnique: false, columns: ['dept', 'code'] }],
    });
    expect(view!.viewSql).toBe('select s.code, d.名称 from staff s join 部门 d on d.id = s.dept');
    expect(view!.columns.map((column) => column.name)).toEqual(['code', '名称']);
    expect(dept!.columns).toMatchObject([
      { name: 'id', isKey: true, isNullable: false, type: 'integer', position: 1 },
      { name: '名称', type: 'varchar', length: '50', isNullable: false },
      { name: '预算', type: 'decimal', precision: '18', scale: '2', defaultText: '0' },
    ]);
    expect(dept!.keys.map((key) => [key.kind, key.columns])).toEqual([
      ['primary', ['id']],
      ['unique', ['名称']],
    ]);
    expect(batches.flatMap((batch) => [...batch.routines])).toMatchObject([
      { name: 't', kind: 'trigger', body: expect.stringContaining('after insert') },
    ]);
  });

  it('keeps to the scope', async () => {
    const names: string[] = [];
    for await (const batch of adapter.harvest(
      connection,
      { schemas: [], include: ['main.*'], exclude: ['staff'] },
      new AbortController().signal,
    ))
      names.push(...batch.tables.map((table) => table.name));
    expect(names).toEqual(['员工', '部门']);
  });

  it('gives exact values and their kinds', async () => {
    const { columns, rows } = await query('select code, photo, big, 1.5 as r, null as n from staff order by id');
    expect(rows).toEqual([
      [`a'b`, '\\x00ff', '9007199254740993', 1.5, null],
      ['乙', null, -1, 1.5, null],
    ]);
    expect(columns.map(({ kind }) => kind)).toEqual(['text', 'binary', 'number', 'number', 'text']);
    expect((await query('select code from staff where id = ? and code = ?', [2, '乙'])).rows).toEqual([['乙']]);
    expect((await query('select * from staff where 1 = 0')).columns).toHaveLength(5);
  });

  it('is never written to and reaches no other file', async () => {
    for (const text of [
      'delete from staff',
      'create table x (a)',
      'drop table staff',
      'insert into staff values (9, 1, 1, null, 1)',
      `attach '${path}' as other`,
      `vacuum into '/tmp/databrain-leak.db'`,
      `select load_extension('x')`,
    ])
      expect(['denied', 'statement'], text).toContain((await failure(query(text))).kind);
    await query('pragma query_only = off').catch(() => undefined);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(
      await failure(
        pool.write({ texts: ['delete from staff'], searchPath: [], timeoutMs: 1000, signal: new AbortController().signal, commit: true }),
      ),
    ).toMatchObject({ kind: 'denied' });
  });

  it('says what is wrong, and reads files in WAL mode', async () => {
    expect(await failure(query('select * from nowhere'))).toMatchObject({ kind: 'statement', message: '表不存在', offset: 14 });
    expect(await failure(query('selec 1'))).toMatchObject({ message: '语法错误', offset: 0 });
    writeFileSync(join(folder, 'text.bin'), 'not a database at all, only some text that is long enough');
    expect(await failure(adapter.probe(connectionOf(join(folder, 'text.bin'))))).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('不是 SQLite'),
    });
    expect(await failure(adapter.probe(connectionOf(join(folder, 'gone.bin'))))).toMatchObject({ kind: 'unreachable' });
    const wal = Buffer.from(before);
    wal.fill(2, 18, 20);
    writeFileSync(join(folder, 'wal.bin'), wal);
    expect((await adapter.probe(connectionOf(join(folder, 'wal.bin')))).tables).toBe(3);
    expect((await failure(adapter.probe({ ...connection, files: [] }))).message).toContain('没有数据文件');
  });

  it('ends an endless statement at the limit and when the caller leaves; others go on', async () => {
    expect(await failure(pool.open(request(ENDLESS, { timeoutMs: 300 })))).toMatchObject({ kind: 'timeout' });
    const leaving = new AbortController();
    const left = failure(pool.open(request(ENDLESS, { signal: leaving.signal })));
    expect((await query('select 1')).rows).toEqual([[1]]);
    const started = performance.now();
    leaving.abort();
    expect(await left).toMatchObject({ kind: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect((await query('select count(*) from staff')).rows).toEqual([[2]]);
  });

  it('serves who still waits when those before have given up', async () => {
    // all threads are busy with answers that nobody reads on
    const held = await Promise.all([1, 2, 3].map((n) => pool.open(request(`select ${n}`))));
    const impatient = [1, 2, 3].map(() => new AbortController());
    const given = impatient.map(({ signal }) => failure(pool.open(request('select 1', { signal }))));
    const patient = pool.open(request('select 4', { timeoutMs: 5_000 }));
    impatient.forEach((one) => one.abort());
    expect((await Promise.all(given)).map(({ kind }) => kind)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    await held[0]!.close();
    expect(await rowsOf(await patient)).toEqual([[4]]);
    await Promise.all(held.map((one) => one.close()));
  });

  it('streams, and statements beyond the threads wait for their turn', async () => {
    const rows = 'with recursive n(i) as (select 1 union all select i + 1 from n limit 100000) select i from n';
    const open = await Promise.all([1, 2, 3].map(() => pool.open(request(rows))));
    expect(await open[0]!.read(3)).toEqual([[1], [2], [3]]);
    const fourth = query('select 4');
    await open[1]!.close();
    expect((await fourth).rows).toEqual([[4]]);
    expect(await rowsOf(open[0]!)).toHaveLength(99_997);
    await open[2]!.close();
  });
});

conformance('SQLite', {
  adapter: async () => adapter,
  connection: () => connectionOf(join(folder, 'plain.bin')),
  schema: () => 'main',
  searchPath: () => ['main'],
  features: ['foreignKeys', 'indexes', 'viewText', 'rights', 'params'],
  placeholder: '?',
  balance: 5.5,
  values: [
    ['9223372036854775807', '9223372036854775807', 'number'],
    ['1.5', 1.5, 'number'],
    [`'文字'`, '文字', 'text'],
    [`x'00ff'`, '\\x00ff', 'binary'],
    ['null', null, 'text'],
  ],
  numbers: (n) => `with recursive n(i) as (select 1 union all select i + 1 from n limit ${n}) select i, printf('%1000s', '') from n`,
  slow: 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n where i < 0',
  running: null,
});

it('a view that cannot be opened is told with the reason, and spoils nothing else', async () => {
  const tables: HarvestBatch['tables'][number][] = [];
  const scope = { schemas: [], include: [], exclude: [] };
  for await (const batch of adapter.harvest(connectionOf(join(folder, 'broken.bin')), scope, new AbortController().signal))
    tables.push(...batch.tables);
  expect(tables.map(({ name, columns, brokenReason }) => [name, columns.map((column) => column.name), brokenReason ?? null])).toEqual([
    ['t', ['a'], null],
    ['u', ['x'], null],
    ['v', [], expect.stringContaining('no such column: b')],
    ['w', ['a'], null],
  ]);
});
