import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { faultsOfInstance } from '../check.ts';
import { EMPLOYEE, testFlow, type Person } from '../test-flow.ts';

const app = startApp();
const flow = testFlow(app);
const HOUR = 3_600_000;
const RUNNING = 'workflow:instance:running';
let staff!: Person;
let anna!: Person;
let bert!: Person;
let chief!: Person;
let code = '';
let all = '';

const who = (...people: Person[]) => [{ kind: 'user', ids: people.map(({ id }) => id) }];
const step = (id: string, name: string, people: Person[], more: object = {}) => ({
  type: 'approve',
  id,
  name,
  who: who(...people),
  mode: 'any',
  next: null,
  ...more,
});
const db = () => app.database.db;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
const due = (instance: string, time: Date | null) =>
  db().updateTable('flowTask').set({ dueTime: time }).where('instanceId', '=', instance).where('state', '=', 'todo').execute();
const taskOf = async (instance: string) =>
  (
    await db().selectFrom('flowTask').select(['id', 'assigneeId']).where('instanceId', '=', instance).where('state', '=', 'todo').execute()
  )[0]!;
const page = async (query = '', call = app.admin) => (await call('GET', `/workflow/instances/pageRunning?${query}`)).data;
const counts = async (query = '') => (await app.admin('GET', `/workflow/instances/running/counts?${query}`)).data;
const overview = async (call = app.admin) => (await call('GET', '/workflow/instances/running/overview')).data;
const standing = async (instance: string) => (await app.admin('GET', `/workflow/instances/${instance}/standing`)).data;
const hand = (instance: string, body: object, call = app.admin) =>
  call('POST', `/workflow/instances/${instance}/handover`, { reason: '休假', ...body });

beforeAll(async () => {
  const dept = await app.make.dept();
  chief = await flow.person();
  await db().updateTable('sysDept').set({ leaderId: chief.id }).where('id', '=', dept.id).execute();
  staff = await flow.person({ deptId: dept.id });
  anna = await flow.person({ deptId: dept.id });
  bert = await flow.person({ deptId: dept.id });
  code = await flow.business(step('n1', '主管审批', [anna], { next: step('n2', '财务审批', [bert]) }));
  all = await flow.business(step('c1', '部门会签', [anna, bert], { mode: 'all' }));
});

describe('the list of running instances', () => {
  it('orders by the time that is left, suspended ones last, and says where they stand and with whom', async () => {
    const [late, soon, never, held] = [
      await flow.submitted(staff, code),
      await flow.submitted(staff, code),
      await flow.submitted(staff, all),
      await flow.submitted(staff, code),
    ];
    await due(late.instance, ago(3));
    await due(soon.instance, ago(-0.001));
    await due(held.instance, ago(30));
    await app.admin('PUT', `/workflow/instances/suspend/${held.instance}`);
    await flow.approve(anna, never.instance);

    const { data, total } = await page();
    expect(total).toBe(4);
    expect(data.map(({ id }: { id: string }) => id)).toEqual([late.instance, soon.instance, never.instance, held.instance]);
    expect(data[0]).toMatchObject({ processKey: 'flow1', steps: [{ nodeKey: 'n1', name: '主管审批', candidates: 0, progress: null }] });
    expect(data[0].steps[0].people).toHaveLength(1);
    expect(data[2].steps).toMatchObject([{ nodeKey: 'c1', progress: { done: 1, total: 2 } }]);
    expect(data[3]).toMatchObject({ suspensionState: '2' });

    expect(await counts()).toMatchObject({ all: 4, overdue: 1, suspended: 1 });
    expect((await page('view=overdue')).data.map(({ id }: { id: string }) => id)).toEqual([late.instance]);
    expect((await page('view=suspended')).data.map(({ id }: { id: string }) => id)).toEqual([held.instance]);
    expect((await page('nodeKey=c1')).data.map(({ id }: { id: string }) => id)).toEqual([never.instance]);
    expect((await page('processKey=flow1&nodeKey=n1')).total).toBe(3);
    expect((await page(`keyword=${late.instance}`)).total).toBe(1);
    expect((await page('keyword=%25')).total).toBe(0);
    expect((await page('nodeKey=idle')).total).toBe(0);
    expect(await counts('nodeKey=c1')).toEqual({ all: 1, overdue: 0, today: 0, suspended: 0 });
    expect((await app.admin('GET', '/workflow/instances/pageRunning?view=nonsense')).status).toBe(400);
  });

  it('adds up to the figures: what runs, what is late, where it stands', async () => {
    const figures = await overview();
    expect(figures).toMatchObject({ running: 4, overdue: 1, endedToday: 0, median: null, returnRate: null });
    expect(figures.longest).toBeGreaterThanOrEqual(3 * 3600);
    expect(figures.nodes.map(({ nodeKey, count, overdue }: Record<string, unknown>) => ({ nodeKey, count, overdue }))).toEqual([
      { nodeKey: 'n1', count: 3, overdue: 1 },
      { nodeKey: 'c1', count: 1, overdue: 0 },
    ]);
    const { id, instance } = await flow.submitted(staff, code);
    await flow.act(anna, instance, { action: 'return', to: 'start', mode: 'again', message: '补充' });
    await staff.call('POST', `/workflow/requests/${id}/submit`, {});
    await flow.approve(anna, instance);
    await flow.approve(bert, instance);
    expect(await overview()).toMatchObject({ running: 4, endedToday: 1, returnRate: 1 });
    expect((await overview()).median).toBeGreaterThanOrEqual(0);
  });

  it('shows what lies in the data scope of the permission, and nothing without it', async () => {
    const own = await flow.person({ perms: [...EMPLOYEE, `${RUNNING}:list`] });
    const { instance } = await flow.submitted(own, code);
    expect((await page('', own.call)).data.map(({ id }: { id: string }) => id)).toEqual([instance]);
    expect(await overview(own.call)).toMatchObject({ running: 1, overdue: 0 });
    for (const path of ['pageRunning', 'running/counts', 'running/overview'])
      expect((await staff.call('GET', `/workflow/instances/${path}`)).status).toBe(403);
    expect((await own.call('GET', `/workflow/instances/${instance}/standing`)).status).toBe(403);
    await app.admin('POST', `/workflow/instances/${instance}/terminate`, { reason: 'r' });
  });

  it('leaves as a workbook with the same filter', async () => {
    const sheet = await app.admin('POST', '/workflow/instances/running/export', { view: 'overdue' });
    expect(sheet.status).toBe(200);
    expect((await staff.call('POST', '/workflow/instances/running/export', {})).status).toBe(403);
    const job = await app.admin('POST', '/workflow/instances/running/export/job', {});
    expect(job.data.jobId).toEqual(expect.any(String));
  });
});

describe('why an instance does not go on', () => {
  it('names who cannot act or does not, and who could instead', async () => {
    const { instance } = await flow.submitted(staff, code);
    expect((await standing(instance)).causes).toEqual([]);
    await due(instance, ago(26));
    const task = await taskOf(instance);
    const unread = (await standing(instance)).causes;
    expect(unread).toMatchObject([{ taskId: task.id, isBad: true, way: { kind: 'hand', userId: chief.id, relation: '主管' } }]);
    expect(unread[0].text).toMatch(/从未登录，也没有设置代理人|还没有打开这项任务/);
    await db()
      .updateTable('sysUser')
      .set({ lastLoginTime: ago(1) })
      .where('id', '=', anna.id)
      .execute();
    expect((await standing(instance)).causes[0].text).toContain('还没有打开这项任务');
    await db()
      .updateTable('sysUser')
      .set({ lastLoginTime: ago(80) })
      .where('id', '=', anna.id)
      .execute();
    expect((await standing(instance)).causes[0].text).toContain('以后没有登录，也没有设置代理人');
    await db().updateTable('sysUser').set({ status: '0' }).where('id', '=', anna.id).execute();
    expect((await standing(instance)).causes[0].text).toContain('的账号已禁用');
    await db()
      .updateTable('sysUser')
      .set({ status: '1', lastLoginTime: ago(1) })
      .where('id', '=', anna.id)
      .execute();
    await app.admin('PUT', `/workflow/instances/suspend/${instance}`);
    expect((await standing(instance)).causes).toMatchObject([{ way: { kind: 'activate' } }]);
    await app.admin('PUT', `/workflow/instances/activate/${instance}`);
  });

  it('names the substitute who never got the task, and one who does not stand in for this business', async () => {
    const { instance } = await flow.submitted(staff, code);
    const values = {
      fromUserId: anna.id,
      toUserId: bert.id,
      validFrom: ago(2),
      validUntil: ago(-48),
      reason: '请假',
      createTime: new Date(),
    };
    await db()
      .insertInto('flowDelegation')
      .values({ id: 'g1', ...values, scope: 'some', businessCodes: JSON.stringify(['none']) })
      .execute();
    const other = (await standing(instance)).causes[0];
    expect(other.text).toContain('“请假”');
    expect(other).toMatchObject({ text: expect.stringContaining('不代理本业务'), way: { userId: chief.id } });
    await db().updateTable('flowDelegation').set({ scope: 'all' }).where('id', '=', 'g1').execute();
    expect((await standing(instance)).causes[0]).toMatchObject({ way: { kind: 'hand', userId: bert.id, relation: '代理人' } });
    await db().deleteFrom('flowDelegation').where('id', '=', 'g1').execute();
    await flow.act(anna, instance, { action: 'return', to: 'start', mode: 'again', message: '补充' });
    expect((await standing(instance)).causes).toMatchObject([{ isBad: false, way: null, text: expect.stringContaining('等待发起人') }]);
  });

  it('says what the rule of the node does next, and how long the process usually takes', async () => {
    const timed = await flow.business(step('t1', '限时审批', [anna], { timeout: { after: 'PT4H', action: 'leader' } }));
    const { instance } = await flow.submitted(staff, timed);
    const { tasks, median } = await standing(instance);
    expect(tasks).toMatchObject([{ nodeKey: 't1', reminded: 0, next: { action: 'leader' } }]);
    expect(tasks[0].next.person).toEqual(expect.any(String));
    expect(median).toBeNull();
  });

  it('is not told of instances out of reach or over', async () => {
    const tracker = await flow.person({ perms: [...EMPLOYEE, 'workflow:instance:track'] });
    const { instance } = await flow.submitted(staff, code);
    expect((await tracker.call('GET', `/workflow/instances/${instance}/standing`)).status).toBe(404);
    await app.admin('POST', `/workflow/instances/${instance}/terminate`, { reason: 'r' });
    expect((await app.admin('GET', `/workflow/instances/${instance}/standing`)).error).toBe('flow.ended');
  });
});

describe('handing a task over', () => {
  it('gives it to somebody else, tells both, and keeps the instance sound', async () => {
    const { id, instance } = await flow.submitted(staff, code);
    const { id: taskId } = await taskOf(instance);
    expect((await hand(instance, { taskId, userId: chief.id, reason: '' })).status).toBe(400);
    const { data } = await hand(instance, { taskId, userId: chief.id });
    expect(data.receiver).toEqual(expect.any(String));
    expect(await flow.todo(anna, instance)).toEqual([]);
    expect(await flow.todo(chief, instance)).toHaveLength(1);
    const { data: seen } = await app.admin('GET', `/workflow/instances/${instance}/detail`);
    expect(seen.trail.at(-1)).toMatchObject({ action: '移交', nodeName: '主管审批', opinion: expect.stringContaining('休假') });
    const bell = async (of: Person) => (await of.call('GET', '/system/messages/page')).data.data.map((one: { title: string }) => one.title);
    expect(await bell(chief)).toContain('移交给您：主管审批');
    expect((await bell(anna)).some((one: string) => one.startsWith('您的待办已移交给'))).toBe(true);
    expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
    await flow.approve(chief, instance);
    await flow.approve(bert, instance);
    expect(await flow.status(staff, id)).toBe('4');
    expect((await hand(instance, { taskId, userId: bert.id })).error).toBe('flow.ended');
  });

  it('goes to the substitute of who is away', async () => {
    const { instance } = await flow.submitted(staff, code);
    const values = { fromUserId: chief.id, toUserId: bert.id, validFrom: ago(2), validUntil: ago(-48), createTime: new Date() };
    await db()
      .insertInto('flowDelegation')
      .values({ id: 'g2', ...values, scope: 'all', businessCodes: '[]' })
      .execute();
    const { id: taskId } = await taskOf(instance);
    expect((await hand(instance, { taskId, userId: chief.id })).status).toBe(200);
    expect(await flow.todo(bert, instance)).toMatchObject([{ delegatedFrom: chief.id }]);
    await db().deleteFrom('flowDelegation').where('id', '=', 'g2').execute();
  });

  it('is refused where it would break the approval', async () => {
    const { instance } = await flow.submitted(staff, all);
    const { id: taskId, assigneeId } = await taskOf(instance);
    const [holder, other] = assigneeId === anna.id ? [anna, bert] : [bert, anna];
    expect((await hand(instance, { taskId, userId: staff.id })).msg).toContain('不能移交给发起人');
    expect((await hand(instance, { taskId, userId: holder.id })).msg).toContain('已在对方名下');
    expect((await hand(instance, { taskId, userId: other.id })).msg).toContain('已有待办');
    expect(await hand(instance, { taskId, userId: 'nobody' })).toMatchObject({ status: 400 });
    expect((await hand(instance, { taskId: '1', userId: chief.id })).status).toBe(404);
    const mover = await flow.person({ perms: [...EMPLOYEE, `${RUNNING}:handover`] });
    expect((await hand(instance, { taskId, userId: chief.id }, mover.call)).status).toBe(404);
    expect((await hand(instance, { taskId, userId: chief.id }, staff.call)).status).toBe(403);
    const own = await flow.submitted(mover, code);
    const refused = await hand(own.instance, { taskId: (await taskOf(own.instance)).id, userId: chief.id }, mover.call);
    expect(refused.msg).toContain('不能移交自己发起的流程');
    await flow.act(anna, own.instance, { action: 'return', to: 'start', mode: 'again', message: '补充' });
    expect((await hand(own.instance, { taskId: (await taskOf(own.instance)).id, userId: chief.id })).msg).toContain('只能由发起人办理');
    expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
  });
});

describe('催办', () => {
  it('of everything overdue tells each person once, in the filter, and not again within ten minutes', async () => {
    const urgent = await flow.business(step('u1', '加急审批', [chief]));
    const made = [await flow.submitted(staff, urgent), await flow.submitted(staff, urgent), await flow.submitted(staff, urgent)];
    await due(made[0]!.instance, ago(5));
    await due(made[1]!.instance, ago(4));
    const urge = (call = app.admin) => call('POST', '/workflow/instances/running/urge', { nodeKey: 'u1', message: '今天必须办完' });
    expect((await urge()).data).toEqual({ instances: 2, people: 1, skipped: 0, left: 0 });
    const { data } = await chief.call('GET', '/system/messages/page');
    expect(data.data.filter((one: { title: string }) => one.title === '催办：您有 2 项任务已逾期')).toHaveLength(1);
    const trail = (await app.admin('GET', `/workflow/instances/${made[0]!.instance}/history`)).data;
    expect(trail.at(-1)).toMatchObject({ kind: 'urge', opinion: '今天必须办完' });
    expect((await urge()).data).toEqual({ instances: 0, people: 0, skipped: 2, left: 0 });
    expect((await urge(staff.call)).status).toBe(403);
    const scoped = await flow.person({ perms: [...EMPLOYEE, `${RUNNING}:urge`] });
    expect((await urge(scoped.call)).data).toEqual({ instances: 0, people: 0, skipped: 0, left: 0 });
    // one that is not theirs to administer stays closed, their own is urged as by any starter
    expect((await scoped.call('POST', `/workflow/instances/${made[2]!.instance}/urge`, {})).status).toBe(404);
    expect((await app.admin('POST', `/workflow/instances/${made[2]!.instance}/urge`, {})).data).toEqual({ people: 1 });
    expect((await anna.call('POST', `/workflow/instances/${made[2]!.instance}/urge`, {})).status).toBe(404);
  });
});

it('does not find an unknown instance', async () => {
  expect((await app.admin('GET', '/workflow/instances/1/standing')).status).toBe(404);
  expect((await hand('1', { taskId: '1', userId: chief.id })).status).toBe(404);
});
