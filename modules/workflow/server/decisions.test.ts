import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { multipart } from '#kit/test/multipart.ts';
import { testFlow, type Person } from './test-flow.ts';

const app = startApp();
const flow = testFlow(app);
let staff!: Person;
let people: Person[] = [];
const of = (...who: Person[]) => [{ kind: 'user', ids: who.map(({ id }) => id) }];
const step = (id: string, who: readonly Person[], more: object = {}) => ({
  type: 'approve',
  id,
  name: `节点${id}`,
  who: of(...who),
  mode: 'any',
  next: null,
  ...more,
});
const back = (who: Person, instance: string, to: string, mode = 'again') =>
  flow.act(who, instance, { action: 'return', to, mode, message: '请修改' });
const holders = async (instance: string) => {
  const open = await Promise.all(people.map(async (each, n) => ((await flow.todo(each, instance)).length > 0 ? [n] : [])));
  return open.flat();
};

beforeAll(async () => {
  staff = await flow.person();
  people = await Promise.all(Array.from({ length: 5 }, () => flow.person()));
});

describe('people who decide together', () => {
  it('会签: a return after two of three leaves three new tasks after the resubmission', async () => {
    const [a, b, c] = people as [Person, Person, Person];
    const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', [a, b, c], { mode: 'all' })));
    await flow.approve(a, instance);
    await flow.approve(b, instance);
    const [before] = await flow.todo(c, instance);
    expect((await back(c, instance, 'start')).data.flowStatus).toBe('2');
    expect(await holders(instance)).toEqual([]);
    expect((await staff.call('POST', `/workflow/requests/${id}/submit`, {})).data.flowStatus).toBe('3');
    expect(await holders(instance)).toEqual([0, 1, 2]);
    const [after] = await flow.todo(c, instance);
    expect(after!.id).not.toBe(before!.id);
    for (const each of [a, b, c]) await flow.approve(each, instance);
    expect(await flow.status(staff, id)).toBe('4');
    const { data: trail } = await staff.call('GET', `/workflow/instances/${instance}/history`);
    expect(trail.map(({ action }: { action: string }) => action)).toEqual([
      '提交',
      '同意',
      '同意',
      '退回',
      '重新提交',
      '同意',
      '同意',
      '同意',
    ]);
  });

  it('会签: one who refuses refuses for all', async () => {
    const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', people.slice(0, 3), { mode: 'all' })));
    await flow.approve(people[0]!, instance);
    await flow.approve(people[1]!, instance, false);
    expect(await flow.status(staff, id)).toBe('5');
    expect(await holders(instance)).toEqual([]);
  });

  it('依次: one after the other', async () => {
    const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', people.slice(0, 3), { mode: 'sequence' })));
    for (const n of [0, 1, 2]) {
      expect(await holders(instance)).toEqual([n]);
      await flow.approve(people[n]!, instance);
    }
    expect(await flow.status(staff, id)).toBe('4');
  });

  it('票签: passes with its part, and the others are free', async () => {
    const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', people, { mode: 'ratio', percent: 60 })));
    await flow.approve(people[0]!, instance, false);
    await flow.approve(people[1]!, instance, false);
    await flow.approve(people[2]!, instance);
    await flow.approve(people[3]!, instance);
    expect(await holders(instance)).toEqual([4]);
    await flow.approve(people[4]!, instance);
    expect(await flow.status(staff, id)).toBe('4');
    const other = await flow.submitted(staff, await flow.business(step('n1', people, { mode: 'ratio', percent: 40 })));
    await flow.approve(people[0]!, other.instance);
    await flow.approve(people[1]!, other.instance);
    expect(await flow.status(staff, other.id)).toBe('4');
    expect(await holders(other.instance)).toEqual([]);
  });
});

it('票签: a vote that was taken back and given again counts once', async () => {
  const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', people.slice(0, 3), { mode: 'ratio', percent: 60 })));
  const [first] = await flow.todo(people[0]!, instance);
  await flow.approve(people[0]!, instance);
  expect((await people[0]!.call('POST', `/workflow/tasks/execute/${first!.id}`, { action: 'withdraw' })).status).toBe(200);
  expect(await holders(instance)).toEqual([0, 1, 2]);
  await flow.approve(people[0]!, instance);
  expect(await flow.status(staff, id)).toBe('3');
  await flow.approve(people[2]!, instance);
  expect(await flow.status(staff, id)).toBe('4');
});

it('nobody sets by hand who approves next, or what the record says', async () => {
  const next = step('n2', [people[1]!]);
  const { instance } = await flow.submitted(staff, await flow.business(step('n1', [people[0]!], { next })));
  const complete = (variables: object) => flow.act(people[0]!, instance, { action: 'complete', message: '同意', variables });
  for (const name of ['approvers_n2', 'passed_n1', 'amount', 'submitter', 'starterPicks'])
    expect(await complete({ approved: true, [name]: [people[0]!.id] }), name).toMatchObject({ status: 400, error: 'input.invalid' });
  expect(await holders(instance)).toEqual([0]);
  expect((await complete({ approved: true, days: 3 })).status).toBe(200);
  expect(await holders(instance)).toEqual([1]);
});

it('nobody ends 会签 alone by setting what the engine counts with', async () => {
  const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', people.slice(0, 3), { mode: 'all' })));
  for (const name of ['nrOfInstances', 'nrOfCompletedInstances', 'nrOfActiveInstances', 'loopCounter', 'approver'])
    expect(
      await flow.act(people[0]!, instance, { action: 'complete', message: '同意', variables: { approved: true, [name]: 1 } }),
      name,
    ).toMatchObject({ status: 400, error: 'input.invalid' });
  await flow.approve(people[0]!, instance);
  expect(await flow.status(staff, id)).toBe('3');
  expect(await holders(instance)).toEqual([1, 2]);
});

describe('returns', () => {
  const line = () => {
    const [a, b, c] = people as [Person, Person, Person];
    return flow.business(step('n1', [a], { next: step('n2', [b], { next: step('n3', [c]) }) }));
  };

  it('to an earlier node walk again, or go straight back', async () => {
    const code = await line();
    const { instance } = await flow.submitted(staff, code);
    await flow.approve(people[0]!, instance);
    await flow.approve(people[1]!, instance);
    const [task] = await flow.todo(people[2]!, instance);
    const { data } = await people[2]!.call('GET', `/workflow/tasks/${task!.id}/actions`);
    expect(data.returnable.map(({ id }: { id: string }) => id)).toEqual(['n2', 'n1']);
    expect(data.actions).toContain('return');
    await back(people[2]!, instance, 'n1', 'direct');
    expect(await holders(instance)).toEqual([0]);
    await flow.approve(people[0]!, instance);
    expect(await holders(instance)).toEqual([2]);
    await back(people[2]!, instance, 'n1');
    await flow.approve(people[0]!, instance);
    expect(await holders(instance)).toEqual([1]);
    expect(await back(people[1]!, instance, 'n3')).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(await holders(instance)).toEqual([1]);
  });

  it('are taken back by whoever acted last, until somebody else acts', async () => {
    const { id, instance } = await flow.submitted(staff, await line());
    const [first] = await flow.todo(people[0]!, instance);
    await flow.approve(people[0]!, instance);
    const take = (who: Person) => who.call('POST', `/workflow/tasks/execute/${first!.id}`, { action: 'withdraw' });
    expect((await people[0]!.call('GET', `/workflow/tasks/${first!.id}/actions`)).data.actions).toEqual(['withdraw']);
    expect(await take(people[1]!)).toMatchObject({ status: 422 });
    expect((await take(people[0]!)).status).toBe(200);
    expect(await holders(instance)).toEqual([0]);
    await flow.approve(people[0]!, instance);
    await flow.approve(people[1]!, instance);
    expect(await take(people[0]!)).toMatchObject({ status: 422, error: 'rule.broken' });
    await flow.approve(people[2]!, instance);
    expect(await flow.status(staff, id)).toBe('4');
  });
});

describe('tasks in other hands', () => {
  it('are taken, given back, handed over and lent', async () => {
    const [a, b, c] = people as [Person, Person, Person];
    const { instance } = await flow.submitted(staff, await flow.business(step('n1', [a, b])));
    expect((await flow.act(a, instance, { action: 'claim' })).status).toBe(200);
    expect(await holders(instance)).toEqual([0]);
    await flow.act(a, instance, { action: 'unclaim' });
    expect(await holders(instance)).toEqual([0, 1]);
    expect((await flow.act(b, instance, { action: 'assignee', userId: staff.id })).error).toBe('rule.broken');
    await flow.act(b, instance, { action: 'assignee', userId: c.id, message: '请处理' });
    expect(await holders(instance)).toEqual([2]);
    await flow.act(c, instance, { action: 'delegate', userId: a.id, message: '请看看' });
    expect(await holders(instance)).toEqual([0]);
    expect(await flow.approve(a, instance)).toMatchObject({ status: 422, error: 'rule.broken' });
    await flow.act(a, instance, { action: 'resolve', message: '没有问题' });
    expect(await holders(instance)).toEqual([2]);
    expect((await flow.approve(c, instance)).data.flowStatus).toBe('4');
  });

  it('go to a substitute while somebody is away, never in a circle', async () => {
    const [a, b] = people as [Person, Person];
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const lend = (from: Person, to: Person) =>
      from.call('POST', '/workflow/delegations', { toUserId: to.id, scope: 'all', validFrom: at(-1), validUntil: at(1), reason: '休假' });
    expect((await lend(a, b)).status).toBe(200);
    expect(await lend(b, a)).toMatchObject({ status: 422, error: 'rule.broken' });
    const { instance } = await flow.submitted(staff, await flow.business(step('n1', [a])));
    expect(await flow.todo(a, instance)).toEqual([]);
    expect(await flow.todo(b, instance)).toMatchObject([{ delegatedFrom: a.id, assigneeId: b.id }]);
    // the starter does not approve his own request for somebody who is away
    await lend(b, staff);
    const own = await flow.submitted(staff, await flow.business(step('n1', [b])));
    expect(await flow.todo(b, own.instance)).toHaveLength(1);
    await app.database.db.deleteFrom('flowDelegation').execute();
  });
});

describe('approvers', () => {
  it('who are the starter, or nobody, follow the rules of the node', async () => {
    const boss = await flow.person();
    const dept = (await app.make.dept()).id;
    await app.database.db.updateTable('sysDept').set({ leaderId: boss.id }).where('id', '=', dept).execute();
    const starter = await flow.person({ deptId: dept });
    const own = (more: object) => flow.business({ ...step('n1', [starter]), ...more });
    const toLeader = await flow.submitted(starter, await own({}));
    expect(await flow.todo(boss, toLeader.instance)).toHaveLength(1);
    const passes = await flow.submitted(starter, await own({ starter: 'pass' }));
    expect(await flow.status(starter, passes.id)).toBe('4');
    const self = await flow.submitted(starter, await own({ starter: 'self' }));
    expect(await flow.todo(starter, self.instance)).toHaveLength(1);
    const nobody = await flow.submitted(
      starter,
      await flow.business({ ...step('n1', [starter]), who: [{ kind: 'formUser', field: 'text' }] }),
    );
    const { data: trail } = await starter.call('GET', `/workflow/instances/${nobody.instance}/history`);
    expect(trail[0].opinion).toContain('转流程管理员');
    const admin = await app.admin('GET', '/workflow/tasks/pageTodo');
    expect(admin.data.data).toContainEqual(expect.objectContaining({ processInstanceId: nobody.instance }));
  });

  it('are picked by the starter, found in the record, or named by an expression', async () => {
    const code = await flow.business({ ...step('n1', []), who: [{ kind: 'starterPicks' }] });
    const id = await flow.request(staff, code);
    const { data } = await staff.call('POST', `/workflow/requests/${id}/submit`, { picks: { n1: [people[3]!.id] } });
    expect(await holders(data.processInstanceId)).toEqual([3]);
    const expression = `\${amount > 1000 ? '${people[1]!.id}' : '${people[2]!.id}'}`;
    const byAmount = await flow.business({ ...step('n1', []), who: [{ kind: 'expression', expr: expression }] });
    const small = await flow.submitted(staff, byAmount, { amount: '10' });
    const large = await flow.submitted(staff, byAmount, { amount: '1000.01' });
    expect([await holders(small.instance), await holders(large.instance)]).toEqual([[2], [1]]);
  });

  it('are not asked twice where the node says so, and branches follow the record', async () => {
    const again = step('n2', [people[0]!], { repeated: 'previous' });
    const twice = await flow.submitted(staff, await flow.business(step('n1', [people[0]!], { next: again })));
    await flow.approve(people[0]!, twice.instance);
    expect(await flow.status(staff, twice.id)).toBe('4');
    const branch = (id: string, condition: string | null, who: Person) => ({ id, name: '', condition, next: step(`${id}_n`, [who]) });
    const code = await flow.business({
      type: 'exclusive',
      id: 'x',
      name: '金额',
      next: step('last', [people[4]!]),
      branches: [branch('b1', '${amount >= 1000}', people[1]!), branch('b2', null, people[2]!)],
    });
    const { instance } = await flow.submitted(staff, code, { amount: '1000' });
    expect(await holders(instance)).toEqual([1]);
    await flow.approve(people[1]!, instance);
    expect(await holders(instance)).toEqual([4]);
  });
});

it('an imported process decides itself what a refusal means, and groups are roles', async () => {
  const role = await app.make.role({ perms: [] });
  await app.database.db.insertInto('sysUserRole').values({ userId: people[0]!.id, roleId: role }).execute();
  const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn">
    <process id="own"><startEvent id="s"/><userTask id="a" name="初审" flowable:candidateGroups="${role}"/><exclusiveGateway id="g" default="f4"/>
    <endEvent id="approveEnd"/><userTask id="b" name="复核" flowable:assignee="${people[1]!.id}"/><endEvent id="rejectEnd"/>
    <sequenceFlow id="f1" sourceRef="s" targetRef="a"/><sequenceFlow id="f2" sourceRef="a" targetRef="g"/>
    <sequenceFlow id="f3" sourceRef="g" targetRef="approveEnd"><conditionExpression xsi:type="tFormalExpression">\${approved}</conditionExpression></sequenceFlow>
    <sequenceFlow id="f4" sourceRef="g" targetRef="b"/><sequenceFlow id="f5" sourceRef="b" targetRef="rejectEnd"/></process></definitions>`;
  const { data } = await app.admin('POST', '/workflow/definitions/import/file', ...multipart('own.bpmn', Buffer.from(xml)));
  const { id, instance } = await flow.submitted(staff, await flow.configure(data.definitionId));
  expect(await holders(instance)).toEqual([0]);
  expect((await flow.approve(people[0]!, instance, false)).data.flowStatus).toBe('3');
  expect(await holders(instance)).toEqual([1]);
  await flow.approve(people[1]!, instance);
  expect(await flow.status(staff, id)).toBe('5');
});

it('waits as long as a delay says, tells copies, stands still while it is suspended, and is ended by an administrator', async () => {
  const copy = { type: 'copy', id: 'c1', name: '抄送', who: of(people[3]!), next: step('n1', [people[0]!]) };
  const code = await flow.business({ type: 'delay', id: 'd1', name: '等待', duration: 'P1D', next: copy });
  const { id, instance } = await flow.submitted(staff, code);
  expect(await holders(instance)).toEqual([]);
  await app.database.db
    .updateTable('flowTimer')
    .set({ dueTime: new Date(Date.now() - 1000) })
    .where('instanceId', '=', instance)
    .execute();
  await until(
    () => holders(instance),
    (open) => open.length > 0,
  );
  expect(await holders(instance)).toEqual([0]);
  expect((await people[3]!.call('GET', '/workflow/instances/pageMyCopied')).data.data).toMatchObject([{ id: instance }]);
  expect((await people[3]!.call('GET', '/workflow/tasks/counts')).data).toMatchObject({ copied: 1 });
  expect((await staff.call('PUT', `/workflow/instances/suspend/${instance}`, {})).status).toBe(403);
  const [task] = await flow.todo(people[0]!, instance);
  await app.admin('PUT', `/workflow/instances/suspend/${instance}`, {});
  expect(await holders(instance)).toEqual([]);
  expect(await people[0]!.call('POST', `/workflow/tasks/execute/${task!.id}`, { action: 'complete' })).toMatchObject({
    error: 'rule.broken',
  });
  await app.admin('PUT', `/workflow/instances/activate/${instance}`, {});
  expect((await app.admin('POST', `/workflow/instances/${instance}/terminate`, { reason: '' })).status).toBe(400);
  expect((await app.admin('POST', `/workflow/instances/${instance}/terminate`, { reason: '重复提交' })).status).toBe(200);
  expect(await flow.status(staff, id)).toBe('5');
  expect((await people[0]!.call('POST', `/workflow/tasks/execute/${task!.id}`, { action: 'complete' })).error).toBe('task.taken');
});

it('a process may call another one of its own file', async () => {
  const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn">
    <process id="outer"><startEvent id="s"/><callActivity id="c" calledElement="inner"/><endEvent id="e"/>
    <sequenceFlow id="f1" sourceRef="s" targetRef="c"/><sequenceFlow id="f2" sourceRef="c" targetRef="e"/></process>
    <process id="inner"><startEvent id="s2"/><userTask id="a" name="内审" flowable:assignee="${people[0]!.id}"/><endEvent id="e2"/>
    <sequenceFlow id="g1" sourceRef="s2" targetRef="a"/><sequenceFlow id="g2" sourceRef="a" targetRef="e2"/></process></definitions>`;
  const { data } = await app.admin('POST', '/workflow/definitions/import/file', ...multipart('outer.bpmn', Buffer.from(xml)));
  const { id, instance } = await flow.submitted(staff, await flow.configure(data.definitionId));
  await flow.approve(people[0]!, instance);
  expect(await flow.status(staff, id)).toBe('4');
});

it('500 people are asked at once, each with a task and a message', async () => {
  const made = await app.database.db
    .insertInto('sysUser')
    .values(
      Array.from({ length: 500 }, (_, n) => ({
        id: `many${n}`,
        username: `many${n}`,
        nickname: `员工${n}`,
        passwordHash: 'none',
        status: '1',
      })),
    )
    .returning('id')
    .execute();
  const who = [0, 200, 400].map((from) => ({ kind: 'user', ids: made.slice(from, from + 200).map(({ id }) => id) }));
  const { instance } = await flow.submitted(staff, await flow.business({ ...step('n1', []), who, mode: 'all' }));
  const asked = await app.database.db.selectFrom('flowTask').select('assigneeId').where('instanceId', '=', instance).execute();
  expect(new Set(asked.map(({ assigneeId }) => assigneeId)).size).toBe(500);
  const { title } = (await staff.call('GET', `/workflow/instances/${instance}/detail`)).data;
  const told = await app.database.db
    .selectFrom('sysMessage')
    .select('accountId')
    .where('text', '=', title)
    .where('accountId', 'like', 'many%')
    .execute();
  expect(new Set(told.map(({ accountId }) => accountId)).size).toBe(500);
});
