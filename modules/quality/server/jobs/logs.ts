import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { pageOf } from '#kit/contract/fields.ts';
import { cappedTotal, containsText, endOfList } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { log as contract } from '../../contract/job.ts';
import type { ReportState } from '../../contract/state.ts';
import { withheld, type Judged } from '../reports/withheld.ts';
import { inReach, ofVisibleReport, ownerOfReport } from '../rules/queries.ts';

const MAX_COUNTED = 10_000;

const logs = (ctx: Ctx) =>
  ctx.db
    .selectFrom('qualityScheduleLog as log')
    .innerJoin('qualityCheckRule as rule', 'rule.id', 'log.executeRuleId')
    .leftJoin('qualityRuleType as type', 'type.id', 'rule.ruleTypeId')
    .leftJoin('qualityScheduleJob as job', 'job.id', 'log.executeJobId')
    .leftJoin('qualityCheckReport as report', (join) =>
      join.onRef('report.checkBatch', '=', 'log.executeBatch').onRef('report.checkRuleId', '=', 'log.executeRuleId'),
    )
    .where(ofVisibleTable(ctx, { table: 'rule.ruleTableId', source: 'rule.ruleSourceId' }))
    .where(sql<boolean>`(report.id is null or ${ofVisibleReport(ctx)})`)
    .where(inReach(ctx));
const COLUMNS = [
  'log.id',
  'log.status',
  'log.executeJobId',
  'job.jobName as executeJobName',
  'log.executeRuleId',
  'rule.ruleName as executeRuleName',
  'rule.ruleTypeId',
  'type.name as executeRuleTypeName',
  'log.executeDate',
  'log.executeResult',
  'log.executeBatch',
  'report.state',
  ownerOfReport('report'),
  'rule.ruleSourceId',
  sql<string>`coalesce(report.rule_table_id, rule.rule_table_id)`.as('ruleTableId'),
  sql<string | null>`case when report.id is null then rule.rule_column_id else report.rule_column_id end`.as('ruleColumnId'),
  sql<unknown>`coalesce(report.rule_config, rule.rule_config)`.as('ruleConfig'),
  // without its report nobody knows any more what a rule asked that was changed since
  sql<boolean>`report.id is null and coalesce(rule.update_time > log.execute_date, true)`.as('isForgotten'),
] as const;
const rowOf = <R extends { status: string; state: string | null }>(row: R) => ({
  ...row,
  status: row.status as '0' | '1',
  state: row.state as ReportState | null,
});

/** Rows without the results that their reader may not know. */
async function rowsOf<R extends Judged & { status: string; state: string | null; executeResult: string | null; isForgotten: boolean }>(
  ctx: Ctx,
  rows: readonly R[],
) {
  const hidden = await withheld(ctx, rows);
  return rows.map((row) => {
    const isWithheld = (row.isForgotten || hidden.has(row.id)) && row.state !== 'error' && row.state !== 'skip';
    return { ...rowOf(row), executeResult: isWithheld ? null : row.executeResult };
  });
}

/** 任务日志: one row per rule and batch. */
export const scheduleLogs = implement(contract, {
  async page(ctx, { query }) {
    let rows = logs(ctx);
    if (query.ruleTypeId) rows = rows.where('rule.ruleTypeId', '=', query.ruleTypeId);
    if (query.executeJobId) rows = rows.where('log.executeJobId', '=', query.executeJobId);
    if (query.executeBatch) rows = rows.where('log.executeBatch', '=', query.executeBatch);
    if (query.status) rows = rows.where('log.status', '=', query.status);
    if (query.keyword) rows = rows.where(containsText('rule.ruleName', query.keyword));
    const { pageNum, pageSize } = pageOf(query);
    const data = await rows
      .select(COLUMNS)
      .orderBy('log.executeDate', 'desc')
      .orderBy('log.id', 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute();
    const counted = await cappedTotal(rows.select('log.id'), ctx.db as never, MAX_COUNTED, endOfList({ pageNum, pageSize }, data.length));
    return { pageNum, pageSize, ...counted, data: await rowsOf(ctx, data) };
  },
  async get(ctx, { params }) {
    const row = await logs(ctx).select(COLUMNS).where('log.id', '=', params.id).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return (await rowsOf(ctx, [row]))[0]!;
  },
});
