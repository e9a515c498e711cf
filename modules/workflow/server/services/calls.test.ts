import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { forgetFailures, useNetwork } from '#kit/server/outbound/index.ts';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { faultsOfInstance } from '../check.ts';
import { deliver } from '../loops.ts';
import { testFlow, type Person } from '../test-flow.ts';

/* 调用外部接口 and 更新变量: what is sent, what comes back into the process, and what happens when nothing comes back. */
const app = startApp();
const flow = testFlow(app);
const SECRET = 'Bearer hush-4711';
let staff!: Person;
let approver!: Person;
let sink: Server;
let host = '';
let asked: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = [];
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  [staff, approver] = await Promise.all([flow.person(), flow.person()]);
  sink = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      asked.push({ method, url, headers, body: Buffer.concat(parts).toString() });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  useNetwork(app.node.app, {
    lookup: () => Promise.resolve(['203.0.113.7']),
    dial: () => connect((sink.address() as AddressInfo).port, '127.0.0.1'),
    own: () => ['127.0.0.1'],
  });
  host = await register();
});
afterAll(() => void sink.close());
afterEach(() => {
  asked = [];
  forgetFailures(app.node.app, host);
});

let count = 0;
async function register(over: object = {}): Promise<string> {
  const { data, msg } = await app.admin('POST', '/system/hosts', {
    hostName: `财务系统${(count += 1)}`,
    scheme: 'http',
    host: 'erp.example',
    port: 8000 + count,
    isFlowAllowed: '1',
    secretHeader: 'Authorization',
    secretValue: SECRET,
    status: '1',
    ...over,
  });
  if (!data) throw new Error(msg);
  return data.id;
}
const json = (status: number, body: unknown) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const approve = (id: string, next: object | null = null) => ({
  type: 'approve',
  id,
  name: id,
  who: [{ kind: 'user', ids: [approver.id] }],
  next,
});
const call = (params: object = {}, over: object = {}) => ({
  type: 'service',
  id: 's1',
  name: '询价',
  service: 'workflow.http',
  params: { host, method: 'POST', path: '/orders/{title}', body: '{"name": "单据 {title}", "amount": {amount}}', ...params },
  ...over,
});
/** The answer of the server decides which way the process takes. */
const deciding = () =>
  approve('n1', {
    ...call({}, { result: 'quote' }),
    next: {
      type: 'exclusive',
      id: 'g',
      name: '',
      branches: [
        { id: 'b1', name: '贵', condition: "${quote.level == 'A'}", next: approve('n2') },
        { id: 'b2', name: '其他', condition: null, next: null },
      ],
      next: null,
    },
  });
const problemsOf = async (next: object): Promise<{ node: string; message: string }[]> => {
  const key = `calls_${(count += 1)}`;
  const tree = { type: 'start', id: 'start', next };
  const { data: model } = await app.admin('POST', '/workflow/models', { key, name: '服务', kind: 'simple', tree });
  return (await app.admin('POST', `/workflow/models/${model.id}/validate`, {})).data.problems;
};
const detail = async (instance: string) => (await app.admin('GET', `/workflow/instances/${instance}/detail`)).data;
const outbox = (instance: string) =>
  app.database.db.selectFrom('flowOutbox').select(['id', 'state']).where('instanceId', '=', instance).execute();
/** The work of a node is done by any round, also by one of the node itself. */
const delivered = (instance: string, state = 'done') =>
  until(
    async () => {
      forgetFailures(app.node.app, host);
      // a repetition is due at once; one that is under way is not taken twice
      const due = app.database.db.updateTable('flowOutbox').set({ nextTime: app.clock.now }).where('instanceId', '=', instance);
      await due.where('error', 'is not', null).where('state', '=', 'waiting').execute();
      await deliver(app.node.app);
      return outbox(instance);
    },
    (rows) => rows.every((row) => row.state === state),
  );

describe('an outside interface', () => {
  it('is offered with the hosts that processes may call, never with their secrets', async () => {
    const closed = await register({ isFlowAllowed: '0' });
    const off = await register({ status: '0' });
    const { data } = await app.admin('GET', '/workflow/models/services');
    const service = data.find((one: { code: string }) => one.code === 'workflow.http');
    expect(service).toMatchObject({ name: '调用外部接口', answers: true });
    const offered = service.params[0].options.map((one: { value: string }) => one.value);
    expect(offered).toContain(host);
    for (const id of [closed, off]) {
      expect(offered).not.toContain(id);
      expect(await problemsOf(call({ host: id }))).toMatchObject([
        { node: 's1', message: '“询价”的外部地址不存在或不允许流程调用，请重新选择' },
      ]);
    }
    expect(JSON.stringify(data)).not.toContain('hush');
  });

  it.each([
    ['a path that is none', { path: 'orders' }, '路径应以 / 开头'],
    ['a method that is none', { method: 'TRACE' }, '方法不支持'],
    ['a body that is no JSON', { body: '{"a": }' }, '不是有效的 JSON'],
    ['a body of a GET', { method: 'GET' }, '请改用 POST'],
    ['no host', { host: '' }, '没有填写“外部地址”'],
  ])('is not published with %s', async (_what, params, sentence) => {
    expect((await problemsOf(call(params))).map(({ message }) => message).join('\n')).toContain(sentence);
  });

  it('may not answer into a variable that decides who approves, nor into a field of the record', async () => {
    expect((await problemsOf(call({}, { result: 'approvers_n1' })))[0]?.message).toContain('不能把响应保存到变量 approvers_n1');
    await expect(
      flow.business(approve('n1', call({}, { result: 'amount' }))).then((code) => flow.submitted(staff, code)),
    ).rejects.toThrow();
  });

  it('gets what the record holds once the step holds, with the secret of its host and a key that repeats', async () => {
    answer = json(200, {});
    const { instance } = await flow.submitted(staff, await flow.business(approve('n1', call())), { title: 'a/b "c"', amount: '12.50' });
    expect(asked).toEqual([]);
    await flow.approve(approver, instance);
    await delivered(instance);
    await deliver(app.node.app);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/orders/a%2Fb%20%22c%22', headers: { authorization: SECRET } });
    expect(JSON.parse(asked[0]!.body)).toEqual({ name: '单据 a/b "c"', amount: '12.50' });
    expect(asked[0]!.headers['idempotency-key']).toMatch(/^flow\.service:\d+$/);
    const calls = (await app.admin('GET', `/system/hosts/calls/page?hostId=${host}`)).data.data;
    expect(calls[0]).toMatchObject({ purpose: '流程', method: 'POST', status: 200 });
    const stored = await app.database.db.selectFrom('flowOutbox').select('work').where('instanceId', '=', instance).execute();
    expect(JSON.stringify([stored, calls, await detail(instance)])).not.toContain('hush');
  });

  it.each([
    ['A', 'n2'],
    ['B', null],
  ])('answers into a variable that the process waits for and decides by: level %s', async (level, next) => {
    answer = json(200, { level });
    const { id, instance } = await flow.submitted(staff, await flow.business(deciding()));
    await flow.approve(approver, instance);
    expect(await flow.todo(approver, instance)).toEqual([]);
    expect(await flow.status(staff, id)).toBe('3');
    await delivered(instance);
    expect((await flow.todo(approver, instance)).map((task) => task.taskDefinitionKey)).toEqual(next === null ? [] : [next]);
    expect(await flow.status(staff, id)).toBe(next === null ? '4' : '3');
    expect((await detail(instance)).trail).toContainEqual(expect.objectContaining({ action: '服务完成', nodeName: '询价' }));
    expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
  });

  it('that fails is repeated with the same key, waits as a dead letter, and goes on after 重试', async () => {
    answer = json(500, {});
    const { instance } = await flow.submitted(staff, await flow.business(deciding()));
    await flow.approve(approver, instance);
    await delivered(instance, 'dead');
    expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(asked).toHaveLength(5);
    const { data } = await app.admin('GET', '/workflow/operations/effects/page?state=dead&pageSize=100');
    const dead = data.data.find((one: { processInstanceId: string }) => one.processInstanceId === instance);
    expect(dead).toMatchObject({ error: '外部地址返回 HTTP 500', nodeName: '询价' });
    answer = json(200, { level: 'A' });
    expect((await app.admin('POST', `/workflow/operations/effects/${dead.id}/retry`)).status).toBe(200);
    await delivered(instance);
    expect(await flow.todo(approver, instance)).toHaveLength(1);
  });

  it('that is skipped lets the process go on without an answer', async () => {
    answer = json(404, {});
    const over = { result: 'quote' };
    const { id, instance } = await flow.submitted(staff, await flow.business(approve('n1', { ...call({}, over), next: approve('n2') })));
    await flow.approve(approver, instance);
    await delivered(instance, 'dead');
    const [dead] = await outbox(instance);
    expect((await app.admin('POST', `/workflow/operations/effects/${dead?.id}/skip`, { reason: '系统下线' })).status).toBe(200);
    expect((await detail(instance)).trail.at(-1)).toMatchObject({ action: '跳过服务', opinion: '系统下线' });
    await flow.approve(approver, instance);
    expect(await flow.status(staff, id)).toBe('4');
  });

  it('is not asked while its process is suspended, and moves nothing when the process has ended meanwhile', async () => {
    answer = json(200, { level: 'A' });
    const { id, instance } = await flow.submitted(staff, await flow.business(deciding()));
    await flow.approve(approver, instance);
    await app.admin('PUT', `/workflow/instances/suspend/${instance}`);
    await deliver(app.node.app);
    expect(asked).toEqual([]);
    await app.admin('PUT', `/workflow/instances/activate/${instance}`);
    expect((await app.admin('POST', `/workflow/instances/${instance}/terminate`, { reason: '不做了' })).status).toBe(200);
    await delivered(instance);
    expect(await flow.status(staff, id)).toBe('5');
  });
});

describe('a variable', () => {
  const setting = (value: string, variable = 'level') => ({
    type: 'service',
    id: 's1',
    name: '定级',
    service: 'workflow.variable',
    params: { variable, value },
  });
  const branching = (value: string, condition: string) =>
    approve('n1', {
      ...setting(value),
      next: {
        type: 'exclusive',
        id: 'g',
        name: '',
        branches: [
          { id: 'b1', name: '', condition, next: approve('n2') },
          { id: 'b2', name: '', condition: null, next: null },
        ],
        next: null,
      },
    });

  it.each([
    ['${amount * 2}', '${level == 200}'],
    ['7', '${level + 1 == 8}'],
    ['高', "${level == '高'}"],
    ['true', '${level}'],
  ])('is changed to %s in the step itself', async (value, condition) => {
    const { instance } = await flow.submitted(staff, await flow.business(branching(value, condition)));
    await flow.approve(approver, instance);
    expect((await flow.todo(approver, instance)).map((task) => task.taskDefinitionKey)).toEqual(['n2']);
    expect(await outbox(instance)).toEqual([]);
    expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
  });

  it.each(['approved', 'approvers_n1', 'nrOfInstances', 'starterPicks'])('%s is nobody’s to change', async (variable) => {
    expect((await problemsOf(setting('1', variable)))[0]?.message).toContain(`不能改变变量 ${variable}`);
  });

  it('of the record is not changed: a business does not take such a process', async () => {
    await expect(flow.business(approve('n1', setting('1', 'amount'))).then((code) => flow.submitted(staff, code))).rejects.toThrow();
  });

  it('gets no expression that cannot be read', async () => {
    expect((await problemsOf(setting('${amount *}')))[0]?.message).toContain('表达式不正确');
  });
});
