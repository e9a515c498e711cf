import type { Duplex } from 'node:stream';
import { jsonScratch, JsonRows, writersOf, type ColumnOut, type ColumnWriter } from './json-rows.ts';
import { WireWriter } from './postgres-wire-writer.ts';

/*
 * The part of the frontend/backend protocol (version 3, PostgreSQL documentation chapter "Frontend/Backend Protocol") that published APIs need:
 * statements are parsed and described once per connection, then bound and executed in a pipeline, each with its own Sync, and rows become JSON
 * bytes as they come. The driver has made the connection (TLS, SCRAM) and lent its socket.
 */

export interface WireColumn {
  readonly name: string;
  readonly dataTypeID: number;
}
export interface WireQuery {
  readonly text: string;
  readonly params: readonly unknown[];
  /** which columns are answered, and how */
  readonly outs: (columns: readonly WireColumn[]) => readonly ColumnOut[];
  readonly maxBytes: number;
  /** milliseconds after which the caller is told that it took too long */
  readonly timeoutMs: number;
}
export interface WireRows {
  /** a JSON list of records */
  readonly json: Buffer;
  readonly count: number;
  /** milliseconds that the server took for this statement alone, without what it waited for others */
  readonly ms: number;
}
/** What the server says when a statement fails, with its code. */
export class WireError extends Error {
  readonly code: string;
  readonly position: string | undefined;
  constructor(message: string, code: string, position?: string) {
    super(message);
    this.name = 'WireError';
    this.code = code;
    this.position = position;
  }
}
/** The connection broke before the statement was answered: nothing is known of it. */
export class WireLost extends Error {}
/** The statement was not answered in its time. */
export class WireLate extends Error {}

interface Prepared {
  readonly name: string;
  columns: readonly WireColumn[] | null;
  /** writers of the last caller's outputs, made anew when they differ */
  writers: { readonly outs: WireQuery['outs']; readonly list: readonly ColumnWriter[] } | null;
}
interface Pending {
  readonly query: WireQuery;
  readonly prepared: Prepared;
  readonly resolve: (rows: WireRows) => void;
  readonly reject: (error: Error) => void;
  /** when its caller is told that it took too long */
  readonly ends: number;
  rows: JsonRows | null;
  error: Error | null;
}

/** Statements that one connection keeps; beyond, the one that was not used for longest is closed. */
const MAX_PREPARED = 200;
/** Statements of one packet. */
const MAX_PACKET = 32;
/** How often statements are looked through for those whose time is over. */
const LOOK_MS = 100;
/** A connection on which a statement waits and that says nothing for so long is lost: the server ends statements earlier. */
const SILENT_MS = 12_000;
/** Fields of an error or of a row description: texts up to a zero byte. */
function textAt(bytes: Buffer, at: number): string {
  return bytes.toString('utf8', at, bytes.indexOf(0, at));
}
function errorOf(bytes: Buffer, from: number, to: number): WireError {
  const fields = new Map<string, string>();
  for (let at = from; at < to && bytes[at] !== 0;) {
    const kind = String.fromCharCode(bytes[at]!);
    const text = textAt(bytes, at + 1);
    fields.set(kind, text);
    at += 2 + Buffer.byteLength(text);
  }
  return new WireError(fields.get('M') ?? '', fields.get('C') ?? '', fields.get('P'));
}
function columnsOf(bytes: Buffer, from: number): WireColumn[] {
  const columns: WireColumn[] = [];
  let at = from + 2;
  for (let left = bytes.readUInt16BE(from); left > 0; left--) {
    const name = textAt(bytes, at);
    at += Buffer.byteLength(name) + 1;
    columns.push({ name, dataTypeID: bytes.readUInt32BE(at + 6) });
    at += 18;
  }
  return columns;
}

/** One connection that answers statements in the order in which they were asked. */
export class PostgresWire {
  readonly #socket: Duplex;
  readonly #queue: Pending[] = [];
  readonly #prepared = new Map<string, Prepared>();
  readonly #out = new WireWriter();
  readonly #scratch = jsonScratch();
  #isScheduled = false;
  /** statements that wait to go out, and those that went out and have no answer yet */
  #held = 0;
  #sent = 0;
  #left: Buffer | null = null;
  #made = 0;
  #isLost = false;
  /** when the server last answered a statement, or when it was asked after it had nothing to do */
  #heardAt = performance.now();
  #look: NodeJS.Timeout | null = null;

  /** `socket` belongs to this object from now on. */
  constructor(socket: Duplex) {
    this.#socket = socket;
    for (const event of ['data', 'end', 'close', 'error']) socket.removeAllListeners(event);
    socket.on('data', (chunk: Buffer) => this.#hear(chunk));
    for (const event of ['end', 'close', 'error'] as const) socket.on(event, () => this.destroy());
  }
  get isLost(): boolean {
    return this.#isLost;
  }
  /** statements that wait for their answer */
  get waiting(): number {
    return this.#queue.length;
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
    for (const { reject } of this.#queue.splice(0)) reject(new WireLost('the connection to the source broke'));
  }

  query(query: WireQuery): Promise<WireRows> {
    if (this.#isLost) return Promise.reject(new WireLost('the connection to the source broke'));
    return new Promise((resolve, reject) => {
      const now = performance.now();
      if (this.#queue.length === 0) this.#heardAt = now;
      const prepared = this.#prepare(query.text);
      this.#out.bind(prepared.name, query.params);
      this.#queue.push({ query, prepared, resolve, reject, ends: now + query.timeoutMs, rows: null, error: null });
      this.#look ??= setTimeout(() => this.#lookThrough(), LOOK_MS).unref();
      this.#held += 1;
      // The server answers one after the other: what comes meanwhile loses nothing when it goes in one packet, which costs both sides less.
      if (this.#sent === 0 || this.#held >= MAX_PACKET) this.#schedule();
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
    if (this.#queue.length > 0 && now - this.#heardAt > SILENT_MS) return this.destroy();
    for (const { ends, reject } of this.#queue) if (ends <= now) reject(new WireLate('the statement took too long'));
    if (this.#queue.length > 0) this.#look = setTimeout(() => this.#lookThrough(), LOOK_MS).unref();
  }

  #prepare(text: string): Prepared {
    const known = this.#prepared.get(text);
    if (known) {
      this.#prepared.delete(text);
      this.#prepared.set(text, known);
      return known;
    }
    const made: Prepared = { name: `api_${++this.#made}`, columns: null, writers: null };
    this.#out.prepare(made.name, text);
    this.#prepared.set(text, made);
    if (this.#prepared.size > MAX_PREPARED) {
      const [oldest, { name }] = this.#prepared.entries().next().value!;
      this.#prepared.delete(oldest);
      this.#out.close(name);
    }
    return made;
  }

  #flush(): void {
    this.#isScheduled = false;
    this.#sent += this.#held;
    this.#held = 0;
    const bytes = this.#out.take();
    if (!this.#isLost) this.#socket.write(bytes);
  }

  #hear(chunk: Buffer): void {
    const bytes = this.#left === null ? chunk : Buffer.concat([this.#left, chunk]);
    let at = 0;
    while (at + 5 <= bytes.length) {
      const length = bytes.readInt32BE(at + 1);
      const end = at + 1 + length;
      if (end > bytes.length) break;
      this.#message(bytes, at, end);
      if (this.#isLost) return;
      at = end;
    }
    this.#left = at < bytes.length ? Buffer.from(bytes.subarray(at)) : null;
  }

  #message(bytes: Buffer, at: number, end: number): void {
    const current = this.#queue[0];
    const type = bytes[at];
    if (current === undefined) return; // notices and parameter states between statements
    switch (type) {
      case 0x44: // DataRow
        return this.#row(current, bytes, at + 7, end);
      case 0x54: // RowDescription
        current.prepared.columns = columnsOf(bytes, at + 5);
        return;
      case 0x45: // ErrorResponse
        current.error ??= errorOf(bytes, at + 5, end);
        // a statement that failed may not have been prepared at all
        this.#forget(current.query.text);
        return;
      case 0x5a: // ReadyForQuery
        this.#queue.shift();
        this.#sent -= 1;
        if (this.#sent === 0 && this.#held > 0) this.#schedule();
        return this.#finish(current);
      default:
    }
  }

  #forget(text: string): void {
    const known = this.#prepared.get(text);
    if (!known) return;
    this.#prepared.delete(text);
    // goes with the next statement
    this.#out.close(known.name);
  }

  #writers({ prepared, query }: Pending): readonly ColumnWriter[] {
    if (prepared.writers?.outs === query.outs) return prepared.writers.list;
    const columns = prepared.columns ?? [];
    const list = writersOf(
      columns.map(({ dataTypeID }) => dataTypeID),
      query.outs(columns),
    );
    prepared.writers = { outs: query.outs, list };
    return list;
  }

  #row(current: Pending, bytes: Buffer, from: number, end: number): void {
    if (current.error !== null) return;
    try {
      current.rows ??= new JsonRows(this.#writers(current), this.#scratch);
      current.rows.row(bytes, from, end - from);
      if (current.rows.length > current.query.maxBytes) current.error = new WireError('the answer is too large', 'too_large');
    } catch (error) {
      current.error = error instanceof Error ? error : new Error(String(error));
    }
  }

  #finish(current: Pending): void {
    const now = performance.now();
    const ms = now - this.#heardAt;
    this.#heardAt = now;
    const { error, rows, resolve, reject } = current;
    if (error !== null) return reject(error);
    const list = rows ?? new JsonRows([], this.#scratch);
    resolve({ json: list.end(), count: list.rows, ms });
  }
}
