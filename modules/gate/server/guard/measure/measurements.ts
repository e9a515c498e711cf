import type { Ctx } from '#kit/server/ctx.ts';
import { Refusal } from '../../../core/sql/refusal.ts';
import { accessOf } from '../../authorize/access.ts';
import type { Source } from '#modules/sources/server/index.ts';
import { toCallerError, toRefusal } from '../errors.ts';
import { recordHistory } from '../history.ts';
import { minMeasureRows } from './config.ts';
import {
  assertCodes,
  assertKey,
  assertReference,
  assertRevealsNoValue,
  nameOf,
  type Answer,
  type Measure,
  type MeasureRequest,
  type RuleRequest,
} from './grammar.ts';
import { countRows, measureTable, readRows, type Limits } from './measure.ts';
import { kindOf } from './relation.ts';
import { badCount, revealsValue, type RowRule } from './rows.ts';
import { measureSql } from './statements.ts';
import { openTable, type OpenTable } from './tables.ts';

const TIMEOUT_MS = 120_000;

/** What every visit of the measuring channel says. */
export interface Visit {
  readonly tableId: string;
  /** as the history shows it */
  readonly purpose: 'quality' | 'profile' | 'standard';
  readonly timeoutMs?: number;
}
/** Measures that a module asks of one table for an account. */
export interface MeasureBatch extends Visit {
  readonly measures: readonly MeasureRequest[];
}
export interface Measurements {
  /** rows of the table */
  readonly rows: number;
  /** one per request, in order */
  readonly answers: readonly Answer[];
}

type Open = (tableId: string) => Promise<OpenTable>;

/** Opens the measured table, runs the work and records it in the history, also when it was refused. */
export async function visited<T>(
  ctx: Ctx,
  source: Source,
  visit: Visit & { readonly measures: readonly MeasureRequest[]; readonly text?: string },
  work: (at: { readonly table: OpenTable; readonly open: Open; readonly limits: Limits }) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const access = await accessOf(ctx.app.db, ctx.user, source.id, ctx.app.now());
  const open: Open = (tableId) => openTable(ctx, source, access, tableId);
  const note = (outcome: 'success' | 'refused' | 'failed', message: string | null) =>
    recordHistory(ctx, source, {
      purpose: visit.purpose,
      sqlText: visit.text ?? visit.measures.map(nameOf).join(', '),
      kind: 'read',
      checked: null,
      masked: [],
      rowCount: null,
      ms: performance.now() - started,
      outcome,
      message,
    });
  try {
    const limits = { timeoutMs: visit.timeoutMs ?? TIMEOUT_MS, signal: ctx.signal };
    const done = await work({ table: await open(visit.tableId), open, limits });
    await note('success', null);
    return done;
  } catch (error) {
    const answer = error instanceof Refusal ? toRefusal(error) : toCallerError(error);
    await note(error instanceof Refusal ? 'refused' : 'failed', answer instanceof Error ? answer.message : null);
    throw answer;
  }
}

/** The names of a request as columns of the catalogue. Throws Refusal for what would tell about a masked column. */
export async function lookUp(table: OpenTable, request: RuleRequest, open: Open): Promise<RowRule> {
  if (request.of === 'repeated') {
    const columns = request.columns.map((name) => table.column(name));
    assertKey(columns);
    return { of: 'repeated', columns };
  }
  if (request.of === 'orphans') {
    const other = await open(request.tableId);
    const columns = request.columns.map((name) => table.column(name));
    const to = request.to.map((name) => other.column(name));
    assertReference(columns, to);
    return { of: 'orphans', columns, table: other, to };
  }
  const measure = { column: table.column(request.column), of: request.of, ...('codes' in request && { codes: request.codes }) };
  assertRevealsNoValue(measure);
  if (measure.codes) assertCodes(measure.codes);
  return measure;
}

/** A value of a source as the measuring channel returns it. */
export function answerOf(value: unknown, how: { isFew: boolean; isText?: boolean }): Answer {
  if (how.isFew) return { value: null, withheld: 'few' };
  if (value === null || value === undefined) return { value: null, withheld: null };
  if (value instanceof Date) return { value: value.toISOString(), withheld: null };
  const text = String(value as string | number | bigint);
  const number = Number(text);
  const isExact = text.trim() !== '' && Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
  return { value: how.isText || !isExact ? text : number, withheld: null };
}

const isTableWide = (request: MeasureRequest): request is Extract<MeasureRequest, { of: 'repeated' | 'orphans' }> =>
  request.of === 'repeated' || request.of === 'orphans';

/**
 * How many rows break a rule. Over few rows nothing is told of a masked column; of a reference the other table counts as well, which may hold
 * one person.
 */
export async function countOf(
  source: Source,
  table: OpenTable,
  rule: RowRule,
  of: { limits: Limits; rows: number; minRows: number },
): Promise<Answer> {
  const text = badCount(source.adapter.dialect, table, rule);
  if (text === null) return { value: null, withheld: 'unsupported' };
  if (revealsValue(rule)) {
    const rows = rule.of === 'orphans' ? Math.min(of.rows, await countRows(source, rule.table, of.limits)) : of.rows;
    if (rows < of.minRows) return { value: null, withheld: 'few' };
  }
  const [[count] = []] = await readRows(source, text, of.limits);
  return answerOf(count ?? 0, { isFew: false });
}

/**
 * The measuring channel for the caller: named measures of one table, no text. The table must be theirs to query as a whole; of columns that
 * they see masked only measures without a value are taken. One scan for what single columns ask, one statement for each `repeated` and
 * `orphans`. Leaves a history row. Throws entity.notFound, gate.refused and what the source throws.
 */
export async function measureFor(ctx: Ctx, source: Source, batch: MeasureBatch): Promise<Measurements> {
  return visited(ctx, source, batch, async ({ table, open, limits }) => {
    const minRows = await minMeasureRows(ctx.app);
    // everything is looked up, and refused, before anything is asked of the source
    const rules = new Map<MeasureRequest, RowRule>();
    const singles = new Map<MeasureRequest, Measure>();
    for (const request of batch.measures)
      if (isTableWide(request)) rules.set(request, await lookUp(table, request, open));
      else {
        const measure = { column: table.column(request.column), of: request.of, ...('codes' in request && { codes: request.codes }) };
        if (measure.codes) assertCodes(measure.codes);
        singles.set(request, measure);
      }
    const asked = [...singles.values()];
    const measured = await measureTable(source, table, asked, { ...limits, extent: 'all', minRows });
    const answers: Answer[] = [];
    for (const request of batch.measures) {
      const rule = rules.get(request);
      if (rule) {
        answers.push(await countOf(source, table, rule, { limits, rows: measured.rows, minRows }));
        continue;
      }
      const measure = singles.get(request)!;
      const { dialect } = source.adapter;
      const isText = ['min', 'max', 'latest'].includes(measure.of);
      answers.push(
        measureSql(dialect, measure) === null
          ? { value: null, withheld: 'unsupported' }
          : answerOf(measured.values[asked.indexOf(measure)], {
              isFew: measure.column.isMasked && measured.rows < minRows,
              isText: isText && (kindOf(measure.column.dataType, dialect) !== 'number' || /dec|num/i.test(measure.column.dataType)),
            }),
      );
    }
    return { rows: measured.rows, answers };
  });
}
