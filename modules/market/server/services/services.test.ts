import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { json, ORDERS, param, PATH, World, type Answer } from './test-world.ts';

const app = startApp();
const world = new World(app);

describe('an HTTP service', () => {
  it('is tried with its parameters in their places; the log of the host and of the service keep no value of the query', async () => {
    const id = await world.made(world.http(await world.host()));
    const { status, data } = await world.run(id, { id: 'A 1', q: 'x&y=1' });
    expect(status).toBe(200);
    expect(data).toMatchObject({ data: ORDERS, message: null });
    expect(world.asked).toMatchObject([{ method: 'GET', url: '/orders/A%201?q=x%26y%3D1' }]);
    expect(world.asked[0]?.headers['x-request-id']).toBe(data.traceId);
    expect(data.steps[0]).toMatchObject({ state: 'done', httpStatus: 200, target: expect.stringContaining('/orders/A%201') });
    const row = await world.get(id);
    expect(row).toMatchObject({ status: '1', serviceVersion: 1, serviceNo: expect.stringMatching(/^\d{11}$/) });
  });

  it('sends JSON, forms and XML whose structure no value can change', async () => {
    const hostId = await world.host();
    const attack = '"},"admin":true,"x":{"a":"<b/>&';
    const posts = (config: object) =>
      world.made(
        world.http(hostId, {
          config: { httpMethod: 'POST', path: '/orders', query: [], ...config },
          reqParams: [param('a'), param('n', { paramType: '2' })],
        }),
      );
    await world.run(await posts({ bodyType: 'json', body: '{"a":"{{a}}","n":"{{n}}"}' }), { a: attack, n: '5' });
    await world.run(await posts({ bodyType: 'form', form: [{ name: 'a', value: '{{a}}' }] }), { a: 'x&admin=1' });
    await world.run(await posts({ bodyType: 'xml', body: '<o><a>{{a}}</a><n>{{n}}</n></o>' }), { a: attack });
    expect(JSON.parse(world.asked[0]!.body)).toEqual({ a: attack, n: 5 });
    expect(world.asked[0]?.headers['content-type']).toContain('application/json');
    expect(world.asked[1]?.body).toBe('a=x%26admin%3D1');
    expect(world.asked[2]?.body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><o><a>&quot;},&quot;admin&quot;:true,&quot;x&quot;:{&quot;a&quot;:&quot;&lt;b/&gt;&amp;</a></o>',
    );
  });

  it.each([
    ['path', { id: '../admin' }],
    ['path', { id: '..' }],
    ['path', { id: 'a\r\nHost: evil' }],
    ['header', { id: '1', h: 'a\r\nX-Admin: 1' }],
    ['header', { id: '1', h: '中文' }],
    ['unknown', { id: '1', other: '1' }],
    ['type', { id: '1', n: '1 or 1=1' }],
    ['missing', {}],
  ])('refuses a value that would leave its place (%s %j), and nothing is sent', async (_what, params) => {
    const body = world.http(await world.host(), {
      config: { header: [{ name: 'X-Trace', value: 't-{{h}}' }] },
      reqParams: [param('id', { nullable: '0' }), param('q'), param('h'), param('n', { paramType: '2' })],
    });
    const answered = await world.run(await world.made(body), params);
    expect(answered.status === 400 || answered.data.message !== null).toBe(true);
    expect(world.connections).toBe(0);
  });

  it.each([
    [{ config: { path: '/a b' } }, 400],
    [{ config: { path: 'http://evil/' } }, 400],
    [{ config: { path: '/a?b=1' } }, 400],
    [{ config: { path: '/{{nobody}}' } }, 400],
    [{ config: { header: [{ name: 'Host', value: 'evil' }] } }, 400],
    [{ config: { header: [{ name: 'Transfer-Encoding', value: 'chunked' }] } }, 400],
    [{ config: { header: [{ name: 'X', value: 'a\r\nb: c' }] } }, 400],
    [{ config: { bodyType: 'json', body: '{"a":{{id}}}', httpMethod: 'POST' } }, 400],
    [{ config: { bodyType: 'xml', body: '<!DOCTYPE a><a/>', httpMethod: 'POST' } }, 400],
    [{ config: { resultPath: '$..a' } }, 400],
    [{ config: { hostId: '4242' } }, 400],
    [{ masks: [{ path: '$.a', maskRuleId: '4242' }] }, 400],
    [{ deny: 'nonsense' }, 400],
    [{ reqParams: [param('id'), param('id')] }, 400],
  ])('is refused when it is defined wrongly: %j', async (over, status) => {
    expect((await world.save(world.http(await world.host(), over))).status).toBe(status);
  });

  it('is refused with a full address that its own fields would refuse, and the list stays readable', async () => {
    const hostId = await world.host({ port: 9001 });
    const long = `/${'a'.repeat(2001)}`;
    for (const rest of ['/a b', '/a\\b', '/{id}', '/orders?=1', `/orders?${'n'.repeat(101)}=1`, '/a\r\nX-Admin: 1', long]) {
      const url = `http://api.partner.example:9001${rest}`;
      const refused = { status: 400, data: [{ path: 'httpService.url' }] };
      expect(await world.save(world.http(hostId, { config: { url } })), rest).toMatchObject(refused);
    }
    const soap = { url: 'http://api.partner.example:9001/a b', method: 'q', soap: '<a/>' };
    const body = { ...world.http(hostId), serviceType: '2', httpService: null, webService: soap };
    expect(await world.save(body)).toMatchObject({ status: 400, data: [{ path: 'webService.url' }] });
    expect((await app.admin('GET', `${PATH}/page`)).status).toBe(200);
    const whole = 'http://api.partner.example:9001/orders/{{id}}?q={{q}}&page=1';
    const id = await world.made(world.http(hostId, { config: { url: whole, query: [] } }));
    expect((await world.get(id)).httpService).toMatchObject({
      path: '/orders/{{id}}',
      query: [
        { name: 'q', value: '{{q}}' },
        { name: 'page', value: '1' },
      ],
    });
  });

  it('repeats only what may be repeated, and tells what the server answered', async () => {
    const hostId = await world.host();
    const busy: Answer = (_request, response) => void response.writeHead(503).end();
    const read = await world.made(world.http(hostId, { retries: 2 }));
    let left = 2;
    world.answer = (request, response) => (left-- > 0 ? busy(request, response) : json(ORDERS)(request, response));
    expect((await world.run(read, { id: '1' })).data).toMatchObject({ message: null });
    expect(world.asked).toHaveLength(3);
    const write = await world.made(world.http(await world.host(), { retries: 2, config: { httpMethod: 'POST' } }));
    [world.asked, world.answer] = [[], busy];
    expect((await world.run(write, { id: '1' })).data).toMatchObject({ message: '后端服务返回 HTTP 503' });
    expect(world.asked).toHaveLength(1);
  });

  it('gives up at its time limit and cuts a long world.answer off', async () => {
    world.answer = () => undefined;
    const slow = await world.made(world.http(await world.host(), { timeoutMs: 150 }));
    expect((await world.run(slow, { id: '1' })).data.message).toContain('超时');
    world.answer = (_request, response) => void response.end('x'.repeat(5000));
    const long = await world.made(world.http(await world.host(), { maxBytes: 2000 }));
    expect((await world.run(long, { id: '1' })).data.message).toContain('过大');
  });

  it('reads GBK and XML', async () => {
    world.answer = (_request, response) =>
      void response
        .setHeader('content-type', 'text/xml; charset=GBK')
        .end(Buffer.concat([Buffer.from('<r><a>'), Buffer.from([0xbc, 0xd7]), Buffer.from('</a></r>')]));
    expect((await world.run(await world.made(world.http(await world.host())), { id: '1' })).data.data).toEqual({ a: '甲' });
    world.answer = (_request, response) =>
      void response.setHeader('content-type', 'text/xml').end('<!DOCTYPE r [<!ENTITY x "y">]><r>&x;</r>');
    expect((await world.run(await world.made(world.http(await world.host())), { id: '1' })).data.message).toContain('DOCTYPE');
  });
});

describe('secrets', () => {
  const secret = {
    secrets: [{ name: 'token', value: 'top-hush-77' }],
    config: { header: [{ name: 'Authorization', value: 'Bearer {{secret.token}}' }] },
  };

  it('go out with calls and are told to nobody: not by the details, the trial, the logs, the operation log', async () => {
    const id = await world.made(world.http(await world.host(), secret));
    const tried = await world.run(id, { id: '1' });
    expect(world.asked[0]?.headers.authorization).toBe('Bearer top-hush-77');
    expect(tried.data.steps[0].request).toContain('authorization: Bearer ***');
    const row = await world.get(id);
    expect(row.secrets).toEqual([{ name: 'token', value: '******' }]);
    const { rows } = await app.database.pool.query('select row_to_json(s)::text as text from market_service_integration s');
    const { rows: logged } = await app.database.pool.query('select row_to_json(s)::text as text from sys_oper_log s');
    expect(JSON.stringify([tried.data, row, rows, logged])).not.toContain('hush');
    const detail = (await app.admin('GET', `${PATH}/detail/${id}`)).data;
    expect(detail.header.api_key).toBe('ak_<id>.<仅创建时可见>');
  });

  it('stay when their mask comes back, and never go to another address', async () => {
    const id = await world.made(world.http(await world.host(), secret));
    const row = await world.get(id);
    expect((await app.admin('PUT', `${PATH}/${id}`, { ...row, remark: '改备注' })).status).toBe(200);
    await world.run(id, { id: '1' });
    expect(world.asked[0]?.headers.authorization).toBe('Bearer top-hush-77');
    const now = await world.get(id);
    const moved = { ...now, httpService: { ...now.httpService, hostId: await world.host() } };
    expect(await app.admin('PUT', `${PATH}/${id}`, moved)).toMatchObject({ status: 400, data: [{ path: 'secrets.0.value' }] });
    // the registered host itself is moved below the service
    const { data: registered } = await app.admin('GET', `/system/hosts/${now.httpService.hostId}`);
    await app.admin('PUT', `/system/hosts/${registered.id}`, { ...registered, port: 9999 });
    world.asked = [];
    expect((await world.run(id, { id: '1' })).data.message).toContain('重新填写');
    expect(world.asked).toEqual([]);
  });

  it('do not stand in paths, which are logged', async () => {
    const body = world.http(await world.host(), { ...secret, config: { path: '/x/{{secret.token}}' } });
    expect(await world.save(body)).toMatchObject({ status: 400, data: [{ path: 'httpService.path' }] });
  });
});
