import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { productModules } from '#kit/test/node.ts';
import { faultsOfInstance } from './check.ts';
import { sweepEmptied, sweepLeavers } from './leavers.ts';
import { testFlow, type Person } from './test-flow.ts';

const app = startApp({ modules: productModules.map((module) => (module.name === 'workflow' ? { ...module, start: undefined } : module)) });
const flow = testFlow(app);
let staff!: Person;
let carl!: Person;
const step = (id: string, who: object, more: object = {}) => ({
  type: 'approve',
  id,
  name: `节点${id}`,
  who: [who],
  mode: 'any',
  next: null,
  ...more,
});
const named = (...people: Person[]) => ({ kind: 'user', ids: people.map(({ id }) => id) });
const disable = (who: Person) => app.database.db.updateTable('sysUser').set({ status: '0' }).where('id', '=', who.id).execute();
const trail = async (instance: string) => (await app.admin('GET', `/workflow/instances/${instance}/detail`)).data.trail;
const sound = async (instance: string) => expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);

beforeAll(async () => {
  staff = await flow.person();
  carl = await flow.person();
});

describe('handing everything of a person to another', () => {
  it('shows what there is, and moves tasks, candidacies, substitutes and what names him', async () => {
    const [anna, bert, dora] = [await flow.person(), await flow.person(), await flow.person()];
    const code = await flow.business(step('n1', named(anna), { next: step('n2', named(anna)) }));
    const shared = await flow.business(step('n1', named(anna, bert)));
    const one = await flow.submitted(staff, code);
    const two = await flow.submitted(staff, shared);
    const own = await flow.submitted(carl, code);
    const period = { validFrom: new Date(app.clock.now.getTime() - 1000).toISOString(), validUntil: '2099-01-01T00:00:00Z' };
    await dora.call('POST', '/workflow/delegations', { toUserId: anna.id, scope: 'all', ...period, reason: '休假' });

    const preview = (await app.admin('GET', `/workflow/handovers/preview?fromUserId=${anna.id}`)).data;
    expect(preview.tasks).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ businessCode: code, assigned: 2, candidate: 0 }),
        expect.objectContaining({ businessCode: shared, assigned: 0, candidate: 1 }),
      ]),
    );
    expect(preview).toMatchObject({ delegations: 1 });
    expect(preview.models.length).toBe(2);
    expect(preview.definitions.length).toBe(2);
    const run = (body: object) =>
      app.admin('POST', '/workflow/handovers', { fromUserId: anna.id, toUserId: carl.id, reason: '离职', ...body });
    expect((await run({ toUserId: anna.id })).status).toBe(400);
    expect((await staff.call('POST', '/workflow/handovers', { fromUserId: anna.id, toUserId: carl.id, reason: 'r' })).status).toBe(403);

    expect((await run({ businessCodes: [shared], delegations: false })).data).toMatchObject({ assigned: 0, candidate: 1 });
    expect((await flow.todo(anna, two.instance)).length).toBe(0);
    expect((await flow.todo(bert, two.instance)).length).toBe(1);
    // the one that the receiver has started stays
    expect((await run({ models: true })).data).toMatchObject({ assigned: 1, kept: 1, delegations: 1, models: 2, definitions: 2 });
    expect((await flow.todo(anna, own.instance)).length).toBe(1);
    expect((await trail(one.instance)).map(({ action }: { action: string }) => action)).toEqual(['提交', '移交', '版本迁移']);
    await flow.approve(carl, one.instance);
    // the next node named the leaver when the instance was started
    expect((await flow.todo(carl, one.instance)).length).toBe(1);
    await flow.approve(carl, one.instance);
    expect(await flow.status(staff, one.id)).toBe('4');
    for (const { instance } of [one, two, own]) await sound(instance);
    const [delegation] = (await dora.call('GET', '/workflow/delegations/page')).data.data;
    expect(delegation).toMatchObject({ toUserId: carl.id });
  });
});

describe('an account that is disabled', () => {
  it('loses its tasks by the rule of the node: administrators, the leader above, nobody', async () => {
    const above = await app.make.dept();
    const boss = await flow.person({ deptId: above.id });
    await app.database.db.updateTable('sysDept').set({ leaderId: boss.id }).where('id', '=', above.id).execute();
    const dept = await app.make.dept({ parentId: above.id });
    const anna = await flow.person({ deptId: dept.id });
    const at = async (nobody: string) => flow.submitted(staff, await flow.business(step('n1', named(anna), { nobody })));
    const [byAdmin, byLeader, byNobody] = [await at('admin'), await at('leader'), await at('pass')];
    const mine = await flow.submitted(anna, await flow.business(step('n1', named(boss))));
    expect(await sweepLeavers(app.node.app)).toBe(0);
    await disable(anna);
    expect(await sweepLeavers(app.node.app)).toBe(3);
    expect(await sweepLeavers(app.node.app)).toBe(0);
    expect((await flow.todo(boss, byLeader.instance)).length).toBe(1);
    expect(await flow.status(staff, byNobody.id)).toBe('4');
    expect((await trail(byAdmin.instance)).at(-1)).toMatchObject({ action: '转交', actorId: null });
    expect((await trail(byAdmin.instance)).at(-1).opinion).toContain('转流程管理员');
    const open = (await app.admin('GET', '/workflow/tasks/pageTodo?pageSize=100')).data.data;
    expect(open.some((task: { processInstanceId: string }) => task.processInstanceId === byAdmin.instance)).toBe(true);
    expect((await flow.todo(boss, mine.instance)).length).toBe(1);
    const messages = (await app.admin('GET', '/system/messages/page')).data.data;
    expect(messages.some(({ title }: { title: string }) => title.includes('3 个流程任务已处理'))).toBe(true);
    for (const { instance } of [byAdmin, byLeader, byNobody]) await sound(instance);
  });

  it('is replaced by its substitute, and a task whose candidates are all gone finds administrators', async () => {
    const [anna, bert, dora] = [await flow.person(), await flow.person(), await flow.person()];
    const first = await flow.submitted(staff, await flow.business(step('n1', named(anna))));
    const second = await flow.submitted(staff, await flow.business(step('n1', named(anna, bert))));
    const period = { validFrom: new Date(app.clock.now.getTime() - 1000).toISOString(), validUntil: '2099-01-01T00:00:00Z' };
    await anna.call('POST', '/workflow/delegations', { toUserId: dora.id, scope: 'all', ...period, reason: '休假' });
    await disable(anna);
    expect(await sweepLeavers(app.node.app)).toBe(1);
    expect((await flow.todo(dora, first.instance)).length).toBe(1);
    expect(await sweepEmptied(app.node.app)).toBe(0);
    await disable(bert);
    expect(await sweepEmptied(app.node.app)).toBe(1);
    expect((await trail(second.instance)).at(-1).opinion).toContain('候选人已全部禁用');
    await sound(second.instance);
  });
});
