import type { AnyRoute } from '#kit/contract/route.ts';
import { Trail } from './audit.ts';
import type { Account, App, Ctx, Db } from './ctx.ts';

interface Origin {
  /** as it stands now, see `loadAccount`; its rights decide */
  readonly user: Account;
  /** the call that the work stands for: `scope` binds to its permission */
  readonly route: AnyRoute;
  readonly db: Db;
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
}

/** Work on behalf of a call, and what it left behind. */
export interface Detached {
  readonly ctx: Ctx;
  readonly trail: Trail;
  readonly afterCommit: (() => Promise<void> | void)[];
}

/**
 * The context of work that goes on without its call: a job, a task. Everything is as in the call but request, reply and session, which
 * throw when they are read.
 */
export function detachedCtx(app: App, origin: Origin): Detached {
  const trail = new Trail();
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
