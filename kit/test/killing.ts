import pg from 'pg';
import type { Settings } from '#kit/server/ctx.ts';
import type { TestApp } from './app.ts';
import { nodeProcesses } from './node-process.ts';
import { until } from './until.ts';

/** A node that lives until a test kills it. */
export interface MortalNode {
  /** posts a value as JSON, or bytes as they are, as the account of a token; answers the status, null where the node died before it answered */
  send(token: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<number | null>;
  kill(): Promise<void>;
}

/** Nodes in processes of their own on the database of a test, and moments at which they die. */
export class Killing {
  readonly #app: TestApp;
  readonly #start: ReturnType<typeof nodeProcesses>;

  constructor(app: TestApp) {
    this.#app = app;
    this.#start = nodeProcesses(app);
  }

  /** Starts a node with settings of its own beside those of every test. */
  async start(settings: Partial<Settings> = {}): Promise<MortalNode> {
    const { ready: port, kill } = await this.#start(JSON.stringify(settings));
    return {
      async send(token, path, body, headers = {}) {
        const isPlain = body !== undefined && !(body instanceof Uint8Array);
        try {
          const { status } = await fetch(`http://127.0.0.1:${port}/sjzt-datax${path}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, ...(isPlain && { 'content-type': 'application/json' }), ...headers },
            body: isPlain ? JSON.stringify(body) : body === undefined ? null : Buffer.from(body as Uint8Array),
          });
          return status;
        } catch {
          return null;
        }
      },
      kill,
    };
  }

  /**
   * Lets a node work until so many of its `works` are about to write into one of some tables, kills it there and waits until the database has
   * noticed. What their transactions wrote before is undone then, and nothing of what comes after it has been asked for.
   */
  async at(tables: readonly string[], { node, works }: { node: MortalNode; works: number }, begin: () => void): Promise<void> {
    const holder = new pg.Client(this.#app.connection);
    const rows = async (text: string, value: unknown) =>
      (await this.#app.database.pool.query<{ pid: number }>(text, [value])).rows.map(({ pid }) => pid);
    await holder.connect();
    try {
      await holder.query(`begin; lock table ${tables.join(', ')} in share mode`);
      begin();
      const waiting = await until(
        () =>
          rows(
            `select distinct pid from pg_locks where relation = any($1::regclass[]) and not granted and mode = 'RowExclusiveLock'
              and database = (select oid from pg_database where datname = current_database())`,
            tables,
          ),
        (pids) => pids.length >= works,
        60_000,
      );
      await node.kill();
      await holder.query('rollback');
      await until(
        () => rows('select pid from pg_stat_activity where pid = any($1)', waiting),
        (pids) => pids.length === 0,
      );
    } finally {
      await holder.end();
    }
  }
}
