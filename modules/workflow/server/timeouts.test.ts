import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { testFlow, type Person } from './test-flow.ts';
import { actOnTimeouts } from './timeouts.ts';

const app = startApp();
const flow = testFlow(app);
let staff!: Person;
let [first, second, leader]: Person[] = [];

const node = (id: string, who: readonly (Person | undefined)[], more: object = {}) => ({
  type: 'approve',
  id,
  name: '主管审批',
  who: [{ kind: 'user', ids: who.map((each) => each!.id) }],
  mode: 'any',
  next: null,
  ...more,
});
const late = (action: string, more: object = {}) => ({ timeout: { after: 'PT10M', action, ...more } });
/** Sessions end when nobody uses them for a while: everybody does something. */
const minutesLater = async (minutes: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000);
  await Promise.all([staff, first!, second!, leader!].map((who) => who.call('GET', '/workflow/tasks/pageTodo')));
  await app.admin('GET', '/workflow/tasks/pageTodo');
};
const actions = async (instance: string): Promise<string[]> =>
  (await staff.call('GET', `/workflow/instances/${instance}/history`)).data.map(({ action }: { action: string }) => action);
const messages = async (who: Person): Promise<string[]> =>
  (await who.call('GET', '/system/messages/page?pageSize=50')).data.data.map(({ title }: { title: string }) => title);

const isOne = (list: readonly unknown[]) => list.length === 1;
const becomes = (id: string, status: string) =>
  until(
    () => flow.status(staff, id),
    (now) => now === status,
  );

beforeAll(async () => {
  const { data: above } = await app.admin('POST', '/system/depts', { deptName: '超时部', parentId: '0', deptNo: 'late', status: '1' });
  leader = await flow.person({ deptId: above.id });
  const { data: dept } = await app.admin('GET', `/system/depts/${above.id}`);
  await app.admin('PUT', `/system/depts/${above.id}`, { ...dept, leaderId: leader.id });
  [staff, first, second] = await Promise.all([flow.person(), flow.person({ deptId: above.id }), flow.person({ deptId: above.id })]);
});

it('a task is due when its node says, and nothing happens before', async () => {
  const { instance } = await flow.submitted(staff, await flow.business(node('n1', [first], late('approve'))));
  const [task] = await flow.todo(first!, instance);
  expect(new Date(task!.dueTime!).getTime() - new Date(task!.createTime).getTime()).toBe(600_000);
  await minutesLater(9);
  await actOnTimeouts(app.node.app);
  expect(await flow.todo(first!, instance)).toHaveLength(1);
});

it('待办 are narrowed to those that are late, as they are counted', async () => {
  const who = await flow.person();
  const soon = await flow.submitted(staff, await flow.business(node('n1', [who], late('remind', { times: 1 }))));
  await flow.submitted(staff, await flow.business(node('n1', [who])));
  const [task] = await flow.todo(who, soon.instance);
  const listed = async (filter: string): Promise<string[]> =>
    (await who.call('GET', `/workflow/tasks/pageTodo?${filter}`)).data.data.map(({ id }: { id: string }) => id);
  const counts = async () => (await who.call('GET', '/workflow/tasks/counts')).data;
  const due = (time: Date) => app.database.db.updateTable('flowTask').set({ dueTime: time }).where('id', '=', task!.id).execute();
  await due(new Date(app.clock.now.getTime() + 172_800_000));
  expect(await listed('overdue=1')).toEqual([]);
  expect(await counts()).toMatchObject({ todo: 2, overdue: 0 });
  await due(new Date(app.clock.now.getTime() - 1_000));
  expect(await listed('overdue=1')).toEqual([task!.id]);
  expect(await counts()).toMatchObject({ todo: 2, overdue: 1 });
  await flow.approve(who, soon.instance);
  expect(await listed('overdue=1')).toEqual([]);
});

it('提醒: as often as it says, to whoever can do it', async () => {
  const { instance } = await flow.submitted(staff, await flow.business(node('n1', [first, second], late('remind', { times: 2 }))));
  for (let round = 0; round < 4; round += 1) {
    await minutesLater(11);
    await actOnTimeouts(app.node.app);
  }
  for (const who of [first!, second!])
    await until(
      async () => (await messages(who)).filter((title) => title === '待办已逾期：主管审批').length,
      (count) => count === 2,
    );
  expect(await flow.todo(first!, instance)).toHaveLength(1);
});

it('自动同意: the trail says that nobody did it, and it happens once on two nodes', async () => {
  const next = node('n2', [second]);
  const { id, instance } = await flow.submitted(staff, await flow.business(node('n1', [first], { ...late('approve'), next })));
  await minutesLater(11);
  await Promise.all([actOnTimeouts(app.node.app), actOnTimeouts(app.node.app)]);
  await until(() => flow.todo(second!, instance), isOne);
  const { data: trail } = await staff.call('GET', `/workflow/instances/${instance}/history`);
  expect(trail.slice(1)).toMatchObject([{ action: '同意', actorId: null, opinion: '超时未办理，自动同意' }]);
  await flow.approve(second!, instance);
  expect(await flow.status(staff, id)).toBe('4');
});

it('自动同意 in 会签 counts as the vote of the one who is late', async () => {
  const { id, instance } = await flow.submitted(
    staff,
    await flow.business(node('n1', [first, second], { ...late('approve'), mode: 'all' })),
  );
  await flow.approve(first!, instance);
  await minutesLater(11);
  await actOnTimeouts(app.node.app);
  await becomes(id, '4');
});

it('自动不同意 and 退回发起人', async () => {
  const refused = await flow.submitted(staff, await flow.business(node('n1', [first], late('reject'))));
  const returned = await flow.submitted(staff, await flow.business(node('n1', [first], late('return'))));
  await minutesLater(11);
  await actOnTimeouts(app.node.app);
  await becomes(refused.id, '5');
  await becomes(returned.id, '2');
  expect(await flow.todo(staff, returned.instance)).toMatchObject([{ kind: 'submit' }]);
});

it('转上级: the leader has it with a time of his own; nobody above him: it stays and administrators hear of it', async () => {
  const { instance } = await flow.submitted(staff, await flow.business(node('n1', [first], late('leader'))));
  await minutesLater(11);
  await actOnTimeouts(app.node.app);
  await until(() => flow.todo(leader!, instance), isOne);
  expect(await flow.todo(first!, instance)).toEqual([]);
  await minutesLater(11);
  await actOnTimeouts(app.node.app);
  expect(await flow.todo(leader!, instance)).toHaveLength(1);
  expect(await actions(instance)).toEqual(['提交', '转上级']);
});

it('a suspended process waits until it is activated', async () => {
  const { id, instance } = await flow.submitted(staff, await flow.business(node('n1', [first], late('reject'))));
  await app.admin('PUT', `/workflow/instances/suspend/${instance}`);
  await minutesLater(11);
  await actOnTimeouts(app.node.app);
  expect(await flow.status(staff, id)).toBe('3');
  await app.admin('PUT', `/workflow/instances/activate/${instance}`);
  await becomes(id, '5');
});

it('a rule that the node does not admit is refused', async () => {
  const tree = (more: object) => ({ type: 'start', id: 'start', next: node('n1', [first], more) });
  const post = (more: object) =>
    app.admin('POST', '/workflow/models', {
      key: `late${Math.random().toString(36).slice(2)}`,
      name: '超时',
      kind: 'simple',
      tree: tree(more),
    });
  expect(await post({ ...late('reject'), isHandling: true })).toMatchObject({ status: 400, error: 'input.invalid' });
  expect(await post({ ...late('return'), mayReturn: false })).toMatchObject({ status: 400, error: 'input.invalid' });
  expect(await post({ timeout: { after: '10分钟', action: 'remind' } })).toMatchObject({ status: 400, error: 'input.invalid' });
});
