import type pg from 'pg';
import type { ResultColumn } from './types.ts';

const asIs = (text: string): string => text;
const bool = (text: string): boolean => text === 't';
/** NaN and the infinities have no place in JSON: they stay words. */
const float = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text);
/** `2026-01-02 03:04:05+08` → `2026-01-02T03:04:05+08:00`; infinity and dates BC stay as they are. */
const moment = (text: string): string =>
  /^\d{4}-\d\d-\d\d \d/.test(text) && !text.endsWith('BC') ? text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00') : text;

const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: bool,
  21: Number,
  23: Number,
  26: Number,
  700: float,
  701: float,
  1184: moment,
};

/** Exact values: int8 and numeric stay text, json stays as written, times are ISO. */
export const valueTypes = { getTypeParser: (oid: number) => PARSERS[oid] ?? asIs } as unknown as pg.CustomTypesConfig;

/** How a text of the wire becomes a value, by the type's number. */
export const valueOfText = (oid: number): ((text: string) => unknown) => PARSERS[oid] ?? asIs;
/** Types whose text is JSON as it is: whole numbers that JavaScript keeps. */
export const isPlainNumber = (oid: number): boolean => oid === 21 || oid === 23 || oid === 26;

const NAMES: Readonly<Record<number, readonly [type: string, kind: ResultColumn['kind']]>> = {
  16: ['boolean', 'boolean'],
  17: ['bytea', 'binary'],
  20: ['bigint', 'number'],
  21: ['smallint', 'number'],
  23: ['integer', 'number'],
  25: ['text', 'text'],
  26: ['oid', 'number'],
  114: ['json', 'json'],
  700: ['real', 'number'],
  701: ['double precision', 'number'],
  790: ['money', 'text'],
  1042: ['char', 'text'],
  1043: ['varchar', 'text'],
  1082: ['date', 'time'],
  1083: ['time', 'text'],
  1114: ['timestamp', 'time'],
  1184: ['timestamptz', 'time'],
  1186: ['interval', 'text'],
  1700: ['numeric', 'number'],
  2950: ['uuid', 'text'],
  3802: ['jsonb', 'json'],
};
export const resultColumn = (field: { name: string; dataTypeID: number }): ResultColumn => {
  const [type, kind] = NAMES[field.dataTypeID] ?? ['其他', 'text'];
  return { name: field.name, type, kind };
};
