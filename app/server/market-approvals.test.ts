import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Answer, type Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';
import { testApproval } from '#modules/workflow/server/test-approval.ts';
import { MarketCalls } from '#modules/market/server/test-market.ts';

const app = startApp();
const source = testSource(
  app,
  `create table customer (customer_id integer primary key, name text, contact_mobile text, city text);
   insert into customer select i, '客户' || i, '138' || lpad(i::text, 8, '0'), case when i <= 30 then '重庆' else '成都' end
     from generate_series(1, 60) i;`,
);
const market = new MarketCalls(app);
const FIELDS = ['customer_id', 'name', 'contact_mobile'];
let approval!: Awaited<ReturnType<typeof testApproval>>;
let steward: Send;
/** an account with an application of its own, which sees no page of the makers of APIs */
let consumer: Send;
let appId = '';
let key = '';

beforeAll(async () => {
  market.sourceId = await source.register();
  await sealColumns(app, market.sourceId, 'contact_mobile');
  approval = await testApproval(app);
  const owner = await app.make.user({
    perms: ['market:subscription:decide', 'market:subscription:list', 'market:api:list'],
    dataScope: '1',
  });
  steward = app.as(owner.token);
  const perms = [
    'market:square:list',
    'market:apply:list',
    'market:apply:add',
    'market:apply:withdraw',
    'market:app:add',
    'market:app:rotate',
  ];
  consumer = app.as((await app.make.user({ perms, dataScope: '5' })).token);
  appId = (await consumer('POST', '/data/market/apps', { appName: '门户' })).data.id;
  key = (await consumer('POST', `/data/market/apps/${appId}/keys`, {})).data.apiKey;
});
const released = async (url: string): Promise<string> => {
  const id = await market.make(await market.body(url, 'customer', FIELDS, { params: [{ paramName: 'name', whereType: '3' }] }));
  await market.release(id);
  return id;
};
const ask = (apiId: string, over: object = {}): Promise<Answer> =>
  consumer('POST', '/data/market/subscriptions', { appId, apiId, days: 30, reason: '对账', ...over });
const rowOf = async (id: string, call: Send = consumer) =>
  (await call('GET', '/data/market/subscriptions/page?pageSize=200')).data.data.find((row: { id: string }) => row.id === id);
const answers = (path: string, status: number) =>
  until(
    () => market.call(`v1.0.0${path}`, key),
    (answer) => answer.status === status,
  );

describe('the release of an API', () => {
  const release = (id: string, call: Send = app.admin) => call('POST', `/data/market/dataApis/${id}/release`);

  it('goes through its process where one is published: closed until then, with the rights of who asked', async () => {
    const submitter = app.as(
      (await app.make.user({ perms: ['market:api:list', 'market:api:detail', 'market:api:submit'], dataScope: '1' })).token,
    );
    const id = await market.make(await market.body('/gov/a', 'customer', FIELDS));
    expect(await release(id, submitter)).toMatchObject({ status: 403, msg: expect.stringContaining('没有可用的发布流程') });
    await approval.govern('market.api');
    const { status, data } = await release(id);
    expect([status, data.flow?.flowStatus]).toEqual([200, '3']);
    const row = (await app.admin('GET', `/data/market/dataApis/${id}`)).data;
    expect(row).toMatchObject({ status: '1', flow: { flowStatus: '3', businessType: 'market.api' } });
    expect(await app.admin('PUT', `/data/market/dataApis/${id}`, row)).toMatchObject({ status: 422, error: 'flow.closed' });
    expect(await app.admin('DELETE', `/data/market/dataApis/${id}`)).toMatchObject({ status: 422, error: 'flow.closed' });
    expect(await approval.snapshot(data.flow.processInstanceId)).toMatchObject({
      apiUrl: '/gov/a',
      from: 'customer',
      outputs: 'customer_id、name、contact_mobile',
      level: 'L3',
      masked: 'contact_mobile',
    });
    expect((await approval.agree(data.flow.processInstanceId)).data.flowStatus).toBe('4');
    expect((await app.admin('GET', `/data/market/dataApis/${id}`)).data).toMatchObject({ status: '2', flow: null });
    await answers('/gov/a', 403);
    await approval.release('market.api');
  });

  it('is not agreed to by who asked for it', async () => {
    await approval.govern('market.api');
    const id = await market.make(await market.body('/gov/b', 'customer', FIELDS));
    const { flow } = (await release(id)).data;
    // as if the approver had asked for it
    const { data } = await approval.call('GET', '/workflow/tasks/pageTodo?pageSize=200');
    const task = data.data.find((one: { processInstanceId: string }) => one.processInstanceId === flow.processInstanceId);
    await app.database.db
      .updateTable('kitProposal')
      .set({ createBy: approval.id })
      .where('processInstanceId', '=', flow.processInstanceId)
      .execute();
    expect(
      await approval.call('POST', `/workflow/tasks/execute/${task.id}`, {
        taskId: task.id,
        action: 'complete',
        variables: { approved: true },
      }),
    ).toMatchObject({ status: 422, msg: expect.stringContaining('不能审批自己的申请') });
    expect((await app.admin('GET', `/data/market/dataApis/${id}`)).data.status).toBe('1');
    await approval.release('market.api');
  });
});

describe('the release of a service', () => {
  it('goes through its process where one is published, and who may only submit asks for it', async () => {
    const send = (id: string, call: Send = app.admin) => call('POST', `/data/service/services/${id}/release`);
    const perms = ['market:service:list', 'market:service:detail', 'market:service:submit'];
    const submitter = app.as((await app.make.user({ perms, dataScope: '1' })).token);
    const host = { hostName: '伙伴', scheme: 'https', host: 'api.partner.example', port: 443, isFlowAllowed: '1', status: '1' };
    const hostId = (await app.admin('POST', '/system/hosts', host)).data.id as string;
    const body = { serviceName: '订单', serviceType: '1', level: 'L3', httpService: { hostId, httpMethod: 'GET', path: '/orders' } };
    const id = (await app.admin('POST', '/data/service/services', body)).data.id as string;
    expect(await send(id, submitter)).toMatchObject({ status: 403, msg: expect.stringContaining('没有可用的发布流程') });
    await approval.govern('market.service');
    const { status, data } = await send(id, app.admin);
    expect([status, data.flow?.flowStatus]).toEqual([200, '3']);
    const row = (await app.admin('GET', `/data/service/services/${id}`)).data;
    expect(row).toMatchObject({ status: '1', flow: { flowStatus: '3', businessType: 'market.service' } });
    expect(await app.admin('PUT', `/data/service/services/${id}`, row)).toMatchObject({ status: 422, error: 'flow.closed' });
    expect(await app.admin('DELETE', `/data/service/services/${id}`)).toMatchObject({ status: 422, error: 'flow.closed' });
    const snapshot = await approval.snapshot(data.flow.processInstanceId);
    expect(snapshot).toMatchObject({ kind: 'HTTP', hostName: '伙伴', target: 'GET /orders', level: 'L3' });
    expect((await approval.agree(data.flow.processInstanceId)).data.flowStatus).toBe('4');
    expect((await app.admin('GET', `/data/service/services/${id}`)).data).toMatchObject({ status: '2', flow: null });
    await approval.release('market.service');
  });
});

describe('a subscription', () => {
  it('is asked for by a consumer who sees only the market, and told to who answers for the API', async () => {
    const id = await released('/sub/a');
    expect((await consumer('GET', '/data/market/square/apps')).data).toEqual([{ id: appId, appName: '门户' }]);
    const { data } = await ask(id);
    expect(data.flowStatus).toBeNull();
    expect(await ask(id)).toMatchObject({ status: 409 });
    const { data: todos } = await steward('GET', '/data/market/subscriptions/page?status=1');
    expect(todos.data[0]).toMatchObject({ id: data.id, mayDecide: true, mayGrant: true });
    const told = await app.database.db.selectFrom('sysMessage').select('title').where('title', '=', '订阅申请待审批').execute();
    expect(told.length).toBeGreaterThan(0);
    expect(await consumer('PUT', `/data/market/subscriptions/close/${data.id}`)).toMatchObject({ status: 200 });
    expect((await rowOf(data.id)).status).toBe('5');
  });

  it('tells before it is asked for who would decide: whoever answers for the API, or the steps of its process', async () => {
    const id = await released('/sub/path');
    const wish = { apiId: id, days: 30 };
    const path = (body: object, call: Send = consumer) => call('POST', '/data/market/subscriptions/steps', body);
    const { data: byOwner } = await path(wish);
    expect(byOwner).toMatchObject({ decidedBy: 'owner', steps: [{ kind: 'task', note: null }] });
    const { nickname } = await app.database.db
      .selectFrom('sysUser')
      .select('nickname')
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow();
    expect(byOwner.steps[0].people).toEqual([nickname]);
    await approval.govern('market.subscription');
    const { data: byProcess } = await path({ ...wish, appId, fields: ['contact_mobile'] });
    const approver = await app.database.db.selectFrom('sysUser').select('nickname').where('id', '=', approval.id).executeTakeFirstOrThrow();
    expect(byProcess).toMatchObject({ decidedBy: 'process', steps: [{ name: '审批', kind: 'task', people: [approver.nickname] }] });
    // nothing was asked for
    expect(
      (await consumer('GET', '/data/market/subscriptions/page?mine=1')).data.data.some(({ apiId }: { apiId: string }) => apiId === id),
    ).toBe(false);
    expect(await path({ ...wish, fields: ['nothing'] })).toMatchObject({ status: 400 });
    expect(await path({ ...wish, apiId: '404' })).toMatchObject({ status: 404 });
    expect(await path(wish, steward)).toMatchObject({ status: 403 });
    await approval.release('market.subscription');
  });

  it('is decided by its process where one is published: not by the owner, not by the applicant', async () => {
    const id = await released('/sub/b');
    await approval.govern('market.subscription');
    const { data } = await ask(id, { fields: ['customer_id', 'contact_mobile'] });
    expect(data).toMatchObject({ flowStatus: '3', processInstanceId: expect.any(String) });
    expect(await steward('POST', `/data/market/subscriptions/${data.id}/decide`, { approved: true })).toMatchObject({
      status: 422,
      msg: expect.stringContaining('由流程审批'),
    });
    expect(await steward('PUT', `/data/market/subscriptions/close/${data.id}`)).toMatchObject({ status: 422 });
    expect(await approval.snapshot(data.processInstanceId)).toMatchObject({
      kind: '申请',
      fields: 'customer_id、contact_mobile',
      level: 'L3',
      days: 30,
    });
    // sent back, changed, submitted again
    await approval.sendBack(data.processInstanceId);
    expect(await rowOf(data.id)).toMatchObject({ status: '1', flowStatus: '2', mayResubmit: true });
    expect(await consumer('POST', `/data/market/subscriptions/${data.id}/submit`, { days: 60, reason: '按季对账' })).toMatchObject({
      status: 200,
    });
    expect((await approval.agree(data.processInstanceId)).data.flowStatus).toBe('4');
    expect(await rowOf(data.id)).toMatchObject({ status: '2', days: 60, reason: '按季对账' });
    const answer = await answers('/sub/b', 200);
    expect(Object.keys(answer.data.data[0])).toEqual(['customer_id', 'contact_mobile']);
    // the renewal goes the same way
    const renewal = (await consumer('POST', `/data/market/subscriptions/${data.id}/renew`, { days: 90, reason: '继续' })).data;
    expect(await approval.snapshot(renewal.processInstanceId)).toMatchObject({ kind: '续期', days: 90 });
    await approval.agree(renewal.processInstanceId);
    expect([(await rowOf(data.id)).status, (await rowOf(renewal.id)).status]).toEqual(['5', '2']);
    expect((await answers('/sub/b', 200)).status).toBe(200);
    await approval.release('market.subscription');
  });

  it('is refused, taken back and kept from its applicant in a process', async () => {
    const id = await released('/sub/c');
    await approval.govern('market.subscription');
    const refused = (await ask(id)).data;
    await approval.refuse(refused.processInstanceId);
    expect((await rowOf(refused.id)).status).toBe('3');
    const back = (await ask(id)).data;
    expect(await consumer('PUT', `/data/market/subscriptions/close/${back.id}`)).toMatchObject({ status: 200 });
    expect(await rowOf(back.id)).toMatchObject({ status: '5', flowStatus: '6' });
    // who approves asks for an application of the own
    const asked = (await ask(id)).data;
    await app.database.db.updateTable('marketSubscription').set({ applyBy: approval.id }).where('id', '=', asked.id).execute();
    expect(await approval.agree(asked.processInstanceId)).toMatchObject({ status: 422 });
    expect(
      (await app.database.db.selectFrom('marketSubscription').select('status').where('id', '=', asked.id).executeTakeFirstOrThrow()).status,
    ).toBe('1');
    await approval.release('market.subscription');
  });
});
