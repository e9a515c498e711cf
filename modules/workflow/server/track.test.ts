import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { testFlow, type Person } from './test-flow.ts';

const app = startApp();
const flow = testFlow(app);
let staff!: Person;
let a!: Person;
let b!: Person;
let c!: Person;
const by = (person: Person) => [{ kind: 'user', ids: [person.id] }];
const step = (id: string, person: Person, more: object = {}) => ({
  type: 'approve',
  id,
  name: `节点${id}`,
  who: by(person),
  mode: 'any',
  next: null,
  ...more,
});
const nickname = async ({ id }: Person) =>
  (await app.database.db.selectFrom('sysUser').select('nickname').where('id', '=', id).executeTakeFirstOrThrow()).nickname;
const track = async (instance: string) => (await staff.call('GET', `/workflow/instances/track?processInstanceId=${instance}`)).data;
const states = async (instance: string) =>
  Object.fromEntries((await track(instance)).nodes.map(({ id, state }: { id: string; state: string }) => [id, state]));

beforeAll(async () => {
  [staff, a, b, c] = await Promise.all([flow.person(), flow.person(), flow.person(), flow.person()]);
});

describe('流程跟踪', () => {
  const split = (low: unknown) => ({
    type: 'exclusive',
    id: 'g',
    name: '金额',
    branches: [
      { id: 'high', name: '大额', condition: '${amount >= 1000}', next: step('n2', b) },
      { id: 'low', name: '其他', condition: null, next: low },
    ],
    next: step('n4', c),
  });

  it('tells of every node how it stands, who did what there and for how long, and which flows were taken', async () => {
    const code = await flow.business(step('n1', a, { next: split(step('n3', c)) }));
    const { instance } = await flow.submitted(staff, code);
    expect(await states(instance)).toMatchObject({ start: 'done', n1: 'now', n2: 'next', n4: 'next' });
    await flow.act(a, instance, { action: 'complete', message: '金额不大', variables: { approved: true } });
    expect(await states(instance)).toMatchObject({ n1: 'done', g: 'done', n2: 'skipped', n3: 'now', n4: 'next' });
    const { nodes, flows, tree } = await track(instance);
    const first = nodes.find(({ id }: { id: string }) => id === 'n1');
    expect(first).toMatchObject({ isOverdue: false, visits: [{ person: await nickname(a), result: 'approved', opinion: '金额不大' }] });
    expect(first.visits[0].endTime).not.toBeNull();
    expect(flows.filter(({ id }: { id: string }) => ['high', 'low'].includes(id))).toMatchObject([
      { id: 'high', taken: false },
      { id: 'low', taken: true },
    ]);
    expect(tree).toMatchObject({ type: 'start', next: { id: 'n1', next: { type: 'exclusive' } } });
    await app.database.db
      .updateTable('flowTask')
      .set({ dueTime: new Date(Date.now() - 1000) })
      .where('instanceId', '=', instance)
      .where('state', '=', 'todo')
      .execute();
    expect((await track(instance)).nodes.find(({ id }: { id: string }) => id === 'n3')).toMatchObject({ isOverdue: true });
    // sent back: what has to be walked again is not done any more
    await flow.act(c, instance, { action: 'return', to: 'start', mode: 'again', message: '请补充' });
    expect(await states(instance)).toMatchObject({ start: 'now', n1: 'next', n3: 'returned', n4: 'next' });
  });

  it('forecasts by the record: the branch that its conditions choose, copies with their people, every branch of a parallel fork', async () => {
    const copy = { type: 'copy', id: 'k', name: '抄送财务', who: by(b), next: step('n5', c) };
    const both = {
      type: 'parallel',
      id: 'p',
      name: '',
      branches: [
        { id: 'p1', name: '', condition: null, next: step('n6', b) },
        { id: 'p2', name: '', condition: null, next: step('n7', c) },
      ],
      next: null,
    };
    const code = await flow.business(step('n1', a, { next: { ...split(copy), next: both } }));
    const { instance } = await flow.submitted(staff, code);
    const names = await Promise.all([b, c].map(nickname));
    const [bName, cName] = names;
    expect((await track(instance)).forecast).toEqual([
      { id: 'k', name: '抄送财务', kind: 'copy', people: [bName], note: null, isConditional: false },
      { id: 'n5', name: '节点n5', kind: 'task', people: [cName], note: null, isConditional: false },
      { id: 'n6', name: '节点n6', kind: 'task', people: [bName], note: null, isConditional: false },
      { id: 'n7', name: '节点n7', kind: 'task', people: [cName], note: null, isConditional: false },
    ]);
    await flow.approve(a, instance);
    const { nodes } = await track(instance);
    expect(nodes.find(({ id }: { id: string }) => id === 'k')).toMatchObject({
      state: 'done',
      visits: [{ person: bName, result: 'copied' }],
    });
  });

  it('a branch that a field decides which the approver may still change is 视条件', async () => {
    const code = await flow.business(step('n1', a, { fields: { amount: 'edit' }, next: split(step('n3', c)) }));
    const { instance } = await flow.submitted(staff, code);
    expect(
      (await track(instance)).forecast.map(({ id, isConditional }: { id: string; isConditional: boolean }) => [id, isConditional]),
    ).toEqual([
      ['n2', true],
      ['n3', true],
      ['n4', false],
    ]);
  });

  it('tells how far 会签 is', async () => {
    const all = { ...step('n1', a), who: [{ kind: 'user', ids: [a.id, b.id, c.id] }], mode: 'all' };
    const { instance } = await flow.submitted(staff, await flow.business({ ...all, next: step('n2', a) }));
    const progress = async () => (await track(instance)).nodes.find(({ id }: { id: string }) => id === 'n1').progress;
    expect(await progress()).toEqual({ done: 0, total: 3 });
    await flow.approve(b, instance);
    expect(await progress()).toEqual({ done: 1, total: 3 });
    await flow.approve(a, instance);
    await flow.approve(c, instance);
    expect(await progress()).toEqual({ done: 3, total: 3 });
    expect((await track(instance)).nodes.find(({ id }: { id: string }) => id === 'n2').progress).toBeNull();
  });

  it('opens a called process with its own diagram, states and people; another process is not found', async () => {
    const tree = { type: 'start', id: 'start', next: step('n1', b, { next: step('n5', c) }) };
    const { data: model } = await app.admin('POST', '/workflow/models', { key: 'called_track', name: '付款', kind: 'simple', tree });
    await app.admin('POST', `/workflow/models/${model.id}/publish`, { version: 0 });
    const call = { type: 'call', id: 'call', name: '付款流程', process: 'called_track', inherits: true, inputs: [], outputs: [] };
    const { instance } = await flow.submitted(staff, await flow.business(step('n1', a, { next: { ...call, next: step('n3', c) } })));
    const inside = async () =>
      (await staff.call('GET', `/workflow/instances/track?processInstanceId=${instance}&process=called_track`)).data;
    const called = async () =>
      Object.fromEntries((await inside()).nodes.map(({ id, state }: { id: string; state: string }) => [id, state]));
    expect((await track(instance)).nodes.find(({ id }: { id: string }) => id === 'call')).toMatchObject({
      state: 'next',
      calls: { key: 'called_track', name: '付款' },
    });
    expect(await called()).toMatchObject({ n1: 'next', n5: 'next' });
    await flow.approve(a, instance);
    expect(await states(instance)).toMatchObject({ n1: 'done', call: 'now', n3: 'next' });
    expect(await called()).toMatchObject({ n1: 'now', n5: 'next' });
    expect(await inside()).toMatchObject({ process: { key: 'called_track', name: '付款' }, tree: { next: { id: 'n1' } }, forecast: [] });
    await flow.approve(b, instance);
    expect(await called()).toMatchObject({ n1: 'done', n5: 'now' });
    const first = (await inside()).nodes.find(({ id }: { id: string }) => id === 'n1');
    expect(first.visits).toMatchObject([{ person: await nickname(b), result: 'approved' }]);
    await flow.approve(c, instance);
    expect(await states(instance)).toMatchObject({ call: 'done', n3: 'now' });
    const other = await staff.call('GET', `/workflow/instances/track?processInstanceId=${instance}&process=other`);
    expect(other).toMatchObject({ status: 404, error: 'entity.notFound' });
    const outsider = await flow.person();
    expect((await outsider.call('GET', `/workflow/instances/track?processInstanceId=${instance}&process=called_track`)).status).toBe(404);
  });

  it('says who picks the people of a step when they are not picked yet', async () => {
    const last = step('n2', b, {
      who: [{ kind: 'lastPicks' }],
      next: step('n3', b, { who: [{ kind: 'role', ids: ['nobody'] }], nobody: 'pass' }),
    });
    const code = await flow.business(step('n0', c, { next: step('n1', a, { next: last }) }));
    const { instance } = await flow.submitted(staff, code);
    expect((await track(instance)).forecast).toMatchObject([
      { id: 'n1', people: [await nickname(a)], note: null },
      { id: 'n2', people: [], note: '由上一审批人选择' },
      { id: 'n3', people: [], note: '“节点n3”没有找到审批人，自动通过' },
    ]);
  });
});
