import type { DialectName } from '#modules/sources/contract/db-types.ts';
import type { ColumnStats } from '../../../contract/column-stats.ts';
import { dialectOf } from '#modules/sources/core/index.ts';

/** A table to measure. */
export interface MeasuredTable {
  readonly schemaName: string;
  readonly tableName: string;
  readonly tableKind: string;
  readonly rowEstimate: string | null;
}

const KINDS: readonly (readonly [RegExp, ColumnStats['kind']])[] = [
  [/\[\]|json|xml|blob|binary|bytea|raw|image|geo|point|array|struct|map|clob|^n?text$|interval|tuple|nested|range|bit/i, 'other'],
  [/^(u?int|u?big|u?small|u?tiny|medium|integer|serial|decimal|dec|numeric|number|float|double|real|money)/i, 'number'],
  [/bool/i, 'boolean'],
  [/^(date|time|smalldate)/i, 'time'],
  [/char|text|string|uuid|enum|^name$|^long$/i, 'text'],
];
const wrapped = /^(?:nullable|lowcardinality)\((.*)\)$/i;

/** Class of a database type for statistics (number, text, time …); types that cannot be compared or are too large are `other`. */
export function kindOf(dataType: string, dialect: DialectName): ColumnStats['kind'] {
  const inner = wrapped.exec(dataType)?.[1];
  if (inner !== undefined) return kindOf(inner, dialect);
  // large texts of these sources cannot be counted by value, those of the others can
  const canCountText = dialect !== 'tsql' && dialect !== 'oracle';
  if (canCountText && /^(tiny|medium|long)?text$/i.test(dataType)) return 'text';
  // its values are made for one currency and cannot be counted with
  if (dialect === 'postgres' && dataType === 'money') return 'other';
  return KINDS.find(([pattern]) => pattern.test(dataType))?.[1] ?? 'other';
}

/** So many rows of a relation, the first of an order where one is given (Oracle: of that of `from`). */
export const limited = (dialect: DialectName, columns: string, from: string, rows: number, order = ''): string =>
  dialect === 'tsql'
    ? `select top ${rows} ${columns} from ${from}${order}`
    : dialect === 'oracle'
      ? `select ${columns} from ${from} where rownum <= ${rows}`
      : `select ${columns} from ${from}${order} limit ${rows}`;

export const fullName = (dialect: DialectName, table: MeasuredTable): string => {
  const { quote } = dialectOf(dialect);
  return [table.schemaName, table.tableName].filter(Boolean).map(quote).join('.');
};
