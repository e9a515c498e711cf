import { ForksPoolWorker, type PoolOptions, type PoolRunnerInitializer, type WorkerRequest } from 'vitest/node';

/** After so many files a worker makes room for a new one: modules stay loaded, and what their caches hold only grows. */
const MAX_FILES = 100;

class LimitedWorker extends ForksPoolWorker {
  override readonly name = POOL_NAME;
  #files = 0;

  override send(message: WorkerRequest): void {
    if (message.type === 'run') this.#files += message.context.files.length;
    super.send(message);
  }

  /** Vitest ends a worker that cannot take the next file, and starts another. */
  canReuse(): boolean {
    return this.#files < MAX_FILES;
  }
}

const POOL_NAME = 'limited-forks';

/** Processes that serve many test files of one environment, one after the other, but not endlessly many. */
export const limitedForks: PoolRunnerInitializer = {
  name: POOL_NAME,
  createPoolWorker: (options: PoolOptions) => new LimitedWorker(options),
};
