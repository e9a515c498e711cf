import { setTimeout as wait } from 'node:timers/promises';
import { sender } from '#kit/test/node.ts';
import { faultsOfInstance } from '#modules/workflow/server/check.ts';
import { until } from '#kit/test/until.ts';
import { seconds, when, type Case, type Outcome, type Size } from './case.ts';
import { Approvals } from './workflow/approvals.ts';
import { Cluster } from './workflow/cluster.ts';

const DAY_MS = 86_400_000;
const PER_ROUND = 3_400;
/** Instances whose history is done again. */
const CHECKED = 200;

/** Copies one waiting instance: its ids count within the instance, so that a copy is as good as one that was submitted. */
async function copies(cluster: Cluster, from: string, count: number): Promise<void> {
  const run = (text: string) => cluster.database.query('app', text, [from]);
  await run(`insert into flow_instance (id, definition_id, called, business_code, business_type, business_key, title, starter_id, dept_id,
      flow_status, state, rev, snapshot, snapshot_hash, start_time)
    select 'c' || n, definition_id, called, business_code, business_type, 'k' || n, title, starter_id, dept_id, flow_status, state, rev,
      snapshot, snapshot_hash, start_time from flow_instance, generate_series(1, ${count}) n where id = $1`);
  await run(`insert into flow_request (id, business_code, title, text, amount, flow_status, process_instance_id, create_by)
    select 'k' || n, r.business_code, r.title, r.text, r.amount, r.flow_status, 'c' || n, r.create_by
    from flow_request r, generate_series(1, ${count}) n where r.process_instance_id = $1`);
  await run(`insert into flow_task (id, instance_id, engine_task, node_key, name, kind, assignee_id, state, create_time)
    select id || 'c' || n, 'c' || n, engine_task, node_key, name, kind, assignee_id, state, create_time
    from flow_task, generate_series(1, ${count}) n where instance_id = $1`);
  await run(`insert into flow_history (instance_id, rev, create_time, actor_id, action, node_key, node_name, opinion, command, events, answers)
    select 'c' || n, rev, create_time, actor_id, action, node_key, node_name, opinion, command, events, answers
    from flow_history, generate_series(1, ${count}) n where instance_id = $1`);
  await run(`insert into flow_timer (instance_id, timer, node_key, due_time)
    select 'c' || n, timer, node_key, due_time from flow_timer, generate_series(1, ${count}) n where instance_id = $1`);
}

const firings = (cluster: Cluster) =>
  cluster.database
    .query<{ fired: number; twice: number; left: number }>(
      'app',
      `select (select count(*) from flow_history where action = '到时')::int as fired,
         (select count(*) from (select 1 from flow_history where action = '到时' group by instance_id having count(*) > 1) t)::int as twice,
         (select count(*) from flow_timer)::int as left`,
    )
    .then(([row]) => row ?? { fired: 0, twice: 0, left: 0 });

async function run(cluster: Cluster, size: Size): Promise<Outcome> {
  // one instance is submitted while nothing fires timers
  const loopless = sender(() => cluster.watcher, await cluster.make.adminToken());
  const instance = await Approvals.one(cluster, loopless);
  const count = PER_ROUND * size.rounds;
  await copies(cluster, instance, count);
  await wait(1_100);
  // two nodes, a day behind: nothing is due for them
  await Promise.all([0, 1].map((n) => cluster.start(n, null, { SHIFT_MS: String(-DAY_MS) })));
  await wait(3_000);
  const early = (await firings(cluster)).fired;
  await cluster.close();
  // one in time, one a day ahead
  const began = performance.now();
  await Promise.all([cluster.start(0, null), cluster.start(1, null, { SHIFT_MS: String(DAY_MS) })]);
  const done = await until(
    () => firings(cluster),
    ({ left }) => left === 0,
    600_000,
  ).catch(() => firings(cluster));
  const took = performance.now() - began;
  await cluster.close();
  await cluster.start(0, null, { SHIFT_MS: String(2 * DAY_MS) });
  await wait(3_000);
  const after = await firings(cluster);
  const faults: string[] = [];
  const some = await cluster.database.query<{ id: string }>('app', `select id from flow_instance order by md5(id) limit ${CHECKED}`);
  for (const { id } of some) faults.push(...(await faultsOfInstance(cluster.watcher.app, id)).map((fault) => `${id}: ${fault}`));
  const missing = count + 1 - after.fired;
  return {
    work: `${count + 1} timers`,
    failed: 0,
    lost: Math.max(0, missing),
    doubled: after.twice,
    longest: `${seconds(took)} for all, start of both nodes included`,
    notes: [
      `${((done.fired / took) * 1000).toFixed(0)} timers per second on two nodes`,
      `I1 to I6 hold for ${some.length} of the instances`,
    ],
    missed: when(
      [early > 0, `${early} timers fired before their time`],
      [missing !== 0, `${after.fired} fired of ${count + 1}`],
      [after.twice > 0, `${after.twice} instances whose timer fired twice`],
      [done.left > 0, `${done.left} timers left`],
      [faults.length > 0, `${faults.length} faults: ${faults.slice(0, 3).join(' · ')}`],
    ),
  };
}

export const workflowTimers: Case = {
  name: 'workflow-timers',
  what: 'ten thousand timers of approvals due at once, on nodes whose clocks are a day behind, in time and a day ahead',
  bar: 'each fires once and none before its time',
  run: (size) => Cluster.run(2, (cluster) => run(cluster, size)),
};
