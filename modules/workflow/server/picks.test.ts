import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testFlow, type Person } from './test-flow.ts';

const app = startApp();
const flow = testFlow(app);
let staff!: Person;
let a!: Person;
let b!: Person;
let gone!: Person;
const step = (id: string, who: object[], next: unknown = null) => ({ type: 'approve', id, name: `节点${id}`, who, mode: 'any', next });
const HEADER = 'flow-submission';
const by = (person: Person) => [{ kind: 'user', ids: [person.id] }];

beforeAll(async () => {
  [staff, a, b, gone] = await Promise.all([flow.person(), flow.person(), flow.person(), flow.person()]);
  await app.database.db.updateTable('sysUser').set({ status: '0' }).where('id', '=', gone.id).execute();
});

describe('发起人自选', () => {
  const large = { id: 'b1', name: '大额', condition: '${amount >= 1000}', next: step('n2', [{ kind: 'starterPicks' }]) };
  const fork = {
    type: 'exclusive',
    id: 'g',
    name: '',
    branches: [large, { id: 'b2', name: '其他', condition: null, next: null }],
    next: null,
  };

  it('asks for nodes that the record comes by, refuses to go on without people who can act, and keeps the picks for the next time', async () => {
    const code = await flow.business(step('n1', [{ kind: 'starterPicks' }], fork));
    const small = await flow.request(staff, code, { amount: '10' });
    const id = await flow.request(staff, code, { amount: '5000' });
    const asked = async (request: string, who = staff) =>
      (await who.call('POST', `/workflow/requests/${request}/submit`, {}, { [HEADER]: 'ask' })).data?.picks;
    const submit = (picks: object) => staff.call('POST', `/workflow/requests/${id}/submit`, { picks });
    expect(await asked(small)).toEqual([{ node: 'n1', name: '节点n1', picked: [] }]);
    expect((await asked(id)).map(({ node }: { node: string }) => node)).toEqual(['n1', 'n2']);
    expect(await asked(id, a)).toBeUndefined();
    expect(await submit({ n1: [a.id] })).toMatchObject({ status: 400, msg: '请选择“节点n2”的审批人', data: [{ path: 'picks.n2' }] });
    expect(await submit({ n1: [a.id], n2: [gone.id] })).toMatchObject({ status: 400, data: [{ path: 'picks.n2' }] });
    expect(await submit({ n1: [a.id], n2: ['nobody'] })).toMatchObject({ status: 400 });
    expect(await flow.status(staff, id)).toBe('1');
    const { data } = await submit({ n1: [a.id], n2: [b.id] });
    const instance = data.processInstanceId;
    await flow.act(a, instance, { action: 'return', to: 'start', mode: 'again', message: '请补充' });
    const [task] = await flow.todo(staff, instance);
    expect((await staff.call('GET', `/workflow/tasks/${task!.id}/actions`)).data.picks).toEqual([
      { node: 'n1', name: '节点n1', picked: [a.id] },
      { node: 'n2', name: '节点n2', picked: [b.id] },
    ]);
    expect((await flow.act(staff, instance, { action: 'complete', picks: { n1: [b.id] } })).status).toBe(200);
    await flow.approve(b, instance);
    expect(await flow.todo(b, instance)).toMatchObject([{ taskDefinitionKey: 'n2' }]);
  });
});

describe('a question before a submission', () => {
  it('tells where the record goes, copies included, and whom to pick; nothing is submitted and nothing is logged as failed', async () => {
    const code = await flow.business(
      step('n1', [{ kind: 'starterPicks' }], { type: 'copy', id: 'c1', name: '抄送财务', who: by(b), next: step('n2', by(a)) }),
    );
    const id = await flow.request(staff, code);
    const submit = (how: string, body: object = {}) => staff.call('POST', `/workflow/requests/${id}/submit`, body, { [HEADER]: how });
    const asked = await submit('ask');
    expect(asked).toMatchObject({ status: 202, error: 'flow.asked', data: { name: '通用申请', problem: null } });
    expect(asked.data.picks).toEqual([{ node: 'n1', name: '节点n1', picked: [] }]);
    expect(asked.data.steps.map(({ name, kind }: { name: string; kind: string }) => [name, kind])).toEqual([
      ['节点n1', 'task'],
      ['抄送财务', 'copy'],
      ['节点n2', 'task'],
    ]);
    expect(asked.data.steps[2].people).toHaveLength(1);
    expect(await flow.status(staff, id)).toBe('1');
    const logged = await app.database.db.selectFrom('sysOperLog').select('id').where('requestUri', 'like', `%${id}/submit%`).execute();
    expect(logged).toEqual([]);

    const picks = (some: object) => `picks=${encodeURIComponent(JSON.stringify(some))}`;
    expect(await submit(picks({}))).toMatchObject({ error: 'flow.asked', data: { problem: '请选择“节点n1”的审批人' } });
    const wrong = await submit(picks({ n1: [gone.id] }));
    expect(wrong).toMatchObject({ error: 'flow.asked', data: { problem: '“节点n1”的审批人包含已禁用或不存在的账号，请重新选择' } });
    expect(await submit('picks=%7B')).toMatchObject({ status: 400, error: 'input.invalid' });
    const { status, data } = await submit(picks({ n1: [a.id] }));
    expect(status).toBe(200);
    expect(await flow.todo(a, data.processInstanceId)).toMatchObject([{ taskDefinitionKey: 'n1' }]);

    await flow.act(a, data.processInstanceId, { action: 'return', to: 'start', mode: 'again', message: '请补充' });
    expect((await submit('ask')).data.picks).toEqual([{ node: 'n1', name: '节点n1', picked: [a.id] }]);
    expect((await submit(picks({ n1: [b.id] }))).status).toBe(200);
  });

  it('is left out where the caller shows the steps itself and nobody has to be picked', async () => {
    const id = await flow.request(staff, await flow.business(step('n1', by(a))));
    const submit = (how: string) => staff.call('POST', `/workflow/requests/${id}/submit`, {}, { [HEADER]: how });
    expect(await submit('ask')).toMatchObject({ error: 'flow.asked', data: { picks: [], steps: [{ id: 'n1' }] } });
    expect((await submit('ask-picks')).status).toBe(200);
  });
});

describe('a batch', () => {
  it('leaves out what asks its approver for picks, with a sentence that says what to do', async () => {
    const code = await flow.business(step('n1', by(a), step('n2', [{ kind: 'lastPicks' }])));
    const plain = await flow.business(step('n1', by(a)));
    const [{ instance }, other] = [await flow.submitted(staff, code), await flow.submitted(staff, plain)];
    const taskIds = [(await flow.todo(a, instance))[0]!.id, (await flow.todo(a, other.instance))[0]!.id];
    const { data } = await a.call('POST', '/workflow/tasks/batch', { action: 'complete', taskIds });
    expect(data).toMatchObject({
      done: 1,
      results: [{ isDone: false, message: '请选择“节点n2”的审批人，需打开任务单独办理' }, { isDone: true }],
    });
    expect(await flow.todo(a, instance)).toHaveLength(1);
  });
});

describe('上一审批人自选', () => {
  it('asks the one before when he agrees, and nobody else', async () => {
    const code = await flow.business(step('n1', by(a), step('n2', [{ kind: 'lastPicks' }], step('n3', by(a)))));
    const { instance } = await flow.submitted(staff, code);
    const [task] = await flow.todo(a, instance);
    expect((await a.call('GET', `/workflow/tasks/${task!.id}/actions`)).data.picks).toEqual([{ node: 'n2', name: '节点n2', picked: [] }]);
    const agree = (picks?: object) => flow.act(a, instance, { action: 'complete', variables: { approved: true }, picks });
    expect(await agree()).toMatchObject({ status: 400, msg: '请选择“节点n2”的审批人' });
    expect(await agree({ n2: [gone.id] })).toMatchObject({ status: 400, data: [{ path: 'picks.n2' }] });
    expect((await agree({ n2: [b.id] })).status).toBe(200);
    const [next] = await flow.todo(b, instance);
    expect((await b.call('GET', `/workflow/tasks/${next!.id}/actions`)).data.picks).toEqual([]);
    await flow.approve(b, instance);
    expect(await flow.todo(a, instance)).toMatchObject([{ taskDefinitionKey: 'n3' }]);
  });

  it('does not ask one who refuses', async () => {
    const code = await flow.business(step('n1', by(a), step('n2', [{ kind: 'lastPicks' }])));
    const { id, instance } = await flow.submitted(staff, code);
    expect((await flow.approve(a, instance, false)).status).toBe(200);
    expect(await flow.status(staff, id)).toBe('5');
  });
});
