import { wallClock } from '#kit/core/text/wall-clock.ts';
import { Readable } from 'node:stream';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { XLSX_TYPE } from '#kit/server/excel/handlers.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { pulled } from '#kit/server/pulled.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';
import { MAX_EXPORT_ROWS } from '../contract/console.ts';
import { type ColumnInfo } from '#modules/sources/contract/column-info.ts';
import { csvLine } from '#kit/core/text/csv.ts';
import { uniqueNames } from '#modules/gate/core/index.ts';
import { toCallerError, type GuardedSource, type Prepared } from '#modules/gate/server/index.ts';

const TIMEOUT_MS = 600_000;

export const exportRowsConfig = {
  key: 'metadata.exportMaxRows',
  name: 'SQL工作台导出行数上限',
  value: '1000000',
  type: 'number',
  group: '数据源与检索',
  min: 1,
  max: MAX_EXPORT_ROWS,
  unit: '行',
  remark: '一次导出最多的行数，对之后的导出生效',
} as const;

/** Maximum number of rows of an export, from the current setting. */
export const rowLimit = (ctx: Ctx): Promise<number> => readNumberConfig(ctx.app.db, exportRowsConfig.key, Number(exportRowsConfig.value));

interface Batch {
  readonly columns: readonly ColumnInfo[];
  readonly rows: readonly (readonly unknown[])[];
}

/**
 * The first rows of a statement in batches, pulled as the reader of the file wants them. One more is asked for: whether there are more is
 * kept with the run (`readExport`), never inside the file, where a program would take it for data.
 */
async function* batches(ctx: Ctx, guarded: GuardedSource, { passed, params }: Prepared, sqlKey: string | undefined, most: number) {
  let count = 0;
  const kept = () => (count > most ? { rowCount: most, message: cutNote(most) } : null);
  try {
    yield* pulled<Batch>(ctx.signal, (put, signal) =>
      guarded.stream(
        passed,
        params,
        { purpose: 'export', sqlKey, maxRows: most + 1, timeoutMs: TIMEOUT_MS, signal, kept },
        (rows, columns) => {
          const own = rows.slice(0, Math.max(0, most - count));
          count += rows.length;
          return put({ columns, rows: own });
        },
      ),
    );
  } catch (error) {
    throw toCallerError(error);
  }
}

/** Note in the history for an export that was cut off at the maximum. */
const cutNote = (most: number) => `结果超过 ${most.toLocaleString('zh-CN')} 行，其余未导出，请缩小查询范围`;

async function* csv(first: Batch, rest: AsyncGenerator<Batch>): AsyncGenerator<string> {
  yield `\ufeff${csvLine(uniqueNames(first.columns.map((column) => column.name)))}`;
  for await (const { rows } of all(first, rest)) if (rows.length > 0) yield rows.map(csvLine).join('');
}

async function* all(first: Batch, rest: AsyncGenerator<Batch>): AsyncGenerator<Batch> {
  yield first;
  yield* rest;
}

async function* excelRows(first: Batch, rest: AsyncGenerator<Batch>) {
  for await (const batch of all(first, rest))
    for (const row of batch.rows) yield row.map((value, i) => cellOf(value, batch.columns[i]!.kind));
}

/** Numbers that a spreadsheet keeps exactly become numbers; everything else is text as it was. */
function cellOf(value: unknown, kind: ColumnInfo['kind']) {
  if (value === null || value === undefined) return null;
  if (kind === 'number') {
    const number = Number(value);
    const isExact = Number.isFinite(number) && String(value).replace(/[^0-9]/g, '').length <= 15;
    return isExact ? number : String(value);
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const WIDTHS: Readonly<Record<ColumnInfo['kind'], number>> = { text: 24, number: 16, time: 22, boolean: 10, json: 40, binary: 24 };

/** Starts the export of a checked statement. Its first rows are fetched here, so that an error of the statement is an answer and no broken file. */
export async function exportOf(
  ctx: Ctx,
  guarded: GuardedSource,
  prepared: Prepared,
  options: { format: 'csv' | 'xlsx'; fileName: string | undefined; sqlKey: string | undefined },
) {
  const most = await rowLimit(ctx);
  const rows = batches(ctx, guarded, prepared, options.sqlKey, most);
  const started = await rows.next();
  const first: Batch = started.done ? { columns: [], rows: [] } : started.value;
  const headers = { 'cache-control': 'no-store', 'x-row-limit': String(most) };
  const name = (options.fileName ?? '查询结果').replace(/[\\/:*?"<>|\p{Cc}]/gu, '_');
  if (options.format === 'csv')
    return {
      body: Readable.from(csv(first, rows), { objectMode: false }),
      type: 'text/csv; charset=utf-8',
      fileName: `${name}.csv`,
      headers,
    };
  const names = uniqueNames(first.columns.map((column) => column.name));
  const sheet = {
    name: '查询结果',
    columns: first.columns.map((column, i) => ({ title: names[i]!, width: WIDTHS[column.kind] })),
    rows: excelRows(first, rows),
    footer: `数智大脑　${guarded.source.name}　${ctx.user.nickname} 于 ${wallClock(ctx.now)} 导出`,
  };
  return { body: Readable.from(workbook([sheet])), type: XLSX_TYPE, fileName: `${name}.xlsx`, headers };
}

/** Outcome of an export of the caller. Throws entity.notFound if it is still running, failed, or belongs to another account. */
export async function readExport(ctx: Ctx, sqlKey: string) {
  const row = await ctx.db
    .selectFrom('metadataSqlHistory')
    .select(['rowCount', 'message'])
    .where('userId', '=', ctx.user.id)
    .where('sqlKey', '=', sqlKey)
    .where('purpose', '=', 'export')
    .where('outcome', '=', 'success')
    // limited in time, since it is requested right after the export: avoids a scan of the whole history
    .where('createTime', '>', new Date(ctx.now.getTime() - 3_600_000))
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '没有这次导出的结果');
  // a whole export has nothing to say
  return { rowCount: Number(row.rowCount ?? 0), note: row.message };
}
