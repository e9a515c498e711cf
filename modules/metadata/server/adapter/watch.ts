import type { Duplex } from 'node:stream';
import type { ReadRequest } from './types.ts';

/** Bytes of one batch: a driver keeps a whole row in memory, and a row may be a gigabyte. */
const MOST_BATCH_BYTES = 128 * 1_048_576;
/** After this the connection is cut when the server does not answer a cancel. */
const CANCEL_GRACE_MS = 3_000;

/** Why a statement was stopped from our side. */
type Stopped = 'cancelled' | 'timeout' | 'tooLarge';

/**
 * Ties a connection to a signal, a deadline and a limit of bytes: `cancel` asks the server to stop, and the socket is cut when that
 * did not help. `state.bytes` counts what came since it was last set to zero; `ended` undoes everything.
 */
export function watchConnection(
  socket: Duplex,
  request: Pick<ReadRequest, 'signal' | 'timeoutMs'>,
  cancel: () => Promise<void>,
): { readonly state: { stopped: Stopped | null; bytes: number }; ended(): void } {
  const state = { stopped: null as Stopped | null, bytes: 0 };
  let cut: NodeJS.Timeout | undefined;
  const stop = (why: 'cancelled' | 'timeout') => {
    if (state.stopped) return;
    state.stopped = why;
    void cancel().catch(() => undefined); // the socket is cut when this did not help
    cut = setTimeout(() => socket.destroy(), CANCEL_GRACE_MS);
  };
  const meter = (chunk: Buffer) => {
    state.bytes += chunk.length;
    if (state.bytes <= MOST_BATCH_BYTES || state.stopped) return;
    state.stopped = 'tooLarge';
    socket.destroy();
  };
  socket.on('data', meter);
  const onAbort = () => stop('cancelled');
  const deadline = setTimeout(() => stop('timeout'), request.timeoutMs + 500);
  request.signal.addEventListener('abort', onAbort, { once: true });
  return {
    state,
    ended() {
      clearTimeout(deadline);
      clearTimeout(cut);
      socket.off('data', meter);
      request.signal.removeEventListener('abort', onAbort);
    },
  };
}
