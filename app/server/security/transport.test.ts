import { describe, expect, it } from 'vitest';
import { startApp, startNode, sender, testSettings } from '#kit/test/app.ts';
import { isHarmless, operationsOf, pathWith } from './operations.ts';

const app = startApp();

describe('paths', () => {
  it('no spelling of a guarded path answers a stranger', { timeout: 60_000 }, async () => {
    const wrong: string[] = [];
    for (const operation of (await operationsOf(app)).filter((one) => one.access !== 'open' && one.method === 'GET')) {
      const path = `/sjzt-datax${pathWith(operation, '1')}`;
      const [, first = '', ...rest] = path.slice('/sjzt-datax'.length).split('/');
      const tail = rest.join('/');
      for (const url of [
        `${path}/`,
        `/${path}`,
        `/.${path}`,
        path.toUpperCase(),
        `${path};a=b`,
        `${path}%2f`,
        `${path}%00`,
        `${path}.json`,
        `/sjzt-datax//${first}/${tail}`,
        `/sjzt-datax/health/../${first}/${tail}`,
        `/sjzt-datax/health/live/%2e%2e/%2e%2e/${first}/${tail}`,
        `/sjzt-datax/health/live/..;/../${first}/${tail}`,
        `/sjzt-datax/${first}%2f${tail}`,
        `/x/..${path}`,
        `/sjzt-datax/auth/login?${path}`,
      ]) {
        const answer = await app.node.http.inject({ method: 'GET', url });
        if (answer.statusCode < 400) wrong.push(`${url} ${answer.statusCode}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('other methods than the declared ones reach nothing', async () => {
    const operations = await operationsOf(app);
    const known = new Set(operations.map(({ method, template }) => `${method} ${template}`));
    const wrong: string[] = [];
    for (const template of new Set(operations.map((one) => one.template)))
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE'] as const) {
        if (known.has(`${method} ${template}`)) continue;
        const answer = await app.node.http.inject({ method: method as 'GET', url: `/sjzt-datax${template.replace(/\{\w+\}/g, '1')}` });
        // a literal part of one path may be the parameter of another
        if (answer.statusCode < 400) wrong.push(`${method} ${template} ${answer.statusCode}`);
      }
    expect(wrong).toEqual([]);
  });

  it('nothing is there for debugging, and strangers learn no more than that we live', async () => {
    for (const path of [
      '/debug',
      '/metrics',
      '/actuator',
      '/actuator/env',
      '/druid/index.html',
      '/swagger-ui.html',
      '/graphql',
      '/console',
      '/eval',
      '/system/debug',
      '/monitor/cache',
    ])
      for (const url of [path, `/sjzt-datax${path}`])
        expect((await app.node.http.inject({ method: 'GET', url })).statusCode, url).toBe(url === '/sjzt-datax/metrics' ? 401 : 404);
    // trying a data API is a call of its editor, under the rights and masks of who tries it
    const others = (await operationsOf(app)).filter(({ template }) => template !== '/data/market/dataApis/{id}/debug');
    for (const { template } of others) expect(template).not.toMatch(/debug|eval|exec(?!ut)|actuator|phpinfo|heapdump/i);
    expect((await app.stranger('GET', '/health/live')).data).toEqual({ status: 'ok' });
    expect(Object.keys((await app.stranger('GET', '/health/ready')).data)).toEqual(['status', 'phase', 'percent']);
    expect((await app.stranger('GET', '/v3/api-docs')).status).toBe(401);
    const low = await app.make.user({ perms: ['home:page:view'] });
    expect((await app.as(low.token)('GET', '/v3/api-docs')).status).toBe(403);
  });
});

describe('requests from elsewhere', () => {
  it('a form of another site changes nothing: a session is a header, never a cookie or a part of the address', async () => {
    const { token } = await app.make.user({ roles: ['admin'] });
    const writes = (await operationsOf(app)).filter((one) => one.isWrite && isHarmless(one));
    expect(writes.length).toBeGreaterThan(30);
    for (const operation of writes)
      for (const headers of [
        { cookie: `data_ui_token=${token}; token=${token}; Authorization=Bearer ${token}` },
        { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded', cookie: `token=${token}` },
      ] as Record<string, string>[])
        // what is open to links asks for their ticket or a body, and finds nothing without one
        expect(operation.access === 'open' ? [400, 404, 415] : [401]).toContain(
          (await app.stranger(operation.method, `${pathWith(operation, '1')}?access_token=${token}&token=${token}`, undefined, headers))
            .status,
        );
    expect((await app.as(token)('GET', '/system/users/password')).status).toBeGreaterThanOrEqual(400);
    const { headers } = await app.admin('GET', '/system/posts/list');
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('other windows and origins are kept out', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:8000']) {
      const { headers } = await app.admin('GET', '/system/posts/list', undefined, { origin });
      for (const name of Object.keys(headers)) expect(name).not.toMatch(/^access-control-/);
      const asked = await app.node.http.inject({
        method: 'OPTIONS',
        url: '/sjzt-datax/system/posts',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(asked.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('what pages repeat by themselves keeps nobody signed in who has gone away', async () => {
    const user = await app.make.user({ roles: ['admin'] });
    const quiet = new Date(Date.now() - 10 * 60_000);
    const lastTime = async () =>
      (await app.database.db.selectFrom('sysSession').select('lastTime').where('userId', '=', user.id).executeTakeFirstOrThrow()).lastTime;
    await app.database.db.updateTable('sysSession').set({ lastTime: quiet }).where('userId', '=', user.id).execute();
    for (const path of [
      '/system/messages/unread',
      '/system/home',
      '/system/logs/chain',
      '/monitor/server',
      '/monitor/server/history',
      '/monitor/caches',
      '/quartz/logs/stats',
      '/metrics',
    ])
      expect((await app.as(user.token)('GET', path)).status, path).toBe(200);
    expect((await app.as(user.token)('POST', '/file/files/sign', { fileNames: ['x'] })).status).toBe(200);
    expect(await lastTime()).toEqual(quiet);
    await app.as(user.token)('GET', '/system/posts/list');
    expect((await lastTime()).getTime()).toBeGreaterThan(quiet.getTime());
  });

  it('the actor and the address are ours to say', async () => {
    const spoof = {
      'x-forwarded-for': '203.0.113.9',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-user-id': '1',
      'x-user': 'admin',
      'x-client-ip': '203.0.113.9',
    };
    const user = await app.make.user({ perms: ['system:post:add'] });
    const made = await app.as(user.token)('POST', '/system/posts', { postName: '来路岗' }, spoof);
    expect(made.status).toBe(200);
    const log = () =>
      app.database.db
        .selectFrom('sysOperLog')
        .select(['userId', 'remoteAddr'])
        .where('userId', '=', user.id)
        .orderBy('createTime', 'desc')
        .executeTakeFirst();
    expect(await log()).toEqual({ userId: user.id, remoteAddr: '127.0.0.1' });
    // believed only when it comes from a proxy that was named
    const settings = testSettings(app.node.app.settings.dataDir, { trustProxy: ['127.0.0.1'] });
    const node = await startNode(app.connection, settings);
    await sender(() => node, user.token)('POST', '/system/posts', { postName: '来路岗二' }, { 'x-forwarded-for': '203.0.113.9' });
    await node.stop();
    expect(await log()).toEqual({ userId: user.id, remoteAddr: '203.0.113.9' });
  });

  it('what a header says stays one line of text', async () => {
    const user = await app.make.user({ perms: ['system:post:add'] });
    const agent = 'Mozilla/5.0 \u001b[31mred "}\\n{"level":30,"msg":"forged"} <script>alert(1)</script>';
    expect((await app.as(user.token)('POST', '/system/posts', { postName: '头岗\r\n伪造' }, { 'user-agent': agent })).status).toBe(200);
    const row = await app.database.db
      .selectFrom('sysOperLog')
      .select(['browser', 'os', 'params'])
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(`${row.browser}${row.os}${row.params}`).not.toMatch(/\p{Cc}/u);
  });
});
