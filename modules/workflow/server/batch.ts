import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { execute } from './execute.ts';

interface Batch {
  readonly action: 'complete' | 'assignee';
  readonly taskIds: readonly string[];
  readonly message?: string | null | undefined;
  readonly userId?: string | null | undefined;
}

/**
 * Does the same with several tasks. Each succeeds or is refused by itself: what is refused is undone to where it began and named with its
 * reason. Instances are taken in one order, so that two batches never wait for each other.
 */
export async function executeBatch(ctx: Ctx, { action, taskIds, message, userId }: Batch) {
  const ids = [...new Set(taskIds)];
  const rows = await ctx.db
    .selectFrom('flowTask as t')
    .innerJoin('flowInstance as i', 'i.id', 't.instanceId')
    .select(['t.id', 'i.title', 'i.id as instanceId'])
    .where('t.id', 'in', ids)
    .orderBy('i.id')
    .orderBy('t.id')
    .execute();
  const order = [...rows.map(({ id }) => id), ...ids.filter((id) => !rows.some((row) => row.id === id))];
  const results = new Map<string, { title: string | null; isDone: boolean; message: string | null }>();
  for (const id of order) {
    const failed = await attempt(ctx, () =>
      execute(ctx, id, { action, message: message ?? null, userId, ...(action === 'complete' && { variables: { approved: true } }) }),
    );
    // of a task that is none of the caller's not even the title is told
    const title = failed?.key === 'entity.notFound' ? null : (rows.find((row) => row.id === id)?.title ?? null);
    results.set(id, { title, isDone: failed === null, message: failed && reasonOf(failed) });
  }
  const list = ids.map((taskId) => ({ taskId, ...(results.get(taskId) ?? { title: null, isDone: false, message: null }) }));
  const done = list.filter(({ isDone }) => isDone).length;
  ctx.audit.note(`批量办理流程任务：${done} 个完成，${list.length - done} 个未完成`);
  return { done, results: list };
}

/** Why a task was left out; what asks for picks is done one by one. */
function reasonOf({ key, message, detail }: AppError): string {
  if (key === 'flow.asked') return '重新提交前要确认审批人，请打开任务单独提交';
  const asksPicks = key === 'input.invalid' && Array.isArray(detail) && detail.some(({ path }: { path?: unknown }) => isPick(path));
  return asksPicks ? `${message}，需打开任务单独办理` : message;
}
const isPick = (path: unknown): boolean => typeof path === 'string' && path.startsWith('picks.');

/** Runs a part of the transaction by itself; answers why it was refused. */
async function attempt({ db }: Ctx, run: () => Promise<unknown>): Promise<AppError | null> {
  await sql`savepoint one_of_several`.execute(db);
  try {
    await run();
    await sql`release savepoint one_of_several`.execute(db);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint one_of_several`.execute(db);
    return error;
  }
}
