import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { pageOf } from '#kit/contract/fields.ts';
import { cappedTotal, containsText, endOfList, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { report as contract } from '../../contract/report.ts';
import type { ReportState } from '../../contract/state.ts';
import { DIMENSIONS } from '../../core/index.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { inReach, isEarlier, namesOf, ofVisibleReport, ownerOfReport } from '../rules/queries.ts';
import { badRows } from './rows.ts';
import { withheld } from './withheld.ts';

const DAY_MS = 86_400_000;
/** Reports grow without end; more than this is told as so many at least. */
const MAX_COUNTED = 10_000;
const PORTION = 10_000;
/** Fields of the order of the list that a report may lack. */
const MAY_MISS: ReadonlySet<string> = new Set(['checkErrorCount', 'checkTotalCount']);
/** Measures whose bad rows can be listed are those that count rows. */
const hasRows = (row: { state: string; checkErrorCount: string | null; value: string | null }): boolean =>
  (row.state === 'fail' || row.state === 'warn') && row.checkErrorCount !== null && Number(row.checkErrorCount) > 0;

/** Reports of the rules that the caller reaches, also of rules that were deleted since. */
export const reports = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db
    .selectFrom('qualityCheckReport as report')
    .innerJoin('qualityCheckRule as rule', 'rule.id', 'report.checkRuleId')
    .where(ofVisibleTable(ctx, { table: 'rule.ruleTableId', source: 'rule.ruleSourceId' }))
    .where(ofVisibleReport(ctx))
    .where(inReach(ctx, permissions));

const COLUMNS = [
  'report.id',
  'report.checkRuleId',
  'report.checkBatch',
  'report.checkDate',
  'report.state',
  'report.checkResult',
  'report.checkTotalCount',
  'report.checkErrorCount',
  'report.value',
  'report.ms',
  'report.ruleName',
  'report.ruleTypeId',
  'report.ruleLevelId',
  'report.ruleStrength',
  'report.ruleSourceId',
  'report.ruleTableId',
  'report.ruleColumnId',
  'report.ruleConfig',
  ownerOfReport('report'),
] as const;
const withNames = (ctx: Ctx) => reports(ctx).select(COLUMNS).select(namesOf('report'));
export type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];

/** Reports without the numbers that their reader may not know. */
export async function withholdNumbers(ctx: Ctx, rows: readonly Row[]): Promise<Row[]> {
  const hidden = await withheld(ctx, rows);
  return rows.map((row) =>
    hidden.has(row.id)
      ? { ...row, checkErrorCount: null, value: null, checkResult: row.state === 'error' || row.state === 'skip' ? row.checkResult : null }
      : row,
  );
}

export async function rowsOf(ctx: Ctx, found: readonly Row[]) {
  const rows = await withholdNumbers(ctx, found);
  const items = await ctx.db.selectFrom('qualityRuleItem').select(['itemCode', 'itemName']).execute();
  const names = new Map(items.map((item) => [item.itemCode, item.itemName]));
  return rows.map((row) => {
    const { ruleItemCode } = row.ruleConfig as { ruleItemCode: string };
    return {
      ...row,
      state: row.state as ReportState,
      ruleStrength: row.ruleStrength as '1' | '2',
      ruleItemCode,
      ruleItemName: names.get(ruleItemCode) ?? ruleItemCode,
      checkTotalCount: row.checkTotalCount === null ? null : Number(row.checkTotalCount),
      checkErrorCount: row.checkErrorCount === null ? null : Number(row.checkErrorCount),
      hasRows: hasRows(row),
    };
  });
}

export async function foundReport(ctx: Ctx, id: string): Promise<Row> {
  const row = await withNames(ctx).where('report.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

const dayOf = (day: string): readonly [Date, Date] => {
  const from = new Date(`${day}T00:00:00+08:00`);
  return [from, new Date(from.getTime() + DAY_MS)];
};
/** The last report of each rule on a calendar day, by rule, read in portions of so many rules. */
export async function ofDay(ctx: Ctx, day: string): Promise<Row[]> {
  const [from, to] = dayOf(day);
  const found: Row[] = [];
  for (let after = ''; ;) {
    const portion = await withNames(ctx)
      .where('report.checkDate', '>=', from)
      .where('report.checkDate', '<', to)
      .where('report.checkRuleId', '>', after)
      .distinctOn('report.checkRuleId')
      .orderBy('report.checkRuleId')
      .orderBy('report.checkDate', 'desc')
      .orderBy('report.id', 'desc')
      .limit(PORTION)
      .execute();
    found.push(...portion);
    if (portion.length < PORTION) return found;
    after = portion.at(-1)!.checkRuleId;
  }
}

export function summed<T extends object>(rows: readonly Row[], keyOf: (row: Row) => string, about: (row: Row) => T) {
  const sums = new Map<string, T & { ruleCount: number; checkTotalCount: number; checkErrorCount: number }>();
  for (const row of rows) {
    const key = keyOf(row);
    const sum = sums.get(key) ?? { ...about(row), ruleCount: 0, checkTotalCount: 0, checkErrorCount: 0 };
    sum.ruleCount++;
    sum.checkTotalCount += Number(row.checkTotalCount ?? 0);
    sum.checkErrorCount += Number(row.checkErrorCount ?? 0);
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** Numbers of bad rows as the caller may know them, for the order of a list. */
async function openCount(ctx: Ctx) {
  // those of rules that were deleted are in the list, too
  const rules = await ctx.db
    .selectFrom('qualityCheckRule as rule')
    .select(['rule.id', 'rule.ownerId', 'rule.ruleSourceId', 'rule.ruleTableId', 'rule.ruleColumnId', 'rule.ruleConfig'])
    .where(ofVisibleTable(ctx, { table: 'rule.ruleTableId', source: 'rule.ruleSourceId' }))
    .where(inReach(ctx))
    .execute();
  const hidden = [...(await withheld(ctx, rules))];
  // what a rule asked before it was changed is not looked at here
  return sql`case when report.check_rule_id = any(${hidden}) or ${isEarlier('report')} then null else report.check_error_count end`;
}

export const checkReports = implement(contract, {
  async page(ctx, { query }) {
    const { ruleName, checkDate, latest, sort, pageNum: _1, pageSize: _2, page: _3, limit: _4, ...equal } = query;
    let counted = reports(ctx);
    // the list of what stands now is about rules that are in use
    if (latest === '1')
      counted = counted.whereRef('report.id', '=', 'rule.lastReportId').where('rule.deletedAt', 'is', null).where('rule.status', '=', '1');
    if (ruleName) counted = counted.where(containsText('report.ruleName', ruleName));
    if (checkDate) {
      const [from, to] = dayOf(checkDate);
      counted = counted.where('report.checkDate', '>=', from).where('report.checkDate', '<', to);
    }
    for (const [field, value] of Object.entries(equal))
      if (value !== undefined) counted = counted.where(`report.${field as 'checkBatch'}`, '=', value);
    let rows = counted.select(COLUMNS).select(namesOf('report'));
    const orders = sortOrders(sort, ['checkDate', 'checkErrorCount', 'checkTotalCount', 'ruleName'], '-checkDate');
    // a place among others tells a number as well as the number does
    const counts = orders.some(([field]) => field === 'checkErrorCount') ? await openCount(ctx) : null;
    for (const [field, direction] of orders) {
      const by = field === 'checkErrorCount' && counts ? counts : sql.ref(`report.${field}`);
      // where nothing is ever missing, saying where that goes only keeps an index from being walked backwards
      if (!MAY_MISS.has(field)) rows = rows.orderBy(by, direction);
      else rows = rows.orderBy(by, (order) => (direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast()));
    }
    const { pageNum, pageSize } = pageOf(query);
    const data = await rows
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute();
    const known = endOfList({ pageNum, pageSize }, data.length);
    const total = await cappedTotal(counted.select('report.id'), ctx.db as never, MAX_COUNTED, known);
    return { pageNum, pageSize, ...total, data: await rowsOf(ctx, data) };
  },
  bySource: async (ctx, { query }) =>
    summed(
      await withholdNumbers(ctx, await ofDay(ctx, query.checkDate)),
      (row) => `${row.ruleSourceId} ${row.ruleLevelId}`,
      ({ ruleSourceId, ruleSource, ruleLevelId, ruleLevelName }) => ({ ruleSourceId, ruleSource, ruleLevelId, ruleLevelName }),
    ),
  byType: async (ctx, { query }) =>
    summed(
      await withholdNumbers(ctx, await ofDay(ctx, query.checkDate)),
      (row) => row.checkRuleId,
      ({ ruleTypeId, ruleTypeName, checkRuleId, ruleName }) => ({ ruleTypeId, ruleTypeName, checkRuleId, ruleName }),
    ),
  async detail(ctx, { query }) {
    const rows = await rowsOf(ctx, await ofDay(ctx, query.checkDate));
    return Object.fromEntries(Object.keys(DIMENSIONS).map((code) => [code, rows.filter(({ ruleTypeId }) => ruleTypeId === code)]));
  },
  async rows(ctx, { params, query }) {
    const row = await foundReport(ctx, params.id);
    return badRows(ctx, row, query.pageSize);
  },
  async get(ctx, { params }) {
    const [row] = await rowsOf(ctx, [await foundReport(ctx, params.id)]);
    return row!;
  },
});
