import { setTimeout as wait } from 'node:timers/promises';
import { until } from '#kit/test/until.ts';
import { seconds, when, type Case, type Outcome, type Size } from './case.ts';
import { Site } from './site.ts';

const TAKE_OVER_MS = 20_000;
const JOBS = 4;
/** Lines of a run, a second apart: long enough to be in the middle of it when its node dies. */
const LINES = 2;
const SECOND_MS = 1_000;

interface Run {
  readonly job: string;
  readonly due: Date;
  readonly state: string;
  readonly claims: number;
  readonly lines: string[];
  /** milliseconds from the due time to the last beginning */
  readonly late: number;
}

/** Runs of our jobs, each with the lines that its task wrote. */
const runs = (site: Site, ids: readonly string[]) =>
  site.database.query<Run>(
    'app',
    `select r.job_id as job, r.due_time as due, r.state, r.claims, (extract(epoch from r.start_time - r.due_time) * 1000)::int as late,
       coalesce((select array_agg(l.text order by l.seq) from scheduler_run_line l where l.run_id = r.id and l.text like '故障%'), '{}') as lines
     from scheduler_run r where r.job_id = any($1) order by r.due_time`,
    [ids],
  );

async function createJobs(site: Site): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < JOBS; n++) {
    const methodParams = JSON.stringify({ text: `故障${n}`, lines: LINES, seconds: 1 });
    const plan = { cronExpression: '*/2 * * * * ?', overlapPolicy: 'parallel', misfirePolicy: 'all', status: '1' };
    ids.push(
      (
        await site.call<{ id: string }>('POST', '/quartz/jobs', {
          jobName: `故障${n}`,
          beanName: 'scheduler.example',
          methodParams,
          ...plan,
        })
      ).id,
    );
  }
  return ids;
}

/** What the runs of one job say: due times left out, fired twice, and lines written twice by runs that began once. */
function judge(all: readonly Run[], stepMs: number): { lost: number; doubled: number } {
  const due = all.map((run) => run.due.getTime());
  const gaps = due.slice(1).map((time, index) => (time - due[index]!) / stepMs);
  const unfinished = all.filter((run) => run.state !== 'done').length;
  const again = all.filter((run) => run.claims === 1 && run.lines.length !== LINES).length;
  return {
    lost: gaps.reduce((sum, gap) => sum + Math.max(0, gap - 1), 0) + unfinished,
    doubled: gaps.filter((gap) => gap < 1).length + again,
  };
}

async function fireThroughKill(site: Site, size: Size): Promise<Outcome> {
  const ids = await createJobs(site);
  await wait(size.seconds * 500);
  const held = () =>
    site.database.query<{ n: number }>('app', "select count(*)::int as n from scheduler_run where state = 'running' and node = $1", [
      victim,
    ]);
  const victim = await site.numberOf(1);
  await until(held, ([row]) => (row?.n ?? 0) > 0, 20_000);
  await site.node(1).killHard();
  const died = Date.now();
  const left = (await held())[0]?.n ?? 0;
  await until(held, ([row]) => row?.n === 0, 60_000);
  const took = Date.now() - died;
  await (await site.start(1)).ready();
  await wait(size.seconds * 500);
  for (const id of ids) await site.call('POST', `/quartz/jobs/pause/${id}`);
  // pausing takes back what waits; what runs comes to its end
  const ended = await until(
    () => runs(site, ids),
    (all) => all.every(({ state }) => !['running', 'waiting'].includes(state)),
    60_000,
  );
  const counted = ended.filter(({ state }) => state !== 'cancelled');
  const figures = ids.map((id) =>
    judge(
      counted.filter(({ job }) => job === id),
      2 * SECOND_MS,
    ),
  );
  const sum = (name: 'lost' | 'doubled') => figures.reduce((total, one) => total + one[name], 0);
  const odd = counted.find(({ state }) => state !== 'done');
  return {
    work: `${counted.length} runs`,
    failed: counted.filter(({ state }) => state !== 'done').length,
    lost: sum('lost'),
    doubled: sum('doubled'),
    longest: `${seconds(took)} (until taken over)`,
    notes: [
      `${left} runs were under way on the killed node, ${counted.filter(({ claims }) => claims > 1).length} began again elsewhere`,
      `the latest beginning was ${seconds(Math.max(...counted.map(({ late }) => late)))} after its due time`,
    ],
    missed: when(
      [counted.length === 0, 'nothing was fired'],
      [odd !== undefined, `a run ended as ${odd?.state}`],
      [sum('lost') > 0, `${sum('lost')} due times without a finished run`],
      [sum('doubled') > 0, `${sum('doubled')} due times fired or written twice`],
      [took > TAKE_OVER_MS, `taken over after ${seconds(took)}`],
    ),
  };
}

export const scheduler: Case = {
  name: 'scheduler',
  what: `${JOBS} jobs every two seconds on two nodes, one of them killed in the middle of its runs and started again`,
  bar: `each due time fires once and is finished; runs taken over ≤ ${TAKE_OVER_MS / 1000} s`,
  run: (size) => Site.run({}, (site) => fireThroughKill(site, size)),
};
