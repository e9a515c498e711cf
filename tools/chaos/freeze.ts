import { setTimeout as wait } from 'node:timers/promises';
import { until } from '#kit/test/until.ts';
import { frozenProxy, type FrozenProxy } from '../../tests/start/frozen-proxy.ts';
import { seconds, when, type Case, type Outcome } from './case.ts';
import { People } from './people.ts';
import { Site } from './site.ts';

const RECOVER_MS = 15_000;
/** So long may a node say that it is ready while nothing comes from the database. */
const NOTICE_MS = 6_000;

/** Milliseconds until every node answers something else than 200, or 200 again. */
async function told(site: Site, isReady: boolean): Promise<number> {
  const began = performance.now();
  const statuses = () => Promise.all(site.nodes.map((node) => node.health()));
  await until(statuses, (all) => all.every((status) => status === (isReady ? 200 : 503)), 60_000);
  return performance.now() - began;
}

export const freeze: Case = {
  name: 'freeze',
  what: 'every connection to PostgreSQL goes silent without an end; then new ones as well for a while',
  bar: `0 failed, lost and doubled; served ≤ ${RECOVER_MS / 1000} s after the first, ready again and writes done ≤ ${RECOVER_MS / 1000} s after the second; ready says 503 ≤ ${NOTICE_MS / 1000} s`,
  async run(size): Promise<Outcome> {
    let proxy: FrozenProxy | undefined;
    const through = async ({ socket }: { socket: string }) => (proxy = await frozenProxy({ path: socket })).port;
    const work = async (site: Site): Promise<Outcome> => {
      const people = new People({ port: site.port, token: site.token, word: '冻结' });
      await people.more(size.writes / 2);
      const frozen = proxy?.open() ?? 0;
      proxy?.freeze();
      const served = await site.serves(60_000);
      await people.more(size.writes / 2);
      proxy?.freeze({ newToo: true });
      const noticed = await told(site, false);
      await wait(size.seconds * 500);
      const thawed = performance.now();
      proxy?.thaw();
      const recovered = Math.max(await told(site, true), await site.serves(60_000));
      await people.settled(thawed);
      const last = performance.now() - thawed;
      await people.more(size.writes / 2);
      await people.stop();
      const audit = await people.audit();
      return {
        work: `${people.acknowledged} writes`,
        failed: people.failures.length,
        lost: audit.lost,
        doubled: audit.doubled,
        longest: `${seconds(Math.max(served, recovered))} (nodes)`,
        notes: [
          `${frozen} connections frozen, nodes served ${seconds(served)} later; all connections silent: ready said 503 after ${seconds(noticed)}, nodes served ${seconds(recovered)} after the end`,
          `${people.repeated} writes sent again with their key; the last that began in the silence ended ${seconds(last)} after it`,
        ],
        missed: when(
          [people.failures.length > 0, `failed: ${people.failures[0]}`],
          [audit.lost + audit.doubled > 0, audit.examples.join(', ')],
          [served > RECOVER_MS, `served ${seconds(served)} after the connections went silent`],
          [noticed > NOTICE_MS, `ready said 503 after ${seconds(noticed)}`],
          [last > RECOVER_MS, `a write of the silence ended ${seconds(last)} after it`],
          [recovered > RECOVER_MS, `served ${seconds(recovered)} after the silence`],
        ),
      };
    };
    try {
      return await Site.run({ through }, work);
    } finally {
      await proxy?.close();
    }
  },
};
