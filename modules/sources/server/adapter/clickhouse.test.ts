import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '#kit/test/until.ts';
import { clickhouse } from './clickhouse.ts';
import { httpSource } from './test-http-source.ts';
import { allRows, connectionTo, failure, harvested, recording, request } from './test-recorded.ts';
import type { Connection } from './types.ts';

const answer = recording('clickhouse');
const seen: { sql: string; query: URLSearchParams; isEnded: boolean }[] = [];
let server: Awaited<ReturnType<typeof httpSource>>;
let to: Connection;

beforeAll(async () => {
  server = await httpSource((asked, body, response) => {
    const query = new URL(asked.url ?? '/', 'http://x').searchParams;
    const sql = (query.get('query') ?? body).replace(/\s*FORMAT \w+\s*$/i, '').trim();
    const call = { sql, query, isEnded: false };
    seen.push(call);
    response.on('close', () => (call.isEnded = true));
    const fail = (status: number, code: number, words: string) => {
      response.writeHead(status, { 'x-clickhouse-exception-code': String(code) });
      response.end(`Code: ${code}. DB::Exception: ${words}. (${code === 62 ? 'SYNTAX_ERROR' : 'ERROR'}) (version 25.3.1)`);
    };
    const login = Buffer.from((asked.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
    if (login !== 'reader:geheim-77') return fail(403, 516, 'reader: Authentication failed: password is incorrect');
    if (sql === 'select slow') return undefined;
    if (/^kill query/i.test(sql)) return void response.end('');
    if (sql === 'selec 1') return fail(400, 62, 'Syntax error: failed at position 1 (selec): selec 1');
    if (sql === 'insert') return fail(500, 164, 'Cannot execute query in readonly mode');
    if (sql === 'select * from nowhere') return fail(404, 60, 'Unknown table expression identifier');
    if (sql.startsWith('select endless')) {
      response.writeHead(200);
      response.write('["n"]\n["UInt64"]\n');
      let n = 0;
      const more = () => {
        while (!call.isEnded && response.write(`["${n++}"]\n`));
        if (!call.isEnded) response.once('drain', more);
      };
      more();
      return undefined;
    }
    const { columns, rows } = answer(sql);
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const lines = [columns.map(({ name }) => name), columns.map(({ type }) => type), ...rows];
    return void response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  });
  to = connectionTo(server.port, { database: 'dwd' });
});
afterAll(() => server.close());

describe('ClickHouse by its recorded answers', () => {
  it('harvests databases: engines, keys, skip indexes, types', async () => {
    const { tables, batches } = await harvested(clickhouse, to);
    expect(batches[0]).toMatchObject({ total: 3, schemas: ['dwd'] });
    expect(tables.map(({ name, kind }) => [name, kind])).toEqual([
      ['fact', 'table'],
      ['fact_mv', 'materialized'],
      ['fact_v', 'view'],
    ]);
    expect(tables[0]).toMatchObject({
      comment: '事实表',
      rowEstimate: 1000000,
      sizeBytes: 5242880,
      keys: [{ kind: 'primary', columns: ['id'] }],
      indexes: [{ name: 'ix', columns: ['name'], method: 'bloom_filter', isUnique: false }],
    });
    expect(tables[0]!.columns).toMatchObject([
      { name: 'id', type: 'UInt64', isKey: true, isNullable: false, comment: '编号' },
      { name: 'amount', type: 'Decimal', precision: '18', scale: '2', isNullable: true },
      { name: 'name', type: 'String', defaultText: `DEFAULT '无'` },
    ]);
    expect(tables[2]!.viewSql).toBe('SELECT id FROM dwd.fact');
  });

  it('is probed', async () => {
    expect(await clickhouse.probe(to)).toMatchObject({ version: 'ClickHouse 25.3.1.1', database: 'dwd', tables: 3, warnings: [] });
  });

  it('reads with limits and without writing, exact', async () => {
    const pool = clickhouse.pool(to);
    const result = await pool.open(request('select * from fact where id > {p1:UInt64}', { params: [1], searchPath: ['ods'] }));
    expect(result.columns.map(({ kind }) => kind)).toEqual(['number', 'number', 'text', 'time', 'json', 'boolean']);
    expect(await allRows(result, 1)).toEqual([
      ['18446744073709551615', '12.30', '甲', '2026-01-02 03:04:05', '["a"]', true],
      ['1', null, '乙', null, null, null],
    ]);
    const { query } = seen.at(-1)!;
    expect(query.get('readonly')).toBe('2');
    expect(query.get('max_execution_time')).toBe('11');
    expect(query.get('param_p1')).toBe('1');
    expect(query.get('database')).toBe('ods');
    expect(query.get('output_format_json_quote_64bit_integers')).toBe('1');
    await pool.close();
  });

  it('streams: the server is not read further than somebody wants', async () => {
    const pool = clickhouse.pool(to);
    const result = await pool.open(request('select endless'));
    const rows: unknown[][] = [];
    while (rows.length < 3) rows.push(...(await result.read(3 - rows.length)));
    expect(rows).toEqual([['0'], ['1'], ['2']]);
    await result.close();
    await until(async () => seen.findLast(({ sql }) => sql.startsWith('select endless'))!.isEnded, Boolean);
    await pool.close();
  });

  it('a statement that is left or late is killed at the server', async () => {
    const pool = clickhouse.pool(to);
    expect(await failure(pool.open(request('select slow', { timeoutMs: 1_500 })))).toMatchObject({ kind: 'timeout' });
    const leaving = new AbortController();
    const left = failure(pool.open(request('select slow', { signal: leaving.signal })));
    await until(async () => seen.filter(({ sql }) => sql === 'select slow').length === 2, Boolean);
    leaving.abort();
    expect(await left).toMatchObject({ kind: 'cancelled' });
    await until(async () => seen.filter(({ sql }) => /^kill query/i.test(sql)).length === 2, Boolean);
    const slow = seen.filter(({ sql }) => sql === 'select slow');
    expect(slow.every((call) => call.isEnded)).toBe(true);
    expect(seen.filter(({ sql }) => /^kill/i.test(sql)).map(({ query }) => query.get('param_id'))).toEqual(
      slow.map(({ query }) => query.get('query_id')),
    );
    await pool.close();
  });

  it('says what is wrong', async () => {
    const pool = clickhouse.pool(to);
    expect(await failure(pool.open(request('selec 1')))).toMatchObject({ kind: 'statement', message: '语法错误', offset: 0, code: '62' });
    expect(await failure(pool.open(request('select * from nowhere')))).toMatchObject({ message: '表不存在' });
    expect(await failure(pool.open(request('insert')))).toMatchObject({ kind: 'denied' });
    expect((await failure(clickhouse.probe({ ...to, password: 'geheim-77x' }))).message).toContain('用户名或密码错误');
    expect((await failure(clickhouse.probe({ ...to, port: 1 }))).message).toContain('端口没有服务在监听');
    expect(await failure(clickhouse.probe({ ...to, host: '100.100.100.200' }))).toMatchObject({ kind: 'unreachable' });
    expect(
      await failure(pool.write({ texts: ['insert'], searchPath: [], timeoutMs: 1, signal: new AbortController().signal, commit: true })),
    ).toMatchObject({ kind: 'denied', message: expect.stringContaining('没有事务') });
    await pool.close();
  });
});
