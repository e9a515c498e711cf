import type { App } from '#kit/server/ctx.ts';
import { CallLog } from './call-log.ts';
import type { ServiceLine } from './lines.ts';

const nodes = new WeakMap<App, CallLog>();

/** The log of calls on this node. */
export function callLogOf(app: App): CallLog {
  let log = nodes.get(app);
  if (!log) {
    log = new CallLog(app);
    nodes.set(app, log);
  }
  return log;
}

/** Notes one call of a service, or one step of it; it is in `market_service_log` within a second, and nobody waits for it. */
export const logServiceCall = (app: App, line: ServiceLine): void => callLogOf(app).noteService(line);
