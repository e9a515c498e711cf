import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Product } from './product.ts';

const run = promisify(execFile);
const PLACE = 'PREPARED_DATA_FOLDERS';
/** Of the administrator in every prepared data folder. */
export const PREPARED_PASSWORD = 'Prepared#Test2026admin';

/** Global setup: a place for data folders that several tests begin with, taken away at the end. */
export default function setup(): () => void {
  const place = mkdtempSync(join(tmpdir(), 'databrain-prepared-'));
  chmodSync(place, 0o755);
  process.env[PLACE] = place;
  return () => rmSync(place, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Copies the data folder `name` into `folder`. It is made by the first who asks, while the others wait. */
export async function copyPrepared(name: string, folder: string, make: (place: string) => Promise<void>): Promise<void> {
  const prepared = join(process.env[PLACE] ?? '', name);
  const [ready, failed] = [`${prepared}.ready`, `${prepared}.failed`];
  if (isFirst(prepared))
    await make(prepared).then(
      () => writeFileSync(ready, ''),
      (error: unknown) => {
        writeFileSync(failed, '');
        throw error;
      },
    );
  while (!existsSync(ready)) {
    if (existsSync(failed)) throw new Error(`the data folder ${name} could not be made, see the test that began it`);
    await wait(500);
  }
  // with owners: the database runs as a user of its own
  await run('cp', ['-a', `${prepared}/.`, folder]);
}

/** Folders are made once, whoever else tries at the same moment. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Fills `folder` with an installation as its first start leaves it, for tests that are not about that start. */
export function copyInstallation(folder: string): Promise<void> {
  return copyPrepared('installation', folder, async (place) => {
    const product = await Product.start({ DATA_DIR: place, SEED: 'empty', CAPTCHA: 'off', ADMIN_PASSWORD: PREPARED_PASSWORD });
    try {
      await product.ready();
    } finally {
      await product.interrupt();
    }
  });
}
