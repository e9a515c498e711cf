import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testFlow, type Person } from './test-flow.ts';

const app = startApp();
const flow = testFlow(app);
let staff!: Person;
let people: Person[] = [];
const step = (id: string, who: readonly Person[], more: object = {}) => ({
  type: 'approve',
  id,
  name: `节点${id}`,
  who: [{ kind: 'user', ids: who.map((one) => one.id) }],
  mode: 'any',
  next: null,
  ...more,
});
const add = (who: Person, instance: string, order: string, ...added: Person[]) =>
  flow.act(who, instance, { action: 'addSign', order, userIds: added.map(({ id }) => id), message: '请一起看' });
const holders = async (instance: string) => {
  const open = await Promise.all(people.map(async (each, n) => ((await flow.todo(each, instance)).length > 0 ? [n] : [])));
  return open.flat();
};
const waiting = async (who: Person, instance: string) => (await who.call('GET', `/workflow/instances/${instance}/detail`)).data.waiting;
const actions = async (instance: string) =>
  (await staff.call('GET', `/workflow/instances/${instance}/history`)).data.map(({ action }: { action: string }) => action);

beforeAll(async () => {
  staff = await flow.person();
  people = await Promise.all(Array.from({ length: 5 }, () => flow.person()));
});

describe('加签', () => {
  it('before: others decide first, then the task comes back; the trail names them', async () => {
    const [a, , x, y] = people as [Person, Person, Person, Person];
    const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', people.slice(0, 2))));
    expect((await add(a, instance, 'before', x, y)).status).toBe(200);
    expect(await holders(instance)).toEqual([2, 3]);
    expect(await waiting(staff, instance)).toMatchObject([
      { assigneeId: x.id, addedBy: a.id, isPending: false, mayRemove: false },
      { assigneeId: y.id, addedBy: a.id, isPending: false },
    ]);
    await flow.approve(x, instance);
    await flow.approve(y, instance);
    expect(await holders(instance)).toEqual([0]);
    await flow.approve(a, instance);
    expect(await flow.status(staff, id)).toBe('4');
    expect(await actions(instance)).toEqual(['提交', '前加签', '同意', '同意', '同意']);
    const { data: trail } = await staff.call('GET', `/workflow/instances/${instance}/history`);
    expect(trail[1].opinion).toMatch(/、.+：请一起看$/);
  });

  it('keeps the opinion that was begun until the task is decided', async () => {
    const [a, , x] = people as [Person, Person, Person];
    const { instance } = await flow.submitted(staff, await flow.business(step('n1', [a], { next: step('n2', [a]) })));
    const draft = async () => {
      const [task] = await flow.todo(a, instance);
      return (await a.call('GET', `/workflow/tasks/${task!.id}/actions`)).data.draft;
    };
    const [task] = await flow.todo(a, instance);
    await a.call('PUT', `/workflow/tasks/${task!.id}/draft`, { text: '先写一半' });
    await add(a, instance, 'before', x);
    await flow.approve(x, instance);
    expect(await draft()).toMatchObject({ text: '先写一半' });
    await add(a, instance, 'beside', x);
    expect(await draft()).toMatchObject({ text: '先写一半' });
    await flow.approve(x, instance);
    await flow.approve(a, instance);
    // the same execution goes on to the next node, which has no opinion yet
    expect(await flow.todo(a, instance)).toMatchObject([{ taskDefinitionKey: 'n2' }]);
    expect(await draft()).toBeNull();
  });

  it('after and beside, and whoever waits for it is seen before', async () => {
    const [a, , x, y] = people as [Person, Person, Person, Person];
    const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', [a])));
    await add(a, instance, 'after', x);
    await add(a, instance, 'beside', y);
    expect(await holders(instance)).toEqual([0, 3]);
    expect(await waiting(a, instance)).toMatchObject([
      { assigneeId: a.id, addedBy: null },
      { assigneeId: y.id, mayRemove: true },
      { assigneeId: x.id, isPending: true, mayRemove: true },
    ]);
    await flow.approve(a, instance);
    expect(await holders(instance)).toEqual([2, 3]);
    await flow.approve(y, instance);
    expect(await flow.status(staff, id)).toBe('3');
    await flow.approve(x, instance);
    expect(await flow.status(staff, id)).toBe('4');
  });

  it('会签 and 依次: an added person decides too', async () => {
    const [a, b, x] = people as [Person, Person, Person];
    for (const mode of ['all', 'sequence']) {
      const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', [a, b], { mode })));
      await add(a, instance, 'beside', x);
      expect(await holders(instance), mode).toEqual(mode === 'all' ? [0, 1, 2] : [0, 2]);
      for (const each of [a, x, b]) expect((await flow.approve(each, instance)).status, mode).toBe(200);
      expect(await flow.status(staff, id), mode).toBe('4');
    }
  });

  it('票签: the added vote counts, and nobody votes before or after another', async () => {
    const [a, b, x, y] = people as [Person, Person, Person, Person];
    const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', [a, b], { mode: 'ratio', percent: 60 })));
    expect(await add(a, instance, 'before', x)).toMatchObject({ status: 422, error: 'rule.broken' });
    await add(a, instance, 'beside', x, y);
    await flow.approve(a, instance);
    await flow.approve(x, instance);
    expect(await flow.status(staff, id)).toBe('3');
    await flow.approve(y, instance);
    expect(await flow.status(staff, id)).toBe('4');
    expect(await holders(instance)).toEqual([]);
  });

  it('不同意 of one who was added ends the approval and takes the others away', async () => {
    const [a, , x, y] = people as [Person, Person, Person, Person];
    for (const order of ['before', 'beside', 'after']) {
      const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', [a], { next: step('n2', [y]) })));
      await add(a, instance, order, x, y);
      if (order === 'after') await flow.approve(a, instance);
      expect((await flow.approve(x, instance, false)).status, order).toBe(200);
      expect(await flow.status(staff, id), order).toBe('5');
      expect(await holders(instance), order).toEqual([]);
    }
  });

  it('不同意 of the one who added takes the added away; a return does too', async () => {
    const [a, , x] = people as [Person, Person, Person];
    const refused = await flow.submitted(staff, await flow.business(step('n1', [a])));
    await add(a, refused.instance, 'beside', x);
    await flow.approve(a, refused.instance, false);
    expect([await flow.status(staff, refused.id), await holders(refused.instance)]).toEqual(['5', []]);
    const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', [a])));
    await add(a, instance, 'before', x);
    await flow.act(x, instance, { action: 'return', to: 'start', mode: 'again', message: '请修改' });
    expect([await flow.status(staff, id), await holders(instance)]).toEqual(['2', []]);
    await staff.call('POST', `/workflow/requests/${id}/submit`, {});
    expect(await holders(instance)).toEqual([0]);
  });

  it('refuses the starter, oneself, whoever is asked already, nobody, and accounts that cannot', async () => {
    const [a, b, x] = people as [Person, Person, Person];
    const gone = await flow.person();
    await app.node.app.db.updateTable('sysUser').set({ status: '0' }).where('id', '=', gone.id).execute();
    const { instance } = await flow.submitted(staff, await flow.business(step('n1', [a, b], { mode: 'all' })));
    expect(await add(a, instance, 'before', staff)).toMatchObject({ status: 422 });
    expect(await add(a, instance, 'before', gone)).toMatchObject({ status: 400, error: 'input.invalid' });
    expect(await add(a, instance, 'before', a)).toMatchObject({ status: 422 });
    expect(await add(a, instance, 'before', b)).toMatchObject({ status: 422, msg: expect.stringContaining('已在该节点') });
    expect(await add(a, instance, 'before')).toMatchObject({ status: 400, error: 'input.invalid' });
    expect(await flow.act(a, instance, { action: 'addSign', userIds: [x.id] })).toMatchObject({ status: 400 });
    await add(a, instance, 'after', x);
    expect(await add(a, instance, 'after', x)).toMatchObject({ status: 422 });
    expect(await holders(instance)).toEqual([0, 1]);
  });

  it('one who takes a task of several by 加签 keeps it', async () => {
    const [a, b, x] = people as [Person, Person, Person];
    const { instance } = await flow.submitted(staff, await flow.business(step('n1', [a, b])));
    await add(a, instance, 'beside', x);
    expect(await holders(instance)).toEqual([0, 2]);
    expect(await flow.todo(b, instance)).toEqual([]);
  });
});

describe('减签', () => {
  const open = async (who: Person, instance: string) => (await flow.todo(who, instance))[0]!;
  const remove = (who: Person, task: string, more: object = {}) =>
    who.call('POST', `/workflow/tasks/execute/${task}`, { action: 'removeSign', ...more });

  it('by who added, of people who are asked and of people who will be', async () => {
    const [a, , x, y] = people as [Person, Person, Person, Person];
    const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', [a])));
    await add(a, instance, 'before', x);
    const task = await open(x, instance);
    expect(await remove(x, task.id)).toMatchObject({ status: 422, error: 'task.notYours' });
    expect(await remove(people[4]!, task.id)).toMatchObject({ status: 404 });
    expect((await remove(a, task.id)).status).toBe(200);
    expect(await holders(instance)).toEqual([0]);
    await add(a, instance, 'after', x, y);
    const own = await open(a, instance);
    expect((await remove(a, own.id, { userIds: [x.id] })).status).toBe(200);
    expect(await remove(a, own.id, { userIds: [x.id] })).toMatchObject({ status: 422 });
    expect(await remove(a, own.id)).toMatchObject({ status: 422, error: 'task.notYours' });
    await flow.approve(a, instance);
    expect(await holders(instance)).toEqual([3]);
    await remove(a, (await open(y, instance)).id);
    expect(await flow.status(staff, id)).toBe('4');
    expect(await actions(instance)).toEqual(['提交', '前加签', '减签', '后加签', '减签', '同意', '减签']);
  });

  it('of one more in 会签', async () => {
    const [a, b, x] = people as [Person, Person, Person];
    const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', [a, b], { mode: 'all' })));
    await add(a, instance, 'beside', x);
    await flow.approve(a, instance);
    await flow.approve(b, instance);
    await remove(a, (await open(x, instance)).id);
    expect(await flow.status(staff, id)).toBe('4');
  });
});
