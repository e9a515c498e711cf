import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { until } from '#kit/test/until.ts';
import { faultsOfInstance } from './check.ts';
import { EMPLOYEE, testFlow, type Person } from './test-flow.ts';

const app = startApp();
const flow = testFlow(app);
let staff!: Person;
let code = '';
let a!: Person;
let b!: Person;
let c!: Person;
const MAY = [...EMPLOYEE, 'workflow:delegation:edit', 'workflow:delegation:remove'];
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const delegate = (from: Person, to: Person, more: object = {}) =>
  from.call('POST', '/workflow/delegations', {
    toUserId: to.id,
    scope: 'all',
    validFrom: at(-1),
    validUntil: at(1),
    reason: '休假',
    ...more,
  });
const holds = (who: Person, instance: string) =>
  until(
    () => flow.todo(who, instance),
    (open) => open.length === 1,
  );
const step = (person: Person) => ({
  type: 'approve',
  id: 'n1',
  name: '审批',
  who: [{ kind: 'user', ids: [person.id] }],
  mode: 'any',
  next: null,
});

beforeAll(async () => {
  staff = await flow.person();
});

describe('代理 with 包括已有待办', () => {
  const people = async () => {
    [a, b, c] = await Promise.all([flow.person({ perms: MAY }), flow.person(), flow.person()]);
    code = await flow.business(step(a));
  };

  it('gives open tasks to the substitute when it begins, and what is left back when it ends', async () => {
    await people();
    const [done, left, handed] = [await flow.submitted(staff, code), await flow.submitted(staff, code), await flow.submitted(staff, code)];
    const own = await flow.submitted(b, code);
    const { data } = await delegate(a, b, { takesOpen: true });
    for (const { instance } of [done, left, handed])
      expect(await holds(b, instance)).toMatchObject([{ assigneeId: b.id, delegatedFrom: a.id }]);
    // nobody approves what they asked for
    expect(await flow.todo(a, own.instance)).toHaveLength(1);
    const later = await flow.submitted(staff, code);
    expect(await flow.todo(b, later.instance)).toHaveLength(1);
    expect((await flow.approve(b, done.instance)).data.flowStatus).toBe('4');
    await flow.act(b, handed.instance, { action: 'assignee', userId: c.id, message: '请办理' });
    expect((await a.call('DELETE', `/workflow/delegations/${data.id}`)).status).toBe(200);
    expect(await holds(a, left.instance)).toMatchObject([{ assigneeId: a.id, delegatedFrom: null }]);
    // what was given on, and what came in the time, stays where it is
    expect(await flow.todo(c, handed.instance)).toHaveLength(1);
    expect(await flow.todo(b, later.instance)).toHaveLength(1);
    const { data: trail } = await staff.call('GET', `/workflow/instances/${left.instance}/history`);
    expect(trail.map(({ action }: { action: string }) => action)).toEqual(['提交', '代理', '代理结束']);
    for (const { instance } of [done, left, handed, own, later]) expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
  });

  it('leaves them where they are unless it is chosen', async () => {
    await people();
    const { instance } = await flow.submitted(staff, code);
    await delegate(a, b);
    const later = await flow.submitted(staff, code);
    expect(await holds(b, later.instance)).toHaveLength(1);
    expect(await flow.todo(a, instance)).toHaveLength(1);
  });

  it('keeps its substitute once it has begun', async () => {
    await people();
    const { instance } = await flow.submitted(staff, code);
    const { data } = await delegate(a, b, { takesOpen: true });
    await holds(b, instance);
    await until(
      async () =>
        (await app.database.db.selectFrom('flowDelegation').select('begunTime').where('id', '=', data.id).executeTakeFirst())?.begunTime,
      (begun) => begun != null,
    );
    const body = { toUserId: c.id, scope: 'all', takesOpen: true, validFrom: at(-1), validUntil: at(1), reason: '休假', version: 0 };
    expect(await a.call('PUT', `/workflow/delegations/${data.id}`, body)).toMatchObject({ status: 422, error: 'rule.broken' });
  });

  it('also for tasks that wait for several, where the substitute takes the place among the candidates and gives it back', async () => {
    await people();
    const any = await flow.business({ ...step(a), who: [{ kind: 'user', ids: [a.id, c.id] }] });
    const both = await flow.business({ ...step(a), who: [{ kind: 'user', ids: [a.id, b.id] }] });
    const [left, done, shared] = [await flow.submitted(staff, any), await flow.submitted(staff, any), await flow.submitted(staff, both)];
    const { data } = await delegate(a, b, { takesOpen: true });
    for (const { instance } of [left, done]) expect(await holds(b, instance)).toMatchObject([{ assigneeId: null }]);
    expect(await flow.todo(a, left.instance)).toHaveLength(0);
    expect(await flow.todo(c, left.instance)).toHaveLength(1);
    await flow.approve(b, done.instance);
    const doneBy = await b.call('GET', '/workflow/tasks/pageDone');
    expect(doneBy.data.data[0]).toMatchObject({ processInstanceId: done.instance, delegatedFrom: a.id });
    await a.call('DELETE', `/workflow/delegations/${data.id}`);
    await holds(a, left.instance);
    expect(await flow.todo(b, left.instance)).toHaveLength(0);
    // who was a candidate anyway goes on to be one
    expect(await flow.todo(a, shared.instance)).toHaveLength(1);
    expect(await flow.todo(b, shared.instance)).toHaveLength(1);
    for (const { instance } of [left, done, shared]) expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
  });

  it('gives them back when its time is over', async () => {
    await people();
    const { instance } = await flow.submitted(staff, code);
    const { data } = await delegate(a, b, { takesOpen: true });
    await holds(b, instance);
    await app.database.db
      .updateTable('flowDelegation')
      .set({ validUntil: new Date(app.clock.now.getTime() - 1) })
      .where('id', '=', data.id)
      .execute();
    expect(await holds(a, instance)).toMatchObject([{ assigneeId: a.id, delegatedFrom: null }]);
    expect(await flow.todo(a, (await flow.submitted(staff, code)).instance)).toHaveLength(1);
  });
});

describe('代理 in its time', () => {
  const away = async (more: object = {}) => {
    [a, b, c] = await Promise.all([flow.person({ perms: MAY }), flow.person(), flow.person()]);
    return delegate(a, b, more);
  };

  it('is asked for tasks of the chosen businesses alone', async () => {
    [a, b] = await Promise.all([flow.person({ perms: MAY }), flow.person()]);
    const [chosen, other] = [await flow.business(step(a)), await flow.business(step(a))];
    expect((await delegate(a, b, { scope: 'some', businessCodes: [] })).status).toBe(400);
    await delegate(a, b, { scope: 'some', businessCodes: [chosen] });
    expect(await flow.todo(b, (await flow.submitted(staff, chosen)).instance)).toHaveLength(1);
    expect(await flow.todo(a, (await flow.submitted(staff, other)).instance)).toHaveLength(1);
  });

  it('is a candidate beside the others for who is away, named in person or by a role', async () => {
    const own = await away();
    const named = await flow.business({ ...step(a), who: [{ kind: 'user', ids: [a.id, c.id] }] });
    const { instance } = await flow.submitted(staff, named);
    expect([await flow.todo(a, instance), await flow.todo(b, instance), await flow.todo(c, instance)].map(({ length }) => length)).toEqual([
      0, 1, 1,
    ]);
    await flow.act(b, instance, { action: 'claim' });
    expect(await flow.todo(b, instance)).toMatchObject([{ assigneeId: b.id, delegatedFrom: a.id }]);
    await flow.act(b, instance, { action: 'unclaim' });
    expect(await flow.todo(c, instance)).toMatchObject([{ assigneeId: null, delegatedFrom: null }]);
    const [{ roleId }] = (await app.database.db.selectFrom('sysUserRole').select('roleId').where('userId', '=', a.id).execute()) as [
      { roleId: string },
    ];
    const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t"><process id="by_role" isExecutable="true">
      <startEvent id="s"/><userTask id="n1" name="审批" flowable:candidateGroups="${roleId}"/><endEvent id="e"/>
      <sequenceFlow id="f" sourceRef="s" targetRef="n1"/><sequenceFlow id="g" sourceRef="n1" targetRef="e"/></process></definitions>`;
    const { data } = await app.admin('POST', '/workflow/definitions/import/file', ...multipart('r.bpmn', Buffer.from(xml)));
    const roleCode = await flow.configure(data.definitionId);
    const byRole = await flow.submitted(staff, roleCode);
    expect(await flow.todo(b, byRole.instance)).toHaveLength(1);
    await flow.approve(b, byRole.instance);
    expect((await b.call('GET', '/workflow/tasks/pageDone')).data.data[0]).toMatchObject({ delegatedFrom: a.id });
    expect(await faultsOfInstance(app.node.app, byRole.instance)).toEqual([]);
    // one that was open already is taken along when it is chosen, and given back
    const other = await flow.person();
    const before = await flow.submitted(staff, roleCode);
    await a.call('DELETE', `/workflow/delegations/${own.data.id}`);
    const taking = await delegate(a, other, { takesOpen: true });
    expect(await holds(other, before.instance)).toMatchObject([{ assigneeId: null }]);
    await a.call('DELETE', `/workflow/delegations/${taking.data.id}`);
    await until(
      () => flow.todo(other, before.instance),
      (open) => open.length === 0,
    );
    expect(await flow.todo(a, before.instance)).toHaveLength(1);
    expect(await faultsOfInstance(app.node.app, before.instance)).toEqual([]);
  });

  it('gets what is given to who is away: 转办, 委派 and its return', async () => {
    await away();
    const code = await flow.business(step(c));
    const [handed, lent] = [await flow.submitted(staff, code), await flow.submitted(staff, code)];
    await flow.act(c, handed.instance, { action: 'assignee', userId: a.id, message: '请办理' });
    expect(await flow.todo(b, handed.instance)).toMatchObject([{ assigneeId: b.id, delegatedFrom: a.id }]);
    await flow.act(c, lent.instance, { action: 'delegate', userId: a.id, message: '请协助' });
    expect(await flow.todo(b, lent.instance)).toMatchObject([{ assigneeId: b.id, ownerId: c.id }]);
    await flow.act(b, lent.instance, { action: 'resolve', message: '已办' });
    expect(await flow.todo(c, lent.instance)).toHaveLength(1);
    // nobody decides about the own request, as a substitute either
    const own = await flow.submitted(b, code);
    await flow.act(c, own.instance, { action: 'assignee', userId: a.id, message: '请办理' });
    expect(await flow.todo(a, own.instance)).toHaveLength(1);
  });
});
