import pg from 'pg';
import { PostgresAlone } from './postgres-alone.ts';
import { askWire, openWire, POOLED } from './postgres-open-wire.ts';
import type { PostgresWire } from './postgres-wire.ts';
import { SourceError, type Connection, type FastRead, type FastReader, type FastRows } from './types.ts';

/** Pipelined connections; more of them cost more processor time for each statement, not less. */
const CONNECTIONS = 4;
/**
 * Milliseconds of work that may wait on a connection before another one is asked instead: what waits together goes in one packet and runs as one
 * statement, which costs both sides less than a second connection wins. As many times what the statement takes itself, within these bounds.
 */
const SHARED_MS = { times: 8, least: 1, most: 3 } as const;
/** Statements that wait on all connections; beyond, callers are told to come again. */
const MAX_WAITING = 2_000;
const REOPEN_MS = 3_000;
/** Milliseconds of work that go to one connection in one packet: more is spread. */
const PACKET_MS = 4;
/** Statements of this lane are short ones: the source ends others. */
const STATEMENT_MS = 10_000;
const NONE = Promise.resolve(null);

/**
 * Short statements of programs on a few pipelined connections: no transaction, no cursor, rows as JSON bytes. Answers null where the ordinary
 * way has to be taken: another search path, a connection that broke, a statement that the connection does not know any more.
 */
export class PostgresFast implements FastReader {
  readonly #connection: Connection;
  readonly #alone: PostgresAlone;
  readonly #wires: (PostgresWire | null)[] = Array.from({ length: CONNECTIONS }, () => null);
  readonly #opening = new Map<number, Promise<PostgresWire | null>>();
  #searchPath: string | null = null;
  /** the schemas asked for last, and how they are written */
  #schemas: readonly string[] = [];
  #path = '';
  /** the connection that statements of this turn of the loop go to, with what they are taken to cost */
  #packet: { readonly wire: PostgresWire | null; ms: number } = { wire: null, ms: 0 };
  #isClosed = false;
  /** when a connection may be tried again after one could not be opened */
  #opensAgain = 0;
  /** a pooler stands between: settings and prepared statements of a connection would not stay with its caller */
  #isPooled = false;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#alone = new PostgresAlone(connection);
  }

  read(request: FastRead): Promise<FastRows | null> {
    if (this.#isClosed || this.#isPooled || request.timeoutMs > STATEMENT_MS) return NONE;
    const path = this.#pathOf(request.searchPath);
    this.#searchPath ??= path;
    if (this.#searchPath !== path) return NONE;
    const wire = this.#gathering(request.expectedMs) ?? this.#wire(request.expectedMs);
    return 'then' in wire ? wire.then((opened) => (opened === null ? null : askWire(opened, request))) : askWire(wire, request);
  }

  readAlone(request: FastRead, signal: AbortSignal): Promise<FastRows | null> {
    if (this.#isClosed || this.#isPooled) return NONE;
    return this.#alone.read(request, this.#pathOf(request.searchPath), signal);
  }

  #pathOf(schemas: readonly string[]): string {
    if (schemas === this.#schemas) return this.#path;
    this.#path = schemas.map((schema) => pg.escapeIdentifier(schema)).join(', ');
    this.#schemas = schemas;
    return this.#path;
  }

  /** The connection whose packet of this turn of the loop still has room: one packet costs the server less than several. */
  #gathering(expectedMs: number): PostgresWire | null {
    const { wire } = this.#packet;
    if (wire === null || wire.isLost || !wire.isGathering || this.#packet.ms + expectedMs > PACKET_MS) return null;
    this.#packet.ms += expectedMs;
    return wire;
  }

  #waiting(): number {
    return this.#wires.reduce((sum, wire) => sum + (wire?.waiting ?? 0), 0);
  }

  /**
   * The first connection on which little work waits, else the one with the least; where all have more, another one is opened meanwhile. Null: none
   * is open and none can be opened now, as where the account may have no more connections.
   */
  #wire(expectedMs: number): PostgresWire | Promise<PostgresWire | null> {
    if (this.#waiting() >= MAX_WAITING) throw new SourceError('unreachable', '数据源繁忙，请稍后重试');
    const shared = Math.min(SHARED_MS.most, Math.max(SHARED_MS.least, expectedMs * SHARED_MS.times));
    let best: PostgresWire | null = null;
    let free = -1;
    for (let place = 0; place < CONNECTIONS; place++) {
      const wire = this.#wires[place]!;
      if (wire === null || wire.isLost) free = free < 0 ? place : free;
      else if (best === null || (best.waitingMs > shared && wire.waitingMs < best.waitingMs)) best = wire;
    }
    if (best !== null) this.#packet = { wire: best, ms: 0 };
    if (free < 0 || (best !== null && best.waitingMs <= shared) || performance.now() < this.#opensAgain) return best ?? NONE;
    const opening = this.#open(free).catch(() => {
      this.#opensAgain = performance.now() + REOPEN_MS;
      return null;
    });
    return best ?? opening;
  }

  #open(place: number): Promise<PostgresWire | null> {
    const opening = this.#opening.get(place);
    if (opening) return opening;
    const opened = this.#connect(place).finally(() => this.#opening.delete(place));
    this.#opening.set(place, opened);
    return opened;
  }

  async #connect(place: number): Promise<PostgresWire | null> {
    const limits = { searchPath: this.#searchPath ?? '', statementMs: STATEMENT_MS, off: ['jit'] };
    const opened = await openWire(this.#connection, limits);
    if (opened === POOLED) {
      this.#isPooled = true;
      return null;
    }
    if (this.#isClosed) opened.wire.destroy();
    this.#wires[place] = opened.wire;
    return opened.wire;
  }

  close(): void {
    this.#isClosed = true;
    this.#alone.close();
    for (const wire of this.#wires) wire?.destroy();
  }
}
