import { Readable } from 'node:stream';
import { AppError } from '#kit/contract/errors.ts';
import { csvLine } from '#kit/core/text/csv.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import type { JobRun } from '#kit/server/jobs.ts';
import type { ConfigSeed } from '#kit/server/module.ts';
import { pulled } from '#kit/server/pulled.ts';
import { storeFile } from '#modules/files/server/index.ts';
import { openData, shownDigest, toCallerError } from '#modules/gate/server/index.ts';
import { notify } from '#modules/notices/server/index.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { loadAccount, readNumberConfig } from '#modules/system/server/index.ts';
import { drdUse } from '../../contract/drd-use.ts';
import { dropFile, FILE_JOB } from './effects.ts';
import { columnsOfTables } from './items.ts';

const MAX_ROWS = 1_000_000;
const TIMEOUT_MS = 600_000;
export const fileConfigs: readonly ConfigSeed[] = [
  {
    key: 'market.drdFileRows',
    name: '资源下载行数上限',
    type: 'number',
    value: '100000',
    min: 1,
    max: MAX_ROWS,
    unit: '行',
    group: '数据集市',
    remark: '为一个下载申请生成的文件最多的行数，超出的部分不导出，对之后的申请生效',
  },
];

interface Wanted {
  readonly table: { readonly sourceId: string; readonly schemaName: string; readonly tableName: string };
  readonly columns: readonly { readonly columnName: string; readonly label: string }[];
  readonly most: number;
}

/** The statement over what is asked for, checked for the account of the context. Throws gate.refused. */
async function checked(ctx: Ctx, { table, columns }: Pick<Wanted, 'table' | 'columns'>) {
  const guarded = await openData(ctx, table.sourceId);
  const { quote } = dialectOf(guarded.source.adapter.dialect);
  const names = columns.map(({ columnName }) => quote(columnName));
  const from = [table.schemaName, table.tableName].filter(Boolean).map(quote).join('.');
  const [passed] = await guarded.check(`select ${names.join(', ')} from ${from}`, { purpose: 'export' });
  return { guarded, passed: passed! };
}

/** The rows of a table as a CSV file, as the account of the context may export them: its rows, its masks. */
async function write(ctx: Ctx, wanted: Wanted) {
  const { guarded, passed } = await checked(ctx, wanted);
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    yield `\ufeff${csvLine(wanted.columns.map(({ label }) => label))}`;
    const options = { purpose: 'export', maxRows: wanted.most, timeoutMs: TIMEOUT_MS };
    for await (const batch of pulled<unknown[][]>(ctx.signal, (put, signal) =>
      guarded.stream(passed, [], { ...options, signal }, (found) => put(found)),
    )) {
      rows += batch.length;
      if (batch.length > 0) yield batch.map(csvLine).join('');
    }
  }
  return { lines: lines(), rows: () => rows, rights: await shownDigest(ctx.app, passed) };
}

const found = (db: Db, id: string) =>
  db
    .selectFrom('marketDrdApply as y')
    .innerJoin('marketDrd as d', 'd.id', 'y.drdId')
    .innerJoin('metadataTable as t', 't.id', 'y.refId')
    .select([
      'y.id',
      'y.applyBy',
      'y.columns',
      'y.endTime',
      'y.state',
      'y.fileName',
      'y.fileRights',
      'd.resName',
      't.id as tableId',
      't.sourceId',
      't.schemaName',
      't.tableName',
    ])
    .where('y.id', '=', id)
    .where('t.deletedAt', 'is', null)
    .executeTakeFirst();
type Row = NonNullable<Awaited<ReturnType<typeof found>>>;

async function columnsOf(db: Db, row: Row) {
  const all = await columnsOfTables(db, [row.tableId]);
  const columns = row.columns.length === 0 ? all : all.filter(({ columnName }) => row.columns.includes(columnName));
  if (columns.length === 0) throw new AppError('rule.broken', '申请的字段已不存在');
  return columns;
}

/**
 * Throws gate.refused when the caller may no longer read what the file of its request was made of, and rule.broken when it would read other
 * rows or values now: the file is then made anew. Files that were mounted as they are have no rights of their own.
 */
export async function assertStillShown(ctx: Ctx, applyId: string): Promise<void> {
  const row = await found(ctx.db, applyId);
  if (!row || row.fileRights === null) return;
  const { passed } = await checked(ctx, { table: row, columns: await columnsOf(ctx.db, row) });
  if ((await shownDigest(ctx.app, passed)) === row.fileRights) return;
  // of its own: the call that asked for the file fails, and what it did is taken back
  const removeBytes = await ctx.app.db.transaction().execute(async (db) => {
    const dropped = await db
      .updateTable('marketDrdApply')
      .set({ fileName: null })
      .where('id', '=', applyId)
      .where('fileName', '=', row.fileName)
      .executeTakeFirst();
    if (dropped.numUpdatedRows !== 1n) return null;
    const remove = await dropFile(ctx.app, db, { fileName: row.fileName, refId: row.tableId });
    await ctx.app.jobs.enqueue(db, { kind: FILE_JOB, subject: applyId, payload: { applyId }, createBy: row.applyBy });
    return remove;
  });
  await removeBytes?.();
  throw new AppError('rule.broken', '文件生成之后您对数据的权限有变化，正在按现在的权限重新生成，完成后会通知您');
}

async function make(job: JobRun<{ applyId: string }>, row: Row): Promise<{ fileName: string; rows: number }> {
  const { app, signal } = job;
  // as whoever asked, with the rights that this account has now
  const user = await loadAccount(app.db, row.applyBy);
  if (!user) throw new AppError('rule.broken', '申请人的账号已禁用或删除');
  const { ctx } = detachedCtx(app, { user, route: drdUse.file, db: app.db, signal, requestId: job.id, ip: '', userAgent: '' });
  const columns = await columnsOf(app.db, row);
  const most = await readNumberConfig(app.db, 'market.drdFileRows', MAX_ROWS);
  const { lines, rows, rights } = await write(ctx, { table: row, columns, most });
  const stored = await app.db.transaction().execute(async (db) => {
    const { fileName } = await storeFile(app, db, {
      stream: Readable.from(lines, { objectMode: false }),
      originalFilename: `${row.resName}.csv`,
      contentType: 'text/csv; charset=utf-8',
      // nobody's: only the request hands it out
      createBy: null,
      createDept: null,
      expireTime: row.endTime,
    });
    const kept = await db
      .updateTable('marketDrdApply')
      .set({ fileName, fileRows: rows(), fileRights: rights, fileProblem: null })
      .where('id', '=', row.id)
      .where('state', '=', '2')
      .executeTakeFirst();
    if (kept.numUpdatedRows !== 1n) throw new AppError('rule.broken', '申请已结束');
    return fileName;
  });
  return { fileName: stored, rows: rows() };
}

/** Makes the file of a request for a download, and tells who asked; what prevents it is kept with the request. */
export async function fileJob(job: JobRun<{ applyId: string }>): Promise<string> {
  const { app, payload, signal } = job;
  const row = await found(app.db, payload.applyId);
  if (!row || row.state !== '2') return '申请已结束';
  try {
    const { rows, fileName } = await make(job, row);
    await notify(app, app.db, {
      to: [row.applyBy],
      kind: 'system',
      title: '下载文件已生成',
      text: `资源“${row.resName}”的文件已生成，共 ${rows.toLocaleString('zh-CN')} 行`,
      path: `/market/drd?view=applies&apply=${row.id}`,
      key: `market.drdFile:${row.id}:${fileName}`,
    });
    return `已生成 ${rows} 行`;
  } catch (error) {
    signal.throwIfAborted();
    const told = toCallerError(error);
    if (!(told instanceof AppError)) throw error;
    await app.db
      .updateTable('marketDrdApply')
      .set({ fileProblem: told.message.slice(0, 500) })
      .where('id', '=', row.id)
      .execute();
    throw told;
  }
}
