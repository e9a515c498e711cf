import { may } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { AnyRoute, Reply } from '#kit/contract/route.ts';
import { writeOperLog } from '#kit/server/audit.ts';
import type { Account, App, Db } from '#kit/server/ctx.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { loadAccount } from '#modules/system/server/index.ts';

export interface CallInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}
/** Makes one call of the product as a person: rights, checks and operation log are those of the call over HTTP. */
export type Calls = <R extends AnyRoute>(route: R, input?: CallInput) => Promise<Reply<R>>;

/** The demo account of that name, null when an administrator removed or disabled it. */
export async function accountOf(app: App, username: string): Promise<Account | null> {
  const row = await app.db
    .selectFrom('sysUser')
    .select('id')
    .where('username', '=', username)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ? loadAccount(app.db, row.id) : null;
}

function handlerOf(app: App, route: AnyRoute) {
  for (const { routes } of app.modules)
    for (const { contract, handlers } of routes) {
      const name = Object.keys(contract).find((key) => contract[key] === route);
      if (name !== undefined) return handlers[name]!;
    }
  throw new Error(`nobody serves ${route.method} ${route.path}`);
}

/** Does several calls as one person in one transaction: all of them happen, or none. */
export async function callsAs<T>(app: App, user: Account, signal: AbortSignal, work: (call: Calls, db: Db) => Promise<T>): Promise<T> {
  const later: (() => Promise<void> | void)[] = [];
  const result = await app.db.transaction().execute((db) => {
    later.length = 0; // of this try alone
    return work(async (route, { params = {}, query = {}, body = {} } = {}) => {
      signal.throwIfAborted();
      if (!may(user, route.access)) throw new AppError('auth.noPermission');
      const started = performance.now();
      const origin = { user, route, db, signal, requestId: '', ip: '', userAgent: '' };
      const { ctx, trail, afterCommit } = detachedCtx(app, origin);
      const input = { params: route.params.parse(params), query: route.query.parse(query), body: route.body.parse(body) };
      const reply = await handlerOf(app, route)(ctx, input);
      if (route.audit)
        await writeOperLog(app, db, { ctx, trail, params: input.params, body: input.body, ms: performance.now() - started, error: null });
      later.push(...afterCommit);
      return reply as never;
    }, db);
  });
  for (const step of later) await step();
  return result;
}
