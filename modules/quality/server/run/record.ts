import type { Selectable } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import type { RuleConfig } from '../../contract/rule-config.ts';
import { failed, type Outcome } from '../../core/index.ts';
import { verdictFor } from './verdict.ts';

export type RunRule = Selectable<Tables['qualityCheckRule']> & { readonly config: RuleConfig };

/** Writes reports, log rows and last results of some rules of a batch in one transaction; a rule that has its report already keeps it. */
export async function recordResults(
  app: App,
  batch: string,
  rules: readonly RunRule[],
  { outcomes, ms }: { outcomes: readonly Outcome[]; ms: number },
): Promise<void> {
  const of = new Map(outcomes.map((one) => [one.ruleId, one]));
  const now = app.now();
  const { scheduleJobId } = await app.db.selectFrom('qualityRun').select('scheduleJobId').where('id', '=', batch).executeTakeFirstOrThrow();
  await app.db.transaction().execute(async (db) => {
    for (const rule of rules) {
      const found = of.get(rule.id) ?? failed(rule.id, '没有得到结果');
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
      if (!made) continue;
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
    }
  });
}
