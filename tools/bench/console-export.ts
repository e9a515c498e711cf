import { setTimeout as wait } from 'node:timers/promises';
import { dataFolder, freePort, Product } from '../../tests/start/product.ts';
import { Client } from './client.ts';
import { memoryOf } from './memory.ts';
import { ADMIN_PASSWORD, signInWith } from './sign-in.ts';

const ROWS = 2_000_000;
/** Every row of the biggest demo table, as often as it takes. */
const SQL = `select t.*, n from dwd.pm_timesheet t cross join generate_series(1, 20) n limit ${ROWS}`;

/** Waits until memory has not grown by more than a few MiB for ten seconds; five minutes at most. */
async function calm(memory: () => number): Promise<void> {
  for (let round = 0, least = memory(); round < 30; round += 1) {
    await wait(10_000);
    const now = memory();
    if (now - least < 4) return;
    least = now;
  }
}

/** Two million rows out of the SQL console as CSV and as a workbook: how long, and how much memory of the server process. */
export async function consoleExportReport(): Promise<string> {
  const folder = dataFolder();
  const port = await freePort();
  const env = { DATA_DIR: folder.path, PORT: String(port), SEED: 'demo', ADMIN_PASSWORD, CAPTCHA: 'off', TRUST_PROXY: '127.0.0.1' };
  const product = await Product.start(env);
  const client = new Client(port);
  try {
    await product.ready(300_000);
    const token = await signInWith(client)();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const call = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
      (
        JSON.parse((await client.ok(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })).text) as {
          data: T;
        }
      ).data;
    const [source] = await call<{ id: string; isSync: string }[]>('GET', '/data/metadata/sources/list');
    if (!source) throw new Error('there is no demo source');
    const { data } = await call<{ data: { id: string }[] }>('GET', '/system/configs/page?configKey=metadata.exportMaxRows');
    const config = await call<Record<string, unknown>>('GET', `/system/configs/${data[0]?.id}`);
    await call('PUT', `/system/configs/${data[0]?.id}`, { ...config, configValue: String(ROWS) });
    // the parser's thread compiles with its first statements, and the first harvest is followed by lineage: neither belongs to an export
    await call('POST', '/data/console/sql/run', { sqlKey: 'bench', sourceId: source.id, sqlText: 'select 1 as one' });
    await calm(() => memoryOf(product.child.pid ?? 0));
    const lines: string[] = [];
    for (const format of ['csv', 'xlsx']) {
      const before = memoryOf(product.child.pid ?? 0);
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, memoryOf(product.child.pid ?? 0))), 100);
      const began = performance.now();
      const body = JSON.stringify({ sourceId: source.id, sqlText: SQL, format });
      const { bytes, status } = await client.send('/data/console/sql/export', { method: 'POST', headers, body, keep: false });
      if (status !== 200) throw new Error(`the export answered ${status}: ${product.output.slice(-500)}`);
      clearInterval(watch);
      const seconds = (performance.now() - began) / 1000;
      lines.push(
        `| ${format} | ${seconds.toFixed(1)} | ${(bytes / 1_048_576).toFixed(0)} | ${before.toFixed(0)} | ${(most - before).toFixed(0)} |`,
      );
    }
    return [
      `${ROWS.toLocaleString('en')} rows out of the SQL console, from the demo warehouse in the same cluster.`,
      '',
      '| format | s | MiB | resident before, MiB | most above that, MiB |\n|---|---|---|---|---|',
      ...lines,
    ].join('\n');
  } finally {
    client.close();
    await product.interrupt();
    folder.remove();
  }
}
