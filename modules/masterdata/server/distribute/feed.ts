import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { keyCallerOf } from '#kit/server/http/key-caller.ts';
import type { FeedMessage } from '../../contract/target.ts';
import { changesAfter, keepHandled, runningTarget } from './deliver.ts';
import { leavingOf, messagesOf, Stopped } from './leaving.ts';
import { numberChanges } from './outbox.ts';
import { done } from './outcome.ts';

const LIMIT = 100;

interface Asked {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}
export interface Fetched {
  readonly messages: FeedMessage[];
  readonly position: string;
  readonly hasMore: boolean;
}

/**
 * The changes after a number, for the application that a target is for. Asking for them says that everything before has arrived; the same
 * question is answered with the same messages, as the target should know them now.
 */
export async function fetchFeed(ctx: Ctx, id: string, { after, limit = LIMIT }: Asked): Promise<Fetched> {
  const { appId } = keyCallerOf(ctx.request);
  const target = await runningTarget(ctx.app.db, id);
  // others learn neither that it is there nor that it rests
  if (!target || target.kind !== 'api' || target.appId !== appId) throw new AppError('api.offline', '分发不存在、已暂停或不是给该应用的');
  const leaving = await leavingOf(ctx.app, target, ctx.signal).catch((error: unknown) => {
    throw error instanceof Stopped ? new AppError('api.overload', error.message) : error;
  });
  return ctx.app.db.transaction().execute(async (db) => {
    const last = await numberChanges(db, target.modelId);
    const from = after ?? String(target.position);
    if (BigInt(from) > BigInt(last)) throw new AppError('input.invalid', `序号不能大于 ${last}`, [{ path: 'after', message: '序号过大' }]);
    const changes = await changesAfter(db, target, from, limit);
    // on the connection of the transaction: calls that hold one each and wait for another would stop the node
    const told = await messagesOf(db, leaving, changes);
    const handled = told.flatMap((message, at) =>
      message ? [{ message, createTime: changes[at]!.createTime, outcome: done, tries: 1, ms: 0 }] : [],
    );
    await keepHandled(ctx.app, db, target, handled);
    await db
      .updateTable('masterdataTarget')
      .set({ position: from, ...(handled.length > 0 && { lastTime: ctx.now }) })
      .where('id', '=', id)
      .execute();
    return {
      messages: handled.map(({ message }) => message),
      position: changes.at(-1)?.seq ?? from,
      hasMore: changes.length === limit,
    };
  });
}
