import { Readable } from 'node:stream';
import type { Ctx } from '#kit/server/ctx.ts';
import { wallClock } from '#kit/server/excel/definition.ts';
import { XLSX_TYPE } from '#kit/server/excel/handlers.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { pulled } from '#kit/server/pulled.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';
import { MAX_EXPORT_ROWS, type ColumnInfo } from '../../contract/console.ts';
import { csvLine } from '../../core/csv.ts';
import { uniqueNames } from '../../core/result.ts';
import { toCallerError, type DataDoor } from '../gate/open-data.ts';
import type { Prepared } from './prepare.ts';

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

const rowLimit = (ctx: Ctx): Promise<number> => readNumberConfig(ctx.app.db, exportRowsConfig.key, Number(exportRowsConfig.value));

interface Batch {
  readonly columns: readonly ColumnInfo[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The rows of a statement in batches, pulled as the reader of the file wants them. */
async function* batches(ctx: Ctx, door: DataDoor, { passed, params }: Prepared, sqlKey: string | undefined, maxRows: number) {
  try {
    yield* pulled<Batch>(ctx.signal, (put, signal) =>
      door.stream(passed, params, { purpose: 'export', sqlKey, maxRows, timeoutMs: TIMEOUT_MS, signal }, (rows, columns) =>
        put({ columns, rows }),
      ),
    );
  } catch (error) {
    throw toCallerError(error);
  }
}

/** What stands below the rows when there were more of them. */
const cutNote = (most: number) => `结果超过 ${most.toLocaleString('zh-CN')} 行，其余未导出，请缩小查询范围`;

async function* csv(first: Batch, rest: AsyncGenerator<Batch>, most: number): AsyncGenerator<string> {
  yield `\ufeff${csvLine(uniqueNames(first.columns.map((column) => column.name)))}`;
  let count = 0;
  for await (const batch of all(first, rest)) {
    const rows = batch.rows.slice(0, most - count);
    count += batch.rows.length;
    if (rows.length > 0) yield rows.map(csvLine).join('');
  }
  if (count > most) yield csvLine([cutNote(most)]);
}

async function* all(first: Batch, rest: AsyncGenerator<Batch>): AsyncGenerator<Batch> {
  yield first;
  yield* rest;
}

async function* excelRows(first: Batch, rest: AsyncGenerator<Batch>, most: number) {
  let count = 0;
  for await (const batch of all(first, rest))
    for (const row of batch.rows) {
      count += 1;
      if (count <= most) yield row.map((value, i) => cellOf(value, batch.columns[i]!.kind));
    }
  if (count > most) yield [cutNote(most)];
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
  door: DataDoor,
  prepared: Prepared,
  options: { format: 'csv' | 'xlsx'; fileName: string | undefined; sqlKey: string | undefined },
) {
  const most = await rowLimit(ctx);
  const rows = batches(ctx, door, prepared, options.sqlKey, most + 1);
  const started = await rows.next();
  const first: Batch = started.done ? { columns: [], rows: [] } : started.value;
  const name = (options.fileName ?? '查询结果').replace(/[\\/:*?"<>|\p{Cc}]/gu, '_');
  if (options.format === 'csv')
    return {
      body: Readable.from(csv(first, rows, most), { objectMode: false }),
      type: 'text/csv; charset=utf-8',
      fileName: `${name}.csv`,
    };
  const names = uniqueNames(first.columns.map((column) => column.name));
  const sheet = {
    name: '查询结果',
    columns: first.columns.map((column, i) => ({ title: names[i]!, width: WIDTHS[column.kind] })),
    rows: excelRows(first, rows, most),
    footer: `数智大脑　${door.source.name}　${ctx.user.nickname} 于 ${wallClock(ctx.now)} 导出`,
  };
  return { body: Readable.from(workbook([sheet])), type: XLSX_TYPE, fileName: `${name}.xlsx`, headers: { 'cache-control': 'no-store' } };
}
