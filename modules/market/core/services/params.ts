import type { ServiceParam } from '../../contract/service.ts';
import { ParamProblem } from '../values.ts';

/** A value of a parameter as templates take it. */
export type ParamValue = string | number | boolean | null | readonly (string | number | boolean)[];
export type ParamValues = Readonly<Record<string, ParamValue>>;

const MAX_TEXT = 10_000;
const MAX_LIST = 200;
const TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

function text(name: string, value: unknown): string {
  const found = typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
  if (found === null) throw new ParamProblem(name, `参数“${name}”应为文本`);
  if (found.length > MAX_TEXT) throw new ParamProblem(name, `参数“${name}”不能超过${MAX_TEXT}个字符`);
  if (found.includes('\u0000')) throw new ParamProblem(name, `参数“${name}”含有不允许的字符`);
  return found;
}
function number(name: string, value: unknown): number {
  const given = text(name, value).trim();
  const found = Number(given);
  if (!/^-?\d{1,20}(\.\d{1,10})?$/.test(given) || !Number.isFinite(found)) throw new ParamProblem(name, `参数“${name}”应为数字`);
  return found;
}
/** Whole numbers beyond those that a number holds exactly stay texts. */
function integer(name: string, value: unknown): number | string {
  const given = text(name, value).trim();
  if (!/^-?\d{1,19}$/.test(given)) throw new ParamProblem(name, `参数“${name}”应为整数`);
  return Number.isSafeInteger(Number(given)) ? Number(given) : given;
}
function time(name: string, value: unknown): string {
  const given = text(name, value).trim();
  if (!TIME.test(given) || Number.isNaN(Date.parse(given.replace(' ', 'T'))))
    throw new ParamProblem(name, `参数“${name}”应为日期或时间，例如 2026-01-31 或 2026-01-31T08:00:00+08:00`);
  return given;
}
function yesNo(name: string, value: unknown): boolean {
  if (value === true || value === 'true' || value === '1') return true;
  if (value === false || value === 'false' || value === '0') return false;
  throw new ParamProblem(name, `参数“${name}”应为 true 或 false`);
}
function list(name: string, value: unknown): (string | number | boolean)[] {
  const found: unknown[] = Array.isArray(value) ? value : text(name, value).split(',');
  if (found.length > MAX_LIST) throw new ParamProblem(name, `参数“${name}”最多${MAX_LIST}个值`);
  return found.map((one) => (typeof one === 'number' || typeof one === 'boolean' ? one : text(name, one).trim()));
}
const READERS: Readonly<Record<ServiceParam['paramType'], (name: string, value: unknown) => ParamValue>> = {
  '1': text,
  '2': integer,
  '3': number,
  '4': time,
  '5': list,
  '6': yesNo,
};

/** The values of a call by the types of its parameters. Throws ParamProblem with the name of the one that is wrong. */
export function readParams(params: readonly ServiceParam[], given: Readonly<Record<string, unknown>>): ParamValues {
  const known = new Set(params.map(({ paramName }) => paramName));
  for (const name of Object.keys(given)) if (!known.has(name)) throw new ParamProblem(name.slice(0, 60), `没有参数“${name.slice(0, 60)}”`);
  const values: Record<string, ParamValue> = {};
  for (const { paramName, paramType, nullable, defaultValue } of params) {
    const sent = Object.hasOwn(given, paramName) ? given[paramName] : undefined;
    const value = sent === undefined || sent === null || sent === '' ? (defaultValue ?? null) : sent;
    if ((value === null || value === '') && nullable === '0') throw new ParamProblem(paramName, `参数“${paramName}”不能为空`);
    values[paramName] = value === null || value === '' ? null : READERS[paramType](paramName, value);
  }
  return values;
}
