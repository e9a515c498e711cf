import type { Duplex } from 'node:stream';
import { jsonScratch, JsonRows, type ColumnOut } from './json-rows.ts';
import { batchKey, batchOf, batchParams } from './postgres-batch.ts';
import { PreparedStatements, type Prepared } from './postgres-prepared.ts';
import { columnsOf, errorOf, parameterTypes, WireError, WireLate, WireLost, type WireColumn } from './postgres-wire-messages.ts';
import { ReadingSocket } from './reading-socket.ts';
import { Received } from './received.ts';
import { WireWriter } from './postgres-wire-writer.ts';
import type { FastRows } from './types.ts';

/*
 * The part of the frontend/backend protocol (version 3, PostgreSQL documentation chapter "Frontend/Backend Protocol") that published APIs need:
 * statements are parsed and described once per connection, then bound and executed in a pipeline, each with its own Sync, and rows become JSON
 * bytes as they come. Runs of the same statement that wait together go as one (see postgres-batch.ts). The driver has made the connection (TLS,
 * SCRAM) and lent its socket.
 */

export interface WireQuery {
  readonly text: string;
  readonly params: readonly unknown[];
  /** which columns are answered, and how */
  readonly outs: (columns: readonly WireColumn[]) => readonly ColumnOut[];
  readonly maxBytes: number;
  /** milliseconds after which the caller is told that it took too long */
  readonly timeoutMs: number;
  /** milliseconds that it is taken to cost */
  readonly expectedMs: number;
}
interface Pending {
  readonly query: WireQuery;
  readonly resolve: (rows: FastRows) => void;
  readonly reject: (error: Error) => void;
  readonly asked: number;
  /** when its caller is told that it took too long */
  readonly ends: number;
  rows: JsonRows | null;
  done: Pick<FastRows, 'json' | 'count'> | null;
  error: Error | null;
}
/** What the server answers at once: one run, or several of one statement. */
interface Unit {
  readonly runs: readonly Pending[];
  /** the statement of one run */
  readonly prepared: Prepared;
  readonly text: string;
  /** the run whose rows come */
  at: number;
  /** milliseconds that writing its rows has taken */
  encodeMs: number;
  error: Error | null;
}

/** Statements of one packet. */
const MAX_PACKET = 32;
/** Values that a source cannot read fail all runs that go together: each then goes alone, and for so long the others too. */
const APART_MS = 1_000;
/** How often statements are looked through for those whose time is over. */
const LOOK_MS = 100;
/** A connection on which a statement waits and that says nothing for so long is lost: the server ends statements earlier. */
const SILENT_MS = 12_000;
/** The server ends a statement of a longer limit about as long after it at the latest. */
const ENDS_LATE_MS = 2_000;
/** One connection that answers statements in the order in which they were asked. */
export class PostgresWire {
  readonly #socket: Duplex;
  /** what waits to go out, and what went out and has no answer yet */
  #gathered: Pending[] = [];
  readonly #queue: Unit[] = [];
  #sentRuns = 0;
  #waitingMs = 0;
  readonly #out = new WireWriter();
  readonly #prepared = new PreparedStatements(this.#out);
  readonly #scratch = jsonScratch();
  #isScheduled = false;
  readonly #received = new Received();
  #isLost = false;
  /** when the server last answered a statement, or when it was asked after it had nothing to do */
  #heardAt = performance.now();
  /** since when the rows of the statement that comes are being written */
  #writesSince = 0;
  #look: NodeJS.Timeout | null = null;

  /** `socket` belongs to this object from now on. */
  constructor(socket: Duplex) {
    this.#socket = socket;
    for (const event of ['data', 'end', 'close', 'error']) socket.removeAllListeners(event);
    if (socket instanceof ReadingSocket) socket.hear = (chunk) => this.#hear(chunk);
    else socket.on('data', (chunk: Buffer) => this.#hear(chunk));
    for (const event of ['end', 'close', 'error'] as const) socket.on(event, () => this.destroy());
  }
  get isLost(): boolean {
    return this.#isLost;
  }
  /** statements that wait for their answer */
  get waiting(): number {
    return this.#gathered.length + this.#sentRuns;
  }
  /** milliseconds that the statements which wait are taken to cost together */
  get waitingMs(): number {
    return this.#waitingMs;
  }
  /** whether statements of this turn of the loop have not gone out yet: another one goes in the same packet */
  get isGathering(): boolean {
    return this.#isScheduled;
  }

  /** Ends the connection; what waits is told that nothing is known of it. */
  destroy(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    if (this.#look) clearTimeout(this.#look);
    this.#socket.destroy();
    for (const { reject } of this.#all()) reject(new WireLost('the connection to the source broke'));
    this.#queue.length = 0;
    this.#gathered = [];
  }

  #all(): Pending[] {
    return [...this.#queue.flatMap(({ runs }) => runs), ...this.#gathered];
  }

  query(query: WireQuery): Promise<FastRows> {
    if (this.#isLost) return Promise.reject(new WireLost('the connection to the source broke'));
    return new Promise((resolve, reject) => {
      const now = performance.now();
      if (this.waiting === 0) {
        this.#heardAt = now;
        this.#waitingMs = 0;
      }
      this.#waitingMs += query.expectedMs;
      this.#gathered.push({ query, resolve, reject, asked: now, ends: now + query.timeoutMs, rows: null, done: null, error: null });
      this.#look ??= setTimeout(() => this.#lookThrough(), LOOK_MS).unref();
      // The server answers one after the other: what comes meanwhile loses nothing when it goes in one packet, which costs both sides less.
      if (this.#queue.length === 0 || this.#gathered.length >= MAX_PACKET) this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // what comes within one turn of the loop goes in one packet
    setImmediate(() => this.#flush());
  }

  /** Tells callers whose time is over; the server ends such statements by its own limit. */
  #lookThrough(): void {
    const now = performance.now();
    this.#look = null;
    const limit = this.#queue[0]?.runs[0]?.query.timeoutMs ?? 0;
    if (this.waiting > 0 && now - this.#heardAt > Math.max(SILENT_MS, limit + ENDS_LATE_MS)) return this.destroy();
    for (const { ends, reject } of this.#all()) if (ends <= now) reject(new WireLate('the statement took too long'));
    if (this.waiting > 0) this.#look = setTimeout(() => this.#lookThrough(), LOOK_MS).unref();
  }

  #flush(): void {
    this.#isScheduled = false;
    if (this.#isLost) return;
    const gathered = this.#gathered;
    this.#gathered = [];
    for (const runs of this.#together(gathered)) this.#send(runs);
    this.#socket.write(this.#out.take());
  }

  /** Runs of one statement that may go as one. */
  #together(gathered: readonly Pending[]): (readonly Pending[])[] {
    if (gathered.length === 1) return [gathered];
    const now = performance.now();
    const groups: Pending[][] = [];
    const joinable = new Map<Prepared, Map<string, Pending[]>>();
    for (const run of gathered) {
      const prepared = this.#prepared.find(run.query.text);
      const group = [run];
      if (prepared?.batch && prepared.batchFrom <= now) {
        const key = batchKey(prepared.batch, run.query.params);
        const ofStatement = joinable.get(prepared) ?? new Map<string, Pending[]>();
        joinable.set(prepared, ofStatement);
        const known = ofStatement.get(key);
        if (known) {
          known.push(run);
          continue;
        }
        ofStatement.set(key, group);
      }
      groups.push(group);
    }
    return groups;
  }

  #send(runs: readonly Pending[]): void {
    const { text, params } = runs[0]!.query;
    const prepared = this.#prepared.use(text);
    const { batch } = prepared;
    const isBatch = runs.length > 1 && batch !== null;
    const sent = isBatch ? this.#prepared.use(batch.text) : prepared;
    const values = isBatch
      ? batchParams(
          batch,
          runs.map((run) => run.query.params),
        )
      : params;
    this.#out.bind(sent.name, values);
    this.#queue.push({ runs, prepared, text: isBatch ? batch.text : text, at: 0, encodeMs: 0, error: null });
    this.#sentRuns += runs.length;
  }

  #hear(chunk: Buffer): void {
    const bytes = this.#received.with(chunk);
    this.#writesSince = performance.now();
    let at = 0;
    while (at + 5 <= bytes.length) {
      const length = bytes.readInt32BE(at + 1);
      const end = at + 1 + length;
      if (end > bytes.length) break;
      this.#message(bytes, at, end);
      if (this.#isLost) return;
      at = end;
    }
    this.#received.keep(bytes, at);
    const unit = this.#queue[0];
    if (unit !== undefined) unit.encodeMs += performance.now() - this.#writesSince;
  }

  #message(bytes: Buffer, at: number, end: number): void {
    const unit = this.#queue[0];
    if (unit === undefined) return; // notices and parameter states between statements
    const isBatch = unit.runs.length > 1;
    switch (bytes[at]) {
      case 0x44: // DataRow
        return isBatch ? this.#rowOfRun(unit, bytes, at + 7, end) : this.#row(unit, bytes, at + 7, end);
      case 0x74: // ParameterDescription
        if (!isBatch) unit.prepared.batch = batchOf(unit.text, parameterTypes(bytes, at + 5));
        return;
      case 0x54: // RowDescription
        if (!isBatch) unit.prepared.columns = columnsOf(bytes, at + 5);
        return;
      case 0x45: // ErrorResponse
        unit.error ??= errorOf(bytes, at + 5, end);
        // a statement that failed may not have been prepared at all
        this.#prepared.forget(unit.text);
        return;
      case 0x5a: // ReadyForQuery
        this.#queue.shift();
        this.#sentRuns -= unit.runs.length;
        this.#finish(unit);
        if (this.#queue.length === 0 && this.#gathered.length > 0) this.#schedule();
        return;
      default:
    }
  }

  /** A row of several runs: the number of its run comes first. Rows of a run come together. */
  #rowOfRun(unit: Unit, bytes: Buffer, from: number, end: number): void {
    const start = from + 4 + bytes.readInt32BE(from);
    let run = 0;
    for (let at = from + 4; at < start; at++) run = run * 10 + bytes[at]! - 0x30;
    if (run - 1 < unit.at) unit.error ??= new WireError('rows of runs came mixed', 'mixed');
    else if (run - 1 > unit.at) {
      this.#endRows(unit.runs[unit.at]!);
      unit.at = run - 1;
    }
    this.#row(unit, bytes, start, end);
  }

  #row(unit: Unit, bytes: Buffer, from: number, end: number): void {
    const current = unit.runs[unit.at];
    if (unit.error !== null || current === undefined || current.error !== null) return;
    try {
      current.rows ??= new JsonRows(unit.prepared.writers(current.query.outs), this.#scratch);
      current.rows.row(bytes, from, end - from);
      if (current.rows.length > current.query.maxBytes) current.error = new WireError('the answer is too large', 'too_large');
    } catch (error) {
      current.error = error instanceof Error ? error : new Error(String(error));
    }
  }

  /** The bytes that rows are written in are those of the next answer too. */
  #endRows(run: Pending): void {
    if (run.error !== null || run.done !== null) return;
    const rows = run.rows ?? new JsonRows([], this.#scratch);
    run.done = { json: rows.end(), count: rows.rows };
    run.rows = null;
  }

  #finish(unit: Unit): void {
    const now = performance.now();
    const { error, runs } = unit;
    const ms = (now - this.#heardAt) / runs.length;
    const encodeMs = (unit.encodeMs + now - this.#writesSince) / runs.length;
    this.#heardAt = now;
    this.#writesSince = now;
    if (error !== null && runs.length > 1) return this.#apart(unit, now);
    // its rows are still where those of others would be written
    if (error === null) this.#endRows(runs[unit.at]!);
    for (const run of runs) {
      this.#waitingMs -= run.query.expectedMs;
      if (error === null) this.#endRows(run);
      const failed = error ?? run.error;
      if (failed !== null || run.done === null) run.reject(failed ?? new Error('no rows'));
      else run.resolve({ json: run.done.json, count: run.done.count, ms, queueMs: now - run.asked - ms, encodeMs });
    }
  }

  /** Whose values were at fault is known when each runs alone. */
  #apart({ prepared, error, runs }: Unit, now: number): void {
    if (error instanceof WireError && error.code.startsWith('22')) prepared.batchFrom = now + APART_MS;
    else prepared.batch = null;
    for (const run of runs) this.#gathered.push(Object.assign(run, { rows: null, done: null, error: null }));
    this.#schedule();
  }
}
