import { AppError } from '#kit/contract/errors.ts';
import { Engine, EngineError } from '#kit/server/duckdb/engine.ts';
import type { App } from '#kit/server/ctx.ts';
import { extractLimits } from './files.ts';

type Bindable = string | number | boolean | null;
export interface ExtractRows {
  readonly columns: readonly { name: string; type: string; kind: string }[];
  readonly rows: unknown[][];
  /** more rows exist than were asked for */
  readonly truncated: boolean;
  readonly ms: number;
}

/** Database processes of this node by file: at most a few, the one used longest ago ends first. */
const open = new Map<string, Engine>();
const MAX_OPEN = 4;

function engineFor(app: App, path: string): Engine {
  const known = open.get(path);
  if (known) {
    open.delete(path);
    open.set(path, known);
    return known;
  }
  if (open.size >= MAX_OPEN) {
    const idle = [...open].find(([, engine]) => engine.isIdle);
    if (idle) closeReader(idle[0]);
  }
  // opened read-only; after its setup the process locks files, network and settings away
  const engine = new Engine({ path, readOnly: true, limits: extractLimits(app), setup: [] });
  open.set(path, engine);
  return engine;
}

/** Ends the process of a file that nobody asks any more; a running query of it fails. */
export function closeReader(path: string): void {
  open.get(path)?.close();
  open.delete(path);
}
/** Ends the processes of files that are not needed any more, once their queries are done. */
export function closeIdleReaders(isUnwanted: (path: string) => boolean): void {
  for (const [path, engine] of open) if (isUnwanted(path) && engine.isIdle) closeReader(path);
}
export const closeReaders = (): void => {
  for (const path of open.keys()) closeReader(path);
};

const READ_AT_ONCE = 5_000;
const TIMEOUT_MS = 30_000;

/** What DuckDB says of a column that its table does not have. */
const LOST = /^Binder Error: (?:Referenced column|Table [^\n]* does not have a column named) "([^"\n]+)"/i;
/** A column that the data no longer have, in words; null when something else is wrong. */
function lostColumn(message: string): string | null {
  const column = LOST.exec(message)?.[1];
  return column ? `字段“${column}”已不存在于数据中，请在数据集中对应到新的字段，或从图表中移除` : null;
}

interface ReadOptions {
  readonly maxRows: number;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  readonly failed?: string;
}
interface Statement {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** What an engine or a limit ended a statement with, as it is told; `signal` is that of the caller. */
function callerErrorOf(error: unknown, signal: AbortSignal, limit: AbortSignal, failed: string): unknown {
  if (signal.aborted) return signal.reason;
  if (limit.aborted) return new AppError('source.timeout', '查询抽取数据超过时间限制，请缩小范围', null, { cause: error });
  if (!(error instanceof EngineError)) return error;
  const message = ['busy', 'absent'].includes(error.code) ? error.message : (lostColumn(error.message) ?? failed);
  return new AppError('rule.broken', message, null, { cause: error });
}

/** Runs a statement over an extract and hands its batches on, the names of its columns before the first. */
async function* read(
  app: App,
  path: string,
  statement: Statement,
  { maxRows, signal, timeoutMs = TIMEOUT_MS, failed = '抽取数据查询失败，请重新抽取' }: ReadOptions,
): AsyncGenerator<{ columns: ExtractRows['columns']; rows: unknown[][] }> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const result = await engineFor(app, path).query(
      { text: statement.text, params: statement.params as Bindable[], searchPath: [] },
      limit,
    );
    try {
      yield { columns: result.columns, rows: [] };
      for (let left = maxRows; left > 0;) {
        const rows = await result.read(Math.min(READ_AT_ONCE, left));
        if (rows.length === 0) break;
        left -= rows.length;
        yield { columns: result.columns, rows };
      }
    } finally {
      await result.close();
    }
  } catch (error) {
    throw callerErrorOf(error, signal, limit, failed);
  }
}

/**
 * Runs one compiled statement over an extract. The file is opened read-only in a process of its own that reaches no other file, no network
 * and no setting; the text must come from a compiler, never from a person. Values that the driver cannot show exactly (64-bit, decimal)
 * are texts. Throws source.timeout, rule.broken.
 */
export async function readExtract(app: App, path: string, statement: Statement, options: ReadOptions): Promise<ExtractRows> {
  const started = performance.now();
  const { maxRows } = options;
  const all: unknown[][] = [];
  let columns: ExtractRows['columns'] = [];
  for await (const batch of read(app, path, statement, { ...options, maxRows: maxRows + 1 })) {
    columns = batch.columns;
    for (const row of batch.rows) all.push(row);
  }
  const truncated = all.length > maxRows;
  if (truncated) all.length = maxRows;
  return { columns, rows: all, truncated, ms: performance.now() - started };
}

/** As `readExtract`, in batches as they are pulled. */
export async function* extractBatches(app: App, path: string, statement: Statement, options: ReadOptions): AsyncGenerator<unknown[][]> {
  for await (const { rows } of read(app, path, statement, options)) if (rows.length > 0) yield rows;
}
