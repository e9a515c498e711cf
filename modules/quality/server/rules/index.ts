import { AppError } from '#kit/contract/errors.ts';
import type { ProposalState } from '#kit/contract/flow.ts';
import { assertVersion, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { RuleConfig } from '../../contract/rule-config.ts';
import { rule as contract } from '../../contract/rule.ts';
import type { ReportState } from '../../contract/state.ts';
import { closeIssuesOfRules } from '../issues/follow.ts';
import { startBatch } from '../run/start.ts';
import { withheld, withheldEarlier } from '../reports/withheld.ts';
import { describe, lookUp } from './check.ts';
import { preview } from './preview.ts';
import { ruleBook } from './book.ts';
import { copyRules } from './copy.ts';
import { checkRules, ENTITY, listed, namesOf, nickname } from './queries.ts';
import { isHeld, maySubmit, releaseOrAsk, ruleApprovals, scoreAgain, several, turnRules } from './release.ts';
import { changeRule, createRule } from './store.ts';
import { relatedSource } from './tables.ts';
import { trendOf } from './trend.ts';
import { ConfigProblem } from '../../core/index.ts';

const SORTABLE = ['ruleName', 'createTime', 'updateTime', 'lastCheckTime'];

const withNames = (ctx: Ctx) =>
  checkRules(ctx)
    .innerJoin('qualityRuleItem as item', 'item.id', 'rule.ruleItemId')
    .leftJoin('qualityCheckReport as last', 'last.id', 'rule.lastReportId')
    .select([
      'rule.id',
      'rule.version',
      'rule.status',
      'rule.ruleName',
      'rule.ruleTypeId',
      'rule.ruleItemId',
      'rule.ruleLevelId',
      'rule.ruleSourceId',
      'rule.ruleTableId',
      'rule.ruleColumnId',
      'rule.ruleConfig',
      'rule.ruleWeight',
      'rule.ruleStrength',
      'rule.ruleThreshold',
      'rule.ownerId',
      'rule.remark',
      'rule.lastCheckBatch',
      'rule.lastReportId',
      'rule.lastState',
      'rule.lastCheckTime',
      'rule.createBy',
      'rule.createTime',
      'rule.updateBy',
      'rule.updateTime',
      'item.itemName as ruleItemName',
      'last.checkErrorCount as lastErrorCount',
      'last.checkTotalCount as lastTotalCount',
    ])
    .select(namesOf('rule'))
    .select(nickname('rule.ownerId').as('ownerName'));
type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];

const rowOf = (row: Row, flow: ProposalState | null) => ({
  ...row,
  flow,
  status: row.status as '0' | '1',
  ruleStrength: row.ruleStrength as '1' | '2',
  lastState: row.lastState as ReportState | null,
  ruleWeight: Number(row.ruleWeight),
  ruleThreshold: Number(row.ruleThreshold),
  lastErrorCount: row.lastErrorCount === null ? null : Number(row.lastErrorCount),
  lastTotalCount: row.lastTotalCount === null ? null : Number(row.lastTotalCount),
});

/** Rules with what they ask, which decides who is told their results. */
async function judged({ db }: Ctx, rows: readonly Row[]) {
  const ids = ['', ...rows.map(({ id }) => id)];
  const configs = await db.selectFrom('qualityCheckRule').select(['id', 'ruleConfig']).where('id', 'in', ids).execute();
  const of = new Map(configs.map((one) => [one.id, one.ruleConfig]));
  return rows.map((row) => ({ ...row, ruleConfig: of.get(row.id) }));
}

/** Rules whose last numbers the caller may not know: by what they ask, or asked when they ran. */
async function withheldLast(ctx: Ctx, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const earlier = await withheldEarlier(
    ctx,
    rows.map((row) => row.lastReportId),
  );
  const hidden = await withheld(ctx, await judged(ctx, rows));
  return new Set([...hidden, ...rows.filter((row) => earlier.has(row.lastReportId ?? '')).map((row) => row.id)]);
}

/** The last result of a rule whose numbers are not told. */
const NO_LAST = { lastErrorCount: null, lastTotalCount: null } as const;

/** A rule for who sees its columns masked: what it holds them against was written by somebody who sees them in the clear. */
const unseen = (row: Row, flow: ProposalState | null, { ruleItemCode }: RuleConfig) => ({
  ...rowOf(row, flow),
  ...NO_LAST,
  ruleConfig: { ruleItemCode },
  ruleSentence: null,
  ruleSql: null,
  relatedSourceId: null,
  ruleProblem: '规则按取值检查您不能查看明文的字段，不显示它的条件、语句和结果；请在元数据详情页申请权限',
});

/** The approvals that rules are in, by id. */
async function flowsOf({ db }: Ctx, rows: readonly { id: string }[]) {
  const flows = await ruleApprovals.flowOf(
    db,
    rows.map(({ id }) => id),
  );
  return (id: string) => flows.get(id) ?? null;
}

async function found(ctx: Ctx, id: string) {
  const row = await withNames(ctx).where('rule.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

/** A rule as the caller may see it. */
async function detailOf(ctx: Ctx, row: Row) {
  const ruleConfig = RuleConfig.parse(row.ruleConfig);
  const flow = (await flowsOf(ctx, [row]))(row.id);
  if ((await withheld(ctx, await judged(ctx, [row]))).has(row.id)) return unseen(row, flow, ruleConfig);
  const known = { ...rowOf(row, flow), ...((await withheldLast(ctx, [row])).has(row.id) && NO_LAST) };
  const detail = { ...known, ruleConfig, relatedSourceId: await relatedSource(ctx.db, ruleConfig) };
  try {
    const texts = describe(await lookUp(ctx, { ...row, ruleConfig }));
    return { ...detail, ...texts, ruleProblem: null };
  } catch (error) {
    if (!(error instanceof AppError || error instanceof ConfigProblem)) throw error;
    return { ...detail, ruleSentence: null, ruleSql: null, ruleProblem: error.message };
  }
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  await ruleApprovals.assertFree(ctx.db, ids, 'delete');
  const rows = await several(ctx, ids);
  await ctx.db
    .updateTable('qualityCheckRule')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  await closeIssuesOfRules(ctx, ids);
  await scoreAgain(ctx, rows);
  for (const row of rows) ctx.audit.change({ entity: ENTITY, id: row.id, name: row.ruleName, before: row, after: null });
  return null;
}

async function run(ctx: Ctx, ids: readonly string[]) {
  const rows = await several(ctx, ids);
  ctx.audit.note(rows.length === 1 ? `执行规则“${rows[0]!.ruleName}”` : `执行 ${rows.length} 条规则`);
  return { batch: await startBatch(ctx, { ruleIds: ids, cause: 'manual', scheduleJobId: null }) };
}

export const rules = implement(contract, {
  async page(ctx, { query }) {
    const { sort, pageNum: _1, pageSize: _2, page: _3, limit: _4, ...filter } = query;
    let rows = withNames(ctx).where(listed(filter));
    const counted = checkRules(ctx).where(listed(filter));
    for (const [field, direction] of sortOrders(sort, SORTABLE, '-createTime'))
      rows = rows.orderBy(`rule.${field as 'id'}`, (by) => (direction === 'asc' ? by.asc().nullsFirst() : by.desc().nullsLast()));
    const page = await pageRows(query, rows, counted);
    const hidden = await withheldLast(ctx, page.data);
    const flows = await flowsOf(ctx, page.data);
    return {
      ...page,
      data: page.data.map((row) => ({ ...rowOf(row, flows(row.id)), ...(hidden.has(row.id) && NO_LAST) })),
    };
  },
  get: async (ctx, { params }) => detailOf(ctx, await found(ctx, params.id)),
  ...ruleBook,
  async create(ctx, { body }) {
    const { id, isHeld: held } = await createRule(ctx, body);
    if (held && maySubmit(ctx)) await releaseOrAsk(ctx, id);
    return { id };
  },
  async update(ctx, { params, body }) {
    const row = await found(ctx, params.id);
    await several(ctx, [params.id]);
    // of the version of somebody else only what reading the rule would answer
    assertVersion(row, body);
    const { version, ...input } = body;
    const { isHeld: held } = await changeRule(ctx, { ...rowOf(row, null), version }, input);
    await scoreAgain(ctx, [row, { ruleTableId: input.ruleTableId }]);
    if (held && maySubmit(ctx)) await releaseOrAsk(ctx, params.id);
    return { version: version + 1 };
  },
  copy: (ctx, { body }) => copyRules(ctx, body),
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  async sentence(ctx, { body }) {
    try {
      return { ...describe(await lookUp(ctx, body)), ruleProblem: null };
    } catch (error) {
      if (!(error instanceof AppError || error instanceof ConfigProblem)) throw error;
      return { ruleSentence: null, ruleSql: null, ruleProblem: error.message };
    }
  },
  preview: (ctx, { body }) => preview(ctx, body),
  trend: (ctx, { params }) => trendOf(ctx, params.id),
  run: (ctx, { params }) => run(ctx, [params.id]),
  runMany: (ctx, { body }) => run(ctx, body.ids),
  async enable(ctx, { body: { ids, status } }) {
    if (!(await isHeld(ctx, status))) {
      await turnRules(ctx, ids, status);
      return { waiting: 0 };
    }
    if (!maySubmit(ctx)) throw new AppError('auth.noPermission', '启用核查规则需要审批，您没有提交权限，请联系有“规则提交”权限的人');
    const off = (await several(ctx, ids)).filter((row) => row.status === '0');
    for (const { id } of off) await releaseOrAsk(ctx, id);
    return { waiting: off.length };
  },
  async submit(ctx, { params }) {
    const [row] = await several(ctx, [params.id]);
    if (row!.status === '1') throw new AppError('rule.broken', '规则已启用，不需要提交');
    const flow = await releaseOrAsk(ctx, params.id);
    return { flow, status: flow ? ('0' as const) : ('1' as const) };
  },
});
