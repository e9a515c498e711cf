/**
 * Speed and memory of the platform's own calls, each beside the same SQL on a bare driver in the same run.
 * Prints Markdown for docs/benchmarks.md. Needs nothing but Node: it starts its own PostgreSQL, with fsync on.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { startNode, testSettings } from '#kit/test/node.ts';
import { factories } from '#kit/test/make.ts';
import { bundleReport } from './bundles.ts';
import { signInAs } from './sign-in.ts';
import { fillLargeTables } from './large-tables.ts';
import { compared, measure } from './measure.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'databrain-bench-'));
  const cluster = await launchEmbedded({ dir: join(dir, 'pg'), log: () => undefined });
  const root = new pg.Client(cluster.connection('postgres'));
  await root.connect();
  await root.query('create database bench');
  await root.end();
  const at = cluster.connection('bench');
  const settings = testSettings(dir, { captcha: 'off' });
  const begun = performance.now();
  const node = await startNode(at, settings);
  const firstStart = performance.now() - begun;
  const bare = new pg.Pool({ ...at, max: 20 });
  try {
    await fillLargeTables(bare);
    await node.http.listen({ port: 0, host: '127.0.0.1' });
    const address = node.http.server.address();
    const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/sjzt-datax`;
    const token = await factories(node.app, () => new Date()).adminToken();
    const get = (path: string) => async () => {
      const answer = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } });
      const body = (await answer.json()) as { code: number; msg: string };
      if (body.code !== 200) throw new Error(`${path}: ${body.msg}`);
    };
    const query =
      (text: string, values: unknown[] = []) =>
      () =>
        bare.query(text, values);
    say(
      `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? '?'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${new Date().toISOString().slice(0, 10)}\n`,
    );
    say('| call | p50 ms | p95 ms | per s | bare driver p50 ms | ratio |\n|---|---|---|---|---|---|');
    const serial = { count: 300, lanes: 1 };
    const parallel = { count: 2_000, lanes: 20 };
    const user =
      'select id, username, nickname, dept_id, status, create_time from sys_user where deleted_at is null order by create_time desc, id desc limit 20';
    const users = `${user}`;
    const count = 'select count(*) from sys_user where deleted_at is null';
    const both = async () => {
      await bare.query(users);
      await bare.query(count);
    };
    say(
      compared(
        await measure('guard alone (GET /system/site)', parallel, get('/system/site')),
        await measure('', parallel, query('select 1')),
      ),
    );
    say(
      compared(
        await measure('route of the session, 20 at once', parallel, get('/system/posts/list')),
        await measure('', parallel, query('select id, post_name from sys_post where deleted_at is null')),
      ),
    );
    say(compared(await measure('users page of 100,000', serial, get('/system/users/page')), await measure('', serial, both)));
    say(
      compared(
        await measure(
          'users by name (contains)',
          { count: 100, lanes: 1 },
          get(`/system/users/page?nickname=${encodeURIComponent('员工42')}`),
        ),
        await measure(
          '',
          { count: 100, lanes: 1 },
          query(
            "select id from sys_user where deleted_at is null and nickname ilike '%员工42%' order by create_time desc, id desc limit 20",
          ),
        ),
      ),
    );
    const logs =
      "select id, title, create_time from sys_oper_log where create_time > now() - interval '7 days' order by create_time desc, id desc limit 20";
    say(
      compared(
        await measure('operation log of 1,000,000, default filter', serial, get('/system/logs/page')),
        await measure('', serial, query(logs)),
      ),
    );
    say(
      compared(
        await measure('login log of 1,000,000, default filter', serial, get('/system/login/logs/page')),
        await measure(
          '',
          serial,
          query("select id, op_date from sys_login_log where op_date > now() - interval '7 days' order by op_date desc, id desc limit 20"),
        ),
      ),
    );
    const signIn = await signInAs(base);
    say(
      compared(
        await measure('sign-in (captcha call, RSA, argon2id)', { count: 40, lanes: 1, warmup: 3 }, signIn),
        await measure('', { count: 40, lanes: 1 }, query('select 1')),
      ),
    );
    say('');
    const memory = process.memoryUsage();
    say(
      `First start on an empty database (migrations and seeds): ${(firstStart / 1000).toFixed(2)} s. Memory after the run, load generator included: ${(memory.rss / 2 ** 20).toFixed(0)} MiB resident, ${(memory.heapUsed / 2 ** 20).toFixed(0)} MiB heap.`,
    );
    say(`\n${await bundleReport()}`);
  } finally {
    await bare.end();
    await node.stop();
    await cluster.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

if (process.argv[2] === 'bundles') say(await bundleReport());
else await main();
process.exit(0);
