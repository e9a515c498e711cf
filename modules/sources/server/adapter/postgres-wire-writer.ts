/** `Execute` of the unnamed portal without a limit of rows, and `Sync`. */
const EXECUTE_SYNC = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);
const [BIND, CLOSE, DESCRIBE, PARSE, STATEMENT] = [0x42, 0x43, 0x44, 0x50, 0x53];
const FIRST_BYTES = 4096;
/** Bytes of UTF-8 for one unit of a JavaScript text, at most. */
const MAX_UTF8 = 3;

/** Messages of a client to PostgreSQL (extended query), written one behind the other into one packet. */
export class WireWriter {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #at = 0;

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + bytes));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
  #int32(value: number, at = this.#at): void {
    this.#bytes.writeInt32BE(value, at);
  }
  #int16(value: number): void {
    this.#bytes[this.#at++] = value >> 8;
    this.#bytes[this.#at++] = value & 0xff;
  }
  #text(text: string): void {
    this.#at += this.#bytes.write(text, this.#at, 'utf8');
    this.#bytes[this.#at++] = 0;
  }
  /** Begins a message; answers where its length goes. */
  #begin(type: number): number {
    this.#bytes[this.#at] = type;
    this.#at += 5;
    return this.#at - 4;
  }
  #end(start: number): void {
    this.#int32(this.#at - start, start);
  }

  /** `Parse` of a statement whose parameters the server finds out, and `Describe`. */
  prepare(name: string, text: string): void {
    this.#room(text.length * MAX_UTF8 + name.length * 2 + 32);
    const parse = this.#begin(PARSE);
    this.#text(name);
    this.#text(text);
    this.#int16(0);
    this.#end(parse);
    this.#ofStatement(DESCRIBE, name);
  }
  /** `Close` of a prepared statement. */
  close(name: string): void {
    this.#room(name.length + 16);
    this.#ofStatement(CLOSE, name);
  }
  #ofStatement(type: number, name: string): void {
    const start = this.#begin(type);
    this.#bytes[this.#at++] = STATEMENT;
    this.#text(name);
    this.#end(start);
  }

  /** `Bind` of values as texts to the unnamed portal with results as texts, `Execute`, `Sync`. */
  bind(name: string, params: readonly unknown[]): void {
    this.#room(name.length + 64);
    const start = this.#begin(BIND);
    this.#bytes[this.#at++] = 0;
    this.#text(name);
    this.#int16(0);
    this.#int16(params.length);
    for (const param of params) this.#param(param === null || param === undefined ? null : String(param));
    this.#room(EXECUTE_SYNC.length + 2);
    this.#int16(0);
    this.#end(start);
    this.#bytes.set(EXECUTE_SYNC, this.#at);
    this.#at += EXECUTE_SYNC.length;
  }
  #param(text: string | null): void {
    this.#room(4 + (text?.length ?? 0) * MAX_UTF8);
    const length = text === null ? -1 : this.#bytes.write(text, this.#at + 4, 'utf8');
    this.#int32(length);
    this.#at += 4 + Math.max(0, length);
  }

  /** What was written, for the socket alone. */
  take(): Buffer {
    const bytes = Buffer.from(this.#bytes.subarray(0, this.#at));
    this.#at = 0;
    return bytes;
  }
}
