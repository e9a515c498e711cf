/** Buffer limit in items; a producer waits beyond it (backpressure). */
const MAX_WAITING = 4;

/**
 * Turns a push-style producer into an async generator. `put` waits while the buffer is full and answers false when the consumer has
 * stopped; the signal aborts with the consumer. An error of the producer is thrown after the items before it.
 */
export async function* pulled<T>(
  signal: AbortSignal,
  work: (put: (piece: T) => Promise<boolean>, signal: AbortSignal) => Promise<unknown>,
): AsyncGenerator<T> {
  const queue: T[] = [];
  let wake: () => void = () => undefined;
  let more: () => void = () => undefined;
  let isOver = false;
  let failed: { error: unknown } | null = null;
  const gone = new AbortController();
  const put = async (piece: T): Promise<boolean> => {
    // nobody makes room any more
    if (gone.signal.aborted) return false;
    queue.push(piece);
    wake();
    if (queue.length > MAX_WAITING) await new Promise<void>((resolve) => (more = resolve));
    return !gone.signal.aborted;
  };
  const done = work(put, AbortSignal.any([signal, gone.signal]))
    .catch((error: unknown) => void (failed = { error }))
    .finally(() => {
      isOver = true;
      wake();
    });
  try {
    while (!isOver || queue.length > 0) {
      const piece = queue.shift();
      more();
      if (piece !== undefined) yield piece;
      else if (!isOver) await new Promise<void>((resolve) => (wake = resolve));
    }
    if (failed) throw (failed as { error: unknown }).error;
  } finally {
    gone.abort(new DOMException('stopped', 'AbortError'));
    more();
    await done;
  }
}
