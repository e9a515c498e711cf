import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { may } from '#kit/contract/access.ts';
import type { ProposalState } from '#kit/contract/flow.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { isGoverned } from '#kit/server/flow.ts';
import { defineProposals } from '#kit/server/proposals.ts';
import { RuleConfig } from '../../contract/rule-config.ts';
import { rule as contract } from '../../contract/rule.ts';
import { configText, idsIn, ruleTypeOf } from '../../core/index.ts';
import { todayOf, writeScores } from '../score/index.ts';
import { rulesThatSpell } from '../score/spelling.ts';
import { namesOfIds } from './book-names.ts';
import { checkRules, ENTITY, namesOf, nickname } from './queries.ts';

/** Rules of these ids, locked. Throws entity.notFound unless all of them are there and in reach. */
export async function several(ctx: Ctx, ids: readonly string[]) {
  const rows = await checkRules(ctx)
    .select(['rule.id', 'rule.ruleName', 'rule.status', 'rule.version', 'rule.ruleTableId'])
    .where('rule.id', 'in', ids)
    .forUpdate()
    .execute();
  if (rows.length !== new Set(ids).size) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
  return rows;
}

/** Points of tables whose rules in use changed. */
export const scoreAgain = (ctx: Ctx, rows: readonly { ruleTableId: string }[]) =>
  writeScores(ctx.db, todayOf(ctx.now), [...new Set(rows.map(({ ruleTableId }) => ruleTableId))]);

/** Puts rules in use or out of use. Throws entity.notFound for rules out of reach. */
export async function turnRules(ctx: Ctx, ids: readonly string[], status: '0' | '1'): Promise<null> {
  const rows = await several(ctx, ids);
  await ctx.db
    .updateTable('qualityCheckRule')
    .set((e) => ({ status, version: e('version', '+', 1), updateBy: ctx.user.id, updateTime: ctx.now }))
    .where('id', 'in', ids)
    .execute();
  await scoreAgain(ctx, rows);
  for (const row of rows)
    ctx.audit.change({ entity: ENTITY, id: row.id, name: row.ruleName, before: { status: row.status }, after: { status } });
  return null;
}

/**
 * What approvers read of a rule. What it holds sensitive columns against is left out, as not all of them may know it. Its version makes the
 * approval void when anything of it moves.
 */
async function described(db: Db, id: string) {
  const row = await db
    .selectFrom('qualityCheckRule as rule')
    .innerJoin('qualityRuleItem as item', 'item.id', 'rule.ruleItemId')
    .selectAll('rule')
    .select('item.itemName')
    .select(namesOf('rule'))
    .select(nickname('rule.ownerId').as('ownerName'))
    .where('rule.id', '=', id)
    .where('rule.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '核查规则不存在或已删除');
  const config = RuleConfig.parse(row.ruleConfig);
  const spells = (await rulesThatSpell(db, [id])).has(id);
  const type = ruleTypeOf(config.ruleItemCode);
  const given = (type?.group ? (config[type.group] as Record<string, unknown> | undefined) : undefined) ?? {};
  const names = await namesOfIds(db, type ? idsIn(type.fields, given) : []);
  const parameters = type ? configText(type.fields, given, (one) => names.get(one) ?? '（已删除）') : null;
  return {
    ruleName: row.ruleName,
    source: row.ruleSource,
    table: [row.ruleSchema, row.ruleTable].filter(Boolean).join('.') || null,
    column: row.ruleColumn,
    item: row.itemName,
    parameters: spells ? '按取值检查敏感字段，条件不在审批单中显示' : parameters,
    filter: spells ? null : (config.filter ?? null),
    level: row.ruleLevelName,
    strength: row.ruleStrength === '2' ? '强规则' : '弱规则',
    threshold: `${Number(row.ruleThreshold)}%`,
    owner: row.ownerName,
    remark: row.remark,
    ruleVersion: String(row.version),
  };
}

/** 核查规则启用: where a process approves rules, none is in use before it passed. */
export const ruleApprovals = defineProposals<object>({
  code: 'quality.rule',
  name: '核查规则启用',
  businessCode: '4011',
  withoutApproval: '直接启用',
  route: contract.submit,
  input: z.object({}),
  fields: [
    { name: 'ruleName', label: '规则名称' },
    { name: 'source', label: '数据源' },
    { name: 'table', label: '数据表' },
    { name: 'column', label: '字段' },
    { name: 'item', label: '检查' },
    { name: 'parameters', label: '规则参数', kind: 'area' },
    { name: 'filter', label: '只检查这些行', kind: 'area' },
    { name: 'level', label: '级别' },
    { name: 'strength', label: '强弱' },
    { name: 'threshold', label: '通过线' },
    { name: 'owner', label: '负责人' },
    { name: 'remark', label: '备注', kind: 'area' },
  ],
  describe: ({ db }, { targetId }) => described(db, targetId),
  async dataOwners({ db }, { targetId }) {
    const row = await db
      .selectFrom('qualityCheckRule as rule')
      .innerJoin('metadataTable as t', 't.id', 'rule.ruleTableId')
      .select('t.ownerId')
      .where('rule.id', '=', targetId)
      .executeTakeFirst();
    return row?.ownerId ? [row.ownerId] : [];
  },
  carryOut: (ctx, { targetId }) => turnRules(ctx, [targetId], '1'),
});

/** Whether a rule that is to be in use has to wait for an approval. */
export const isHeld = async (ctx: Ctx, status: '0' | '1'): Promise<boolean> =>
  status === '1' && (await isGoverned(ctx, ruleApprovals.type));

/** Whether the caller may ask for the release of a rule. */
export const maySubmit = (ctx: Ctx): boolean => may(ctx.user, contract.submit.access);

/** Puts a rule in use, or submits that where a process approves it. Answers the approval it is in; null = it is in use. */
export async function releaseOrAsk(ctx: Ctx, id: string): Promise<ProposalState | null> {
  return (await ruleApprovals.run(ctx, { targetId: id, input: {} }, () => turnRules(ctx, [id], '1'))).flow;
}
