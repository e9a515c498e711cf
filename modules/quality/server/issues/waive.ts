import { AppError } from '#kit/contract/errors.ts';
import { todosChanged } from '#kit/server/todos.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { defineProposals } from '#kit/server/proposals.ts';
import { issue as contract, WaiveInput } from '../../contract/issue.ts';
import { ISSUE_STATES, isOpenIssue, issueRefusal, type IssueState } from '../../core/index.ts';
import { writeTrail } from './log.ts';
import { ENTITY } from './moves.ts';
import { lockedIssues } from './queries.ts';

const DAY_MS = 86_400_000;
/** The end of a calendar day in Shanghai. */
const endOf = (day: string): Date => new Date(new Date(`${day}T00:00:00+08:00`).getTime() + DAY_MS);

async function described(db: Db, id: string) {
  const row = await db
    .selectFrom('qualityIssue as issue')
    .innerJoin('qualityCheckRule as rule', 'rule.id', 'issue.checkRuleId')
    .leftJoin('metadataTable as t', 't.id', 'issue.ruleTableId')
    .leftJoin('metadataColumn as c', 'c.id', 'issue.ruleColumnId')
    .select(['issue.issueNo', 'rule.ruleName', 't.tableName', 't.ownerId', 'c.columnName', 'issue.assigneeId'])
    .where('issue.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '问题工单不存在');
  return row;
}

async function waive(ctx: Ctx, id: string, { reason, until }: WaiveInput): Promise<void> {
  const [row] = await lockedIssues(ctx, [id]);
  if (!row) throw new AppError('entity.notFound');
  const state = row.state as IssueState;
  const waiveUntil = endOf(until);
  if (waiveUntil <= ctx.now) throw new AppError('rule.broken', '豁免期限已过，请重新提交');
  // what was mended while the approval ran is closed: there is nothing to let pass
  const to: IssueState = isOpenIssue(state) || state === '5' ? '5' : state;
  if (to === '5')
    await ctx.db
      .updateTable('qualityIssue')
      .set((e) => ({
        state: '5',
        waiveUntil,
        waiveReason: reason,
        version: e('version', '+', 1),
        updateBy: ctx.user.id,
        updateTime: ctx.now,
      }))
      .where('id', '=', id)
      .execute();
  const content = to === '5' ? `豁免至 ${until}：${reason}` : `工单${ISSUE_STATES[state]}，豁免未生效`;
  await writeTrail(ctx, [{ issueId: id, action: 'waive', from: state, to, content, by: ctx.user.id }]);
  ctx.audit.change({ entity: ENTITY, id, name: row.issueNo, before: { state }, after: { state: to, waiveUntil: until, reason } });
  await todosChanged(ctx.app, ctx.db, [row.assigneeId, row.reviewerId]);
}

/** 质量问题豁免: until its end no failure opens the issue again. */
export const waivers = defineProposals<WaiveInput>({
  code: 'quality.waiver',
  name: '质量问题豁免',
  businessCode: '4016',
  withoutApproval: '直接豁免',
  route: contract.waive,
  input: WaiveInput,
  fields: [
    { name: 'issueNo', label: '工单编号' },
    { name: 'ruleName', label: '规则' },
    { name: 'tableName', label: '数据表' },
    { name: 'columnName', label: '字段' },
    { name: 'until', label: '豁免至' },
    { name: 'reason', label: '豁免原因', kind: 'area' },
  ],
  async describe({ db }, { targetId, input }) {
    const { issueNo, ruleName, tableName, columnName } = await described(db, targetId);
    return { issueNo, ruleName, tableName, columnName, ...input };
  },
  async dataOwners({ db }, { targetId }) {
    const { ownerId } = await described(db, targetId);
    return ownerId === null ? [] : [ownerId];
  },
  carryOut: (ctx, { targetId, input }) => waive(ctx, targetId, input),
});

/** Waives an issue at once, or submits it where a process approves waivers. */
export async function waiveOrAsk(ctx: Ctx, id: string, input: WaiveInput) {
  const [row] = await lockedIssues(ctx, [id]);
  if (!row) throw new AppError('entity.notFound');
  const refusal = issueRefusal('waive', row.state as IssueState);
  if (refusal !== null) throw new AppError('rule.broken', refusal);
  const end = endOf(input.until);
  const wrong = (message: string) => new AppError('input.invalid', message, [{ path: 'until', message }]);
  if (end <= ctx.now) throw wrong('豁免期限应在今天或之后');
  if (end.getTime() - ctx.now.getTime() > 731 * DAY_MS) throw wrong('豁免期限最长为两年');
  const { flow } = await waivers.run(ctx, { targetId: id, input }, () => waive(ctx, id, input));
  if (flow)
    await writeTrail(ctx, [
      {
        issueId: id,
        action: 'waiveAsk',
        from: row.state as IssueState,
        to: null,
        content: `申请豁免至 ${input.until}：${input.reason}`,
        by: ctx.user.id,
      },
    ]);
  return { flow };
}
