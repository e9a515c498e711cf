import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { REPEATED } from '#kit/server/http/idempotency.ts';
import { until } from '#kit/test/until.ts';
import { seconds, when, type Case, type Outcome, type Size } from './case.ts';
import { People } from './people.ts';
import { Site } from './site.ts';

/** A lease of the job queue and the look for it. */
const TAKE_OVER_MS = 20_000;
const MAX_TRIES = 20;
/** How often a node looks for jobs. */
const POLL_MS = 500;

interface Job {
  readonly id: string;
  readonly state: string;
  readonly owner: string | null;
  readonly attempts: number;
}

const jobs = (site: Site) =>
  site.database.query<Job>('app', "select id, state, owner, attempts from kit_job where kind like 'exports.%' order by create_time desc");

/** Makes node `number` hold a job that does not end: an export of a table that is locked. Answers the job, and what ends it. */
async function heldJob(site: Site, number: number): Promise<{ id: string; release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: site.database.url('app') });
  client.on('error', () => undefined);
  await client.connect();
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    await client.query('begin');
    await client.query('lock table prj_supplier in access exclusive mode');
    // both nodes look at a steady pace: at the same moment of it always the same one would be first
    await pause(((tries * 7) % MAX_TRIES) * (POLL_MS / MAX_TRIES));
    await site.call('POST', '/api/project/supplier/export/job', {});
    const [job] = await until(
      () => jobs(site),
      ([newest]) => newest?.state === 'running',
      15_000,
    );
    if (job?.owner?.startsWith(`${number}-`)) return { id: job.id, release: () => client.end() };
    // the other node was quicker: let it end, and ask again
    await client.query('rollback');
    await until(
      () => jobs(site),
      ([newest]) => newest?.state === 'done',
      30_000,
    );
  }
  await client.end();
  throw new Error(`node ${number} took none of ${MAX_TRIES} jobs`);
}

/** Kills a node in the middle of its work; milliseconds until another node has taken its job over. */
async function killed(site: Site, n: number, people: People, size: Size): Promise<number> {
  const job = await heldJob(site, await site.numberOf(n));
  await people.more(size.writes);
  const began = performance.now();
  await Promise.all([site.node(n).killHard(), job.release()]);
  const rows = () => jobs(site).then((all) => all.find(({ id }) => id === job.id));
  await until(rows, (row) => (row?.attempts ?? 0) > 1, 60_000);
  const took = performance.now() - began;
  await people.more(size.writes);
  await until(rows, (row) => row?.state === 'done', 60_000);
  await (await site.start(n)).ready();
  return took;
}

export const kills: Case = {
  name: 'kills',
  what: 'kill −9 of each of two nodes in turn under mixed writes, each holding a job',
  bar: `0 failed, lost and doubled; job taken over ≤ ${TAKE_OVER_MS / 1000} s`,
  run: (size) =>
    Site.run({}, async (site): Promise<Outcome> => {
      const people = new People({ port: site.port, token: site.token, word: '强杀' });
      const took: number[] = [];
      for (const n of [0, 1].slice(0, size.rounds)) took.push(await killed(site, n, people, size));
      await people.stop();
      const audit = await people.audit();
      const [log] = await site.database.query<{ n: number }>(
        'app',
        `select count(*)::int as n from sys_oper_log
         where title in ('新增岗位', '修改岗位', '删除岗位') and result = '1' and note is distinct from '${REPEATED}'`,
      );
      // posts were made to learn the numbers of the nodes; a write without a good end may have been made or not
      const lines = (log?.n ?? 0) - took.length;
      const twice = Math.max(0, lines - people.acknowledged - people.failures.length);
      const unlogged = Math.max(0, people.acknowledged - lines);
      const longest = Math.max(...took);
      return {
        work: `${people.acknowledged} writes`,
        failed: people.failures.length,
        lost: audit.lost,
        doubled: audit.doubled + twice,
        longest: `${seconds(people.longestMs)} (one write)`,
        notes: [
          `jobs of the killed nodes taken over after ${took.map(seconds).join(' and ')}`,
          `${people.repeated} writes sent again with their key; ${lines} lines in the operation log`,
        ],
        missed: when(
          [people.failures.length > 0, `failed: ${people.failures[0]}`],
          [audit.lost > 0, `lost: ${audit.examples.join(', ')}`],
          [audit.doubled > 0, `doubled: ${audit.examples.join(', ')}`],
          [twice > 0, `${twice} writes more in the operation log than were acknowledged`],
          [unlogged > 0, `${unlogged} acknowledged writes without a line in the operation log`],
          [longest > TAKE_OVER_MS, `job taken over after ${seconds(longest)}`],
        ),
      };
    }),
};
