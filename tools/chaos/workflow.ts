import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '#kit/test/until.ts';
import { seconds, when, type Case, type Outcome, type Size } from './case.ts';
import { Approvals } from './workflow/approvals.ts';
import { Cluster, type Doom } from './workflow/cluster.ts';

const LANES = 12;
/** Points of a step where a node dies; the last is a connection that is cut after COMMIT was sent. */
const POINTS = ['ended', 'stored', 'before-commit', 'after-commit', 'effect', 'cut'] as const;
/** A node that has not come to its point is killed from outside after so long. */
const LIFE_MS = { least: 400, most: 5_000 };
/** So many kills between two blows against PostgreSQL. */
const PER_BLOW = 120;
const DELIVERED_MS = 60_000;

interface Kills {
  readonly wanted: number;
  done: number;
  readonly byPoint: Map<string, number>;
}

/** Lets worker n live and die until there were kills enough. */
async function doomed(cluster: Cluster, n: number, kills: Kills): Promise<void> {
  for (let turn = n; kills.done < kills.wanted; turn += 1) {
    const point = POINTS[turn % POINTS.length] ?? 'ended';
    const doom: Doom = { point, after: Math.floor(Math.random() * (point === 'effect' ? 3 : 12)) };
    // as a supervisor does: while PostgreSQL is away a node ends and is started again
    const child = await cluster.start(n, doom).catch(() => null);
    if (!child) {
      await wait(500);
      continue;
    }
    const ended = new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve();
      else child.once('exit', () => resolve());
    });
    const life = LIFE_MS.least + Math.random() * (LIFE_MS.most - LIFE_MS.least);
    const early = new AbortController();
    const isOutside = await Promise.race([ended.then(() => false), wait(life, true, { signal: early.signal }).catch(() => false)]);
    early.abort();
    if (isOutside) child.kill('SIGKILL');
    await ended;
    kills.done += 1;
    const name = isOutside ? 'from outside' : point;
    kills.byPoint.set(name, (kills.byPoint.get(name) ?? 0) + 1);
  }
}

/** Kills the writer of PostgreSQL's log now and then: the server starts again by itself. */
async function blows(cluster: Cluster, kills: Kills): Promise<number> {
  let done = 0;
  for (let next = Math.min(PER_BLOW, Math.ceil(kills.wanted / 2)); next < kills.wanted; next += PER_BLOW) {
    while (kills.done < next) await wait(200);
    const pid = Number(readFileSync(join(cluster.database.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const [writer] = await cluster.database.query<{ pid: number }>(
      'postgres',
      "select pid from pg_stat_activity where backend_type = 'walwriter'",
    );
    process.kill(writer?.pid ?? pid, 'SIGKILL');
    done += 1;
  }
  return done;
}

async function run(cluster: Cluster, size: Size): Promise<Outcome> {
  const approvals = await Approvals.begin(cluster, LANES);
  const kills: Kills = { wanted: Math.ceil((size.writes * 5) / 6), done: 0, byPoint: new Map() };
  const began = performance.now();
  const [, , struck] = await Promise.all([doomed(cluster, 0, kills), doomed(cluster, 1, kills), blows(cluster, kills)]);
  const took = performance.now() - began;
  // both nodes live on, so that what was begun comes to an end
  await Promise.all([cluster.start(0, null), cluster.start(1, null)]);
  await approvals.stop();
  // an effect whose node died is taken up again when its lease has run out
  await cluster.database.query('app', "update flow_outbox set next_time = now() where state = 'waiting'");
  const waiting = () =>
    cluster.database
      .query<{ n: number }>('app', "select count(*)::int as n from flow_outbox where state = 'waiting'")
      .then(([row]) => row?.n ?? 0);
  const left = await until(waiting, (n) => n === 0, DELIVERED_MS).catch(waiting);
  const { lost, doubled, faults, passed, undelivered } = await approvals.audit();
  const points = [...kills.byPoint].map(([name, count]) => `${count} ${name}`).join(', ');
  return {
    work: `${approvals.acknowledged} writes, ${approvals.instances} instances`,
    failed: approvals.failures.length,
    lost: lost.length + undelivered,
    doubled: doubled.length,
    longest: `${seconds(approvals.longestMs)} (one write)`,
    notes: [
      `${kills.done} kills in ${seconds(took)}: ${points}; PostgreSQL struck ${struck} times`,
      `${approvals.repeated} writes sent again with their key; ${passed} instances passed, each with its effect`,
      `I1 to I6 hold for ${approvals.instances} instances, their history done again`,
    ],
    missed: when(
      [approvals.failures.length > 0, `failed: ${approvals.failures.slice(0, 3).join(' · ')}`],
      [lost.length > 0, `lost: ${lost.slice(0, 3).join(', ')}`],
      [undelivered > 0 || left > 0, `${undelivered} effects missing, ${left} waiting`],
      [doubled.length > 0, `doubled: ${doubled.slice(0, 3).join(', ')}`],
      [faults.length > 0, `${faults.length} faults: ${faults.slice(0, 3).join(' · ')}`],
    ),
  };
}

export const workflow: Case = {
  name: 'workflow',
  what: 'two nodes with approvals killed (−9) again and again at named points of a step and from outside, connections cut after COMMIT, PostgreSQL struck',
  bar: '0 failed, lost and doubled; I1 to I6 hold for every instance',
  run: (size) => Cluster.run(2, (cluster) => run(cluster, size)),
};
