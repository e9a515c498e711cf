import type { AnyRoute } from '#kit/contract/route.ts';
import { ChangeCollector } from './audit.ts';
import type { Account, App, Ctx, Db } from './ctx.ts';

interface Origin {
  /** the account reloaded by `loadAccount`: its current rights decide */
  readonly user: Account;
  /** the route on whose behalf the work runs: `scope` uses its permission */
  readonly route: AnyRoute;
  readonly db: Db;
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
}

/** A context for background work, and what the work recorded in it. */
export interface Detached {
  readonly ctx: Ctx;
  readonly trail: ChangeCollector;
  readonly afterCommit: (() => Promise<void> | void)[];
}

/**
 * Makes a context for work that outlives its call (a job, a task). Same services and rights as in the call; reading `request`, `reply` or
 * `session` throws.
 */
export function detachedCtx(app: App, origin: Origin): Detached {
  const trail = new ChangeCollector();
  const afterCommit: Detached['afterCommit'] = [];
  const gone = (): never => {
    throw new Error('there is no request behind detached work');
  };
  const { user } = origin;
  const ctx: Ctx = {
    ...origin,
    app,
    caller: { user, session: { id: '', locked: false, mustChangePassword: false } },
    get session() {
      return gone();
    },
    submission: null,
    now: app.now(),
    audit: trail,
    afterCommit: (work) => void afterCommit.push(work),
    get request() {
      return gone();
    },
    get reply() {
      return gone();
    },
  };
  return { ctx, trail, afterCommit };
}
