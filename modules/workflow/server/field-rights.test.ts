import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { testFlow, type Person } from './test-flow.ts';

const app = startApp();
const flow = testFlow(app);
let staff!: Person;
let a!: Person;
let b!: Person;
const node = (id: string, person: Person, more: object = {}) => ({
  type: 'approve',
  id,
  name: `节点${id}`,
  who: [{ kind: 'user', ids: [person.id] }],
  mode: 'any',
  next: null,
  ...more,
});
beforeAll(async () => {
  [staff, a, b] = await Promise.all([flow.person(), flow.person(), flow.person()]);
});

describe('fields of a node', () => {
  const detail = async (person: Person, instance: string) => (await person.call('GET', `/workflow/instances/${instance}/detail`)).data;
  const complete = (person: Person, instance: string, fields: object) =>
    flow.act(person, instance, { action: 'complete', message: '核定', fields, variables: { approved: true } });

  it('hidden ones do not leave the server for those who decide there', async () => {
    const { instance } = await flow.submitted(
      staff,
      await flow.business(node('n1', a, { fields: { amount: 'hide' }, next: node('n2', b) })),
    );
    const seen = await a.call('GET', `/workflow/instances/${instance}/detail`);
    expect(JSON.stringify(seen.data)).not.toContain('100.00');
    expect(seen.data.fields.map(({ name }: { name: string }) => name)).toEqual(['title', 'text', 'files']);
    expect((await detail(staff, instance)).snapshot.amount).toBe('100.00');
    await flow.approve(a, instance);
    expect((await detail(b, instance)).snapshot.amount).toBe('100.00');
    expect((await detail(a, instance)).snapshot).not.toHaveProperty('amount');
  });

  it('only editable ones are changed, and the change stands in record, snapshot, trail and process', async () => {
    const high = { id: 'b1', name: '大额', condition: '${amount >= 5000}', next: node('n2', b) };
    const fork = {
      type: 'exclusive',
      id: 'g',
      name: '',
      branches: [high, { id: 'b2', name: '其他', condition: null, next: null }],
      next: null,
    };
    const code = await flow.business(node('n1', a, { fields: { amount: 'edit', text: 'hide' }, next: fork }));
    const { id, instance } = await flow.submitted(staff, code);
    for (const fields of [{ title: '改' }, { text: '改' }, { flowStatus: '4' }, { amount: 'viel' }])
      expect(await complete(a, instance, fields), JSON.stringify(fields)).toMatchObject({ status: 400, error: 'input.invalid' });
    expect(await flow.status(staff, id)).toBe('3');
    expect((await complete(a, instance, { amount: '8000' })).status).toBe(200);
    expect((await staff.call('GET', `/workflow/requests/${id}`)).data.amount).toBe('8000.00');
    const shown = await detail(b, instance);
    expect(shown.snapshot.amount).toBe('8000.00');
    expect(shown.trail[1].changes).toEqual([{ field: 'amount', label: '金额', before: '100.00', after: '8000.00' }]);
    await flow.approve(b, instance);
    expect(await flow.status(staff, id)).toBe('4');
  });

  it('are hidden as well from whom an approver mentions who does not see them', async () => {
    const c = await flow.person();
    const code = await flow.business(node('n1', a, { fields: { amount: 'hide' }, next: node('n2', b) }));
    const { instance } = await flow.submitted(staff, code, { amount: '777.31' });
    const mention = (by: Person) => by.call('POST', `/workflow/instances/${instance}/comments`, { text: '请看', userIds: [c.id] });
    expect((await mention(a)).status).toBe(200);
    const seen = await c.call('GET', `/workflow/instances/${instance}/detail`);
    expect(seen.status).toBe(200);
    expect(JSON.stringify(seen.data)).not.toContain('777.31');
    // who sees the field may show it
    expect((await mention(staff)).status).toBe(200);
    expect((await detail(c, instance)).snapshot.amount).toBe('777.31');
  });

  it('changes of hidden fields are not told', async () => {
    const code = await flow.business(node('n1', a, { fields: { amount: 'edit' }, next: node('n2', b, { fields: { amount: 'hide' } }) }));
    const { instance } = await flow.submitted(staff, code);
    await complete(a, instance, { amount: '777.31' });
    const { data } = await b.call('GET', `/workflow/instances/${instance}/history`);
    expect(JSON.stringify(data)).not.toContain('777.31');
    expect(data[1].changes).toEqual([]);
  });
});

describe('files of a hidden field', () => {
  const upload = async ({ call }: Person): Promise<string> =>
    (await call('POST', '/file/files/uploadImg', ...multipart('合同.txt', Buffer.from('x')))).data.fileName;
  const opens = async ({ call }: Person, fileName: string) => (await call('GET', `/file/fileView/${fileName}`)).status === 200;

  it('are opened by those alone who see the field, also after they were replaced', async () => {
    const code = await flow.business(node('n1', a, { fields: { files: 'hide' }, next: node('n2', b) }));
    const [first, second] = [await upload(staff), await upload(staff)];
    const { id, instance } = await flow.submitted(staff, code, { files: first });
    expect([await opens(a, first), await opens(staff, first)]).toEqual([false, true]);
    await flow.act(a, instance, { action: 'return', to: 'start', mode: 'again', message: '请补充' });
    const { data } = await staff.call('GET', `/workflow/requests/${id}`);
    const { version, businessCode, title } = data;
    expect((await staff.call('PUT', `/workflow/requests/${id}`, { version, businessCode, title, files: second })).status).toBe(200);
    expect((await staff.call('POST', `/workflow/requests/${id}/submit`, {})).status).toBe(200);
    expect([await opens(a, first), await opens(a, second)]).toEqual([false, false]);
    await flow.approve(a, instance);
    expect([await opens(a, second), await opens(b, second), await opens(b, first)]).toEqual([false, true, true]);
  });

  it('that somebody also attached to an opinion are open to all parties', async () => {
    const code = await flow.business(node('n1', a, { fields: { files: 'hide' }, next: node('n2', b) }));
    const file = await upload(staff);
    const { instance } = await flow.submitted(staff, code, { files: file });
    expect(await opens(a, file)).toBe(false);
    await staff.call('POST', `/workflow/instances/${instance}/comments`, { text: '请看附件', files: file });
    expect(await opens(a, file)).toBe(true);
  });
});

it('修改并提交: the starter corrects what came back in his task and submits it in one go', async () => {
  const code = await flow.business(node('n1', a));
  const { id, instance } = await flow.submitted(staff, code);
  await flow.act(a, instance, { action: 'return', to: 'start', mode: 'again', message: '金额不对' });
  const [task] = await flow.todo(staff, instance);
  const { data: may } = await staff.call('GET', `/workflow/tasks/${task!.id}/actions`);
  expect(may.fields).toEqual({ title: 'edit', text: 'edit', amount: 'edit', files: 'edit' });
  const submit = (fields: object) => flow.act(staff, instance, { action: 'complete', message: '已改', fields });
  for (const fields of [{ flowStatus: '4' }, { amount: 'viel' }, { title: '' }])
    expect(await submit(fields), JSON.stringify(fields)).toMatchObject({ status: 400, error: 'input.invalid' });
  expect(await flow.status(staff, id)).toBe('2');
  expect((await submit({ amount: '80.00' })).data.flowStatus).toBe('3');
  const { data } = await a.call('GET', `/workflow/instances/${instance}/detail`);
  expect(data.snapshot).toMatchObject({ title: 't', amount: '80.00' });
  expect(data.trail.at(-1)).toMatchObject({
    action: '重新提交',
    opinion: '已改',
    changes: [{ field: 'amount', before: '100.00', after: '80.00' }],
  });
  expect((await flow.approve(a, instance)).data.flowStatus).toBe('4');
});

it('随机一人: one of them is asked', async () => {
  const code = await flow.business(node('n1', a, { mode: 'random', who: [{ kind: 'user', ids: [a.id, b.id] }] }));
  const { id, instance } = await flow.submitted(staff, code);
  const open = [await flow.todo(a, instance), await flow.todo(b, instance)];
  expect(open.flat()).toHaveLength(1);
  await flow.approve(open[0]!.length > 0 ? a : b, instance);
  expect(await flow.status(staff, id)).toBe('4');
});
