import { COLUMN_TYPES, type ModelColumn } from '../../contract/column.ts';

type TypeParts = Pick<ModelColumn, 'columnType' | 'columnLength' | 'columnScale'>;
type Name = ModelColumn['columnType'];

/** Other words for types, as databases and people call them. */
const ALIASES: Readonly<Record<string, Name>> = {
  varchar2: 'varchar',
  nvarchar: 'varchar',
  string: 'varchar',
  字符: 'varchar',
  文本: 'varchar',
  长文本: 'text',
  clob: 'text',
  integer: 'int',
  int4: 'int',
  smallint: 'int',
  整数: 'int',
  int8: 'bigint',
  long: 'bigint',
  numeric: 'decimal',
  number: 'decimal',
  小数: 'decimal',
  金额: 'decimal',
  日期: 'date',
  timestamp: 'datetime',
  timestamptz: 'datetime',
  日期时间: 'datetime',
  时间: 'time',
};
/** What is offered while a type is typed. */
export const TYPE_EXAMPLES = ['varchar(200)', 'char(18)', 'text', 'int', 'bigint', 'decimal(18,2)', 'date', 'datetime', 'time'];
const SIZED: Readonly<Partial<Record<Name, readonly [length: string, scale: string | null]>>> = {
  varchar: ['255', null],
  char: ['1', null],
  decimal: ['18', '2'],
};

/** `varchar(200)`, `decimal(18,2)`, `date` */
export function typeText({ columnType, columnLength, columnScale }: TypeParts): string {
  if (columnLength === null || SIZED[columnType] === undefined) return columnType;
  return `${columnType}(${columnLength}${columnType === 'decimal' && columnScale !== null ? `,${columnScale}` : ''})`;
}

/** Reads a type as people write it; sizes that are missing get the usual ones. Null: it is none. */
export function typeOf(text: string): TypeParts | null {
  const [, word = '', length, scale] =
    /^([\p{L}\d]+)\s*(?:[(（]\s*(\d{1,4})\s*(?:[,，]\s*(\d{1,2})\s*)?[)）])?$/u.exec(text.trim().toLowerCase()) ?? [];
  const columnType = COLUMN_TYPES.find((one) => one === word) ?? ALIASES[word];
  if (columnType === undefined) return null;
  const usual = SIZED[columnType];
  if (usual === undefined) return { columnType, columnLength: null, columnScale: null };
  return {
    columnType,
    columnLength: length ?? usual[0],
    columnScale: columnType === 'decimal' ? (length === undefined ? usual[1] : (scale ?? '0')) : null,
  };
}

const CONTROLS: Readonly<Partial<Record<Name, ModelColumn['htmlType']>>> = {
  text: 'textarea',
  date: 'datetime',
  datetime: 'datetime',
  int: 'number',
  bigint: 'number',
  decimal: 'number',
};
/** The control that suits a type. */
export const controlOf = (type: Name): ModelColumn['htmlType'] => CONTROLS[type] ?? 'input';
