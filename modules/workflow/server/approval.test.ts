import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { testFlow, type Person } from './test-flow.ts';

const app = startApp();
const flow = testFlow(app);
let staff!: Person;
let leader!: Person;
let clerk!: Person;
let code = '';
let dept = '';
const one = (id: string, who: object, more: object = {}) => ({
  type: 'approve',
  id,
  name: '主管审批',
  who: [who],
  mode: 'any',
  next: null,
  ...more,
});

beforeAll(async () => {
  const above = await app.make.dept();
  dept = (await app.make.dept({ parentId: above.id })).id;
  staff = await flow.person({ deptId: dept });
  leader = await flow.person({ deptId: above.id });
  clerk = await flow.person();
  await app.database.db.updateTable('sysDept').set({ leaderId: leader.id }).where('id', '=', above.id).execute();
  code = await flow.business(one('n1', { kind: 'starterDeptLeader' }));
});

describe('a process', () => {
  it('is published in versions, and not without a change', async () => {
    const { data: category } = await app.admin('POST', '/workflow/categorys', { name: '费用' });
    const tree = { type: 'start', id: 'start', next: one('n1', { kind: 'starterDeptLeader' }) };
    const body = { key: 'expense', name: '费用申请', categoryId: category.id, kind: 'simple', tree };
    const { data: model } = await app.admin('POST', '/workflow/models', body);
    expect(await app.admin('POST', '/workflow/models', body)).toMatchObject({ status: 409, error: 'entity.duplicate' });
    const publish = (version: number) => app.admin('POST', `/workflow/models/${model.id}/publish`, { version });
    const { data } = await publish(0);
    expect(data).toMatchObject({ versionNo: 1 });
    expect((await app.admin('GET', '/workflow/definitions/page?key=expense')).data).toMatchObject({
      total: 1,
      data: [{ id: data.definitionId, suspensionState: '1', name: '费用申请' }],
    });
    expect(await publish(0)).toMatchObject({ status: 422, error: 'rule.broken' });
    const changed = { ...body, version: 0, tree: { ...tree, next: one('n1', { kind: 'starter' }) } };
    expect((await app.admin('PUT', `/workflow/models/${model.id}`, changed)).data.version).toBe(1);
    expect((await publish(0)).status).toBe(409);
    expect((await publish(1)).data).toMatchObject({ versionNo: 2 });
    expect((await app.admin('GET', `/workflow/models/${model.id}`)).data).toMatchObject({
      publishedVersion: 2,
      tree: { next: { id: 'n1' } },
    });
    expect((await clerk.call('GET', '/workflow/models/page')).status).toBe(403);
  });

  it('names what it cannot run instead of being published', async () => {
    const tree = (next: unknown) => ({ type: 'start', id: 'start', next });
    const make = (key: string, next: unknown) =>
      app.admin('POST', '/workflow/models', { key, name: '试', kind: 'simple', tree: tree(next) });
    expect(await make('twice', one('n1', { kind: 'starter' }, { next: one('n1', { kind: 'starter' }) }))).toMatchObject({ status: 400 });
    expect(await make('nobody', { ...one('n1', { kind: 'starter' }), who: [] })).toMatchObject({ status: 400 });
    const branch = (condition: string | null, n: number) => ({ id: `b${n}`, name: '', condition, next: null });
    const evil = {
      type: 'exclusive',
      id: 'x1',
      name: '',
      next: null,
      branches: [branch("${''.constructor.constructor('return 1')()}", 1), branch(null, 2)],
    };
    const { data } = await make('evil', evil);
    expect((await app.admin('POST', `/workflow/models/${data.id}/validate`, {})).data.problems).toMatchObject([{ node: 'b1' }]);
    expect(await app.admin('POST', `/workflow/models/${data.id}/publish`, { version: 0 })).toMatchObject({
      status: 422,
      error: 'rule.broken',
    });
  });

  it('is imported as BPMN, but not with entities, twice the same id, scripts or 10 MB', async () => {
    const text = (inside: string, head = '') =>
      `<?xml version="1.0"?>${head}<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn"><process id="imported" name="导入">${inside}</process></definitions>`;
    const flows = '<sequenceFlow id="f1" sourceRef="s" targetRef="a"/><sequenceFlow id="f2" sourceRef="a" targetRef="e"/>';
    const around = (middle: string) => text(`<startEvent id="s"/>${middle}<endEvent id="e"/>${flows}`);
    const send = (xml: string) => app.admin('POST', '/workflow/definitions/import/file', ...multipart('流程.bpmn', Buffer.from(xml)));
    const before = (await app.admin('GET', '/workflow/definitions/page?key=imported')).data.total;
    expect((await send(text('<startEvent id="s"/>', '<!DOCTYPE x [<!ENTITY a "b">]>'))).status).toBe(422);
    expect((await send(around('<scriptTask id="a"/>'))).msg).toContain('脚本');
    expect((await send(around('<task id="a"/><task id="a"/>'))).status).toBe(422);
    expect((await send(around(`<task id="a"/><!--${'x'.repeat(10_000_000)}-->`))).status).toBe(413);
    expect((await app.admin('GET', '/workflow/definitions/page?key=imported')).data.total).toBe(before);
    const { data } = await send(around('<userTask id="a" name="审" flowable:assignee="1"/>'));
    expect(data).toMatchObject({ key: 'imported', versionNo: 1 });
    expect(String((await app.admin('GET', `/workflow/definitions/${data.definitionId}/resource`)).raw)).toContain('<userTask id="a"');
  });
});

describe('a request', () => {
  it('is submitted once, is closed while it is under approval, and passes', async () => {
    const id = await flow.request(staff, code);
    const submit = (key: string) => staff.call('POST', `/workflow/requests/${id}/submit`, {}, { 'idempotency-key': key });
    const first = await submit('k1');
    expect(first).toMatchObject({ status: 200, data: { flowStatus: '3' } });
    expect((await submit('k1')).data.processInstanceId).toBe(first.data.processInstanceId);
    expect(await submit('k2')).toMatchObject({ status: 422, error: 'flow.closed' });
    const record = (await staff.call('GET', `/workflow/requests/${id}`)).data;
    expect(record).toMatchObject({ flowStatus: '3', amount: '100.00', processInstanceId: first.data.processInstanceId });
    const changed = { businessCode: code, title: 'u', version: record.version };
    expect(await staff.call('PUT', `/workflow/requests/${id}`, changed)).toMatchObject({ status: 422, error: 'flow.closed' });
    expect(await staff.call('DELETE', `/workflow/requests/${id}`)).toMatchObject({ status: 422, error: 'flow.closed' });

    const instance = first.data.processInstanceId;
    const [task] = await flow.todo(leader, instance);
    expect(task).toMatchObject({ businessKey: id, taskDefinitionKey: 'n1', title: expect.stringMatching(/的费用申请$/), flowStatus: '3' });
    expect(await flow.todo(clerk, instance)).toEqual([]);
    const home = (await leader.call('GET', '/system/home')).data.todos;
    expect(home).toContainEqual(expect.objectContaining({ kind: 'workflow.task', path: `/workflow/task/todo?open=${task!.id}` }));
    const answer = await flow.approve(leader, instance);
    expect(answer).toMatchObject({ status: 200, data: { flowStatus: '4' } });
    expect(await flow.status(staff, id)).toBe('4');
    expect((await leader.call('GET', '/workflow/tasks/pageDone')).data.data[0]).toMatchObject({
      id: task!.id,
      result: 'approved',
      opinion: '同意',
    });
    const { data: track } = await leader.call('GET', `/workflow/instances/track?processInstanceId=${instance}`);
    expect(track.forecast).toEqual([]);
    expect(track.nodes).toContainEqual(expect.objectContaining({ id: 'n1', state: 'done' }));
    expect(track.flows.every((each: { taken: boolean }) => each.taken)).toBe(true);
    const again = await leader.call('POST', `/workflow/tasks/execute/${task!.id}`, { action: 'complete', variables: { approved: true } });
    expect(again).toMatchObject({ status: 422, error: 'task.taken' });
    const { data: detail } = await staff.call('GET', `/workflow/instances/${instance}/detail`);
    expect(detail.trail.map(({ action }: { action: string }) => action)).toEqual(['提交', '同意']);
    expect(detail.snapshot).toEqual({ title: 't', text: 'x', amount: '100.00', files: null });
    const messages = await app.database.db
      .selectFrom('sysMessage')
      .select('title')
      .where('accountId', '=', staff.id)
      .where('kind', '=', 'flow')
      .execute();
    expect(messages).toEqual([{ title: '您的申请已通过' }]);
  });

  it('is refused, and stays closed', async () => {
    const { id, instance } = await flow.submitted(staff, code);
    expect((await flow.approve(leader, instance, false)).data.flowStatus).toBe('5');
    expect(await flow.status(staff, id)).toBe('5');
    expect(await staff.call('POST', `/workflow/requests/${id}/submit`, {})).toMatchObject({ status: 422, error: 'flow.closed' });
  });

  it('goes back to its starter with a reason, and comes again', async () => {
    const { id, instance } = await flow.submitted(staff, code);
    const back = (message: string) => flow.act(leader, instance, { action: 'return', to: 'start', mode: 'again', message });
    expect(await back('')).toMatchObject({ status: 400, error: 'input.invalid', data: [{ path: 'message' }] });
    expect(await back('请补充发票')).toMatchObject({ status: 200, data: { flowStatus: '2' } });
    expect(await flow.status(staff, id)).toBe('2');
    expect((await staff.call('DELETE', `/workflow/requests/${id}`)).error).toBe('flow.closed');
    expect(await flow.todo(staff, instance)).toMatchObject([{ kind: 'submit', taskDefinitionKey: 'start' }]);
    const { version } = (await staff.call('GET', `/workflow/requests/${id}`)).data;
    const edited = await staff.call('PUT', `/workflow/requests/${id}`, { businessCode: code, title: '新标题', amount: '20', version });
    expect(edited.status).toBe(200);
    expect((await staff.call('POST', `/workflow/requests/${id}/submit`, {})).data).toEqual({
      processInstanceId: instance,
      flowStatus: '3',
    });
    expect(await flow.todo(leader, instance)).toHaveLength(1);
    expect((await flow.approve(leader, instance)).data.flowStatus).toBe('4');
    expect((await staff.call('GET', `/workflow/instances/${instance}/detail`)).data.snapshot).toMatchObject({
      title: '新标题',
      amount: '20.00',
    });
  });

  it('is taken back by its starter, and may be changed and removed then', async () => {
    const { id, instance } = await flow.submitted(staff, code);
    expect(await leader.call('DELETE', `/workflow/instances/delete/${instance}`)).toMatchObject({ status: 422, error: 'task.notYours' });
    expect((await staff.call('DELETE', `/workflow/instances/delete/${instance}`)).status).toBe(200);
    expect(await flow.status(staff, id)).toBe('6');
    expect(await flow.todo(leader, instance)).toEqual([]);
    expect((await staff.call('DELETE', `/workflow/instances/delete/${instance}`)).error).toBe('flow.ended');
    expect((await staff.call('POST', `/workflow/requests/${id}/submit`, {})).data.processInstanceId).not.toBe(instance);
    const other = await flow.submitted(staff, code);
    await staff.call('DELETE', `/workflow/instances/delete/${other.instance}`);
    expect((await staff.call('DELETE', `/workflow/requests/${other.id}`)).status).toBe(200);
  });

  it('is nobody else’s business', async () => {
    const { id, instance } = await flow.submitted(staff, code);
    const [task] = await flow.todo(leader, instance);
    expect((await clerk.call('GET', `/workflow/instances/${instance}/detail`)).error).toBe('entity.notFound');
    expect((await clerk.call('GET', `/workflow/instances/track?processInstanceId=${instance}`)).error).toBe('entity.notFound');
    expect((await clerk.call('POST', `/workflow/tasks/execute/${task!.id}`, { action: 'complete' })).error).toBe('entity.notFound');
    expect((await clerk.call('GET', `/workflow/requests/${id}`)).error).toBe('entity.notFound');
    expect((await clerk.call('POST', `/workflow/requests/${id}/submit`, {})).error).toBe('entity.notFound');
    expect((await staff.call('POST', `/workflow/tasks/execute/${task!.id}`, { action: 'complete' })).error).toBe('task.notYours');
    expect(await flow.status(staff, id)).toBe('3');
  });

  it('of a business without a process says so', async () => {
    const body = { businessCode: '404', title: 't' };
    expect((await staff.call('POST', '/workflow/requests', body)).data).toMatchObject([{ path: 'businessCode' }]);
    const id = await flow.request(staff, code);
    const { data } = await app.admin('GET', `/workflow/business/page?businessCode=${code}`);
    const { id: business, version, ...row } = data.data[0];
    await app.admin('PUT', `/workflow/business/${business}`, { ...row, status: '0', version });
    expect(await staff.call('POST', `/workflow/requests/${id}/submit`, {})).toMatchObject({ status: 422, error: 'flow.notConfigured' });
    await app.admin('PUT', `/workflow/business/${business}`, { ...row, version: version + 1 });
    expect((await staff.call('POST', `/workflow/requests/${id}/submit`, {})).status).toBe(200);
  });
});

it('one of ten candidates who press at once succeeds, the others read that it is done', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => flow.person()));
  const business = await flow.business(one('n1', { kind: 'user', ids: people.map(({ id }) => id) }));
  const { instance } = await flow.submitted(staff, business);
  const [task] = await flow.todo(people[0]!, instance);
  const body = { action: 'complete', message: '同意', variables: { approved: true } };
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => people[n % 10]!.call('POST', `/workflow/tasks/execute/${task!.id}`, body)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ error }) => error === 'task.taken')).toHaveLength(39);
  const history = await app.database.db.selectFrom('flowHistory').select('rev').where('instanceId', '=', instance).execute();
  expect(history).toHaveLength(2);
});

describe('the settings of a business', () => {
  const settings = (over: object) => ({
    businessName: '费用',
    businessType: 'workflow.request',
    businessTempalte: '{nickname}的{businessName}申请',
    ...over,
  });
  const published = async (key: string, next: unknown): Promise<string> => {
    const tree = { type: 'start', id: 'start', next };
    const { data } = await app.admin('POST', '/workflow/models', { key, name: '费用申请', kind: 'simple', tree });
    return (await app.admin('POST', `/workflow/models/${data.id}/publish`, { version: 0 })).data.definitionId;
  };

  it('take only a process whose conditions and people are fields of the record', async () => {
    const branch = (condition: string | null, n: number) => ({ id: `b${n}`, name: '', condition, next: null });
    const by = (field: string) => one('n1', { kind: 'formUser', field });
    const exclusive = (condition: string, next: unknown) => ({
      type: 'exclusive',
      id: 'x1',
      name: '',
      branches: [branch(condition, 1), branch(null, 2)],
      next,
    });
    const strange = await published('strange', exclusive('${monthly_salary > 1000 && amount > 1}', by('keeper')));
    const bind = (processDefinitionId: string, over: object = {}) =>
      app.admin('POST', '/workflow/business', settings({ businessCode: '8190', processDefinitionId, ...over }));
    expect(await bind(strange)).toMatchObject({
      status: 400,
      msg: expect.stringContaining('keeper、monthly_salary'),
      data: [{ path: 'processDefinitionId' }],
    });
    const fitting = await published('fitting', exclusive('${amount > 1000}', by('title')));
    expect(await bind(fitting, { idleRule: 'pass' })).toMatchObject({ status: 400, data: [{ path: 'idleRule' }] });
    expect((await bind(fitting)).status).toBe(200);
    const { data: models } = await app.admin('GET', '/workflow/models/page?key=fitting');
    const tree = { type: 'start', id: 'start', next: by('keeper') };
    const model = models.data.find(({ key }: { key: string }) => key === 'fitting');
    await app.admin('PUT', `/workflow/models/${model.id}`, { key: 'fitting', name: '费用申请', kind: 'simple', tree, version: 0 });
    expect(await app.admin('POST', `/workflow/models/${model.id}/publish`, { version: 1 })).toMatchObject({
      status: 422,
      msg: expect.stringContaining('keeper'),
    });
    const types = (await app.admin('GET', '/workflow/business/types')).data;
    expect(types).toContainEqual(expect.objectContaining({ code: 'workflow.request', withoutApproval: null }));
  });

  it('say when the starter may take it back, and what approvers read', async () => {
    const two = await published(
      'two',
      one('n1', { kind: 'user', ids: [leader.id] }, { next: one('n2', { kind: 'user', ids: [clerk.id] }) }),
    );
    const bind = (businessCode: string, cancelRule: string) =>
      app.admin(
        'POST',
        '/workflow/business',
        settings({ businessCode, processDefinitionId: two, cancelRule, messageTemplate: '{nickname}请您审批“{title}”' }),
      );
    await bind('8191', 'first');
    await bind('8192', 'never');
    const cancel = (instance: string) => staff.call('DELETE', `/workflow/instances/delete/${instance}`);
    const never = await flow.submitted(staff, '8192', { title: '甲' });
    expect(await cancel(never.instance)).toMatchObject({ status: 422, error: 'rule.broken' });
    const messages = await app.database.db.selectFrom('sysMessage').select('text').where('accountId', '=', leader.id).execute();
    expect(messages.map(({ text }) => text)).toContainEqual(expect.stringMatching(/请您审批“甲”$/));
    const early = await flow.submitted(staff, '8191');
    expect((await cancel(early.instance)).status).toBe(200);
    const late = await flow.submitted(staff, '8191');
    await flow.approve(leader, late.instance);
    expect(await cancel(late.instance)).toMatchObject({ status: 422, msg: expect.stringContaining('已有人审批') });
  });
});
