import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { faultsOfInstance } from './check.ts';
import { EMPLOYEE, testFlow, type Person } from './test-flow.ts';

const app = startApp();
const flow = testFlow(app);
let staff!: Person;
let anna!: Person;
let bert!: Person;
let carl!: Person;
const user = (id: string, name: string, who: Person, next: unknown = null, more: object = {}) => ({
  type: 'approve',
  id,
  name,
  who: [{ kind: 'user', ids: [who.id] }],
  mode: 'any',
  next,
  ...more,
});
const branch = (id: string, next: unknown) => ({ id, name: '', condition: null, next });

beforeAll(async () => {
  staff = await flow.person();
  anna = await flow.person();
  bert = await flow.person();
  carl = await flow.person();
});

/** Publishes a tree as the first version of a key and answers its business with a way to publish the next. */
async function versions(key: string, next: unknown) {
  const tree = (first: unknown) => ({ type: 'start', id: 'start', next: first });
  const body = { key, name: '费用申请', kind: 'simple' };
  const { data: model } = await app.admin('POST', '/workflow/models', { ...body, tree: tree(next) });
  const publish = async (version: number) =>
    (await app.admin('POST', `/workflow/models/${model.id}/publish`, { version })).data.definitionId;
  const code = await flow.configure(await publish(0));
  let version = 0;
  const change = async (first: unknown): Promise<string> => {
    await app.admin('PUT', `/workflow/models/${model.id}`, { ...body, version, tree: tree(first) });
    version += 1;
    return publish(version);
  };
  return { code, change };
}
const detail = async (instance: string) => (await app.admin('GET', `/workflow/instances/${instance}/detail`)).data;
const sound = async (...ids: string[]) => {
  for (const id of ids) expect(await faultsOfInstance(app.node.app, id)).toEqual([]);
};

describe('a version that drops the node where instances wait', () => {
  it('lists all of them without a mapping, and takes them over with one', async () => {
    const { code, change } = await versions('migrated', user('n1', '主管审批', anna, user('n9', '财务审批', carl)));
    const waiting: { id: string; instance: string }[] = [];
    for (let n = 0; n < 20; n += 1) waiting.push(await flow.submitted(staff, code));
    const v2 = await change(user('n2', '经理审批', bert, user('n9', '财务审批', carl)));
    // they stay where they are
    expect(await detail(waiting[0]!.instance)).toMatchObject({ versionNo: 1, currentNodes: ['主管审批'] });
    const before = await flow.todo(anna);
    expect(before.length).toBe(20);

    const refused = await app.admin('POST', `/workflow/definitions/${v2}/migrate`, { mapping: {} });
    expect(refused).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(refused.data.map((fault: { processInstanceId: string }) => fault.processInstanceId).toSorted()).toEqual(
      waiting.map(({ instance }) => instance).toSorted(),
    );
    expect(refused.data[0]).toMatchObject({ node: 'n1', nodeName: '主管审批' });
    const plan = await app.admin('POST', `/workflow/definitions/${v2}/migrate`, { mapping: { n1: 'n2' }, dryRun: true });
    expect(plan.data).toMatchObject({ total: 20, migrated: 0, faults: [], nodes: [{ id: 'n1', count: 20, to: 'n2' }] });
    expect(await detail(waiting[0]!.instance)).toMatchObject({ versionNo: 1 });
    expect(await app.admin('POST', `/workflow/definitions/${v2}/migrate`, { mapping: { n1: 'nowhere' } })).toMatchObject({ status: 400 });

    const { data } = await app.admin('POST', `/workflow/definitions/${v2}/migrate`, { mapping: { n1: 'n2' } });
    expect(data).toMatchObject({ total: 20, migrated: 20, faults: [] });
    const after = await flow.todo(anna);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after[0]).toMatchObject({ name: '经理审批', taskDefinitionKey: 'n2' });
    const [one] = waiting;
    expect(await detail(one!.instance)).toMatchObject({ versionNo: 2, currentNodes: ['经理审批'] });
    expect((await detail(one!.instance)).trail.at(-1)).toMatchObject({ action: '版本迁移', opinion: '迁移到第 2 版' });
    expect((await flow.approve(anna, one!.instance)).status).toBe(200);
    expect((await flow.approve(carl, one!.instance)).status).toBe(200);
    expect(await flow.status(staff, one!.id)).toBe('4');
    // a second time there is nothing left to do
    expect((await app.admin('POST', `/workflow/definitions/${v2}/migrate`, { mapping: {} })).data).toMatchObject({ total: 0, migrated: 0 });
    await sound(...waiting.map(({ instance }) => instance));
  });

  it('keeps the votes of a half-done 会签 and refuses a node that decides in another way', async () => {
    const all = (id: string) => ({ ...user(id, '会签', anna), who: [{ kind: 'user', ids: [anna.id, bert.id] }], mode: 'all' });
    const { code, change } = await versions('votes', all('n1'));
    const { id, instance } = await flow.submitted(staff, code);
    await flow.approve(anna, instance);
    const single = await change(user('n2', '单签', anna));
    const refused = await app.admin('POST', `/workflow/definitions/${single}/migrate`, { mapping: { n1: 'n2' } });
    expect(refused.data[0].message).toContain('会签方式不同');
    const v3 = await change(all('n3'));
    expect((await app.admin('POST', `/workflow/definitions/${v3}/migrate`, { mapping: { n1: 'n3' } })).data).toMatchObject({ migrated: 1 });
    expect((await flow.approve(bert, instance)).status).toBe(200);
    expect(await flow.status(staff, id)).toBe('4');
    await sound(instance);
  });

  it('is for those who may', async () => {
    const { code, change } = await versions('mayMigrate', user('n1', '主管审批', anna));
    await flow.submitted(staff, code);
    const v2 = await change(user('n2', '经理审批', bert));
    expect((await staff.call('POST', `/workflow/definitions/${v2}/migrate`, { mapping: { n1: 'n2' } })).status).toBe(403);
    expect((await app.admin('POST', '/workflow/definitions/1/migrate', { mapping: {} })).status).toBe(404);
  });
});

describe('moving an instance', () => {
  const parallel = (next: unknown) => ({
    type: 'parallel',
    id: 'g1',
    name: '',
    next,
    branches: [branch('b1', user('n1', '法务审批', anna)), branch('b2', user('n2', '财务审批', bert))],
  });

  it('shows what would happen, does it, and stays sound', async () => {
    const code = await flow.business(user('n1', '主管审批', anna, user('n2', '财务审批', bert, user('n3', '总经理审批', carl))));
    const { id, instance } = await flow.submitted(staff, code);
    const places = (await app.admin('GET', `/workflow/instances/${instance}/places`)).data;
    expect(places.standing).toMatchObject([{ id: 'n1', name: '主管审批' }]);
    expect(places.targets.map((target: { id: string }) => target.id)).toEqual(expect.arrayContaining(['n1', 'n2', 'n3']));
    const move = (body: object) => app.admin('POST', `/workflow/instances/${instance}/move`, body);
    expect((await move({ to: ['n3'] })).status).toBe(400);
    expect(await move({ to: ['nowhere'], reason: 'r' })).toMatchObject({ status: 400 });
    expect((await move({ to: ['n3'], reason: '财务休假', dryRun: true })).data).toMatchObject({
      cancelled: [{ id: 'n1' }],
      created: [{ id: 'n3', name: '总经理审批' }],
    });
    expect((await flow.todo(anna, instance)).length).toBe(1);
    expect((await move({ to: ['n3'], reason: '财务休假' })).data).toMatchObject({ flowStatus: '3' });
    expect((await flow.todo(anna, instance)).length).toBe(0);
    expect((await detail(instance)).trail.at(-1)).toMatchObject({ action: '移动', opinion: '由“主管审批”移动到“总经理审批”：财务休假' });
    await sound(instance);
    expect((await flow.approve(carl, instance)).status).toBe(200);
    expect(await flow.status(staff, id)).toBe('4');
    await sound(instance);
    expect(await move({ to: ['n3'], reason: 'r' })).toMatchObject({ status: 422, error: 'flow.ended' });
  });

  it('does not leave a join that waits for ever, and does not pass by itself', async () => {
    const code = await flow.business(parallel(user('n3', '总经理审批', carl)));
    const { id, instance } = await flow.submitted(staff, code);
    await flow.approve(anna, instance);
    await flow.approve(bert, instance);
    const move = (body: object) => app.admin('POST', `/workflow/instances/${instance}/move`, { reason: 'r', ...body });
    const refused = await move({ to: ['n1'] });
    expect(refused).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(refused.msg).toContain('等不到全部分支');
    expect((await move({ to: ['n1', 'n2'] })).status).toBe(200);
    await sound(instance);
    await flow.approve(anna, instance);
    // one branch cannot be moved past the join of the other
    expect((await move({ from: ['n2'], to: ['n3'] })).status).toBe(422);
    await flow.approve(bert, instance);
    await flow.approve(carl, instance);
    expect(await flow.status(staff, id)).toBe('4');
    await sound(instance);
  });

  it('is not for the starter, not for a returned instance, and not for who may not', async () => {
    const mover = await flow.person({ perms: [...EMPLOYEE, 'workflow:instance:running:move', 'workflow:instance:running:list'] });
    const code = await flow.business(user('n1', '主管审批', anna, user('n2', '财务审批', bert)));
    const own = await flow.submitted(mover, code);
    const moved = await mover.call('POST', `/workflow/instances/${own.instance}/move`, { to: ['n2'], reason: 'r' });
    expect(moved.msg).toContain('不能移动自己发起的流程');
    const { instance } = await flow.submitted(staff, code);
    // data scope 5: only what is theirs
    expect((await mover.call('POST', `/workflow/instances/${instance}/move`, { to: ['n2'], reason: 'r' })).status).toBe(404);
    expect((await staff.call('POST', `/workflow/instances/${instance}/move`, { to: ['n2'], reason: 'r' })).status).toBe(403);
    await flow.act(anna, instance, { action: 'return', to: 'start', mode: 'again', message: '补充' });
    expect((await app.admin('POST', `/workflow/instances/${instance}/move`, { to: ['n2'], reason: 'r' })).msg).toContain('已退回发起人');
    await sound(instance);
  });
});

describe('returning into one branch of a parallel block that was left', () => {
  it('finds the join satisfied by the branches that are done', async () => {
    const code = await flow.business({
      type: 'parallel',
      id: 'g1',
      name: '',
      next: user('n3', '总经理审批', carl),
      branches: [branch('b1', user('n1', '法务审批', anna)), branch('b2', user('n2', '财务审批', bert))],
    });
    const { id, instance } = await flow.submitted(staff, code);
    await flow.approve(anna, instance);
    await flow.approve(bert, instance);
    expect((await flow.act(carl, instance, { action: 'return', to: 'n1', mode: 'again', message: '再看' })).status).toBe(200);
    await flow.approve(anna, instance);
    expect((await flow.todo(carl, instance)).length).toBe(1);
    await flow.approve(carl, instance);
    expect(await flow.status(staff, id)).toBe('4');
    await sound(instance);
  });
});
