import { sql, type Selectable } from 'kysely';
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
/** Reports that one statement writes: a row has two dozen parameters, and a statement 65,535 at most. */
const AT_ONCE = 500;
function* portions<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE);
}
interface RuleResult {
  readonly id: string;
  readonly rule: RunRule;
  readonly found: Outcome;
  readonly verdict: ReturnType<typeof verdictFor>;
}

const reportOf = ({ id, rule, found, verdict }: RuleResult, { batch, ms }: Batch, now: Date) => ({
  id,
  checkRuleId: rule.id,
  checkBatch: batch,
  checkDate: now,
  state: verdict.state,
  checkResult: verdict.text,
  checkTotalCount: found.rows,
  checkErrorCount: found.bad,
  value: found.value,
  num: verdict.num,
  den: verdict.den,
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
});

/** Writes reports with their log rows and the last results of their rules; a rule that has its report of the batch already keeps it. */
async function written({ app, db, now }: FollowerScope, all: readonly RuleResult[], of: Batch): Promise<RuleResult[]> {
  const { batch, scheduleJobId } = of;
  const rows = await db
    .insertInto('qualityCheckReport')
    .values(all.map((one) => reportOf(one, of, now)))
    .onConflict((on) => on.columns(['checkBatch', 'checkRuleId']).doNothing())
    .returning('id')
    .execute();
  const ids = new Set(rows.map(({ id }) => id));
  const made = all.filter(({ id }) => ids.has(id));
  if (made.length === 0) return made;
  const logs = made.map(({ rule, verdict: { state, text } }) => ({
    id: app.ids.next(),
    status: state === 'error' ? '0' : '1',
    executeJobId: scheduleJobId,
    executeRuleId: rule.id,
    executeDate: now,
    executeResult: text,
    executeBatch: batch,
  }));
  await db
    .insertInto('qualityScheduleLog')
    .values(logs)
    .onConflict((on) => on.columns(['executeBatch', 'executeRuleId']).doNothing())
    .execute();
  await db
    .updateTable('qualityCheckRule as rule')
    .from('qualityCheckReport as report')
    .set((e) => ({
      lastCheckBatch: batch,
      lastReportId: e.ref('report.id'),
      lastState: e.ref('report.state'),
      lastCheckTime: now,
    }))
    .whereRef('report.checkRuleId', '=', 'rule.id')
    .where('report.id', 'in', [...ids])
    .execute();
  return made;
}

/** Results of rules that still are, locked: a rule that was deleted while it was measured opens no issue, which nothing could close any more. */
async function lockedAlive(db: Db, all: readonly RuleResult[]): Promise<RuleResult[]> {
  const rows = await db
    .selectFrom('qualityCheckRule')
    .select('id')
    .where(sql<boolean>`id = any(${all.map(({ rule }) => rule.id)}::text[])`)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const alive = new Set(rows.map(({ id }) => id));
  return all.filter(({ rule }) => alive.has(rule.id));
}

/** Writes what was found about some rules of a batch, and what follows from it, in one transaction. */
export async function recordResults(
  app: App,
  batch: string,
  rules: readonly RunRule[],
  { outcomes, ms }: { outcomes: readonly Outcome[]; ms: number },
): Promise<void> {
  if (rules.length === 0) return;
  const of = new Map(outcomes.map((one) => [one.ruleId, one]));
  const now = app.now();
  const { scheduleJobId } = await app.db.selectFrom('qualityRun').select('scheduleJobId').where('id', '=', batch).executeTakeFirstOrThrow();
  const all = rules.map((rule): RuleResult => {
    const found = of.get(rule.id) ?? failed(rule.id, '没有得到结果');
    return { id: app.ids.next(), rule, found, verdict: verdictFor(rule, found) };
  });
  await app.db.transaction().execute(async (db: Db) => {
    const scope: FollowerScope = { app, db, now };
    const alive = await lockedAlive(db, all);
    for (const part of portions(alive))
      for (const { id, rule, found, verdict } of await written(scope, part, { batch, scheduleJobId, ms })) {
        const figured = { id: rule.id, tableId: rule.ruleTableId, columnId: rule.ruleColumnId, config: rule.config };
        await keepFigure(db, { reportId: id, now, rule: figured }, found);
        const stateBefore = rule.lastState as ReportState | null;
        await followRule(scope, { batch, rule, reportId: id, state: verdict.state, stateBefore, badRows: found.bad, text: verdict.text });
      }
  });
}
