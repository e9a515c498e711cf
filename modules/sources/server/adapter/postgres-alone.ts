import { cancelStatement } from './postgres-cancel.ts';
import { askWire, openWire, POOLED } from './postgres-open-wire.ts';
import type { PostgresWire } from './postgres-wire.ts';
import { SourceError, type Connection, type FastRead, type FastRows } from './types.ts';

const MAX_CONNECTIONS = 8;
const IDLE_MS = 30_000;
const SET_TIMEOUT = "select set_config('statement_timeout', $1, false)";

/** A connection that runs one statement at a time. */
interface Single {
  readonly wire: PostgresWire;
  readonly pid: number;
  readonly path: string;
  /** milliseconds after which the source ends its statements */
  statementMs: number;
  idleSince: number;
}

/**
 * Statements that would hold others up on a pipelined connection, each on a connection of its own, with rows as JSON bytes. They end when their
 * caller goes away.
 */
export class PostgresAlone {
  readonly #connection: Connection;
  #idle: Single[] = [];
  #opened = 0;
  #sweep: NodeJS.Timeout | null = null;
  #isClosed = false;
  #isPooled = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Null where the ordinary way has to be taken. `path` is the search path as SQL. Throws SourceError, also when `signal` ends it. */
  async read(request: FastRead, path: string, signal: AbortSignal): Promise<FastRows | null> {
    const single = await this.#take(path, Math.ceil(request.timeoutMs));
    if (single === null) return null;
    const { wire, pid } = single;
    const cancelling: Promise<unknown>[] = [];
    const cancel = () => {
      const asked = cancelStatement(this.#connection, pid).catch(() => undefined);
      // the connection goes with it: the server might hear of it only when the next statement runs
      cancelling.push(asked.finally(() => wire.destroy()));
    };
    try {
      if (signal.aborted) throw cancelled(signal.reason);
      signal.addEventListener('abort', cancel, { once: true });
      this.#limit(single, Math.ceil(request.timeoutMs));
      const found = await askWire(wire, request);
      if (signal.aborted) throw cancelled(signal.reason);
      return found;
    } catch (error) {
      throw signal.aborted ? cancelled(error) : error;
    } finally {
      signal.removeEventListener('abort', cancel);
      await Promise.all(cancelling);
      this.#give(single);
    }
  }

  /** The source ends the statements of a connection after its last limit; the change goes in the packet of the statement. */
  #limit(single: Single, statementMs: number): void {
    if (single.statementMs === statementMs) return;
    single.statementMs = statementMs;
    const query = { text: SET_TIMEOUT, params: [String(statementMs)], outs: () => [{ name: null, show: null }], maxBytes: 1_000 };
    single.wire.query({ ...query, expectedMs: 0, timeoutMs: statementMs }).catch(() => single.wire.destroy());
  }

  async #take(path: string, statementMs: number): Promise<Single | null> {
    if (this.#isClosed || this.#isPooled) return null;
    this.#dropLost();
    const at = this.#idle.findLastIndex((single) => single.path === path);
    if (at >= 0) return this.#idle.splice(at, 1)[0]!;
    if (this.#opened >= MAX_CONNECTIONS) {
      const other = this.#idle.shift();
      if (!other) return null;
      this.#drop(other);
    }
    this.#opened += 1;
    const opened = await openWire(this.#connection, { searchPath: path, statementMs, off: [] }).catch(() => null);
    if (opened === null || opened === POOLED) {
      this.#opened -= 1;
      this.#isPooled ||= opened === POOLED;
      return null;
    }
    return { ...opened, path, statementMs, idleSince: 0 };
  }

  #give(single: Single): void {
    // what still waits for an answer is of no use to the next caller
    if (this.#isClosed || single.wire.isLost || single.wire.waiting > 0) return this.#drop(single);
    single.idleSince = performance.now();
    this.#idle.push(single);
    this.#sweep ??= setTimeout(() => this.#dropIdle(), IDLE_MS).unref();
  }
  #drop({ wire }: Single): void {
    this.#opened -= 1;
    wire.destroy();
  }
  #dropLost(): void {
    for (const single of this.#idle.filter(({ wire }) => wire.isLost)) this.#drop(single);
    this.#idle = this.#idle.filter(({ wire }) => !wire.isLost);
  }
  #dropIdle(): void {
    this.#sweep = null;
    const before = performance.now() - IDLE_MS;
    for (const single of this.#idle.filter(({ idleSince }) => idleSince <= before)) this.#drop(single);
    this.#idle = this.#idle.filter(({ idleSince }) => idleSince > before);
    if (this.#idle.length > 0) this.#sweep = setTimeout(() => this.#dropIdle(), IDLE_MS).unref();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#sweep) clearTimeout(this.#sweep);
    for (const single of this.#idle.splice(0)) this.#drop(single);
  }
}

const cancelled = (cause: unknown) => new SourceError('cancelled', '查询已停止', { cause });
