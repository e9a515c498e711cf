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
