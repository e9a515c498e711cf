import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from '../../tests/start/product.ts';
import { seconds, skip, when, type Case, type Outcome, type Size } from './case.ts';
import { People } from './people.ts';
import { PASSWORD, Site } from './site.ts';

const HOUR_SECONDS = 3_600;
const LIBRARIES = '/usr/lib';

/** Where Debian and its kin put libfaketime; null when it is not installed. */
function faketime(): string | null {
  const places = [LIBRARIES, ...(existsSync(LIBRARIES) ? readdirSync(LIBRARIES).map((name) => join(LIBRARIES, name)) : [])];
  return places.map((place) => join(place, 'faketime/libfaketime.so.1')).find((path) => existsSync(path)) ?? null;
}

/** Variables of a process whose clock is so many seconds off; what measures spans of time goes on as it is. */
const off = (library: string, by: number): Record<string, string> =>
  by === 0 ? {} : { LD_PRELOAD: library, FAKETIME: `${by > 0 ? '+' : ''}${by}`, FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' };

/** What people notice of a node whose clock is wrong: complaints, nothing when all is as ever. */
async function sane(site: Site, n: number, by: number): Promise<string[]> {
  const node = site.node(n);
  const ask = async (token: string, at = node) => (await at.send('GET', '/system/users/route', token)).status;
  const own = await signIn(node, 'admin', PASSWORD).catch((error: Error) => error);
  return when(
    [(await ask(site.token)) !== 200, 'a session of before is refused'],
    [by !== 0 && !node.output.includes('本机时钟比数据库'), 'the console does not tell that the clock is wrong'],
    [own instanceof Error, `nobody can sign in: ${own instanceof Error ? own.message : ''}`],
    [!(own instanceof Error) && (await ask(own, site.node(1 - n))) !== 200, 'a session that began there is refused by the other node'],
  );
}

/** Both nodes work while one of them lives in another time. */
async function shift(site: Site, library: string, size: Size): Promise<Outcome> {
  const ids: string[] = [];
  const complaints: string[] = [];
  const failures: string[] = [];
  let [acknowledged, lost, doubled, longest] = [0, 0, 0, 0];
  const steps = [0, HOUR_SECONDS, -HOUR_SECONDS, 0].slice(0, size.rounds + 1);
  for (const [step, by] of steps.entries()) {
    if (step > 0) {
      // killed, it hands nothing over; stopped, the next start gets the same number, and with it the same room for ids
      await (by < 0 ? site.node(1).interrupt('SIGTERM') : site.node(1).killHard());
      await (await site.start(1, off(library, by))).ready();
    }
    for (const complaint of await sane(site, 1, by)) complaints.push(`clock ${by} s: ${complaint}`);
    // straight at the node, without a proxy that would look elsewhere
    const people = [0, 1].map(
      (n) => new People({ port: site.ports[n] ?? 0, token: site.token, word: `时钟${step}${n}_`, lanes: 6, isPatient: false }),
    );
    await Promise.all(people.map((one) => one.more(size.writes / 8).catch(() => undefined)));
    for (const one of people) {
      await one.stop();
      const audit = await one.audit(site.ports[0]);
      ids.push(...one.ids);
      failures.push(...one.failures.map((failure) => `clock ${by} s: ${failure}`));
      acknowledged += one.acknowledged;
      lost += audit.lost;
      doubled += audit.doubled;
      longest = Math.max(longest, one.longestMs);
    }
  }
  const repeated = ids.length - new Set(ids).size;
  return {
    work: `${acknowledged} writes`,
    failed: failures.length,
    lost,
    doubled: doubled + repeated,
    longest: `${seconds(longest)} (one write)`,
    notes: [`clocks of one node: ${steps.join(', ')} s; ${ids.length} ids, ${repeated} of them twice`],
    missed: when(
      [repeated > 0, `${repeated} ids twice`],
      [failures.length > 0, `failed: ${failures[0]}`],
      [lost + doubled > 0, `${lost} writes lost, ${doubled} doubled`],
      [complaints.length > 0, complaints.join(', ')],
    ),
  };
}

export const clock: Case = {
  name: 'clock',
  what: 'one of two nodes is killed and comes back with its clock an hour ahead, is stopped and comes back an hour behind, then right again',
  bar: 'no id twice, 0 failed and lost; sessions hold on both nodes, people can sign in at either',
  async run(size) {
    const library = faketime();
    if (library === null) return skip('libfaketime is not installed');
    return Site.run({}, (site) => shift(site, library, size));
  },
};
