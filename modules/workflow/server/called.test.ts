import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { faultsOfInstance } from './check.ts';
import { testFlow, type Person } from './test-flow.ts';

const app = startApp();
const flow = testFlow(app);
let staff!: Person;
let anna!: Person;
let bert!: Person;
let carl!: Person;

beforeAll(async () => {
  [staff, anna, bert, carl] = await Promise.all([flow.person(), flow.person(), flow.person(), flow.person()]);
});

const NS =
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" xmlns:dp="http://databrain.cn/bpmn"';
const task = (id: string, name: string, approval: object) => {
  const settings = JSON.stringify(approval).replaceAll('"', '&quot;');
  return `<userTask id="${id}" name="${name}" dp:approval="${settings}" flowable:candidateUsers="\${approvers_${id}}"/>`;
};
const chain = (process: string, ids: readonly string[]) =>
  ids
    .slice(1)
    .map((id, n) => `<sequenceFlow id="${process}_${n}" sourceRef="${ids[n] ?? ''}" targetRef="${id}"/>`)
    .join('');
const by = (...people: Person[]) => [{ kind: 'user', ids: people.map(({ id }) => id) }];

/** Publishes a process of its own file: ids are told apart within a file only. */
async function imported(name: string, process: string): Promise<string> {
  const xml = `<definitions ${NS}>${process}</definitions>`;
  const { data, msg } = await app.admin('POST', '/workflow/definitions/import/file', ...multipart(`${name}.bpmn`, Buffer.from(xml)));
  if (!data) throw new Error(msg);
  return data.definitionId;
}

describe('nodes of a called process that are named as those of its caller', () => {
  it('have their own people and settings, before and after the call, and the history leads to the same state', async () => {
    const inner = `<process id="called_in"><startEvent id="s"/>${task('n1', '内审', { who: by(bert), isHandling: true })}<endEvent id="e"/>${chain('called_in', ['s', 'n1', 'e'])}</process>`;
    const outer = `<process id="calling"><startEvent id="s"/>${task('n1', '初审', { who: by(anna) })}<callActivity id="c" calledElement="called_in"/>${task('n2', '终审', { who: by(carl) })}<endEvent id="e"/>${chain('calling', ['s', 'n1', 'c', 'n2', 'e'])}</process>`;
    await imported('called_in', inner);
    const code = await flow.configure(await imported('calling', outer));
    const { id, instance } = await flow.submitted(staff, code);
    expect(await flow.todo(anna, instance)).toMatchObject([{ name: '初审', kind: 'approve' }]);
    await flow.approve(anna, instance);
    expect(await flow.todo(anna, instance)).toEqual([]);
    expect(await flow.todo(bert, instance)).toMatchObject([{ name: '内审', kind: 'handle' }]);
    expect(await flow.approve(bert, instance, false)).toMatchObject({ status: 422, msg: '办理节点不能不同意，可以退回' });
    await flow.approve(bert, instance);
    await flow.approve(carl, instance);
    expect(await flow.status(staff, id)).toBe('4');
    expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
  });

  it('of an instance that was begun before names were told apart, the history still leads to its state', async () => {
    const { instance } = await flow.submitted(
      staff,
      await flow.business({ type: 'approve', id: 'n1', name: '审批', who: by(anna), next: null }),
    );
    const own = app.database.db.updateTable('flowHistory').where('instanceId', '=', instance);
    await own.set({ answers: JSON.stringify({ approvers_n1: [anna.id] }) }).execute();
    expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
    await app.database.db.updateTable('flowTask').set({ processKey: null }).where('instanceId', '=', instance).execute();
    expect((await flow.approve(anna, instance)).data.flowStatus).toBe('4');
  });
});

describe('people who are picked for nodes of a called process', () => {
  const picked = (kind: 'starterPicks' | 'lastPicks') => ({ who: [{ kind }] });

  it('are asked for before the submission and by who comes before the call; the steps ahead show them, before and while it runs', async () => {
    const inner = `<process id="picked_in"><startEvent id="s"/>${task('n1', '内审', picked('lastPicks'))}${task('n2', '内复', picked('starterPicks'))}<endEvent id="e"/>${chain('picked_in', ['s', 'n1', 'n2', 'e'])}</process>`;
    const outer = `<process id="picking"><startEvent id="s"/>${task('n1', '初审', { who: by(anna) })}<callActivity id="c" calledElement="picked_in"/>${task('n2', '终审', { who: by(anna), repeated: 'ask' })}<endEvent id="e"/>${chain('picking', ['s', 'n1', 'c', 'n2', 'e'])}</process>`;
    await imported('picked_in', inner);
    const code = await flow.configure(await imported('picking', outer));
    const id = await flow.request(staff, code);
    const submit = (picks: object | null) =>
      picks === null
        ? staff.call('POST', `/workflow/requests/${id}/submit`, {}, { 'flow-submission': 'ask' })
        : staff.call('POST', `/workflow/requests/${id}/submit`, { picks });
    const { data: asked } = await submit(null);
    expect(asked.picks).toEqual([{ node: 'c/n2', name: '内复', picked: [] }]);
    const ids = (steps: { id: string }[]) => steps.map((step) => step.id);
    expect(ids(asked.steps)).toEqual(['n1', 'c/n1', 'c/n2', 'n2']);
    expect(asked.steps[1]).toMatchObject({ name: '内审', people: [], note: '由上一审批人选择' });
    // that of the caller's own node is another one
    expect(await submit({ n2: [bert.id] })).toMatchObject({ status: 400, msg: '请选择“内复”的审批人' });
    const { data } = await submit({ 'c/n2': [bert.id] });
    const instance: string = data.processInstanceId;
    const forecast = async () => (await app.admin('GET', `/workflow/instances/track?processInstanceId=${instance}`)).data.forecast;
    expect(await forecast()).toMatchObject([{ id: 'c/n1' }, { id: 'c/n2', people: [expect.any(String)] }, { id: 'n2' }]);
    const agree = (picks?: object) => flow.act(anna, instance, { action: 'complete', variables: { approved: true }, picks });
    const [first] = await flow.todo(anna, instance);
    expect((await anna.call('GET', `/workflow/tasks/${first!.id}/actions`)).data.picks).toEqual([
      { node: 'c/n1', name: '内审', picked: [] },
    ]);
    expect(await agree()).toMatchObject({ status: 400, msg: '请选择“内审”的审批人' });
    expect((await agree({ 'c/n1': [carl.id] })).status).toBe(200);
    expect(await flow.todo(carl, instance)).toMatchObject([{ name: '内审' }]);
    expect(ids(await forecast())).toEqual(['c/n2', 'n2']);
    await flow.approve(carl, instance);
    expect(await flow.todo(bert, instance)).toMatchObject([{ name: '内复' }]);
    await flow.approve(bert, instance);
    expect(await flow.todo(anna, instance)).toMatchObject([{ name: '终审' }]);
    await flow.approve(anna, instance);
    expect(await flow.status(staff, id)).toBe('4');
    expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
  });
});

describe('two calls of one process at the same time', () => {
  const publish = async (key: string, next: unknown): Promise<void> => {
    const tree = { type: 'start', id: 'start', next };
    const { data } = await app.admin('POST', '/workflow/models', { key, name: key, kind: 'simple', tree });
    const published = await app.admin('POST', `/workflow/models/${data.id}/publish`, { version: 0 });
    if (published.status !== 200) throw new Error(published.msg);
  };
  const call = (id: string, boss: Person) =>
    `<callActivity id="${id}" calledElement="twice"><extensionElements><flowable:in sourceExpression="\${'${boss.id}'}" target="boss"/></extensionElements></callActivity>`;

  it('keep their approvers, their picks and their votes apart', async () => {
    const vote = { type: 'approve', id: 'v', name: '票签', who: by(anna, bert, carl), mode: 'ratio', percent: 60, next: null };
    const second = { type: 'approve', id: 'n2', name: '复审', who: [{ kind: 'lastPicks' }], mode: 'any', next: vote };
    await publish('twice', {
      type: 'approve',
      id: 'n1',
      name: '初审',
      who: [{ kind: 'expression', expr: '${boss}' }],
      mode: 'any',
      next: second,
    });
    const flowsOf = (pairs: readonly string[]) =>
      pairs.map((pair, n) => `<sequenceFlow id="o${n}" sourceRef="${pair.split('>')[0]!}" targetRef="${pair.split('>')[1]!}"/>`).join('');
    const outer = `<process id="calls_twice"><startEvent id="s"/><parallelGateway id="f"/>${call('c1', anna)}${call('c2', bert)}<parallelGateway id="j"/><endEvent id="e"/>${flowsOf(['s>f', 'f>c1', 'f>c2', 'c1>j', 'c2>j', 'j>e'])}</process>`;
    const code = await flow.configure(await imported('calls_twice', outer));
    const { id, instance } = await flow.submitted(staff, code);
    const only = async (who: Person) => {
      const tasks = await flow.todo(who, instance);
      expect(tasks).toHaveLength(1);
      return tasks[0]!;
    };
    const agree = async (who: Person, task: string, more: object = {}) =>
      expect(
        (await who.call('POST', `/workflow/tasks/execute/${task}`, { action: 'complete', variables: { approved: true }, ...more })).status,
      ).toBe(200);
    expect(await only(anna)).toMatchObject({ taskDefinitionKey: 'n1' });
    await agree(anna, (await only(anna)).id, { picks: { n2: [carl.id] } });
    await agree(bert, (await only(bert)).id, { picks: { n2: [anna.id] } });
    expect(await only(carl)).toMatchObject({ taskDefinitionKey: 'n2' });
    expect(await only(anna)).toMatchObject({ taskDefinitionKey: 'n2' });
    await agree(carl, (await only(carl)).id);
    const first = await app.database.db
      .selectFrom('flowTask')
      .select('activity')
      .where('instanceId', '=', instance)
      .where('nodeKey', '=', 'v')
      .execute();
    await agree(anna, (await flow.todo(anna, instance)).find(({ taskDefinitionKey }) => taskDefinitionKey === 'n2')!.id);
    const votes = await app.database.db
      .selectFrom('flowTask')
      .select(['id', 'assigneeId', 'activity'])
      .where('instanceId', '=', instance)
      .where('nodeKey', '=', 'v')
      .execute();
    const voteOf = (who: Person, isFirst: boolean) =>
      votes.find((task) => task.assigneeId === who.id && (task.activity === first[0]!.activity) === isFirst)!.id;
    expect(votes).toHaveLength(6);
    await agree(anna, voteOf(anna, true));
    await agree(bert, voteOf(bert, false));
    // one of three in each: together they would be enough
    expect(await flow.todo(carl, instance)).toHaveLength(2);
    await agree(carl, voteOf(carl, true));
    expect(await flow.todo(carl, instance)).toHaveLength(1);
    expect(await flow.status(staff, id)).toBe('3');
    await agree(carl, voteOf(carl, false));
    expect(await flow.status(staff, id)).toBe('4');
    expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
  });
});
