import { findBinaries } from './binaries.ts';
import { openFolder, PORT, SYSTEM_HOME } from './folder.ts';
import { initCluster, SUPERUSER } from './init.ts';
import { ensurePostmaster, stopPostmaster, type Postmaster, type PostmasterOptions } from './postmaster.ts';
import { lifeOf, postmasterOf } from './probe.ts';
import { chooseUser } from './run-as.ts';
import { joinUsers } from './users.ts';

const WATCH_MS = 1_000;

export interface EmbeddedDatabase {
  /** client settings of one database in the cluster; connects as the owner of everything */
  connection(database: string): { host: string; port: number; user: string; database: string };
  /** a PostgreSQL that survived its node process was taken over */
  readonly adopted: boolean;
  readonly dataDir: string;
  /** stops PostgreSQL unless another node process uses it */
  stop(): Promise<void>;
}

interface Launch {
  /** folder of the cluster and its socket, below DATA_DIR */
  readonly dir: string;
  /** hears short Chinese sentences worth showing */
  readonly log: (text: string) => void;
  /** PostgreSQL settings on top of ours */
  readonly settings?: Readonly<Record<string, string>>;
  /** false skips the write-out of the fresh cluster; for tests only */
  readonly durable?: boolean;
}

/**
 * Starts (or takes over) the embedded PostgreSQL: unix socket only, never as root, restarted when it dies.
 * Throws StartError with a Chinese sentence when that is impossible.
 */
export async function launchEmbedded({ dir, log, settings = {}, durable = true }: Launch): Promise<EmbeddedDatabase> {
  const user = chooseUser();
  const binaries = findBinaries(user, SYSTEM_HOME, log);
  const folder = openFolder(dir, user, log);
  await initCluster({ binaries, data: folder.data, user, durable });
  const leave = joinUsers(folder.users);
  const options: PostmasterOptions = { binaries, folder, user, settings, log };
  let current: Postmaster;
  try {
    current = await ensurePostmaster(options);
  } catch (error) {
    leave();
    throw error;
  }
  const watch = keepAlive(options, current, (next) => (current = next));
  let stopping: Promise<void> | null = null;
  const stop = async () => {
    await watch.end();
    if (leave()) return; // another node process on the same folder still works with it
    await stopPostmaster(current.pid, folder.data);
  };
  return {
    connection: (database) => ({ host: folder.run, port: PORT, user: SUPERUSER, database }),
    adopted: current.adopted,
    dataDir: folder.data,
    stop: () => (stopping ??= stop()),
  };
}

/** Starts PostgreSQL again when it was killed under a running node; the pool reconnects by itself. */
function keepAlive(options: PostmasterOptions, first: Postmaster, changed: (next: Postmaster) => void) {
  let pid = first.pid;
  let ended = false;
  let busy: Promise<void> = Promise.resolve();
  let restarting = false;
  const revive = async () => {
    options.log('内置数据库意外退出，正在重新启动 …');
    const next = await ensurePostmaster(options);
    pid = next.pid;
    changed(next);
    options.log('内置数据库已恢复');
  };
  const timer = setInterval(() => {
    if (ended || restarting) return;
    const life = lifeOf(pid);
    if (life === 'postgres' && postmasterOf(options.folder.data) === pid) return;
    restarting = true;
    busy = revive()
      .catch((error: unknown) => options.log(`内置数据库无法重新启动：${error instanceof Error ? error.message : String(error)}`))
      .finally(() => (restarting = false));
  }, WATCH_MS);
  timer.unref();
  return {
    async end() {
      ended = true;
      clearInterval(timer);
      await busy;
    },
  };
}
