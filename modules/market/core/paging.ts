import type { ExecuteConfig, OrderBy } from '../contract/api.ts';
import { isBlank, ParamProblem } from './values.ts';

/** Rows of an answer that lie further behind are asked for by narrower parameters. */
const MAX_OFFSET = 1_000_000;
const MAX_SORTS = 5;

export interface Paging {
  readonly pageNum: number;
  readonly pageSize: number;
}
type Given = Readonly<Record<string, unknown>>;

/** Names that no parameter of an API may have: they say which rows of the answer, and in what order. */
export const PAGING_PARAMS: readonly string[] = ['pageNum', 'pageSize', 'cursor', 'sort'];
/** Those that an API takes. */
export const pagingParams = ({ paging, sortable }: Pick<ExecuteConfig, 'paging' | 'sortable'>): readonly string[] => [
  paging === 'keyset' ? 'cursor' : 'pageNum',
  'pageSize',
  ...(sortable.length > 0 ? ['sort'] : []),
];

function wholeOf(name: string, raw: unknown, fallback: number): number {
  if (isBlank(raw)) return fallback;
  const text = typeof raw === 'number' || typeof raw === 'string' ? String(raw) : '';
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) throw new ParamProblem(name, `参数“${name}”应为大于0的整数`);
  return Number(text);
}

/** The page that a call asks for; more rows than the API gives are cut to its most. Throws ParamProblem. */
export function pagingOf(given: Given, limits: { defaultSize: number; maxSize: number }): Paging {
  const pageNum = wholeOf('pageNum', given['pageNum'], 1);
  const pageSize = Math.min(wholeOf('pageSize', given['pageSize'], Math.min(limits.defaultSize, limits.maxSize)), limits.maxSize);
  if ((pageNum - 1) * pageSize > MAX_OFFSET) throw new ParamProblem('pageNum', '参数“pageNum”过大，请用查询条件缩小范围');
  return { pageNum, pageSize };
}

/** The order that a call asks for, by names of the answer: `-name,id`. Null = that of the API. Throws ParamProblem. */
export function sortOf(given: Given, sortable: readonly string[]): OrderBy[] | null {
  const raw = given['sort'];
  if (isBlank(raw)) return null;
  const problem = (message: string) => new ParamProblem('sort', message);
  if (typeof raw !== 'string') throw problem('参数“sort”应为文本，例如 -name,id');
  const names = raw.split(',');
  if (names.length > MAX_SORTS) throw problem(`参数“sort”最多${MAX_SORTS}个字段`);
  const sorts = names.map((text): OrderBy => {
    const columnName = text.replace(/^-/, '');
    if (!sortable.includes(columnName)) throw problem(`参数“sort”只能使用：${sortable.join('、')}，前面加 - 表示降序`);
    return { columnName, direction: text.startsWith('-') ? 'desc' : 'asc' };
  });
  if (new Set(sorts.map(({ columnName }) => columnName)).size < sorts.length) throw problem('参数“sort”中的字段重复');
  return sorts;
}
