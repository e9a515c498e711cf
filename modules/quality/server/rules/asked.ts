import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { RuleConfig } from '../../contract/rule-config.ts';
import { ruleTypeOf } from '../../core/index.ts';
import { createRule, HELD } from './store.ts';
import { checkRules } from './queries.ts';

/*
 * Rules that something asks for (a standard, a profile): which are there already, and making the others as the page of rules would.
 */

/** Level of rules that nobody gave one: 中. */
const LEVEL = '2';

export interface Known {
  readonly exists: boolean;
  readonly ruleId: string | null;
}
/** A rule that is asked for, with where its column stands. */
export interface AskedOf extends Known {
  readonly columnId: string;
  readonly sourceId: string;
  readonly schemaName: string;
  readonly tableId: string;
  readonly tableName: string;
  readonly columnName: string;
  readonly item: string;
  readonly itemName: string;
  readonly config: RuleConfig;
  readonly remark: string;
}
export const keyOf = (columnId: string, item: string): string => `${columnId} ${item}`;

/** Rules of these columns that somebody made already, by column and check item; those that the caller does not see keep new ones away as well, without their id. */
export async function rulesOfColumns(ctx: Ctx, columnIds: readonly string[], permissions: readonly string[]): Promise<Map<string, Known>> {
  const rows = await ctx.db
    .selectFrom('qualityCheckRule')
    .innerJoin('qualityRuleItem', 'qualityRuleItem.id', 'qualityCheckRule.ruleItemId')
    .select(['qualityCheckRule.id', 'qualityCheckRule.ruleColumnId', 'qualityRuleItem.itemCode'])
    .where('qualityCheckRule.ruleColumnId', 'in', ['', ...columnIds])
    .where('qualityCheckRule.deletedAt', 'is', null)
    .orderBy('qualityCheckRule.id')
    .execute();
  const ids = ['', ...rows.map(({ id }) => id)];
  const seen = new Set((await checkRules(ctx, permissions).select('rule.id').where('rule.id', 'in', ids).execute()).map(({ id }) => id));
  return new Map(
    rows.map((row) => [keyOf(row.ruleColumnId!, row.itemCode), { exists: true, ruleId: seen.has(row.id) ? row.id : null }] as const),
  );
}

const nameOf = ({ schemaName, tableName, columnName, itemName }: AskedOf): string =>
  [schemaName, tableName, `${columnName} ${itemName}`].filter(Boolean).join('.').slice(-100);

/** Makes one rule under the caller's rights. What keeps it from being made is told. */
export async function makeAsked(ctx: Ctx, one: AskedOf) {
  const { columnId, item } = one;
  if (one.exists) return { columnId, item, state: 'exists' as const, ruleId: one.ruleId, message: null };
  const type = ruleTypeOf(item)!;
  try {
    const { id, isHeld } = await createRule(ctx, {
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
      remark: one.remark.slice(0, 500),
    });
    return { columnId, item, state: 'made' as const, ruleId: id, message: isHeld ? HELD : null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { columnId, item, state: 'refused' as const, ruleId: null, message: error.message };
  }
}
