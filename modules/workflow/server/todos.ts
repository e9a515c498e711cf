import { holds } from '#kit/contract/access.ts';
import { MAX_TODOS, countUpTo, type TodoKind } from '#kit/server/todos.ts';
import { taskPath } from './messages.ts';
import { todoRows } from './tasks.ts';

const SEES = 'workflow:task:todo:list';

/** Approvals that wait for the caller. */
export const flowTodos: TodoKind = {
  kind: 'workflow.task',
  label: '流程待办',
  async list(ctx) {
    if (!holds(ctx.user, SEES)) return [];
    const rows = await todoRows(ctx)
      .select(['t.id', 't.name', 'i.title', 'u.nickname', 'p.deptName', 't.createTime', 't.dueTime'])
      .orderBy('t.createTime')
      .orderBy('t.id')
      .limit(MAX_TODOS)
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
  count: async (ctx) => (holds(ctx.user, SEES) ? countUpTo(ctx.db, todoRows(ctx)) : 0),
};
