import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { RuleConfig } from '../../contract/rule-config.ts';
import { rule as contract } from '../../contract/rule.ts';
import type { ReportState } from '../../contract/state.ts';
import { closeIssuesOfRules } from '../issues/follow.ts';
import { startBatch } from '../run/start.ts';
import { withheld } from '../reports/withheld.ts';
import { todayOf, writeScores } from '../score/index.ts';
import { describe, lookUp } from './check.ts';
import { preview } from './preview.ts';
import { ruleBook } from './book.ts';
import { copyRules } from './copy.ts';
import { checkRules, listed, namesOf, nickname } from './queries.ts';
import { changeRule, createRule, ENTITY } from './store.ts';
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

const rowOf = (row: Row) => ({
  ...row,
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

/** A rule for who sees its columns masked: what it holds them against was written by somebody who sees them in the clear. */
const unseen = (row: Row, { ruleItemCode }: RuleConfig) => ({
  ...rowOf(row),
  lastErrorCount: null,
  ruleConfig: { ruleItemCode },
  ruleSentence: null,
  ruleSql: null,
  relatedSourceId: null,
  ruleProblem: '规则按取值检查您不能查看明文的字段，不显示它的条件、语句和结果；请在元数据详情页申请权限',
});

async function found(ctx: Ctx, id: string) {
  const row = await withNames(ctx).where('rule.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

/** Rules of these ids, locked. Throws entity.notFound unless all of them are there and in reach. */
async function several(ctx: Ctx, ids: readonly string[]) {
  const rows = await checkRules(ctx)
    .select(['rule.id', 'rule.ruleName', 'rule.status', 'rule.version', 'rule.ruleTableId'])
    .where('rule.id', 'in', ids)
    .forUpdate()
    .execute();
  if (rows.length !== new Set(ids).size) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
  return rows;
}

/** Points of tables whose rules in use changed. */
const scoreAgain = (ctx: Ctx, rows: readonly { ruleTableId: string }[]) =>
  writeScores(ctx.db, todayOf(ctx.now), [...new Set(rows.map(({ ruleTableId }) => ruleTableId))]);

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
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
    const hidden = await withheld(ctx, await judged(ctx, page.data));
    return { ...page, data: page.data.map((row) => ({ ...rowOf(row), ...(hidden.has(row.id) && { lastErrorCount: null }) })) };
  },
  async get(ctx, { params }) {
    const row = await found(ctx, params.id);
    const ruleConfig = RuleConfig.parse(row.ruleConfig);
    if ((await withheld(ctx, await judged(ctx, [row]))).has(row.id)) return unseen(row, ruleConfig);
    const detail = { ...rowOf(row), ruleConfig, relatedSourceId: await relatedSource(ctx.db, ruleConfig) };
    try {
      const texts = describe(await lookUp(ctx, { ...row, ruleConfig }));
      return { ...detail, ...texts, ruleProblem: null };
    } catch (error) {
      if (!(error instanceof AppError || error instanceof ConfigProblem)) throw error;
      return { ...detail, ruleSentence: null, ruleSql: null, ruleProblem: error.message };
    }
  },
  ...ruleBook,
  create: (ctx, { body }) => createRule(ctx, body),
  async update(ctx, { params, body }) {
    const row = await found(ctx, params.id);
    await several(ctx, [params.id]);
    assertVersion(row, body, rowOf(row));
    const { version, ...input } = body;
    await changeRule(ctx, { ...rowOf(row), version }, input);
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
  async enable(ctx, { body }) {
    const rows = await several(ctx, body.ids);
    await ctx.db
      .updateTable('qualityCheckRule')
      .set((e) => ({ status: body.status, version: e('version', '+', 1), updateBy: ctx.user.id, updateTime: ctx.now }))
      .where('id', 'in', body.ids)
      .execute();
    await scoreAgain(ctx, rows);
    for (const row of rows)
      ctx.audit.change({ entity: ENTITY, id: row.id, name: row.ruleName, before: { status: row.status }, after: { status: body.status } });
    return null;
  },
});
