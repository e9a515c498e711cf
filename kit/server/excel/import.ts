import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { ImportError } from '#kit/contract/excel.ts';
import type { Change, Ctx, Db } from '../ctx.ts';
import { toAppError } from '../error-mapper.ts';
import { DAYS_1904, fromCell, type ExcelColumn, type Labels, type RawCell } from './column.ts';
import type { SheetContent, SheetRow } from './reader.ts';

/** What reading and trying all rows has found. */
export interface Outcome {
  total: number;
  /** all errors of the file, in row order */
  errors: ImportError[];
}

/** Makes one row in the database; throws what `POST` of the entity would throw. */
export type CreateRow<Row> = (ctx: Ctx, row: Row) => Promise<unknown>;

/** First cell of the line under an export; such a line is not a row. */
export const ORIGIN = '导出编号：';
/** Rows between two savepoints: a savepoint per row would triple the time of a faultless file. */
const BATCH = 100;
/** The operation log shows so many created rows one by one. */
const LOGGED_ROWS = 200;

/** Column titles of the file → columns. Throws import.invalid when the header does not fit the template. */
function mapHeader(header: SheetRow | undefined, columns: readonly ExcelColumn[]): (ExcelColumn | null)[] {
  const titles = (header?.cells ?? []).map((cell) =>
    String(cell ?? '')
      .replace(/^\*|\*$/g, '')
      .trim(),
  );
  const known = new Map(columns.map((column) => [column.title, column]));
  const mapped = titles.map((title) => known.get(title) ?? null);
  const missing = columns.filter((column) => column.required && !mapped.includes(column));
  const twice = columns.find((column) => mapped.filter((one) => one === column).length > 1);
  if (missing.length > 0 || mapped.every((column) => column === null)) {
    throw new AppError(
      'import.invalid',
      `表头缺少：${missing.map((column) => column.title).join('、') || '模板中的列'}，请使用下载的模板填写`,
    );
  }
  if (twice) throw new AppError('import.invalid', `表头中“${twice.title}”重复，请删除多余的列`);
  return mapped;
}

const shifted = (cell: RawCell, column: ExcelColumn, dayShift: number): RawCell =>
  dayShift === DAYS_1904 && typeof cell === 'number' && (column.kind === 'day' || column.kind === 'time') ? cell + dayShift : cell;

export interface ParsedRow<Row> {
  row: number;
  value: Row;
}

/** Cells → values of the input schema; what does not fit becomes an error of its row and column. */
export function parseRows<Input extends z.ZodType>(
  content: SheetContent,
  columns: readonly ExcelColumn[],
  labels: ReadonlyMap<string, Labels>,
  input: Input,
): { rows: ParsedRow<z.output<Input>>[]; errors: ImportError[]; total: number; header: string[] } {
  const [header, ...body] = content.rows;
  const mapped = mapHeader(header, columns);
  const titleOf = new Map(columns.map((column) => [column.field, column.title]));
  const rows: ParsedRow<z.output<Input>>[] = [];
  const errors: ImportError[] = [];
  const filled = body.filter(({ cells }) => !String(cells[0] ?? '').startsWith(ORIGIN));
  for (const { row, cells } of filled) {
    const value: Record<string, unknown> = {};
    const wrong: ImportError[] = [];
    for (const [index, column] of mapped.entries()) {
      if (!column) continue;
      const parsed = fromCell(shifted(cells[index] ?? null, column, content.dayShift), column, labels.get(column.dict ?? ''));
      if ('error' in parsed) wrong.push({ row, column: column.title, message: parsed.error });
      // an empty optional cell takes the default of the schema
      else if (parsed.value !== null) value[column.field] = parsed.value;
    }
    const result = wrong.length === 0 ? input.safeParse(value) : null;
    if (result?.success) rows.push({ row, value: result.data });
    for (const issue of result?.error?.issues ?? [])
      wrong.push({ row, column: titleOf.get(String(issue.path[0])) ?? '', message: issue.message });
    errors.push(...wrong);
  }
  return { rows, errors, total: filled.length, header: (header?.cells ?? []).map((cell) => String(cell ?? '')) };
}

/** The context of one row among many: the log keeps the first rows and a count, and what happens after the commit is kept back. */
function rowContext(ctx: Ctx, db: Db, trail: { changes: Change[] } | null, after: (() => Promise<void> | void)[]): Ctx {
  return Object.create(ctx, {
    db: { value: db },
    audit: {
      value: {
        change: (change: Change) => void (trail && trail.changes.length < LOGGED_ROWS && trail.changes.push(change)),
        note: () => undefined,
      },
    },
    afterCommit: { value: (work: () => Promise<void> | void) => void after.push(work) },
  }) as Ctx;
}

const point = (db: Db, command: 'savepoint' | 'rollback to savepoint' | 'release savepoint', name: string) =>
  sql.raw(`${command} ${name}`).execute(db);

async function tryRow<Row>(
  ctx: Ctx,
  parsed: ParsedRow<Row>,
  create: CreateRow<Row>,
  titles: ReadonlyMap<string, string>,
): Promise<ImportError[]> {
  await point(ctx.db, 'savepoint', 'import_row');
  try {
    await create(ctx, parsed.value);
    await point(ctx.db, 'release savepoint', 'import_row');
    return [];
  } catch (error) {
    const known = toAppError(error);
    // a defect or a lost connection is not the fault of a row
    if (known.status >= 500) throw error;
    await point(ctx.db, 'rollback to savepoint', 'import_row');
    const details = Array.isArray(known.detail) ? (known.detail as { path?: string }[]) : [];
    return [{ row: parsed.row, column: titles.get(details[0]?.path ?? '') ?? '', message: known.message }];
  }
}

/**
 * Creates the rows inside the transaction of `ctx.db`, collecting what the entity refuses. The caller rolls back or keeps.
 * Rows go in batches; only a batch with a refused row is repeated row by row. `onRows` hears after each batch how many were tried.
 */
export async function createRows<Row>(
  ctx: Ctx,
  rows: readonly ParsedRow<Row>[],
  create: CreateRow<Row>,
  titles: ReadonlyMap<string, string>,
  onRows?: (done: number) => Promise<void> | void,
): Promise<ImportError[]> {
  const errors: ImportError[] = [];
  const trail = { changes: [] as Change[] };
  const after: (() => Promise<void> | void)[] = [];
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    const kept = [trail.changes.length, after.length] as const;
    const mine = rowContext(ctx, ctx.db, trail, after);
    await point(ctx.db, 'savepoint', 'import_batch');
    try {
      for (const parsed of batch) await create(mine, parsed.value);
      await point(ctx.db, 'release savepoint', 'import_batch');
    } catch (error) {
      if (toAppError(error).status >= 500) throw error;
      await point(ctx.db, 'rollback to savepoint', 'import_batch');
      trail.changes.length = kept[0];
      after.length = kept[1];
      for (const parsed of batch) errors.push(...(await tryRow(mine, parsed, create, titles)));
    }
    await onRows?.(Math.min(from + BATCH, rows.length));
  }
  for (const change of trail.changes) ctx.audit.change(change);
  for (const work of after) ctx.afterCommit(work);
  return errors;
}
