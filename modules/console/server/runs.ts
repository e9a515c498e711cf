import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx } from '#kit/server/ctx.ts';

const POLL_MS = 400;
const STALE_HOURS = 24;

/** Statements running on this node, by the id of their row; any node can request their end through the row. */
const running = new Map<string, AbortController>();
let timer: NodeJS.Timeout | null = null;

function watch(app: App): void {
  timer ??= setTimeout(() => {
    timer = null;
    if (running.size === 0) return;
    void lookForStops(app).finally(() => watch(app)); // looks again until nothing runs
  }, POLL_MS).unref();
}

async function lookForStops(app: App): Promise<void> {
  try {
    const rows = await app.db
      .selectFrom('metadataSqlRun')
      .select('id')
      .where('id', 'in', [...running.keys()])
      .where('stopTime', 'is not', null)
      .execute();
    for (const { id } of rows) running.get(id)?.abort(new DOMException('stopped', 'AbortError'));
  } catch (error) {
    app.log.warn({ error: String(error) }, 'stop requests could not be read');
  }
}

/** Runs `work` under the caller's key, so that it can be stopped from anywhere; it also ends when the browser goes away. */
export async function stoppable<T>(ctx: Ctx, sqlKey: string, sourceId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { app } = ctx;
  const id = app.ids.next();
  const made = await app.db
    .insertInto('metadataSqlRun')
    .values({ id, userId: ctx.user.id, sqlKey, sourceId, createTime: app.now() })
    .onConflict((conflict) => conflict.columns(['userId', 'sqlKey']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new AppError('entity.duplicate', '该执行编号正在使用，请等待上一次执行结束');
  const controller = new AbortController();
  running.set(id, controller);
  watch(app);
  try {
    return await work(AbortSignal.any([ctx.signal, controller.signal]));
  } finally {
    running.delete(id);
    await app.db.deleteFrom('metadataSqlRun').where('id', '=', id).execute();
  }
}

/** Asks for the end of the caller's own run; false when nothing runs under the key. */
export async function stopRun(ctx: Ctx, sqlKey: string): Promise<boolean> {
  const row = await ctx.app.db
    .updateTable('metadataSqlRun')
    .set({ stopTime: ctx.app.now() })
    .where('userId', '=', ctx.user.id)
    .where('sqlKey', '=', sqlKey)
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  running.get(row.id)?.abort(new DOMException('stopped', 'AbortError'));
  return true;
}

/** Rows of nodes that died while something ran. */
export async function forgetStaleRuns(app: App): Promise<void> {
  const before = new Date(app.now().getTime() - STALE_HOURS * 3_600_000);
  await app.db.deleteFrom('metadataSqlRun').where('createTime', '<', before).execute();
}
