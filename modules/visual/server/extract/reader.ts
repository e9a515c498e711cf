import { AppError } from '#kit/contract/errors.ts';
import { Engine, EngineError } from '#modules/metadata/server/index.ts';
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
const MOST_OPEN = 4;

function engineFor(app: App, path: string): Engine {
  const known = open.get(path);
  if (known) {
    open.delete(path);
    open.set(path, known);
    return known;
  }
  if (open.size >= MOST_OPEN) {
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
  return column ? `字段「${column}」已不存在于数据中，请在数据集中对应到新的字段，或从图表中移除` : null;
}

/**
 * Runs one compiled statement over an extract. The file is opened read-only in a process of its own that reaches no other file, no network
 * and no setting; the text must come from a compiler, never from a person. Values that the driver cannot show exactly (64-bit, decimal)
 * are texts. Throws source.timeout, rule.broken.
 */
export async function readExtract(
  app: App,
  path: string,
  statement: { text: string; params: readonly unknown[] },
  {
    maxRows,
    signal,
    timeoutMs = TIMEOUT_MS,
    failed = '抽取数据查询失败，请重新抽取',
  }: { maxRows: number; signal: AbortSignal; timeoutMs?: number; failed?: string },
): Promise<ExtractRows> {
  const started = performance.now();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const result = await engineFor(app, path).query(
      { text: statement.text, params: statement.params as Bindable[], searchPath: [] },
      limit,
    );
    const rows: unknown[][] = [];
    try {
      while (rows.length <= maxRows) {
        const more = await result.read(Math.min(READ_AT_ONCE, maxRows + 1 - rows.length));
        if (more.length === 0) break;
        for (const row of more) rows.push(row);
      }
    } finally {
      await result.close();
    }
    const truncated = rows.length > maxRows;
    if (truncated) rows.length = maxRows;
    return { columns: result.columns, rows, truncated, ms: performance.now() - started };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (limit.aborted) throw new AppError('source.timeout', '查询抽取数据超过时间限制，请缩小范围', null, { cause: error });
    if (error instanceof EngineError)
      throw new AppError(
        'rule.broken',
        ['busy', 'absent'].includes(error.code) ? error.message : (lostColumn(error.message) ?? failed),
        null,
        {
          cause: error,
        },
      );
    throw error;
  }
}
