import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { kindOf } from '#modules/gate/server/index.ts';
import { DB_KINDS } from '#modules/sources/contract/db-types.ts';
import { boundStandards, columnsOfStandard, type StandardOf } from '#modules/standards/server/index.ts';
import { standardRule as contract } from '../../contract/standard-rule.ts';
import { rulesOfStandard } from '../../core/from-standard.ts';
import { ruleTypeOf } from '../../core/index.ts';
import { keyOf, makeAsked, rulesOfColumns } from '../rules/asked.ts';
import { checkRules } from '../rules/queries.ts';

const PERMS = ['quality:rule:list', 'quality:rule:add'];

interface Of {
  readonly elementId?: string | undefined;
  readonly tableId?: string | undefined;
}
/** What the standards of an element or a table ask for, column by column. */
async function candidates(ctx: Ctx, of: Of) {
  const bound = await boundStandards(ctx, of, PERMS);
  const known = await rulesOfColumns(
    ctx,
    bound.map(({ columnId }) => columnId),
    PERMS,
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
/** Rules that name a code set, or the mapped values of one. */
const namesType = (typeId: string) => sql<boolean>`(rule.rule_config -> 'consistent' ->> 'gbTypeId' = ${typeId}
  or rule.rule_config -> 'consistent' ->> 'contrastId' in (select id from standard_contrast where gb_type_id = ${typeId} and deleted_at is null))`;
const MAX = 200;

/** Rules about the columns of a standard, and those that name its code set: as far as the caller sees them, and how many there are besides. */
async function affected(ctx: Ctx, of: StandardOf) {
  const ids = (await columnsOfStandard(ctx.db, of)).map(({ id }) => id);
  const isAbout = sql<boolean>`rule.rule_column_id = any(${ids}::text[])`;
  const concerns = 'typeId' in of ? sql<boolean>`(${isAbout} or ${namesType(of.typeId)})` : isAbout;
  const { total } = await ctx.db
    .selectFrom('qualityCheckRule as rule')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('rule.deletedAt', 'is', null)
    .where(concerns)
    .executeTakeFirstOrThrow();
  const rules = await namedRules(ctx).where(concerns).limit(MAX).execute();
  return { rules, hidden: total - rules.length };
}
const namedRules = (ctx: Ctx) =>
  checkRules(ctx)
    .leftJoin('metadataTable', 'metadataTable.id', 'rule.ruleTableId')
    .leftJoin('metadataColumn', 'metadataColumn.id', 'rule.ruleColumnId')
    .select(['rule.id', 'rule.ruleName', 'metadataTable.tableName', 'metadataColumn.columnName'])
    .orderBy('rule.ruleName')
    .orderBy('rule.id');

export const standardRules = implement(contract, {
  list: (ctx, { query }) => candidates(ctx, query),
  async create(ctx, { body }) {
    if (body.elementId === undefined && body.tableId === undefined) throw new AppError('input.invalid', '请选择数据元或数据表');
    const asked = new Map((await candidates(ctx, body)).map((one) => [keyOf(one.columnId, one.item), one]));
    const results = [];
    for (const { columnId, item } of body.rules) {
      const one = asked.get(keyOf(columnId, item));
      if (!one) throw new AppError('entity.notFound', '部分字段已不再遵循这个标准，请刷新后重试');
      const remark = `由数据元“${one.elementName}”（${one.elementCode}）生成：${one.why}`;
      results.push(await makeAsked(ctx, { ...one, remark }));
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
    return namedRules(ctx).where(namesType(params.id)).limit(MAX).execute();
  },
  affected: (ctx, { query: { elementId, typeId } }) => affected(ctx, elementId === undefined ? { typeId: typeId! } : { elementId }),
});
