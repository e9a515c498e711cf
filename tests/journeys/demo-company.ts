import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Product, signIn } from '../start/product.ts';

const run = promisify(execFile);
const PLACE = 'JOURNEYS_DEMO_COMPANY';
/** Published at the end of what the stewards of the demo company do after its first start. */
const BOARDS = 4;
/** millions of rows are made, then harvested and governed */
const MAX_MS = 600_000;

/** Global setup of the journeys: a place for the demo company, taken away at the end. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'databrain-demo-company-'));
  chmodSync(folder, 0o755);
  process.env[PLACE] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/**
 * Fills `folder` with the demo company as it stands some minutes after its first start, so that not every journey makes and governs it
 * anew. It is made by the first who asks, while the others wait.
 */
export async function copyDemoCompany(folder: string, settings: { CAPTCHA: string; ADMIN_PASSWORD: string }): Promise<void> {
  const company = join(process.env[PLACE] ?? '', 'company');
  const [ready, failed] = [`${company}.ready`, `${company}.failed`];
  if (isFirst(company))
    await make(company, settings).then(
      () => writeFileSync(ready, ''),
      (error: unknown) => {
        writeFileSync(failed, '');
        throw error;
      },
    );
  while (!existsSync(ready)) {
    if (existsSync(failed)) throw new Error('the demo company could not be made, see the journey that began it');
    await wait(500);
  }
  // with owners: the database runs as a user of its own
  await run('cp', ['-a', `${company}/.`, folder]);
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

async function make(folder: string, settings: { CAPTCHA: string; ADMIN_PASSWORD: string }): Promise<void> {
  const product = await Product.start({ ...settings, DATA_DIR: folder, SEED: 'demo' });
  try {
    await product.ready(MAX_MS);
    await governed(product, settings.ADMIN_PASSWORD);
  } finally {
    await product.interrupt();
  }
}

async function governed(product: Product, password: string): Promise<void> {
  const token = await signIn(product, 'admin', password);
  for (const end = Date.now() + MAX_MS; Date.now() < end; await wait(1000)) {
    const reply = await product.send('GET', '/data/visual/boards/page?pageNum=1&pageSize=1', token);
    const { data } = (await reply.json()) as { data: { total: number } };
    if (data.total >= BOARDS) return;
  }
  throw new Error(`the demo company has not been governed:\n${product.output}`);
}
