import type { App } from '#kit/server/ctx.ts';
import { resumesElsewhere, type JobRun } from '#kit/server/jobs.ts';
import {
  inScope,
  SourceError,
  type HarvestBatch,
  type HarvestedRoutine,
  type HarvestScope,
  forgetCatalog,
  findSource,
  type Source,
  notifySynced,
} from '#modules/sources/server/index.ts';
import { notifyAboutRun } from '../changes/notify.ts';
import { requestLineage } from '#modules/lineage/server/index.ts';
import { foundOf, keyOf, type TableRow } from './sync-found.ts';
import { applyRoutines, dropRoutines, routineKey, storedRoutines } from './sync-routines.ts';
import { closeRun, openRun, type SyncPayload, type SyncState } from './sync-run.ts';
import { settleSearchKeys } from './sync-keys.ts';
import { dropTables, noteCoverage } from './sync-drop.ts';
import { identities, settleWaiting } from './sync-renames.ts';
import { applyTables, planKnown, planTables, type Matching, type TablePlan } from './sync-tables.ts';

/** new tables of one transaction */
const PORTION = 300;
const UNREAD_WORDS: Readonly<Record<string, string>> = { routines: '存储过程', views: '视图定义', indexes: '索引' };

const scopeOf = ({ row }: Source): HarvestScope => ({
  schemas: row.schemas as string[],
  include: row.includeTables as string[],
  exclude: row.excludeTables as string[],
});

/** Every stored table of a source by name; living ones win. */
async function storedTables(app: App, sourceId: string): Promise<Map<string, TableRow>> {
  const rows: TableRow[] = await app.db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName', 'fingerprint', 'rowEstimate', 'sizeBytes', 'partitionCount', 'sourceIdentity', 'deletedAt'])
    .where('sourceId', '=', sourceId)
    .orderBy('deletedAt', (by) => by.asc().nullsLast())
    .execute();
  return new Map(rows.map((row) => [keyOf(row.schemaName, row.tableName), row]));
}

/** Adds the time of some work to a phase. */
async function timed<T>(run: SyncState, phase: keyof SyncState['phases'], work: () => Promise<T> | T): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    run.phases[phase] += performance.now() - started;
  }
}

/** Batches with the next one already on its way while one is being written. */
async function* ahead(run: SyncState, batches: AsyncGenerator<HarvestBatch>): AsyncGenerator<HarvestBatch> {
  let next = batches.next();
  next.catch(() => undefined); // a failure is met when its turn comes
  try {
    for (;;) {
      const { value, done } = await timed(run, 'read', () => next);
      if (done) return;
      next = batches.next();
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await batches.return(undefined).catch(() => undefined);
  }
}

/** Reads the source and writes the differences. Answers a summary in Chinese. */
async function harvest(app: App, job: JobRun<SyncPayload>, source: Source, run: SyncState): Promise<string> {
  const scope = scopeOf(source);
  const [stored, routines] = await timed(run, 'compare', () => Promise.all([storedTables(app, source.id), storedRoutines(app, source.id)]));
  const met = new Set<string>();
  const matching: Matching = { stored, byIdentity: identities(stored), claimed: new Set(), waiting: [] };
  const metRoutines = new Set<string>();
  const isInScope = inScope(scope);
  // one portion is written while the next is read, compared and made into rows
  let writing: Promise<unknown> = Promise.resolve();
  const write = async (plan: TablePlan, fresh: readonly HarvestedRoutine[], progress: readonly [number, string]) => {
    await applyTables(app, run, plan);
    await applyRoutines(app, run, routines, fresh);
    await job.progress(...progress);
  };
  try {
    for await (const batch of ahead(run, source.adapter.harvest(source.connection, scope, run.signal))) {
      run.signal.throwIfAborted();
      noteCoverage(run, batch);
      const tables = batch.tables.filter((table) => isInScope(table.schema, table.name) && !met.has(keyOf(table.schema, table.name)));
      for (const table of tables) {
        met.add(keyOf(table.schema, table.name));
        if (table.isReadable) continue;
        run.counts.unreadable++;
        const row = stored.get(keyOf(table.schema, table.name));
        if (row) matching.claimed.add(row.id);
      }
      const readable = tables.filter((table) => table.isReadable);
      const plan = await timed(run, 'compare', () => planTables(app, run, matching, readable.map(foundOf)));
      const fresh = batch.routines.filter((routine) => !metRoutines.has(routineKey(routine)));
      for (const routine of fresh) metRoutines.add(routineKey(routine));
      await timed(run, 'write', () => writing);
      const percent = batch.total === 0 ? 95 : 2 + Math.min(93, Math.round((met.size / batch.total) * 93));
      writing = write(plan, fresh, [percent, `已读取 ${met.size} / ${batch.total} 张表`]);
      writing.catch(() => undefined); // a failure is met at the next turn
    }
  } finally {
    await timed(run, 'write', () => writing);
  }
  await timed(run, 'write', () => applyWaiting(app, run, matching, isInScope));
  const lost = await timed(run, 'write', () => dropMissing(app, run, matching, isInScope));
  const isRoutineInScope = scope.schemas.length === 0 ? () => true : (schema: string) => scope.schemas.includes(schema);
  if (!run.unread.has('routines'))
    await timed(run, 'write', () =>
      dropRoutines(
        app,
        run,
        [...routines].flatMap(([key, row]) =>
          row.deletedAt === null && !metRoutines.has(key) && (wasLookedInto(run, row.schemaName) || !isRoutineInScope(row.schemaName))
            ? [row]
            : [],
        ),
      ),
    );
  return summary(run, met.size, lost);
}

/** False for a schema that the account may only have lost sight of. */
const wasLookedInto = (run: SyncState, schema: string): boolean => run.seesAllSchemas || run.schemas.has(schema);

/** New tables, renamed ones, and new ones that resemble a missing one. */
async function applyWaiting(
  app: App,
  run: SyncState,
  { stored, claimed, waiting }: Matching,
  isInScope: (schema: string, name: string) => boolean,
): Promise<void> {
  const isMissing = (row: TableRow) => isInScope(row.schemaName, row.tableName) && wasLookedInto(run, row.schemaName);
  const { known, fresh, guesses } = await settleWaiting(app.db, { waiting, stored, claimed, isMissing });
  // what has another name goes first and as a whole: names may go round
  await applyTables(app, run, planKnown(app, run, [], known));
  for (let at = 0; at < fresh.length; at += PORTION) {
    const part = fresh.slice(at, at + PORTION);
    await applyTables(
      app,
      run,
      planKnown(
        app,
        run,
        part,
        [],
        guesses.filter(({ found }) => part.includes(found)),
      ),
    );
  }
}

/** Handles tables that a complete run did not find: deleted, out of scope, or possibly no longer readable. The last kind is kept and returned. */
async function dropMissing(
  app: App,
  run: SyncState,
  { stored, claimed }: Matching,
  isInScope: (schema: string, name: string) => boolean,
): Promise<{ schemas: string[]; tables: number }> {
  const missing = [...stored.values()].filter((row) => row.deletedAt === null && !claimed.has(row.id));
  const outside = missing.filter((row) => !isInScope(row.schemaName, row.tableName));
  const inside = missing.filter((row) => isInScope(row.schemaName, row.tableName));
  await dropTables(app, run, outside, { recorded: false });
  await dropTables(
    app,
    run,
    inside.filter((row) => wasLookedInto(run, row.schemaName)),
    { recorded: true },
  );
  const kept = inside.filter((row) => !wasLookedInto(run, row.schemaName));
  return { schemas: [...new Set(kept.map((row) => row.schemaName))], tables: kept.length };
}

function summary(run: SyncState, met: number, lost: { schemas: readonly string[]; tables: number }): string {
  const { added, changed, removed, unreadable } = run.counts;
  const parts = [`新增 ${added} 张表，变更 ${changed} 张，移除 ${removed} 张，共 ${met - unreadable} 张`];
  if (unreadable > 0) parts.push(`另有 ${unreadable} 张没有读取权限，已保留原有信息`);
  if (lost.tables > 0)
    parts.push(
      `看不到模式 ${lost.schemas.slice(0, 5).join('、')}${lost.schemas.length > 5 ? ' 等' : ''}，其中 ${lost.tables} 张表已保留，请检查账号权限`,
    );
  const unread = [...run.unread].map((part) => UNREAD_WORDS[part] ?? part);
  if (unread.length > 0) parts.push(`账号不能读取${unread.join('、')}，已保留原有信息`);
  return parts.join('；');
}

/**
 * Harvests a source into the catalogue. Repeatable: an unchanged source writes nothing. A table counts as gone only when the whole run
 * ended well and its schema was looked into; a table that the account may no longer read, or whose schema it lost sight of, stays.
 * Every sync after the first leaves one change record per changed field, in the transaction of the write.
 */
export async function syncSource(job: JobRun<SyncPayload>): Promise<string> {
  const { app, payload } = job;
  const source = await findSource(app, app.db, payload.sourceId);
  if (!source) return '数据源已删除';
  const run = await openRun(app, payload, source, job);
  let text: string;
  try {
    await job.progress(1, '连接数据源');
    text = await harvest(app, job, source, run);
    // new tables may be what statements have long named, changed ones may have other columns under a star
    const { added, changed, removed } = run.counts;
    if (run.hasNewSql || added + changed + removed > 0) await timed(run, 'lineage', () => requestLineage(app, app.db, source.id));
    await afterwards(app, run);
    await closeRun(job, run, 'done', text);
  } catch (error) {
    await afterwards(app, run);
    if (run.signal.aborted) {
      // on shutdown the run stays open: the node that takes over the job closes it
      if (!resumesElsewhere(run.signal)) await closeRun(job, run, 'cancelled', '已取消');
      throw error;
    }
    const message = error instanceof SourceError ? error.message : '同步失败，请联系管理员查看日志';
    await closeRun(job, run, 'failed', message);
    if (error instanceof SourceError) throw new Error(message, { cause: error });
    throw error;
  }
  await notifySynced(app, source.id);
  return text;
}

/** What follows the committed portions, however the run ended. */
async function afterwards(app: App, run: SyncState): Promise<void> {
  forgetCatalog(run.sourceId);
  await settleSearchKeys(app, run);
  if (!run.isFirst) await notifyAboutRun(app, run.sourceId, run.runId);
}
