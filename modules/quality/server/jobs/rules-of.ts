import type { Db } from '#kit/server/ctx.ts';

interface Chosen {
  readonly sourceIds: readonly string[];
  readonly tableIds: readonly string[];
  readonly ruleIds: readonly string[];
}

/** Enabled rules of a plan, as they are now: rules that somebody makes for one of its tables later belong to it. */
export async function rulesOfPlan(db: Db, { sourceIds, tableIds, ruleIds }: Chosen): Promise<string[]> {
  if (sourceIds.length + tableIds.length + ruleIds.length === 0) return [];
  const rows = await db
    .selectFrom('qualityCheckRule')
    .select('id')
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .where((e) =>
      e.or([
        ...(sourceIds.length > 0 ? [e('ruleSourceId', 'in', [...sourceIds])] : []),
        ...(tableIds.length > 0 ? [e('ruleTableId', 'in', [...tableIds])] : []),
        ...(ruleIds.length > 0 ? [e('id', 'in', [...ruleIds])] : []),
      ]),
    )
    .orderBy('id')
    .limit(5000)
    .execute();
  return rows.map(({ id }) => id);
}
