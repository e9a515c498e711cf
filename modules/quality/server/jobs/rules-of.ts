import { sql } from 'kysely';
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
    .execute();
  return rows.map(({ id }) => id);
}

/** How many enabled rules the plan of the row `job` has now. */
export const countOfRules = sql<string>`(select count(*) from quality_check_rule r where r.deleted_at is null and r.status = '1'
  and (r.rule_source_id = any(job.source_ids) or r.rule_table_id = any(job.table_ids) or r.id = any(job.rule_ids)))`;
