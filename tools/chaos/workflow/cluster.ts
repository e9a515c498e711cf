import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { compose, type Node } from '#app/server/compose.ts';
import { openDatabase } from '#kit/server/db/open.ts';
import { secretBox } from '#kit/server/secret-box.ts';
import { factories } from '#kit/test/make.ts';
import { authenticate } from '#modules/system/server/index.ts';
import { bundleServer } from '../../server-bundle.mjs';
import { outsideDatabase, type OutsideDatabase } from '../../../tests/start/outside-database.ts';
import { dataFolder, freePort } from '../../../tests/start/product.ts';
import { root } from '../../modules.mjs';
import { ending } from '../ending.ts';
import { chaosModules, KEY, nodeSettings } from './modules.ts';

const READY_MS = 120_000;

/** Where a worker dies next; nothing of it when only others kill it. */
export interface Doom {
  readonly point: string;
  readonly after: number;
}

/** Nodes with approvals only on one PostgreSQL, and a node of our own that looks at what they did and does nothing by itself. */
export class Cluster {
  readonly database: OutsideDatabase;
  readonly watcher: Node;
  readonly make: ReturnType<typeof factories>;
  readonly ports: readonly number[];
  readonly #program: string;
  readonly #folder: string;
  readonly #workers = new Map<number, ChildProcess>();

  private constructor(database: OutsideDatabase, watcher: Node, files: { program: string; folder: string; ports: number[] }) {
    this.database = database;
    this.watcher = watcher;
    this.make = factories(watcher.app, () => new Date());
    this.ports = files.ports;
    this.#program = files.program;
    this.#folder = files.folder;
  }

  static async run<T>(nodes: number, work: (cluster: Cluster) => Promise<T>, settings: Record<string, string> = {}): Promise<T> {
    const database = await outsideDatabase({ fsync: 'on', ...settings });
    const files = dataFolder();
    // beside node_modules, so that native packages are found
    const bundle = mkdtempSync(join(root, '.chaos-'));
    const log = pino({ level: 'silent' });
    const ports = await Promise.all(Array.from({ length: nodes }, freePort));
    await database.create('app');
    await bundleServer({ worker: join(root, 'tools/chaos/workflow/worker.ts') }, bundle);
    const program = join(bundle, 'worker.mjs');
    let cluster: Cluster | undefined;
    let watcher: Node | undefined;
    const end = async () => {
      await cluster?.close();
      await watcher?.stop();
      await database.stop();
      files.remove();
      rmSync(bundle, { recursive: true, force: true });
    };
    return ending(end, async () => {
      const { seedPlatform } = await import('#app/server/seed.ts');
      watcher = await compose({
        settings: nodeSettings(files.path, 0),
        database: openDatabase({ connectionString: database.url('app'), max: 6 }, log),
        secrets: secretBox(KEY),
        log,
        modules: chaosModules({ hasLoops: false }),
        authenticate,
        seed: async (app, progress) => void (await seedPlatform(app, progress)),
      });
      await watcher.prepare();
      await database.query('app', 'create table chaos_effect (instance_id text primary key, asked int not null default 1)');
      await database.query('app', 'grant all on chaos_effect to app');
      cluster = new Cluster(database, watcher, { program, folder: files.path, ports });
      return work(cluster);
    });
  }

  /** Starts worker n where it was; resolves when it answers. `env` puts it into another world. */
  async start(n: number, doom: Doom | null, env: Record<string, string> = {}): Promise<ChildProcess> {
    const child = fork(this.#program, [], {
      env: {
        ...process.env,
        PORT: String(this.ports[n]),
        DATABASE_URL: this.database.url('app'),
        DATA_DIR: this.#folder,
        ...(doom && { POINT: doom.point, AFTER: String(doom.after) }),
        ...env,
      },
      execArgv: (process.env['WORKER_ARGV'] ?? '').split(' ').filter(Boolean),
      stdio: ['ignore', 'ignore', process.env['CHAOS_LOG'] ? 'inherit' : 'ignore', 'ipc'],
    });
    this.#workers.set(n, child);
    const ready = new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', (code, signal) => (signal === 'SIGKILL' ? resolve() : reject(new Error(`worker ${n} ended with ${code}`))));
    });
    const late = new AbortController();
    await Promise.race([
      ready,
      wait(READY_MS, undefined, { signal: late.signal }).then(() => {
        throw new Error(`worker ${n} is not ready`);
      }),
    ]).finally(() => late.abort());
    return child;
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#workers.values()].map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        await ended;
      }),
    );
  }
}
