import { ByteText } from '#kit/server/byte-text.ts';
import { endOfList } from '#kit/server/crud.ts';
import type { SecretBox } from '#kit/server/secret-box.ts';
import type { CompiledQuery, JsonRun, QueriedRows } from '#modules/gate/server/index.ts';
import { ordersOf, pagingOf, sortOf, type Asked, type Paging } from '../../core/index.ts';
import type { ExecuteConfig } from '../../contract/api.ts';
import type { StatementWriter } from '../apis/shapes.ts';
import { tableApiOf, valuesOf, type CallStatements, type Prepared } from '../apis/statements.ts';
import { cursorOf, readCursor } from './cursor.ts';

/** The page of rows that a caller gets. */
export interface Answer {
  /** absent where pages follow each other by cursors */
  readonly pageNum?: number;
  readonly pageSize: number;
  /** absent where the API does not count */
  readonly total?: number;
  /** where the next page begins, by cursors; null = this is the last one */
  readonly nextCursor?: string | null;
  readonly data: readonly Record<string, unknown>[];
}
export interface Answered {
  readonly answer: Answer;
  readonly compiled: CompiledQuery;
  /** names of the outputs that are masked */
  readonly masked: readonly string[];
}
/** Compiles a statement, or finds it compiled. */
export type Compile = (statement: { text: string; params: readonly unknown[] }) => CompiledQuery | Promise<CompiledQuery>;
/** Rows of an answer as JSON, with what stands before them. */
export interface JsonAnswer {
  readonly head: string;
  readonly rows: ByteText;
  readonly count: number;
}

/** Where the time of a call for its rows went, in milliseconds: what is left of it is the source. */
export interface Spent {
  /** waiting for its place at the source */
  queueMs: number;
  /** masking and writing */
  encodeMs: number;
}
function spend(spent: Spent | undefined, { queueMs, encodeMs }: Readonly<Spent>): void {
  if (spent === undefined) return;
  spent.queueMs += queueMs;
  spent.encodeMs += encodeMs;
}

/** Bytes of one answer as text, at most: rows beyond are a fault of the definition, not of the caller. */
export const MAX_ANSWER_CHARS = 8_000_000;

type Row = Record<string, unknown>;
const asRecords = ({ names, rows }: QueriedRows): Row[] => rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));

/** How many rows there are; a page that is not full tells it without a second statement. */
async function totalOf(
  count: CompiledQuery,
  params: readonly unknown[],
  { spent, ...options }: Omit<JsonRun, 'fields'> & { readonly spent?: Spent | undefined },
): Promise<number> {
  const found = await count.runJson(params, { ...options, maxRows: 1, fields: null });
  spend(spent, found);
  const [row] = JSON.parse(found.json.toString()) as Record<string, string | number>[];
  return Number(Object.values(row ?? {})[0] ?? 0);
}

/** How the pages of an answer follow each other by cursors. */
interface Keyset {
  /** names of the answer that it is ordered by */
  readonly names: readonly string[];
  cursor(values: readonly string[]): string;
}
/** One call with its parameters read: what is wrong with them is known before anything is asked. */
export interface ReadCall {
  readonly paging: Paging;
  readonly statements: CallStatements;
  readonly config: ExecuteConfig;
  /** null = pages by number */
  readonly keyset: Keyset | null;
}

/** Reads the parameters of a call as they came. Throws ParamProblem, input.invalid. */
export function readCall(
  writer: StatementWriter,
  given: Readonly<Record<string, unknown>>,
  of: { readonly apiId: string; readonly secrets: SecretBox },
): ReadCall {
  const { prepared } = writer;
  const { executeConfig: config } = prepared.definition;
  const paging = pagingOf(given, config);
  const sort = sortOf(given, config.sortable);
  const { after, keyset } = keysetOf(prepared, { sort, given, of });
  return { paging, config, keyset, statements: writer.write(valuesOf(prepared, given), { paging, sort, after }) };
}

function keysetOf(
  prepared: Prepared,
  { sort, given, of }: { sort: Asked['sort']; given: Readonly<Record<string, unknown>>; of: { apiId: string; secrets: SecretBox } },
): { after: Asked['after']; keyset: Keyset | null } {
  const { table, definition } = prepared;
  if (table === null || definition.executeConfig.paging !== 'keyset') return { after: null, keyset: null };
  const api = tableApiOf(prepared, table);
  const place = { ...of, orders: ordersOf(api, sort) };
  const nameOf = new Map(api.outputs.map(({ column, name }) => [column, name]));
  const names = place.orders.map(({ columnName }) => nameOf.get(columnName) ?? columnName);
  return { after: readCursor(place, given['cursor']), keyset: { names, cursor: (values) => cursorOf(place, values) } };
}

/** Where the page after this one begins: a page that is not full is the last one. */
function nextOf({ names, cursor }: Keyset, { last, count }: { last: Row | undefined; count: number }, pageSize: number): string | null {
  if (!last || count < pageSize) return null;
  return cursor(names.map((name) => String(last[name] as string | number)));
}

interface JsonHow {
  readonly compile: Compile;
  readonly signal: () => AbortSignal;
  /** what the subscription grants, null = all */
  readonly fields: ReadonlySet<string> | null;
  /** what the statements of the call take is added here */
  readonly spent?: Spent | undefined;
}

/** Answers a call as JSON of `Answer`. Throws AppError, SourceError. */
export async function answerJson(call: ReadCall, how: JsonHow): Promise<JsonAnswer> {
  const { paging, config, statements } = call;
  const { rows, count } = statements;
  const known = how.compile(rows);
  const compiled = known instanceof Promise ? await known : known;
  const options = { maxRows: paging.pageSize, timeoutMs: config.timeoutMs, signal: how.signal, fields: how.fields };
  if (call.keyset) return keysetJson(call.keyset, call, { compiled, options, spent: how.spent });
  const found = await compiled.runJson(rows.params, options);
  spend(how.spent, found);
  const { pageNum, pageSize } = paging;
  const place = `"pageNum":${pageNum},"pageSize":${pageSize}`;
  if (config.total === 'none') return { head: place, rows: found.json, count: found.count };
  const total = endOfList(paging, found.count) ?? (await totalOf(await how.compile(count), count.params, { ...options, spent: how.spent }));
  return { head: `${place},"total":${total}`, rows: found.json, count: found.count };
}

/** A page with the cursor of the next one. Columns of the order that the subscription does not grant are read and left out again. */
async function keysetJson(
  keyset: Keyset,
  { paging: { pageSize }, statements: { rows } }: ReadCall,
  { compiled, options, spent }: { compiled: CompiledQuery; options: JsonRun; spent: Spent | undefined },
): Promise<JsonAnswer> {
  const { fields } = options;
  const isGranted = fields === null || keyset.names.every((name) => fields.has(name));
  const found = await compiled.runJson(rows.params, {
    ...options,
    fields: isGranted ? fields : new Set([...fields, ...keyset.names]),
  });
  spend(spent, found);
  const records = found.count === pageSize || !isGranted ? (JSON.parse(found.json.toString()) as Row[]) : [];
  const next = nextOf(keyset, { last: records.at(-1), count: found.count }, pageSize);
  const shown = isGranted
    ? found.json
    : ByteText.of(JSON.stringify(records.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => fields.has(name))))));
  return { head: `"pageSize":${pageSize},"nextCursor":${JSON.stringify(next)}`, rows: shown, count: found.count };
}

/** Answers a call with its rows as values, for people who try it. Throws AppError, SourceError. */
export async function answerCall(
  { paging, config, keyset, statements: { rows, count } }: ReadCall,
  how: { readonly compile: Compile; readonly signal: AbortSignal },
): Promise<Answered> {
  const compiled = await how.compile(rows);
  const options = { maxRows: paging.pageSize, timeoutMs: config.timeoutMs, signal: how.signal };
  const found = await compiled.run(rows.params, options);
  const data = asRecords(found);
  const masked = found.names.filter((_, i) => found.hidden[i]);
  const { pageSize } = paging;
  if (keyset) {
    const nextCursor = nextOf(keyset, { last: data.at(-1), count: data.length }, pageSize);
    return { answer: { pageSize, nextCursor, data }, compiled, masked };
  }
  if (config.total === 'none') return { answer: { ...paging, data }, compiled, masked };
  const total =
    endOfList(paging, data.length) ?? (await totalOf(await how.compile(count), count.params, { ...options, signal: () => how.signal }));
  return { answer: { ...paging, total, data }, compiled, masked };
}
