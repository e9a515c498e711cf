export type TypeFamily = 'text' | 'integer' | 'decimal' | 'date' | 'datetime' | 'boolean' | 'other';

const FAMILIES: readonly (readonly [RegExp, TypeFamily])[] = [
  [/^(bool|boolean|bit)/i, 'boolean'],
  [/^(tiny|small|medium|big)?(int|serial)|^int\d*|^(u?int\d+)|^number\(\d+\)$|^(small|big)serial/i, 'integer'],
  [/^(decimal|dec|numeric|number|float|double|real|money)/i, 'decimal'],
  [/^(timestamp|datetime|smalldatetime)/i, 'datetime'],
  [/^date$/i, 'date'],
  [/char|text|string|clob|uuid|enum/i, 'text'],
];
/** What kind of values a database type holds, whatever the source calls it. */
export const familyOf = (dataType: string): TypeFamily => FAMILIES.find(([pattern]) => pattern.test(dataType.trim()))?.[1] ?? 'other';

/** The family that a data type of an element asks for. */
export const familyOfElement = (dataType: string): TypeFamily =>
  dataType === 'varchar' || dataType === 'char' ? 'text' : familyOf(dataType);
