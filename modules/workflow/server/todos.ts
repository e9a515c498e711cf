import { holds } from '#kit/contract/access.ts';
import { MAX_TODOS, countUpTo, type TodoKind } from '#kit/server/todos.ts';
import { openTasks, withRecord } from './inbox.ts';
import { taskPath } from './messages.ts';

const SEES = 'workflow:task:todo:list';

/** Approvals that wait for the caller. */
export const flowTodos: TodoKind = {
  kind: 'workflow.task',
  label: '流程待办',
  async list(ctx) {
    if (!holds(ctx.user, SEES)) return [];
    const first = openTasks(ctx).orderBy('t.createTime').orderBy('t.id').limit(MAX_TODOS);
    const rows = await withRecord(ctx, first)
      .select(['t.id', 't.name', 'i.title', 'u.nickname', 'p.deptName', 't.createTime', 't.dueTime'])
      .orderBy('t.createTime')
      .orderBy('t.id')
      .execute();
    return rows.map((row) => ({
      title: row.title,
      detail: [row.name, row.nickname, row.deptName].filter(Boolean).join(' · '),
      path: taskPath(row.id),
      time: row.createTime,
      due: row.dueTime,
      urgent: row.dueTime !== null && row.dueTime < ctx.now,
    }));
  },
  count: async (ctx) => (holds(ctx.user, SEES) ? countUpTo(ctx.db, openTasks(ctx)) : 0),
};
