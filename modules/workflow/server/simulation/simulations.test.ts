import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';

const app = startApp();
const PATH = '/workflow/simulations';
let designer!: Send;

const HEAD =
  '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn">';
const model = (id: string, inside: string) => `${HEAD}<process id="${id}">${inside}</process></definitions>`;
const flow = (id: string, from: string, to: string, condition = '') =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${condition && `<conditionExpression xsi:type="tFormalExpression">${condition}</conditionExpression>`}</sequenceFlow>`;
const LINE = model(
  'line',
  `<startEvent id="s"/><userTask id="a" name="审批 \${title}" flowable:candidateUsers="u1,u2" flowable:candidateGroups="g"/><userTask id="b" name="\${unknown}" flowable:assignee="\${initiator}"/><endEvent id="e"/>
   ${flow('f1', 's', 'a')}${flow('f2', 'a', 'b')}${flow('f3', 'b', 'e')}`,
);
const run = (body: object, call = designer) => call('POST', PATH, body);
const states = async (body: object) => {
  const { data, msg } = await run(body);
  if (!data) throw new Error(msg);
  return data.states;
};

beforeAll(async () => {
  designer = app.as((await app.make.user({ perms: ['workflow:model:list'] })).token);
});

describe('a simulation', () => {
  it('waits for what a service answers, which is given by hand, and changes variables as it runs', async () => {
    const service = (id: string, work: object) =>
      `<serviceTask id="${id}" dp:service="${JSON.stringify(work).replaceAll('"', '&quot;')}"/>`;
    const answering = service('q', { service: 'workflow.http', params: {}, result: 'quote' });
    const setting = service('v', { service: 'workflow.variable', params: { variable: 'level', value: '${quote.level}!' } });
    const inside = `<startEvent id="s"/>${answering}${setting}<userTask id="t"/><endEvent id="e"/>${flow('f1', 's', 'q')}${flow('f2', 'q', 'v')}${flow('f3', 'v', 't')}${flow('f4', 't', 'e')}`;
    const text = model('answering', inside).replace('<definitions ', '<definitions xmlns:dp="http://databrain.cn/bpmn" ');
    const [begun, answered] = await states({ models: [text], steps: [{ op: 'trigger', node: 'q', variables: { quote: { level: 'A' } } }] });
    expect(begun).toMatchObject({ tasks: [], waiting: [{ node: 'q' }] });
    expect(answered).toMatchObject({ tasks: [{ key: 't' }], waiting: [], variables: { quote: { level: 'A' }, level: 'A!' } });
  });

  it('answers one state after the start and one after each step', async () => {
    const [started, claimed, completed, ended] = await states({
      models: [LINE],
      start: { variables: { title: '采购' }, user: 'staff' },
      steps: [
        { op: 'claim', task: 'a', user: 'u1' },
        { op: 'complete', task: '审批 采购', variables: { amount: 3 } },
        { op: 'complete', task: 'b' },
      ],
    });
    expect(started).toMatchObject({
      tasks: [{ key: 'a', name: '审批 采购', assignee: null, candidateUsers: ['u1', 'u2'], candidateGroups: ['g'] }],
      waiting: [],
      timers: [],
      subscriptions: [],
      variables: { title: '采购', initiator: 'staff' },
      ended: false,
      error: null,
    });
    expect(started.tasks[0].scope).toMatch(/./);
    expect(claimed.tasks).toMatchObject([{ assignee: 'u1' }]);
    // a name that cannot be read stays as it is written
    expect(completed).toMatchObject({ tasks: [{ key: 'b', name: '${unknown}', assignee: 'staff' }], variables: { amount: 3 } });
    expect(ended).toMatchObject({ tasks: [], ended: true, variables: { title: '采购', amount: 3 } });
  });

  it('stops at a step that cannot be done, with the state as it was', async () => {
    const answer = await states({
      models: [LINE],
      start: { variables: {} },
      steps: [
        { op: 'complete', task: 'nothing' },
        { op: 'complete', task: 'a' },
      ],
    });
    expect(answer).toHaveLength(2);
    const { error, ...state } = answer[1];
    expect(error.message).toContain('nothing');
    expect({ ...state, error: null }).toEqual(answer[0]);
  });

  it('says that an expression names an unknown variable', async () => {
    const bad = model('p', `<startEvent id="s"/><userTask id="a" flowable:assignee="\${nobody}"/>${flow('f', 's', 'a')}`);
    expect(await states({ models: [bad] })).toMatchObject([
      { tasks: [], ended: false, error: { message: expect.stringContaining('nobody') } },
    ]);
  });

  it('finds called processes among the models and lets time pass', async () => {
    const caller = model(
      'caller',
      `<startEvent id="s"/><callActivity id="c" calledElement="called"/><endEvent id="e"/>${flow('f1', 's', 'c')}${flow('f2', 'c', 'e')}`,
    );
    const called = model(
      'called',
      `<startEvent id="s2"/><intermediateCatchEvent id="t"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>
       <userTask id="x"/><endEvent id="e2"/>${flow('g1', 's2', 't')}${flow('g2', 't', 'x')}${flow('g3', 'x', 'e2')}`,
    );
    const body = { models: [caller, called], now: '2026-01-01T08:00:00+08:00' };
    const [first, early, late] = await states({
      ...body,
      steps: [
        { op: 'advance', duration: 'PT59M' },
        { op: 'advance', duration: 'PT1M' },
      ],
    });
    expect(first.timers).toMatchObject([{ node: 't', due: '2026-01-01T01:00:00.000Z' }]);
    expect(early.tasks).toEqual([]);
    expect(late).toMatchObject({ tasks: [{ key: 'x' }], timers: [] });
    expect((await states({ ...body, steps: [{ op: 'fireTimer' }] }))[1].tasks).toMatchObject([{ key: 'x' }]);
    expect(await states({ ...body, process: 'called' })).toMatchObject([{ timers: [{ node: 't' }] }]);
    expect(await states({ ...body, process: 'missing' })).toMatchObject([{ error: { message: expect.stringContaining('missing') } }]);
  });

  it('receives messages and signals, triggers and moves', async () => {
    const events = `${HEAD}<message id="m" name="到货"/><signal id="g" name="停"/><process id="p"><startEvent id="s"/><receiveTask id="r" messageRef="m"/>
      <intermediateCatchEvent id="w"><signalEventDefinition signalRef="g"/></intermediateCatchEvent><userTask id="a"/><endEvent id="e"/>
      ${flow('x1', 's', 'r')}${flow('x2', 'r', 'w')}${flow('x3', 'w', 'a')}${flow('x4', 'a', 'e')}</process></definitions>`;
    const answer = await states({
      models: [events],
      steps: [
        { op: 'trigger', node: 'r' },
        { op: 'signal', name: '停' },
        { op: 'move', from: ['a'], to: ['r'] },
        { op: 'message', name: '到货' },
      ],
    });
    expect(answer[0].waiting).toMatchObject([{ node: 'r' }]);
    expect(answer[1].subscriptions).toMatchObject([{ kind: 'signal', name: '停', node: 'w' }]);
    expect(answer[2].tasks).toMatchObject([{ key: 'a' }]);
    expect(answer[3]).toMatchObject({ tasks: [], waiting: [{ node: 'r' }] });
    expect(answer[4]).toMatchObject({ waiting: [{ node: 'w' }], error: null });
  });
});

describe('the limits of a simulation', () => {
  it('are told', async () => {
    const many = (n: number) => Array.from({ length: n }, () => LINE);
    expect(await run({ models: many(21) })).toMatchObject({ status: 400, error: 'input.invalid' });
    expect((await run({ models: many(20) })).status).toBe(200);
    const steps = (n: number) => Array.from({ length: n }, () => ({ op: 'signal', name: 'x' }));
    expect(await run({ models: [LINE], steps: steps(501) })).toMatchObject({ status: 400, error: 'input.invalid' });
    expect((await states({ models: [LINE], steps: steps(500) })).length).toBe(501);
    expect(await run({ models: [LINE], steps: [{ op: 'destroy' }] })).toMatchObject({ status: 400, error: 'input.invalid' });
    expect(await run({ models: [`${LINE}<!--${'x'.repeat(2_000_000)}-->`] })).toMatchObject({ status: 413 });
    expect(await run({ models: [`${LINE}<!--${'x'.repeat(1_500_000)}-->`] })).toMatchObject({ status: 200 });
    expect(await run({ models: ['<not bpmn'] })).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(await run({ models: [`<!DOCTYPE x>${LINE}`] })).toMatchObject({ status: 422 });
  });

  it('keep a model that spins from holding up anybody else', async () => {
    const wide = Array.from({ length: 300 }, (_, n) => flow(`l${n}`, 'g', 'g')).join('');
    const spinning = model('p', `<startEvent id="s"/><parallelGateway id="g"/>${flow('f', 's', 'g')}${wide}`);
    const nested = model(
      'q',
      `<startEvent id="s"/><userTask id="a"><multiInstanceLoopCharacteristics><loopCardinality>9000</loopCardinality></multiInstanceLoopCharacteristics></userTask>${flow('f', 's', 'a')}`,
    );
    const heavy = run({ models: [nested], steps: Array.from({ length: 500 }, () => ({ op: 'complete', task: 'a' })) });
    const first = await Promise.race([heavy.then(() => 'heavy'), app.admin('GET', '/system/posts/page')]);
    expect(first).toMatchObject({ status: 200 });
    expect(await heavy).toMatchObject({ status: 422, error: 'rule.broken' });
    const loop = await run({ models: [spinning] });
    expect([200, 422]).toContain(loop.status);
    expect((await states({ models: [LINE] })).length).toBe(1);
  });

  it('are not for everybody', async () => {
    const other = app.as((await app.make.user({ perms: ['workflow:task:todo:list'] })).token);
    expect(await run({ models: [LINE] }, other)).toMatchObject({ status: 403 });
    expect(await run({ models: [LINE] }, app.stranger)).toMatchObject({ status: 401 });
  });
});
