import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workbook } from '#kit/server/excel/writer.ts';
import { conformance } from './test-conformance.ts';
import { files as adapter } from './files.ts';
import { SourceError, type Connection, type HarvestedTable, type OpenResult } from './types.ts';
import { setWorkDir } from './work-dir.ts';

const folder = mkdtempSync(join(tmpdir(), 'databrain-files-'));
const scope = { schemas: [], include: [], exclude: [] };
let count = 0;

function connectionOf(...given: (readonly [name: string, content: Buffer | string])[]): Connection {
  return {
    host: '',
    port: 0,
    database: '',
    username: null,
    password: null,
    sslMode: 'disable',
    sid: null,
    url: null,
    files: given.map(([originalName, content]) => {
      const fileName = `${createHash('md5').update(`${count++}`).digest('hex')}.bin`;
      writeFileSync(join(folder, fileName), content);
      return { fileName, originalName, path: join(folder, fileName) };
    }),
  };
}
async function harvested(connection: Connection): Promise<HarvestedTable[]> {
  const all: HarvestedTable[] = [];
  for await (const batch of adapter.harvest(connection, scope, new AbortController().signal)) all.push(...batch.tables);
  return all;
}
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
async function query(connection: Connection, text: string, options: { timeoutMs?: number; signal?: AbortSignal; params?: unknown[] } = {}) {
  const pool = adapter.pool(connection);
  try {
    const result = await pool.open({
      text,
      params: options.params ?? [],
      searchPath: ['main'],
      timeoutMs: options.timeoutMs ?? 20_000,
      signal: options.signal ?? new AbortController().signal,
    });
    return { columns: result.columns, rows: await rowsOf(result) };
  } finally {
    await pool.close();
  }
}
const failure = async (work: Promise<unknown>): Promise<SourceError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(SourceError);
  return error as SourceError;
};
const gbk = (text: string): Buffer => {
  // the only encoder that Node has is for UTF-8: these are the bytes of 姓名 张三 李四 城市 北京 in GB 18030
  const known: Record<string, number[]> = {
    姓名: [0xd0, 0xd5, 0xc3, 0xfb],
    张三: [0xd5, 0xc5, 0xc8, 0xfd],
    北京: [0xb1, 0xb1, 0xbe, 0xa9],
    城市: [0xb3, 0xc7, 0xca, 0xd0],
  };
  return Buffer.concat(text.split(/(姓名|张三|北京|城市)/).map((part) => Buffer.from(known[part] ?? Buffer.from(part))));
};

const plain = join(folder, 'plain.duckdb');
beforeAll(async () => {
  setWorkDir(join(folder, 'work'));
  const instance = await DuckDBInstance.create(plain);
  const connection = await instance.connect();
  await connection.run(`
    create table customer (id integer primary key, name text not null, phone text, balance decimal(18, 2));
    comment on table customer is '客户'; comment on column customer.name is '客户名称';
    insert into customer values (1, '甲😀', '13800000001', 5.50), (2, '乙', null, null);
    create table orders (id bigint primary key, customer_id integer references customer (id), amount decimal(12, 2));
    create index idx_orders_customer on orders (customer_id);
    create view big_orders as select * from orders where amount > 1000;
    create table 销售明细 (编号 integer, 金额 decimal(12, 2));
    create table tmp_a (id integer)`);
  connection.closeSync();
  instance.closeSync();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('CSV', () => {
  it('keeps what people wrote: zeros in front, long numbers, mobile numbers, decimals', async () => {
    const connection = connectionOf([
      '员工 花名册.csv',
      '\ufeff工号,姓名,手机,身份证,工资,入职日期,在职,次数\n007,张三,13800138000,110101199003070011,1234.50,2020/1/5,true,3\n008,"李""四,小",13900139000,110101199003070012,99,2021-12-31,false,\n',
    ]);
    const [table] = await harvested(connection);
    expect(table).toMatchObject({ schema: 'main', name: '员工 花名册', comment: '来自文件 员工 花名册.csv', kind: 'table' });
    expect(table!.columns.map(({ name, type }) => [name, type])).toEqual([
      ['工号', 'varchar'],
      ['姓名', 'varchar'],
      ['手机', 'varchar'],
      ['身份证', 'varchar'],
      ['工资', 'decimal'],
      ['入职日期', 'date'],
      ['在职', 'boolean'],
      ['次数', 'bigint'],
    ]);
    const { rows, columns } = await query(connection, 'select * from "员工 花名册" order by 1');
    expect(rows).toEqual([
      ['007', '张三', '13800138000', '110101199003070011', '1234.50', '2020-01-05', true, '3'],
      ['008', '李"四,小', '13900139000', '110101199003070012', '99.00', '2021-12-31', false, null],
    ]);
    expect(columns.map((column) => column.kind)).toEqual(['text', 'text', 'text', 'text', 'number', 'time', 'boolean', 'number']);
  });

  it('reads GBK and UTF-16', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('姓名\t城市\n张三\t北京\n', 'utf16le')]);
    const connection = connectionOf(['甲.csv', gbk('姓名,城市\r\n张三,北京\r\n')], ['乙.txt', utf16]);
    const text = 'select * from 甲 union all select * from 乙';
    expect((await query(connection, text)).rows).toEqual([
      ['张三', '北京'],
      ['张三', '北京'],
    ]);
  });

  it('names empty and repeated headings, and files without heading', async () => {
    const connection = connectionOf(['a.csv', '名称,,名称,名称\n甲,1,2,3\n'], ['b.csv', '甲,1,2020-01-01\n乙,2,2020-01-02\n']);
    const tables = await harvested(connection);
    expect(tables.map((table) => table.columns.map((column) => column.name))).toEqual([
      ['名称', '列2', '名称_2', '名称_3'],
      ['列1', '列2', '列3'],
    ]);
    expect((await adapter.probe(connection)).warnings).toEqual(['a.csv：表头有空白或重复的列名，已改为 列2、名称_2、名称_3']);
    expect((await query(connection, 'select count(*) from b')).rows).toEqual([['2']]);
  });

  it('leaves rows out that do not fit, and says which', async () => {
    const connection = connectionOf(['订单.csv', '编号,金额,备注\n1,10,好\n2,20\n3,30,好,多\n4,40,"换\n行"\n']);
    const probe = await adapter.probe(connection);
    expect(probe.warnings).toEqual(['订单.csv：2 行的列数与表头不符或引号不成对，已略过（第 3 行、第 4 行）']);
    expect(probe).toMatchObject({ tables: 1, database: '订单.csv', tls: false, schemas: ['main'] });
    expect((await query(connection, 'select 编号, 备注 from 订单 order by 1')).rows).toEqual([
      ['1', '好'],
      ['4', '换\n行'],
    ]);
  });

  it('a type holds for every row, not only for the first ones', async () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => `${n},${n}`);
    const connection = connectionOf(['数.csv', `a,b\n${lines.join('\n')}\n无,7.25\n`]);
    const [table] = await harvested(connection);
    expect(table!.columns.map((column) => column.type)).toEqual(['varchar', 'decimal']);
    expect((await query(connection, `select a, b from 数 where a = '无'`)).rows).toEqual([['无', '7.25']]);
  });

  it('gives long rows in small batches, whatever was asked for', async () => {
    const pool = adapter.pool(connectionOf(['长.csv', 'a,b\n1,2\n']));
    const { signal } = new AbortController();
    const text = "select repeat('长', 1000000) from range(30)";
    const result = await pool.open({ text, params: [], searchPath: [], timeoutMs: 20_000, signal });
    const first = await result.read(1000);
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThan(12);
    await result.close();
    await pool.close();
  });

  it('two files of one name are two tables; an empty file is told', async () => {
    const connection = connectionOf(['x.csv', 'a,b\n1,2\n'], ['X.tsv', 'a\tb\n3\t4\n'], ['空.csv', '\n']);
    expect((await harvested(connection)).map((table) => table.name).sort()).toEqual(['X_2', 'x']);
    expect((await adapter.probe(connection)).warnings).toEqual(['空.csv：没有数据，已略过']);
    expect((await failure(adapter.probe(connectionOf(['空.csv', '\n'])))).message).toContain('没有可以使用的数据');
  });

  it('bytes that are no text are told in a sentence', async () => {
    const error = await failure(adapter.probe(connectionOf(['坏.csv', Buffer.from([0x61, 0xff, 0xff, 0x2c, 0x80])])));
    expect(error).toMatchObject({ kind: 'unreachable', message: '文件既不是 UTF-8 也不是 GBK 编码，请另存为 UTF-8 后重新上传' });
  });
});

describe('other files', () => {
  it('every sheet of a workbook is a table, dates and long numbers as they are', async () => {
    const column = (title: string) => ({ title, width: 10 });
    const chunks: Uint8Array[] = [];
    const sheets = [
      { name: '明细', columns: [column('卡号'), column('日期')], rows: [['00123', { serial: 46_024, style: 'day' as const }]] },
      { name: '汇总', columns: [column('数')], rows: [[0.30000000000000004]] },
    ];
    for await (const chunk of workbook(sheets)) chunks.push(chunk);
    const connection = connectionOf(['台账.xlsx', Buffer.concat(chunks)]);
    expect((await harvested(connection)).map((table) => table.name).sort()).toEqual(['台账_明细', '台账_汇总']);
    expect((await query(connection, 'select * from 台账_明细')).rows).toEqual([['00123', '2026-01-02']]);
    expect((await query(connection, 'select * from 台账_汇总')).rows).toEqual([['0.3']]);
  });

  it('reads Parquet and a DuckDB file with its keys, views and comments', async () => {
    const database = join(folder, 'made.duckdb');
    const parquet = join(folder, 'made.parquet');
    const instance = await DuckDBInstance.create(database);
    const connection = await instance.connect();
    await connection.run(`create schema 仓; create table 仓.客户 (id bigint primary key, 名 varchar not null default '无', 额 decimal(18,2));
      comment on table 仓.客户 is '客户表'; comment on column 仓.客户.名 is '客户名称';
      create index 客户_名 on 仓.客户 (名); create view 仓.大客户 as select * from 仓.客户 where 额 > 10;
      insert into 仓.客户 values (9007199254740993, '甲', 12.30); copy 仓.客户 to '${parquet}' (format parquet)`);
    connection.closeSync();
    instance.closeSync();

    const own = connectionOf(['库.duckdb', readFileSync(database)]);
    const tables = await harvested(own);
    const customer = tables.find((table) => table.name === '客户')!;
    expect(customer).toMatchObject({ schema: '仓', comment: '客户表', rowEstimate: 1 });
    expect(customer.columns).toMatchObject([
      { name: 'id', isKey: true, isNullable: false, type: 'bigint' },
      { name: '名', comment: '客户名称', isNullable: false, defaultText: `'无'` },
      { name: '额', type: 'decimal', precision: '18', scale: '2' },
    ]);
    expect(customer.keys.filter((key) => key.kind === 'primary')).toMatchObject([{ columns: ['id'] }]);
    expect(customer.indexes).toMatchObject([{ name: '客户_名', isUnique: false, columns: ['名'] }]);
    expect(tables.find((table) => table.name === '大客户')).toMatchObject({
      kind: 'view',
      viewSql: expect.stringContaining('CREATE VIEW'),
    });
    expect((await query(own, 'select * from 仓.大客户')).rows).toEqual([['9007199254740993', '甲', '12.30']]);
    expect((await query(connectionOf(['表.parquet', readFileSync(parquet)]), 'select * from 表')).rows).toEqual([
      ['9007199254740993', '甲', '12.30'],
    ]);
    const mixed = connectionOf(['库.duckdb', readFileSync(database)], ['a.csv', 'a\n1\n']);
    expect((await failure(adapter.probe(mixed))).message).toContain('应单独作为一个数据源');
    expect((await failure(adapter.probe(connectionOf(['坏.parquet', 'PAR1 not really PAR1'])))).message).toBe(
      '坏.parquet 无法读取，请检查文件内容',
    );
  });
});

describe('queries', () => {
  const plain = () => connectionOf(['t.csv', 'a,b\n1,x\n2,y\n']);

  it.each([
    `select * from read_text('/etc/passwd')`,
    `select * from read_csv('/etc/passwd')`,
    `select * from '/etc/hostname'`,
    `select * from glob('/*')`,
    `copy t to '/tmp/databrain-leak.csv'`,
    `attach '/tmp/databrain-leak.duckdb' as x`,
    `insert into t values (3, 'z')`,
    `create table u as select 1`,
    `set enable_external_access = true`,
    `set memory_limit = '64GB'`,
    `install httpfs`,
    `load httpfs`,
    `export database '/tmp/databrain-leak'`,
  ])('never write, never reach files, settings or extensions: %s', async (text) => {
    const connection = plain();
    const error = await failure(query(connection, text));
    expect(['denied', 'statement', 'unreachable']).toContain(error.kind);
    expect((await query(connection, 'select count(*) from t')).rows).toEqual([['2']]);
  });

  it('are never changed by a script', async () => {
    const connection = plain();
    const error = await failure(
      adapter
        .pool(connection)
        .write({ texts: ['delete from t'], searchPath: [], timeoutMs: 1000, signal: new AbortController().signal, commit: true }),
    );
    expect(error).toMatchObject({ kind: 'denied', message: '数据文件只能查询，不能修改' });
    expect((await query(connection, 'select count(*) from t')).rows).toEqual([['2']]);
  });

  it('are told what is wrong and where', async () => {
    const connection = plain();
    expect(await failure(query(connection, 'select a,\n  c from t'))).toMatchObject({
      kind: 'statement',
      message: '字段不存在',
      offset: 12,
    });
    expect(await failure(query(connection, 'select * from u'))).toMatchObject({ message: '表不存在', offset: 14 });
    expect(await failure(query(connection, `select cast(b as int) from t`))).toMatchObject({ message: '取值无法转换为所需的类型' });
  });

  it('take parameters, keep values exact', async () => {
    const connection = plain();
    expect((await query(connection, 'select b from t where a = ?', { params: ['2'] })).rows).toEqual([['y']]);
    const { rows, columns } = await query(
      connection,
      `select 170141183460469231731687303715884105727::hugeint, 0.1::decimal(20,10), 'NaN'::double, '\\xAB'::blob, [1,2], {'a': 1},
        timestamptz '2026-01-02 03:04:05+00', timestamp '2026-01-02 03:04:05', interval 3 day, null`,
    );
    expect(rows[0]!.slice(0, 8)).toEqual([
      '170141183460469231731687303715884105727',
      '0.1000000000',
      'NaN',
      '\\xab',
      '[1,2]',
      '{"a":1}',
      '2026-01-02T11:04:05+08:00',
      '2026-01-02 03:04:05',
    ]);
    expect(rows[0]![9]).toBeNull();
    expect(columns.slice(3, 7).map((column) => column.kind)).toEqual(['binary', 'json', 'json', 'time']);
  });

  it('stream: the first rows of a hundred million come at once', async () => {
    const pool = adapter.pool(plain());
    const started = performance.now();
    const result = await pool.open({
      text: "select i, repeat('x', 100) from range(100000000) r(i)",
      params: [],
      searchPath: [],
      timeoutMs: 20_000,
      signal: new AbortController().signal,
    });
    expect(await result.read(10)).toHaveLength(10);
    expect(await result.read(5)).toHaveLength(5);
    expect(performance.now() - started).toBeLessThan(15_000);
    await result.close();
    await pool.close();
  });

  it('end at their limit and when the caller leaves, and the source goes on', async () => {
    const connection = plain();
    const endless = 'select count(*) from range(10000000) a, range(10000000) b where a.range + b.range = -1';
    const pool = adapter.pool(connection);
    const open = (timeoutMs: number, signal: AbortSignal) =>
      pool.open({ text: endless, params: [], searchPath: [], timeoutMs, signal }).then((result) => result.read(1));
    expect(await failure(open(400, new AbortController().signal))).toMatchObject({ kind: 'timeout' });
    const leaving = new AbortController();
    const left = failure(open(60_000, leaving.signal));
    setTimeout(() => leaving.abort(), 200);
    const started = performance.now();
    expect(await left).toMatchObject({ kind: 'cancelled' });
    // left alone it takes its whole minute
    expect(performance.now() - started).toBeLessThan(15_000);
    const after = await pool.open({ text: 'select 1', params: [], searchPath: [], timeoutMs: 5000, signal: new AbortController().signal });
    expect(await rowsOf(after)).toEqual([[1]]);
    await pool.close();
  });

  it('several run side by side in one process', async () => {
    const pool = adapter.pool(plain());
    const request = (text: string) => ({ text, params: [], searchPath: [], timeoutMs: 20_000, signal: new AbortController().signal });
    const first = await pool.open(request('select i from range(5000) r(i)'));
    const second = await pool.open(request('select a from t order by 1'));
    expect(await first.read(1)).toEqual([['0']]);
    expect(await rowsOf(second)).toEqual([['1'], ['2']]);
    expect(await rowsOf(first)).toHaveLength(4_999);
    await pool.close();
  });
});

conformance('DuckDB file', {
  adapter: async () => adapter,
  connection: () => ({ ...connectionOf(), files: [{ fileName: 'plain.bin', originalName: '库.duckdb', path: plain }] }),
  schema: () => 'main',
  searchPath: () => ['main'],
  features: ['comments', 'foreignKeys', 'indexes', 'viewText', 'rights', 'params'],
  placeholder: '?',
  values: [
    ['9223372036854775807', '9223372036854775807', 'number'],
    ['12345678901234567890.12', '12345678901234567890.12', 'number'],
    [`date '2026-01-02'`, '2026-01-02', 'time'],
    ['true', true, 'boolean'],
    [`'文字'`, '文字', 'text'],
  ],
  numbers: (n) => `select i, repeat('x', 1000) from range(1, ${n + 1}) r(i)`,
  slow: 'select count(*) from range(10000000) a, range(10000000) b where a.range + b.range = -1',
  running: null,
});
