import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { deliver } from '../loops.ts';
import { testFlow, type Person } from '../test-flow.ts';

/* Service nodes: what publishing asks of them, what they do once and only when their step holds, and what happens when they fail. */
const app = startApp();
const flow = testFlow(app);
let staff!: Person;
let approver!: Person;

beforeAll(async () => {
  [staff, approver] = await Promise.all([flow.person(), flow.person()]);
});

const approve = (next: object | null) => ({ type: 'approve', id: 'n1', name: '审批', who: [{ kind: 'user', ids: [approver.id] }], next });
const send = (over: object = {}) => ({
  type: 'service',
  id: 's1',
  name: '告知',
  service: 'workflow.notify',
  params: { title: '{title}已到财务', text: '金额 {amount}，{unknown}' },
  who: [{ kind: 'starter' }],
  ...over,
});
const titled = async (who: Person, title: string): Promise<{ title: string; text: string; path: string }[]> =>
  (await who.call('GET', '/system/messages/page?pageSize=100')).data.data.filter((one: { title: string }) => one.title === title);

describe('a service node', () => {
  it('is offered by name, with what it asks for', async () => {
    const { data } = await app.admin('GET', '/workflow/models/services');
    expect(data).toContainEqual(expect.objectContaining({ code: 'workflow.notify', name: '发送消息', asksPeople: true }));
    const [titleOf, textOf] = data.find((one: { code: string }) => one.code === 'workflow.notify').params;
    expect([titleOf, textOf]).toMatchObject([
      { name: 'title', isRequired: true },
      { name: 'text', isRequired: false },
    ]);
  });

  it.each([
    ['is not registered', { service: 'nobody.knows' }, 'nobody.knows 没有登记'],
    ['has no people', { who: [] }, '没有设置“发送消息”的人员'],
    ['lacks a text', { params: { title: ' ' } }, '没有填写“标题”'],
  ])('cannot be published when it %s', async (_what, over, message) => {
    const tree = { type: 'start', id: 'start', next: send(over) };
    const key = `service_${Math.random().toString(36).slice(2)}`;
    const { data: model } = await app.admin('POST', '/workflow/models', { key, name: '服务', kind: 'simple', tree });
    const { data } = await app.admin('POST', `/workflow/models/${model.id}/validate`, {});
    expect(data.problems).toEqual([{ node: 's1', message: expect.stringContaining(message) }]);
    expect(await app.admin('POST', `/workflow/models/${model.id}/publish`, { version: 0 })).toMatchObject({
      status: 422,
      error: 'rule.broken',
    });
  });

  it('tells its people once the step holds, with the fields of the record', async () => {
    const code = await flow.business(approve(send()));
    const { instance } = await flow.submitted(staff, code, { title: '服务器', amount: '12.50' });
    expect(await titled(staff, '服务器已到财务')).toEqual([]);
    await flow.approve(approver, instance);
    await deliver(app.node.app);
    const found = await until(
      () => titled(staff, '服务器已到财务'),
      (some) => some.length > 0,
    );
    await deliver(app.node.app);
    expect(found).toMatchObject([{ text: '金额 12.50，{unknown}' }]);
    expect(found[0]?.path).toContain(instance);
  });

  it('waits in the outbox, is repeated, and ends as a dead letter that an operator skips', async () => {
    const code = await flow.business(approve(send({ params: { title: '不会送到' } })));
    const { id, instance } = await flow.submitted(staff, code);
    await flow.approve(approver, instance);
    const mine = () => app.database.db.updateTable('flowOutbox').where('instanceId', '=', instance).where('kind', 'like', 'service:%');
    const kept = await app.database.db.selectFrom('flowOutbox').select('work').where('instanceId', '=', instance).executeTakeFirstOrThrow();
    const gone = JSON.stringify({ ...(kept.work as object), service: 'gone.service' });
    // The module that had it is gone. The node's own round may do a try as well, and may have sent the message before that was written.
    await until(
      async () => {
        await mine().set({ state: 'waiting', work: gone, nextTime: app.clock.now }).where('state', 'in', ['waiting', 'done']).execute();
        await deliver(app.node.app);
        return app.database.db
          .selectFrom('flowOutbox')
          .select('state')
          .where('instanceId', '=', instance)
          .where('kind', 'like', 'service:%')
          .execute();
      },
      (rows) => rows.every(({ state }) => state === 'dead'),
    );
    const { data } = await app.admin('GET', '/workflow/operations/effects/page?state=dead&pageSize=100');
    const dead = data.data.find((one: { processInstanceId: string }) => one.processInstanceId === instance);
    expect(dead).toMatchObject({ tries: 5, error: '服务 gone.service 没有登记', nodeName: expect.stringMatching(/./) });
    expect(await flow.status(staff, id)).toBe('4');
    const before = await titled(staff, '不会送到');
    expect((await app.admin('POST', `/workflow/operations/effects/${dead.id}/skip`, { reason: '不需要' })).status).toBe(200);
    await deliver(app.node.app);
    expect(await titled(staff, '不会送到')).toEqual(before);
  });

  it('does nothing when its step is undone', async () => {
    const code = await flow.business(approve(send({ params: { title: '撤销后不发' } })));
    const { id, instance } = await flow.submitted(staff, code);
    await app.database.db.updateTable('flowRequest').set({ title: '背后修改' }).where('id', '=', id).execute();
    expect((await flow.approve(approver, instance)).status).toBe(422);
    expect(await app.database.db.selectFrom('flowOutbox').select('id').where('instanceId', '=', instance).execute()).toEqual([]);
  });
});
