import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Build, BuildReport, EngineColumn, Failure, Limits, Open, Query, Reply, Request } from './protocol.ts';

/** A query that does not react to an interrupt within this time has its process killed. */
const INTERRUPT_MS = 3_000;
const HEAP_MB = 1_024;
/** Limit of DuckDB processes per node. */
const MAX_PROCESSES = 8;

/** Error texts of a child process in which the DuckDB binding is missing. */
const ABSENT = /Cannot find (?:package|module) '@duckdb|ERR_DLOPEN_FAILED|@duckdb\/node-bindings/;

/** Why a request to the engine failed. `gone` = the process ended, `absent` = DuckDB is not installed on this node. */
export class EngineError extends Error {
  readonly code: Failure['code'] | 'gone' | 'busy' | 'absent';
  constructor(code: EngineError['code'], message: string) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
  }
}

/** An open result: `read` answers an empty list at its end. `close` must be called. */
export interface EngineResult {
  readonly columns: readonly EngineColumn[];
  read(most: number): Promise<unknown[][]>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

type Call<R> = R extends unknown ? Omit<R, 'id'> : never;

/** One child process that speaks `protocol.ts`. */
class Channel {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #words = '';
  isGone = false;

  constructor() {
    const program = fileURLToPath(new URL('./child.ts', import.meta.url));
    // from TypeScript sources the child needs our loader; a build contains plain JavaScript
    const loader = program.endsWith('.ts') ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [];
    this.#child = fork(program, [], {
      execArgv: [`--max-old-space-size=${HEAP_MB}`, ...loader],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // the child gets neither our credentials nor our addresses
      env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', TZ: 'Asia/Shanghai' },
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#words = (this.#words + text).slice(-2_000)));
    this.#child.on('message', (reply: Reply) => {
      const one = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (reply.failure) one?.reject(new EngineError(reply.failure.code, reply.failure.message));
      else one?.resolve(reply.result);
    });
    this.#child.on('error', () => this.#ended());
    // `close` comes after stderr is complete, unlike `exit`
    this.#child.on('close', () => this.#ended());
  }

  #ended(): void {
    this.isGone = true;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of waiting) one.reject(this.#reason());
  }

  #reason(): EngineError {
    return ABSENT.test(this.#words)
      ? new EngineError('absent', '本节点没有安装 DuckDB 组件，数据文件和抽取暂不可用，请联系管理员')
      : new EngineError('gone', this.#words);
  }

  ask(request: Call<Request>): Promise<unknown> {
    if (this.isGone) return Promise.reject(this.#reason());
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // a process that cannot be reached has exited, or must
      this.#child.send({ ...request, id } as Request, (error) => error && this.kill());
    });
  }

  /** Kills the process immediately. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

const alive = new Set<Engine>();

/** Makes room for one more process by ending the least recently used idle one. */
function makeRoom(): void {
  if (alive.size < MAX_PROCESSES) return;
  const idle = [...alive].filter((engine) => engine.isIdle).sort((a, b) => a.lastUse - b.lastUse)[0];
  if (!idle) throw new EngineError('busy', '同时使用的数据文件过多，请稍后重试');
  idle.close();
}

/** A process that has opened the database. */
async function opened(open: Omit<Open, 'call'>): Promise<Channel> {
  const channel = new Channel();
  try {
    await channel.ask({ call: 'open', ...open });
    return channel;
  } catch (error) {
    channel.kill();
    throw error;
  }
}

/** Memory and disk of one database process. */
export const defaultLimits = (tempDirectory: string): Limits => ({
  memoryMB: 1_024,
  threads: Math.max(1, Math.min(4, availableParallelism())),
  tempDirectory,
  tempMB: 10_240,
});

/**
 * A database in a child process. It is spawned by the first query, ended by `close` and respawned after a crash, so neither a statement nor
 * a file can bring down the server process. Throws EngineError.
 */
export class Engine {
  readonly #open: Omit<Open, 'call'>;
  #channel: Promise<Channel> | null = null;
  #lastQuery = 0;
  #inUse = 0;
  lastUse = 0;

  constructor(open: Omit<Open, 'call'>) {
    this.#open = open;
  }

  get isIdle(): boolean {
    return this.#inUse === 0;
  }

  async #ready(): Promise<Channel> {
    for (;;) {
      const known = this.#channel;
      const channel = await known?.catch(() => null);
      if (channel && !channel.isGone) return channel;
      // whoever waited for the same process has begun another one meanwhile: a second would be ended by nobody
      if (this.#channel !== known) continue;
      return this.#start();
    }
  }

  async #start(): Promise<Channel> {
    makeRoom();
    alive.add(this);
    const starting = opened(this.#open);
    this.#channel = starting;
    try {
      return await starting;
    } catch (error) {
      if (this.#channel === starting) this.close();
      throw error;
    }
  }

  /** Starts a statement. Aborting interrupts it and kills the process when that has no effect within three seconds. */
  async query(statement: Pick<Query, 'text' | 'params' | 'searchPath'>, signal: AbortSignal): Promise<EngineResult> {
    signal.throwIfAborted();
    this.#inUse++;
    this.lastUse = performance.now();
    let cut: NodeJS.Timeout | undefined;
    let channel: Channel | null = null;
    const query = ++this.#lastQuery;
    const onAbort = () => {
      if (!channel) return;
      void channel.ask({ call: 'cancel', query }).catch(() => undefined); // the process is gone, and so is the query
      cut = setTimeout(() => channel?.kill(), INTERRUPT_MS);
    };
    let isOpen = true;
    const ended = () => {
      if (!isOpen) return;
      isOpen = false;
      clearTimeout(cut);
      signal.removeEventListener('abort', onAbort);
      this.#inUse--;
      this.lastUse = performance.now();
    };
    const ask = async (request: Call<Request>): Promise<unknown> => {
      try {
        return await channel!.ask(request);
      } catch (error) {
        ended();
        throw error;
      }
    };
    try {
      channel = await this.#ready();
    } catch (error) {
      ended();
      throw error;
    }
    if (signal.aborted) {
      ended();
      throw new EngineError('interrupted', '');
    }
    signal.addEventListener('abort', onAbort, { once: true });
    const { columns } = (await ask({ call: 'query', query, ...statement })) as { columns: EngineColumn[] };
    return {
      columns,
      read: async (most) => {
        if (!isOpen) return [];
        const rows = (await ask({ call: 'read', query, most })) as unknown[][];
        if (rows.length === 0) ended();
        return rows;
      },
      close: async () => {
        if (!isOpen) return;
        await channel!.ask({ call: 'close', query }).catch(() => undefined); // a process that is gone has closed it
        ended();
      },
    };
  }

  /** Kills the process; running queries fail. */
  close(): void {
    alive.delete(this);
    const channel = this.#channel;
    this.#channel = null;
    void channel?.then((one) => one.kill()).catch(() => undefined); // it never opened
  }
}

/** Builds a database file from uploaded files in a one-shot process. Throws EngineError. */
export async function buildDatabase(build: Omit<Build, 'call'>, timeoutMs: number): Promise<BuildReport> {
  const channel = new Channel();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    channel.kill();
  }, timeoutMs);
  try {
    return (await channel.ask({ call: 'build', ...build })) as BuildReport;
  } catch (error) {
    if (isLate) throw new EngineError('input', '读取文件超过时间限制，请拆分后重新上传');
    throw error;
  } finally {
    clearTimeout(timer);
    channel.kill();
  }
}
