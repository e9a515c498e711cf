import type { App, Db } from '#kit/server/ctx.ts';
import { resumesElsewhere, type AbandonedJob, type JobRun } from '#kit/server/jobs.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { RuleConfig } from '../../contract/rule-config.ts';
import { rule as contract } from '../../contract/rule.ts';
import { failed, type Outcome } from '../../core/index.ts';
import { todayOf, writeScores } from '../score/index.ts';
import { FORMULA } from './formula.ts';
import { followBatch } from './followers.ts';
import { measureRules } from './measure.ts';
import type { RunPayload } from './start.ts';
import { recordResults, type RunRule } from './record.ts';

/** Tables that one batch has in hand at once: twice what the lane of a source lets measure, so that the source works while results are stored. */
const AT_ONCE = 8;

async function rulesOf(db: Db, { batch, ruleIds }: RunPayload): Promise<RunRule[]> {
  if (ruleIds.length === 0) return [];
  const rows = await db
    .selectFrom('qualityCheckRule')
    .selectAll()
    .where('id', 'in', ruleIds)
    .where('deletedAt', 'is', null)
    // what another node measured before it stopped is not measured again
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('qualityCheckReport')
            .select('id')
            .whereRef('checkRuleId', '=', 'qualityCheckRule.id')
            .where('checkBatch', '=', batch),
        ),
      ),
    )
    .orderBy('ruleTableId')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, config: RuleConfig.parse(row.ruleConfig) }));
}

/** Rules that one statement can measure: one table, one owner. */
function groupsOf(rules: readonly RunRule[]): RunRule[][] {
  const groups = new Map<string, RunRule[]>();
  for (const rule of rules) {
    const key = `${rule.ruleSourceId} ${rule.ruleTableId} ${rule.ownerId}`;
    groups.set(key, [...(groups.get(key) ?? []), rule]);
  }
  return [...groups.values()];
}

async function measureGroup({ app, payload, signal }: JobRun<RunPayload>, rules: readonly RunRule[]): Promise<void> {
  const [first] = rules;
  if (!first) return;
  const started = performance.now();
  const user = await loadAccount(app.db, first.ownerId);
  let outcomes: Outcome[];
  if (!user) outcomes = rules.map(({ id }) => failed(id, '规则负责人已禁用或删除，请由在用的账号修改并保存规则'));
  else {
    const { ctx } = detachedCtx(app, { user, route: contract.run, db: app.db, signal, requestId: payload.batch, ip: '', userAgent: '' });
    const asked = rules.map(({ id, ruleColumnId, config }) => ({ id, columnId: ruleColumnId, config }));
    outcomes = await measureRules(ctx, first.ruleSourceId, first.ruleTableId, asked);
  }
  signal.throwIfAborted();
  await recordResults(app, payload.batch, rules, { outcomes, ms: Math.round(performance.now() - started) });
}

const COUNTS = { pass: 'passCount', warn: 'warnCount', fail: 'failCount', error: 'errorCount', skip: 'skipCount' } as const;

async function endBatch(app: App, db: Db, batch: string, state: 'done' | 'error' | 'cancelled', message: string | null): Promise<void> {
  const rows = await db
    .selectFrom('qualityCheckReport')
    .select((e) => ['state', e.fn.countAll<string>().as('n'), e.fn.countAll<string>().filterWhere('ruleStrength', '=', '2').as('strong')])
    .where('checkBatch', '=', batch)
    .groupBy('state')
    .execute();
  const counts = Object.fromEntries(rows.map((row) => [COUNTS[row.state as 'pass'], Number(row.n)]));
  const isBlocked = rows.some((row) => row.state === 'fail' && Number(row.strong) > 0);
  await db
    .updateTable('qualityRun')
    .set({ ...counts, state, message, isBlocked: isBlocked ? '1' : '0', endTime: app.now() })
    .where('id', '=', batch)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
}

/** Writes down the end of a batch that its handler did not see: whoever waits for it would wait for ever. */
export const abandonedRun = ({ app, db }: { app: App; db: Db }, { payload, state }: AbandonedJob<RunPayload>): Promise<void> =>
  state === 'cancelled'
    ? endBatch(app, db, payload.batch, 'cancelled', '已停止')
    : endBatch(app, db, payload.batch, 'error', '核查因服务节点多次中断没有完成，请重新执行');

/** Why a batch has no result at all; null = at least one rule has one. */
async function failureOf(db: Db, batch: string): Promise<string | null> {
  const rows = await db.selectFrom('qualityCheckReport').select(['state', 'checkResult']).where('checkBatch', '=', batch).execute();
  if (rows.length === 0 || rows.some(({ state }) => state !== 'error')) return null;
  return rows[0]!.checkResult;
}

/** Measures groups, so many at once. */
async function measureGroups(job: JobRun<RunPayload>, groups: readonly RunRule[][], step: () => Promise<unknown>): Promise<void> {
  const waiting = [...groups];
  const work = async () => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      job.signal.throwIfAborted();
      await measureGroup(job, group);
      await step();
    }
  };
  const works = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const one of works) if (one.status === 'rejected') throw one.reason;
}

/** Runs the rules of one batch, table by table; each rule counts once, whichever nodes worked on it. */
export async function runBatch(job: JobRun<RunPayload>): Promise<string> {
  const { app, payload, signal } = job;
  const { batch } = payload;
  await app.db
    .updateTable('qualityRun')
    .set({ state: 'running', startTime: app.now() })
    .where('id', '=', batch)
    .where('state', '=', 'waiting')
    .execute();
  try {
    const rules = await rulesOf(app.db, payload);
    // a formula follows from results of this batch
    const isFormula = ({ config }: RunRule) => config.ruleItemCode === FORMULA;
    const stages = [groupsOf(rules.filter((rule) => !isFormula(rule))), groupsOf(rules.filter(isFormula))];
    const groups = stages.flat();
    let done = 0;
    const step = () => job.progress((++done / groups.length) * 100, `已核查 ${done} / ${groups.length} 张表`);
    for (const stage of stages) await measureGroups(job, stage, step);
    const failure = await failureOf(app.db, batch);
    const text = failure ?? `已核查 ${groups.length} 张表`;
    await app.db.transaction().execute(async (db) => {
      await endBatch(app, db, batch, failure === null ? 'done' : 'error', failure);
      await writeScores(db, todayOf(app.now()), [...new Set(groups.flatMap((rules) => rules.map(({ ruleTableId }) => ruleTableId)))]);
      await followBatch({ app, db, now: app.now() }, batch);
      await job.end(db, text);
    });
    return text;
  } catch (error) {
    if (resumesElsewhere(signal)) throw error;
    const isCancelled = signal.aborted;
    const message = isCancelled ? '已停止' : '核查没有完成，请查看服务日志或重新执行';
    if (!isCancelled) app.log.error({ error, batch }, 'quality batch failed');
    await endBatch(app, app.db, batch, isCancelled ? 'cancelled' : 'error', message);
    throw error;
  }
}
