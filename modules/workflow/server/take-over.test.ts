import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
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
});
