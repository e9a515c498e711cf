import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx } from '#kit/server/ctx.ts';
import { CsvSink, NULL_MARK } from '#kit/server/duckdb/csv-sink.ts';
import { Engine, EngineError } from '#kit/server/duckdb/engine.ts';
import { literal } from '#kit/server/duckdb/names.ts';
import { canonical, type ComparedRows, type ComparedSide, type Comparison, type Outcome, type SideText } from '../../core/index.ts';
import { openSource } from '../rules/reading.ts';
import { compareLimits, type CompareLimits } from './settings.ts';
import { inTurn } from './turns.ts';

/*
 * Rows of two sources held against each other in a DuckDB process of their own. Each side is read through the gate with the rights of the caller,
 * who sees all of what is compared in the clear. The files live as long as the comparison.
 */

const FOLDER = 'compare-';
const READ_MS = 600_000;
const COMPARE_MS = 600_000;
const THREADS = 2;
const MB = 1_048_576;
/** A line of a file: all values that a rule can name, of the longest kind. */
const MAX_LINE = 4 * MB;
/** Longer texts are compared by their beginning, length and digest. */
const LONG = 1_000;

const shortened = (text: string | null): string | null =>
  text === null || text.length <= LONG
    ? text
    : `${text.slice(0, 200)}…（共${text.length}字，SHA-256 ${createHash('sha256').update(text).digest('hex')}）`;

const nameOf = ({ table }: SideText): string => [table.schema, table.name].filter(Boolean).join('.');
const narrower = '请用行条件缩小两边的范围，或联系管理员提高上限';
const tooMany = (side: SideText, rows: string, { maxRows }: CompareLimits) =>
  new AppError('rule.broken', `表“${nameOf(side)}”${rows}，超过一次比对的上限${maxRows}行，没有比对；${narrower}`);
const tooLarge = ({ memoryMB }: CompareLimits): string =>
  `比对的数据超过内存上限${memoryMB}MB（临时文件${memoryMB * 4}MB），没有比对；${narrower}`;

/** One row of numbers about a table, with the rights of the caller. */
async function numberRow(ctx: Ctx, side: SideText, text: string): Promise<readonly unknown[]> {
  const guarded = await openSource(ctx, side.table.sourceId!);
  const part = { reads: [{ tableId: side.table.id, columns: side.reads }], holdsLiteral: true };
  const batch = { tableId: side.table.id, statements: [{ text, parts: [part] }], purpose: 'quality' as const, timeoutMs: READ_MS };
  const [row] = await guarded.measureCompiled(batch);
  return row === undefined || row === 'few' ? [] : row;
}

/** Rows of one side into a file. Throws rule.broken for too many of them. */
async function taken(ctx: Ctx, side: ComparedSide, path: string, limits: CompareLimits): Promise<void> {
  if (side.counted !== null) {
    const [rows] = await numberRow(ctx, side, side.counted);
    if (Number(rows) > limits.maxRows) throw tooMany(side, `有${Number(rows)}行`, limits);
  }
  const guarded = await openSource(ctx, side.table.sourceId!);
  const sink = new CsvSink(path, limits.memoryMB * 4 * MB, tooLarge(limits));
  try {
    let count = 0;
    const asked = {
      tableId: side.table.id,
      text: side.text,
      reads: [{ tableId: side.table.id, columns: side.reads }],
      most: limits.maxRows + 1,
      purpose: 'quality' as const,
      timeoutMs: READ_MS,
    };
    await guarded.compiledStream(asked, async (rows) => {
      count += rows.length;
      if (count > limits.maxRows) throw tooMany(side, `读到的行多于${limits.maxRows}`, limits);
      await sink.write(rows.map((row) => side.forms.map((form, i) => shortened(canonical(row[i], form)))));
    });
  } finally {
    await sink.close();
  }
}

const tableSql = (name: string, path: string, { forms }: ComparedSide): string => {
  const columns = forms.map((_, i) => `'c${i}': 'VARCHAR'`).join(', ');
  return `create table ${name} as select * from read_csv(${literal(path)}, auto_detect = false, columns = {${columns}}, delim = ',', quote = '"',
    escape = '"', header = false, nullstr = '${NULL_MARK}', allow_quoted_nulls = false, max_line_size = ${MAX_LINE}, buffer_size = ${MAX_LINE * 4}, parallel = false)`;
};

/** What an engine ended with, as it is told. */
function tellable(error: unknown, limits: CompareLimits): unknown {
  if (!(error instanceof EngineError)) return error;
  if (error.code === 'busy' || error.code === 'absent') return new AppError('rule.broken', error.message, null, { cause: error });
  const isFull = /out of memory|max_temp_directory_size|failed to (offload|allocate)|could not allocate/i.test(error.message);
  return new AppError('rule.broken', isFull ? tooLarge(limits) : '比对没有完成，请查看服务日志或重新执行', null, { cause: error });
}

async function answered(engine: Engine, text: string, signal: AbortSignal): Promise<unknown[][]> {
  const result = await engine.query({ text, params: [], searchPath: [] }, signal);
  const rows: unknown[][] = [];
  for (let part = await result.read(1000); part.length > 0; part = await result.read(1000)) rows.push(...part);
  await result.close();
  return rows;
}

/** Puts both sides beside each other and asks one question. Throws rule.broken, gate.refused, and what sources throw. */
async function sideBySide(ctx: Ctx, rows: ComparedRows, question: string): Promise<unknown[][]> {
  const limits = await compareLimits(ctx.app.db);
  return inTurn(ctx.signal, async () => {
    const temporary = join(ctx.app.settings.dataDir, 'tmp');
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(temporary, `${FOLDER}${process.pid}-`));
    const limit = AbortSignal.any([ctx.signal, AbortSignal.timeout(READ_MS + COMPARE_MS)]);
    const paths = { here: join(folder, 'h.csv'), there: join(folder, 'o.csv') };
    const engine = new Engine({
      path: null,
      readOnly: false,
      limits: { memoryMB: limits.memoryMB, threads: THREADS, tempDirectory: folder, tempMB: limits.memoryMB * 4 },
      setup: [tableSql('h', paths.here, rows.here), tableSql('o', paths.there, rows.there)],
    });
    const stop = () => engine.close();
    limit.addEventListener('abort', stop, { once: true });
    try {
      await taken(ctx, rows.here, paths.here, limits);
      await taken(ctx, rows.there, paths.there, limits);
      return await answered(engine, question, limit);
    } catch (error) {
      ctx.signal.throwIfAborted();
      const told = tellable(error, limits);
      if (error instanceof EngineError && told !== error) ctx.app.log.warn({ error }, 'comparison of two sources failed');
      throw told;
    } finally {
      limit.removeEventListener('abort', stop);
      engine.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value as string | number | bigint);

/** What a comparison comes to, with the rights of the caller on both sides. */
export async function compared(ctx: Ctx, { numbers, rows, finish }: Comparison): Promise<Partial<Outcome>> {
  const found: (readonly unknown[])[] = [];
  for (const side of numbers) found.push(await numberRow(ctx, side, side.text));
  const [counts = []] = rows === null ? [] : await sideBySide(ctx, rows, rows.counts);
  return finish(counts.map(textOf), found);
}

/** The rows that differ now, so many at most, with the rights of who looks on both sides. */
export const differingRows = (ctx: Ctx, rows: ComparedRows, most: number): Promise<unknown[][]> => sideBySide(ctx, rows, rows.listed(most));

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
/** Removes what comparisons of processes that died left on this machine. */
export async function sweepComparisons(app: App): Promise<void> {
  const temporary = join(app.settings.dataDir, 'tmp');
  for (const name of await readdir(temporary).catch(() => [])) {
    const pid = Number(name.startsWith(FOLDER) ? name.slice(FOLDER.length).split('-')[0] : Number.NaN);
    if (Number.isInteger(pid) && !isAlive(pid)) await rm(join(temporary, name), { recursive: true, force: true });
  }
}
