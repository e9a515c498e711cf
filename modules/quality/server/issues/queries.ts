import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { ProposalState } from '#kit/contract/flow.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import type { Reply } from '#kit/contract/route.ts';
import type { issue as contract } from '../../contract/issue.ts';
import { OPEN_STATES, type IssueState } from '../../core/index.ts';
import { withheld } from '../reports/withheld.ts';
import { inReach, namesOf, nickname, ownerOfReport } from '../rules/queries.ts';

export const LISTS = ['quality:issue:list'];
export const ASSIGNS = 'quality:issue:assign';

/**
 * Issues of tables that the caller sees: of the rules that they reach, and those that they are to mend or to review. Whatever a call does with an
 * issue, this is who finds it.
 */
export const issues = (ctx: Ctx) =>
  ctx.db
    .selectFrom('qualityIssue as issue')
    .innerJoin('qualityCheckRule as rule', 'rule.id', 'issue.checkRuleId')
    .where(ofVisibleTable(ctx, { table: 'issue.ruleTableId', source: 'issue.ruleSourceId' }, 'meta', LISTS))
    .where((e) => e.or([inReach(ctx, LISTS), e('issue.assigneeId', '=', ctx.user.id), e('issue.reviewerId', '=', ctx.user.id)]));

/** Those of them that are open. */
export const openIssues = (ctx: Ctx) => issues(ctx).where('issue.state', 'in', [...OPEN_STATES]);

/** Those that wait for the caller: to be mended, to be reviewed, or to be given to somebody. */
export const waitingForCaller = (ctx: Ctx) =>
  openIssues(ctx).where((e) =>
    e.or([
      e.and([e('issue.assigneeId', '=', ctx.user.id), e('issue.state', 'in', ['1', '2'])]),
      e.and([
        e('issue.reviewerId', '=', ctx.user.id),
        e('issue.state', '=', '3'),
        sql<boolean>`${holds(ctx.user, 'quality:issue:review')}`,
      ]),
      e.and([e('issue.assigneeId', 'is', null), sql<boolean>`${holds(ctx.user, ASSIGNS)}`, inReach(ctx, [ASSIGNS])]),
    ]),
  );

export const isLate = (now: Date) => sql<boolean>`(issue.state in ('1', '2', '3') and issue.due_time < ${now})`;

export const issueRows = (ctx: Ctx, rows: ReturnType<typeof issues>) =>
  rows
    .leftJoin('qualityCheckReport as last', 'last.id', 'issue.lastReportId')
    .selectAll('issue')
    .select([
      'rule.ruleName',
      'rule.version as currentRuleVersion',
      'rule.deletedAt as ruleDeletedAt',
      'last.checkErrorCount as lastErrorCount',
      'last.ruleConfig as lastConfig',
    ])
    .select(ownerOfReport('last'))
    .select(isLate(ctx.now).as('isOverdue'))
    .select(namesOf('issue'))
    .select([
      nickname('issue.assigneeId').as('assigneeName'),
      nickname('issue.reviewerId').as('reviewerName'),
      nickname('issue.closedAccount').as('closedByName'),
    ]);
export type StoredIssue = Awaited<ReturnType<ReturnType<typeof issueRows>['execute']>>[number];

/** Ids of issues whose last numbers the caller may not know. */
export async function withheldOf(ctx: Ctx, rows: readonly StoredIssue[]): Promise<ReadonlySet<string>> {
  const known = rows.filter(({ lastConfig }) => lastConfig !== null);
  const hidden = await withheld(
    ctx,
    known.map((row) => ({ ...row, ruleConfig: row.lastConfig })),
  );
  return new Set([...hidden, ...rows.filter(({ lastConfig }) => lastConfig === null).map(({ id }) => id)]);
}

type IssueRow = Reply<typeof contract.page>['data'][number];

export const shownIssue = (row: StoredIssue, hidden: ReadonlySet<string>, flow: ProposalState | null): IssueRow => ({
  ...row,
  state: row.state as IssueState,
  closedBy: row.closedBy as IssueRow['closedBy'],
  lastErrorCount: row.lastErrorCount === null || hidden.has(row.id) ? null : Number(row.lastErrorCount),
  flow,
});

export async function foundIssue(ctx: Ctx, id: string): Promise<StoredIssue> {
  const row = await issueRows(ctx, issues(ctx)).where('issue.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '工单不存在，或您不能查看它的数据表');
  return row;
}

/** Issues of these ids, locked in their order. Throws entity.notFound unless the caller finds all of them. */
export async function lockedIssues(ctx: Ctx, ids: readonly string[]) {
  const rows = await issues(ctx)
    .select(['issue.id', 'issue.issueNo', 'issue.state', 'issue.assigneeId', 'issue.reviewerId', 'issue.submitBy', 'issue.checkRuleId'])
    .select([
      'issue.ruleTableId',
      'issue.ruleSourceId',
      'issue.ruleLevelId',
      'issue.waiveUntil',
      'issue.waiveReason',
      'rule.ruleName',
      'rule.ownerId',
      'rule.deletedAt as ruleDeletedAt',
    ])
    .select('rule.version as currentRuleVersion')
    .where('issue.id', 'in', ids)
    .orderBy('issue.id')
    .forUpdate('issue')
    .execute();
  if (rows.length !== new Set(ids).size) throw new AppError('entity.notFound', '部分工单不存在，或您不能查看它们的数据表，请刷新后重试');
  return rows;
}
export type LockedIssue = Awaited<ReturnType<typeof lockedIssues>>[number];
