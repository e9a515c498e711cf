import type { Worker } from 'node:worker_threads';
import { startWorker } from '#kit/server/typescript-worker.ts';
import type { Lineage } from '../core/types.ts';
import { workDeadline } from './deadline.ts';
import type { Answer, Ask } from './engine-protocol.ts';

const THREADS = 2;
/** A statement that takes longer is given up together with its thread. */
const STATEMENT_MS = 2000;
/** Time limit per text; what is not parsed by then is reported as unresolved. */
const TEXT_MS = 15_000;
const START_MS = 30_000;
const IDLE_MS = 300_000;
/** WebAssembly does not give memory back: a thread is replaced after so much text. */
const CHARS_PER_THREAD = 64_000_000;

type Input = Ask['input'];
interface Job {
  readonly input: Input;
  readonly resolve: (lineage: Lineage | null) => void;
}
interface Thread {
  readonly worker: Worker;
  readonly ready: Promise<boolean>;
  chars: number;
  job: Job | null;
  idle: NodeJS.Timeout | null;
}

/** The threads of the lineage engine; each reads one text at a time. */
export class EnginePool {
  readonly #threads = new Set<Thread>();
  readonly #waiting: Job[] = [];
  #id = 0;

  /** The lineage of a text; null when it took too long or broke the parser. */
  ask(input: Input): Promise<Lineage | null> {
    return new Promise((resolve) => {
      this.#waiting.push({ input, resolve });
      this.#serve();
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  #serve(): void {
    while (this.#waiting.length) {
      const thread = [...this.#threads].find((each) => each.job === null) ?? (this.#threads.size < THREADS ? this.#start() : null);
      const job = thread ? this.#waiting.shift() : undefined;
      if (!thread || !job) return;
      thread.job = job;
      if (thread.idle) clearTimeout(thread.idle);
      void this.#run(thread, job); // it answers the job and never rejects
    }
  }

  #start(): Thread {
    const limits = { execArgv: [], stderr: true, resourceLimits: { maxOldGenerationSizeMb: 512 } };
    const worker = startWorker(new URL('./engine-worker.ts', import.meta.url), limits);
    // the parser writes its traps there; they are answered as unresolved text
    worker.stderr.resume();
    worker.unref();
    const isLate = workDeadline(START_MS);
    let watch: NodeJS.Timeout | undefined;
    const ready = new Promise<boolean>((resolve) => {
      watch = setInterval(() => isLate() && resolve(false), STATEMENT_MS).unref();
      worker.once('message', () => resolve(true));
      worker.once('exit', () => resolve(false));
      worker.on('error', () => resolve(false));
    }).finally(() => clearInterval(watch));
    const thread: Thread = { worker, ready, chars: 0, job: null, idle: null };
    worker.once('exit', () => this.#threads.delete(thread));
    this.#threads.add(thread);
    return thread;
  }

  async #run(thread: Thread, job: Job): Promise<void> {
    const lineage = (await thread.ready) ? await this.#exchange(thread, job.input) : null;
    thread.job = null;
    thread.chars += job.input.sql.length;
    if (lineage === null || thread.chars > CHARS_PER_THREAD) await this.#end(thread);
    else this.#rest(thread);
    job.resolve(lineage);
    this.#serve();
  }

  /** One question and its answer. The thread says when it begins a statement, which winds the clock up again. */
  #exchange({ worker }: Thread, input: Input): Promise<Lineage | null> {
    const id = ++this.#id;
    // a waiting caller keeps the process alive
    worker.ref();
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const done = (lineage: Lineage | null) => {
        clearInterval(timer);
        worker.off('message', answered);
        worker.off('error', broken);
        worker.off('exit', broken);
        worker.unref();
        resolve(lineage);
      };
      const broken = () => done(null);
      const wind = () => {
        clearInterval(timer);
        const isLate = workDeadline(STATEMENT_MS * 2);
        timer = setInterval(() => isLate() && broken(), STATEMENT_MS);
      };
      const answered = (answer: Answer) => {
        if (answer.id !== id) return;
        if (answer.lineage) done(answer.lineage);
        else wind();
      };
      worker.on('message', answered);
      worker.once('error', broken);
      worker.once('exit', broken);
      wind();
      worker.postMessage({ id, input, statementMs: STATEMENT_MS, textMs: TEXT_MS } satisfies Ask);
    });
  }

  #rest(thread: Thread): void {
    thread.idle = setTimeout(() => void this.#end(thread), IDLE_MS); // nobody waits for the end of an idle thread
    thread.idle.unref();
  }

  async #end(thread: Thread): Promise<void> {
    this.#threads.delete(thread);
    if (thread.idle) clearTimeout(thread.idle);
    await thread.worker.terminate();
  }
}
