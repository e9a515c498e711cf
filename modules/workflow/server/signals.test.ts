import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { productModules } from '#kit/test/node.ts';
import { until } from '#kit/test/until.ts';
import { faultsOfInstance } from './check.ts';
import { deliver } from './loops.ts';
import { testFlow, type Person } from './test-flow.ts';

/** Without the loops of the module: what waits in the outbox is delivered when a test says so. */
const app = startApp({ modules: productModules.map((module) => (module.name === 'workflow' ? { ...module, start: undefined } : module)) });
const flow = testFlow(app);
let staff!: Person;
let anna!: Person;
let thrower!: string;
let catcher!: string;
const node = () => app.node.app;

const document = (key: string, inside: string, signals = '<signal id="open" name="开市"/>') => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t">${signals}
  <process id="${key}" name="${key}" isExecutable="true">${inside}</process></definitions>`;
const flows = (...ids: readonly string[]) =>
  ids
    .slice(1)
    .map((to, n) => `<sequenceFlow id="f_${ids[n]}_${to}" sourceRef="${ids[n]}" targetRef="${to}"/>`)
    .join('');
const asked = (id: string) => `<userTask id="${id}" name="${id}" flowable:assignee="${anna.id}"/>`;
const SIGNAL = '<signalEventDefinition signalRef="open"/>';

async function business(xml: string, key: string): Promise<string> {
  const { data: model, msg } = await app.admin('POST', '/workflow/models', { key, name: key, kind: 'bpmn', bpmnXml: xml });
  if (!model) throw new Error(msg);
  const published = await app.admin('POST', `/workflow/models/${model.id}/publish`, { version: 0 });
  if (published.status !== 200) throw new Error(published.msg);
  return flow.configure(published.data.definitionId);
}
const rowsOf = (instance: string) => app.database.db.selectFrom('flowOutbox').selectAll().where('instanceId', '=', instance).execute();
const awaited = () => app.database.db.selectFrom('flowAwaitedSignal').selectAll().execute();
const actions = async (instance: string) =>
  (await app.admin('GET', `/workflow/instances/${instance}/history`)).data.map(({ action }: { action: string }) => action);

beforeAll(async () => {
  [staff, anna] = [await flow.person(), await flow.person()];
  const throws = `<startEvent id="s"/>${asked('u')}<intermediateThrowEvent id="t" name="宣布开市">${SIGNAL}</intermediateThrowEvent><endEvent id="e"/>`;
  thrower = await business(document('thrower', throws + flows('s', 'u', 't', 'e')), 'thrower');
  const waits = `<startEvent id="s"/><intermediateCatchEvent id="c" name="等待开市">${SIGNAL}</intermediateCatchEvent>${asked('v')}<endEvent id="e"/>`;
  catcher = await business(document('catcher', waits + flows('s', 'c', 'v', 'e')), 'catcher');
});

describe('a signal of one approval', () => {
  it('reaches every other that waits for it, each once and in a step of its own', async () => {
    const waiting = [await flow.submitted(staff, catcher), await flow.submitted(staff, catcher), await flow.submitted(staff, catcher)];
    const { instance } = await flow.submitted(staff, thrower);
    await flow.approve(anna, instance);
    // nothing of it happens in the step of the one who throws
    for (const each of waiting) expect(await flow.todo(anna, each.instance)).toHaveLength(0);
    await Promise.all([deliver(node()), deliver(node()), deliver(node())]);
    await deliver(node());
    for (const each of waiting) {
      expect(await flow.todo(anna, each.instance)).toHaveLength(1);
      expect(await actions(each.instance)).toEqual(['提交', '收到信号']);
      expect(await faultsOfInstance(node(), each.instance)).toEqual([]);
      expect(await rowsOf(each.instance)).toMatchObject([{ state: 'done', tries: 1 }]);
    }
    expect(await faultsOfInstance(node(), instance)).toEqual([]);
    expect(await awaited()).toEqual([]);
  });

  it('is harmless when it is delivered again, and for who has gone on since', async () => {
    const { instance } = await flow.submitted(staff, catcher);
    const late = await flow.submitted(staff, catcher);
    await flow.approve(anna, (await flow.submitted(staff, thrower)).instance);
    expect((await staff.call('DELETE', `/workflow/instances/delete/${late.instance}`)).status).toBe(200);
    await deliver(node());
    await app.database.db.updateTable('flowOutbox').set({ state: 'waiting', endTime: null, nextTime: app.clock.now }).execute();
    await deliver(node());
    expect(await actions(instance)).toEqual(['提交', '收到信号']);
    expect(await actions(late.instance)).toEqual(['提交', '撤销']);
    for (const each of [instance, late.instance]) expect(await faultsOfInstance(node(), each)).toEqual([]);
    expect((await flow.todo(anna)).filter(({ processInstanceId }) => processInstanceId === instance)).toHaveLength(1);
  });

  it('waits for a suspended one until it is activated', async () => {
    const { instance } = await flow.submitted(staff, catcher);
    await app.admin('PUT', `/workflow/instances/suspend/${instance}`);
    await flow.approve(anna, (await flow.submitted(staff, thrower)).instance);
    await deliver(node());
    expect(await rowsOf(instance)).toMatchObject([{ state: 'waiting', tries: 0 }]);
    await app.admin('PUT', `/workflow/instances/activate/${instance}`);
    await app.database.db.updateTable('flowOutbox').set({ nextTime: app.clock.now }).where('state', '=', 'waiting').execute();
    await deliver(node());
    expect(await flow.todo(anna, instance)).toHaveLength(1);
  });

  it('is not heard by who begins to wait after it, nor outside when it is local', async () => {
    await flow.approve(anna, (await flow.submitted(staff, thrower)).instance);
    const { instance } = await flow.submitted(staff, catcher);
    const local = document(
      'insider',
      `<startEvent id="s"/>${asked('u')}<endEvent id="e">${SIGNAL}</endEvent>${flows('s', 'u', 'e')}`,
      '<signal id="open" name="开市" flowable:scope="processInstance"/>',
    );
    const code = await business(local, 'insider');
    await flow.approve(anna, (await flow.submitted(staff, code)).instance);
    await deliver(node());
    expect(await flow.todo(anna, instance)).toHaveLength(0);
    expect(await actions(instance)).toEqual(['提交']);
  });

  it('that a receiver cannot follow is tried five times, then shown to operators, while the others have it', async () => {
    const inside = `<startEvent id="s"/><intermediateCatchEvent id="c">${SIGNAL}</intermediateCatchEvent><exclusiveGateway id="x"/>${asked('v')}<endEvent id="e"/>
      ${flows('s', 'c', 'x')}<sequenceFlow id="no" sourceRef="x" targetRef="v"><conditionExpression>\${amount &gt; 500}</conditionExpression></sequenceFlow>${flows('v', 'e')}`;
    const code = await business(document('stuck', inside), 'stuck');
    const stuck = await flow.submitted(staff, code);
    const well = await flow.submitted(staff, catcher);
    await flow.approve(anna, (await flow.submitted(staff, thrower)).instance);
    const before = app.clock.now;
    for (let n = 0; n < 6; n += 1) {
      app.clock.now = new Date(app.clock.now.getTime() + 7_200_000);
      await deliver(node());
    }
    app.clock.now = before;
    expect(await flow.todo(anna, well.instance)).toHaveLength(1);
    expect(await actions(stuck.instance)).toEqual(['提交']);
    expect(await faultsOfInstance(node(), stuck.instance)).toEqual([]);
    const { data } = await app.admin('GET', '/workflow/operations/effects/page?state=dead');
    expect(data.data).toMatchObject([{ processInstanceId: stuck.instance, nodeName: '宣布开市', tries: 5 }]);
  });
});

describe('a signal that begins processes', () => {
  it('starts each once, in the name of who started the one that threw it', async () => {
    const inside = `<startEvent id="s" name="开市">${SIGNAL}</startEvent>${asked('w')}<endEvent id="e"/>${flows('s', 'w', 'e')}`;
    const code = await business(document('starter', inside), 'starter');
    const { instance } = await flow.submitted(staff, thrower);
    await flow.approve(anna, instance);
    await Promise.all([deliver(node()), deliver(node())]);
    const { data } = await staff.call('GET', `/workflow/instances/pageMyStarted?businessCode=${code}`);
    expect(data.data).toMatchObject([{ flowStatus: '3', starterId: staff.id, currentNodes: ['w'] }]);
    expect((await staff.call('GET', `/workflow/requests/${data.data[0].businessKey}`)).data).toMatchObject({ flowStatus: '3' });
    expect(await actions(data.data[0].id)).toEqual(['信号发起']);
    expect(await faultsOfInstance(node(), data.data[0].id)).toEqual([]);
    await flow.approve(anna, data.data[0].id);
    expect(await flow.status(staff, data.data[0].businessKey)).toBe('4');
    await app.admin('PUT', `/workflow/definitions/suspend/${data.data[0].definitionId}`);
    await flow.approve(anna, (await flow.submitted(staff, thrower)).instance);
    await deliver(node());
    expect((await staff.call('GET', `/workflow/instances/pageMyStarted?businessCode=${code}`)).data.total).toBe(1);
  });

  it('is refused for records that must be there first, when a business is configured and when a version is published', async () => {
    const begins = `<startEvent id="s" name="开市">${SIGNAL}</startEvent>${asked('w')}<endEvent id="e"/>${flows('s', 'w', 'e')}`;
    const plain = begins.replace(SIGNAL, '');
    const configure = (processDefinitionId: string) =>
      app.admin('POST', '/workflow/business', {
        businessCode: '1018',
        businessName: '公告发布',
        businessType: 'system.notice',
        businessComponent: 'workflow/request',
        processDefinitionId,
        businessTempalte: '{nickname}',
      });
    const model = async (xml: string, key: string) =>
      (await app.admin('POST', '/workflow/models', { key, name: key, kind: 'bpmn', bpmnXml: xml })).data.id as string;
    const publish = (id: string, version = 0) => app.admin('POST', `/workflow/models/${id}/publish`, { version });
    const told = '“公告发布”要先有单据才能提交，信号开始事件“开市”不能发起';
    const heard = (await publish(await model(document('heard', begins), 'heard'))).data.definitionId;
    expect(await configure(heard)).toMatchObject({
      status: 400,
      msg: expect.stringContaining(told),
      data: [{ path: 'processDefinitionId' }],
    });
    const id = await model(document('noticed', plain), 'noticed');
    expect(await configure((await publish(id)).data.definitionId)).toMatchObject({ status: 200 });
    const body = { version: 0, key: 'noticed', name: 'noticed', kind: 'bpmn', bpmnXml: document('noticed', begins) };
    expect(await app.admin('PUT', `/workflow/models/${id}`, body)).toMatchObject({ status: 200 });
    expect(await publish(id, 1)).toMatchObject({ status: 422, msg: expect.stringContaining(told) });
  });

  it('and that throw it themselves come to an end', async () => {
    const echo = '<signal id="open" name="回声"/>';
    const again = `<startEvent id="s">${SIGNAL}</startEvent><endEvent id="e">${SIGNAL}</endEvent>${flows('s', 'e')}`;
    const code = await business(document('echo', again, echo), 'echo');
    const first = await business(
      document('call', `<startEvent id="s"/>${asked('u')}<endEvent id="e">${SIGNAL}</endEvent>${flows('s', 'u', 'e')}`, echo),
      'call',
    );
    await flow.approve(anna, (await flow.submitted(staff, first)).instance);
    await until(
      () => deliver(node()),
      (done) => done === 0,
    );
    const { data } = await staff.call('GET', `/workflow/instances/pageMyStarted?businessCode=${code}`);
    expect(data.total).toBe(19);
    const waiting = await app.database.db.selectFrom('flowOutbox').select('error').where('state', '=', 'waiting').execute();
    expect(waiting.map(({ error }) => error)).toContain('信号“回声”使流程互相触发超过 20 次，请检查模型');
  });
});
