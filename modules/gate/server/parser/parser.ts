import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { AppError } from '#kit/contract/errors.ts';
import type { Parsed } from '../../core/sql/check.ts';

/**
 * The parser is WebAssembly: a hostile text can make it spin or trap, so it lives in a worker thread with a time limit and is
 * started anew when it fails. The worker is a text because it has to run alike from sources, from the bundle and under the test runner.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const sdk = require(workerData);
const units = (text) => {
  if (!/[\\ud800-\\udbff]/.test(text)) return (n) => n;
  const at = [];
  let offset = 0;
  for (const char of text) { at.push(offset); offset += char.length; }
  at.push(offset);
  return (n) => at[n] ?? offset;
};
const respan = (value, unit) => {
  if (Array.isArray(value)) for (const item of value) respan(item, unit);
  else if (value && typeof value === 'object') {
    const span = value.span;
    if (span && typeof span.start === 'number') value.span = { start: unit(span.start), end: unit(span.end) };
    for (const key in value) if (key !== 'span') respan(value[key], unit);
  }
};
const work = {
  parse(text, dialect) {
    const unit = units(text);
    const parsed = sdk.parse(text, dialect);
    if (!parsed.success) return { error: { message: String(parsed.error), line: parsed.errorLine ?? 1, column: parsed.errorColumn ?? 1 }, ast: [], literals: [] };
    const tokens = sdk.tokenize(text, dialect);
    const literals = (tokens.tokens ?? []).filter((t) => /STRING|QUOTED/.test(t.token_type)).map((t) => [unit(t.span.start), unit(t.span.end)]);
    const ast = parsed.ast ?? [];
    respan(ast, unit);
    return { error: null, ast, literals };
  },
  format(text, dialect) {
    const made = sdk.format(text, dialect);
    return made.success ? { sql: (made.sql ?? []).join(';\\n\\n') } : { error: String(made.error) };
  },
};
Promise.resolve(sdk.init ? sdk.init() : null).then(() => {
  parentPort.on('message', ({ id, call, text, dialect }) => {
    try { parentPort.postMessage({ id, result: work[call](text, dialect) }); }
    catch (error) { parentPort.postMessage({ id, failed: String(error && error.message) }); process.exit(1); }
  });
  parentPort.postMessage({ ready: true });
});
`;
/** Wall time: on a busy machine a thread waits for its turn as well. */
const LIMIT_MS = 4000;
/**
 * Functions are compiled when they are first called, and the busy ones once more: the first statements of a thread wait for its compilers, on
 * a busy machine for seconds.
 */
const YOUNG_MS = 15_000;
const YOUNG_LIMIT_MS = 30_000;
/** Calls most of what statements of charts need. */
const FIRST_STATEMENT =
  'with a as (select x.id, sum(y.n) as n from t x left join u y on x.id = y.id where y.k in (1, 2) and x.c like x.d group by x.id having sum(y.n) > 0) select case when n > 1 then cast(n as varchar(9)) else null end as c, row_number() over (partition by id order by n desc) from a union all select 1, 2 order by 1 limit 10';
/** The library is 24 MB of WebAssembly; a busy machine takes its time to load it. */
const START_MS = 90_000;

interface Call {
  readonly call: 'parse' | 'format';
  readonly text: string;
  readonly dialect: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One parser thread; calls run one after the other. */
export class SqlParser {
  #worker: Worker | null = null;
  #ready: Promise<Worker> | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  /** when the thread began to take statements; one after a thread that was cut short gets its first statement from us, and no patience */
  #since = 0;
  #wasCut = false;
  #waiting = 0;
  readonly #limitMs: number;

  constructor(limitMs = LIMIT_MS) {
    this.#limitMs = limitMs;
  }

  /** Starts the thread before anybody asks, and has its compilers done: they take a second of a processor, on a busy machine several. */
  async warm(): Promise<void> {
    for (const dialect of ['postgres', 'mysql']) await this.#run('parse', FIRST_STATEMENT, dialect);
  }

  /** Parses one statement. */
  parse(text: string, dialect: string): Promise<Parsed> {
    return this.#run('parse', text, dialect) as Promise<Parsed>;
  }

  /** Formats a script; null when it cannot be parsed. */
  async format(text: string, dialect: string): Promise<string | null> {
    const made = (await this.#run('format', text, dialect)) as { sql?: string };
    return made.sql ?? null;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
    this.#ready = null;
  }

  #start(): Promise<Worker> {
    this.#ready ??= new Promise<Worker>((resolve, reject) => {
      const library = createRequire(import.meta.url).resolve('@polyglot-sql/sdk');
      const worker = new Worker(PROGRAM, {
        eval: true,
        workerData: library,
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: 512 },
      });
      worker.unref();
      const timer = setTimeout(() => reject(new Error('the SQL parser did not start')), START_MS);
      const isReady = () => {
        clearTimeout(timer);
        this.#since = this.#wasCut ? -Infinity : performance.now();
        resolve(worker);
      };
      worker.once('message', () => {
        if (!this.#wasCut) return isReady();
        worker.once('message', isReady);
        worker.postMessage({ id: 0, call: 'parse', text: FIRST_STATEMENT, dialect: 'postgres' });
      });
      // between its failure and its end a thread takes no statement of others
      const forget = () => {
        if (this.#worker !== worker) return;
        this.#worker = null;
        this.#ready = null;
      };
      worker.once('error', (error) => {
        forget();
        reject(error);
      });
      worker.once('exit', forget);
      this.#worker = worker;
    });
    return this.#ready;
  }

  /** True while somebody waits for it. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  #run(call: Call['call'], text: string, dialect: string): Promise<unknown> {
    this.#waiting++;
    const turn = this.#queue.then(() => this.#one(call, text, dialect)).finally(() => this.#waiting--);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #one(call: Call['call'], text: string, dialect: string): Promise<unknown> {
    let worker: Worker;
    try {
      worker = await this.#start();
    } catch (cause) {
      this.#ready = null;
      throw new AppError('server.failure', '系统错误', null, { cause });
    }
    const isYoung = performance.now() - this.#since < YOUNG_MS;
    const limitMs = isYoung ? Math.max(YOUNG_LIMIT_MS, this.#limitMs) : this.#limitMs;
    return new Promise((resolve, reject) => {
      const finish = (work: () => void) => {
        clearTimeout(timer);
        worker.removeAllListeners('message');
        worker.off('error', broken);
        worker.off('exit', broken);
        work();
      };
      const broken = () => finish(() => reject(new AppError('gate.refused', 'SQL语句过于复杂，无法解析，请简化后重试')));
      const timer = setTimeout(() => {
        broken();
        this.#wasCut = true;
        void worker.terminate(); // nobody waits: the next call starts a new thread
        this.#worker = null;
        this.#ready = null;
      }, limitMs);
      worker.once('error', broken);
      worker.once('exit', broken);
      worker.on('message', (message: { result?: unknown; failed?: string }) =>
        message.failed === undefined ? finish(() => resolve(message.result)) : broken(),
      );
      worker.postMessage({ id: 1, call, text, dialect });
    });
  }
}
