import type { ParamValue } from '#modules/gate/core/index.ts';
import type { QueryParam } from '../contract/saved-query.ts';

export type ParamType = QueryParam['type'];
export const PARAM_TYPES: Record<ParamType, string> = { text: '文本', number: '数字', date: '日期', datetime: '日期时间', list: '列表' };

/** What a kept value looks like in its field. */
export const asText = (value: ParamValue | undefined): string =>
  value === undefined || value === null ? '' : Array.isArray(value) ? value.join('，') : String(value);

/** The parameter value for a typed text; undefined for an empty or invalid one. */
export function asValue(text: string, type: ParamType): ParamValue | undefined {
  if (type === 'list') {
    const items = text
      .split(/[,，\n]/)
      .map((one) => one.trim())
      .filter(Boolean);
    return items.length === 0 ? undefined : items;
  }
  if (type === 'number') return text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : exact(text.trim());
  return text === '' ? undefined : text;
}

/** A number that JavaScript would round travels as its text: the server reads it exactly. */
const exact = (text: string): string | number => (String(Number(text)) === text ? Number(text) : text);

/** The type derived from a value when none was chosen. */
export const typeOf = (value: ParamValue | undefined): ParamType =>
  Array.isArray(value) ? 'list' : typeof value === 'number' ? 'number' : 'text';
