import type { Duplex } from 'node:stream';
import { SourceError, type ReadRequest } from './types.ts';

/** Bytes of one batch: a driver keeps a whole row in memory, and a row may be a gigabyte. */
const MAX_BATCH_BYTES = 128 * 1_048_576;
/** After this the connection is cut when the server does not answer a cancel. */
const CANCEL_GRACE_MS = 3_000;

/** An answer that has not come after this long is asked after, on a connection of its own; and again after as long. */
const SILENT_MS = 4_000;
const LOOK_MS = 500;
/** What the server answers at once when it is there: the beginning and the end of a transaction. */
const AT_ONCE_MS = 3_000;

/** Why a statement was stopped from our side. */
type Stopped = 'cancelled' | 'timeout' | 'tooLarge' | 'silent';

/** How a server is asked about a connection to it, through another one. */
export interface Asking {
  /** asks the server to stop what the connection does */
  cancel(): Promise<void>;
  /** whether the server works for the connection; throws when it cannot be asked */
  isWorking(): Promise<boolean>;
}
export interface Watched {
  readonly state: { stopped: Stopped | null; bytes: number };
  /** Waits for what the server has to say. When it says nothing, it is asked whether it is at work; if not, the connection is cut. */
  waitFor<T>(work: Promise<T>): Promise<T>;
  ended(): void;
}

/**
 * Ties a connection to a signal, a deadline and a limit of bytes: `cancel` asks the server to stop, and the socket is cut when that
 * did not help. `state.bytes` counts what came since it was last set to zero; `ended` undoes everything.
 *
 * A firewall or a dead host loses connections without a word. Silence alone tells nothing, since statements may be slow: so the server is
 * asked. One that cannot be reached at all, or has forgotten the connection, will not answer on it.
 */
export function watchConnection(
  socket: Duplex,
  request: Pick<ReadRequest, 'signal' | 'timeoutMs'>,
  { cancel, isWorking }: Asking,
): Watched {
  const state = { stopped: null as Stopped | null, bytes: 0 };
  let receivedAt = performance.now();
  let isAsking = false;
  let cut: NodeJS.Timeout | undefined;
  const stop = (why: 'cancelled' | 'timeout') => {
    if (state.stopped) return;
    state.stopped = why;
    void cancel().catch(() => undefined); // the socket is cut when this did not help
    cut = setTimeout(() => {
      // the first may have come while the server was between two messages; it does not notice a lost connection while it computes
      void cancel().catch(() => undefined);
      socket.destroy();
    }, CANCEL_GRACE_MS);
  };
  const meter = (chunk: Buffer) => {
    receivedAt = performance.now();
    state.bytes += chunk.length;
    if (state.bytes <= MAX_BATCH_BYTES || state.stopped) return;
    state.stopped = 'tooLarge';
    socket.destroy();
  };
  /** `isAwaited`: somebody still waits for the same answer once the server has been asked. */
  const look = async (isAwaited: () => boolean) => {
    if (isAsking || state.stopped || performance.now() - receivedAt < SILENT_MS) return;
    isAsking = true;
    const askedAt = receivedAt;
    const isDead = await isWorking().then((works) => !works, isGone);
    isAsking = false;
    if (!isAwaited() || state.stopped || receivedAt !== askedAt) return;
    if (!isDead) {
      receivedAt = performance.now();
      return;
    }
    state.stopped = 'silent';
    socket.destroy();
  };
  socket.on('data', meter);
  const onAbort = () => stop('cancelled');
  const deadline = setTimeout(() => stop('timeout'), request.timeoutMs + 500);
  request.signal.addEventListener('abort', onAbort, { once: true });
  if (request.signal.aborted) onAbort(); // while the connection was waited for
  return {
    state,
    async waitFor(work) {
      let isAwaited = true;
      receivedAt = performance.now();
      const timer = setInterval(() => void look(() => isAwaited), LOOK_MS); // it throws nothing
      try {
        return await work;
      } finally {
        isAwaited = false;
        clearInterval(timer);
      }
    },
    ended() {
      clearTimeout(deadline);
      clearTimeout(cut);
      socket.off('data', meter);
      request.signal.removeEventListener('abort', onAbort);
    },
  };
}

/** A server that refuses another connection is there; one to which none comes about is not. */
const isGone = (error: unknown): boolean =>
  error instanceof SourceError && error.kind === 'unreachable' && /^(E[A-Z_]+|PROTOCOL_CONNECTION_LOST)?$/.test(error.code ?? '');

/** A connection said nothing where every server answers at once. */
export class Silent extends Error {}

/** Waits for an answer that comes at once from every server that is there; without one the connection is cut. Throws Silent then. */
export async function atOnce<T>(socket: Duplex, work: Promise<T>): Promise<T> {
  let isSilent = false;
  const timer = setTimeout(() => {
    isSilent = true;
    socket.destroy();
  }, AT_ONCE_MS);
  try {
    return await work;
  } catch (error) {
    throw isSilent ? new Silent('no answer', { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

export const noAnswer = (cause: unknown): SourceError =>
  new SourceError('unreachable', '数据源没有响应，连接已断开，请稍后重试', { code: 'ETIMEDOUT', cause });

/** True when a connection was lost before its statement was sent: the statement may be sent through another one. */
export const isLost = (error: SourceError): boolean => error.kind === 'unreachable' && !/^(28|3D|53|57P03)/.test(error.code ?? '');
