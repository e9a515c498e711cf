import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#kit/contract/errors.ts';
import { SUBMISSION_HEADER } from '#kit/contract/submission-header.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import { ChangeCollector } from '../audit.ts';
import type { Account, App, Ctx, Db, Session } from '../ctx.ts';

export type Caller = { user: Account; session: Session } | null;

export interface Call {
  readonly route: AnyRoute;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly signal: AbortSignal;
  readonly started: number;
}

/** One attempt at a call: the context that the handler sees, and what it recorded. */
export interface Attempt {
  readonly ctx: Ctx;
  readonly trail: ChangeCollector;
  readonly afterCommit: (() => Promise<void> | void)[];
}

/** Makes the context of one attempt; a retried transaction starts with an empty trail. */
export function attemptOf(app: App, call: Call, db: Db): Attempt {
  const trail = new ChangeCollector();
  const afterCommit: Attempt['afterCommit'] = [];
  const { caller, request } = call;
  const signedIn = () => {
    if (!caller) throw new AppError('auth.required');
    return caller;
  };
  const ctx: Ctx = {
    app,
    db,
    get user() {
      return signedIn().user;
    },
    get session() {
      return signedIn().session;
    },
    caller,
    route: call.route,
    requestId: request.id,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 500),
    submission: request.headers[SUBMISSION_HEADER]?.toString() ?? null,
    now: app.now(),
    signal: call.signal,
    audit: trail,
    afterCommit: (work) => void afterCommit.push(work),
    request,
    reply: call.reply,
  };
  return { ctx, trail, afterCommit };
}

/** A signal that aborts when the client disconnects before the reply is complete. */
export function abortSignalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the caller went away'));
  });
  return controller.signal;
}
