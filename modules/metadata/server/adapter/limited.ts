import { SourceError, type OpenResult, type ReadRequest, type SourcePool } from './types.ts';

const TOO_LONG = '执行超过时间限制，已自动停止，请缩小查询范围';
const STOPPED = '查询已停止';

/** Bytes of one batch: a row may be as large as a driver allows. */
const MOST_BATCH = 128 * 1_048_576;
const sizeOf = (rows: readonly unknown[][]): number => {
  let size = 0;
  for (const row of rows) for (const value of row) size += typeof value === 'string' ? value.length : 8;
  return size;
};

/**
 * Runs a statement under the time limit and the signal of its request. `start` opens the result and stops it when the signal that it is
 * given aborts; `explain` turns a driver's error into ours. What ended by the limit or by the caller says so, whatever the driver said.
 */
export async function limited(
  { timeoutMs, signal }: Pick<ReadRequest, 'timeoutMs' | 'signal'>,
  explain: (error: unknown) => SourceError,
  start: (signal: AbortSignal) => Promise<OpenResult>,
): Promise<OpenResult> {
  const stop = new AbortController();
  let why: 'timeout' | 'cancelled' | null = null;
  const end = (reason: 'timeout' | 'cancelled') => {
    why ??= reason;
    stop.abort();
  };
  const onAbort = () => end('cancelled');
  if (signal.aborted) end('cancelled');
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => end('timeout'), timeoutMs);
  const ended = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  };
  const explained = (error: unknown): SourceError => {
    if (why === 'cancelled') return new SourceError('cancelled', STOPPED, { cause: error });
    if (why === 'timeout') return new SourceError('timeout', TOO_LONG, { cause: error });
    return error instanceof SourceError ? error : explain(error);
  };
  let result: OpenResult;
  try {
    result = await start(stop.signal);
  } catch (error) {
    ended();
    throw explained(error);
  }
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    ended();
    await result.close();
  };
  return {
    columns: result.columns,
    read: async (most) => {
      if (!isOpen) return [];
      try {
        if (why !== null) throw new Error('stopped between two reads');
        const rows = await result.read(most);
        if (sizeOf(rows) > MOST_BATCH) throw new SourceError('statement', '查询结果的单个批次超过128MB，请减少字段或截取过长的内容');
        if (rows.length === 0) ended();
        return rows;
      } catch (error) {
        const mapped = explained(error);
        await close().catch(() => undefined); // the first error counts
        throw mapped;
      }
    },
    close,
  };
}

/** The write of an engine without transactions, or of a source that is never written to. */
export const noWrites =
  (reason: string): SourcePool['write'] =>
  () =>
    Promise.reject(new SourceError('denied', reason));
