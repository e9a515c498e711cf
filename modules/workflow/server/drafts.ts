import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { TaskRow } from './execute.ts';

type AtNode = Pick<TaskRow, 'instanceId' | 'nodeKey'>;

const tasksAt = (db: Db, { instanceId, nodeKey }: AtNode) =>
  db.selectFrom('flowTask').select('id').where('instanceId', '=', instanceId).where('nodeKey', '=', nodeKey);

/**
 * The opinion that the caller has begun at the node of a task. It waits there for him: a task that comes back to him is a new one
 * (前加签, 退回), what he wrote stays.
 */
export const draftOf = ({ db, user }: Ctx, task: AtNode) =>
  db
    .selectFrom('flowDraft')
    .select(['text', 'files', 'updateTime'])
    .where('taskId', 'in', tasksAt(db, task))
    .where('userId', '=', user.id)
    .orderBy('updateTime', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Forgets what the caller has begun at the node of a task. */
export async function forgetDraft({ db, user }: Ctx, task: AtNode): Promise<void> {
  await db.deleteFrom('flowDraft').where('taskId', 'in', tasksAt(db, task)).where('userId', '=', user.id).execute();
}
