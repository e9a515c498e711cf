import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { profileOf, tablesById } from '#modules/catalogue/server/index.ts';
import { kindOf } from '#modules/gate/server/index.ts';
import { DB_KINDS } from '#modules/sources/contract/db-types.ts';
import { suggestion as contract } from '../../contract/suggestion.ts';
import { ruleTypeOf } from '../../core/index.ts';
import { suggestRules } from '../../core/suggest.ts';
import { keyOf, makeAsked, rulesOfColumns } from '../rules/asked.ts';

const PERMS = ['quality:rule:list', 'quality:rule:add'];
const MAX_COLUMNS = 1000;

/** What the profile of a table speaks for, column by column, of the columns that the caller sees and with the values that they may know. */
async function suggestions(ctx: Ctx, tableId: string) {
  if (!(await tablesById(ctx, [tableId])).has(tableId)) throw new AppError('entity.notFound', '数据表不存在或已删除');
  const columns = await ctx.db
    .selectFrom('metadataColumn as c')
    .innerJoin('metadataTable as t', 't.id', 'c.tableId')
    .innerJoin('metadataSource as s', 's.id', 'c.sourceId')
    .select(['c.id as columnId', 'c.columnName', 'c.dataType', 'c.sourceId', 'c.tableId', 't.schemaName', 't.tableName', 's.dbType'])
    .select((e) => e.fn.coalesce('c.cnName', 'c.columnComment').as('columnComment'))
    .where('c.tableId', '=', tableId)
    .where('c.deletedAt', 'is', null)
    .orderBy('c.columnPosition')
    .orderBy('c.id')
    .limit(MAX_COLUMNS)
    .execute();
  const ids = columns.map(({ columnId }) => columnId);
  const [profiles, known, rejected] = await Promise.all([profileOf(ctx, ids), rulesOfColumns(ctx, ids, PERMS), rejectedOf(ctx, ids)]);
  return columns.flatMap(({ dataType, dbType, ...place }) => {
    const found = profiles.get(place.columnId);
    if (!found?.stats) return [];
    const { stats, rowCount, isSampled } = found;
    const asked = suggestRules({
      ...stats,
      name: place.columnName,
      comment: place.columnComment,
      kind: kindOf(dataType, DB_KINDS.get(dbType)?.dialect ?? 'postgres'),
      rowCount: isSampled === '1' ? stats.scanned : Number(rowCount ?? 0),
      isSampled: isSampled === '1',
    });
    return asked.map((one) => ({
      ...place,
      ...one,
      itemName: ruleTypeOf(one.item)?.name ?? one.item,
      ...(known.get(keyOf(place.columnId, one.item)) ?? { exists: false, ruleId: null }),
      isRejected: rejected.has(keyOf(place.columnId, one.item)),
    }));
  });
}

async function rejectedOf({ db }: Ctx, columnIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('qualitySuggestion')
    .select(['columnId', 'itemCode'])
    .where('columnId', 'in', ['', ...columnIds])
    .execute();
  return new Set(rows.map(({ columnId, itemCode }) => keyOf(columnId, itemCode)));
}

/** Those of the suggestions that were chosen. Throws entity.notFound for one that the profile does not speak for any more. */
async function chosen(ctx: Ctx, tableId: string, rules: readonly { columnId: string; item: string }[]) {
  const all = new Map((await suggestions(ctx, tableId)).map((one) => [keyOf(one.columnId, one.item), one]));
  return rules.map(({ columnId, item }) => {
    const one = all.get(keyOf(columnId, item));
    if (!one) throw new AppError('entity.notFound', '部分建议已变化，请刷新后重试');
    return one;
  });
}

export const suggestionCalls = implement(contract, {
  list: (ctx, { query }) => suggestions(ctx, query.tableId),
  async accept(ctx, { body }) {
    const results = [];
    for (const one of await chosen(ctx, body.tableId, body.rules))
      results.push(await makeAsked(ctx, { ...one, remark: `由数据画像建议：${one.why}` }));
    ctx.audit.note(`采纳 ${results.filter(({ state }) => state === 'made').length} 条规则建议`);
    return { results };
  },
  async reject(ctx, { body }) {
    const all = await chosen(ctx, body.tableId, body.rules);
    const keys = all.map(({ columnId, item }) => ({ columnId, itemCode: item }));
    if (body.isRejected)
      await ctx.db
        .insertInto('qualitySuggestion')
        .values(keys.map((key) => ({ ...key, decidedBy: ctx.user.id, createTime: ctx.now })))
        .onConflict((on) => on.columns(['columnId', 'itemCode']).doNothing())
        .execute();
    else
      for (const { columnId, itemCode } of keys)
        await ctx.db.deleteFrom('qualitySuggestion').where('columnId', '=', columnId).where('itemCode', '=', itemCode).execute();
    ctx.audit.note(`${body.isRejected ? '不采纳' : '恢复'} ${keys.length} 条规则建议`);
    return null;
  },
});
