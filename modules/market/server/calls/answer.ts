import { endOfList } from '#kit/server/crud.ts';
import type { CompiledQuery, QueriedRows } from '#modules/gate/server/index.ts';
import { pagingOf, type Paging } from '../../core/index.ts';
import type { ExecuteConfig } from '../../contract/api.ts';
import { statementsOf, valuesOf, type CallStatements, type Prepared } from '../apis/statements.ts';

/** The page of rows that a caller gets. */
export interface Answer {
  readonly pageNum: number;
  readonly pageSize: number;
  /** absent where the API does not count */
  readonly total?: number;
  readonly data: readonly Record<string, unknown>[];
}
export interface Answered {
  readonly answer: Answer;
  readonly compiled: CompiledQuery;
  /** names of the outputs that are masked */
  readonly masked: readonly string[];
}
/** Compiles a statement, or finds it compiled. */
export type Compile = (statement: { text: string; params: readonly unknown[] }) => Promise<CompiledQuery>;

/** Bytes of one answer as text, at most: rows beyond are a fault of the definition, not of the caller. */
export const MAX_ANSWER_CHARS = 8_000_000;

const asRecords = ({ names, rows }: QueriedRows): Record<string, unknown>[] =>
  rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));

/** How many rows there are; a page that is not full tells it without a second statement. */
async function totalOf(count: CompiledQuery, params: readonly unknown[], options: Parameters<CompiledQuery['run']>[1]): Promise<number> {
  const { json } = await count.runJson(params, { ...options, maxRows: 1, fields: null });
  const [row] = JSON.parse(json.toString()) as Record<string, string | number>[];
  return Number(Object.values(row ?? {})[0] ?? 0);
}

/** One call with its parameters read: what is wrong with them is known before anything is asked. */
export interface ReadCall {
  readonly paging: Paging;
  readonly statements: CallStatements;
  readonly config: ExecuteConfig;
}

/** Reads the parameters of a call as they came. Throws ParamProblem, input.invalid. */
export function readCall(prepared: Prepared, given: Readonly<Record<string, unknown>>): ReadCall {
  const { executeConfig: config } = prepared.definition;
  const paging = pagingOf(given, config);
  return { paging, config, statements: statementsOf(prepared, valuesOf(prepared, given), paging) };
}

/** Answers a call as JSON of `Answer`. `fields` is what the subscription grants, null = all. Throws AppError, SourceError. */
export async function answerJson(
  { paging, config, statements: { rows, count } }: ReadCall,
  how: { readonly compile: Compile; readonly signal: AbortSignal; readonly fields: ReadonlySet<string> | null },
): Promise<{ readonly head: string; readonly rows: string | Buffer; readonly count: number }> {
  const compiled = await how.compile(rows);
  const options = { maxRows: paging.pageSize, timeoutMs: config.timeoutMs, signal: how.signal };
  const found = await compiled.runJson(rows.params, { ...options, fields: how.fields });
  const { pageNum, pageSize } = paging;
  const place = `"pageNum":${pageNum},"pageSize":${pageSize}`;
  if (config.total === 'none') return { head: place, rows: found.json, count: found.count };
  const total = endOfList(paging, found.count) ?? (await totalOf(await how.compile(count), count.params, options));
  return { head: `${place},"total":${total}`, rows: found.json, count: found.count };
}

/** Answers a call with its rows as values, for people who try it. Throws AppError, SourceError. */
export async function answerCall(
  { paging, config, statements: { rows, count } }: ReadCall,
  how: { readonly compile: Compile; readonly signal: AbortSignal },
): Promise<Answered> {
  const compiled = await how.compile(rows);
  const options = { maxRows: paging.pageSize, timeoutMs: config.timeoutMs, signal: how.signal };
  const found = await compiled.run(rows.params, options);
  const data = asRecords(found);
  const masked = found.names.filter((_, i) => found.hidden[i]);
  if (config.total === 'none') return { answer: { ...paging, data }, compiled, masked };
  const total = endOfList(paging, data.length) ?? (await totalOf(await how.compile(count), count.params, options));
  return { answer: { ...paging, total, data }, compiled, masked };
}
