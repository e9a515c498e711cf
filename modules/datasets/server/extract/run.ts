import { rename, rm, stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { resumesElsewhere, type JobHandler, type JobRun } from '#kit/server/jobs.ts';
import { CsvSink } from '#kit/server/duckdb/csv-sink.ts';
import { Engine } from '#kit/server/duckdb/engine.ts';
import { beginAfter, type GrowingType } from '#modules/sources/core/index.ts';
import { openData, type GuardedSource } from '#modules/gate/server/index.ts';
import { loadAccount, readNumberConfig } from '#modules/system/server/index.ts';
import type { DataSet, ExtractPlan } from '../../contract/data-set-model.ts';
import { buildStatements, incrementalQuery, isExact, type ExtractColumn } from '../../core/sets/extract-sql.ts';
import { quoteName } from '../../core/sets/base-query.ts';
import { purgeSet } from '../engine/index.ts';
import { asDataSet, storedSet } from '../sets/load.ts';
import { READING_ROUTE } from '../sets/reading.ts';
import { diskUse, exists, extractLimits, othersOf, partialPath, removeFiles, snapshotPath } from './files.ts';
import { extractQuery, fingerprintOf } from './fingerprint.ts';
import type { ExtractPayload } from './progress.ts';
import { closeIdleReaders } from './reader.ts';
import { DISK_CONFIG, DISK_MB } from './settings.ts';
import { notifyData } from '../engine/notify.ts';

const MB = 1_048_576;
/** One statement of an extract at the source. */
const READ_MS = 3_600_000;
const BUILD_MS = 1_800_000;
const REPORT_ROWS = 20_000;

interface Old {
  readonly snapshot: string | null;
  readonly fingerprint: string | null;
  readonly watermark: string | null;
}
interface Made {
  readonly snapshot: string;
  readonly fingerprint: string;
  readonly rowRead: number;
  readonly rowCount: number;
  readonly sizeBytes: number;
  readonly watermark: string | null;
  readonly isFull: boolean;
}

/** Rows of the source into a text file; the type of every column comes with them. */
async function read(
  run: JobRun<ExtractPayload>,
  { guarded, text, csv, plan, mostBytes }: { guarded: GuardedSource; text: string; csv: string; plan: ExtractPlan; mostBytes: number },
): Promise<{ columns: ExtractColumn[]; rowRead: number }> {
  const sink = new CsvSink(csv, mostBytes, '抽取数据的空间不足，请联系管理员清理或提高上限');
  let rowRead = 0;
  let reported = 0;
  const inexact = new Set<number>();
  try {
    const [passed] = await guarded.check(text, { purpose: 'extract' });
    if (!passed) throw new AppError('rule.broken', '数据集没有可以抽取的查询');
    const options = { purpose: 'extract', maxRows: plan.maxRows + 1, timeoutMs: READ_MS, signal: run.signal };
    const result = await guarded.stream(passed, [], options, async (rows, streamed) => {
      rowRead += rows.length;
      if (rowRead > plan.maxRows) throw new AppError('rule.broken', `数据超过抽取上限${plan.maxRows}行，请提高上限或缩小数据集`);
      streamed.forEach(({ kind }, at) => {
        if (kind === 'number' && !inexact.has(at) && !rows.every((row) => isExact(row[at]))) inexact.add(at);
      });
      await sink.write(rows);
      if (rowRead - reported >= REPORT_ROWS) {
        reported = rowRead;
        await run.progress(Math.min(80, 5 + (rowRead / plan.maxRows) * 75), `已读取${rowRead}行`);
      }
      return true;
    });
    const columns = result.columns.map(({ name, type, kind, masked }, at) => ({ name, type, kind, masked, isFloat: inexact.has(at) }));
    return { columns, rowRead };
  } finally {
    await sink.close();
  }
}

/** Runs our statements in a process of its own and answers the one row that a query gives; the process ends with it. */
async function inDatabase(app: App, path: string, setup: readonly string[], query: string, signal: AbortSignal): Promise<unknown[]> {
  const engine = new Engine({ path, readOnly: false, limits: extractLimits(app), setup });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(BUILD_MS)]);
  const stop = () => engine.close();
  limit.addEventListener('abort', stop, { once: true });
  try {
    const result = await engine.query({ text: query, params: [], searchPath: [] }, limit);
    const [row] = await result.read(1);
    await result.close();
    return row ?? [];
  } catch (error) {
    limit.throwIfAborted();
    throw new AppError('rule.broken', `写入抽取文件失败：${error instanceof Error ? error.message.split('\n')[0]! : ''}`, null, {
      cause: error,
    });
  } finally {
    limit.removeEventListener('abort', stop);
    engine.close();
  }
}

/** Makes the next snapshot of a set beside the one that answers; nothing changes for readers until the rows of the state do. */
async function make(run: JobRun<ExtractPayload>, set: DataSet, guarded: GuardedSource, old: Old, fingerprint: string): Promise<Made> {
  const { app } = run;
  const plan = set.model.extract!;
  const { dialect } = guarded.source.adapter;
  const mostBytes = (await readNumberConfig(app.db, DISK_CONFIG, DISK_MB)) * MB - (await diskUse(app));
  if (mostBytes <= 0) throw new AppError('file.quotaExceeded', '抽取数据的空间已用完，请联系管理员清理或提高上限');
  const mark = plan.mode === 'incremental' ? set.model.fields.find((field) => field.id === plan.watermark) : undefined;
  const olderPath = old.snapshot === null ? null : snapshotPath(app, set.id, old.snapshot);
  // rows that were taken with other rights or another query cannot be mixed with these
  const mayAdd = !run.payload.full && mark && old.watermark !== null && old.fingerprint === fingerprint && olderPath !== null;
  const begin = mayAdd && (await exists(olderPath)) ? beginAfter(old.watermark, mark.type as GrowingType, plan.overlap) : null;
  const base = extractQuery(set.model, dialect);
  const csv = await partialPath(app, set.id, 'csv');
  const partial = await partialPath(app, set.id, 'duckdb');
  try {
    const text = begin === null ? base : incrementalQuery(base, begin, mark!, dialect);
    const { columns, rowRead } = await read(run, { guarded, text, csv, plan, mostBytes });
    await run.progress(85, `已读取${rowRead}行，正在写入`);
    const older = begin === null ? null : olderPath;
    const last = mark ? `cast(max(${quoteName(mark.id, 'duckdb')}) as varchar)` : 'null';
    const [count, watermark] = await inDatabase(
      app,
      partial,
      buildStatements(columns, plan, begin, { csv, older }),
      `select count(*), ${last} from rows`,
      run.signal,
    );
    const rowCount = Number(count);
    if (rowCount > plan.maxRows)
      throw new AppError('rule.broken', `抽取后共${rowCount}行，超过上限${plan.maxRows}行，请提高上限或重新全量抽取`);
    const snapshot = app.ids.next();
    await rename(partial, snapshotPath(app, set.id, snapshot));
    const { size } = await stat(snapshotPath(app, set.id, snapshot));
    return {
      snapshot,
      fingerprint,
      rowRead,
      rowCount,
      sizeBytes: size,
      watermark: typeof watermark === 'string' ? watermark : begin === null ? null : old.watermark,
      isFull: begin === null,
    };
  } finally {
    await rm(csv, { force: true });
    await rm(partial, { force: true });
    await rm(`${partial}.wal`, { force: true });
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '未知错误').slice(0, 500);

/** Opens the run row; older ones that still say running belong to a node that died. */
async function openRun(app: App, run: JobRun<ExtractPayload>, mode: string): Promise<string> {
  const { setId, trigger, userId } = run.payload;
  const id = app.ids.next();
  await app.db.transaction().execute(async (db) => {
    await db
      .updateTable('visualExtractRun')
      .set({ state: 'failed', message: '抽取中断：执行它的节点已停止，已重新开始', endTime: app.now() })
      .where('setId', '=', setId)
      .where('state', '=', 'running')
      .execute();
    await db
      .insertInto('visualExtractRun')
      .values({ id, setId, mode, state: 'running', triggerBy: trigger, createBy: userId, startTime: app.now() })
      .execute();
    await db
      .insertInto('visualExtract')
      .values({ setId, state: 'running', jobId: run.id, lastStart: app.now(), updateTime: app.now() })
      .onConflict((conflict) =>
        conflict
          .column('setId')
          .doUpdateSet({ state: 'running', jobId: run.id, message: null, lastStart: app.now(), updateTime: app.now() }),
      )
      .execute();
  });
  return id;
}

/**
 * Takes a data set out of its source into a file of this node, with the rights of the account that owns the set. The files of the last
 * run answer until the row of the state names the new one. A run that died leaves only files with names that nobody reads.
 */
export const runExtract: JobHandler<ExtractPayload> = async (run) => {
  const { app, payload } = run;
  const stored = await storedSet(app.db, payload.setId);
  if (!stored || stored.sourceId === null) return '数据集已删除，未抽取';
  const set = asDataSet(stored);
  if (!set.model.extract) return '数据集没有抽取计划，未抽取';
  const runId = await openRun(app, run, payload.full ? 'full' : set.model.extract.mode);
  try {
    const owner = await app.db.selectFrom('visualDataSet').select('createBy').where('id', '=', set.id).executeTakeFirstOrThrow();
    const account = owner.createBy === null ? null : await loadAccount(app.db, owner.createBy);
    if (!account) throw new AppError('rule.broken', '数据集的创建人已禁用，请由在用的账号复制后重新抽取');
    const origin = { user: account, route: READING_ROUTE, db: app.db, signal: run.signal, requestId: run.id, ip: '', userAgent: '' };
    const { ctx } = detachedCtx(app, origin);
    const guarded = await openData(ctx, stored.sourceId);
    const fingerprint = await fingerprintOf(ctx, guarded, set.model);
    const old = await app.db
      .selectFrom('visualExtract')
      .select(['snapshot', 'fingerprint', 'watermark'])
      .where('setId', '=', set.id)
      .executeTakeFirst();
    const made = await make(run, set, guarded, old ?? { snapshot: null, fingerprint: null, watermark: null }, fingerprint);
    const text = `抽取完成：读取${made.rowRead}行，共${made.rowCount}行`;
    // once the job has ended the next one may be writing files of its own
    const others = await othersOf(app, set.id, made.snapshot);
    await finish(run, set, runId, { ...made, runAs: account.id }, text);
    await removeFiles(others);
    closeIdleReaders((path) => path.includes(`/${set.id}/`) && !path.includes(made.snapshot));
    purgeSet(set.id);
    return text;
  } catch (error) {
    const isCancelled = run.signal.aborted;
    await fail(run, runId, isCancelled ? 'cancelled' : 'failed', isCancelled ? '抽取已取消' : messageOf(error));
    throw error;
  }
};

async function finish(
  { app, end }: JobRun<ExtractPayload>,
  set: DataSet,
  runId: string,
  made: Made & { runAs: string },
  text: string,
): Promise<void> {
  const { snapshot, fingerprint, rowRead, rowCount, sizeBytes, watermark, runAs } = made;
  await app.db.transaction().execute(async (db) => {
    const ended = await db
      .updateTable('visualExtractRun')
      .set({
        state: 'success',
        mode: made.isFull ? 'full' : 'incremental',
        rowRead: String(rowRead),
        rowCount: String(rowCount),
        sizeBytes: String(sizeBytes),
        endTime: app.now(),
      })
      .where('id', '=', runId)
      .where('state', '=', 'running')
      .executeTakeFirst();
    // another node took the job over
    if (ended.numUpdatedRows === 0n) throw new AppError('rule.broken', '抽取已由其他节点接手');
    await db
      .updateTable('visualExtract')
      .set({
        state: 'ready',
        snapshot,
        filePath: snapshotPath(app, set.id, snapshot),
        fingerprint,
        setVersion: set.version,
        rowCount: String(rowCount),
        sizeBytes: String(sizeBytes),
        watermark,
        runAs,
        message: null,
        lastEnd: app.now(),
        updateTime: app.now(),
      })
      .where('setId', '=', set.id)
      .execute();
    await db
      .updateTable('visualDataSet')
      .set({ rowCount: String(rowCount) })
      .where('id', '=', set.id)
      .execute();
    await notifyData(app, db, [set.id]);
    await end(db, text);
  });
}

async function fail(
  { app, payload, signal, end }: JobRun<ExtractPayload>,
  runId: string,
  state: 'failed' | 'cancelled',
  message: string,
): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    const ended = await db
      .updateTable('visualExtractRun')
      .set({ state, message, endTime: app.now() })
      .where('id', '=', runId)
      .where('state', '=', 'running')
      .executeTakeFirst();
    if (ended.numUpdatedRows === 0n) return;
    await db
      .updateTable('visualExtract')
      .set({
        state: sql`case when ${state} = 'cancelled' and snapshot is not null then 'ready' when ${state} = 'cancelled' then 'none' else 'failed' end`,
        message,
        lastEnd: app.now(),
        updateTime: app.now(),
      })
      .where('setId', '=', payload.setId)
      .execute();
    if (!resumesElsewhere(signal)) await end(db, message, state);
  });
}
