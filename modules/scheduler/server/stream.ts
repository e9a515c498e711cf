import { setTimeout as sleep } from 'node:timers/promises';
import { may } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx } from '#kit/server/ctx.ts';
import type { EventReply, EventStream } from '#kit/server/http/event-stream.ts';
import { scopeFor } from '#kit/server/scope.ts';
import { loadAccount, sessionStates } from '#modules/system/server/index.ts';
import { RUN_SCOPE, runningMs, runScope } from './run-query.ts';

const LOOK_MS = 500;
/** Polls between two checks of the reader's session and permission. */
const ASK_EVERY = 4;
const LINES_AT_ONCE = 500;
/** Maximum duration of a stream; the page then reconnects. */
const LIFE_MS = 60_000;
/** Readers on one node; each asks the database twice a second. */
const MAX_READERS = 100;
let readers = 0;

/**
 * The lines of a run as they come: `line` events whose id is the number of the line, `progress` when the run moved on, `end` when it is
 * over. A reader that comes back with Last-Event-ID gets what follows. Lines come from the database, so any node can tell of any run.
 */
export async function streamRun(ctx: Ctx, { params }: { params: { id: string } }): Promise<EventReply> {
  const found = await ctx.db.selectFrom('schedulerRun').select('id').where('id', '=', params.id).where(runScope(ctx)).executeTakeFirst();
  if (!found) throw new AppError('entity.notFound');
  if (readers >= MAX_READERS) throw new AppError('throttle.exceeded', '同时查看实时日志的人过多，请稍后再试', { retryAfter: 10 });
  const seen = Number(ctx.request.headers['last-event-id']);
  const after = Number.isSafeInteger(seen) && seen > 0 && seen < 2 ** 31 ? seen : 0;
  const { app, user, session, route } = ctx;
  const mayRead = async (): Promise<boolean> => {
    const state = (await sessionStates(app, [session.id])).get(session.id);
    const account = state && !state.locked ? await loadAccount(app.db, user.id) : null;
    const permissions = route.access.kind === 'perm' ? route.access.anyOf : [];
    if (!account || !may(account, route.access)) return false;
    const own = app.db.selectFrom('schedulerRun').select('id').where('id', '=', params.id);
    return (await own.where(scopeFor(account, RUN_SCOPE, permissions)).executeTakeFirst()) !== undefined;
  };
  return (stream) => {
    readers++;
    stream.onEnd(() => void readers--);
    return follow({ app, id: params.id, after, mayRead }, stream);
  };
}

interface Followed {
  readonly app: App;
  readonly id: string;
  /** number of the last line that the reader has */
  readonly after: number;
  /** the session lives unlocked, and its account still reaches the run */
  mayRead(): Promise<boolean>;
}
async function follow({ app, id, after, mayRead }: Followed, stream: EventStream): Promise<void> {
  const until = performance.now() + LIFE_MS;
  let last = after;
  let told = '';
  for (let look = 1; stream.isOpen; look++) {
    if (look % ASK_EVERY === 0 && !(await mayRead())) break;
    // the run before its lines: when it has ended, the lines read afterwards are all there are
    const run = await app.db
      .selectFrom('schedulerRun')
      .select(['state', 'percent', 'msg', 'node', 'startTime', 'endTime', runningMs.as('durationMs')])
      .where('id', '=', id)
      .executeTakeFirst();
    const lines = await app.db
      .selectFrom('schedulerRunLine')
      .select(['seq', 'createTime as time', 'text'])
      .where('runId', '=', id)
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(LINES_AT_ONCE)
      .execute();
    for (const line of lines) {
      if (!stream.send({ event: 'line', data: line, id: String(line.seq) })) return;
      last = line.seq;
    }
    const isOver = !run || (run.state !== 'waiting' && run.state !== 'running');
    const { durationMs, ...rest } = run ?? { durationMs: null };
    const now = JSON.stringify(rest);
    if (run && now !== told) stream.send({ event: 'progress', data: { ...rest, durationMs } });
    told = now;
    if (lines.length === LINES_AT_ONCE) continue;
    if (isOver) {
      stream.send({ event: 'end', data: {} });
      break;
    }
    if (performance.now() > until) break;
    await sleep(LOOK_MS);
  }
  stream.end();
}
