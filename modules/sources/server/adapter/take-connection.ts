import type { Duplex } from 'node:stream';
import type { Permits } from '#kit/server/permits.ts';
import { SourceError, type ReadRequest } from './types.ts';
import { atOnce, isLost, type Watched } from './watch.ts';

/** How a pool gives a connection for one request. */
interface Steps<C, W extends Watched> {
  /** as many as the pool has connections: the lines of the drivers keep those who have given up, and give them connections */
  readonly places: Permits;
  readonly request: Pick<ReadRequest, 'signal' | 'timeoutMs'>;
  /** A connection of the pool; `renew` drops the pool that it came from, with the connections that went silent together with it. */
  connect(): Promise<{ client: C; renew: () => void; begin: () => Promise<void> }>;
  socketOf(client: C): Duplex;
  watch(client: C): W;
  /** Gives back a connection on which the transaction did not begin; why, in our words. */
  failed(client: C, watch: W, error: unknown): SourceError;
}

/** A connection in a transaction of a request; `leave` gives its place back. Throws SourceError, also where none was free in time. */
export async function takeConnection<C, W extends Watched>(steps: Steps<C, W>): Promise<{ client: C; watch: W; leave: () => void }> {
  const { signal, timeoutMs } = steps.request;
  const tooLong = () => new SourceError('timeout', '数据源的连接都在使用中，等待超过时间限制，请稍后重试');
  const leave = await steps.places.acquire({ signal, limit: { waitMs: timeoutMs, tooLong } }).catch((cause: unknown) => {
    throw cause instanceof SourceError ? cause : new SourceError('cancelled', '查询已停止', { cause });
  });
  try {
    return { ...(await begun(steps)), leave };
  } catch (error) {
    leave();
    throw error;
  }
}

/** One that turns out to be lost is replaced once: nothing has been asked on it. */
async function begun<C, W extends Watched>(steps: Steps<C, W>): Promise<{ client: C; watch: W }> {
  for (let isSecond = false; ; isSecond = true) {
    const { client, renew, begin } = await steps.connect();
    const watch = steps.watch(client);
    try {
      await atOnce(steps.socketOf(client), begin());
      // a cancel that came before the statement finds nothing to stop, and the statement would run for nobody
      if (watch.state.stopped !== null) throw new Error('stopped before the statement was sent');
      return { client, watch };
    } catch (error) {
      watch.ended();
      const failure = steps.failed(client, watch, error);
      if (isLost(failure)) renew();
      if (watch.state.stopped !== null || isSecond || !isLost(failure)) throw failure;
    }
  }
}
