import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { holdersOf } from '#modules/notices/server/index.ts';
import { issue as contract } from '../../contract/issue.ts';
import type { IssueState } from '../../core/index.ts';
import { badRows } from '../reports/rows.ts';
import { withheld } from '../reports/withheld.ts';
import { nickname, ownerOfReport } from '../rules/queries.ts';
import { startBatch } from '../run/start.ts';
import { issueDetail, issueLineage } from './detail.ts';
import { writeTrail } from './log.ts';
import { assignIssues, closeIssues, commentIssue, moveIssue } from './moves.ts';
import { foundIssue, isLate, issueRows, issues, lockedIssues, openIssues, shownIssue, waitingForCaller, withheldOf } from './queries.ts';
import { issueStat } from './stat.ts';
import { waiveOrAsk, waivers } from './waive.ts';

const SORTABLE = ['lastFailTime', 'dueTime', 'openTime', 'ruleLevelId', 'issueNo', 'failCount'];
const MAX_PEOPLE = 50;

/** The trail of an issue, the latest first, without the numbers that the caller may not know. */
async function trailOf(ctx: Ctx, id: string, query: Parameters<typeof pageRows>[0]) {
  await foundIssue(ctx, id);
  const counted = ctx.db
    .selectFrom('qualityIssueLog as log')
    .innerJoin('qualityIssue as issue', 'issue.id', 'log.issueId')
    .innerJoin('qualityCheckRule as rule', 'rule.id', 'issue.checkRuleId')
    .leftJoin('qualityCheckReport as report', 'report.id', 'log.reportId')
    .where('log.issueId', '=', id);
  const rows = counted
    .select(['log.id', 'log.action', 'log.stateFrom', 'log.stateTo', 'log.errorCount', 'log.content', 'log.createTime'])
    .select(['report.ruleConfig', 'report.ruleColumnId', 'issue.ruleSourceId', 'issue.ruleTableId'])
    .select(ownerOfReport('report'))
    .select([nickname('log.accountId').as('accountName'), nickname('log.createBy').as('createByName')])
    .orderBy('log.createTime', 'desc')
    .orderBy('log.id', 'desc');
  const page = await pageRows(query, rows, counted);
  const measured = page.data.filter(({ errorCount, ruleConfig }) => errorCount !== null && ruleConfig !== null);
  const hidden = await withheld(ctx, measured);
  const shown = new Set(measured.filter((row) => !hidden.has(row.id)).map((row) => row.id));
  return {
    ...page,
    data: page.data.map((row) => ({
      ...row,
      stateFrom: row.stateFrom as IssueState | null,
      stateTo: row.stateTo as IssueState | null,
      errorCount: shown.has(row.id) ? Number(row.errorCount) : null,
    })),
  };
}

/** Runs the rule of an issue now; what it finds closes the issue, or adds to it. */
async function recheck(ctx: Ctx, id: string) {
  const [row] = await lockedIssues(ctx, [id]);
  if (!row) throw new AppError('entity.notFound');
  if (row.ruleDeletedAt !== null) throw new AppError('rule.broken', '工单的规则已删除，不能复检');
  await writeTrail(ctx, [{ issueId: id, action: 'recheck', from: null, to: null, by: ctx.user.id }]);
  ctx.audit.note(`复检工单 ${row.issueNo}`);
  return { batch: await startBatch(ctx, { ruleIds: [row.checkRuleId], cause: 'manual', scheduleJobId: null }) };
}

/** Accounts that work on issues, for whoever gives one to somebody. */
async function people(ctx: Ctx, keyword: string | undefined) {
  const ids = new Set(await holdersOf(ctx.db, 'quality:issue:handle', ctx.user.deptId));
  for (const { id } of await ownersInScope(ctx)) ids.add(id);
  let rows = ctx.db
    .selectFrom('sysUser as u')
    .leftJoin('sysDept as d', 'd.id', 'u.deptId')
    .select(['u.id', 'u.nickname', 'd.deptName'])
    .where('u.id', 'in', ['', ...ids]);
  if (keyword) rows = rows.where((e) => e.or([containsText('u.nickname', keyword), containsText('u.username', keyword)]));
  return rows.orderBy('u.nickname').orderBy('u.id').limit(MAX_PEOPLE).execute();
}
/** Owners of tables with open issues who work on issues, whatever department they are in. */
async function ownersInScope(ctx: Ctx): Promise<{ id: string }[]> {
  const rows = await openIssues(ctx)
    .innerJoin('metadataTable as t', 't.id', 'issue.ruleTableId')
    .select('t.ownerId')
    .distinct()
    .where('t.ownerId', 'is not', null)
    .limit(200)
    .execute();
  const found: { id: string }[] = [];
  for (const { ownerId } of rows) {
    const account = await loadAccount(ctx.db, ownerId!);
    if (account && holds(account, 'quality:issue:handle')) found.push({ id: account.id });
  }
  return found;
}

export const checkIssues = implement(contract, {
  async page(ctx, { query }) {
    const { issueNo, ruleName, mine, open, overdue, sort, pageNum: _1, pageSize: _2, page: _3, limit: _4, ...equal } = query;
    let counted = issues(ctx);
    if (mine === '1') counted = waitingForCaller(ctx);
    else if (open === '1') counted = openIssues(ctx);
    if (issueNo) counted = counted.where(containsText('issue.issueNo', issueNo));
    if (ruleName) counted = counted.where(containsText('rule.ruleName', ruleName));
    if (overdue === '1') counted = counted.where(isLate(ctx.now));
    for (const [field, value] of Object.entries(equal))
      if (value !== undefined) counted = counted.where(sql.ref(`issue.${field}`), '=', value);
    let rows = issueRows(ctx, counted);
    for (const [field, direction] of sortOrders(sort, SORTABLE, '-lastFailTime')) rows = rows.orderBy(`issue.${field as 'id'}`, direction);
    const page = await pageRows(query, rows, counted);
    const hidden = await withheldOf(ctx, page.data);
    const flows = await waivers.flowOf(
      ctx.db,
      page.data.map(({ id }) => id),
    );
    return { ...page, data: page.data.map((row) => shownIssue(row, hidden, flows.get(row.id) ?? null)) };
  },
  stat: (ctx, { query }) => issueStat(ctx, query.ruleSourceId),
  people: (ctx, { query }) => people(ctx, query.keyword),
  assign: (ctx, { body }) => assignIssues(ctx, body.ids, body.assigneeId, body.note),
  closeMany: (ctx, { body }) => closeIssues(ctx, body.ids, body.note),
  get: (ctx, { params }) => issueDetail(ctx, params.id),
  logs: (ctx, { params, query }) => trailOf(ctx, params.id, query),
  async rows(ctx, { params, query }) {
    const row = await foundIssue(ctx, params.id);
    if (row.lastConfig === null) throw new AppError('rule.broken', '核查结果已按保留期清理，请复检后再查看不合格的行');
    return badRows(ctx, { ...row, ruleConfig: row.lastConfig }, query.pageSize);
  },
  around: (ctx, { params }) => issueLineage(ctx, params.id),
  start: (ctx, { params, body }) => moveIssue(ctx, params.id, 'start', body.note),
  submit: (ctx, { params, body }) => moveIssue(ctx, params.id, 'submit', body.note),
  approve: (ctx, { params, body }) => moveIssue(ctx, params.id, 'approve', body.note),
  return: (ctx, { params, body }) => moveIssue(ctx, params.id, 'return', body.note),
  refute: (ctx, { params, body }) => moveIssue(ctx, params.id, 'refute', body.note),
  reopen: (ctx, { params, body }) => moveIssue(ctx, params.id, 'reopen', body.note),
  comment: (ctx, { params, body }) => commentIssue(ctx, params.id, body.content),
  recheck: (ctx, { params }) => recheck(ctx, params.id),
  waive: (ctx, { params, body }) => waiveOrAsk(ctx, params.id, body),
});
