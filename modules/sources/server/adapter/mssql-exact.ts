import { createRequire } from 'node:module';

interface Metadata {
  readonly type: { readonly name: string };
  readonly scale?: number;
}
interface Parsed {
  value: unknown;
  readonly offset: number;
}
type ReadValue = (buffer: Buffer, offset: number, metadata: Metadata, options: unknown) => Parsed;

/** `12345`, 2 → `123.45` */
export function withScale(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** Little-endian bytes of a positive number. */
const magnitude = (bytes: Buffer): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** Reads a decimal or money value once more, as text; `at` is where its length stands. [MS-TDS] 2.2.5.5.1.2 and 2.2.5.5.1.5 */
export function exactText(buffer: Buffer, at: number, { type, scale = 0 }: Metadata): string | null {
  if (type.name === 'DecimalN' || type.name === 'NumericN') {
    const length = buffer.readUInt8(at);
    if (length === 0) return null;
    const digits = magnitude(buffer.subarray(at + 2, at + 1 + length));
    return withScale(buffer.readUInt8(at + 1) === 1 ? digits : -digits, scale);
  }
  const length = type.name === 'MoneyN' ? buffer.readUInt8(at) : type.name === 'Money' ? 8 : 4;
  const from = type.name === 'MoneyN' ? at + 1 : at;
  if (length === 0) return null;
  if (length === 4) return withScale(BigInt(buffer.readInt32LE(from)), 4);
  return withScale((BigInt(buffer.readInt32LE(from)) << 32n) | BigInt(buffer.readUInt32LE(from + 4)), 4);
}

const EXACT = new Set(['DecimalN', 'NumericN', 'Money', 'MoneyN', 'SmallMoney']);
let isDone = false;

/**
 * Makes tedious give decimals and money as text: it turns them into floating point numbers before anybody sees them, and knows no setting
 * against it. Its own reader goes first, so that what it refuses or waits for stays as it is. Throws when the driver's inside is another.
 */
export function makeExact(): void {
  if (isDone) return;
  const load = createRequire(createRequire(import.meta.url).resolve('mssql'));
  const parser = load('tedious/lib/value-parser') as { readValue: ReadValue };
  const original = parser.readValue;
  if (typeof original !== 'function') throw new Error('tedious has another value parser');
  parser.readValue = (buffer, offset, metadata, options) => {
    const parsed = original(buffer, offset, metadata, options);
    if (EXACT.has(metadata.type.name) && parsed.value !== null) parsed.value = exactText(buffer, offset, metadata);
    return parsed;
  };
  isDone = true;
}
