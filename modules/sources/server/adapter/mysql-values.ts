import type { ResultColumn } from './types.ts';

/** What the protocol says of a column. */
export interface MysqlField {
  readonly name: string;
  readonly columnType?: number;
  readonly flags?: number | string[];
  readonly characterSet?: number;
  readonly columnLength?: number;
  readonly decimals?: number;
  readonly extendedFormat?: string;
}

const BINARY = 63;
const UNSIGNED = 32;
const ENUM = 256;
const SET = 2048;
const LENGTHS_OF_BLOBS = [
  [255, 'tiny'],
  [65_535, ''],
  [16_777_215, 'medium'],
] as const;

/** Exact values: bigint and decimal come as text, times as they were written, JSON as written. Given to the driver for every connection. */
export const VALUE_OPTIONS = {
  supportBigNumbers: true,
  bigNumberStrings: true,
  dateStrings: true,
  jsonStrings: true,
  rowsAsArray: true,
} as const;

type Kind = ResultColumn['kind'];
const NAMES: Readonly<Record<number, readonly [type: string, kind: Kind]>> = {
  0x00: ['decimal', 'number'],
  0x01: ['tinyint', 'number'],
  0x02: ['smallint', 'number'],
  0x03: ['int', 'number'],
  0x04: ['float', 'number'],
  0x05: ['double', 'number'],
  0x06: ['null', 'text'],
  0x07: ['timestamp', 'time'],
  0x08: ['bigint', 'number'],
  0x09: ['mediumint', 'number'],
  0x0a: ['date', 'time'],
  0x0b: ['time', 'text'],
  0x0c: ['datetime', 'time'],
  0x0d: ['year', 'number'],
  0x0e: ['date', 'time'],
  0x10: ['bit', 'text'],
  0xf2: ['vector', 'text'],
  0xf5: ['json', 'json'],
  0xf6: ['decimal', 'number'],
  0xff: ['geometry', 'text'],
};

const flagsOf = (field: MysqlField): number => (typeof field.flags === 'number' ? field.flags : 0);

export function resultColumn(field: MysqlField): ResultColumn {
  const { name, columnType = 0xfd, characterSet, columnLength = 0 } = field;
  if (field.extendedFormat === 'json') return { name, type: 'json', kind: 'json' };
  const known = NAMES[columnType];
  if (known) {
    const isUnsigned = known[1] === 'number' && known[0] !== 'year' && (flagsOf(field) & UNSIGNED) !== 0;
    return { name, type: isUnsigned ? `${known[0]} unsigned` : known[0], kind: known[1] };
  }
  if (flagsOf(field) & ENUM || columnType === 0xf7) return { name, type: 'enum', kind: 'text' };
  if (flagsOf(field) & SET || columnType === 0xf8) return { name, type: 'set', kind: 'text' };
  const isBinary = characterSet === BINARY;
  if (columnType >= 0xf9 && columnType <= 0xfc) {
    const size = isBinary ? columnLength : columnLength / 4;
    const prefix = LENGTHS_OF_BLOBS.find(([most]) => size <= most)?.[1] ?? 'long';
    return { name, type: `${prefix}${isBinary ? 'blob' : 'text'}`, kind: isBinary ? 'binary' : 'text' };
  }
  if (columnType === 0xfe) return { name, type: isBinary ? 'binary' : 'char', kind: isBinary ? 'binary' : 'text' };
  return { name, type: isBinary ? 'varbinary' : 'varchar', kind: isBinary ? 'binary' : 'text' };
}

const bits = (bytes: Buffer, length: number): string =>
  [...bytes]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .slice(-Math.max(1, length));

/** The shortest decimal that is this number in single precision: the binary protocol sends 0.1 as 0.10000000149011612. */
function single(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** `\x6869`, as PostgreSQL writes bytes. */
const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

/** How the values of a column go into JSON; undefined = as they are. */
export function converterOf(field: MysqlField): ((value: unknown) => unknown) | undefined {
  switch (field.columnType) {
    case 0x04:
      return (value) => (typeof value === 'number' ? single(value) : value);
    case 0x05:
      return undefined;
    case 0x07:
      // an instant, read in the time zone of the session; zero dates stay as they are
      return (value) => (typeof value === 'string' && !value.startsWith('0000') ? `${value.replace(' ', 'T')}+08:00` : value);
    case 0x10:
      return (value) => (Buffer.isBuffer(value) ? bits(value, field.columnLength ?? 1) : value);
    case 0xff:
    case 0xf2:
      return (value) => (value === null ? null : Buffer.isBuffer(value) ? hex(value) : JSON.stringify(value));
    default:
      return (value) => (Buffer.isBuffer(value) ? hex(value) : value);
  }
}
