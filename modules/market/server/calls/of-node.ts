import type { App } from '#kit/server/ctx.ts';
import { keepDays } from '../logs/log-retention.ts';
import { keepBreakers } from './breaker-rows.ts';
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
export async function startCalls(app: App): Promise<() => Promise<void>> {
  const { registry, log, breaker } = callsOf(app);
  const forget = await keepBreakers(app, breaker);
  registry.start();
  log.start();
  keepDays(app);
  return async () => {
    forget();
    registry.stop();
    await log.stop();
  };
}
