import * as z from 'zod';
import { defineTask } from '#kit/server/tasks.ts';
import { notify } from '#modules/notices/server/index.ts';
import { OPEN_STATES } from '../../core/index.ts';

const MAX = 500;

/** Reminds who has to act of issues that are past their term, once per opening. */
export const issueReminders = defineTask({
  name: '质量问题逾期提醒',
  summary: '提醒处理人和复核人处理已逾期的质量问题工单，每张工单每次打开提醒一次',
  params: z.object({}),
  async run({ app, dueTime }) {
    return app.db.transaction().execute(async (db) => {
      const late = await db
        .selectFrom('qualityIssue as issue')
        .innerJoin('qualityCheckRule as rule', 'rule.id', 'issue.checkRuleId')
        .select(['issue.id', 'issue.issueNo', 'issue.state', 'issue.assigneeId', 'issue.reviewerId', 'issue.dueTime', 'rule.ruleName'])
        .where('issue.state', 'in', [...OPEN_STATES])
        .where('issue.dueTime', '<', dueTime)
        .where('issue.overdueTold', 'is', null)
        .orderBy('issue.id')
        .limit(MAX)
        .forUpdate('issue')
        .execute();
      for (const issue of late) {
        const to = [
          issue.state === '3' ? null : issue.assigneeId,
          issue.state === '3' || issue.assigneeId === null ? issue.reviewerId : null,
        ];
        await notify(app, db, {
          to: to.filter((id) => id !== null),
          kind: 'quality',
          title: `问题工单 ${issue.issueNo} 已逾期`,
          text: `“${issue.ruleName}”的工单已过整改期限，请尽快处理`,
          path: `/quality/checkissue?open=detail-${issue.id}`,
          key: `quality.overdue:${issue.id}:${issue.dueTime.getTime()}`,
          isTodo: true,
        });
      }
      if (late.length === 0) return null;
      await db
        .updateTable('qualityIssue')
        .set({ overdueTold: dueTime })
        .where(
          'id',
          'in',
          late.map(({ id }) => id),
        )
        .execute();
      return `已提醒 ${late.length} 张逾期工单`;
    });
  },
});
