/**
 * Search of the catalogue: ten forms of a query over 10,000 tables and 300,000 columns, each with facets, against the built product on a
 * PostgreSQL of its own. Prints Markdown for docs/benchmarks.md. Run: npm run bench -- search
 */
import { join } from 'node:path';
import pg from 'pg';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { dataFolder, freePort, Product } from '../../tests/start/product.ts';
import { Client } from './client.ts';
import { measure } from './measure.ts';
import { fillSearchRows, SEARCH_ROWS } from './search-rows.ts';
import { ADMIN_PASSWORD, signInWith } from './sign-in.ts';

/** Keyword, what it stands for, and the name that must come first (null = any). */
export const FORMS: readonly (readonly [keyword: string, what: string, first: string | null, further?: string])[] = [
  ['客户余额', 'Chinese, whole', 'cust_bal'],
  ['khye', 'initials', 'cust_bal'],
  ['kehu yue', 'pinyin', 'cust_bal'],
  ['cust bal', 'beginnings of words', 'cust_bal'],
  ['客户于额', 'one wrong character', 'cust_bal'],
  ['discuont', 'two letters swapped', null],
  ['账户', 'two characters, very many hits', null],
  ['额', 'one character', null],
  ['c', 'one letter', null],
  ['合同', 'with a filter on tier and level', null, '&tier=dwd&level=L3'],
  ['', 'empty keyword', null],
  ['', 'empty keyword, columns', null, '&types=column'],
  ['没有这样的词', 'no hit', null],
];

interface Answer {
  data: { total: number; totalCapped?: boolean; ms: number; data: { name: string }[] };
}

/** The rows of the table: p50 and p95 of the caller, p95 of the time in the server. */
export async function measureForms(client: Client, token: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const rows: string[] = [];
  for (const [keyword, what, first, further = ''] of FORMS) {
    const inside: number[] = [];
    let last: Answer['data'] | undefined;
    const call = async () => {
      const response = await client.ok(`/data/metadata/search?keyword=${encodeURIComponent(keyword)}${further}`, { headers });
      last = (JSON.parse(response.text) as Answer).data;
      inside.push(last.ms);
    };
    const [figures] = await measure({ count: 30, warmup: 3 }, call);
    if (first !== null && last?.data[0]?.name !== first) throw new Error(`${keyword} finds ${last?.data[0]?.name ?? 'nothing'} first`);
    const p95 = inside.sort((a, b) => a - b)[Math.floor(inside.length * 0.95)] ?? 0;
    rows.push(
      `| ${keyword || '(empty)'}: ${what} | ${last?.total ?? 0}${last?.totalCapped ? '+' : ''} | ${figures?.p50.toFixed(1)} | ${figures?.p95.toFixed(1)} | ${p95} |`,
    );
  }
  return rows;
}

/** Starts the product, fills it, measures; the Markdown table. */
export async function searchReport(): Promise<string> {
  const folder = dataFolder();
  const clean: (() => unknown)[] = [folder.remove];
  try {
    const port = await freePort();
    const env = { DATA_DIR: folder.path, PORT: String(port), SEED: 'empty', ADMIN_PASSWORD, CAPTCHA: 'off' };
    const product = await Product.start(env);
    await product.ready(180_000);
    clean.unshift(() => product.interrupt());
    const cluster = await launchEmbedded({ dir: join(folder.path, 'pg'), log: () => undefined });
    const pool = new pg.Pool({ ...cluster.connection('databrain'), max: 4 });
    clean.unshift(
      () => cluster.stop(),
      () => pool.end(),
    );
    const making = await fillSearchRows(pool);
    const client = new Client(port);
    clean.unshift(() => client.close());
    const rows = await measureForms(client, await signInWith(client)());
    const { rows: sizes } = await pool.query<{ size: string }>(`select pg_size_pretty(pg_relation_size('metadata_column__grams')) as size`);
    return [
      `Search text of ${SEARCH_ROWS.tables.toLocaleString('en')} tables and ${(SEARCH_ROWS.tables * SEARCH_ROWS.columnsPerTable).toLocaleString('en')} columns made in ${(making / 1000).toFixed(1)} s, index ${sizes[0]?.size ?? '?'}.`,
      '',
      '| keyword | hits | p50 ms | p95 ms | p95 ms in the server |\n|---|---|---|---|---|',
      ...rows,
    ].join('\n');
  } finally {
    for (const step of clean) await step();
  }
}
