import type { Duplex } from 'node:stream';
import { JsonRows, writersOf, type ColumnOut, type ColumnWriter } from './json-rows.ts';

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
}
export interface WireRows {
  /** a JSON list of records */
  readonly json: Buffer;
  readonly count: number;
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
  rows: JsonRows | null;
  error: Error | null;
}

/** Statements that one connection keeps; beyond, the one that was not used for longest is closed. */
const MAX_PREPARED = 200;
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

function message(type: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)));
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};

function bindMessage(name: string, params: readonly unknown[]): Buffer {
  const texts = params.map((param) => (param === null || param === undefined ? null : Buffer.from(String(param))));
  const values = texts.flatMap((text) => {
    const head = Buffer.alloc(4);
    head.writeInt32BE(text === null ? -1 : text.length);
    return text === null ? [head] : [head, text];
  });
  // the unnamed portal; parameters and results as text
  return message('B', '', name, int16(0), int16(params.length), ...values, int16(0));
}
const EXECUTE = message('E', '', Buffer.alloc(4));

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
  #out: Buffer[] = [];
  #isScheduled = false;
  #left: Buffer | null = null;
  #made = 0;
  #isLost = false;
  /** when the server last answered, or when it was asked after it had nothing to do */
  #heardAt = performance.now();

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

  /** Ends the connection when a statement waits and nothing was answered for so long. */
  endIfSilent(ms: number): void {
    if (this.#queue.length > 0 && performance.now() - this.#heardAt > ms) this.destroy();
  }

  /** Ends the connection; what waits is told that nothing is known of it. */
  destroy(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#socket.destroy();
    for (const { reject } of this.#queue.splice(0)) reject(new WireLost('the connection to the source broke'));
  }

  query(query: WireQuery): Promise<WireRows> {
    if (this.#isLost) return Promise.reject(new WireLost('the connection to the source broke'));
    return new Promise((resolve, reject) => {
      if (this.#queue.length === 0) this.#heardAt = performance.now();
      const prepared = this.#prepare(query.text);
      this.#out.push(bindMessage(prepared.name, query.params), EXECUTE, SYNC);
      this.#queue.push({ query, prepared, resolve, reject, rows: null, error: null });
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      // what comes within one turn of the loop goes in one packet
      setImmediate(() => this.#flush());
    });
  }

  #prepare(text: string): Prepared {
    const known = this.#prepared.get(text);
    if (known) {
      this.#prepared.delete(text);
      this.#prepared.set(text, known);
      return known;
    }
    const made: Prepared = { name: `api_${++this.#made}`, columns: null, writers: null };
    this.#out.push(message('P', made.name, text, int16(0)), message('D', Buffer.from('S'), made.name));
    this.#prepared.set(text, made);
    if (this.#prepared.size > MAX_PREPARED) {
      const [oldest, { name }] = this.#prepared.entries().next().value!;
      this.#prepared.delete(oldest);
      this.#out.push(message('C', Buffer.from('S'), name));
    }
    return made;
  }

  #flush(): void {
    this.#isScheduled = false;
    const out = Buffer.concat(this.#out);
    this.#out = [];
    if (!this.#isLost) this.#socket.write(out);
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
        this.#heardAt = performance.now();
        return this.#finish(current);
      default:
    }
  }

  #forget(text: string): void {
    const known = this.#prepared.get(text);
    if (!known) return;
    this.#prepared.delete(text);
    // goes with the next statement
    this.#out.push(message('C', Buffer.from('S'), known.name));
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
      current.rows ??= new JsonRows(this.#writers(current));
      current.rows.row(bytes, from, end - from);
      if (current.rows.length > current.query.maxBytes) current.error = new WireError('the answer is too large', 'too_large');
    } catch (error) {
      current.error = error instanceof Error ? error : new Error(String(error));
    }
  }

  #finish(current: Pending): void {
    const { error, rows, resolve, reject } = current;
    if (error !== null) return reject(error);
    const list = rows ?? new JsonRows([]);
    resolve({ json: list.end(), count: list.rows });
  }
}
