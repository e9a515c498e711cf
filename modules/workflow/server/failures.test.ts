import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { productModules } from '#kit/test/node.ts';
import { faultsOfInstance } from './check.ts';
import { deliver, fireTimers } from './loops.ts';
import { testFlow, type Person } from './test-flow.ts';

/** What the effect of a request does: the module that owns a record says so in its declaration. */
let effect: (id: string) => Promise<void> = () => Promise.resolve();
const app = startApp({
  modules: productModules.map((module) =>
    module.name === 'workflow'
      ? {
          ...module,
          start: undefined,
          businessTypes: module.businessTypes?.map((type) => ({ ...type, effect: (_app, { id }) => effect(id) })),
        }
      : module,
  ),
});
const flow = testFlow(app);
let staff!: Person;
let anna!: Person;
const MINUTE = 60_000;
const node = () => app.node.app;
/** Looks for what is due again and again, each time later than the last; sessions stay alive, so the clock goes back. */
async function inTime(looks: number, stepMs: number, look: () => Promise<unknown>): Promise<void> {
  const before = app.clock.now;
  for (let n = 0; n < looks; n += 1) {
    app.clock.now = new Date(app.clock.now.getTime() + stepMs);
    await look();
  }
  app.clock.now = before;
}
const dead = (state = 'dead') => app.admin('GET', `/workflow/operations/effects/page?state=${state}`);

beforeAll(async () => {
  staff = await flow.person();
  anna = await flow.person();
});
const one = { type: 'approve', id: 'n1', name: '主管审批', mode: 'any', next: null };
async function passed(): Promise<{ id: string; instance: string }> {
  const code = await flow.business({ ...one, who: [{ kind: 'user', ids: [anna.id] }] });
  const made = await flow.submitted(staff, code);
  await flow.approve(anna, made.instance);
  return made;
}
const failFiveTimes = () => inTime(6, 120 * MINUTE, () => deliver(node()));
const stateOf = async (instance: string) => (await app.admin('GET', `/workflow/instances/${instance}/detail`)).data.effectState;

describe('an effect that fails', () => {
  it('is tried five times, then waits for an operator who tries it again', async () => {
    let tries = 0;
    effect = () => {
      tries += 1;
      return Promise.reject(new Error('目标系统没有响应'));
    };
    const { id, instance } = await passed();
    expect(await flow.status(staff, id)).toBe('4');
    expect(await stateOf(instance)).toBe('waiting');
    await failFiveTimes();
    expect(tries).toBe(5);
    expect(await stateOf(instance)).toBe('dead');
    const [row] = (await dead()).data.data;
    expect(row).toMatchObject({ processInstanceId: instance, tries: 5, error: 'Error: 目标系统没有响应' });
    await failFiveTimes();
    expect(tries).toBe(5);
    effect = () => Promise.resolve();
    expect((await app.admin('POST', `/workflow/operations/effects/${row.id}/retry`, {})).status).toBe(200);
    await deliver(node());
    expect(await stateOf(instance)).toBe('done');
    expect((await app.admin('POST', `/workflow/operations/effects/${row.id}/retry`, {})).status).toBe(422);
  });

  it('can be given up with a reason', async () => {
    effect = () => Promise.reject(new Error('不会成功'));
    const { instance } = await passed();
    await failFiveTimes();
    const [row] = (await dead()).data.data;
    expect((await app.admin('POST', `/workflow/operations/effects/${row.id}/skip`, {})).status).toBe(400);
    expect((await app.admin('POST', `/workflow/operations/effects/${row.id}/skip`, { reason: '已人工处理' })).status).toBe(200);
    expect(await stateOf(instance)).toBe('skipped');
    expect((await dead('skipped')).data.data[0]).toMatchObject({ reason: '已人工处理' });
    expect((await staff.call('GET', '/workflow/operations/effects/page')).status).toBe(403);
    effect = () => Promise.resolve();
  });

  it('is over once it has come about, also when an earlier attempt that took too long fails after that', async () => {
    let calls = 0;
    let fail!: (error: Error) => void;
    const slow = new Promise<void>((_resolve, reject) => (fail = reject));
    effect = () => (++calls === 1 ? slow : Promise.resolve());
    const { instance } = await passed();
    const first = deliver(node());
    await until(
      () => Promise.resolve(calls),
      (begun) => begun === 1,
    );
    await inTime(1, 6 * MINUTE, () => deliver(node()));
    fail(new Error('目标系统没有响应'));
    await first;
    expect(await stateOf(instance)).toBe('done');
    await inTime(1, 60 * MINUTE, () => deliver(node()));
    expect(calls).toBe(2);
  });

  it('is harmless when a restored backup delivers it again', async () => {
    const asked = new Map<string, number>();
    effect = (id) => {
      asked.set(id, (asked.get(id) ?? 0) + 1);
      return Promise.resolve();
    };
    const { id, instance } = await passed();
    await deliver(node());
    // the backup knows nothing of the delivery
    await app.database.db
      .updateTable('flowOutbox')
      .set({ state: 'waiting', endTime: null, nextTime: app.clock.now })
      .where('instanceId', '=', instance)
      .execute();
    await inTime(1, MINUTE, () => deliver(node()));
    expect(asked.get(id)).toBe(2);
    expect(await flow.status(staff, id)).toBe('4');
    expect(await faultsOfInstance(node(), instance)).toEqual([]);
  });
});

describe('a timer that fails', () => {
  const NS = 'xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  /** After an hour the amount decides which way to go, and it fits none of them. */
  const xml = (
    key: string,
    who: string,
  ) => `<?xml version="1.0"?><bpmn:definitions ${NS} xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t">
<bpmn:process id="${key}" name="有定时器" isExecutable="true"><bpmn:startEvent id="s"/><bpmn:userTask id="t" name="办理" flowable:assignee="${who}"/>
<bpmn:boundaryEvent id="late" name="催办" attachedToRef="t" cancelActivity="false"><bpmn:timerEventDefinition><bpmn:timeDuration>PT1H</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:boundaryEvent>
<bpmn:exclusiveGateway id="x"/><bpmn:endEvent id="e1"/><bpmn:endEvent id="e2"/><bpmn:endEvent id="e"/>
<bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="t"/><bpmn:sequenceFlow id="f2" sourceRef="t" targetRef="e"/><bpmn:sequenceFlow id="f3" sourceRef="late" targetRef="x"/>
<bpmn:sequenceFlow id="f4" sourceRef="x" targetRef="e1"><bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">\${amount == 1}</bpmn:conditionExpression></bpmn:sequenceFlow>
<bpmn:sequenceFlow id="f5" sourceRef="x" targetRef="e2"><bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">\${amount == 2}</bpmn:conditionExpression></bpmn:sequenceFlow>
</bpmn:process></bpmn:definitions>`;
  async function waiting(key: string): Promise<string> {
    const { multipart } = await import('#kit/test/multipart.ts');
    const imported = await app.admin('POST', '/workflow/definitions/import/file', ...multipart('t.bpmn', Buffer.from(xml(key, anna.id))));
    expect(imported.status, imported.msg).toBe(200);
    const code = await flow.configure(imported.data.definitionId);
    return (await flow.submitted(staff, code)).instance;
  }
  const listed = async (instance: string) =>
    (await app.admin('GET', '/workflow/operations/timers/page?pageSize=100')).data.data.find(
      (row: { processInstanceId: string }) => row.processInstanceId === instance,
    );

  it('is tried five times, shown, and skipped with a reason', async () => {
    const instance = await waiting('failing');
    await inTime(7, 120 * MINUTE, () => fireTimers(node()));
    const row = await until(
      () => listed(instance),
      (found) => found?.tries === 5,
      5_000,
    );
    expect(row).toMatchObject({ nodeName: '催办', deadTime: expect.any(String) });
    expect(row.error).toContain('条件都不满足');
    const path = `/workflow/operations/timers/${instance}/${row.timer}`;
    expect((await app.admin('POST', `${path}/retry`, {})).status).toBe(200);
    await inTime(1, 1_000, () => fireTimers(node()));
    expect(await listed(instance)).toMatchObject({ tries: 1, deadTime: null });
    expect((await app.admin('POST', `${path}/skip`, { reason: '不再催办' })).status).toBe(200);
    expect(await listed(instance)).toBeUndefined();
    expect((await app.admin('GET', `/workflow/operations/check?processInstanceId=${instance}`)).data).toEqual({ checked: 1, faults: [] });
    expect((await flow.approve(anna, instance)).status).toBe(200);
  });

  it('fires once, however late the node looks', async () => {
    const instance = await waiting('slow');
    await inTime(1, 3 * 24 * 60 * MINUTE, () => Promise.all([fireTimers(node()), fireTimers(node()), fireTimers(node())]));
    const rows = await app.database.db.selectFrom('flowTimer').selectAll().where('instanceId', '=', instance).execute();
    expect(rows.map(({ tries }) => tries)).toEqual([1]);
  });
});

describe('the check of what is stored', () => {
  it('names what does not fit', async () => {
    const { instance } = await passed();
    expect((await app.admin('GET', '/workflow/operations/check')).data.faults).toEqual([]);
    await app.database.db.updateTable('flowInstance').set({ flowStatus: '3' }).where('id', '=', instance).execute();
    const { data } = await app.admin('GET', `/workflow/operations/check?processInstanceId=${instance}`);
    expect(data.faults[0].faults.join()).toContain('I4');
  });
});
