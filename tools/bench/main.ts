/**
 * Speed and memory of the platform's own calls, each beside the same SQL on a bare driver in the same run.
 * Prints Markdown for docs/benchmarks.md. Needs nothing but Node: it runs the built product on a PostgreSQL of its own, with fsync on.
 * Run: npm run bench · npm run bench -- files (a large upload and download) · npm run bench -- bundles (what the browser loads) · npm run bench -- load [minutes] (200 people at work)
 * · npm run bench -- accounts (2,000 accounts from a file, 500 resets) · npm run bench -- harvest (10,000 tables) · npm run bench -- lineage · npm run bench -- workflow (steps of approvals, an inbox among a million tasks) · npm run bench -- standards (300,000 columns against 500 elements) · npm run bench -- forms (filling in, lists, typing) · npm run bench -- typing (that alone) · npm run bench -- masterdata (duplicates among 20,000 suppliers, a load of 100,000 rows, a million records) · npm run bench -- suppliers (20,000 stored suppliers alone) · npm run bench -- matching (a thousand new records against a million) · npm run bench -- quality [tables] (rules over a million rows, lists over millions of reports) · npm run bench -- market (data APIs against node:http and pg by hand) · npm run bench -- market-log [million rows] (the log of calls) · npm run bench -- interference (masked values make no difference) · npm run bench -- masking (µs per value of each mask) · npm run bench -- export (two million rows of the console) · npm run bench -- visual (queries of charts) · npm run bench -- charts (large charts in the browser) · npm run bench -- boards (boards in the browser, and their files) · npm run bench -- screens (a screen in the browser, and first openings of the nine) · npm run bench -- openings (those alone) · npm run bench -- editor (the screen builder) · npm run bench -- designer (a process of 200 nodes) · npm run bench -- sign-in (80 sign-in pages at once) · npm run bench -- users (only cases with this word)
 */
import { createHash, randomBytes } from 'node:crypto';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { dataFolder, freePort, Product } from '../../tests/start/product.ts';
import { accountsReport } from './accounts.ts';
import { bundleReport } from './bundles.ts';
import { consoleExportReport } from './console-export.ts';
import { cases, type Callers, type Case } from './cases.ts';
import { Client } from './client.ts';
import { exportJobReport, exportReport } from './excel.ts';
import { fileReport } from './files.ts';
import { fillLargeTables, HALF_ROLE, ROWS, SCOPED_DEPT } from './large-tables.ts';
import { formsReport, formsTypingReport } from './forms.ts';
import { harvestReport } from './harvest.ts';
import { interferenceReport } from './interference.ts';
import { lineageReport } from './lineage.ts';
import { loadReport } from './load.ts';
import { maskingReport } from './masking.ts';
import { marketReport } from './market.ts';
import { marketLogReport } from './market-log.ts';
import { measure, type Figures } from './measure.ts';
import { memoryOf, soakReport } from './memory.ts';
import { searchReport } from './search.ts';
import { ADMIN_PASSWORD, signInWith } from './sign-in.ts';
import { signInReport } from './sign-in-pages.ts';
import { masterdataReport } from './masterdata.ts';
import { masterdataMatchingReport } from './masterdata-matching.ts';
import { masterdataRowsReport } from './masterdata-rows.ts';
import { masterdataSuppliersReport } from './masterdata-suppliers.ts';
import { standardsReport } from './standards.ts';
import { boardReport } from './visual-board.ts';
import { chartReport } from './visual-charts.ts';
import { editorReport } from './visual-editor.ts';
import { designerReport } from './workflow-designer.ts';
import { visualQueryReport } from './visual-query.ts';
import { qualityReport } from './quality.ts';
import { openingReport } from './visual-openings.ts';
import { screenReport } from './visual-screen.ts';
import { workflowReport } from './workflow.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);
const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1);

const HEAD = '| call | p50 ms | p95 ms | per s | bare driver p50 ms | ratio |\n|---|---|---|---|---|---|';
const row = (name: string, [ours, bare]: readonly Figures[]) =>
  ours
    ? `| ${name} | ${ms(ours.p50)} | ${ms(ours.p95)} | ${ours.perSecond.toFixed(0)} | ${bare ? ms(bare.p50) : ''} | ${bare ? (ours.p50 / bare.p50).toFixed(1) : ''} |`
    : '';

/** The product on its own data folder, started twice, with direct access to its database. */
async function startTwice(dataDir: string) {
  const port = await freePort();
  const env = { DATA_DIR: dataDir, PORT: String(port), SEED: 'demo', ADMIN_PASSWORD, CAPTCHA: 'off', TRUST_PROXY: '127.0.0.1' };
  const begin = async () => {
    const product = await Product.start(env);
    const seconds = (await product.ready(180_000)) / 1000;
    return { product, seconds, built: product.output.includes('正在构建') };
  };
  const first = await begin();
  const open = async () => {
    const cluster = await launchEmbedded({ dir: join(dataDir, 'pg'), log: () => undefined });
    return { cluster, pool: new pg.Pool({ ...cluster.connection('databrain'), max: 20 }) };
  };
  const filling = await open();
  await fillLargeTables(filling.pool);
  await filling.pool.end();
  await filling.cluster.stop();
  await first.product.interrupt();
  let second = await begin();
  if (second.built) {
    await second.product.interrupt();
    second = await begin();
  }
  return { port, product: second.product, first, second, ...(await open()) };
}

/** A session for an account that has every permission in its branch. */
async function branchSession(pool: pg.Pool): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `insert into sys_user (id, username, nickname, password_hash, dept_id) values ('2999000000000000001', 'bench_branch', '分公司管理员', 'none', $1)`,
    [SCOPED_DEPT],
  );
  await pool.query(
    `insert into sys_user_role (user_id, role_id) values ('2999000000000000001', 'b_reader'), ('2999000000000000001', 'b_role_3')`,
  );
  await pool.query(
    `insert into sys_session (id, token_hash, user_id, create_time, last_time, expire_time, ip)
     values ('2999000000000000002', $1, '2999000000000000001', now(), now(), now() + interval '12 hours', '127.0.0.1')`,
    [createHash('sha256').update(token).digest('hex')],
  );
  return token;
}

async function rowOf({ name, load, run, bare }: Case, app: pg.Pool, demo: pg.Pool): Promise<string> {
  const statements = async () => {
    for (const { text, values = [], database } of bare) await (database === 'demo' ? demo : app).query(text, [...values]);
  };
  return row(name, await measure(load, run, statements));
}

async function main(only: string | undefined): Promise<void> {
  const folder = dataFolder();
  const clean: (() => unknown)[] = [folder.remove];
  try {
    const { port, product, first, second, cluster, pool } = await startTwice(folder.path);
    const demo = new pg.Pool({ ...cluster.connection('databrain_demo'), max: 4 });
    const client = new Client(port);
    clean.unshift(
      () => client.close(),
      () => Promise.all([pool.end(), demo.end()]),
      () => product.interrupt(),
      () => cluster.stop(),
    );
    const signIn = signInWith(client);
    const demoSource = (await pool.query<{ id: string }>(`select id from metadata_source where host = '@embedded'`)).rows[0]?.id ?? '';
    const callers: Callers = { client, admin: await signIn(), branch: await branchSession(pool), demoSource };
    const memory = () => memoryOf(product.child.pid ?? 0);

    say(
      `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? '?'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${new Date().toISOString().slice(0, 10)}; ` +
        `${Object.entries(ROWS)
          .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
          .join(', ')}\n`,
    );
    say(HEAD);
    const all = cases(callers);
    for (const one of only ? all.filter(({ name }) => name.includes(only)) : all) say(await rowOf(one, pool, demo));
    if (!only) {
      say(row('sign-in: captcha call, RSA, argon2id, one at a time', await measure({ count: 40, warmup: 3 }, signIn)));
      say(row('sign-in, 4 at once', await measure({ count: 80, lanes: 4, warmup: 0 }, signIn)));
      const half = await pool.query<{ count: string }>(
        `select count(*) from sys_user_role ur join sys_user u on u.id = ur.user_id where role_id = '${HALF_ROLE}' and u.deleted_at is null`,
      );
      say(`\n${await exportReport(callers, Number(half.rows[0]?.count), memory)}`);
      say(await exportJobReport(callers, Number(half.rows[0]?.count), memory));
      say(await soakReport(callers, memory));
      say(
        `Start until /health/ready: first ${first.seconds.toFixed(1)} s (${first.built ? 'builds the product, ' : ''}empty folder: creates the cluster, migrates, seeds the demo company and its warehouse), ` +
          `second ${second.seconds.toFixed(1)} s (${second.built ? 'builds again: sources changed meanwhile, ' : ''}on the filled tables).`,
      );
      say(`\n${await bundleReport()}`);
    }
  } finally {
    for (const step of clean) await step();
  }
}

const wanted = process.argv[2];
if (wanted === 'bundles') say(await bundleReport({ record: process.argv[3] === 'record' }));
else if (wanted === 'files') say(await fileReport());
else if (wanted === 'load') say(await loadReport(Number(process.argv[3] ?? 10)));
else if (wanted === 'harvest') say(await harvestReport());
else if (wanted === 'lineage') say(await lineageReport());
else if (wanted === 'interference') say(interferenceReport(Number(process.argv[3] ?? 20_000)));
else if (wanted === 'masking') say(maskingReport());
else if (wanted === 'workflow') say(await workflowReport());
else if (wanted === 'quality') say(await qualityReport(Number(process.argv[3] ?? 50)));
else if (wanted === 'search') say(await searchReport());
else if (wanted === 'market') say(await marketReport());
else if (wanted === 'market-log') await marketLogReport(say, Number(process.argv[3] ?? 10));
else if (wanted === 'standards') say(await standardsReport());
else if (wanted === 'forms') await formsReport(say);
else if (wanted === 'typing') await formsTypingReport(say);
else if (wanted === 'masterdata') {
  say(masterdataReport());
  say(`\n${await masterdataSuppliersReport()}`);
  say(`\n${await masterdataRowsReport()}`);
  say(`\n${await masterdataMatchingReport()}`);
} else if (wanted === 'matching') say(await masterdataMatchingReport());
else if (wanted === 'suppliers') say(await masterdataSuppliersReport());
else if (wanted === 'charts') say(await chartReport());
else if (wanted === 'visual') say(await visualQueryReport());
else if (wanted === 'editor') say(await editorReport());
else if (wanted === 'designer') say(await designerReport());
else if (wanted === 'boards') say(await boardReport());
else if (wanted === 'screens') say(`${await screenReport()}\n\n${await openingReport()}`);
else if (wanted === 'openings') say(await openingReport());
else if (wanted === 'accounts') say(await accountsReport());
else if (wanted === 'sign-in') say(await signInReport());
else if (wanted === 'export') say(await consoleExportReport());
else await main(wanted);
process.exit(0);
