import type { FieldType } from '#modules/datasets/contract/field.ts';
import type { Condition, Scalar } from '#modules/datasets/contract/query.ts';
import type { FilterValue, ViewFilter } from '../../contract/view-filter.ts';

/** A viewer asked for something that the document does not offer. The message is for people. */
export class SelectionError extends Error {}

type Kind = ViewFilter['kind'];
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isBlank = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0);

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const YEAR = /^\d{4}$/;
const RANGES = new Set<Kind>(['dateRange', 'numberRange']);
const TIMES = new Set<Kind>(['date', 'dateRange', 'year', 'month']);

function assertScalar(filter: ViewFilter, value: FilterValue): asserts value is Scalar {
  if (Array.isArray(value) || isObject(value)) throw new SelectionError(`筛选“${filter.label}”的取值格式不正确`);
}
function assertText(filter: ViewFilter, value: Scalar, pattern: RegExp): string {
  const text = String(value);
  if (!pattern.test(text)) throw new SelectionError(`筛选“${filter.label}”的取值格式不正确`);
  return text;
}
function assertNumber(filter: ViewFilter, value: Scalar): Scalar {
  if (value !== null && value !== '' && !Number.isFinite(Number(value))) throw new SelectionError(`筛选“${filter.label}”只能填写数字`);
  return value === '' || value === null ? null : Number(value);
}

const monthEnd = (month: string): string => {
  const [y, m] = month.split('-').map(Number) as [number, number];
  return `${month}-${String(new Date(Date.UTC(y, m, 0)).getUTCDate()).padStart(2, '0')}`;
};

function range(filter: ViewFilter, value: { from: Scalar; to: Scalar }, col: string): Condition | null {
  const bound = (end: Scalar): Scalar => {
    if (isBlank(end)) return null;
    return filter.kind === 'numberRange' ? assertNumber(filter, end) : assertText(filter, end, DATE);
  };
  const [from, to] = [bound(value.from), bound(value.to)];
  if (from === null && to === null) return null;
  if (from === null) return { col, op: 'lte', value: to };
  if (to === null) return { col, op: 'gte', value: from };
  return { col, op: 'between', values: [from, to] };
}

/** A whole year or month: a span of a time, the number or the text where the field is none. */
function period(filter: ViewFilter, value: Scalar, col: string, type: FieldType | undefined): Condition {
  const text = assertText(filter, value, filter.kind === 'year' ? YEAR : MONTH);
  if (type === 'number') return { col, op: 'eq', value: Number(text.replace('-', '')) };
  if (type === 'string') return { col, op: 'eq', value: text };
  return { col, op: 'between', values: filter.kind === 'year' ? [`${text}-01-01`, `${text}-12-31`] : [`${text}-01`, monthEnd(text)] };
}

/**
 * The condition that a chosen value puts on a field; null when nothing is chosen. Throws a SelectionError when the value does not fit the kind of
 * the filter.
 */
export function filterCondition(filter: ViewFilter, value: FilterValue, col: string, type: FieldType | undefined): Condition | null {
  if (isBlank(value)) return null;
  if (isObject(value) && 'relative' in value) {
    if (!TIMES.has(filter.kind)) throw new SelectionError(`筛选“${filter.label}”不能使用相对日期`);
    return { col, op: 'relative', relative: (value as Extract<FilterValue, { relative: unknown }>).relative };
  }
  if (isObject(value)) {
    if (!RANGES.has(filter.kind)) throw new SelectionError(`筛选“${filter.label}”的取值格式不正确`);
    return range(filter, value as { from: Scalar; to: Scalar }, col);
  }
  if (Array.isArray(value)) {
    if (filter.kind !== 'multi' && filter.kind !== 'select') throw new SelectionError(`筛选“${filter.label}”的取值格式不正确`);
    if (filter.kind === 'select' && value.length > 1) throw new SelectionError(`筛选“${filter.label}”只能选择一项`);
    return { col, op: 'in', values: value };
  }
  assertScalar(filter, value);
  switch (filter.kind) {
    case 'select':
      return { col, op: 'eq', value };
    case 'multi':
      return { col, op: 'in', values: [value] };
    case 'date': {
      const day = assertText(filter, value, DATE);
      return { col, op: 'between', values: [day, day] };
    }
    case 'year':
    case 'month':
      return period(filter, value, col, type);
    case 'text':
      return { col, op: 'contains', value: String(value) };
    case 'number':
      return { col, op: 'eq', value: assertNumber(filter, value) };
    case 'dateRange':
    case 'numberRange':
      throw new SelectionError(`筛选“${filter.label}”的取值格式不正确`);
  }
}

/** The value of a parameter: as chosen, both ends of a range as a list; undefined leaves the default of the data set. */
export function paramValue(filter: ViewFilter, value: FilterValue): Scalar | Scalar[] | undefined {
  if (isBlank(value)) return undefined;
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return value as Scalar;
  if ('relative' in value) throw new SelectionError(`筛选“${filter.label}”对应参数，不能使用相对日期`);
  const { from, to } = value as { from: Scalar; to: Scalar };
  return [from, to];
}
