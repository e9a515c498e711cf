import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '../bench/client.ts';
import { seconds, when, type Case, type Outcome } from './case.ts';
import { CHECK_MS, Site } from './site.ts';

const CLIENTS = 12;
const STOP_MS = 10_000;
/** People do not call without a pause; it also leaves the starting node some of the machine. */
const PAUSE_MS = 10;

/** Clients that call one after the other, a write among five, and never ask again. */
function clients(site: Site, least: number) {
  const client = new Client(site.port, CLIENTS);
  const answers = new Map<string, number>();
  const written: string[] = [];
  let done = 0;
  let isOver = false;
  let longest = 0;
  const live = async (n: number) => {
    for (let i = 0; !isOver || done < least; i++) {
      const isWrite = i % 5 === 0;
      const postName = `滚动${n}_${i}`;
      const began = performance.now();
      const headers = { authorization: `Bearer ${site.token}`, ...(isWrite ? { 'content-type': 'application/json' } : {}) };
      const body = { method: 'POST', body: JSON.stringify({ postName, sortNo: 1, status: '1', remark: null }) };
      const what = await client.send(isWrite ? '/system/posts' : '/system/users/route', { headers, ...(isWrite ? body : {}) }).then(
        ({ status, text }) => (status === 200 ? '200' : `${status} ${text.slice(0, 120)}`),
        (error: Error) => error.message,
      );
      longest = Math.max(longest, performance.now() - began);
      answers.set(what, (answers.get(what) ?? 0) + 1);
      if (isWrite && what === '200') written.push(postName);
      done++;
      await wait(PAUSE_MS);
    }
  };
  const work = Array.from({ length: CLIENTS }, (_, n) => live(n));
  return {
    answers,
    written,
    done: () => done,
    longest: () => longest,
    async stop() {
      isOver = true;
      await Promise.all(work);
      client.close();
    },
  };
}

export const rolling: Case = {
  name: 'rolling',
  what: 'both nodes stopped with SIGTERM and started again, one after the other, under calls that nobody repeats',
  bar: `0 failed, lost and doubled; each stop ≤ ${STOP_MS / 1000} s`,
  run: ({ calls }) =>
    Site.run({ settings: { fsync: 'off' } }, async (site): Promise<Outcome> => {
      const load = clients(site, calls);
      const stops: number[] = [];
      const codes: (number | null)[] = [];
      for (const n of [0, 1]) {
        await wait(1_000);
        const began = performance.now();
        codes.push(await site.node(n).interrupt('SIGTERM'));
        stops.push(performance.now() - began);
        await (await site.start(n)).ready();
        await wait(3 * CHECK_MS);
      }
      await load.stop();
      const failed = load.done() - (load.answers.get('200') ?? 0);
      const rows = await site.database.query<{ name: string; n: number }>(
        'app',
        "select post_name as name, count(*)::int as n from sys_post where post_name like '滚动%' group by 1",
      );
      const there = new Map(rows.map(({ name, n }) => [name, n]));
      const lost = load.written.filter((name) => !there.has(name)).length;
      const doubled = rows.filter(({ n }) => n > 1).length;
      return {
        work: `${load.done()} calls`,
        failed,
        lost,
        doubled,
        longest: `${seconds(load.longest())} (one call)`,
        notes: [`stops after ${stops.map(seconds).join(' and ')}, drain included`],
        missed: when(
          [failed > 0, `failed: ${[...load.answers.keys()].find((what) => what !== '200') ?? ''}`],
          [lost > 0, `${lost} acknowledged writes are not there`],
          [doubled > 0, `${doubled} writes are there twice`],
          [codes.some((code) => code !== 0), `ended with ${codes.join(' and ')}`],
          [Math.max(...stops) > STOP_MS, `a stop took ${seconds(Math.max(...stops))}`],
        ),
      };
    }),
};
