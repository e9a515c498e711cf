import { SourceError, type OpenResult, type ReadRequest, type SourcePool } from './types.ts';

const TOO_LONG = '执行超过时间限制，已自动停止，请缩小查询范围';
const STOPPED = '查询已停止';
const STOP_GRACE_MS = 300;

/** Bytes of one batch: a row may be as large as a driver allows. */
const MAX_BATCH = 128 * 1_048_576;
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
  signal.throwIfAborted();
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
  /** Nobody waits longer for a driver that does not end its call, e.g. in the middle of connecting. */
  const unlessStopped = <T>(work: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    let leave!: () => void;
    const given = new Promise<never>((_resolve, reject) => {
      leave = () => {
        timer = setTimeout(() => reject(new Error('stopped')), STOP_GRACE_MS);
      };
    });
    if (stop.signal.aborted) leave();
    else stop.signal.addEventListener('abort', leave, { once: true });
    return Promise.race([work, given]).finally(() => {
      clearTimeout(timer);
      stop.signal.removeEventListener('abort', leave);
    });
  };
  let result: OpenResult;
  const starting = start(stop.signal);
  try {
    result = await unlessStopped(starting);
  } catch (error) {
    ended();
    // what opens after all is closed at once
    void starting.then((late) => late.close()).catch(() => undefined);
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
        const rows = await unlessStopped(result.read(most));
        if (sizeOf(rows) > MAX_BATCH) throw new SourceError('statement', '查询结果的单个批次超过128MB，请减少字段或截取过长的内容');
        if (rows.length === 0) ended();
        return rows;
      } catch (error) {
        const mapped = explained(error);
        const closing = close().catch(() => undefined); // the first error counts
        if (why === null) await closing;
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
