import type { ParamType, ReqParam } from '../contract/api.ts';

/** A value as it is bound. */
export type Value = string | number;
/** What a call gives for a parameter: nothing, one value, or several for IN. */
export type Given = Value | readonly Value[] | null;

/** A parameter that a call gave wrongly. */
export class ParamProblem extends Error {
  readonly param: string;
  constructor(param: string, message: string) {
    super(message);
    this.name = 'ParamProblem';
    this.param = param;
  }
}

/** Characters of one text value; longer ones are no search. */
const MAX_TEXT = 500;
/** Values of one list. */
export const MAX_LIST = 200;

const INT_RANGES: readonly (readonly [type: RegExp, min: bigint, max: bigint])[] = [
  [/^(tinyint)/i, -128n, 255n],
  [/^(smallint|int2|smallserial)/i, -32_768n, 32_767n],
  [/^(mediumint)/i, -8_388_608n, 16_777_215n],
  [/^(int|int4|integer|serial)\b/i, -2_147_483_648n, 2_147_483_647n],
];
const BIG: readonly [bigint, bigint] = [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n];
const isIntegerType = (type: string): boolean => /^(tiny|small|medium|big)?int|^int\d|^integer|^(small|big)?serial/i.test(type);
const isNumberType = (type: string): boolean => isIntegerType(type) || /^(numeric|decimal|number|real|float|double|money)/i.test(type);
const isTimeType = (type: string): boolean => /^(date|time|datetime|timestamp)/i.test(type);
export const isTextType = (type: string): boolean => /char|text|string|clob|enum/i.test(type);

const isExactNumberType = (type: string): boolean => isIntegerType(type) || /^(numeric|decimal|number)\b/i.test(type);
/** Types whose values are the same as text: whole and decimal numbers, texts, days, identifiers. */
export const isExactTextType = (type: string): boolean => isExactNumberType(type) || isTextType(type) || /^(date|uuid)$/i.test(type);
export const isMomentType = (type: string): boolean => /^timestamp/i.test(type);

/** The number as a whole number that fits the column, or null. */
function whole(text: string, columnType: string): string | null {
  if (!/^-?\d{1,19}$/.test(text)) return null;
  const value = BigInt(text);
  const range = INT_RANGES.find(([type]) => type.test(columnType));
  const [min, max] = range ? [range[1], range[2]] : BIG;
  return value < min || value > max ? null : String(value);
}

const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};
/** `2026-11-28`, with a time behind a blank or T, and a zone. */
const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,6})?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/;
function moment(text: string): string | null {
  const found = MOMENT.exec(text);
  if (!found || !isDay(Number(found[1]), Number(found[2]), Number(found[3]))) return null;
  return text.replace('T', ' ');
}

/** What the type of the parameter and that of its column ask of a value; a column of numbers takes no text, whatever the parameter says. */
function kindOf(type: ParamType, columnType: string): 'text' | 'int' | 'number' | 'time' | 'flag' {
  if (isIntegerType(columnType)) return 'int';
  if (isNumberType(columnType)) return 'number';
  if (isTimeType(columnType)) return 'time';
  if (/^bool/i.test(columnType)) return 'flag';
  return ({ '1': 'text', '2': 'int', '3': 'number', '4': 'time', '5': 'text' } as const)[type];
}

function one(param: ReqParam, columnType: string, raw: unknown): Value {
  const name = param.paramName;
  if (typeof raw !== 'string' && typeof raw !== 'number') throw new ParamProblem(name, `参数“${name}”的取值类型不正确`);
  const text = String(raw);
  if (text.length > MAX_TEXT) throw new ParamProblem(name, `参数“${name}”最多${MAX_TEXT}个字符`);
  if (/(?![\t\n\r])\p{Cc}|\p{Surrogate}/u.test(text)) throw new ParamProblem(name, `参数“${name}”含有不允许的字符`);
  // a pattern is held against the text of the column
  const isPattern = param.whereType === '3' || param.whereType === '4' || param.whereType === '5';
  switch (isPattern ? 'text' : kindOf(param.paramType, columnType)) {
    case 'int': {
      const found = whole(text, columnType);
      if (found === null) throw new ParamProblem(name, `参数“${name}”应为范围内的整数`);
      return found;
    }
    case 'number':
      if (!/^-?\d{1,30}(\.\d{1,30})?$/.test(text)) throw new ParamProblem(name, `参数“${name}”应为数字`);
      return text;
    case 'flag':
      if (!/^(?:true|false|1|0)$/i.test(text)) throw new ParamProblem(name, `参数“${name}”应为 true 或 false`);
      return text;
    case 'time': {
      const found = moment(text);
      if (found === null) throw new ParamProblem(name, `参数“${name}”应为时间，例如 2026-01-31 或 2026-01-31 08:30:00`);
      return found;
    }
    default:
      return text;
  }
}

export const isBlank = (raw: unknown): boolean => raw === undefined || raw === null || raw === '';

/**
 * One parameter of a call as it is bound. Nothing given takes the default; `null` = the condition is left out. Throws ParamProblem.
 * `columnType` is the type of the column in the source, empty where there is none (scripts).
 */
export function valueOf(param: ReqParam, columnType: string, raw: unknown): Given {
  const name = param.paramName;
  const given = isBlank(raw) ? param.defaultValue : raw;
  if (isBlank(given)) {
    if (param.nullable === '0') throw new ParamProblem(name, `请填写参数“${name}”`);
    return null;
  }
  if (param.whereType === '10' || param.whereType === '11') return 1;
  if (param.whereType !== '12' && param.paramType !== '5') return one(param, columnType, given);
  // an object of the caller may have a way of its own to become text
  const listed = typeof given === 'string' || typeof given === 'number' ? String(given).split(',') : [given];
  const list: readonly unknown[] = Array.isArray(given) ? given : listed;
  if (list.length === 0 || list.length > MAX_LIST) throw new ParamProblem(name, `参数“${name}”应有1到${MAX_LIST}个取值`);
  return list.map((each) => one(param, columnType, each));
}
