import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '#kit/test/until.ts';
import { httpSource } from './test-http-source.ts';
import { allRows, connectionTo, failure, harvested, recording, request } from './test-recorded.ts';
import { trino } from './trino.ts';
import type { Connection } from './types.ts';

const answer = recording('trino');
const seen: { method: string; path: string; body: string; headers: Record<string, string | string[] | undefined> }[] = [];
let busy = 0;
let server: Awaited<ReturnType<typeof httpSource>>;
let to: Connection;

const reply = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};
/** Where the server says the next page is: another host, which nobody must follow. */
const next = (path: string) => `http://169.254.169.254:9/v1/statement/${path}`;
const running = new Map<string, string>();

beforeAll(async () => {
  server = await httpSource((asked, body, response) => {
    const path = asked.url ?? '';
    seen.push({ method: asked.method ?? '', path, body, headers: asked.headers });
    if (asked.headers.authorization !== `Basic ${Buffer.from('reader:geheim-77').toString('base64')}`) return reply(response, 'no', 401);
    if (asked.method === 'DELETE') return reply(response, '', 204);
    if (asked.method === 'POST') {
      const id = `q${running.size}`;
      running.set(id, body);
      return reply(response, { id, nextUri: next(`queued/${id}/1`), stats: { state: 'QUEUED' } });
    }
    const [, stage, id, page] = /\/v1\/statement\/(\w+)\/(q\d+)\/(\d+)/.exec(path)!;
    const sql = running.get(id!)!;
    if (sql === 'select slow') return reply(response, { id, nextUri: next(`queued/${id}/${Number(page) + 1}`) });
    if (sql === 'select broken')
      return reply(response, {
        id,
        error: {
          message: "line 1:8: Column 'broken' cannot be resolved",
          errorName: 'COLUMN_NOT_FOUND',
          errorLocation: { lineNumber: 1, columnNumber: 8 },
        },
      });
    if (sql === 'select nonsense') return reply(response, '<html>');
    if (stage === 'queued') {
      if (busy-- > 0) return reply(response, 'busy', 503);
      return reply(response, { id, nextUri: next(`executing/${id}/1`) });
    }
    const found = answer(sql);
    const at = Number(page) - 1;
    const columns = found.columns.map(({ name, type }) => ({ name, type }));
    // a page for each two rows; the numbers beyond 2^53 stand as JSON numbers, as Trino writes them
    const data = JSON.stringify(found.rows.slice(at * 2, at * 2 + 2)).replace(/"#(\d+)"/g, '$1');
    const more = found.rows.length > at * 2 + 2 ? `"nextUri":${JSON.stringify(next(`executing/${id}/${at + 2}`))},` : '';
    return reply(response, `{"id":"${id}",${more}"columns":${JSON.stringify(columns)},"data":${data}}`);
  });
  to = connectionTo(server.port, { database: 'hive' });
});
afterAll(() => server.close());

describe('Trino by its recorded protocol', () => {
  it('harvests a catalog: tables, views, comments, types', async () => {
    const { tables, batches } = await harvested(trino, to);
    expect(batches[0]).toMatchObject({ total: 3, schemas: ['dwd'] });
    expect(tables.map(({ name, kind, comment }) => [name, kind, comment])).toEqual([
      ['fact', 'table', '事实表'],
      ['fact_mv', 'materialized', null],
      ['fact_v', 'view', null],
    ]);
    expect(tables[2]!.viewSql).toBe('SELECT id FROM fact');
    expect(tables[0]!.columns).toMatchObject([
      { name: 'id', type: 'bigint', isNullable: false, comment: '编号' },
      { name: 'amount', type: 'decimal', precision: '18', scale: '2' },
      { name: 'name', type: 'varchar', length: '50' },
    ]);
  });

  it('is probed, and says that a password travels in the open', async () => {
    expect(await trino.probe(to)).toMatchObject({
      version: 'Trino 476',
      tables: 3,
      schemas: ['dwd'],
      tls: false,
      warnings: [expect.stringContaining('密码未加密')],
    });
  });

  it('reads page by page, exact, waits while the server is busy, and follows no address but its own', async () => {
    busy = 2;
    const pool = trino.pool(to);
    const result = await pool.open(request("select * from fact where name <> '?' and id > ?", { params: [5], searchPath: ['dwd'] }));
    expect(result.columns.map(({ kind }) => kind)).toEqual(['number', 'number', 'text', 'time', 'json', 'binary']);
    expect(await allRows(result, 1)).toEqual([
      ['9007199254740993', '12.30', '甲', '2026-01-02T03:04:05.000', '[1,2]', '\\x00ff'],
      ['-1', null, '12345678901234567890', null, null, null],
      ['7', '0.00', '"', null, null, null],
    ]);
    const post = seen.findLast(({ method }) => method === 'POST')!;
    expect(post.body).toBe("select * from fact where name <> '?' and id > 5");
    expect(post.headers).toMatchObject({ 'x-trino-user': 'reader', 'x-trino-catalog': 'hive', 'x-trino-schema': 'dwd' });
    expect(String(post.headers['x-trino-session'])).toMatch(/query_max_run_time=1[01]s/);
    await pool.close();
  });

  it('a statement that is left or late is deleted at the server', async () => {
    const pool = trino.pool(to);
    /** Slow statements of which a page was asked for, or which were ended: on a busy machine the time may be over before there is one. */
    const slow = (wanted: string) =>
      new Set(
        seen.flatMap(({ method, path }) => {
          const id = /\/(q\d+)\//.exec(path)?.[1] ?? '';
          return method === wanted && running.get(id) === 'select slow' ? [id] : [];
        }),
      );
    expect(await failure(pool.open(request('select slow', { timeoutMs: 1_500 })))).toMatchObject({ kind: 'timeout' });
    const late = slow('GET').size;
    const leaving = new AbortController();
    const left = failure(pool.open(request('select slow', { signal: leaving.signal })));
    await until(
      async () => slow('GET').size,
      (count) => count === late + 1,
    );
    leaving.abort();
    expect(await left).toMatchObject({ kind: 'cancelled' });
    await until(async () => [...slow('GET')].every((id) => slow('DELETE').has(id)), Boolean);
    const closed = await pool.open(request('select * from fact where 1 = 1'));
    await closed.read(1);
    const before = seen.filter(({ method }) => method === 'DELETE').length;
    await closed.close();
    expect(seen.filter(({ method }) => method === 'DELETE').length).toBe(before + 1);
    await pool.close();
  });

  it('says what is wrong and where', async () => {
    const pool = trino.pool(to);
    expect(await failure(pool.open(request('select broken')))).toMatchObject({ kind: 'statement', message: '字段不存在', offset: 7 });
    expect(await failure(pool.open(request('select nonsense')))).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('Trino 协议'),
    });
    expect((await failure(trino.probe({ ...to, password: 'geheim-77x' }))).message).toContain('用户名或密码错误');
    expect((await failure(trino.probe({ ...to, port: 1 }))).message).toContain('端口没有服务在监听');
    expect(await failure(trino.probe({ ...to, host: '169.254.169.254' }))).toMatchObject({ kind: 'unreachable' });
    expect(
      await failure(
        pool.write({ texts: ['delete from fact'], searchPath: [], timeoutMs: 1, signal: new AbortController().signal, commit: true }),
      ),
    ).toMatchObject({ kind: 'denied', message: expect.stringContaining('没有事务') });
    await pool.close();
  });
});
