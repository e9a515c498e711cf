import { growsFrom, type GrowingType } from '#modules/sources/core/index.ts';
import type { ExtractPlan } from '../../contract/data-set-model.ts';
import type { Field } from '../../contract/field.ts';
import { quoteName } from './base-query.ts';

/** A column as the source described it. */
export interface ExtractColumn {
  readonly name: string;
  readonly type: string;
  readonly kind: string;
  /** values are masks, whatever the column holds */
  readonly masked: boolean;
  /** a value was seen that no decimal holds (exponents, NaN, more than ten decimals) */
  readonly isFloat?: boolean;
}

const duck = (name: string): string => quoteName(name, 'duckdb');
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

const EXACT_DECIMALS = 10;
const EXACT = new RegExp(`^-?\\d{1,28}(\\.\\d{0,${EXACT_DECIMALS}})?$`);
/** True for a number that a decimal of the extract holds as it is. */
export const isExact = (value: unknown): boolean => value === null || value === undefined || EXACT.test(String(value));

/** Type of a column in the extract: exact for integers and decimals that say their size, text where masks may stand. */
export function extractType(column: ExtractColumn): string {
  const { type, kind, masked } = column;
  if (masked) return 'VARCHAR';
  const name = type.toLowerCase();
  if (kind === 'boolean') return 'BOOLEAN';
  if (kind === 'time') return /^date$/.test(name) ? 'DATE' : /^time\b/.test(name) ? 'VARCHAR' : 'TIMESTAMP';
  if (kind !== 'number') return 'VARCHAR';
  const sized = /^(?:decimal|numeric|number)\s*\((\d+)(?:\s*,\s*(\d+))?\)/.exec(name);
  if (sized && Number(sized[1]) <= 38) return `DECIMAL(${sized[1]}, ${sized[2] ?? 0})`;
  if (/^(numeric|decimal|number)$/.test(name) && !column.isFloat) return `DECIMAL(38, ${EXACT_DECIMALS})`;
  if (
    /^(tinyint|smallint|mediumint|int|integer|int2|int4|int8|bigint|u?int(8|16|32|64)|year|oid|u?bigint|usmallint|uinteger|utinyint)\b/.test(
      name,
    )
  )
    return 'BIGINT';
  return 'DOUBLE';
}

/** How a column of texts becomes its type: times with a zone are written as they are told in the zone of the platform. */
export function castOf(column: ExtractColumn): string {
  const type = extractType(column);
  const name = duck(column.name);
  if (type === 'VARCHAR') return name;
  if (type !== 'TIMESTAMP') return `cast(${name} as ${type}) as ${name}`;
  return `case when regexp_matches(${name}, '[0-9]:[0-9]{2}([.][0-9]+)?([+-][0-9]{2}(:?[0-9]{2})?|Z)$') then cast(cast(${name} as timestamptz) as timestamp) else cast(${name} as timestamp) end as ${name}`;
}

/** The rows that an incremental run reads: those of the overlap and later, and those without a value. `begin` is a value of ours. */
export function incrementalQuery(base: string, begin: string, field: Pick<Field, 'id' | 'type'>, dialect: string): string {
  const column = `part.${quoteName(field.id, dialect)}`;
  const type = field.type as GrowingType;
  return `select * from (${base}\n) part where ${growsFrom(column, begin, { type, dialect, literal: text })}`;
}

interface Files {
  /** delimited text with the rows that were read */
  readonly csv: string;
  /** the extract that answers until now, of an incremental run */
  readonly older: string | null;
}

/** What stands for NULL in the text; texts are always quoted, so no value can look like it. */
export const NULL_MARK = '\\N';

/**
 * Statements that make the table of a new snapshot. An incremental one takes the older rows over except those that the run has read again:
 * rows of the window from `begin` on, rows without a watermark, and rows whose key came once more. Of rows with one key the one with the
 * largest watermark stays.
 */
export function buildStatements(columns: readonly ExtractColumn[], plan: ExtractPlan, begin: string | null, files: Files): string[] {
  const list = columns.map((column) => `${text(column.name)}: 'VARCHAR'`).join(', ');
  const read = `select ${columns.map(castOf).join(', ')} from read_csv(${text(files.csv)}, auto_detect = false, columns = {${list}}, delim = ',',
    quote = '"', escape = '"', header = false, nullstr = '${NULL_MARK}', allow_quoted_nulls = false, max_line_size = 33554432, parallel = false)`;
  const names = columns.map((column) => duck(column.name)).join(', ');
  const key = plan.mode === 'incremental' ? plan.key.map(duck).join(', ') : '';
  const mark = plan.watermark ? duck(plan.watermark) : null;
  const once = key ? ` qualify row_number() over (partition by ${key} order by ${mark ?? '1'} desc nulls last) = 1` : '';
  const statements = [`set TimeZone = 'Asia/Shanghai'`, `create table rows as select * from (${read})${once}`];
  if (files.older !== null && begin !== null && mark !== null) {
    const window = columns.find((column) => column.name === plan.watermark)!;
    const again = key
      ? ` and not exists (select 1 from main.rows as fresh where ${plan.key.map((one) => `fresh.${duck(one)} = older.${duck(one)}`).join(' and ')})`
      : '';
    statements.push(
      `attach ${text(files.older)} as old (read_only)`,
      `insert into rows (${names}) select ${names} from old.rows as older where older.${mark} < cast(${text(begin)} as ${extractType(window)})${again}`,
      'detach old',
    );
  }
  statements.push('checkpoint');
  return statements;
}
