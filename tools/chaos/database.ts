import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '#kit/test/until.ts';
import { seconds, when, type Case, type Outcome } from './case.ts';
import { People } from './people.ts';
import { Site } from './site.ts';

const RECOVER_MS = 15_000;

/** What is killed of PostgreSQL, and how it is found. */
const BLOWS = [
  {
    name: 'the server',
    pids: async (site: Site) => [Number(readFileSync(join(site.database.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])],
  },
  {
    name: 'one process that works for a node',
    pids: (site: Site) =>
      site.database
        .query<{ pid: number }>('postgres', "select pid from pg_stat_activity where datname = 'app' order by state_change desc limit 1")
        .then((rows) => rows.map(({ pid }) => pid)),
  },
  {
    name: 'the process that writes the log ahead',
    pids: (site: Site) =>
      site.database
        .query<{ pid: number }>('postgres', "select pid from pg_stat_activity where backend_type = 'walwriter'")
        .then((rows) => rows.map(({ pid }) => pid)),
  },
] as const;

/** Milliseconds that PostgreSQL was away, and that the nodes then needed. */
async function strike(site: Site, pids: readonly number[]): Promise<{ away: number; recovered: number }> {
  const answers = () =>
    site.database.query<{ since: Date }>('app', 'select pg_postmaster_start_time() as since').then(
      () => true,
      () => false,
    );
  const began = performance.now();
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await until(answers, (is) => !is, 10_000);
  await until(answers, (is) => is, 60_000);
  const away = performance.now() - began;
  return { away, recovered: await site.serves(60_000) };
}

export const database: Case = {
  name: 'database',
  what: 'kill −9 of PostgreSQL under mixed writes to two nodes: the server, a process of a connection, the writer of its log',
  bar: `0 failed, lost and doubled; both nodes serve ≤ ${RECOVER_MS / 1000} s after it is back`,
  run: (size) =>
    Site.run({}, async (site): Promise<Outcome> => {
      const people = new People({ port: site.port, token: site.token, word: '断库' });
      const told: string[] = [];
      let longest = 0;
      for (const { name, pids } of BLOWS.slice(0, size.rounds)) {
        await people.more(size.writes / 2);
        const { away, recovered } = await strike(site, await pids(site));
        longest = Math.max(longest, recovered);
        told.push(`${name}: away ${seconds(away)}, nodes served ${seconds(recovered)} later`);
        await people.more(size.writes / 2);
      }
      await people.stop();
      const audit = await people.audit();
      return {
        work: `${people.acknowledged} writes`,
        failed: people.failures.length,
        lost: audit.lost,
        doubled: audit.doubled,
        longest: `${seconds(longest)} (nodes, after it was back)`,
        notes: [...told, `${people.repeated} writes sent again with their key, the longest ended after ${seconds(people.longestMs)}`],
        missed: when(
          [people.failures.length > 0, `failed: ${people.failures[0]}`],
          [audit.lost + audit.doubled > 0, audit.examples.join(', ')],
          [longest > RECOVER_MS, `nodes served ${seconds(longest)} after the database was back`],
        ),
      };
    }),
};
