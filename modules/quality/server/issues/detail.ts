import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { ProposalState } from '#kit/contract/flow.ts';
import type { Reply } from '#kit/contract/route.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { tablesById } from '#modules/catalogue/server/index.ts';
import { tablesAround } from '#modules/lineage/server/index.ts';
import type { issue as contract } from '../../contract/issue.ts';
import { RuleConfig } from '../../contract/rule-config.ts';
import type { ReportState } from '../../contract/state.ts';
import { ConfigProblem, issuePermits, type IssueMove, type IssueState } from '../../core/index.ts';
import { withheld } from '../reports/withheld.ts';
import { describe, lookUp } from '../rules/check.ts';
import { ownerOfReport } from '../rules/queries.ts';
import { pointOf } from '../rules/trend.ts';
import { foundIssue, issues, LISTS, shownIssue, withheldOf, type StoredIssue } from './queries.ts';
import { waivers } from './waive.ts';

const RESULTS = 14;
const NEEDS: Readonly<Record<IssueMove, string>> = {
  assign: 'quality:issue:assign',
  start: 'quality:issue:handle',
  submit: 'quality:issue:handle',
  approve: 'quality:issue:review',
  return: 'quality:issue:review',
  close: 'quality:issue:review',
  refute: 'quality:issue:review',
  reopen: 'quality:issue:review',
  waive: 'quality:issue:waive',
};

/** What the caller may do with an issue now. */
function movesOf({ user }: Ctx, row: StoredIssue, flow: ProposalState | null): IssueMove[] {
  const isHandler = row.assigneeId === user.id || holds(user, NEEDS.assign);
  return (Object.keys(NEEDS) as IssueMove[]).filter((move) => {
    if (!holds(user, NEEDS[move]) || !issuePermits(move, row.state as IssueState)) return false;
    if ((move === 'start' || move === 'submit') && !isHandler) return false;
    if (move === 'approve' && row.submitBy === user.id) return false;
    if (move === 'reopen' && row.ruleDeletedAt !== null) return false;
    return move !== 'waive' || flow?.flowStatus !== '3';
  });
}

/** The last results of the rule of an issue, the oldest first, without the numbers that the caller may not know. */
async function resultsOf(ctx: Ctx, row: StoredIssue) {
  const rows = await ctx.db
    .selectFrom('qualityCheckReport as report')
    .innerJoin('qualityCheckRule as rule', 'rule.id', 'report.checkRuleId')
    .leftJoin('qualityFigure as figure', 'figure.reportId', 'report.id')
    .select(['report.id', 'report.state', 'report.checkDate', 'report.checkErrorCount', 'report.ruleConfig', 'report.ruleSourceId'])
    .select(['report.ruleTableId', 'report.ruleColumnId', 'report.value', 'figure.value as figure'])
    .select(ownerOfReport('report'))
    .select(['figure.low', 'figure.high'])
    .where('report.checkRuleId', '=', row.checkRuleId)
    .where('report.ruleTableId', '=', row.ruleTableId)
    .orderBy('report.checkDate', 'desc')
    .orderBy('report.id', 'desc')
    .limit(RESULTS)
    .execute();
  const hidden = await withheld(ctx, rows);
  return rows
    .map((row) => ({
      ...pointOf(row, { of: 'value', isShown: !hidden.has(row.id) }),
      checkErrorCount: row.checkErrorCount === null || hidden.has(row.id) ? null : Number(row.checkErrorCount),
    }))
    .reverse();
}

/** The rule as it is now, for who may know what it holds columns against. */
async function ruleOf(ctx: Ctx, row: StoredIssue) {
  const rule = await ctx.db
    .selectFrom('qualityCheckRule')
    .select(['id', 'ownerId', 'ruleSourceId', 'ruleTableId', 'ruleColumnId', 'ruleConfig', 'status'])
    .select(['lastState', 'lastCheckTime', 'lastCheckBatch', 'deletedAt'])
    .where('id', '=', row.checkRuleId)
    .executeTakeFirstOrThrow();
  const isHidden = (await withheld(ctx, [rule])).has(rule.id);
  const sentence = async () => {
    try {
      return describe(await lookUp(ctx, { ...rule, ruleConfig: RuleConfig.parse(rule.ruleConfig) })).ruleSentence;
    } catch (error) {
      if (!(error instanceof AppError || error instanceof ConfigProblem)) throw error;
      return null;
    }
  };
  return { rule, isHidden, ruleSentence: isHidden ? null : await sentence() };
}

export async function issueDetail(ctx: Ctx, id: string): Promise<Reply<typeof contract.get>> {
  const row = await foundIssue(ctx, id);
  const hidden = await withheldOf(ctx, [row]);
  const flow = (await waivers.flowOf(ctx.db, [id])).get(id) ?? null;
  const { rule, isHidden, ruleSentence } = await ruleOf(ctx, row);
  const table = (await tablesById(ctx, [row.ruleTableId], LISTS)).get(row.ruleTableId);
  const works = ['quality:issue:handle', 'quality:issue:review'].some((permission) => holds(ctx.user, permission));
  return {
    ...shownIssue(row, hidden, flow),
    ruleSentence,
    lastState: rule.lastState as ReportState | null,
    lastCheckTime: rule.lastCheckTime,
    lastCheckBatch: rule.lastCheckBatch,
    isWithheld: isHidden || hidden.has(id),
    lastFailReportId: row.lastConfig === null ? null : row.lastReportId,
    tableScore: table?.qualityScore ?? null,
    results: await resultsOf(ctx, row),
    moves: movesOf(ctx, row, flow),
    mayComment: works || holds(ctx.user, 'quality:issue:assign'),
    mayRecheck: works && rule.deletedAt === null,
  };
}

/** Tables that the table of an issue is made from and those made from it, as far as the caller sees them, with their open issues. */
export async function issueLineage(ctx: Ctx, id: string): Promise<Reply<typeof contract.around>> {
  const { ruleTableId } = await foundIssue(ctx, id);
  const around = await tablesAround(ctx.db, ruleTableId);
  const ids = [...around.upstream, ...around.downstream];
  const tables = await tablesById(ctx, ids, LISTS);
  const counts = await issues(ctx)
    .select((e) => ['issue.ruleTableId', e.fn.countAll<string>().as('n')])
    .where('issue.ruleTableId', 'in', ['', ...tables.keys()])
    .where('issue.state', 'in', ['1', '2', '3'])
    .groupBy('issue.ruleTableId')
    .execute();
  const openOf = new Map(counts.map((one) => [one.ruleTableId, Number(one.n)]));
  const shown = (some: readonly string[]) =>
    some.flatMap((tableId) => {
      const table = tables.get(tableId);
      return table ? [{ ...table, openIssues: openOf.get(tableId) ?? 0 }] : [];
    });
  return { upstream: shown(around.upstream), downstream: shown(around.downstream) };
}
