import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import type { StartNode, TreeNode } from '../../contract/tree.ts';
import { Tree } from '../../contract/tree.ts';
import { writeTree } from '../../core/tree/write.ts';

const app = startApp();
const PATH = '/workflow/simulations/approvers';
let designer!: Send;
let starter!: string;
let leader!: string;

async function query(sql: string, values: unknown[]): Promise<unknown[]> {
  const client = new pg.Client(app.connection);
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}
const text = (next: unknown) => writeTree({ key: 'p', name: '费用' }, Tree.parse({ type: 'start', id: 'start', next }) satisfies StartNode);
const approve = (id: string, who: object, next: TreeNode | null = null, more: object = {}) => ({
  type: 'approve',
  id,
  name: id,
  who: [who],
  next,
  ...more,
});
const stepsOf = async (next: unknown, variables: object = {}) => {
  const { data, msg } = await designer('POST', PATH, { model: text(next), starter, variables });
  if (!data) throw new Error(msg);
  return data.steps;
};

beforeAll(async () => {
  designer = app.as((await app.make.user({ perms: ['workflow:model:list'] })).token);
  leader = (await app.make.user({})).id;
  const dept = await app.make.dept();
  await query('update sys_dept set leader_id = $1 where id = $2', [leader, dept.id]);
  starter = (await app.make.user({ deptId: dept.id })).id;
});

describe('who would approve', () => {
  it('is found as when it runs, without a row', async () => {
    const [step] = await stepsOf(approve('n1', { kind: 'starterDeptLeader' }));
    expect(step).toMatchObject({ node: 'n1', mode: 'any', people: [{ id: leader }], note: null, reasons: [], picks: null });
    expect(await query('select id from flow_instance union all select id from flow_task', [])).toEqual([]);
  });

  it('is told with the reason when nobody is', async () => {
    const role = await app.make.role({ perms: [] });
    const [step] = await stepsOf(approve('n1', { kind: 'role', ids: [role] }, null, { nobody: 'pass' }));
    expect(step).toMatchObject({ people: [], reasons: ['角色没有成员'] });
    expect(step.note).toContain('自动通过');
    const [form] = await stepsOf(approve('n1', { kind: 'formUser', field: 'keeper' }));
    expect(form.reasons).toEqual(['单据字段 keeper 没有人员']);
    const [filled] = await stepsOf(approve('n1', { kind: 'formUser', field: 'keeper' }), { keeper: leader });
    expect(filled).toMatchObject({ people: [{ id: leader }], reasons: [] });
  });

  it('names the variables that conditions and fields ask for', async () => {
    const next = {
      type: 'exclusive',
      id: 'g',
      branches: [
        { id: 'b1', condition: '${amount > 5 && approved}', next: approve('n1', { kind: 'formUser', field: 'keeper' }) },
        { id: 'b2', next: null },
      ],
      next: null,
    };
    const { data } = await designer('POST', PATH, { model: text(next), starter });
    expect(data.variables).toEqual(['amount', 'keeper']);
    expect(data.nodes.map(({ id }: { id: string }) => id)).toContain('g_join');
  });

  it('is asked for by those who see models', async () => {
    const other = app.as((await app.make.user({ perms: [] })).token);
    expect((await other('POST', PATH, { model: text(null), starter })).status).toBe(403);
    expect((await designer('POST', PATH, { model: text(null), starter: '404' })).status).toBe(400);
    expect((await designer('POST', PATH, { model: '<x/>', starter })).status).toBe(422);
  });
});

describe('a traced simulation', () => {
  const run = async (next: unknown, body: object) => {
    const { data, msg } = await designer('POST', '/workflow/simulations', { models: [text(next)], trace: true, ...body });
    if (!data) throw new Error(msg);
    return data.states;
  };
  it('names what each step has passed', async () => {
    const next = approve('n1', { kind: 'starter' }, { type: 'copy', id: 'c1', name: '', who: [{ kind: 'starter' }], next: null });
    const states = await run(next, {
      start: { variables: { approvers_n1: ['u'] } },
      steps: [{ op: 'complete', task: 'n1' }],
    });
    expect(states[0].trace).toEqual({ nodes: ['start', 'n1'], flows: ['flow_start_n1'] });
    expect(states[1].trace.nodes).toEqual(['n1', 'c1', 'approveEnd']);
  });
  it('names the node where it stops', async () => {
    const fork = {
      type: 'exclusive',
      id: 'g',
      branches: [
        { id: 'b1', condition: '${amount > 5}', next: null },
        { id: 'b2', next: null },
      ],
      next: null,
    };
    expect((await run(fork, {}))[0].error).toMatchObject({ node: 'g', message: expect.stringContaining('amount') });
  });
  it('sends a task back', async () => {
    const next = approve('n1', { kind: 'starter' }, approve('n2', { kind: 'starter' }) as TreeNode);
    const start = { variables: { approvers_n1: ['u'], approvers_n2: ['v'] } };
    const steps = [
      { op: 'complete', task: 'n1' },
      { op: 'return', task: 'n2', to: 'n1' },
    ];
    const states = await run(next, { start, steps });
    expect(states[2].tasks.map(({ key }: { key: string }) => key)).toEqual(['n1']);
  });

  it('names what a service answers, and does not ask for variables that the process sets itself', async () => {
    const quote = { type: 'service', id: 's1', name: '询价', service: 'workflow.http', params: {}, result: 'quote' };
    const level = {
      type: 'service',
      id: 's2',
      name: '定级',
      service: 'workflow.variable',
      params: { variable: 'level', value: '${quote.level}' },
    };
    const branches = [
      { id: 'b1', name: '', condition: "${level == 'A' && amount > 1}", next: null },
      { id: 'b2', name: '', condition: null, next: null },
    ];
    const next = { ...quote, next: { ...level, next: { type: 'exclusive', id: 'g', name: '', branches, next: null } } };
    const { data } = await designer('POST', PATH, { model: text(next), starter, variables: {} });
    expect(data.nodes.find(({ id }: { id: string }) => id === 's1')).toMatchObject({ result: 'quote' });
    expect(data.variables).toEqual(['amount']);
  });
});
