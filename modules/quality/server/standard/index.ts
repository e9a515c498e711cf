import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { kindOf } from '#modules/gate/server/index.ts';
import { DB_KINDS } from '#modules/sources/contract/db-types.ts';
import { boundStandards } from '#modules/standards/server/index.ts';
import { standardRule as contract } from '../../contract/standard-rule.ts';
import { rulesOfStandard } from '../../core/from-standard.ts';
import { ruleTypeOf } from '../../core/index.ts';
import { createRule } from '../rules/index.ts';
import { checkRules } from '../rules/queries.ts';

const PERMS = ['quality:rule:list', 'quality:rule:add'];
/** Level of rules that nobody gave one: 中. */
const LEVEL = '2';

interface Of {
  readonly elementId?: string | undefined;
  readonly tableId?: string | undefined;
}
const keyOf = (columnId: string, item: string): string => `${columnId} ${item}`;

/** Rules of these columns that somebody made already, by column and check item; those that the caller does not see keep new ones away as well, without their id. */
async function existing(ctx: Ctx, columnIds: readonly string[]): Promise<Map<string, { exists: boolean; ruleId: string | null }>> {
  const rows = await ctx.db
    .selectFrom('qualityCheckRule')
    .innerJoin('qualityRuleItem', 'qualityRuleItem.id', 'qualityCheckRule.ruleItemId')
    .select(['qualityCheckRule.id', 'qualityCheckRule.ruleColumnId', 'qualityRuleItem.itemCode'])
    .where('qualityCheckRule.ruleColumnId', 'in', ['', ...columnIds])
    .where('qualityCheckRule.deletedAt', 'is', null)
    .orderBy('qualityCheckRule.id')
    .execute();
  const ids = ['', ...rows.map(({ id }) => id)];
  const seen = new Set((await checkRules(ctx, PERMS).select('rule.id').where('rule.id', 'in', ids).execute()).map(({ id }) => id));
  return new Map(
    rows.map((row) => [keyOf(row.ruleColumnId!, row.itemCode), { exists: true, ruleId: seen.has(row.id) ? row.id : null }] as const),
  );
}

/** What the standards of an element or a table ask for, column by column. */
async function candidates(ctx: Ctx, of: Of) {
  const bound = await boundStandards(ctx, of, PERMS);
  const known = await existing(
    ctx,
    bound.map(({ columnId }) => columnId),
  );
  return bound.flatMap(({ attributes, recogniser, gbTypeName, columnType, dbType, ...place }) => {
    const kind = kindOf(columnType, DB_KINDS.get(dbType)?.dialect ?? 'postgres');
    const facts = { ...attributes, recogniser, gbTypeName };
    return rulesOfStandard(facts, kind).map(({ item, why, config }) => ({
      ...place,
      item,
      itemName: ruleTypeOf(item)?.name ?? item,
      why,
      config,
      ...(known.get(keyOf(place.columnId, item)) ?? { exists: false, ruleId: null }),
    }));
  });
}
type Candidate = Awaited<ReturnType<typeof candidates>>[number];

const nameOf = ({ schemaName, tableName, columnName, itemName }: Candidate): string =>
  `${schemaName}.${tableName}.${columnName} ${itemName}`.slice(-100);

/** Makes one rule as the page of rules would, under the caller's rights. What keeps it from being made is told. */
async function make(ctx: Ctx, one: Candidate) {
  const { columnId, item } = one;
  if (one.exists) return { columnId, item, state: 'exists' as const, ruleId: one.ruleId, message: null };
  const type = ruleTypeOf(item)!;
  try {
    const { id } = await createRule(ctx, {
      ruleName: nameOf(one),
      ruleTypeId: type.dimension,
      ruleItemId: item,
      ruleLevelId: LEVEL,
      ruleSourceId: one.sourceId,
      ruleTableId: one.tableId,
      ruleColumnId: columnId,
      ruleConfig: one.config,
      ruleWeight: 1,
      ruleStrength: '1',
      ruleThreshold: 100,
      status: '1',
      remark: `由数据元“${one.elementName}”（${one.elementCode}）生成：${one.why}`,
    });
    return { columnId, item, state: 'made' as const, ruleId: id, message: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { columnId, item, state: 'refused' as const, ruleId: null, message: error.message };
  }
}

export const standardRules = implement(contract, {
  list: (ctx, { query }) => candidates(ctx, query),
  async create(ctx, { body }) {
    if (body.elementId === undefined && body.tableId === undefined) throw new AppError('input.invalid', '请选择数据元或数据表');
    const asked = new Map((await candidates(ctx, body)).map((one) => [keyOf(one.columnId, one.item), one]));
    const results = [];
    for (const { columnId, item } of body.rules) {
      const one = asked.get(keyOf(columnId, item));
      if (!one) throw new AppError('entity.notFound', '部分字段已不再遵循这个标准，请刷新后重试');
      results.push(await make(ctx, one));
    }
    const made = results.filter(({ state }) => state === 'made').length;
    ctx.audit.note(`由标准生成${made}条规则`);
    return { results };
  },
  async ofType(ctx, { params }) {
    const type = await ctx.db
      .selectFrom('standardType')
      .select('id')
      .where('id', '=', params.id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!type) throw new AppError('entity.notFound', '标准类型不存在或已删除');
    return checkRules(ctx)
      .leftJoin('metadataTable', 'metadataTable.id', 'rule.ruleTableId')
      .leftJoin('metadataColumn', 'metadataColumn.id', 'rule.ruleColumnId')
      .select(['rule.id', 'rule.ruleName', 'metadataTable.tableName', 'metadataColumn.columnName'])
      .where(
        sql<boolean>`(rule.rule_config -> 'consistent' ->> 'gbTypeId' = ${params.id} or rule.rule_config -> 'consistent' ->> 'contrastId' in (
          select id from standard_contrast where gb_type_id = ${params.id} and deleted_at is null))`,
      )
      .orderBy('rule.ruleName')
      .orderBy('rule.id')
      .limit(200)
      .execute();
  },
});
