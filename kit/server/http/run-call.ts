import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { App, Db } from '../ctx.ts';
import { writeOperLog } from '../audit.ts';
import { toAppError } from '../error-mapper.ts';
import { sendEvents, type EventReply } from './event-stream.ts';
import { attemptOf, type Attempt, type Call } from './context.ts';
import { once } from './idempotency.ts';
import { receiveUpload } from '../upload.ts';
import { sendStream, type StreamReply } from './stream-reply.ts';
import { limitersOf } from './transaction-limiter.ts';
import { assertWellFormed } from './well-formed.ts';

export type Handler = (ctx: Attempt['ctx'], input: { params: any; query: any; body: any }) => unknown;

/** Parses one part of the input; the first issue becomes the message, all issues the details. */
function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  throw new AppError('input.invalid', issues[0]?.message, issues);
}

const envelope = (data: unknown, now: Date) => ({ success: true, code: 200, msg: '操作成功', data, timestamp: now.getTime() });

/**
 * Runs an authorised call: parse input, open a transaction for writes, run the handler, strip undeclared fields, write the operation log.
 */
export async function runCall(app: App, call: Call, handler: Handler): Promise<FastifyReply> {
  const { route, request } = call;
  assertWellFormed(request.body, route.bodyDepth);
  const input = {
    params: parse(route.params, request.params) as any,
    query: parse(route.query, request.query) as any,
    body: (route.accepts === 'multipart' || route.method === 'GET' ? {} : parse(route.body, request.body ?? {})) as any,
  };
  if (route.accepts !== 'multipart') return runHandler(app, call, handler, input);
  const received = await receiveUpload(app, request, route, call.caller?.user ?? null);
  try {
    // with the file's digest, reusing an idempotency key for another file is a mismatch
    const withFile = { ...input, body: parse(route.body, received.fields), file: received.upload?.sha256 };
    return await runHandler(app, call, handler, withFile);
  } finally {
    await received.discard();
  }
}

/**
 * What another route, that reads, answers the caller of this call with the same path parameters: only declared fields. Its permission is
 * the caller's affair. Throws what the handler throws, and input.invalid where the route asks for more than the path tells.
 */
export async function readWithin(app: App, call: Call, route: AnyRoute, handler: Handler): Promise<unknown> {
  const reading = { ...call, route };
  const input = { params: parse(route.params, call.request.params) as any, query: parse(route.query, {}) as any, body: {} };
  const { ctx } = attemptOf(app, reading, dbForReading(app, reading));
  return parse(route.reply, (await handler(ctx, input)) ?? null);
}

async function runHandler(app: App, call: Call, handler: Handler, input: { params: any; query: any; body: any }): Promise<FastifyReply> {
  if (!call.route.audit) {
    const { ctx, afterCommit } = attemptOf(app, call, dbForReading(app, call));
    const result = await handler(ctx, input);
    await runAfter(app, afterCommit);
    return answer(app, call, result);
  }
  const { result, afterCommit } = await inSeat(app, call, () => inTransaction(app, call, handler, input));
  await runAfter(app, afterCommit);
  return answer(app, call, result);
}

const personOf = ({ caller, request }: Call): string => caller?.user.id ?? `address ${request.ip}`;

/**
 * Admission control for reads: a call acquires a permit whenever it needs a connection, scheduled fairly by account; passive calls have
 * their own queue. Anonymous calls (sign-in above all) are never queued.
 */
function dbForReading(app: App, call: Call): Db {
  const { calls, passive } = limitersOf(app);
  if (call.route.isPassive) return app.db.forCall(() => passive.acquire(personOf(call), call.signal));
  if (!call.caller) return app.db;
  return app.db.forCall(() => calls.acquire(personOf(call), call.signal, { isReading: true }));
}

async function inSeat<T>(app: App, call: Call, work: () => Promise<T>): Promise<T> {
  const leave = await limitersOf(app).calls.acquire(personOf(call), call.signal);
  try {
    return await work();
  } finally {
    leave();
  }
}

/** Runs a write in a transaction, which may be retried (see `AppDatabase`): each attempt has its own context. */
function inTransaction(app: App, call: Call, handler: Handler, input: { params: any; query: any; body: any }) {
  return app.db.transaction().execute(async (db) => {
    const { ctx, trail, afterCommit } = attemptOf(app, call, db);
    const result = await once(ctx, input, async () => handler(ctx, input));
    await writeOperLog(app, db, {
      ctx,
      trail,
      params: input.params as Record<string, unknown>,
      body: input.body,
      ms: performance.now() - call.started,
      error: null,
    });
    return { result, afterCommit };
  });
}

async function runAfter(app: App, work: Attempt['afterCommit']): Promise<void> {
  for (const step of work)
    try {
      await step();
    } catch (error) {
      app.log.error({ error }, 'work after commit failed');
    }
}

function answer(app: App, call: Call, result: unknown): FastifyReply {
  const { route, reply } = call;
  if (reply.sent) return reply;
  if (route.replies === 'events') return sendEvents(reply.server, reply, result as EventReply);
  if (route.replies === 'stream') return sendStream(reply, result as StreamReply);
  const parsed = route.reply.safeParse(result ?? null);
  // the reply violates its own declaration: our defect, never the caller's
  if (!parsed.success)
    throw new Error(`reply of ${route.method} ${route.path} does not fit its contract: ${z.prettifyError(parsed.error)}`);
  return reply.header('cache-control', 'no-store').send(route.replies === 'bare' ? parsed.data : envelope(parsed.data, app.now()));
}

/** Writes the failed write to the operation log; when even that fails, to the process log. */
export async function logFailure(app: App, call: Call, error: unknown): Promise<void> {
  // a question before a submission is no attempt
  if (!call.route.audit || !call.caller || (error instanceof AppError && error.key === 'flow.asked')) return;
  const { ctx, trail } = attemptOf(app, call, app.db);
  try {
    await writeOperLog(app, app.db, {
      ctx,
      trail,
      params: (call.request.params ?? {}) as Record<string, unknown>,
      body: call.route.accepts === 'multipart' ? {} : (call.request.body ?? {}),
      ms: performance.now() - call.started,
      error: toAppError(error),
    });
  } catch (failure) {
    app.log.error({ error: failure }, 'operation log row was not written');
  }
}
