import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { App } from '#kit/server/ctx.ts';
import { tasksOf } from '../tasks.ts';
import { claim, requeueRuns, LEASE_SECONDS, lookForWork, renew } from './claim.ts';
import { execute, type Stop } from './execute.ts';
import { fireDue } from './fire.ts';

const LOOK_MS = 1_000;
/** Runs at the same time on one node. */
const MAX_AT_ONCE = 8;
const SHUTDOWN_MS = 3_000;

interface Running {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  /** the lease as this process knows it, so that it stops by itself when the database cannot be reached */
  keptAt: number;
}

const wakers = new WeakMap<App, () => void>();
/** Makes this node poll at once instead of within a second. */
export const wake = (app: App): void => wakers.get(app)?.();

/**
 * Fires due jobs, claims runs and renews their leases. One worker per node, any number of nodes per database. Returns the function that
 * stops it.
 */
export async function startWorker(app: App): Promise<() => Promise<void>> {
  const owner = `${app.node}-${randomUUID()}`;
  const keys = [...tasksOf(app).keys()];
  const running = new Map<string, Running>();
  let isStopped = false;
  let wakeUp: () => void = () => undefined;
  let isAwake = false;
  let isKeeping = false;
  wakers.set(app, () => {
    isAwake = true;
    wakeUp();
  });

  const stop = (run: Running, reason: Stop) => run.controller.abort(reason);
  const keep = async () => {
    for (const run of running.values()) if (performance.now() - run.keptAt > LEASE_SECONDS * 1000) stop(run, 'lost');
    if (running.size === 0 || isKeeping) return;
    isKeeping = true;
    try {
      const asked = performance.now();
      const ids = [...running.keys()];
      const kept = await renew(app, owner, ids);
      for (const id of ids) {
        const run = running.get(id);
        if (!run) continue;
        if (kept.has(id)) run.keptAt = asked;
        else stop(run, 'lost');
        if (kept.get(id)) stop(run, 'cancelled');
      }
    } finally {
      isKeeping = false;
    }
  };
  const take = async () => {
    while (!isStopped && running.size < MAX_AT_ONCE) {
      const asked = performance.now();
      const run = await claim(app, { owner, keys, mine: [...running.keys()] });
      if (!run) return;
      const controller = new AbortController();
      const ended = execute(app, run, owner, controller)
        .catch((error: unknown) => app.log.error({ error, run: run.id }, 'the end of a run was not stored'))
        .finally(() => {
          running.delete(run.id);
          wake(app);
        });
      running.set(run.id, { controller, ended, keptAt: asked });
    }
  };
  const look = async () => {
    const found = await lookForWork(app);
    const hasFired = found.due && (await fireDue(app));
    if (hasFired || found.waiting || found.lost) await take();
  };
  const pause = () =>
    new Promise<void>((resolve) => {
      if (isAwake || isStopped) return resolve();
      const timer = setTimeout(resolve, LOOK_MS);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async (step: () => Promise<void>, wait: () => Promise<void>) => {
    while (!isStopped) {
      await step().catch((error: unknown) => app.log.warn({ error: String(error) }, 'the scheduler is waiting for the database'));
      await wait();
    }
  };
  // leases are renewed independently of polling: a slow pass must not cost them
  const keeper = setInterval(
    () => void keep().catch((error: unknown) => app.log.warn({ error: String(error) }, 'leases of runs were not renewed')),
    LOOK_MS,
  );
  const looking = loop(look, async () => {
    await pause();
    isAwake = false;
  });

  return async () => {
    isStopped = true;
    wakeUp();
    for (const run of running.values()) stop(run, 'shutdown');
    await looking;
    const ended = Promise.all([...running.values()].map((run) => run.ended));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, SHUTDOWN_MS).unref())]);
    clearInterval(keeper);
    await requeueRuns(app, owner).catch((error: unknown) => app.log.warn({ error: String(error) }, 'runs were not given back'));
  };
}
