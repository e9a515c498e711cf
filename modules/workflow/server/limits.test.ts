import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { SET_VARIABLE } from '../contract/approval.ts';
import { faultsOfInstance } from './check.ts';
import { testFlow, type Person } from './test-flow.ts';

const app = startApp();
const flow = testFlow(app);
let staff!: Person;
let anna!: Person;
const step = (id: string, who: readonly object[], more: object = {}) => ({
  type: 'approve',
  id,
  name: `节点${id}`,
  who,
  mode: 'any',
  next: null,
  ...more,
});
const user = (...ids: readonly string[]) => ({ kind: 'user', ids });
const db = () => app.database.db;
const sound = async (instance: string) => expect(await faultsOfInstance(app.node.app, instance)).toEqual([]);
const openOf = (instance: string) =>
  db().selectFrom('flowTask').select(['id', 'assigneeId']).where('instanceId', '=', instance).where('state', '=', 'todo').execute();

beforeAll(async () => {
  [staff, anna] = [await flow.person(), await flow.person()];
});

describe('a process that is too much', () => {
  it('because it goes round without a person is refused when it is submitted, and nothing is left of it', async () => {
    // what changes nothing on its way is refused when it is published
    const service = JSON.stringify({ service: SET_VARIABLE, params: { variable: 'rounds', value: '${amount}' } }).replaceAll('"', '&quot;');
    const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t">
      <process id="round" name="绕圈" isExecutable="true"><startEvent id="s"/><exclusiveGateway id="a" default="back"/><serviceTask id="b" xmlns:dp="http://databrain.cn/bpmn" dp:service="${service}"/><userTask id="u" name="审批" flowable:assignee="${anna.id}"/><endEvent id="e"/>
      <sequenceFlow id="f1" sourceRef="s" targetRef="a"/><sequenceFlow id="back" sourceRef="a" targetRef="b"/><sequenceFlow id="f3" sourceRef="b" targetRef="a"/>
      <sequenceFlow id="f4" sourceRef="a" targetRef="u"><conditionExpression>\${amount &lt; 0}</conditionExpression></sequenceFlow><sequenceFlow id="f5" sourceRef="u" targetRef="e"/></process></definitions>`;
    const { data } = await app.admin('POST', '/workflow/definitions/import/file', ...multipart('r.bpmn', Buffer.from(xml)));
    const id = await flow.request(staff, await flow.configure(data.definitionId));
    expect(await staff.call('POST', `/workflow/requests/${id}/submit`, {})).toMatchObject({
      status: 422,
      error: 'rule.broken',
      msg: '流程在没有人工节点的环路中无法停止，请检查模型',
    });
    expect(await flow.status(staff, id)).toBe('1');
    expect(await db().selectFrom('flowInstance').select('id').where('businessKey', '=', id).execute()).toEqual([]);
  });

  it('because of what somebody brings along is refused with a sentence, at once and in the sum', async () => {
    const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', [user(anna.id)], { next: null })));
    const agree = (size: number, name: string) =>
      flow.act(anna, instance, { action: 'complete', variables: { approved: true, [name]: 'x'.repeat(size) } });
    expect(await agree(5_000_000, 'much')).toMatchObject({
      status: 413,
      error: 'input.tooLarge',
      msg: expect.stringMatching(/\p{Script=Han}/u),
    });
    expect(await flow.status(staff, id)).toBe('3');
    await sound(instance);
    const chain = Array.from({ length: 8 }, (_, n) => `c${n}`).reduceRight<object | null>(
      (next, node) => step(node, [user(anna.id)], { next }),
      null,
    );
    const long = await flow.submitted(staff, await flow.business(chain));
    const answers = [];
    for (let n = 0; n < 8; n += 1) {
      const [task] = await flow.todo(anna, long.instance);
      const body = { action: 'complete', variables: { approved: true, [`part${n}`]: 'x'.repeat(900_000) } };
      answers.push(await anna.call('POST', `/workflow/tasks/execute/${task!.id}`, body));
    }
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const each of refused)
      expect(each).toMatchObject({ status: 422, error: 'rule.broken', msg: '流程数据不能超过 5 MB，请减少变量的内容' });
    await sound(long.instance);
    expect((await flow.approve(anna, long.instance)).status).toBe(200);
  });
});

describe('a process that is large', () => {
  it('会签 of 1,000 people asks each of them; one who refuses takes all of it away', async () => {
    const made = await db()
      .insertInto('sysUser')
      .values(
        Array.from({ length: 997 }, (_, n) => ({
          id: `crowd${n}`,
          username: `crowd${n}`,
          nickname: `员工${n}`,
          passwordHash: 'none',
          status: '1',
        })),
      )
      .returning('id')
      .execute();
    const three = await Promise.all([flow.person(), flow.person(), flow.person()]);
    const ids = [...three, ...made].map(({ id }) => id);
    const who = [0, 200, 400, 600, 800].map((from) => user(...ids.slice(from, from + 200)));
    const { id, instance } = await flow.submitted(staff, await flow.business(step('n1', who, { mode: 'all' })));
    expect(new Set((await openOf(instance)).map(({ assigneeId }) => assigneeId)).size).toBe(1_000);
    expect((await flow.approve(three[0]!, instance)).status).toBe(200);
    expect((await flow.approve(three[1]!, instance)).status).toBe(200);
    expect(await openOf(instance)).toHaveLength(998);
    await sound(instance);
    expect((await flow.approve(three[2]!, instance, false)).status).toBe(200);
    expect(await flow.status(staff, id)).toBe('5');
    expect(await openOf(instance)).toEqual([]);
    await sound(instance);
  });

  it('200 nodes are published, tracked and passed, also when all others pass by themselves', async () => {
    const chain = (more: object) =>
      Array.from({ length: 200 }, (_, n) => `c${n}`).reduceRight<object | null>(
        (next, node) => step(node, [user(anna.id)], { next, ...more }),
        null,
      );
    const { instance } = await flow.submitted(staff, await flow.business(chain({})));
    await flow.approve(anna, instance);
    expect((await flow.todo(anna, instance))[0]).toMatchObject({ taskDefinitionKey: 'c1' });
    const { data } = await staff.call('GET', `/workflow/instances/track?processInstanceId=${instance}`);
    expect(data.nodes.filter(({ kind }: { kind: string }) => kind === 'userTask')).toHaveLength(200);
    await sound(instance);
    const quick = await flow.submitted(staff, await flow.business(chain({ repeated: 'any' })));
    expect((await flow.approve(anna, quick.instance)).data.flowStatus).toBe('4');
    await sound(quick.instance);
  });
});

describe('a new version without the node where 1,000 approvals wait', () => {
  const COUNT = 1_000;
  /** Copies of an instance with everything that is stored of it. */
  async function copies(instance: string): Promise<void> {
    const others = sql`generate_series(2, ${COUNT}) n`;
    const copied = async (table: string, changed: Readonly<Record<string, unknown>>, where: string) => {
      const { rows } = await sql<{
        name: string;
      }>`select column_name as name from information_schema.columns where table_name = ${table}`.execute(db());
      const columns = rows.map(({ name }) => name);
      const values = columns.map((name) => (name in changed ? sql`${sql.ref(name)} || '_' || n` : sql.ref(name)));
      await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
        select ${sql.join(values)} from ${sql.table(table)}, ${others} where ${sql.ref(where)} = ${where === 'id' && table === 'flow_request' ? record : instance}`.execute(
        db(),
      );
    };
    const { businessKey: record } = await db()
      .selectFrom('flowInstance')
      .select('businessKey')
      .where('id', '=', instance)
      .executeTakeFirstOrThrow();
    await copied('flow_request', { id: 1, process_instance_id: 1 }, 'id');
    await copied('flow_instance', { id: 1, business_key: 1 }, 'id');
    await copied('flow_task', { id: 1, instance_id: 1 }, 'instance_id');
    await copied('flow_history', { instance_id: 1 }, 'instance_id');
  }

  it('stays with them on the old one; a mapping takes all of them over, or none', async () => {
    const tree = (first: string) => ({
      type: 'start',
      id: 'start',
      next: step(first, [user(anna.id)], { next: step('n9', [user(anna.id)]) }),
    });
    const { data: model } = await app.admin('POST', '/workflow/models', {
      key: 'thousand',
      name: '千个',
      kind: 'simple',
      tree: tree('n1'),
    });
    const first = await app.admin('POST', `/workflow/models/${model.id}/publish`, { version: 0 });
    const one = await flow.submitted(staff, await flow.configure(first.data.definitionId));
    await copies(one.instance);
    await app.admin('PUT', `/workflow/models/${model.id}`, {
      ...(await app.admin('GET', `/workflow/models/${model.id}`)).data,
      tree: tree('m1'),
    });
    const { data: second } = await app.admin('POST', `/workflow/models/${model.id}/publish`, { version: 1 });
    const versions = () =>
      db()
        .selectFrom('flowInstance')
        .select(['definitionId', sql<number>`count(*)::int`.as('n')])
        .where('definitionId', 'in', [first.data.definitionId, second.definitionId])
        .groupBy('definitionId')
        .execute();
    const migrate = (body: object) => app.admin('POST', `/workflow/definitions/${String(second.definitionId)}/migrate`, body);
    expect(await versions()).toEqual([{ definitionId: first.data.definitionId, n: COUNT }]);
    const refused = await migrate({ mapping: {} });
    expect([refused.status, refused.data.length]).toEqual([422, COUNT]);
    expect(await versions()).toEqual([{ definitionId: first.data.definitionId, n: COUNT }]);
    expect(await migrate({ mapping: { n1: 'm1' } })).toMatchObject({ status: 200, data: { migrated: COUNT } });
    expect(await versions()).toEqual([{ definitionId: second.definitionId, n: COUNT }]);
    const tasks = await db()
      .selectFrom('flowTask as t')
      .innerJoin('flowInstance as i', 'i.id', 't.instanceId')
      .select(['t.nodeKey', sql<number>`count(*)::int`.as('n')])
      .where('i.definitionId', '=', second.definitionId)
      .where('t.state', '=', 'todo')
      .groupBy('t.nodeKey')
      .execute();
    expect(tasks).toEqual([{ nodeKey: 'm1', n: COUNT }]);
    const some = [one.instance, `${one.instance}_2`, `${one.instance}_500`, `${one.instance}_1000`];
    for (const each of some) await sound(each);
    for (let n = 0; n < 2; n += 1) {
      const [task] = await openOf(one.instance);
      await anna.call('POST', `/workflow/tasks/execute/${task!.id}`, { action: 'complete', variables: { approved: true } });
    }
    expect(await flow.status(staff, one.id)).toBe('4');
    await sound(one.instance);
  });
});
