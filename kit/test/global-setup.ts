import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { launchEmbedded } from '#app/server/embedded-db/index.ts';
import { lifeOf, postmasterOf } from '#app/server/embedded-db/probe.ts';
import { removeNodeBundles } from './node-bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testPg: { socket: string; port: number; user: string };
  }
}

const PREFIX = 'databrain-cluster-';

type Stop = () => Promise<void>;
interface Shared {
  readonly launched: Promise<{ readonly address: ProvidedContext['testPg']; readonly stop: Stop }>;
  projects: number;
}
/** Vitest loads this file once per project, in one process: what the projects share hangs on the process. */
const holder = globalThis as typeof globalThis & { databrainTestCluster?: Shared };

/** One PostgreSQL for all test projects of a run, thrown away after the last; kit/test/app.ts makes one database per test file in it. */
export default async function setup(project: TestProject): Promise<Stop> {
  const shared = (holder.databrainTestCluster ??= { launched: launch(), projects: 0 });
  shared.projects += 1;
  const { address, stop } = await shared.launched;
  project.provide('testPg', address);
  return async () => {
    shared.projects -= 1;
    if (shared.projects > 0) return;
    delete holder.databrainTestCluster;
    await stop();
  };
}

async function launch(): Promise<{ address: ProvidedContext['testPg']; stop: Stop }> {
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
  const stop = async () => {
    await cluster.stop();
    rmSync(dir, { recursive: true, force: true });
    removeNodeBundles((name) => name === basename(dir));
  };
  return { address: { socket: host, port, user }, stop };
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
  removeNodeBundles((name) => !existsSync(join(tmpdir(), name)));
}
