import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { copyPrepared, PREPARED_PASSWORD } from '../start/prepared.ts';
import { Product, signIn } from '../start/product.ts';

/** Published at the end of what the stewards of the demo company do after its first start. */
const BOARDS = 4;
/** millions of rows are made, then harvested and governed */
const MAX_MS = 600_000;

/**
 * Fills `folder` with the demo company as it stands some minutes after its first start, so that not every journey makes and governs it
 * anew.
 */
export const copyDemoCompany = (folder: string): Promise<void> => copyPrepared('company', folder, make);

async function make(place: string): Promise<void> {
  const product = await Product.start({ CAPTCHA: 'off', ADMIN_PASSWORD: PREPARED_PASSWORD, DATA_DIR: place, SEED: 'demo' });
  try {
    await product.ready(MAX_MS);
    await governed(product, place);
  } finally {
    await product.interrupt();
  }
}

async function governed(product: Product, place: string): Promise<void> {
  const token = await signIn(product, 'admin', PREPARED_PASSWORD);
  for (const end = Date.now() + MAX_MS; Date.now() < end; await wait(1000)) {
    const reply = await product.send('GET', '/data/visual/boards/page?pageNum=1&pageSize=1', token);
    const { data } = (await reply.json()) as { data: { total: number } };
    if (data.total >= BOARDS) return;
  }
  const log = await readFile(join(place, 'logs/app.log'), 'utf8').catch(() => '');
  throw new Error(`the demo company has not been governed:\n${log.slice(-4_000)}\n${product.output}`);
}
