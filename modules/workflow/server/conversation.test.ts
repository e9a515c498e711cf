import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { testFlow, type Person } from './test-flow.ts';

const app = startApp();
const flow = testFlow(app);
let staff!: Person;
let a!: Person;
let b!: Person;
let code = '';
const who = (...people: Person[]) => [{ kind: 'user', ids: people.map(({ id }) => id) }];
const detail = async (person: Person, instance: string) => (await person.call('GET', `/workflow/instances/${instance}/detail`)).data;
const upload = async ({ call }: Person, text = 'x'): Promise<string> =>
  (await call('POST', '/file/files/uploadImg', ...multipart('发票.txt', Buffer.from(text)))).data.fileName;
const sees = async ({ call }: Person, fileName: string) => (await call('GET', `/file/fileView/${fileName}`)).status === 200;
const messages = async ({ call }: Person) =>
  (await call('GET', '/system/messages/page?pageSize=50')).data.data as { title: string; path: string }[];

beforeAll(async () => {
  [staff, a, b] = await Promise.all([flow.person(), flow.person(), flow.person()]);
  const next = { type: 'approve', id: 'n2', name: '复核', who: who(b), mode: 'any', next: null };
  code = await flow.business({ type: 'approve', id: 'n1', name: '审批', who: who(a), mode: 'any', next });
});

describe('files of an approval', () => {
  it('are open to its parties, also after its end, and to nobody else', async () => {
    const stranger = await flow.person();
    const file = await upload(staff);
    const draft = await flow.request(staff, code, { files: file });
    expect([await sees(staff, file), await sees(a, file)]).toEqual([true, false]);
    const { data } = await staff.call('POST', `/workflow/requests/${draft}/submit`, {});
    const instance = data.processInstanceId;
    expect([await sees(a, file), await sees(b, file), await sees(stranger, file)]).toEqual([true, false, false]);
    const opinion = await upload(a, 'y');
    expect(
      (await flow.act(a, instance, { action: 'complete', message: '见附件', files: opinion, variables: { approved: true } })).status,
    ).toBe(200);
    expect([await sees(b, file), await sees(b, opinion), await sees(staff, opinion)]).toEqual([true, true, true]);
    expect((await detail(b, instance)).trail[1]).toMatchObject({ action: '同意', files: opinion });
    await flow.approve(b, instance);
    expect(await flow.status(staff, draft)).toBe('4');
    for (const each of [staff, a, b]) expect([await sees(each, file), await sees(each, opinion)]).toEqual([true, true]);
    expect([await sees(stranger, file), await sees(stranger, opinion)]).toEqual([false, false]);
  });

  it('of others cannot be taken along', async () => {
    const file = await upload(b);
    const { instance } = await flow.submitted(staff, code);
    expect(await flow.act(a, instance, { action: 'complete', files: file, variables: { approved: true } })).toMatchObject({
      status: 400,
      error: 'input.invalid',
    });
    expect(await sees(a, file)).toBe(false);
    expect(await flow.todo(a, instance)).toHaveLength(1);
  });
});

describe('催办', () => {
  it('tells those who have to act, once in ten minutes, and only for the starter', async () => {
    const { instance } = await flow.submitted(staff, code);
    const urge = (person: Person) => person.call('POST', `/workflow/instances/${instance}/urge`, { message: '明天要用' });
    expect(await urge(a)).toMatchObject({ status: 422, error: 'task.notYours' });
    expect(await urge(await flow.person())).toMatchObject({ status: 404 });
    expect(await urge(staff)).toMatchObject({ status: 200, data: { people: 1 } });
    expect((await messages(a))[0]).toMatchObject({ title: '催办：请尽快办理' });
    expect((await flow.todo(a, instance))[0]).toMatchObject({ urgedTime: expect.any(String) });
    expect(await urge(staff)).toMatchObject({ status: 422, error: 'rule.broken', msg: expect.stringContaining('10 分钟') });
    expect((await detail(a, instance)).trail.at(-1)).toMatchObject({ kind: 'urge', action: '催办', opinion: '明天要用' });
    // it is no step: the last one can still be taken back
    const [task] = await flow.todo(a, instance);
    await flow.approve(a, instance);
    expect((await urge(staff)).status).toBe(200);
    expect((await a.call('POST', `/workflow/tasks/execute/${task!.id}`, { action: 'withdraw' })).status).toBe(200);
    await flow.approve(a, instance);
    await flow.approve(b, instance);
    expect(await urge(staff)).toMatchObject({ status: 422, error: 'flow.ended' });
  });
});

describe('批注', () => {
  it('stands in the trail; whom it names gets a message and may look', async () => {
    const { instance } = await flow.submitted(staff, code);
    const expert = await flow.person();
    const say = (person: Person, body: object) => person.call('POST', `/workflow/instances/${instance}/comments`, body);
    expect(await say(expert, { text: '看看' })).toMatchObject({ status: 404 });
    expect(await say(a, { text: '' })).toMatchObject({ status: 400 });
    expect(await say(a, { text: '请看单价', userIds: [expert.id, staff.id] })).toMatchObject({ status: 200 });
    expect((await messages(expert))[0]!.path).toBe(`/workflow/instance/mycopied?open=${instance}`);
    expect((await messages(staff))[0]!.path).toBe(`/workflow/instance/mystarted?open=${instance}`);
    expect(await say(expert, { text: '单价没有问题' })).toMatchObject({ status: 200 });
    expect(
      (await detail(staff, instance)).trail.map(({ action, opinion }: { action: string; opinion: string }) => [action, opinion]),
    ).toEqual([
      ['提交', null],
      ['批注', '请看单价'],
      ['批注', '单价没有问题'],
    ]);
    expect((await expert.call('GET', '/workflow/tasks/counts')).data.copied).toBe(1);
    await expert.call('POST', `/workflow/instances/${instance}/read`);
    expect((await expert.call('GET', '/workflow/tasks/counts')).data.copied).toBe(0);
  });
});

describe('what a person keeps', () => {
  it('已阅: the task is read, and everybody sees it', async () => {
    const { instance } = await flow.submitted(staff, code);
    expect((await detail(staff, instance)).waiting).toMatchObject([{ readTime: null }]);
    await a.call('POST', `/workflow/instances/${instance}/read`);
    expect((await detail(staff, instance)).waiting).toMatchObject([{ readTime: expect.any(String) }]);
  });

  it('暂存: an opinion that was begun is there again for its writer alone, until the task is done', async () => {
    const { instance } = await flow.submitted(staff, code);
    const [task] = await flow.todo(a, instance);
    const save = (person: Person, text: string) => person.call('PUT', `/workflow/tasks/${task!.id}/draft`, { text });
    const draft = async (person: Person) => (await person.call('GET', `/workflow/tasks/${task!.id}/actions`)).data.draft;
    expect(await save(staff, '不是我的')).toMatchObject({ status: 422, error: 'task.notYours' });
    expect(await save(await flow.person(), '不是我的')).toMatchObject({ status: 404 });
    await save(a, '先写一半');
    expect(await draft(a)).toMatchObject({ text: '先写一半' });
    await save(a, '');
    expect(await draft(a)).toBeNull();
    await save(a, '再写');
    await flow.approve(a, instance);
    expect(await save(a, '太晚')).toMatchObject({ status: 422, error: 'task.taken' });
  });

  it('常用意见: own ones are seen by their owner, shared ones by all and kept by who may', async () => {
    const own = await a.call('POST', '/workflow/opinions', { text: '同意，请按合同执行' });
    expect(own.status).toBe(200);
    expect(await a.call('POST', '/workflow/opinions', { text: '公共', isShared: true })).toMatchObject({ status: 403 });
    const shared = await app.admin('POST', '/workflow/opinions', { text: '请补充材料', isShared: true });
    const texts = async (person: Person) =>
      (await person.call('GET', '/workflow/opinions/list')).data.map(({ text }: { text: string }) => text);
    expect(await texts(a)).toEqual(expect.arrayContaining(['同意，请按合同执行', '请补充材料']));
    expect(await texts(b)).toEqual(['请补充材料']);
    expect(await b.call('PUT', `/workflow/opinions/${own.data.id}`, { text: 'x' })).toMatchObject({ status: 404 });
    expect(await b.call('DELETE', `/workflow/opinions/${shared.data.id}`)).toMatchObject({ status: 404 });
    await a.call('PUT', `/workflow/opinions/${own.data.id}`, { text: '同意' });
    await a.call('DELETE', `/workflow/opinions/${own.data.id}`);
    expect(await texts(a)).toEqual(['请补充材料']);
  });
});

describe('several tasks at once', () => {
  const batch = (person: Person, body: object) => person.call('POST', '/workflow/tasks/batch', body);

  it('each is done or named with its reason, and a failure leaves the others', async () => {
    const made = await Promise.all([0, 1, 2].map(() => flow.submitted(staff, code)));
    const tasks = await Promise.all(made.map(async ({ instance }) => (await flow.todo(a, instance))[0]!.id));
    await flow.approve(a, made[1]!.instance);
    const foreign = (await flow.todo(b, made[1]!.instance))[0]!.id;
    await app.node.app.db.updateTable('flowRequest').set({ text: '偷改' }).where('id', '=', made[2]!.id).execute();
    const { status, data } = await batch(a, { action: 'complete', taskIds: [...tasks, foreign], message: '同意' });
    expect(status).toBe(200);
    expect(data.done).toBe(2);
    expect(data.results).toMatchObject([
      { taskId: tasks[0], isDone: true, message: null },
      { taskId: tasks[1], isDone: false, message: expect.stringContaining('已被') },
      { taskId: tasks[2], isDone: true },
      { taskId: foreign, isDone: false },
    ]);
    // at the last node the changed record is refused, and the other one passes
    const last = await Promise.all([made[0]!, made[2]!].map(async ({ instance }) => (await flow.todo(b, instance))[0]!.id));
    const second = await batch(b, { action: 'complete', taskIds: last });
    expect(second.data.results).toMatchObject([{ isDone: true }, { isDone: false, message: expect.stringContaining('被修改') }]);
    expect([await flow.status(staff, made[0]!.id), await flow.status(staff, made[2]!.id)]).toEqual(['4', '3']);
    expect(await flow.todo(b, made[2]!.instance)).toHaveLength(1);
  });

  it('转办, and tasks of strangers are not even named', async () => {
    const [first, second] = await Promise.all([flow.submitted(staff, code), flow.submitted(staff, code)]);
    const tasks = await Promise.all([first, second].map(async ({ instance }) => (await flow.todo(a, instance))[0]!.id));
    const stranger = await flow.person();
    expect((await batch(stranger, { action: 'complete', taskIds: tasks })).data).toMatchObject({
      done: 0,
      results: [{ title: null, isDone: false }, { title: null }],
    });
    expect((await batch(a, { action: 'assignee', taskIds: tasks, userId: b.id })).data.done).toBe(2);
    expect(await flow.todo(b, first.instance)).toHaveLength(1);
    expect(await batch(a, { action: 'complete', taskIds: [] })).toMatchObject({ status: 400 });
  });

  it('the list is narrowed by business, category, starter and time, and counted', async () => {
    const other = await flow.person();
    const own = await flow.business({ type: 'approve', id: 'n1', name: '审批', who: who(other, b), mode: 'any', next: null });
    await flow.submitted(staff, own);
    const page = async (query: string) => (await other.call('GET', `/workflow/tasks/pageTodo?${query}`)).data.total;
    expect(await page(`businessCode=${own}`)).toBe(1);
    expect(await page('businessCode=1')).toBe(0);
    expect(await page('claimable=1')).toBe(1);
    expect(await page('overdue=1')).toBe(0);
    expect(await page('categoryId=1')).toBe(0);
    expect(await page(`beginTime=${encodeURIComponent(new Date(Date.now() + 60_000).toISOString())}`)).toBe(0);
    expect((await other.call('GET', '/workflow/tasks/counts')).data).toMatchObject({ todo: 1, claimable: 1, overdue: 0, dueToday: 0 });
    expect((await other.call('GET', '/workflow/tasks/filters')).data.businesses).toEqual([{ code: own, name: '费用' }]);
  });
});
