import { ByteText } from '#kit/server/byte-text.ts';
import { LentBytes, takeBuffer } from '#kit/server/lent-bytes.ts';
import { isPlainNumber, valueOfText } from './postgres-values.ts';

/** How one column of a result is written. */
export interface ColumnOut {
  /** name in the answer; null leaves the column out */
  readonly name: string | null;
  /** what is shown instead of the value: a mask */
  readonly show: ((value: unknown) => unknown) | null;
}
export interface ColumnWriter {
  /** `"name":`, with the comma before it */
  readonly key: Buffer | null;
  readonly kind: 'skip' | 'raw' | 'bool' | 'float' | 'moment' | 'text' | 'value';
  readonly value: (text: string) => unknown;
}

/** How types whose JSON is not their own text are written. */
const KINDS: Readonly<Record<number, ColumnWriter['kind']>> = { 16: 'bool', 700: 'float', 701: 'float', 1184: 'moment' };

/** Writers for the columns of a result, by the types of the source and what the caller may see. */
export function writersOf(oids: readonly number[], outs: readonly ColumnOut[]): ColumnWriter[] {
  let isFirst = true;
  return oids.map((oid, i) => {
    const { name, show } = outs[i]!;
    const parse = valueOfText(oid);
    const value = show === null ? parse : (text: string) => show(parse(text));
    if (name === null) return { key: null, kind: 'skip', value };
    const key = Buffer.from(`${isFirst ? '' : ','}${JSON.stringify(name)}:`);
    isFirst = false;
    if (show !== null) return { key, kind: 'value', value };
    return { key, kind: KINDS[oid] ?? (isPlainNumber(oid) ? 'raw' : 'text'), value };
  });
}

const NULL = Buffer.from('null');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
/** The short escapes of JSON, by byte; 0 = none. */
const SHORT = new Uint8Array(128);
for (const [char, letter] of [
  ['"', '"'],
  ['\\', '\\'],
  ['\b', 'b'],
  ['\f', 'f'],
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
] as const)
  SHORT[char.charCodeAt(0)] = letter.charCodeAt(0);
/** Bytes that stand in a JSON text as they are; 1 = yes. */
const PLAIN = new Uint8Array(256).fill(1, 0x20);
for (const byte of ['"', '\\']) PLAIN[byte.charCodeAt(0)] = 0;
const HEX = Buffer.from('0123456789abcdef');
const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE, LIST, LIST_END] = [0x22, 0x5c, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d];
/** Bytes that are copied one by one. */
const MAX_BY_HAND = 40;
const DAY_LENGTH = '2026-01-02'.length;
const ZERO_MINUTES = Buffer.from(':00"');
const [LETTER_T, BLANK, PLUS, MINUS, POINT, ZERO, NINE] = [0x54, 0x20, 0x2b, 0x2d, 0x2e, 0x30, 0x39];

/** Writes a byte that JSON has an escape for; answers where the next one goes. */
function escaped(bytes: Buffer, from: number, byte: number): number {
  let at = from;
  bytes[at++] = BACKSLASH;
  const short = SHORT[byte]!;
  if (short !== 0) {
    bytes[at++] = short;
    return at;
  }
  at += bytes.write('u00', at, 'latin1');
  bytes[at++] = HEX[byte >> 4]!;
  bytes[at++] = HEX[byte & 15]!;
  return at;
}

/** Whether the text of a floating number is what JSON writes: digits with a point, no exponent, word or negative zero. */
function isPlainFloat(source: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = source[i]!;
    if (!((byte >= ZERO && byte <= NINE) || byte === POINT || (byte === MINUS && i === from))) return false;
  }
  return source[from] !== MINUS || source[from + 1] !== ZERO;
}
/** Whether a moment has a year of four digits and a zone of whole hours, as all of ours have; others are written by way of their text. */
function isPlainMoment(source: Buffer, from: number, to: number): boolean {
  const zone = source[to - 3];
  return source[from + DAY_LENGTH] === BLANK && source[from + 4] === MINUS && (zone === PLUS || zone === MINUS);
}
/** One byte of text becomes six at most: a control character. */
const MAX_GROWTH = 6;

/**
 * Bytes that answers of one connection are written in one after the other, so that each allocates no more than it has. They grow with answers;
 * a long answer takes them along.
 */
export interface JsonScratch {
  bytes: Buffer;
}
const LONG_BYTES = 65_536;
/** A larger answer gets bytes of its own. */
const MAX_SCRATCH_BYTES = 1_048_576;
export const jsonScratch = (): JsonScratch => ({ bytes: takeBuffer() });

/** Writes rows of the wire protocol (texts of columns with their lengths) as one JSON list, byte for byte what JSON.stringify writes. */
export class JsonRows {
  #bytes: Buffer;
  readonly #scratch: JsonScratch;
  #at = 0;
  #rows = 0;
  #rowEnd = 0;
  readonly #writers: readonly ColumnWriter[];
  readonly #keyBytes: number;

  /** `scratch` is used until `end()`. */
  constructor(writers: readonly ColumnWriter[], scratch: JsonScratch) {
    this.#scratch = scratch;
    this.#bytes = scratch.bytes;
    this.#writers = writers;
    this.#keyBytes = writers.reduce((sum, { key }) => sum + (key?.length ?? 0), 0);
    this.#bytes[this.#at++] = LIST;
  }
  get rows(): number {
    return this.#rows;
  }
  get length(): number {
    return this.#at;
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#at + bytes));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
    if (larger.length <= MAX_SCRATCH_BYTES) this.#scratch.bytes = larger;
  }
  /** Copies bytes; short ones one by one, which costs less than a call of the buffer. */
  #put(source: Buffer, from = 0, to = source.length): void {
    const bytes = this.#bytes;
    let at = this.#at;
    if (to - from > MAX_BY_HAND) at += source.copy(bytes, at, from, to);
    else for (let i = from; i < to; i++) bytes[at++] = source[i]!;
    this.#at = at;
  }

  /** One DataRow: `from` is where its columns begin (behind their number), `length` how many bytes they take. */
  row(source: Buffer, from: number, length: number): void {
    this.#room(length * MAX_GROWTH + this.#keyBytes + 16);
    if (this.#rows++ > 0) this.#bytes[this.#at++] = COMMA;
    this.#bytes[this.#at++] = OPEN;
    let at = from;
    this.#rowEnd = from + length;
    for (const writer of this.#writers) {
      // negative = null; bytes of a row are fewer than 2^31
      const size = (source[at]! << 24) | (source[at + 1]! << 16) | (source[at + 2]! << 8) | source[at + 3]!;
      at += 4;
      const to = size > 0 ? at + size : at;
      if (writer.kind === 'text' && size >= 0) this.#text(writer.key!, source, at, to);
      else if (writer.key !== null) {
        this.#put(writer.key);
        if (size < 0) this.#put(NULL);
        else this.#value(writer, source, at, to);
      }
      at = to;
    }
    this.#bytes[this.#at++] = CLOSE;
  }

  #value({ kind, value }: ColumnWriter, source: Buffer, from: number, to: number): void {
    if (kind === 'raw' || (kind === 'float' && isPlainFloat(source, from, to))) return this.#put(source, from, to);
    if (kind === 'moment' && isPlainMoment(source, from, to)) return this.#moment(source, from, to);
    if (kind === 'bool') return this.#put(source[from] === 0x74 ? TRUE : FALSE);
    const shown = value(source.toString('utf8', from, to));
    // what is still to come of the row; a mask may write more than it was given
    const rest = (this.#rowEnd - to) * MAX_GROWTH + this.#keyBytes + 16;
    if (typeof shown === 'string' && shown.length <= MAX_BY_HAND) {
      this.#room(shown.length + 2 + rest);
      if (this.#short(shown)) return;
    }
    const json = JSON.stringify(shown) ?? 'null';
    this.#room(json.length * 3 + rest);
    this.#at += this.#bytes.write(json, this.#at, 'utf8');
  }

  /** Writes a short text that needs neither escapes nor several bytes for a character, as most masks show; false: nothing is written. */
  #short(text: string): boolean {
    const bytes = this.#bytes;
    let at = this.#at;
    bytes[at++] = QUOTE;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80 || PLAIN[code] === 0) return false;
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
    this.#at = at;
    return true;
  }

  /** `2026-01-02 03:04:05+08` as `"2026-01-02T03:04:05+08:00"`. */
  #moment(source: Buffer, from: number, to: number): void {
    this.#bytes[this.#at++] = QUOTE;
    this.#put(source, from, to);
    this.#bytes[this.#at - (to - from) + DAY_LENGTH] = LETTER_T;
    this.#put(ZERO_MINUTES);
  }

  /** Key and text together: most of what is written is this. */
  #text(key: Buffer, source: Buffer, from: number, to: number): void {
    const bytes = this.#bytes;
    const plain = PLAIN;
    let at = this.#at;
    for (let i = 0; i < key.length; i++) bytes[at++] = key[i]!;
    bytes[at++] = QUOTE;
    for (let i = from; i < to; i++) {
      const byte = source[i]!;
      if (plain[byte] === 1) bytes[at++] = byte;
      else at = escaped(bytes, at, byte);
    }
    bytes[at++] = QUOTE;
    this.#at = at;
  }

  /** The whole list. */
  end(): ByteText {
    this.#room(1);
    this.#bytes[this.#at++] = LIST_END;
    if (this.#at < LONG_BYTES) return new ByteText(this.#bytes.toString('latin1', 0, this.#at));
    if (this.#scratch.bytes === this.#bytes) this.#scratch.bytes = takeBuffer();
    return new ByteText(new LentBytes(this.#bytes, this.#at));
  }
}
