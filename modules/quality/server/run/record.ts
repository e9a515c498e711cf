import type { Selectable } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import type { RuleConfig } from '../../contract/rule-config.ts';
import type { ReportState } from '../../contract/state.ts';
import { failed, type Outcome } from '../../core/index.ts';
import { keepFigure } from './figures.ts';
import { followRule, type FollowerScope } from './followers.ts';
import { verdictFor } from './verdict.ts';

export type RunRule = Selectable<Tables['qualityCheckRule']> & { readonly config: RuleConfig };

interface Batch {
  readonly batch: string;
  readonly scheduleJobId: string | null;
  readonly ms: number;
}

/** Writes the report of a rule with its log row and last result; a rule that has its report of the batch already keeps it. */
async function recordResult(scope: FollowerScope, { batch, scheduleJobId, ms }: Batch, rule: RunRule, found: Outcome): Promise<void> {
  const { app, db, now } = scope;
  const { state, num, den, text } = verdictFor(rule, found);
  const id = app.ids.next();
  const made = await db
    .insertInto('qualityCheckReport')
    .values({
      id,
      checkRuleId: rule.id,
      checkBatch: batch,
      checkDate: now,
      state,
      checkResult: text,
      checkTotalCount: found.rows,
      checkErrorCount: found.bad,
      value: found.value,
      num,
      den,
      ms,
      ruleName: rule.ruleName,
      ruleTypeId: rule.ruleTypeId,
      ruleLevelId: rule.ruleLevelId,
      ruleSourceId: rule.ruleSourceId,
      ruleTableId: rule.ruleTableId,
      ruleColumnId: rule.ruleColumnId,
      ruleConfig: JSON.stringify(rule.config),
      ruleWeight: rule.ruleWeight,
      ruleStrength: rule.ruleStrength,
      ruleThreshold: rule.ruleThreshold,
    })
    .onConflict((on) => on.columns(['checkBatch', 'checkRuleId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return;
  const figured = { id: rule.id, tableId: rule.ruleTableId, columnId: rule.ruleColumnId, config: rule.config };
  await keepFigure(db, { reportId: id, now, rule: figured }, found);
  await db
    .insertInto('qualityScheduleLog')
    .values({
      id: app.ids.next(),
      status: state === 'error' ? '0' : '1',
      executeJobId: scheduleJobId,
      executeRuleId: rule.id,
      executeDate: now,
      executeResult: text,
      executeBatch: batch,
    })
    .onConflict((on) => on.columns(['executeBatch', 'executeRuleId']).doNothing())
    .execute();
  await db
    .updateTable('qualityCheckRule')
    .set({ lastCheckBatch: batch, lastReportId: id, lastState: state, lastCheckTime: now })
    .where('id', '=', rule.id)
    .execute();
  const stateBefore = rule.lastState as ReportState | null;
  await followRule(scope, { batch, rule, reportId: id, state, stateBefore, badRows: found.bad, text });
}

/** Writes what was found about some rules of a batch, and what follows from it, in one transaction. */
export async function recordResults(
  app: App,
  batch: string,
  rules: readonly RunRule[],
  { outcomes, ms }: { outcomes: readonly Outcome[]; ms: number },
): Promise<void> {
  const of = new Map(outcomes.map((one) => [one.ruleId, one]));
  const now = app.now();
  const { scheduleJobId } = await app.db.selectFrom('qualityRun').select('scheduleJobId').where('id', '=', batch).executeTakeFirstOrThrow();
  await app.db.transaction().execute(async (db: Db) => {
    for (const rule of rules) {
      const found = of.get(rule.id) ?? failed(rule.id, '没有得到结果');
      await recordResult({ app, db, now }, { batch, scheduleJobId, ms }, rule, found);
    }
  });
}
