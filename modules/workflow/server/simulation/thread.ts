import type { Worker } from 'node:worker_threads';
import { startWorker } from '#kit/server/typescript-worker.ts';
import type { SimulationInput } from '../../contract/simulation.ts';
import type { Answer, Ask } from './protocol.ts';

/** Processor time of one simulation. */
const LIMIT_MS = 2_000;
/** What one step may take longer on a busy machine before its thread is ended. */
const GRACE_MS = 3_000;
const START_MS = 60_000;
/** Simulations that wait for the thread; more are refused at once. */
const MAX_WAITING = 100;

/** One thread for simulations, which run one after the other. */
export class SimulationThread {
  #worker: Promise<Worker> | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #id = 0;

  /** The answer of the thread; `isLate` also when it had to be ended, and when too many wait. */
  async run(input: SimulationInput, now: number): Promise<Answer> {
    if (this.#waiting >= MAX_WAITING) return { id: 0, isLate: true };
    this.#waiting += 1;
    const turn = this.#queue.then(() => this.#exchange(input, now));
    this.#queue = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await (await worker?.catch(() => null))?.terminate();
  }

  #start(): Promise<Worker> {
    this.#worker ??= new Promise<Worker>((resolve, reject) => {
      const worker = startWorker(new URL('./worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 256 } });
      worker.unref();
      const timer = setTimeout(() => reject(new Error('the simulation thread does not start')), START_MS);
      worker.once('message', () => {
        clearTimeout(timer);
        resolve(worker);
      });
      worker.once('error', reject);
    });
    this.#worker.catch(() => (this.#worker = null));
    return this.#worker;
  }

  async #exchange(input: SimulationInput, now: number): Promise<Answer> {
    const worker = await this.#start();
    const ask: Ask = { id: (this.#id += 1), input, now, limitMs: LIMIT_MS };
    worker.ref();
    return new Promise<Answer>((resolve) => {
      const done = (answer: Answer) => {
        clearTimeout(timer);
        worker.off('message', answered);
        worker.off('error', broken);
        worker.unref();
        resolve(answer);
      };
      const end = (answer: Answer) => {
        this.#worker = null;
        void worker.terminate();
        done(answer);
      };
      const answered = (answer: Answer) => answer.id === ask.id && done(answer);
      // out of memory: the model is too large, as one that takes too long
      const broken = () => end({ id: ask.id, isLate: true });
      const timer = setTimeout(() => end({ id: ask.id, isLate: true }), LIMIT_MS + GRACE_MS);
      worker.on('message', answered);
      worker.on('error', broken);
      worker.postMessage(ask);
    });
  }
}

export const simulationThread = new SimulationThread();
