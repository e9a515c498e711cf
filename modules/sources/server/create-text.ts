import { SourceError } from './adapter/types.ts';
import type { Source } from './load-source.ts';
import { pools } from './pools.ts';

/** A page waits for it: a source that does not answer by then is done without. */
const TIMEOUT_MS = 8_000;
const MAX_ROWS = 1_000;

/**
 * The statement by which the source itself would make a table, as its catalogue has it; no row of the table is read. Null when the kind of
 * source has none, or the source does not give it now. Throws only when the caller has gone.
 */
export async function createTextOf(
  source: Source,
  table: Parameters<NonNullable<Source['adapter']['createText']>>[0],
  signal: AbortSignal,
): Promise<string | null> {
  if (!source.adapter.createText) return null;
  const { text, params, written } = source.adapter.createText(table);
  try {
    const opened = await pools.of(source, Date.now()).open({ text, params, searchPath: [], timeoutMs: TIMEOUT_MS, signal });
    try {
      return written(await opened.read(MAX_ROWS));
    } finally {
      await opened.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SourceError)) throw error;
    return null;
  }
}
