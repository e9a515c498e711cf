import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lifeOf, postmasterOf } from '#app/server/embedded-db/probe.ts';
import { until } from '#kit/test/until.ts';
import { dataFolder, Product, signIn } from '../../tests/start/product.ts';
import { seconds, skip, when, type Case, type Outcome, type Size } from './case.ts';
import { ending } from './ending.ts';
import { People } from './people.ts';
import { PASSWORD } from './site.ts';

const RECOVER_MS = 60_000;
const REFUSED = 20;
const SENTENCE = /磁盘空间不足|数据库暂时无法连接/;

/** Runs work in a folder of its own on a small disk; null when this machine does not let us mount one. */
export async function onSmallDisk<T>(size: string, work: (dir: string) => Promise<T>): Promise<T | null> {
  // below a folder of its own: one that a node has used lets nobody through
  const above = dataFolder();
  const dir = join(above.path, 'disk');
  mkdirSync(dir);
  const end = () => {
    const postgres = postmasterOf(join(dir, 'pg/data'));
    if (postgres !== null && lifeOf(postgres) === 'postgres') process.kill(postgres, 'SIGQUIT');
    spawnSync('umount', ['-l', dir]);
    above.remove();
  };
  return ending(end, async () => {
    const mount = ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', dir];
    if (process.getuid?.() !== 0 || spawnSync('mount', mount).status !== 0) return null;
    return work(dir);
  });
}

/** Writes until nothing fits any more; the result makes room again. */
export function fillUp(dir: string): () => void {
  const file = join(dir, 'fill');
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k']);
  return () => rmSync(file);
}

async function fillUnder(product: Product, dir: string, size: Size): Promise<Outcome> {
  const token = await signIn(product, 'admin', PASSWORD);
  // refused people do not ask again: each refusal is told in a sentence
  const people = new People({ port: product.port, token, word: '磁盘', isPatient: false });
  await people.more(size.writes / 2);
  const makeRoom = fillUp(dir);
  await until(
    async () => people.failures.length,
    (count) => count >= REFUSED,
    120_000,
  );
  const isAlive = product.child.exitCode === null && product.child.signalCode === null;
  makeRoom();
  const began = performance.now();
  await people.more(1, RECOVER_MS * 2);
  const recovered = performance.now() - began;
  await people.more(size.writes / 2);
  await people.stop();
  const audit = await people.audit();
  const code = await product.interrupt();
  const odd = people.failures.find((failure) => !/^\w+ 503 /.test(failure) || !SENTENCE.test(failure));
  return {
    work: `${people.acknowledged} writes`,
    failed: 0,
    lost: audit.lost,
    doubled: audit.doubled,
    longest: `${seconds(recovered)} (after there was room)`,
    notes: [`${people.failures.length} writes refused with 503 and a sentence while nothing fitted`],
    missed: when(
      [!isAlive, 'the node ended'],
      [odd !== undefined, `refused otherwise: ${odd}`],
      [audit.lost + audit.doubled > 0, audit.examples.join(', ')],
      [recovered > RECOVER_MS, `went on ${seconds(recovered)} after there was room`],
      [code !== 0, `ended with ${code}`],
    ),
  };
}

export const disk: Case = {
  name: 'disk',
  what: 'the data folder of a node with its embedded PostgreSQL is on a disk that fills up under writes, then there is room again',
  bar: `refusals are 503 with a sentence, the node lives; 0 lost and doubled; goes on ≤ ${RECOVER_MS / 1000} s after there is room`,
  async run(size) {
    const outcome = await onSmallDisk('300m', async (dir) => {
      const product = await Product.start({ DATA_DIR: dir, ADMIN_PASSWORD: PASSWORD, CAPTCHA: 'off' });
      const whole = async () => {
        await product.ready();
        return fillUnder(product, dir, size);
      };
      return ending(() => product.killAll(), whole);
    });
    return outcome ?? skip('a small disk can only be mounted as root');
  },
};
