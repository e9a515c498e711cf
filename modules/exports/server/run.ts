import { wallDay } from '#kit/core/text/wall-clock.ts';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { may } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { ImportMode, WrongRows } from '#kit/contract/excel.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import { writeOperLog } from '#kit/server/audit.ts';
import type { Account, App, Ctx, Db } from '#kit/server/ctx.ts';
import { detachedCtx, type Detached } from '#kit/server/detached.ts';
import { toAppError } from '#kit/server/error-mapper.ts';
import { importResultOf, skippedText, XLSX_TYPE } from '#kit/server/excel/handlers.ts';
import { excelEntities, type ExcelEntity } from '#kit/server/excel/transfer.ts';
import { workbook, type Sheet } from '#kit/server/excel/writer.ts';
import type { JobHandler, JobRun } from '#kit/server/jobs.ts';
import { readFile, storeFile } from '#modules/files/server/index.ts';
import { loadAccount, readNumberConfig } from '#modules/system/server/index.ts';
import { claimTransfer, endTransfer, expiryOf, saveProgress, TransferSuperseded, type Claimed, type End } from './attempt.ts';
import { requestOf } from './queue.ts';
import { reachOf } from './reach.ts';
import { TEMPORARY } from './sweep.ts';

const DEFAULT_MAX_ROWS = 1_000_000;
const REPORT_EVERY_MS = 1000;
/** Percent of an import when its rows are validated. */
const PREPARED_PERCENT = 70;
/** Rows between two checks of the time. */
const LOOK_EVERY = 200;
const count = (n: number): string => n.toLocaleString('en-US');

type Job = JobRun<{ transferId: string }>;

/** What every run needs at hand. */
interface Work {
  readonly app: App;
  readonly job: Job;
  readonly mine: Claimed;
  readonly entity: ExcelEntity;
  readonly route: AnyRoute;
  readonly signal: AbortSignal;
  /** a context of the person who asked, with the rights of this moment */
  context(db: Db): Detached;
  /** a path for a file that is gone after the run */
  temporary(): string;
}

/** Runs one export or import on behalf of the person who asked for it. */
export const runTransfer: JobHandler<{ transferId: string }> = async (job) => {
  const { app, payload, signal } = job;
  const mine = await claimTransfer(app, payload.transferId);
  if (!mine) return '任务已结束';
  const folder = join(app.settings.dataDir, 'tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const paths: string[] = [];
  const temporary = () => {
    const path = join(folder, `${TEMPORARY}${mine.id}-${randomBytes(8).toString('hex')}`);
    paths.push(path);
    return path;
  };
  try {
    const work = await prepare(job, mine, temporary);
    return await (mine.kind === 'export' ? runExport(work) : runImport(work));
  } catch (error) {
    const cancelled = await isCancelled(app, mine);
    // what shutdown or a lost lease has stopped runs again from the start
    if (!cancelled && (signal.aborted || error instanceof TransferSuperseded)) throw error;
    return await fail(job, mine, cancelled ? null : error);
  } finally {
    for (const path of paths) await rm(path, { force: true });
  }
};

async function isCancelled(app: App, { id, attempt }: Claimed): Promise<boolean> {
  const row = await app.db.selectFrom('sysTransfer').select(['cancelRequested', 'attempt']).where('id', '=', id).executeTakeFirst();
  return row?.attempt === attempt && row.cancelRequested;
}

/** Loads the account again; throws a sentence when it may no longer sign in or has lost the permission. */
async function allowedPerson(app: App, mine: Claimed, route: AnyRoute): Promise<Account> {
  const user = await loadAccount(app.db, mine.createBy);
  if (!user) throw new AppError('rule.broken', '账号已禁用、过期或删除，任务没有执行');
  if (!may(user, route.access))
    throw new AppError('auth.noPermission', `已没有${mine.entityLabel}的${mine.kind === 'export' ? '导出' : '导入'}权限，任务没有执行`);
  return user;
}

/** The person, the entity and the rights as they are now; throws a sentence when one of them is gone. */
async function prepare(job: Job, mine: Claimed, temporary: () => string): Promise<Work> {
  const { app, signal } = job;
  const entity = excelEntities(app.modules).get(mine.entity);
  const route = routeOf(app, mine);
  if (!entity || !route) throw new AppError('rule.broken', `${mine.entityLabel}已不支持后台${mine.kind === 'export' ? '导出' : '导入'}`);
  const user = await allowedPerson(app, mine, route);
  const context = (db: Db) =>
    detachedCtx(app, { user, route, db, signal, requestId: mine.requestId, ip: mine.remoteAddr, userAgent: mine.userAgent });
  return { app, job, mine, entity, route, signal, context, temporary };
}

/** Ends the transfer and its job in one transaction: whoever sees the end may start it again. */
async function end(job: Job, db: Db, mine: Claimed, as: End): Promise<void> {
  await endTransfer(job.app, db, mine, as);
  await job.end(db, as.text);
}

/** Ends a run that did not succeed; `null` = it was cancelled. A failure leaves a row in the operation log. */
async function fail(job: Job, mine: Claimed, error: unknown): Promise<string> {
  const { app } = job;
  if (error === null) {
    await app.db.transaction().execute((db) => end(job, db, mine, { state: 'cancelled', text: '已取消' }));
    return '已取消';
  }
  const known = toAppError(error);
  if (known.status >= 500) app.log.error({ error, transfer: mine.id }, 'transfer failed');
  const route = routeOf(app, mine);
  const user = await loadAccount(app.db, mine.createBy);
  await app.db.transaction().execute(async (db) => {
    const as = { state: 'failed', text: known.message } as const;
    if (!route || !user) return end(job, db, mine, as);
    const { ctx, trail } = detachedCtx(app, {
      user,
      route,
      db,
      signal: AbortSignal.abort(),
      requestId: mine.requestId,
      ip: mine.remoteAddr,
      userAgent: mine.userAgent,
    });
    await writeOperLog(app, db, { ctx, trail, params: {}, body: {}, ms: spent(app, mine), error: known });
    await end(job, db, mine, as);
  });
  return known.message;
}

/** The call to run; null when the product has it no more. */
const routeOf = (app: App, mine: Claimed): AnyRoute | null => {
  const entity = excelEntities(app.modules).get(mine.entity);
  return (mine.kind === 'export' ? entity?.exportRoute : entity?.importRoute) ?? null;
};
const spent = (app: App, mine: Claimed): number => (mine.startTime ? app.now().getTime() - mine.startTime.getTime() : 0);

/** Pushes the number of rows at most once a second, and aborts a cancelled run. */
function meter({ app, mine, signal }: Work, verb: string, expected: number | null, [from, to]: readonly [number, number] = [0, 99]) {
  let last = Date.now();
  return async (done: number): Promise<void> => {
    if (done % LOOK_EVERY !== 0 && done !== expected) return;
    signal.throwIfAborted();
    if (Date.now() - last < REPORT_EVERY_MS) return;
    last = Date.now();
    const percent = expected ? Math.min(to, from + Math.floor((done / expected) * (to - from))) : 0;
    const text = `${verb} ${count(done)}${expected ? ` / ${count(expected)}` : ''} 行`;
    await saveProgress(app, mine, { doneRows: done, percent, text });
  };
}

/** Writes a workbook to a temporary file and gives it to the files of the product; only this module hands it out. */
async function keep(work: Work, sheet: Sheet, fileName: string): Promise<{ path: string; resultName: string; resultSize: number }> {
  const path = work.temporary();
  await pipeline(Readable.from(workbook([sheet])), createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal: work.signal });
  return { path, resultName: fileName, resultSize: (await stat(path)).size };
}

const store = async (app: App, db: Db, file: { path: string; resultName: string }): Promise<string> =>
  (
    await storeFile(app, db, {
      path: file.path,
      originalFilename: file.resultName,
      contentType: XLSX_TYPE,
      createBy: null,
      createDept: null,
      expireTime: await expiryOf(app, db),
    })
  ).fileName;

async function runExport(work: Work): Promise<string> {
  const { app, mine, entity } = work;
  const most = await readNumberConfig(app.db, 'export.maxRows', DEFAULT_MAX_ROWS);
  const report = meter(work, '已写入', mine.expectedRows === null ? null : Number(mine.expectedRows));
  let rows = 0;
  const onRows = (done: number) => {
    rows = done;
    if (done > most) throw new AppError('rule.broken', `数据超过单次导出的上限 ${count(most)} 行，请缩小筛选范围后重新导出`);
    return report(done);
  };
  const { ctx } = work.context(app.db);
  // before the rows: what is taken away while they are read counts as taken away
  const reach = await reachOf(ctx, work.route, entity.definition);
  const { expectedRows: _expected, ...request } = requestOf(app, mine);
  const sheet = await entity.definition.exportSheet(ctx, request, mine.id, onRows);
  const day = wallDay(ctx.now);
  const file = await keep(work, sheet, `${entity.label}_${day}.xlsx`);
  const text = `共 ${count(rows)} 行`;
  await app.db.transaction().execute(async (db) => {
    const resultFile = await store(app, db, file);
    await end(work.job, db, mine, {
      state: 'done',
      text,
      doneRows: rows,
      reach,
      resultFile,
      resultName: file.resultName,
      resultSize: file.resultSize,
    });
  });
  return text;
}

/** The uploaded file of an import, on this machine. */
async function fetchSource(work: Work): Promise<string> {
  const { app, mine } = work;
  const stored = mine.sourceFile === null ? null : await readFile(app, app.db, mine.sourceFile);
  if (!stored) throw new AppError('file.notFound', '上传的文件已过期，请重新导入');
  const path = work.temporary();
  await pipeline(stored.body, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return path;
}

/** Carries what was wrong out of the transaction, which is rolled back by it. */
class Refused extends Error {
  readonly outcome;
  constructor(outcome: Awaited<ReturnType<ExcelEntity['definition']['create']>>) {
    super('rows were refused');
    this.outcome = outcome;
  }
}

/** Options of the request, with defaults for jobs queued before updates and skipping existed. */
function howOf(app: App, mine: Claimed): { mode: ImportMode; skips: boolean } {
  const request = requestOf(app, mine);
  return {
    mode: ImportMode.catch('create').parse(request['mode']),
    skips: WrongRows.catch('refuse').parse(request['wrongRows']) === 'skip',
  };
}

async function runImport(work: Work): Promise<string> {
  const { app, mine, entity } = work;
  const { definition } = entity;
  const { mode, skips } = howOf(app, mine);
  const file = await definition.read(app.db, await fetchSource(work), mine.sourceName ?? `${entity.label}.xlsx`, mode);
  await app.db
    .updateTable('sysTransfer')
    .set({ expectedRows: file.total })
    .where('id', '=', mine.id)
    .where('attempt', '=', mine.attempt)
    .execute();
  // what costs time and no database is done before the transaction, and not at all for a file that will be refused
  if (file.errors.length > 0) return refuse(work, file, await definition.check(work.context(app.db).ctx, file));
  const wasPrepared = await definition.prepare(file, work.signal, meter(work, '已准备', file.rows.length, [0, PREPARED_PERCENT]));
  const report = meter(work, '已校验', file.total, [wasPrepared ? PREPARED_PERCENT : 0, 99]);
  const after: Detached['afterCommit'] = [];
  try {
    const text = await app.db.transaction().execute(async (db) => {
      const { ctx, trail, afterCommit } = work.context(db);
      const outcome = await definition.create(ctx, file, report);
      const result = importResultOf(outcome);
      if (outcome.errors.length > 0 && (!skips || result.valid === 0)) throw new Refused(outcome);
      work.signal.throwIfAborted();
      // rows take minutes: who was disabled meanwhile writes nothing
      await allowedPerson(app, mine, work.route);
      const done =
        result.valid === result.total
          ? `共 ${count(result.total)} 行，已全部导入`
          : `共 ${count(result.total)} 行，已导入 ${count(result.valid)} 行，跳过有误的 ${count(result.total - result.valid)} 行，原因见错误清单`;
      // who chose to leave wrong rows out gets them back with the reasons
      const left = outcome.errors.length > 0 ? await errorFile(work, file, outcome) : null;
      ctx.audit.note(`后台导入“${file.fileName}”：共${outcome.total}行${skippedText(result)}，任务编号 ${mine.id}`);
      await writeOperLog(app, db, { ctx, trail, params: {}, body: {}, ms: spent(app, mine), error: null });
      await end(work.job, db, mine, {
        state: 'done',
        text: done,
        doneRows: result.valid,
        result,
        ...(left && { resultFile: await store(app, db, left), resultName: left.resultName, resultSize: left.resultSize }),
      });
      // of this try alone
      after.splice(0, after.length, ...afterCommit);
      return done;
    });
    await runAfter(work.context(app.db).ctx, after);
    return text;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refuse(work, file, error.outcome);
  }
}

async function runAfter(ctx: Ctx, after: Detached['afterCommit']): Promise<void> {
  for (const step of after)
    try {
      await step();
    } catch (error) {
      ctx.app.log.error({ error }, 'work after commit failed');
    }
}

/** The uploaded file with what is wrong in each row. */
const errorFile = (work: Work, file: Parameters<ExcelEntity['definition']['errorSheet']>[0], outcome: Refused['outcome']) =>
  keep(work, work.entity.definition.errorSheet(file, outcome.errors), `${work.entity.label}导入错误清单.xlsx`);

/** Nothing was written: the file comes back with what is wrong in each row. */
async function refuse(
  work: Work,
  file: Parameters<ExcelEntity['definition']['errorSheet']>[0],
  outcome: Refused['outcome'],
): Promise<string> {
  const { app, mine } = work;
  const result = importResultOf(outcome);
  const workbookFile = await errorFile(work, file, outcome);
  const text = `共 ${count(result.total)} 行，${count(result.total - result.valid)} 行有错误，没有导入任何数据`;
  await app.db.transaction().execute(async (db) => {
    const resultFile = await store(app, db, workbookFile);
    const { resultName, resultSize } = workbookFile;
    const { ctx, trail } = work.context(db);
    const error = new AppError('import.invalid', text);
    await writeOperLog(app, db, { ctx, trail, params: {}, body: {}, ms: spent(app, mine), error });
    await end(work.job, db, mine, { state: 'failed', text, doneRows: result.total, resultFile, resultName, resultSize, result });
  });
  return text;
}
