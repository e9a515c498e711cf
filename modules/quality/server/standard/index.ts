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
