import { describe, expect, it } from 'vitest';
import { startApp, startNode, sender, testSettings } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { clearCache, namedCache } from '#kit/server/named-cache.ts';
import { samplerOf } from './index.ts';

const app = startApp();
const cache = namedCache<string>({ name: 'test.words', label: '测试缓存', summary: '测试用', max: 2 });

describe('monitor', () => {
  it('is for holders of its permissions only', async () => {
    const { token } = await app.make.user({ perms: ['home:page:view'] });
    for (const path of ['/monitor/server', '/monitor/server/history', '/monitor/caches']) {
      expect((await app.stranger('GET', path)).status).toBe(401);
      expect((await app.as(token)('GET', path)).error).toBe('auth.noPermission');
    }
    const viewer = await app.make.user({ perms: ['monitor:cache:view'] });
    expect((await app.as(viewer.token)('GET', '/monitor/caches')).status).toBe(200);
    expect((await app.as(viewer.token)('DELETE', '/monitor/caches/test.words')).error).toBe('auth.noPermission');
  });

  it('samples calls by template, never by address, and tells the state of nodes, database and jobs', async () => {
    const { id } = await app.make.user();
    for (let n = 0; n < 3; n++) expect((await app.admin('GET', `/system/users/${id}`)).status).toBe(200);
    await samplerOf(app.node.app).sample();
    const { data: state } = await app.admin('GET', '/monitor/server');
    expect(state.nodes).toHaveLength(1);
    expect(state.nodes[0]).toMatchObject({ isAlive: true, isHere: true, version: '0.0.0-test' });
    expect(state.nodes[0].latest.rssBytes).toBeGreaterThan(10_000_000);
    expect(state.nodes[0].latest.poolMax).toBe(12);
    expect(state.database.bytes).toBeGreaterThan(1_000_000);
    expect(state.database.tables[0].bytes).toBeGreaterThanOrEqual(state.database.tables[1].bytes);
    const ofUser = (one: { path: string }) => one.path === '/system/users/:id';
    // the platform takes samples by itself, too: one that is being written holds the calls for a moment
    const { data: history } = await until(
      () => app.admin('GET', '/monitor/server/history?range=1h'),
      ({ data }) => data.routes.some(ofUser),
    );
    const route = history.routes.find(ofUser);
    expect(route).toMatchObject({ method: 'GET', calls: 3, failures: 0 });
    expect(route.p50Ms).toBeGreaterThan(0);
    expect(route.p50Ms).toBeLessThanOrEqual(route.p99Ms);
    expect(route.p99Ms).toBeLessThanOrEqual(route.maxMs);
    expect(JSON.stringify(history)).not.toContain(id);
    expect(history.points.some((point: { calls: number }) => point.calls >= 3)).toBe(true);
  });

  it('adds up the minutes of all nodes, or shows one', async () => {
    const row = await app.database.db.selectFrom('monitorSample').selectAll().executeTakeFirstOrThrow();
    // a minute before this node began: nobody writes into it meanwhile
    const minute = new Date(row.minute.getTime() - 10 * 60_000);
    const slow = JSON.stringify([{ method: 'GET', path: '/x', status: 200, ms: 90_000, requestId: 'a', time: Date.now() }]);
    const copy = { ...row, minute, routes: JSON.stringify(row.routes), caches: JSON.stringify(row.caches) };
    await app.database.db
      .insertInto('monitorSample')
      .values([
        { ...copy, node: 77, calls: 1000, lagP99Ms: 5000, slow },
        { ...copy, node: 78, calls: 7, lagP99Ms: 3, slow: '[]' },
      ])
      .execute();
    const pointOf = async (query: string) => {
      const { data } = await app.admin('GET', `/monitor/server/history?range=1h${query}`);
      return { data, point: data.points.find((point: { minute: string }) => point.minute === minute.toISOString()) };
    };
    const all = await pointOf('');
    expect(all.point).toMatchObject({ calls: 1007, lagP99Ms: 5000 });
    expect(all.data.slow[0]).toMatchObject({ node: 77, ms: 90_000 });
    expect((await pointOf('&node=78')).point).toMatchObject({ calls: 7, lagP99Ms: 3 });
    for (const range of ['6h', '24h'])
      expect((await app.admin('GET', `/monitor/server/history?range=${range}`)).data.points).not.toHaveLength(0);
    expect((await app.admin('GET', '/monitor/server/history?range=9y')).status).toBe(400);
    await app.database.db.deleteFrom('monitorSample').where('node', 'in', [77, 78]).execute();
  });

  it('forgets samples after two days', async () => {
    const row = await app.database.db.selectFrom('monitorSample').selectAll().executeTakeFirstOrThrow();
    const old = new Date(Date.now() - 49 * 3_600_000);
    await app.database.db
      .insertInto('monitorSample')
      .values({ ...row, minute: old, routes: '[]', slow: '[]', caches: '[]' })
      .execute();
    await samplerOf(app.node.app).sample();
    expect(await app.database.db.selectFrom('monitorSample').select('node').where('minute', '<=', old).execute()).toEqual([]);
  });
});

describe('caches', () => {
  it('show how they do, not what they hold, and are emptied with a row in the operation log', async () => {
    cache.set('secret-key', 'secret value');
    cache.get('secret-key');
    cache.get('missing');
    const { data, raw } = await app.admin('GET', '/monitor/caches');
    const found = data.find((one: { name: string }) => one.name === 'test.words');
    expect(found).toMatchObject({ label: '测试缓存', nodes: [{ size: 1, max: 2, hits: 1, misses: 1, isHere: true }] });
    expect(data.map((one: { name: string }) => one.name)).toContain('metadata.catalogue');
    expect(raw.toString()).not.toContain('secret');
    expect((await app.admin('DELETE', '/monitor/caches/test.words')).status).toBe(200);
    expect(cache.get('secret-key')).toBeUndefined();
    const log = await app.database.db.selectFrom('sysOperLog').select(['title', 'note']).orderBy('id', 'desc').limit(1).executeTakeFirst();
    expect(log).toEqual({ title: '清除缓存', note: '清除缓存“测试缓存”（全部节点）' });
    expect((await app.admin('DELETE', '/monitor/caches/no.such')).error).toBe('entity.notFound');
  });

  it('are emptied on every node', async () => {
    const other = await startNode(app.connection, testSettings('/tmp'), app.clock);
    try {
      // both nodes live in this process and share the cache: what the other node does is seen after it was filled again
      expect((await app.admin('DELETE', '/monitor/caches/test.words')).status).toBe(200);
      cache.set('again', 'x');
      await until(
        async () => cache.get('again'),
        (value) => value === undefined,
      );
    } finally {
      await other.stop();
    }
  });

  it('keep no more than they may, and have one name each', () => {
    for (const key of ['a', 'b', 'c']) cache.set(key, key);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, 'b', 'c']);
    expect(() => namedCache({ name: 'test.words', label: '', summary: '', max: 1 })).toThrow('declared twice');
    expect(clearCache('no.such')).toBe(false);
  });
});

describe('the interface document', () => {
  it('refers to nothing that it does not hold', async () => {
    const { body } = await app.admin('GET', '/v3/api-docs');
    const targets = new Set([...JSON.stringify(body).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target!));
    expect(targets.size).toBeGreaterThan(1);
    const held = (target: string) =>
      target
        .slice(2)
        .split('/')
        .reduce((at, step) => at?.[step], body);
    expect([...targets].filter((target) => !target.startsWith('#/') || held(target) === undefined)).toEqual([]);
  });
});

describe('metrics', () => {
  /** Reads the text format: name → values with their labels; throws on a line that is none. */
  function parse(text: string) {
    const values = new Map<string, { labels: string; value: number }[]>();
    const types = new Map<string, string>();
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const type = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line);
      if (type) types.set(type[1]!, type[2]!);
      if (line.startsWith('#')) continue;
      const sample = /^([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\.)*",?)*)\})? (\S+)$/.exec(line);
      if (!sample || Number.isNaN(Number(sample[3]))) throw new Error(`no sample: ${line}`);
      const list = values.get(sample[1]!) ?? [];
      values.set(sample[1]!, [...list, { labels: sample[2] ?? '', value: Number(sample[3]) }]);
    }
    return { values, types };
  }
  const scrape = (token: string | null) => sender(() => app.node, token)('GET', '/metrics');

  it('admit the permission or the scrape token, nothing else', async () => {
    expect((await app.stranger('GET', '/metrics')).status).toBe(401);
    const { token } = await app.make.user({ perms: ['home:page:view'] });
    expect((await app.as(token)('GET', '/metrics')).error).toBe('auth.noPermission');
    const viewer = await app.make.user({ perms: ['monitor:metrics:view'] });
    expect((await app.as(viewer.token)('GET', '/metrics')).status).toBe(200);
    expect((await scrape('scrape-me-please')).status).toBe(401);
    const { data } = await app.admin('GET', '/system/configs/page?configKey=monitor.metricsToken');
    const { data: config } = await app.admin('GET', `/system/configs/${data.data[0].id}`);
    await app.admin('PUT', `/system/configs/${config.id}`, { ...config, configValue: 'scrape-me-please' });
    expect((await scrape('scrape-me-please')).status).toBe(200);
    expect((await scrape('scrape-me-pleasf')).status).toBe(401);
    expect((await scrape('scrape-me-please')).headers['content-type']).toContain('version=0.0.4');
    // the token opens nothing else
    expect((await app.as('scrape-me-please')('GET', '/system/users/route')).status).toBe(401);
  });

  it('are valid text with whole histograms', async () => {
    await app.admin('GET', '/system/posts/page');
    const { values, types } = parse((await app.admin('GET', '/metrics')).raw.toString());
    const of = (name: string, part: string) => (values.get(name) ?? []).filter(({ labels }) => labels.includes(part));
    const route = 'method="GET",route="/system/posts/page"';
    expect(types.get('databrain_http_request_duration_seconds')).toBe('histogram');
    const buckets = of('databrain_http_request_duration_seconds_bucket', route).map(({ value }) => value);
    expect(buckets).toHaveLength(9);
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
    expect(buckets.at(-1)).toBe(of('databrain_http_request_duration_seconds_count', route)[0]!.value);
    expect(of('databrain_http_requests_total', `${route},status="2xx"`)[0]!.value).toBe(1);
    expect(values.get('databrain_nodes')).toEqual([{ labels: '', value: 1 }]);
    expect(values.get('databrain_process_resident_memory_bytes')![0]!.value).toBeGreaterThan(1e7);
    expect(of('databrain_db_pool_connections', 'state="max"')[0]!.value).toBe(12);
  });
});
