import type { App } from '#kit/server/ctx.ts';
import { keepDays } from '../logs/log-retention.ts';
import { ApiCalls } from './handle.ts';

const nodes = new WeakMap<App, ApiCalls>();

/** What answers the calls of APIs on this node. */
export function callsOf(app: App): ApiCalls {
  let calls = nodes.get(app);
  if (!calls) {
    calls = new ApiCalls(app);
    nodes.set(app, calls);
  }
  return calls;
}

/** Begins to look for changes and to write lines; answers how it ends. */
export function startCalls(app: App): Promise<() => Promise<void>> {
  const { registry, log } = callsOf(app);
  registry.start();
  log.start();
  keepDays(app);
  return Promise.resolve(async () => {
    registry.stop();
    await log.stop();
  });
}
