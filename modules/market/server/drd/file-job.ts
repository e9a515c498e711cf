import { Readable } from 'node:stream';
import { AppError } from '#kit/contract/errors.ts';
import { csvLine } from '#kit/core/text/csv.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import type { JobRun } from '#kit/server/jobs.ts';
import type { ConfigSeed } from '#kit/server/module.ts';
import { pulled } from '#kit/server/pulled.ts';
import { storeFile } from '#modules/files/server/index.ts';
import { openData, toCallerError } from '#modules/gate/server/index.ts';
import { notify } from '#modules/notices/server/index.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { loadAccount, readNumberConfig } from '#modules/system/server/index.ts';
import { drdUse } from '../../contract/drd-use.ts';
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

/** The rows of a table as a CSV file, as the account of the context may export them: its rows, its masks. */
async function write(ctx: Ctx, wanted: Wanted): Promise<{ lines: AsyncGenerator<string>; rows: () => number }> {
  const guarded = await openData(ctx, wanted.table.sourceId);
  const { quote } = dialectOf(guarded.source.adapter.dialect);
  const names = wanted.columns.map(({ columnName }) => quote(columnName));
  const from = [wanted.table.schemaName, wanted.table.tableName].filter(Boolean).map(quote).join('.');
  const [passed] = await guarded.check(`select ${names.join(', ')} from ${from}`, { purpose: 'export' });
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    yield `\ufeff${csvLine(wanted.columns.map(({ label }) => label))}`;
    const options = { purpose: 'export', maxRows: wanted.most, timeoutMs: TIMEOUT_MS };
    for await (const batch of pulled<unknown[][]>(ctx.signal, (put, signal) =>
      guarded.stream(passed!, [], { ...options, signal }, (found) => put(found)),
    )) {
      rows += batch.length;
      if (batch.length > 0) yield batch.map(csvLine).join('');
    }
  }
  return { lines: lines(), rows: () => rows };
}

const found = ({ app }: Pick<JobRun<unknown>, 'app'>, id: string) =>
  app.db
    .selectFrom('marketDrdApply as y')
    .innerJoin('marketDrd as d', 'd.id', 'y.drdId')
    .innerJoin('metadataTable as t', 't.id', 'y.refId')
    .select([
      'y.id',
      'y.applyBy',
      'y.columns',
      'y.endTime',
      'y.state',
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

async function make(job: JobRun<{ applyId: string }>, row: Row): Promise<{ fileName: string; rows: number }> {
  const { app, signal } = job;
  // as whoever asked, with the rights that this account has now
  const user = await loadAccount(app.db, row.applyBy);
  if (!user) throw new AppError('rule.broken', '申请人的账号已禁用或删除');
  const { ctx } = detachedCtx(app, { user, route: drdUse.file, db: app.db, signal, requestId: job.id, ip: '', userAgent: '' });
  const all = await columnsOfTables(app.db, [row.tableId]);
  const columns = row.columns.length === 0 ? all : all.filter(({ columnName }) => row.columns.includes(columnName));
  if (columns.length === 0) throw new AppError('rule.broken', '申请的字段已不存在');
  const most = await readNumberConfig(app.db, 'market.drdFileRows', MAX_ROWS);
  const { lines, rows } = await write(ctx, { table: row, columns, most });
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
      .set({ fileName, fileRows: rows(), fileProblem: null })
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
  const row = await found(job, payload.applyId);
  if (!row || row.state !== '2') return '申请已结束';
  try {
    const { rows } = await make(job, row);
    await notify(app, app.db, {
      to: [row.applyBy],
      kind: 'system',
      title: '下载文件已生成',
      text: `资源“${row.resName}”的文件已生成，共 ${rows.toLocaleString('zh-CN')} 行`,
      path: `/market/drd?view=applies&apply=${row.id}`,
      key: `market.drdFile:${row.id}`,
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
