import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { productModules } from '#kit/test/node.ts';
import { faultsOfInstance } from './check.ts';
import { fireTimers } from './loops.ts';
import { testFlow, type Person } from './test-flow.ts';

/** Two things that happen to one task at the same moment: one of them is done and the other is told so, or both are done one after the other. */
const app = startApp({ modules: productModules.map((module) => (module.name === 'workflow' ? { ...module, start: undefined } : module)) });
const flow = testFlow(app);
const ROUNDS = 8;
let staff!: Person;
let anna!: Person;
let bert!: Person;
let carl!: Person;
let single = '';
let double = '';
const step = (id: string, people: readonly Person[], next: unknown = null) => ({
  type: 'approve',
  id,
  name: `节点${id}`,
  who: [{ kind: 'user', ids: people.map(({ id: each }) => each) }],
  mode: 'any',
  next,
});

beforeAll(async () => {
  [staff, anna, bert, carl] = await Promise.all([flow.person(), flow.person(), flow.person(), flow.person()]);
  single = await flow.business(step('n1', [anna, bert]));
  double = await flow.business(step('n1', [anna, bert], step('n2', [carl])));
});

interface Running {
  readonly id: string;
  readonly instance: string;
  readonly task: string;
}
interface Answer {
  readonly status: number;
  readonly error?: string;
}
type Doing = (running: Running) => Promise<Answer>;
const execute =
  (who: () => Person, body: object | (() => object)): Doing =>
  ({ task }) =>
    who().call('POST', `/workflow/tasks/execute/${task}`, typeof body === 'function' ? body() : body);
const agree: Doing = execute(() => anna, { action: 'complete', variables: { approved: true } });
const cancel: Doing = ({ instance }) => staff.call('DELETE', `/workflow/instances/delete/${instance}`);
const terminate: Doing = ({ instance }) => app.admin('POST', `/workflow/instances/${instance}/terminate`, { reason: '作废' });

async function running(code: string): Promise<Running> {
  const made = await flow.submitted(staff, code);
  const [task] = await flow.todo(anna, made.instance);
  return { ...made, task: task!.id };
}
/** Does both at once some times; answers how often each of them was done. */
async function race(code: () => string, both: readonly [Doing, Doing]): Promise<number[]> {
  const done: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const one = await running(code());
    const order = n % 2 === 0 ? both : ([both[1], both[0]] as const);
    const answers = await Promise.all(order.map((act) => act(one)));
    for (const { status, error } of answers) {
      expect([200, 422]).toContain(status);
      if (status === 422) expect(['task.taken', 'task.notYours', 'flow.ended', 'rule.broken']).toContain(error);
    }
    done.push(answers.filter(({ status }) => status === 200).length);
    expect(await faultsOfInstance(app.node.app, one.instance)).toEqual([]);
    const open = await app.database.db
      .selectFrom('flowTask')
      .select('id')
      .where('instanceId', '=', one.instance)
      .where('state', '=', 'todo')
      .execute();
    expect(open.length).toBe(['3', '2'].includes(await flow.status(staff, one.id)) ? 1 : 0);
  }
  return done;
}

describe('one of two wins', () => {
  const others: readonly (readonly [string, Doing])[] = [
    ['同意', execute(() => bert, { action: 'complete', variables: { approved: true } })],
    ['不同意', execute(() => bert, { action: 'complete', message: '不同意', variables: { approved: false } })],
    ['退回', execute(() => bert, { action: 'return', to: 'start', mode: 'again', message: '请补充' })],
    ['撤销', cancel],
    ['终止', terminate],
  ];
  it.each(others)('同意 of the last step against %s', async (_, other) => {
    expect(new Set(await race(() => single, [agree, other]))).toEqual(new Set([1]));
  });

  it('撤回 against 同意 of the next', async () => {
    for (let n = 0; n < ROUNDS; n += 1) {
      const one = await running(double);
      await agree(one);
      const [next] = await flow.todo(carl, one.instance);
      const answers = await Promise.all([
        anna.call('POST', `/workflow/tasks/execute/${one.task}`, { action: 'withdraw' }),
        carl.call('POST', `/workflow/tasks/execute/${next!.id}`, { action: 'complete', variables: { approved: true } }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(1);
      expect(await flow.status(staff, one.id)).toBe(answers[0]?.status === 200 ? '3' : '4');
      expect(await faultsOfInstance(app.node.app, one.instance)).toEqual([]);
    }
  });

  it('同意 against a timer that interrupts, looked after by two nodes', async () => {
    const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t"><process id="race_timer" isExecutable="true">
      <startEvent id="s"/><userTask id="n1" name="办理" flowable:assignee="${anna.id}"/><userTask id="late" name="逾期办理" flowable:assignee="${carl.id}"/><endEvent id="e"/>
      <boundaryEvent id="b" attachedToRef="n1"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>
      <sequenceFlow id="f1" sourceRef="s" targetRef="n1"/><sequenceFlow id="f2" sourceRef="n1" targetRef="e"/><sequenceFlow id="f3" sourceRef="b" targetRef="late"/><sequenceFlow id="f4" sourceRef="late" targetRef="e"/></process></definitions>`;
    const { data } = await app.admin('POST', '/workflow/definitions/import/file', ...multipart('t.bpmn', Buffer.from(xml)));
    const code = await flow.configure(data.definitionId);
    for (let n = 0; n < ROUNDS; n += 1) {
      const one = await running(code);
      await app.database.db.updateTable('flowTimer').set({ dueTime: app.clock.now }).where('instanceId', '=', one.instance).execute();
      const [{ status }] = await Promise.all([agree(one), fireTimers(app.node.app), fireTimers(app.node.app)]);
      // a timer whose instance is being worked on comes in the next round
      await fireTimers(app.node.app);
      const late = await flow.todo(carl, one.instance);
      expect([status, late.length]).toEqual(status === 200 ? [200, 0] : [422, 1]);
      expect(await flow.status(staff, one.id)).toBe(status === 200 ? '4' : '3');
      expect(await faultsOfInstance(app.node.app, one.instance)).toEqual([]);
    }
  });
});

describe('both are done in turn, or one of them', () => {
  const others: readonly (readonly [string, Doing])[] = [
    [
      '转办',
      execute(
        () => bert,
        () => ({ action: 'assignee', userId: carl.id, message: '请办理' }),
      ),
    ],
    [
      '委派',
      execute(
        () => bert,
        () => ({ action: 'delegate', userId: carl.id, message: '请协助' }),
      ),
    ],
    [
      '加签',
      execute(
        () => bert,
        () => ({ action: 'addSign', order: 'before', userIds: [carl.id], message: '请先看' }),
      ),
    ],
    ['签收', execute(() => bert, { action: 'claim' })],
    ['撤销', cancel],
    ['终止', terminate],
    ['挂起', ({ instance }) => app.admin('PUT', `/workflow/instances/suspend/${instance}`)],
    ['移动', ({ instance }) => app.admin('POST', `/workflow/instances/${instance}/move`, { to: ['n2'], reason: '跳过' })],
  ];
  it.each(others)('同意 against %s', async (_, other) => {
    for (const times of await race(() => double, [agree, other])) expect([1, 2]).toContain(times);
  });
});
