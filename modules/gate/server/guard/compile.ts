import { AppError } from '#kit/contract/errors.ts';
import type { ByteText } from '#kit/server/byte-text.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { pools, type Source } from '#modules/sources/server/index.ts';
import { joinsMasked } from '../../core/sql/masking-rule.ts';
import { Refusal } from '../../core/sql/refusal.ts';
import { toRefusal } from './errors.ts';
import { jsonRunner } from './json-runner.ts';
import { assertTellsNothing, maskedColumns, maskingOf, profileOf, type Masking, type Sensitive } from './masking.ts';
import type { CheckedStatement } from './reader.ts';
import { protectionOf, tighten, type Protection, type Tightenings } from './tighten.ts';

/**
 * A reading statement that programs run again and again (published APIs): checked and limited to the rows and columns of the account that
 * answers for it, with every sensitive column masked whoever asks. It holds for the rights, masks and catalogue of one moment.
 */
export interface CompiledQuery {
  readonly source: Source;
  /** what runs, with placeholders */
  readonly text: string;
  /** what its rows depend on beside the values: the limited text, the masks, the state of the source as the platform knows it */
  readonly identity: string;
  /** names of the outputs as the check sees them; null where the source decides */
  readonly outputs: readonly string[] | null;
  /** how each of them is shown */
  readonly protection: readonly Protection[] | null;
  readonly run: (params: readonly unknown[], options: CompiledRun) => Promise<QueriedRows>;
  /**
   * How the source would run it, without costs and numbers of rows: they come from statistics of masked columns too, the shape of the plan does
   * not, since nothing of the statement depends on these. Null where the kind of source has no such words, and where row filters read masked columns.
   */
  readonly plan: (params: readonly unknown[], signal: AbortSignal) => Promise<readonly string[] | null>;
  /**
   * Rows as a JSON list of records, masked; `fields` are the names that are answered, null = all. Short statements take the fast lane of the
   * source where it has one; both ways write the same bytes.
   */
  readonly runJson: (params: readonly unknown[], options: JsonRun) => Promise<JsonList>;
}
/** Lines of a plan, at most. */
const MAX_PLAN_LINES = 200;
const PLAN_MS = 5_000;

export interface JsonList {
  readonly json: ByteText;
  readonly count: number;
  /** milliseconds that it waited for its place at the source */
  readonly queueMs: number;
  /** milliseconds for masking and writing the rows */
  readonly encodeMs: number;
}
export interface CompiledRun {
  readonly maxRows: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}
export interface JsonRun extends Omit<CompiledRun, 'signal'> {
  /** names that are answered, null = all */
  readonly fields: ReadonlySet<string> | null;
  /** aborted when the caller is gone; asked for by statements that can be ended only */
  readonly signal: () => AbortSignal;
}
export interface QueriedRows {
  readonly names: readonly string[];
  /** by output position; true = masked */
  readonly hidden: readonly boolean[];
  readonly rows: readonly unknown[][];
  /** milliseconds for masking them */
  readonly maskMs: number;
}

/** A program has no right to see anything in the clear. */
const NOBODY = { isClear: () => false };
const NO_TIGHTENINGS: Tightenings = new Map();
const BATCH = 1000;

/** Compiles a statement that passed the check. Throws gate.refused when it would tell about a sensitive column. */
export async function compilePassed(
  ctx: Ctx,
  source: Source,
  passed: CheckedStatement,
  tightenings: Tightenings = NO_TIGHTENINGS,
): Promise<CompiledQuery> {
  const ofClasses = await maskedColumns(ctx.app, passed.checked.tables, { access: NOBODY, action: passed.action });
  const sensitive = tighten(ofClasses, passed.checked, tightenings);
  try {
    assertTellsNothing(sensitive, passed);
  } catch (error) {
    throw error instanceof Refusal ? toRefusal(error) : error;
  }
  const hidesJoinOrder = passed.checked.links.length > 0 && joinsMasked(passed.checked, sensitive);
  const maskingFor = rememberMasking(sensitive, passed);
  const run: CompiledQuery['run'] = async (params, { maxRows, timeoutMs, signal }) => {
    const { text, searchPath } = passed;
    const opened = await pools.of(source, Date.now()).open({ text, params, searchPath, timeoutMs, signal, hidesJoinOrder });
    try {
      const names = opened.columns.map(({ name }) => name);
      const masking = maskingFor(names);
      const rows: unknown[][] = [];
      let maskMs = 0;
      while (rows.length < maxRows) {
        const batch = await opened.read(Math.min(BATCH, maxRows - rows.length));
        if (batch.length === 0) break;
        const begun = performance.now();
        for (const row of batch) rows.push(masking.apply(row));
        maskMs += performance.now() - begun;
        signal.throwIfAborted();
      }
      return { names, hidden: masking.hidden, rows, maskMs };
    } finally {
      await opened.close();
    }
  };
  return {
    source,
    text: passed.text,
    identity: JSON.stringify([source.id, source.row.configVersion, source.row.syncTime, passed.text, profileOf(sensitive)]),
    outputs: passed.checked.output?.map(({ name }) => name) ?? null,
    protection: protectionOf(sensitive, passed.checked),
    run,
    plan: planOf(source, passed, { mayTell: !hidesJoinOrder && ![...passed.filterColumns].some((column) => sensitive.has(column)) }),
    runJson: jsonRunner({ source, passed, run, maskingFor, mayBeFast: !hidesJoinOrder }),
  };
}

function planOf(source: Source, { text, searchPath }: CheckedStatement, { mayTell }: { mayTell: boolean }): CompiledQuery['plan'] {
  return async (params, signal) => {
    if (!mayTell || source.adapter.dialect !== 'postgres') return null;
    const explain = { text: `explain (costs off) ${text}`, params, searchPath, timeoutMs: PLAN_MS, signal };
    const opened = await pools.of(source, Date.now()).open(explain);
    try {
      return (await opened.read(MAX_PLAN_LINES)).map(([line]) => String(line));
    } finally {
      await opened.close();
    }
  };
}

/** The masks of a statement follow from the names of its result, which hardly ever change. */
function rememberMasking(sensitive: Sensitive, passed: CheckedStatement): (names: readonly string[]) => Masking {
  let last: { names: readonly string[]; masking: Masking } | null = null;
  return (names) => {
    if (last && last.names.length === names.length && last.names.every((name, i) => name === names[i])) return last.masking;
    last = { names, masking: maskingOf(sensitive, passed.checked, names) };
    return last.masking;
  };
}

/** One statement only: what a program runs is asked for by its text. */
export function assertOne(passed: readonly CheckedStatement[]): CheckedStatement {
  const [first] = passed;
  if (passed.length !== 1 || !first) throw new AppError('gate.refused', '只能使用一条查询语句');
  if (first.checked.verb === 'explain') throw new AppError('gate.refused', '只能使用查询语句');
  return first;
}
