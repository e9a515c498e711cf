import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { ImportError, ImportMode } from '#kit/contract/excel.ts';
import type { Change, Ctx, Db } from '../ctx.ts';
import { toAppError } from '../error-mapper.ts';
import { DAYS_1904, fromCell, type ExcelColumn, type Labels, type RawCell } from './column.ts';
import type { SheetContent, SheetRow } from './reader.ts';

/** Result of importing or checking a file. */
export interface Outcome {
  total: number;
  /** all errors of the file, in row order */
  errors: ImportError[];
}

/** Makes one row in the database; throws what `POST` of the entity would throw. */
export type CreateRow<Row> = (ctx: Ctx, row: Row) => Promise<unknown>;

/** How the rows of one file are written. A batch with a refused row is repeated row by row, so both functions may run twice for a row. */
export interface RowImport<Row, Change = Row> {
  readonly create: CreateRow<Row>;
  /** changes the row that is known by its key; what the file leaves empty stays */
  readonly update?: CreateRow<Change>;
  /** rows in the order in which they must be written, when it differs from the file: parents before children */
  readonly order?: readonly ParsedRow<any>[];
  /** bulk insert; when it throws, the rows are repeated one by one to find the faulty one */
  readonly createMany?: (ctx: Ctx, rows: readonly Row[]) => Promise<unknown>;
}

/** First cell of the line under an export; such a line is not a row. */
export const ORIGIN = '导出编号：';
/** Rows per savepoint: one savepoint per row would triple the time of a valid file. */
const BATCH = 100;
/** Limit of created rows that the operation log lists individually. */
const LOGGED_ROWS = 200;

/** Column titles of a file, without the asterisks of required columns. */
export const titlesOf = (header: SheetRow | undefined): string[] =>
  (header?.cells ?? []).map((cell) =>
    String(cell ?? '')
      .replace(/^\*|\*$/g, '')
      .trim(),
  );

/** Column titles of the file → columns. Throws import.invalid when the header does not fit the template. */
function mapHeader(header: SheetRow | undefined, columns: readonly ExcelColumn[], key: string | null): (ExcelColumn | null)[] {
  const titles = titlesOf(header);
  const known = new Map(columns.map((column) => [column.title, column]));
  const mapped = titles.map((title) => known.get(title) ?? null);
  const missing = columns.filter((column) => (key === null ? column.required : column.field === key) && !mapped.includes(column));
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
  /** the row matches an existing key and is an update */
  isChange: boolean;
}

/** Settings for files that may update existing rows. */
export interface ChangeReading {
  readonly mode: ImportMode;
  /** field that identifies a row */
  readonly key: string;
  /** schema of an updated row: everything but the key is optional */
  readonly input: z.ZodType;
  /** existing keys among those of the file, normalised by `foldKey` */
  readonly known: ReadonlySet<string>;
}

/** Normalises a key: case and surrounding blanks do not matter. */
export const foldKey = (value: unknown): string =>
  String(value ?? '')
    .trim()
    .toLowerCase();

/** The cells of one column, folded. */
export function keysOf(content: SheetContent, columns: readonly ExcelColumn[], key: string): string[] {
  const [header, ...body] = content.rows;
  const at = mapHeader(header, columns, key).findIndex((column) => column?.field === key);
  return [...new Set(body.map(({ cells }) => foldKey(cells[at])).filter(Boolean))];
}

/** Refuses later rows that repeat the key of an earlier one, naming both. */
function refuseTwice(rows: readonly ParsedRow<any>[], column: ExcelColumn): { rows: ParsedRow<any>[]; errors: ImportError[] } {
  const first = new Map<string, number>();
  const [kept, errors]: [ParsedRow<any>[], ImportError[]] = [[], []];
  for (const parsed of rows) {
    const value = foldKey(parsed.value[column.field]);
    const earlier = first.get(value);
    if (earlier === undefined) {
      first.set(value, parsed.row);
      kept.push(parsed);
    } else errors.push({ row: parsed.row, column: column.title, message: twiceIn(earlier, parsed.row, column.title) });
  }
  return { rows: kept, errors };
}

const twiceIn = (earlier: number, later: number, title: string): string => `文件内重复：第 ${earlier} 行与第 ${later} 行的${title}相同`;

/** Converts cells to values of the input schema; mismatches become errors with row and column. */
export function parseRows<Input extends z.ZodType>(
  content: SheetContent,
  columns: readonly ExcelColumn[],
  labels: ReadonlyMap<string, Labels>,
  input: Input,
  changes: ChangeReading | null = null,
): { rows: ParsedRow<z.output<Input>>[]; errors: ImportError[]; total: number; header: string[] } {
  const [header, ...body] = content.rows;
  const mapped = mapHeader(header, columns, changes?.mode === 'update' ? changes.key : null);
  const keyAt = mapped.findIndex((column) => column?.field === changes?.key);
  const titleOf = new Map(columns.map((column) => [column.field, column.title]));
  const rows: ParsedRow<z.output<Input>>[] = [];
  const errors: ImportError[] = [];
  const filled = body.filter(({ cells }) => !String(cells[0] ?? '').startsWith(ORIGIN));
  for (const { row, cells } of filled) {
    const value: Record<string, unknown> = {};
    const wrong: ImportError[] = [];
    const isChange =
      changes !== null && changes.mode !== 'create' && (changes.mode === 'update' || changes.known.has(foldKey(cells[keyAt])));
    for (const [index, stated] of mapped.entries()) {
      if (!stated) continue;
      const column = isChange && stated.field !== changes.key ? { ...stated, required: false } : stated;
      const parsed = fromCell(shifted(cells[index] ?? null, column, content.dayShift), column, labels.get(column.dict ?? ''));
      if ('error' in parsed) wrong.push({ row, column: column.title, message: parsed.error });
      // an empty optional cell takes the default of the schema
      else if (parsed.value !== null) value[column.field] = parsed.value;
    }
    const result = wrong.length === 0 ? (isChange ? changes.input : input).safeParse(value) : null;
    if (result?.success) rows.push({ row, value: result.data as z.output<Input>, isChange });
    for (const issue of result?.error?.issues ?? [])
      wrong.push({ row, column: titleOf.get(String(issue.path[0])) ?? '', message: issue.message });
    errors.push(...wrong);
  }
  const keyColumn = columns.find((column) => column.field === changes?.key);
  const once = keyColumn ? refuseTwice(rows, keyColumn) : { rows, errors: [] };
  errors.push(...once.errors);
  return { rows: once.rows, errors, total: filled.length, header: (header?.cells ?? []).map((cell) => String(cell ?? '')) };
}

/** Context for one row of an import: the trail keeps the first rows and a count, after-commit hooks are collected. */
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

const take = <Row>(ctx: Ctx, parsed: ParsedRow<Row>, { create, update }: RowImport<Row, any>): Promise<unknown> =>
  parsed.isChange && update ? update(ctx, parsed.value) : create(ctx, parsed.value);

/** Writes a valid batch: new rows in bulk where the entity supports it, the others row by row. */
async function takeBatch<Row>(ctx: Ctx, batch: readonly ParsedRow<Row>[], taking: RowImport<Row, any>): Promise<void> {
  const fresh = taking.createMany ? batch.filter((parsed) => !parsed.isChange) : [];
  if (fresh.length > 0)
    await taking.createMany?.(
      ctx,
      fresh.map((parsed) => parsed.value),
    );
  for (const parsed of batch) if (!fresh.includes(parsed)) await take(ctx, parsed, taking);
}

/** A value that is there already, also where an entity says so in words of its own. */
const isRepeat = ({ key, cause }: AppError): boolean =>
  key === 'entity.duplicate' || (cause !== undefined && toAppError(cause).key === 'entity.duplicate');

/** The earlier row of the file with the same value, when the database reported a duplicate. */
function earlierTwin<Row>(rows: readonly ParsedRow<Row>[], parsed: ParsedRow<Row>, field: string): number | null {
  const valueOf = (one: ParsedRow<Row>) => foldKey((one.value as Record<string, unknown>)[field]);
  const value = valueOf(parsed);
  return value === '' ? null : (rows.find((one) => one.row < parsed.row && valueOf(one) === value)?.row ?? null);
}

async function tryRow<Row>(
  ctx: Ctx,
  parsed: ParsedRow<Row>,
  all: { rows: readonly ParsedRow<Row>[]; taking: RowImport<Row, any>; titles: ReadonlyMap<string, string> },
): Promise<ImportError[]> {
  const { rows, taking, titles } = all;
  await point(ctx.db, 'savepoint', 'import_row');
  try {
    await take(ctx, parsed, taking);
    await point(ctx.db, 'release savepoint', 'import_row');
    return [];
  } catch (error) {
    const known = toAppError(error);
    // a defect or lost connection is not an error of the row
    if (known.status >= 500) throw error;
    await point(ctx.db, 'rollback to savepoint', 'import_row');
    const details = Array.isArray(known.detail) ? (known.detail as { path?: string }[]) : [];
    // calls that take the row under `values` say so in their paths
    const field = (details[0]?.path ?? '').replace(/^values\./, '');
    const column = titles.get(field) ?? '';
    const twin = isRepeat(known) ? earlierTwin(rows, parsed, field) : null;
    return [{ row: parsed.row, column, message: twin === null ? known.message : twiceIn(twin, parsed.row, column || '关键列') }];
  }
}

/**
 * Creates the rows inside the transaction of `ctx.db`, collecting refusals; the caller commits or rolls back. Rows go in batches with one
 * savepoint each; only a batch with a refused row is repeated row by row. `onRows` reports progress after each batch.
 */
export async function createRows<Row>(
  ctx: Ctx,
  inFile: readonly ParsedRow<Row>[],
  taking: RowImport<Row, any>,
  titles: ReadonlyMap<string, string>,
  onRows?: (done: number) => Promise<void> | void,
): Promise<ImportError[]> {
  const rows = taking.order ?? inFile;
  const errors: ImportError[] = [];
  const trail = { changes: [] as Change[] };
  const after: (() => Promise<void> | void)[] = [];
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    const kept = [trail.changes.length, after.length] as const;
    const mine = rowContext(ctx, ctx.db, trail, after);
    ctx.signal.throwIfAborted();
    await point(ctx.db, 'savepoint', 'import_batch');
    try {
      await takeBatch(mine, batch, taking);
      await point(ctx.db, 'release savepoint', 'import_batch');
    } catch (error) {
      if (toAppError(error).status >= 500) throw error;
      await point(ctx.db, 'rollback to savepoint', 'import_batch');
      trail.changes.length = kept[0];
      after.length = kept[1];
      for (const parsed of batch) errors.push(...(await tryRow(mine, parsed, { rows, taking, titles })));
    }
    await onRows?.(Math.min(from + BATCH, rows.length));
  }
  for (const change of trail.changes) ctx.audit.change(change);
  for (const work of after) ctx.afterCommit(work);
  return errors;
}
