/**
 * Approvals: steps of 50 clients at once, and the inbox among a million tasks, on one node with PostgreSQL on the same machine and fsync on,
 * each beside the least that a raw driver would have to do. Prints Markdown for docs/benchmarks.md. Run: npm run bench -- workflow
 */
import { cpus, loadavg, totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { sender } from '#kit/test/node.ts';
import { Cluster } from '../chaos/workflow/cluster.ts';
import { PERMS } from '../chaos/workflow/approvals.ts';
import { Client } from './client.ts';
import { measure, type Figures } from './measure.ts';

const CLIENTS = 50;
const NODES = 10;
const STEPS = 3_000;
/** Steps that the clients begin in a second when they do not press: what fifty people at work would never reach. */
const PACED = 100;
const TASKS = 1_000_000;
const PEOPLE = 2_000;

interface Person {
  readonly id: string;
  readonly token: string;
}
const cell = ({ p50, p95, perSecond }: Figures) => `${p50.toFixed(1)} | ${p95.toFixed(1)} | ${perSecond.toFixed(0)}`;
const load = () => loadavg()[0]?.toFixed(1) ?? '?';

/** Publishes a chain of approvals, one after the other by whom the text of the request names, as business 8099. */
async function publish(cluster: Cluster): Promise<void> {
  const admin = sender(() => cluster.watcher, await cluster.make.adminToken());
  let chain: object | null = null;
  for (let n = NODES - 1; n >= 0; n -= 1)
    chain = {
      type: 'approve',
      id: `n${n}`,
      name: `审批${n}`,
      who: [{ kind: 'formUser', field: 'text' }],
      mode: 'any',
      repeated: 'ask',
      next: chain,
    };
  const body = { key: 'bench', name: '费用申请', kind: 'simple', tree: { type: 'start', id: 'start', next: chain } };
  const { data: model } = await admin('POST', '/workflow/models', body);
  const { data } = await admin('POST', `/workflow/models/${model.id}/publish`, { version: 0 });
  const business = {
    businessCode: '8099',
    businessName: '费用',
    businessType: 'workflow.request',
    businessTempalte: '{nickname}的{businessName}申请',
  };
  const made = await admin('POST', '/workflow/business', {
    ...business,
    businessComponent: 'workflow/request',
    processDefinitionId: data.definitionId,
  });
  if (made.status !== 200) throw new Error(made.msg);
}

const NEXT_TASK = `select id from flow_task where instance_id = $1 and state = 'todo'`;

/** One client: submits, then decides task after task of the own instance as its approver. Each call of `step` is one step. */
class Lane {
  readonly #call: (person: Person, path: string, body: unknown) => Promise<{ id: string; processInstanceId: string }>;
  readonly #starter: Person;
  readonly #approver: Person;
  readonly #pool: pg.Pool;
  #open: { task: string; instance: string } | null = null;
  readonly #requests: string[] = [];

  constructor(client: Client, starter: Person, approver: Person, pool: pg.Pool) {
    this.#starter = starter;
    this.#approver = approver;
    this.#pool = pool;
    this.#call = async ({ token }, path, body) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await client.ok(path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (JSON.parse(answer.text) as { data: { id: string; processInstanceId: string } }).data;
    };
  }

  /** Records for so many steps, written before the measured time: they are not steps. */
  async ready(steps: number): Promise<void> {
    const request = { businessCode: '8099', title: '压测', text: this.#approver.id, amount: '1.00' };
    while (this.#requests.length * (NODES + 1) < steps)
      this.#requests.push((await this.#call(this.#starter, '/workflow/requests', request)).id);
  }

  async step(): Promise<void> {
    if (!this.#open) {
      if (this.#requests.length === 0) await this.ready(1);
      const { processInstanceId } = await this.#call(this.#starter, `/workflow/requests/${this.#requests.pop()}/submit`, {});
      this.#open = { task: '', instance: processInstanceId };
      return;
    }
    const body = { action: 'complete', message: '同意', variables: { approved: true } };
    await this.#call(this.#approver, `/workflow/tasks/execute/${this.#open.task}`, body);
  }

  /** Finds the task that the last step has made: outside the time of a step, within that of all. */
  async next(): Promise<void> {
    if (!this.#open) return;
    const { instance } = this.#open;
    const { rows } = await this.#pool.query<{ id: string }>({ name: 'next', text: NEXT_TASK, values: [instance] });
    this.#open = rows[0] ? { task: rows[0].id, instance } : null;
  }
}

/** The least that a step must write, by the raw driver: lock, state, trail, one task done and one made, the record. */
function bareStep(pool: pg.Pool): () => Promise<void> {
  const state = JSON.stringify({ tokens: { 2: { node: 'n1' } }, tasks: {}, scopes: {}, timers: {} });
  let n = 0;
  return async () => {
    const id = `bare${(n += 1)}`;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select state from bare_instance where id = $1 for update', [`b${n % 1_000}`]);
      await client.query('update bare_instance set state = $2, rev = rev + 1 where id = $1', [`b${n % 1_000}`, state]);
      await client.query('insert into bare_row (id, kind, body) values ($1, $2, $3), ($4, $5, $3)', [
        id,
        'history',
        state,
        `${id}t`,
        'task',
      ]);
      await client.query(`update bare_row set kind = 'done' where id = $1`, [`bare${n - 1_000}t`]);
      await client.query('commit');
    } finally {
      client.release();
    }
  };
}

/** Steps of all lanes as fast as they go, or with so many begun in a second altogether. */
async function run(lanes: readonly Lane[], count: number, perSecond = Infinity): Promise<Figures> {
  const times: number[] = [];
  // lanes are not equally quick
  await Promise.all(lanes.map((each) => each.ready((count / lanes.length) * 1.5)));
  const began = performance.now();
  let started = 0;
  const lane = async (each: Lane) => {
    while (started < count) {
      const turn = (started += 1);
      const early = began + (turn / perSecond) * 1000 - performance.now();
      if (early > 0) await wait(early);
      const from = performance.now();
      await each.step();
      times.push(performance.now() - from);
      await each.next();
    }
  };
  await Promise.all(lanes.map(lane));
  const wall = performance.now() - began;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { count: times.length, p50: at(0.5), p95: at(0.95), perSecond: (times.length / wall) * 1000 };
}

export async function steps(cluster: Cluster, pool: pg.Pool): Promise<string[]> {
  const person = (): Promise<Person> => cluster.make.user({ perms: PERMS, dataScope: '5' });
  await publish(cluster);
  const client = new Client(cluster.ports[0] ?? 0, CLIENTS);
  await pool.query('create table bare_instance (id text primary key, state jsonb, rev int not null default 0)');
  await pool.query('create table bare_row (id text primary key, kind text not null, body jsonb)');
  await pool.query(`insert into bare_instance (id, state) select 'b' || n, '{}' from generate_series(0, 999) n`);
  const lanes: Lane[] = [];
  for (let n = 0; n < CLIENTS; n += 1) lanes.push(new Lane(client, await person(), await person(), pool));
  await run(lanes, 1_000);
  // accounts and rights are as on a platform that has run for a minute: PostgreSQL plans by statistics of its own then. Those of a few approvals
  // would be none of a platform with many: they are left to what it assumes
  await cluster.database.query(
    'app',
    'analyze sys_session, sys_user, sys_user_role, sys_role, sys_role_menu, sys_role_dept, sys_menu, sys_config',
  );
  const before = load();
  const ours = await run(lanes, STEPS);
  const [raw] = await measure({ count: STEPS, lanes: CLIENTS, warmup: 50 }, bareStep(pool));
  const paced = await run(lanes, PACED * 10, PACED);
  const alone = await run(lanes.slice(0, 1), 200);
  client.close();
  if (!raw) throw new Error('nothing was measured');
  return [
    `Steps with ${CLIENTS} clients (load ${before} before, ${load()} after; bar p95 < 50 ms, ≥ 300 per second):`,
    '',
    '| what | p50 ms | p95 ms | per s |\n|---|---|---|---|',
    `| step of an approval, ${CLIENTS} clients, each as fast as it goes | ${cell(ours)} |`,
    `| step of an approval, ${CLIENTS} clients, ${PACED} steps begun in a second | ${cell(paced)} |`,
    `| step of an approval, one client | ${cell(alone)} |`,
    `| raw driver, the least that a step writes, ${CLIENTS} at once | ${cell(raw)} |`,
    '',
    `Ratio to the raw driver: p50 ${(ours.p50 / raw.p50).toFixed(1)}, throughput ${(raw.perSecond / ours.perSecond).toFixed(1)}.`,
  ];
}

/** A million open tasks, a tenth of them for the holders of a role, the rest by name; as many are done. */
async function fill(pool: pg.Pool, roleId: string): Promise<void> {
  const instances = TASKS / 5;
  await pool.query(`insert into flow_instance (id, definition_id, called, business_code, business_type, business_key, title, starter_id, flow_status,
      state, snapshot, snapshot_hash, start_time)
    select 'm' || n, (select id from flow_definition limit 1), '{}', '8099', 'workflow.request', 'm' || n, '费用申请 ' || n, 'p' || n % ${PEOPLE},
      '3', '{}', '{}', 'x', now() - n * interval '1 second' from generate_series(1, ${instances}) n`);
  for (const [state, more] of [
    ['todo', 'null, null, null'],
    ['done', `'approved', now(), 'p' || n % ${PEOPLE}`],
  ])
    await pool.query(`insert into flow_task (id, instance_id, engine_task, node_key, name, kind, assignee_id, state, create_time, result, end_time, ended_by)
      select '${state}' || n, 'm' || (n % ${instances} + 1), n::text, 'n1', '主管审批', 'approve',
        case when n % 10 = 0 and '${state}' = 'todo' then null else 'p' || n % ${PEOPLE} end, '${state}',
        now() - n * interval '1 second', ${more} from generate_series(1, ${TASKS}) n`);
  await pool.query(
    `insert into flow_candidate (task_id, kind, ref, create_time) select 'todo' || n, 'role', case when n % 1000 = 0 then $1 else 'other' || n % 50 end, now()
     from generate_series(10, ${TASKS}, 10) n`,
    [roleId],
  );
  await pool.query('vacuum analyze flow_task, flow_instance, flow_candidate');
}

async function inbox(cluster: Cluster, pool: pg.Pool): Promise<string[]> {
  const { id, token, roleId } = await cluster.make.user({ perms: PERMS, dataScope: '5' });
  await fill(pool, roleId ?? '');
  await pool.query(
    `update flow_task set assignee_id = $1 where id in (select 'todo' || n from generate_series(1, 5000) n where n % 10 <> 0)`,
    [id],
  );
  const client = new Client(cluster.ports[0] ?? 0, 16);
  const headers = { authorization: `Bearer ${token}` };
  const get = (path: string) => () => client.ok(path, { headers });
  const bare = () =>
    pool.query(
      `select t.*, i.title from flow_task t join flow_instance i on i.id = t.instance_id where t.assignee_id = $1 and t.state = 'todo'
       order by t.create_time desc, t.id desc limit 20`,
      [id],
    );
  const rows: string[] = [];
  for (const [name, path] of [
    ['first page', '/workflow/tasks/pageTodo?pageNum=1&pageSize=20'],
    ['page 100', '/workflow/tasks/pageTodo?pageNum=100&pageSize=20'],
    ['by title', `/workflow/tasks/pageTodo?pageNum=1&pageSize=20&title=${encodeURIComponent('申请 12')}`],
    ['counts', '/workflow/tasks/counts'],
    ['home todos', '/system/home'],
  ] as const) {
    const [ours, raw] = await measure({ count: 60, warmup: 5 }, get(path), bare);
    if (ours && raw) rows.push(`| ${name} | ${ours.p50.toFixed(1)} | ${ours.p95.toFixed(1)} | ${(ours.p50 / raw.p50).toFixed(1)} |`);
  }
  client.close();
  return [
    `Inbox among ${TASKS.toLocaleString('en')} open and as many finished tasks, of a person with 4,500 by name and 1,000 by role (load ${load()}; bar p95 < 100 ms):`,
    '',
    '| call | p50 ms | p95 ms | p50 to the raw driver’s first page |\n|---|---|---|---|',
    ...rows,
  ];
}

/** Starts one node, measures, and answers the Markdown. */
export const workflowReport = (): Promise<string> =>
  Cluster.run(1, async (cluster) => {
    await cluster.start(0, null, { POOL: '20' });
    const pool = new pg.Pool({ connectionString: cluster.database.url('app'), max: 20 });
    try {
      const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? '?'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${new Date().toISOString().slice(0, 10)}`;
      return [machine, '', ...(await steps(cluster, pool)), '', ...(await inbox(cluster, pool))].join('\n');
    } finally {
      await pool.end();
    }
  });
