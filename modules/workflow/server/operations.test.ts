import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import type { TaskAction } from '../contract/task.ts';
import { testFlow, type Person } from './test-flow.ts';

/*
 * Every operation at every status. What is allowed is tried where it is tested in detail; here stands what is refused, by which error, and that
 * nothing changes by it.
 */
const app = startApp();
const flow = testFlow(app);
let staff!: Person;
let approver!: Person;
let other!: Person;
let code = '';

beforeAll(async () => {
  [staff, approver, other] = await Promise.all([flow.person(), flow.person(), flow.person()]);
  code = await flow.business({
    type: 'approve',
    id: 'n1',
    name: '审批',
    who: [{ kind: 'user', ids: [approver.id] }],
    mode: 'any',
    next: null,
  });
});

const BODIES: Readonly<Record<TaskAction, () => object>> = {
  complete: () => ({ message: '同意', variables: { approved: true } }),
  reject: () => ({ message: '不同意' }),
  return: () => ({ to: 'start', mode: 'again', message: '请修改' }),
  claim: () => ({}),
  unclaim: () => ({}),
  assignee: () => ({ userId: other.id }),
  delegate: () => ({ userId: other.id }),
  resolve: () => ({ message: '已看' }),
  withdraw: () => ({}),
  copy: () => ({ userIds: [other.id] }),
  addSign: () => ({ order: 'before', userIds: [other.id] }),
  removeSign: () => ({}),
};
const ACTIONS = Object.keys(BODIES) as TaskAction[];

type State = 'open' | 'done' | 'ended' | 'suspended' | 'submit';
interface Given {
  readonly task: string;
  readonly who: Person;
}
/** A task in each of its situations, made by the calls of people. */
const GIVEN: Readonly<Record<State, () => Promise<Given & { instance: string }>>> = {
  async open() {
    const { instance } = await flow.submitted(staff, code);
    return { instance, task: (await flow.todo(approver, instance))[0]!.id, who: approver };
  },
  async done() {
    const given = await GIVEN.open();
    await flow.approve(approver, given.instance);
    return given;
  },
  async ended() {
    const given = await GIVEN.open();
    await staff.call('DELETE', `/workflow/instances/delete/${given.instance}`);
    return given;
  },
  async suspended() {
    const given = await GIVEN.open();
    await app.admin('PUT', `/workflow/instances/suspend/${given.instance}`);
    return given;
  },
  async submit() {
    const { instance } = await GIVEN.open();
    await flow.act(approver, instance, { action: 'return', to: 'start', mode: 'again', message: '请修改' });
    return { instance, task: (await flow.todo(staff, instance))[0]!.id, who: staff };
  },
};
/** Error of an operation at a status; `ok` where it is allowed. */
const EXPECTED: Readonly<Record<State, Partial<Record<TaskAction, string>> & { readonly else: string }>> = {
  open: {
    claim: 'rule.broken',
    unclaim: 'rule.broken',
    resolve: 'rule.broken',
    removeSign: 'task.notYours',
    withdraw: 'rule.broken',
    else: 'ok',
  },
  done: { withdraw: 'flow.ended', else: 'task.taken' },
  ended: { withdraw: 'flow.ended', else: 'task.taken' },
  suspended: { withdraw: 'rule.broken', else: 'rule.broken' },
  submit: { complete: 'ok', reject: 'ok', copy: 'ok', removeSign: 'task.notYours', else: 'rule.broken' },
};

describe.each(Object.keys(GIVEN) as State[])('a task that is %s', (state) => {
  it.each(ACTIONS)('%s', async (action) => {
    const { task, who, instance } = await GIVEN[state]();
    const trail = async () => (await staff.call('GET', `/workflow/instances/${instance}/history`)).data.length;
    const before = await trail();
    const answer = await who.call('POST', `/workflow/tasks/execute/${task}`, { action, ...BODIES[action]() });
    const expected = EXPECTED[state][action] ?? EXPECTED[state].else;
    expect(answer.status === 200 ? 'ok' : answer.error).toBe(expected);
    if (expected !== 'ok') expect(await trail()).toBe(before);
    // who is no party never learns that the task exists
    const stranger = await flow.person();
    expect(await stranger.call('POST', `/workflow/tasks/execute/${task}`, { action, ...BODIES[action]() })).toMatchObject({
      status: 404,
      error: 'entity.notFound',
    });
  });

  it('offers what it admits', async () => {
    const { task, who } = await GIVEN[state]();
    const { data } = await who.call('GET', `/workflow/tasks/${task}/actions`);
    for (const action of data.actions) {
      const given = await GIVEN[state]();
      const answer = await given.who.call('POST', `/workflow/tasks/execute/${given.task}`, { action, ...BODIES[action as TaskAction]() });
      expect([action, answer.status]).toEqual([action, 200]);
    }
  });
});
