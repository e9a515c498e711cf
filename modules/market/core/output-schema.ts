/** What is known of one field of an answer. */
export interface KnownOutput {
  readonly name: string;
  /** type of the source, `numeric(18,2)`; null where a script was never tried */
  readonly dataType: string | null;
  /** how it is masked, `前3后4`; null = it comes as it is */
  readonly mask: string | null;
}
type Schema = Record<string, unknown>;

const OR_NULL = (type: string, more: Schema = {}): Schema => ({ type: [type, 'null'], ...more });
/** Exact numbers come as text where JavaScript could not hold all of them; which ones do depends on the kind of the source. */
const EXACT: Schema = { type: ['string', 'number', 'null'], format: 'decimal' };

/** By names that PostgreSQL, MySQL, SQL Server, Oracle, ClickHouse and SQLite give types; the first that fits. */
const SCHEMAS: readonly (readonly [RegExp, Schema])[] = [
  [/^(bigint|u?int(8|64|128|256)|bigserial|largeint|decimal|dec\b|numeric|number|uint)/, EXACT],
  [/^(tinyint|smallint|mediumint|integer|int\d*|serial|smallserial|year|oid)\b/, OR_NULL('integer')],
  [/^(real|float|double|binary_float|binary_double)/, OR_NULL('number')],
  [/^bool/, OR_NULL('boolean')],
  [/^date$/, OR_NULL('string', { format: 'date' })],
  [/^(timestamptz|timestamp.*with time zone)/, OR_NULL('string', { format: 'date-time' })],
  [/char|text|string|clob|uuid|enum|time|interval/, OR_NULL('string')],
];

/** The JSON schema of a field: of its type as answers write it, of a text where it is masked; empty for types that nothing is known of. */
export function outputSchema({ dataType, mask }: Pick<KnownOutput, 'dataType' | 'mask'>): Schema {
  if (mask !== null) return OR_NULL('string');
  const type = (dataType ?? '').trim().toLowerCase();
  const inner = /^(?:nullable|lowcardinality)\((.*)\)$/.exec(type)?.[1];
  if (inner !== undefined) return outputSchema({ dataType: inner, mask });
  return SCHEMAS.find(([names]) => names.test(type))?.[1] ?? {};
}
