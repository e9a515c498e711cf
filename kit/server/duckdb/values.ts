import { DuckDBTypeId, JsonDuckDBValueConverter, type DuckDBDataChunk, type DuckDBType } from '@duckdb/node-api';
import type { EngineColumn } from './protocol.ts';

const T = DuckDBTypeId;
const NUMBERS = new Set<number>([
  T.TINYINT,
  T.SMALLINT,
  T.INTEGER,
  T.BIGINT,
  T.UTINYINT,
  T.USMALLINT,
  T.UINTEGER,
  T.UBIGINT,
  T.HUGEINT,
  T.UHUGEINT,
  T.FLOAT,
  T.DOUBLE,
  T.DECIMAL,
]);
const TIMES = new Set<number>([T.DATE, T.TIMESTAMP, T.TIMESTAMP_S, T.TIMESTAMP_MS, T.TIMESTAMP_NS, T.TIMESTAMP_TZ]);
const NESTED = new Set<number>([T.LIST, T.STRUCT, T.MAP, T.ARRAY, T.UNION]);

/** Name, exact type text and display kind (`number`, `time`, `boolean` …) of a result column. */
export function columnOf(name: string, type: DuckDBType): EngineColumn {
  const id: number = type.typeId;
  const kind = NUMBERS.has(id)
    ? 'number'
    : TIMES.has(id)
      ? 'time'
      : id === T.BOOLEAN
        ? 'boolean'
        : id === T.BLOB
          ? 'binary'
          : NESTED.has(id) || type.alias === 'JSON'
            ? 'json'
            : 'text';
  return { name, type: type.alias ?? type.toString(), kind };
}

/** `2026-01-02 03:04:05+08` → `2026-01-02T03:04:05+08:00` */
const moment = (text: string): string => (/^\d{4}-\d\d-\d\d \d/.test(text) ? text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00') : text);

function columnValues(chunk: DuckDBDataChunk, index: number, type: DuckDBType): unknown[] {
  if (type.typeId === T.BLOB)
    return chunk
      .getColumnValues(index)
      .map((value) => (value === null ? null : `\\x${Buffer.from((value as { bytes: Uint8Array }).bytes).toString('hex')}`));
  if (type.typeId === T.INTERVAL) return chunk.getColumnValues(index).map((value) => (value === null ? null : String(value)));
  const values = chunk.convertColumnValues(index, JsonDuckDBValueConverter) as unknown[];
  if (type.typeId === T.TIMESTAMP_TZ) return values.map((value) => (typeof value === 'string' ? moment(value) : value));
  if (NESTED.has(type.typeId)) return values.map((value) => (value === null ? null : JSON.stringify(value)));
  return values;
}

/** Rows of a data chunk without loss of precision: 64-bit integers and decimals as text, nested values as JSON. */
export function rowsOf(chunk: DuckDBDataChunk, types: readonly DuckDBType[]): unknown[][] {
  const columns = types.map((type, index) => columnValues(chunk, index, type));
  return Array.from({ length: chunk.rowCount }, (_, row) => columns.map((values) => values[row]));
}
