import { ParamProblem } from './values.ts';

/** Rows of an answer that lie further behind are asked for by narrower parameters. */
const MAX_OFFSET = 1_000_000;

export interface Paging {
  readonly pageNum: number;
  readonly pageSize: number;
}

function wholeOf(name: string, raw: unknown, fallback: number): number {
  if (raw === undefined || raw === null || raw === '') return fallback;
  const text = String(raw);
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) throw new ParamProblem(name, `参数“${name}”应为大于0的整数`);
  return Number(text);
}

/** The page that a call asks for; more rows than the API gives are cut to its most. Throws ParamProblem. */
export function pagingOf(given: Readonly<Record<string, unknown>>, limits: { defaultSize: number; maxSize: number }): Paging {
  const pageNum = wholeOf('pageNum', given['pageNum'], 1);
  const pageSize = Math.min(wholeOf('pageSize', given['pageSize'], Math.min(limits.defaultSize, limits.maxSize)), limits.maxSize);
  if ((pageNum - 1) * pageSize > MAX_OFFSET) throw new ParamProblem('pageNum', '参数“pageNum”过大，请用查询条件缩小范围');
  return { pageNum, pageSize };
}
