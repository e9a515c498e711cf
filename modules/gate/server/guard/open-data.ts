import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { MAX_SQL_CHARS } from '../../contract/statement.ts';
import { type ColumnInfo } from '#modules/sources/contract/column-info.ts';
import { checkStatement, textToParse, type Checked, type Parsed } from '../../core/sql/check.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { lex, LexError } from '../../core/sql/lex.ts';
import { joinsMasked } from '../../core/sql/masking-rule.ts';
import { Refusal } from '../../core/sql/refusal.ts';
import { SourceError, type OpenResult, type WriteOutcome, loadSource, type Source, pools } from '#modules/sources/server/index.ts';
import { assertOne, compilePassed, type CompiledQuery } from './compile.ts';
import { inOriginal, outcomeOf, refused, toCallerError, toRefusal } from './errors.ts';
import { recordHistory, type Outcome } from './history.ts';
import { MaskReadings } from './mask-readings.ts';
import { assertTellsNothing, maskingOf, profileOf } from './masking.ts';
import * as compiled from './measure/compiled.ts';
import type { Tightenings } from './tighten.ts';
import { badRowsFor, type BadRows, type BadRowsRequest } from './measure/bad-rows.ts';
import { measureFor, type MeasureBatch, type Measurements } from './measure/measurements.ts';
import { cachePlan, planOf, rightsFingerprint, rightsOf, sourceWithRights, type Rights } from './plans.ts';
import { actionOf, Reader, type CheckedStatement } from './reader.ts';
import type { QueryResult, ReadOptions, SqlText } from './read-options.ts';
import { laneOf, lanes } from './lanes.ts';
import { parser } from './shared-parser.ts';
import { Slots } from './slots.ts';

/** Long, because the first statements of a newly started parser are slow and a board brings a dozen at once. */
const PARSE_WAIT_MS = 60_000;
const TIMEOUT_MS = 30_000;
/** Maximum size of one answer in characters; the number of rows alone does not bound it. */
const MAX_CHARS = 16_000_000;
const MAX_CELL = 100_000;
/** Maximum number of statements in a script; each needs the parser, a connection and a history row. */
const MAX_STATEMENTS = 200;

const slots = new Slots();

export type { QueryResult, ReadOptions, SqlText } from './read-options.ts';
export type { CheckedStatement } from './reader.ts';
export { positionOf, toCallerError } from './errors.ts';

/** Access to the data of one source for one caller, to be used within one call: checks, rewrites, runs and masks statements. */
export class GuardedSource {
  readonly source: Source;
  readonly #ctx: Ctx;
  #rights: Promise<Rights> | null;
  readonly #masks: MaskReadings;

  /** `rights`: those for `plan`, when they are being read already */
  constructor(ctx: Ctx, source: Source, rights: Promise<Rights> | null = null) {
    this.#ctx = ctx;
    this.source = source;
    this.#masks = new MaskReadings(ctx.app);
    this.#rights = rights;
    rights?.catch(() => undefined);
  }

  /**
   * Checks a whole script and answers its statements; nothing has run yet. Throws gate.refused with the place that is to blame.
   * A refusal leaves a history row when `purpose` is given.
   */
  async check(
    script: string,
    options: { mayWrite?: boolean; hasParams?: boolean; purpose?: string; sqlKey?: string } = {},
  ): Promise<CheckedStatement[]> {
    let start = 0;
    let checked: Checked | null = null;
    let reader: Reader | null = null;
    try {
      if (this.source.row.status === '0') throw new Refusal('数据源已禁用，请联系管理员启用');
      if (script.length > MAX_SQL_CHARS || Buffer.byteLength(script) > MAX_SQL_CHARS) throw new Refusal('SQL语句过长，最多200KB');
      const dialect = dialectOf(this.source.adapter.dialect);
      const statements = lex(script, dialect);
      if (statements.length === 0) throw new Refusal('请输入要执行的SQL语句');
      if (statements.length > MAX_STATEMENTS) throw new Refusal(`一次最多执行${MAX_STATEMENTS}条语句，请分批执行`);
      reader = await Reader.open(this.#ctx, this.source, actionOf(options.purpose), (text) => this.#parse(text));
      const passed: CheckedStatement[] = [];
      for (const statement of statements) {
        start = statement.start;
        const parsed = await this.#parse(textToParse(statement, dialect));
        const leave = { mayWrite: options.mayWrite ?? false, hasParams: options.hasParams ?? false };
        checked = checkStatement(statement, parsed, reader.catalog, leave, dialect);
        const one = await reader.limit(statement, checked, leave);
        assertTellsNothing(await this.#masks.of(one), one);
        passed.push(one);
      }
      return passed;
    } catch (thrown) {
      const error = thrown instanceof Refusal && reader ? reader.explain(thrown) : thrown;
      const answer =
        error instanceof Refusal || error instanceof LexError ? refused(script, error, error instanceof LexError ? 0 : start) : error;
      if (options.purpose && answer instanceof AppError)
        await this.#noteRefusal(checked, script, answer.message, { purpose: options.purpose, sqlKey: options.sqlKey });
      throw answer;
    }
  }

  /**
   * The same check for one reading statement of a program that asks again and again, with what the caller sees masked (`profile`): equal
   * texts and profiles give equal rows to different callers. Rights are read once for this object, which lives as long as one call; a
   * statement that passed before with the very same rights and catalogue is not taken apart anew. Throws gate.refused.
   */
  async plan(sql: SqlText, purpose: string): Promise<{ passed: CheckedStatement; profile: string }> {
    const hasParams = (sql.params?.length ?? 0) > 0;
    const action = actionOf(purpose);
    this.#rights ??= rightsOf(this.#ctx, this.source);
    const { catalog, access, print } = await this.#rights;
    const key = `${action} ${hasParams} ${print}\n${sql.text}`;
    const kept = this.source.row.status === '0' ? undefined : planOf(catalog, key);
    let passed: CheckedStatement;
    if (kept) passed = { ...kept, access };
    else {
      const all = await this.check(sql.text, { hasParams, purpose });
      if (all.length !== 1) throw new AppError('gate.refused', '一次只能执行一条查询语句');
      passed = all[0]!;
      if ((await rightsFingerprint(this.#ctx, passed.access)) === print) cachePlan(catalog, key, passed);
    }
    const sensitive = await this.#masks.of(passed);
    try {
      assertTellsNothing(sensitive, passed);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await this.#noteRefusal(passed.checked, sql.text, error.message, { purpose });
      throw toRefusal(error);
    }
    return { passed, profile: profileOf(sensitive) };
  }

  /**
   * A reading statement compiled for programs that call it again and again, see `CompiledQuery`. It runs with what the caller of this
   * object may read; sensitive columns are masked in any case, and some outputs more than that. Throws gate.refused.
   */
  async compile(sql: SqlText, purpose: string, tightenings?: Tightenings): Promise<CompiledQuery> {
    this.#rights ??= rightsOf(this.#ctx, this.source);
    const { catalog, access, print } = await this.#rights;
    const hasParams = (sql.params?.length ?? 0) > 0;
    const key = `compiled ${hasParams} ${print}\n${sql.text}`;
    const kept = this.source.row.status === '0' ? undefined : planOf(catalog, key);
    if (kept) return compilePassed(this.#ctx, this.source, { ...kept, access }, tightenings);
    const passed = assertOne(await this.check(sql.text, { hasParams, purpose }));
    if ((await rightsFingerprint(this.#ctx, passed.access)) === print) cachePlan(catalog, key, passed);
    return compilePassed(this.#ctx, this.source, passed, tightenings);
  }

  #noteRefusal(
    checked: Checked | null,
    sqlText: string,
    message: string,
    of: { purpose: string; sqlKey?: string | undefined },
  ): Promise<void> {
    const nothing = { masked: [], rowCount: null, ms: 0 };
    const sqlKey = of.sqlKey ?? null;
    return recordHistory(this.#ctx, this.source, {
      purpose: of.purpose,
      sqlKey,
      sqlText,
      kind: 'read',
      checked,
      outcome: 'refused',
      message,
      ...nothing,
    });
  }

  /** Checks and runs one reading statement; rows beyond `maxRows` are not fetched. */
  async query(sql: SqlText, options: ReadOptions): Promise<QueryResult> {
    const passed = await this.check(sql.text, { hasParams: (sql.params?.length ?? 0) > 0, purpose: options.purpose });
    if (passed.length !== 1) throw new AppError('gate.refused', '一次只能执行一条查询语句');
    try {
      return await this.run(passed[0]!, sql.params ?? [], options);
    } catch (error) {
      throw toCallerError(error);
    }
  }

  /** Runs a statement that `check` let through and collects its rows. Throws SourceError. */
  async run(passed: CheckedStatement, params: readonly unknown[], options: ReadOptions): Promise<QueryResult> {
    const started = performance.now();
    const rows: unknown[][] = [];
    let truncated = false;
    let chars = 0;
    const result = await this.stream(passed, params, { ...options, maxRows: options.maxRows + 1 }, async (batch) => {
      for (const row of batch) {
        if (rows.length === options.maxRows || chars > MAX_CHARS) {
          truncated = true;
          return false;
        }
        const cells = row.map((cell) => (typeof cell === 'string' && cell.length > MAX_CELL ? `${cell.slice(0, MAX_CELL)}…` : cell));
        for (const cell of cells) chars += typeof cell === 'string' ? cell.length : 8;
        rows.push(cells);
      }
      return true;
    });
    return { columns: result.columns, rows, truncated, ms: performance.now() - started, profile: result.profile };
  }

  /** Runs a checked statement and hands its rows on in batches, masked; a batch that answers false is the last one. */
  async stream(
    passed: CheckedStatement,
    params: readonly unknown[],
    options: ReadOptions,
    take: (rows: unknown[][], columns: readonly ColumnInfo[]) => Promise<boolean>,
  ): Promise<{ columns: readonly ColumnInfo[]; count: number; profile: string }> {
    const ctx = this.#ctx;
    const { statement, checked } = passed;
    if (passed.action !== actionOf(options.purpose)) throw new Error('a statement was checked for another purpose');
    const signal = options.signal ?? ctx.signal;
    const release = await this.#slot(signal, options.purpose);
    const started = performance.now();
    let opened: OpenResult | null = null;
    let count = 0;
    let hidden: string[] = [];
    let outcome: Outcome = 'success';
    let message: string | null = null;
    let readsSensitive = false;
    // where they are read anew, the source works meanwhile
    const looking = this.#masks.of(passed);
    try {
      // a join by sorting would give its rows in the order of masked values
      const hidesJoinOrder = checked.links.length > 0 && joinsMasked(checked, await looking);
      opened = await pools.of(this.source, Date.now()).open({
        text: passed.text,
        params,
        searchPath: passed.searchPath,
        timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
        signal,
        hidesJoinOrder,
      });
      const sensitive = await looking;
      // a column may have been classified since the statement was checked
      assertTellsNothing(sensitive, passed);
      const masking = maskingOf(
        sensitive,
        checked,
        opened.columns.map((column) => column.name),
      );
      readsSensitive = masking.isAny;
      const columns = opened.columns.map((column, i): ColumnInfo => ({
        ...column,
        masked: masking.hidden[i]!,
        from: [...(checked.output?.[i]?.from ?? [])],
      }));
      hidden = columns.filter((column) => column.masked).map((column) => column.name);
      for (let isFirst = true; count < options.maxRows; isFirst = false) {
        const batch = await opened.read(Math.min(1000, options.maxRows - count));
        if (batch.length === 0 && !isFirst) break;
        count += batch.length;
        if (!(await take(batch.map(masking.apply), columns)) || batch.length === 0) break;
        signal.throwIfAborted();
      }
      return { columns, count, profile: profileOf(sensitive) };
    } catch (thrown) {
      const error = thrown instanceof Refusal ? toRefusal(thrown) : inOriginal(thrown, passed, this.source);
      outcome = outcomeOf(error);
      message = error instanceof Error ? error.message : null;
      // The source's own words may quote values: who may not see the column or the row must not read them in an error.
      if (error instanceof SourceError && error.raw !== null && (readsSensitive || maskingOf(await looking, checked, []).isAny))
        throw new SourceError(error.kind, error.message, { code: error.code, offset: error.offset, cause: error });
      throw error;
    } finally {
      const closing = opened?.close();
      const entry = recordHistory(ctx, this.source, {
        purpose: options.purpose,
        sqlKey: options.sqlKey ?? null,
        sqlText: statement.text.trim(),
        kind: 'read',
        checked,
        masked: hidden,
        rowCount: count,
        ms: performance.now() - started,
        outcome,
        message,
        ...(outcome === 'success' && options.kept?.()),
      });
      await Promise.allSettled([closing]);
      release();
      await entry;
      await closing;
    }
  }

  /** Measures of one table: the way to numbers about masked columns, see `measureFor`. */
  async measure(batch: MeasureBatch): Promise<Measurements> {
    this.#assertEnabled();
    return measureFor(this.#ctx, this.source, batch);
  }

  /** The rows of one table that break a rule: how many, and which as far as the caller may know, see `badRowsFor`. */
  async badRows(request: BadRowsRequest): Promise<BadRows> {
    this.#assertEnabled();
    return badRowsFor(this.#ctx, this.source, request);
  }

  /** Measures that a compiler of the platform wrote over tables of the source, see `compiledMeasuresFor`. */
  async measureCompiled(batch: compiled.CompiledBatch): Promise<readonly compiled.CompiledAnswer[]> {
    this.#assertEnabled();
    return compiled.compiledMeasuresFor(this.#ctx, this.source, batch);
  }

  /** Rows that a compiler of the platform looked for, masked for the caller, see `compiledRowsFor`. */
  async compiledRows(request: compiled.CompiledRowsRequest): Promise<compiled.CompiledRows> {
    this.#assertEnabled();
    return compiled.compiledRowsFor(this.#ctx, this.source, request);
  }

  /** Rows that leave for a comparison with another source, in the clear or not at all, see `compiledStreamFor`. */
  async compiledStream(request: compiled.CompiledStreamRequest, take: (rows: unknown[][]) => Promise<void>): Promise<number> {
    this.#assertEnabled();
    return compiled.compiledStreamFor(this.#ctx, this.source, request, take);
  }

  #assertEnabled(): void {
    if (this.source.row.status === '0') throw new AppError('gate.refused', '数据源已禁用，请联系管理员启用');
  }

  /** Runs writing statements in one transaction; without `commit` everything is undone. Throws SourceError. */
  async write(
    passed: readonly CheckedStatement[],
    options: {
      commit: boolean;
      timeoutMs: number;
      signal: AbortSignal;
      sqlKey: string | null;
      /** what the history says of it: a purpose, and a text for each statement that has no values */
      history?: { purpose: string; text: string };
    },
  ): Promise<WriteOutcome> {
    const release = await this.#slot(options.signal);
    const started = performance.now();
    let outcome: Outcome = 'success';
    let message: string | null = null;
    let counts: readonly number[] = [];
    try {
      const result = await pools.of(this.source, Date.now()).write({
        texts: passed.map(({ text }) => text),
        commit: options.commit,
        searchPath: passed[0]?.searchPath ?? [],
        timeoutMs: options.timeoutMs,
        signal: options.signal,
      });
      counts = result.counts;
      return result;
    } catch (thrown) {
      const error = thrown instanceof SourceError ? inOriginal(thrown, passed[thrown.index], this.source) : thrown;
      outcome = outcomeOf(error);
      message = error instanceof Error ? error.message : null;
      // An index that is violated is quoted with all its columns, whether the statement named them or not.
      if (error instanceof SourceError && error.raw !== null)
        for (const one of passed)
          if ((await this.#masks.of(one)).size > 0)
            throw new SourceError(error.kind, error.message, { code: error.code, offset: error.offset, index: error.index, cause: error });
      throw error;
    } finally {
      release();
      if (options.commit)
        for (const [i, { statement, checked }] of passed.entries())
          await recordHistory(this.#ctx, this.source, {
            purpose: options.history?.purpose ?? 'console',
            sqlKey: options.sqlKey,
            sqlText: options.history?.text ?? statement.text.trim(),
            kind: 'write',
            checked,
            masked: [],
            rowCount: outcome === 'success' ? (counts[i] ?? 0) : 0,
            ms: performance.now() - started,
            outcome,
            message,
          });
    }
  }

  /** Each account has one text in the queue of the shared parser at a time, so that a long script of one account does not delay others. */
  async #parse(text: string): Promise<Parsed> {
    const known = parser.known(text, this.source.adapter.dialect);
    if (known) return known;
    const release = await slots.take([[`parse:${this.#ctx.user.id}`, 1]], { waitMs: PARSE_WAIT_MS, signal: this.#ctx.signal });
    return parser.parse(text, this.source.adapter.dialect).finally(release);
  }

  #slot(signal: AbortSignal, purpose?: string): Promise<() => void> {
    return lanes.take(laneOf(purpose), { sourceId: this.source.id, userId: this.#ctx.user.id, signal });
  }
}

/**
 * Opens the data of a registered source for the caller. Everything that reads a source goes through here:
 *
 *     const source = await openData(ctx, set.sourceId);
 *     const { columns, rows } = await source.query({ text, params }, { purpose: 'chart', maxRows: 5000 });
 *
 * `willPlan` reads the rights for `plan` along with the source, not after it.
 * Throws entity.notFound when the caller cannot see the source with the permission of the call, gate.refused when the statement is not allowed.
 */
export async function openData(ctx: Ctx, sourceId: string, options: { willPlan?: boolean } = {}): Promise<GuardedSource> {
  if (!options.willPlan) return new GuardedSource(ctx, await loadSource(ctx, sourceId));
  const { source, rights } = await sourceWithRights(ctx, sourceId);
  return new GuardedSource(ctx, source, rights);
}
