import { Permits } from '#kit/server/permits.ts';
import { limited } from './limited.ts';
import { SourceError, type Connection, type OpenResult, type ReadRequest, type SourcePool, type WriteOutcome } from './types.ts';

/** One connection to a source, as the drivers behind `enginePool` give it. One statement at a time. */
export interface Session {
  /** All rows of a statement of ours. */
  rows(text: string, params?: readonly unknown[]): Promise<unknown[][]>;
  /** Starts a statement of a person, read only as far as the engine offers; `close` of the result ends what was begun for it. */
  open(request: Pick<ReadRequest, 'text' | 'params' | 'searchPath' | 'timeoutMs'>): Promise<OpenResult>;
  /** Asks the server to stop what runs. */
  cancel(): Promise<void>;
  /** Ends the connection, also in the middle of a statement. */
  end(): Promise<void>;
  /** Runs statements in one transaction; absent when the engine has none. */
  write?(request: Pick<ReadRequest, 'searchPath' | 'timeoutMs'> & { texts: readonly string[]; commit: boolean }): Promise<WriteOutcome>;
}
export interface EngineKind {
  /** Throws the driver's own error or SourceError. */
  connect(connection: Connection): Promise<Session>;
  /** The driver's error in words for people; `text` is the statement that was running. */
  explain(error: unknown, text?: string, index?: number): SourceError;
  /** why nothing can be written, null when it can */
  readonly noWrites: string | null;
}

const MAX_SESSIONS = 20;
/** Short: a connection that the network has forgotten is not met by many. */
const IDLE_MS = 10_000;
/** After this a connection is cut when the server does not answer a cancel. */
const CANCEL_GRACE_MS = 3_000;

/** Asks a session to stop, and cuts it when that does not help. `end` ends it once the server has cancelled. */
function stop(session: Session): { end(): Promise<void> } {
  const cancelled = session.cancel().catch(() => undefined); // the cut below is what counts then
  const cut = setTimeout(() => void session.end().catch(() => undefined), CANCEL_GRACE_MS);
  const late = new Promise<void>((resolve) => setTimeout(resolve, CANCEL_GRACE_MS).unref());
  return {
    async end() {
      await Promise.race([cancelled, late]);
      clearTimeout(cut);
      await session.end().catch(() => undefined); // what is broken cannot be ended properly
    },
  };
}

class EnginePool implements SourcePool {
  readonly #kind: EngineKind;
  readonly #connection: Connection;
  readonly #idle: { session: Session; timer: NodeJS.Timeout }[] = [];
  readonly #all = new Set<Session>();
  readonly #permits = new Permits(MAX_SESSIONS);
  #isClosed = false;

  constructor(kind: EngineKind, connection: Connection) {
    this.#kind = kind;
    this.#connection = connection;
  }

  /** A session of its own for a statement, waited for while all are busy, with what releases its place. */
  async #take(signal: AbortSignal): Promise<{ session: Session; release: () => void }> {
    const release = await this.#permits.acquire({ signal });
    const known = this.#idle.pop();
    if (known) {
      clearTimeout(known.timer);
      return { session: known.session, release };
    }
    try {
      const session = await this.#kind.connect(this.#connection);
      this.#all.add(session);
      return { session, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  async #end(session: Session): Promise<void> {
    this.#all.delete(session);
    await session.end().catch(() => undefined); // what is broken cannot be ended properly
  }

  /** A session whose statement ended well waits for the next one; any other is ended. */
  async #give(session: Session, isSound: boolean): Promise<void> {
    if (!isSound || this.#isClosed) return this.#end(session);
    const entry = {
      session,
      timer: setTimeout(() => {
        this.#idle.splice(this.#idle.indexOf(entry), 1);
        void this.#end(session);
      }, IDLE_MS).unref(),
    };
    this.#idle.push(entry);
  }

  open(request: ReadRequest): Promise<OpenResult> {
    return limited(
      request,
      (error) => this.#kind.explain(error, request.text),
      async (signal) => {
        signal.throwIfAborted();
        const { session, release } = await this.#take(signal);
        let stopping: ReturnType<typeof stop> | null = null;
        const onAbort = () => {
          stopping = stop(session);
        };
        if (signal.aborted) onAbort();
        else signal.addEventListener('abort', onAbort, { once: true });
        let isOpen = true;
        const finish = async (isSound: boolean) => {
          if (!isOpen) return;
          isOpen = false;
          signal.removeEventListener('abort', onAbort);
          if (stopping === null) await this.#give(session, isSound);
          else {
            // nobody waits for it: the caller is told at once
            this.#all.delete(session);
            void (stopping as ReturnType<typeof stop>).end();
          }
          release();
        };
        try {
          const result = await session.open(request);
          return {
            columns: result.columns,
            read: async (most) => {
              try {
                return await result.read(most);
              } catch (error) {
                await finish(false);
                throw error;
              }
            },
            close: async () => {
              if (!isOpen) return;
              try {
                await result.close();
                await finish(true);
              } catch {
                // the statement is over either way, and a connection that cannot be tidied is not used again
                await finish(false);
              }
            },
          };
        } catch (error) {
          await finish(false);
          throw error;
        }
      },
    );
  }

  async write(request: Parameters<SourcePool['write']>[0]): Promise<WriteOutcome> {
    request.signal.throwIfAborted();
    if (this.#kind.noWrites !== null) throw new SourceError('denied', this.#kind.noWrites);
    let session: Session;
    try {
      session = await this.#kind.connect(this.#connection);
    } catch (error) {
      throw this.#kind.explain(error);
    }
    if (!session.write) throw new SourceError('denied', '该数据源不支持修改数据');
    let why: 'cancelled' | 'timeout' | null = null;
    let stopping: ReturnType<typeof stop> | null = null;
    const end = (reason: 'cancelled' | 'timeout') => {
      if (why !== null) return;
      why = reason;
      stopping = stop(session);
    };
    const onAbort = () => end('cancelled');
    request.signal.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => end('timeout'), request.timeoutMs);
    try {
      return await session.write(request);
    } catch (error) {
      if (why === 'cancelled') throw new SourceError('cancelled', '执行已停止，修改已撤销', { cause: error });
      if (why === 'timeout') throw new SourceError('timeout', '执行超过时间限制，修改已撤销', { cause: error });
      const { index = 0 } = error as { index?: number };
      throw this.#kind.explain(error, request.texts[index] ?? '', index);
    } finally {
      clearTimeout(timer);
      request.signal.removeEventListener('abort', onAbort);
      if (stopping === null) await session.end().catch(() => undefined); // the transaction is decided
      else void (stopping as ReturnType<typeof stop>).end();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    await Promise.all([...this.#all].map((session) => this.#end(session)));
  }
}

/** Connections to a source whose driver has no pool that cuts, limits and streams as we need it. */
export const enginePool =
  (kind: EngineKind) =>
  (connection: Connection): SourcePool =>
    new EnginePool(kind, connection);

/** Connects once, works, and ends the connection; the driver's errors come in words for people. An abort cuts the connection. */
export async function withSession<T>(
  kind: EngineKind,
  connection: Connection,
  work: (session: Session) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  let session: Session | null = null;
  const onAbort = () => void session?.end().catch(() => undefined);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    session = await kind.connect(connection);
    signal?.throwIfAborted();
    return await work(session);
  } catch (error) {
    signal?.throwIfAborted();
    throw kind.explain(error);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await session?.end().catch(() => undefined);
  }
}
