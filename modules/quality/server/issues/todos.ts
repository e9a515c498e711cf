import { holds } from '#kit/contract/access.ts';
import { MAX_TODOS, countUpTo, type TodoKind } from '#kit/server/todos.ts';
import { issueRows, LISTS, waitingForCaller } from './queries.ts';

const PAGE = '/quality/checkissue';

/** 待我处理的问题: issues to mend, to review, or to give to somebody. */
export const issueTodos: TodoKind = {
  kind: 'quality.issue',
  label: '质量问题',
  verb: '去处理',
  async list(ctx) {
    if (!holds(ctx.user, LISTS[0]!)) return [];
    const rows = await issueRows(ctx, waitingForCaller(ctx)).orderBy('issue.dueTime').orderBy('issue.id').limit(MAX_TODOS).execute();
    return rows.map((row) => ({
      title: `${row.ruleName}`,
      detail: [
        row.state === '3' ? '待复核' : row.assigneeId === null ? '待指派' : row.issueNo,
        row.ruleTableComment ?? row.ruleTable,
        row.ruleColumnComment ?? row.ruleColumn,
      ]
        .filter(Boolean)
        .join(' · '),
      path: `${PAGE}?open=detail-${row.id}`,
      time: row.openTime,
      due: row.dueTime,
      urgent: row.isOverdue || row.ruleLevelId === '3',
    }));
  },
  count: async (ctx) => (holds(ctx.user, LISTS[0]!) ? countUpTo(ctx.db, waitingForCaller(ctx)) : 0),
};
