/**
 * Data standards over 10,000 tables and 300,000 columns: proposals for 500 elements, the contrast of all bound columns after a synchronisation
 * that changed nothing, and the list pages with 100,000 rows. The built product on a PostgreSQL of its own
 * with fsync on. Prints Markdown for docs/benchmarks.md. Run: npm run bench -- standards
 */
import { cpus, loadavg, totalmem } from 'node:os';
import pg from 'pg';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { dataFolder, freePort, Product } from '../../tests/start/product.ts';
import { Client } from './client.ts';
import { measure } from './measure.ts';
import { fillSearchRows, SEARCH_ROWS, SEARCH_SOURCE } from './search-rows.ts';
import { ADMIN_PASSWORD, signInWith } from './sign-in.ts';

const ELEMENTS = 500;
const COLUMNS = SEARCH_ROWS.tables * SEARCH_ROWS.columnsPerTable;
const ITEMS = 100_000;
const load = () => loadavg()[0]?.toFixed(1) ?? '?';
const seconds = (ms: number) => (ms / 1000).toFixed(1);

/** Elements that many columns follow by their words: 25 aspects × 20 attributes as the columns have them. */
const FILL_ELEMENTS = `
  insert into standard_element (id, element_code, element_name, element_name_en, data_type, data_length, state, published, version_no)
  select 'e' || lpad(n::text, 9, '0'), 'BENCH_' || n, w.label, w.name, 'decimal', '18,2', 'inForce',
    jsonb_build_object('elementName', w.label, 'elementNameEn', w.name, 'dataType', 'decimal', 'dataLength', '18,2', 'isNullable', '1'), 1
  from (select row_number() over (order by name) - 1 as n, name, label from (select distinct on (name)
      substring(column_name from '[^_]+_[^_]+$') as name,
      regexp_replace(substring(column_comment from '.{4}$|.{4}(?=（)'), '（.*', '') as label from metadata_column where source_id = $1) d
    where name is not null and label is not null order by name limit ${ELEMENTS}) w`;
/** Every column follows an element. */
const FILL_BINDINGS = `
  insert into standard_binding (id, source_id, table_id, column_id, element_id, method, score, reasons)
  select 'b' || c.id, c.source_id, c.table_id, c.id, 'e' || lpad((abs(hashtext(c.id)) % ${ELEMENTS})::text, 9, '0'), 'proposal', 0.9, '[]'
  from metadata_column c where c.source_id = $1`;
const FILL_PAGES = `
  insert into standard_type (id, gb_type_code, gb_type_name) values ('bench_type', 'BENCH', '压测字典');
  insert into standard_dict (id, type_id, gb_code, gb_name, pinyin, sort_no)
    select 'd' || lpad(n::text, 9, '0'), 'bench_type', lpad(n::text, 6, '0'), '压测项' || n, 'ycx', n from generate_series(1, ${ITEMS}) n;
  insert into standard_root (id, root_name, root_en, abbreviation)
    select 'r' || lpad(n::text, 9, '0'), '词根' || n, 'root' || n, 'r' || n from generate_series(1, ${ITEMS}) n`;
const PAGES = [
  ['标准字典, one set', '/data/standard/dicts/page?typeId=bench_type&pageSize=20'],
  ['标准字典, by name', `/data/standard/dicts/page?gbName=${encodeURIComponent('压测项9')}&pageSize=20`],
  ['词根', '/data/standard/roots/page?pageSize=20'],
  ['词根, by name', `/data/standard/roots/page?rootName=${encodeURIComponent('词根99')}&pageSize=20`],
  ['数据元', '/data/standard/elements/page?pageSize=20'],
  ['落标建议', '/data/standard/proposals/page?pageSize=20'],
  ['落标绑定', '/data/standard/bindings/page?pageSize=20'],
] as const;

/** What the rows of a table were last written by: equal before and after means that nothing was written. */
const writes = async (pool: pg.Pool, table: string): Promise<string> => {
  const { rows } = await pool.query(`select count(*)::text || ' ' || coalesce(max(xmin::text::bigint), 0)::text as state from ${table}`);
  return (rows[0] as { state: string }).state;
};

/** Starts the product, fills it, measures; the Markdown. */
export async function standardsReport(): Promise<string> {
  const folder = dataFolder();
  const clean: (() => unknown)[] = [folder.remove];
  try {
    const port = await freePort();
    const product = await Product.start({
      DATA_DIR: folder.path,
      PORT: String(port),
      ADMIN_PASSWORD,
      CAPTCHA: 'off',
      TRUST_PROXY: '127.0.0.1',
    });
    clean.unshift(() => product.interrupt());
    await product.ready(180_000);
    const db = await launchEmbedded({ dir: join(folder.path, 'pg'), log: () => undefined });
    const pool = new pg.Pool({ ...db.connection('databrain'), max: 4 });
    clean.unshift(
      () => db.stop(),
      () => pool.end(),
    );
    const client = new Client(port);
    clean.unshift(() => client.close());
    await fillSearchRows(pool);
    await pool.query(FILL_ELEMENTS, [SEARCH_SOURCE]);
    const token = await signInWith(client)();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const lines = [`Load at the start ${load()}.`, ''];
    const call: Call = async (method, path, body) =>
      (JSON.parse((await client.ok(path, { method, headers, body: body ? JSON.stringify(body) : undefined })).text) as { data: Reply })
        .data;
    lines.push(await proposals(call, pool));
    await pool.query(FILL_BINDINGS, [SEARCH_SOURCE]);
    await pool.query(FILL_PAGES);
    await pool.query('vacuum analyze standard_binding, standard_dict, standard_root, standard_element');
    lines.push(...(await contrasts(call, pool)));
    lines.push('', '| list page | p50 ms | p95 ms |', '|---|---|---|');
    for (const [name, path] of PAGES) {
      const [figures] = await measure({ count: 30, warmup: 3 }, () => client.ok(path, { headers }));
      lines.push(`| ${name} | ${figures!.p50.toFixed(1)} | ${figures!.p95.toFixed(1)} |`);
    }
    lines.push('', `${cpus()[0]?.model} × ${cpus().length}, ${Math.round(totalmem() / 1e9)} GB; load at the end ${load()}.`);
    return lines.join('\n');
  } finally {
    for (const step of clean) await step();
  }
}

interface Reply {
  readonly jobId: string;
  readonly state: string;
  readonly text: string;
  readonly checked: number;
  readonly changed: number;
}
type Call = (method: string, path: string, body?: object) => Promise<Reply>;

async function proposals(call: Call, pool: pg.Pool): Promise<string> {
  const run = async () => {
    const begun = performance.now();
    const { jobId } = await call('POST', '/data/standard/bindings/propose', { sourceId: SEARCH_SOURCE });
    for (;;) {
      const job = await call('GET', `/data/standard/bindings/propose/${jobId}`);
      if (job.state === 'done') return { ms: performance.now() - begun, text: job.text };
      if (job.state === 'error') throw new Error(job.text);
      await wait(200);
    }
  };
  const first = await run();
  const before = await writes(pool, 'standard_proposal');
  const again = await run();
  const isSame = before === (await writes(pool, 'standard_proposal'));
  return `- Proposals for ${COLUMNS} columns × ${ELEMENTS} elements: ${seconds(first.ms)} s (${first.text}); again ${seconds(again.ms)} s, ${isSame ? 'no row written' : 'ROWS WRITTEN'}. Bar 60 s.`;
}

async function contrasts(call: Call, pool: pg.Pool): Promise<string[]> {
  const run = async () => {
    const begun = performance.now();
    const done = await call('POST', '/data/standard/contrasts/run', { sourceId: SEARCH_SOURCE });
    return { ms: performance.now() - begun, done };
  };
  const first = await run();
  const before = await writes(pool, 'standard_binding');
  const again = await run();
  const isSame = before === (await writes(pool, 'standard_binding'));
  return [
    `- Contrast of ${first.done.checked} bound columns: first ${seconds(first.ms)} s, ${first.done.changed} written; unchanged ${seconds(again.ms)} s, ${isSame && again.done.changed === 0 ? '0 rows written' : 'ROWS WRITTEN'}. Bar 10 s, 0 rows.`,
  ];
}
