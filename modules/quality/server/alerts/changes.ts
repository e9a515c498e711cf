import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import type { AlertKind } from '../../contract/alert.ts';
import type { ReportState } from '../../contract/state.ts';
import { changeOf } from '../../core/index.ts';

/** A rule whose result changed in a batch. */
export interface Change {
  readonly kind: AlertKind;
  readonly reportId: string;
  readonly ruleId: string;
  readonly ruleName: string;
  readonly ownerId: string;
  readonly sourceId: string;
  readonly tableId: string;
  readonly levelId: string;
}

/** Rules of a batch whose result differs from the one before it; runs that were skipped count on neither side. */
export async function changesOf(db: Db, batch: string): Promise<Change[]> {
  const rows = await db
    .selectFrom('qualityCheckReport as report')
    .innerJoin('qualityCheckRule as rule', 'rule.id', 'report.checkRuleId')
    .select(['report.id as reportId', 'report.state', 'report.ruleName', 'report.ruleLevelId as levelId'])
    .select(['rule.id as ruleId', 'rule.ownerId', 'rule.ruleSourceId as sourceId', 'rule.ruleTableId as tableId'])
    .select(
      sql<ReportState | null>`(select b.state from quality_check_report b where b.check_rule_id = report.check_rule_id and b.state <> 'skip'
        and b.id <> report.id and (b.check_date, b.id) < (report.check_date, report.id) order by b.check_date desc, b.id desc limit 1)`.as(
        'stateBefore',
      ),
    )
    .where('report.checkBatch', '=', batch)
    .where('report.state', '<>', 'skip')
    .orderBy('report.id')
    .execute();
  return rows.flatMap(({ state, stateBefore, ...row }) => {
    const kind = changeOf(stateBefore, state as ReportState);
    return kind === null ? [] : [{ ...row, kind }];
  });
}
