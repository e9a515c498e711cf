import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { lifeOf, postmasterOf } from '#app/server/embedded-db/probe.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testPg: { socket: string; port: number; user: string };
  }
}

const PREFIX = 'databrain-cluster-';

/** One PostgreSQL for the whole test run, thrown away afterwards; kit/test/app.ts makes one database per test file in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeAbandoned();
  const dir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  chmodSync(dir, 0o755); // when root, PostgreSQL runs as another user, who must get in
  const cluster = await launchEmbedded({
    dir,
    log: () => {},
    durable: false,
    // speed for throw-away data; the product itself runs with fsync
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      autovacuum: 'off',
      max_wal_size: '4GB',
      checkpoint_timeout: '1h',
    },
  });
  const { host, port, user } = cluster.connection('postgres');
  process.env.TEST_PG_SOCKET = host;
  process.env.TEST_PG_PORT = String(port);
  process.env.TEST_PG_USER = user;
  project.provide('testPg', { socket: host, port, user });
  return async () => {
    await cluster.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}

/** Clusters of test runs that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (!owner || lifeOf(Number(owner)) === 'other') continue;
    const dir = join(tmpdir(), name);
    const pid = postmasterOf(join(dir, 'data'));
    if (pid !== null && lifeOf(pid) === 'postgres') process.kill(pid, 'SIGQUIT');
    rmSync(dir, { recursive: true, force: true });
  }
}
