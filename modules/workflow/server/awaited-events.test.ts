import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { faultsOfInstance } from './check.ts';
import { EMPLOYEE, testFlow, type Person } from './test-flow.ts';

const app = startApp();
const flow = testFlow(app);
let staff!: Person;
let anna!: Person;
let operator!: Person;
let code!: string;

/** An approval whose people wait for the payment, while a signal and a receive task of other branches wait too. */
const bpmn = (approver: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t">
  <message id="paid" name="付款到账"/><signal id="open" name="开市"/>
  <process id="awaiting" name="等待付款" isExecutable="true">
    <startEvent id="s"/><parallelGateway id="f"/><parallelGateway id="j"/><endEvent id="e"/>
    <intermediateCatchEvent id="m" name="等待付款"><messageEventDefinition messageRef="paid"/></intermediateCatchEvent>
    <intermediateCatchEvent id="g" name="等待开市"><signalEventDefinition signalRef="open"/></intermediateCatchEvent>
    <receiveTask id="r" name="等待回执"/>
    <userTask id="u" name="确认" flowable:assignee="${approver}"/>
    <sequenceFlow id="a" sourceRef="s" targetRef="f"/><sequenceFlow id="b" sourceRef="f" targetRef="m"/>
    <sequenceFlow id="c" sourceRef="f" targetRef="g"/><sequenceFlow id="d" sourceRef="f" targetRef="r"/>
    <sequenceFlow id="h" sourceRef="m" targetRef="j"/><sequenceFlow id="i" sourceRef="g" targetRef="j"/>
    <sequenceFlow id="k" sourceRef="r" targetRef="j"/><sequenceFlow id="l" sourceRef="j" targetRef="u"/><sequenceFlow id="n" sourceRef="u" targetRef="e"/>
  </process>
</definitions>`;
const trigger = (by: Person, instance: string, body: object) =>
  by.call('POST', `/workflow/instances/${instance}/trigger`, { reason: '银行已通知', ...body });

beforeAll(async () => {
  [staff, anna] = [await flow.person(), await flow.person()];
  operator = { id: '', call: app.admin };
  const { data: model, msg } = await app.admin('POST', '/workflow/models', {
    key: 'awaiting',
    name: '等待付款',
    kind: 'bpmn',
    bpmnXml: bpmn(anna.id),
  });
  if (!model) throw new Error(msg);
  const published = await app.admin('POST', `/workflow/models/${model.id}/publish`, { version: 0 });
  if (published.status !== 200) throw new Error(published.msg);
  code = await flow.configure(published.data.definitionId);
});

describe('events that a running process waits for', () => {
  it('are listed and let happen one by one; the process goes on after the last', async () => {
    const { instance } = await flow.submitted(staff, code);
    const events = async () => (await app.admin('GET', `/workflow/instances/${instance}/events`)).data;
    expect(await events()).toEqual([
      { kind: 'message', name: '付款到账', node: 'm', nodeName: '等待付款' },
      { kind: 'signal', name: '开市', node: 'g', nodeName: '等待开市' },
      { kind: 'receive', name: 'r', node: 'r', nodeName: '等待回执' },
    ]);
    expect((await trigger(operator, instance, { kind: 'message', name: '付款到账', variables: { paid: '100.00' } })).status).toBe(200);
    expect((await trigger(operator, instance, { kind: 'signal', name: '开市' })).status).toBe(200);
    expect(await flow.todo(anna, instance)).toHaveLength(0);
    expect((await trigger(operator, instance, { kind: 'receive', name: 'r' })).status).toBe(200);
    expect(await events()).toEqual([]);
    const { data } = await app.admin('GET', `/workflow/instances/${instance}/detail`);
    expect(data.trail.at(-1)).toMatchObject({ action: '触发事件', nodeName: '等待回执', opinion: '银行已通知' });
    expect((await flow.approve(anna, instance)).status).toBe(200);
    expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
  });

  it('are refused when the process does not wait for them, a second time, without a reason, and with variables that are not theirs', async () => {
    const { instance } = await flow.submitted(staff, code);
    const message = { kind: 'message', name: '付款到账' };
    expect(await trigger(operator, instance, { kind: 'message', name: '别的' })).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(await trigger(operator, instance, { kind: 'receive', name: 'u' })).toMatchObject({ status: 422 });
    expect(await trigger(operator, instance, { ...message, reason: ' ' })).toMatchObject({ status: 400 });
    expect(await trigger(operator, instance, { ...message, variables: { amount: '1.00' } })).toMatchObject({ status: 400 });
    expect(await trigger(operator, instance, { kind: 'signal', name: '开市', variables: { x: 1 } })).toMatchObject({ status: 400 });
    expect((await trigger(operator, instance, message)).status).toBe(200);
    expect(await trigger(operator, instance, message)).toMatchObject({ status: 422 });
  });

  it('are let happen by whoever administers approvals, never by the starter', async () => {
    const { instance } = await flow.submitted(staff, code);
    const message = { kind: 'message', name: '付款到账' };
    expect(await trigger(anna, instance, message)).toMatchObject({ status: 403 });
    const self = await flow.person({ perms: [...EMPLOYEE, 'workflow:instance:running:trigger'] });
    const own = await flow.submitted(self, code);
    expect(await trigger(self, own.instance, message)).toMatchObject({ status: 422, error: 'rule.broken' });
    // out of the data scope of the permission
    expect(await trigger(self, instance, message)).toMatchObject({ status: 404 });
    await app.admin('PUT', `/workflow/instances/suspend/${instance}`);
    expect(await trigger(operator, instance, message)).toMatchObject({ status: 422 });
  });

  it('of the approval view are let happen by their names', async () => {
    const event = (id: string, awaits: string, name: string, next: object | null) => ({
      type: 'event',
      id,
      name: `等${name}`,
      awaits,
      event: name,
      next,
    });
    const tree = {
      type: 'approve',
      id: 'n1',
      name: '审批',
      who: [{ kind: 'user', ids: [anna.id] }],
      next: event('m', 'message', '到货', event('v', 'signal', '开市', null)),
    };
    const { id, instance } = await flow.submitted(staff, await flow.business(tree));
    await flow.approve(anna, instance);
    expect((await trigger(operator, instance, { kind: 'message', name: '到货' })).status).toBe(200);
    expect(await flow.status(staff, id)).toBe('3');
    expect((await trigger(operator, instance, { kind: 'signal', name: '开市' })).status).toBe(200);
    expect(await flow.status(staff, id)).toBe('4');
  });
});
