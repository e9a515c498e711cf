import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { openData, wholeColumns } from '#modules/gate/server/index.ts';
import { rangeOf } from '../core/contrast-values.ts';
import { familyOf } from '../core/types.ts';
import { boundColumns, elementsInForce, knownWords, withStandards, type BoundColumn, type Known } from './facts.ts';

type GuardedSource = Awaited<ReturnType<typeof openData>>;
type Asked = Parameters<GuardedSource['measure']>[0]['measures'][number];
/** Figures of a column older than this are asked for again. */
const OLD_MS = 24 * 3_600_000;
const TABLE_MS = 20_000;
/** The call waits for it, so it ends; tables that were not reached keep what was known of them. */
const WHOLE_MS = 40_000;
/** Codes that the gate compares in one question. */
const MAX_CODES = 1000;
/** Columns that are looked at in one run; what is over it comes with the next. */
const MAX_BINDINGS = 5000;

/** What was measured of one column, as it is kept. */
type Figure = 'row_count' | 'null_count' | 'shortest' | 'longest' | 'lowest' | 'highest' | 'form_count' | 'code_count';
interface Question {
  readonly row: BoundColumn;
  readonly figure: Figure;
  readonly ask: Asked;
}

/** Whether the values of a column tell its length: texts of which the source keeps no length. */
const isJudgedByValues = (row: BoundColumn): boolean => row.dataLength === null && familyOf(row.dataType) === 'text';

/** What is asked of a column for its standard. Values are compared only where the caller reads all of them in the clear. */
async function questionsOf(row: BoundColumn, known: Known, { isClear }: { isClear: boolean }): Promise<Question[]> {
  const { published, columnName: column } = row;
  const ask = (figure: Figure, one: Asked): Question => ({ row, figure, ask: one });
  const questions = [ask('null_count', { of: 'present', column })];
  if (published?.dataLength && isJudgedByValues(row))
    questions.push(ask('shortest', { of: 'minLength', column }), ask('longest', { of: 'maxLength', column }));
  const form = published?.classId ? known.formOf(published.classId) : null;
  if (form !== null && familyOf(row.dataType) === 'text') questions.push(ask('form_count', { of: form as 'mobile', column }));
  if (!isClear || row.isSensitive) return questions;
  if (rangeOf(published?.valueRange)) questions.push(ask('lowest', { of: 'min', column }), ask('highest', { of: 'max', column }));
  if (published?.gbTypeId && row.contrastId === null) {
    const codes = [...(await known.codesOf(published.gbTypeId))];
    if (codes.length > 0 && codes.length <= MAX_CODES) questions.push(ask('code_count', { of: 'inSet', column, codes }));
  }
  return questions;
}

/** Elements that say something of values, and columns of which the catalogue does not know it. */
const ASKS_OF_VALUES = sql<boolean>`(e.state <> 'retired' and ((e.published ->> 'dataLength' is not null and c.data_length is null)
  or e.published ->> 'gbTypeId' is not null or e.published ->> 'classId' is not null or e.published ->> 'valueRange' is not null
  or (e.published ->> 'isNullable' = '0' and c.column_nullable = '1') or m.error is not null))`;

/** Whether something that an element asks of the values is not known, or not lately. */
function isDue(row: BoundColumn, known: Known, now: Date): boolean {
  const { published } = row;
  if (row.elementState === 'retired' || published === null) return false;
  const form = published.classId ? known.formOf(published.classId) : null;
  const isAsked =
    (published.dataLength && isJudgedByValues(row)) ||
    rangeOf(published.valueRange) ||
    published.gbTypeId ||
    form !== null ||
    row.error !== null;
  if (!isAsked && !(published.isNullable === '0' && row.columnNullable === '1')) return false;
  if (row.error !== null || row.measureTime === null || now.getTime() - row.measureTime.getTime() > OLD_MS) return true;
  // the standard asks something else than when it was measured
  return (
    (published.gbTypeId ?? null) !== row.gbTypeId || form !== row.form || Boolean(rangeOf(published.valueRange) && row.lowest === null)
  );
}

/** The source answers, but not for this table; a source that does not answer at all says nothing of its tables. */
const isShut = (error: unknown): error is AppError => error instanceof AppError && error.key === 'rule.broken';
const isRefused = (error: unknown): boolean =>
  error instanceof AppError && (error.key === 'gate.refused' || error.key === 'entity.notFound');

async function measureTable(ctx: Ctx, data: GuardedSource, rows: readonly BoundColumn[], known: Known): Promise<void> {
  const { tableId } = rows[0]!;
  const table = await ctx.app.db.selectFrom('metadataTable').select('schemaName').where('id', '=', tableId).executeTakeFirst();
  const seen = await wholeColumns(ctx, { id: tableId, sourceId: data.source.id, schema: table?.schemaName ?? '' });
  const asked = (await Promise.all(rows.map((row) => questionsOf(row, known, { isClear: seen.get(row.columnId) === 'clear' })))).flat();
  let error: string | null = null;
  const figures = new Map<string, Partial<Record<Figure, number | string>>>();
  try {
    const { rows: all, answers } = await data.measure({
      tableId,
      measures: asked.map(({ ask }) => ask),
      purpose: 'standard',
      timeoutMs: TABLE_MS,
    });
    asked.forEach(({ row, figure }, at) => {
      const value = answers[at]!.value;
      const of = figures.get(row.columnId) ?? { row_count: all };
      if (value !== null) of[figure] = figure === 'null_count' ? all - Number(value) : value;
      figures.set(row.columnId, of);
    });
  } catch (failed) {
    if (isRefused(failed)) return;
    if (!isShut(failed)) throw failed;
    error = failed.message.slice(0, 300);
  }
  const kept = rows.map((row) => ({
    column_id: row.columnId,
    source_id: data.source.id,
    table_id: tableId,
    form: row.published?.classId ? known.formOf(row.published.classId) : null,
    gb_type_id: row.published?.gbTypeId ?? null,
    ...figures.get(row.columnId),
  }));
  await keep(ctx, kept, error);
}

/** Figures of before a failure stay, with why there are no new ones. */
async function keep(ctx: Ctx, kept: readonly object[], error: string | null): Promise<void> {
  const values = sql`form = excluded.form, gb_type_id = excluded.gb_type_id, row_count = excluded.row_count, null_count = excluded.null_count,
    shortest = excluded.shortest, longest = excluded.longest, lowest = excluded.lowest, highest = excluded.highest,
    form_count = excluded.form_count, code_count = excluded.code_count, measure_by = excluded.measure_by,`;
  await sql`insert into standard_measure (column_id, source_id, table_id, form, gb_type_id, row_count, null_count, shortest, longest, lowest, highest,
      form_count, code_count, error, measure_by, measure_time)
    select r.column_id, r.source_id, r.table_id, r.form, r.gb_type_id, r.row_count, r.null_count, r.shortest, r.longest, r.lowest, r.highest,
      r.form_count, r.code_count, ${error}, ${ctx.user.id}, ${ctx.now}
    from json_to_recordset(${JSON.stringify(kept)}::json) as r(column_id text, source_id text, table_id text, form text, gb_type_id text,
      row_count bigint, null_count bigint, shortest integer, longest integer, lowest text, highest text, form_count bigint, code_count bigint)
    on conflict (column_id) do update set ${error === null ? values : sql``} error = excluded.error, measure_time = excluded.measure_time`.execute(
    ctx.app.db,
  );
}

/** Bound columns of a source that are to be measured, by table: so many at most. */
async function dueColumns(ctx: Ctx, sourceId: string, known: Known): Promise<ReadonlyMap<string, readonly BoundColumn[]>> {
  const { db } = ctx.app;
  const elements = await elementsInForce(db);
  const due = new Map<string, BoundColumn[]>();
  let count = 0;
  // whether a form or a range was measured as it is asked now is seen in each row only, and most are known already
  for (let after = ['', '']; ;) {
    const found = await boundColumns(db)
      .where('b.sourceId', '=', sourceId)
      .where(ASKS_OF_VALUES)
      .where(sql<boolean>`(m.column_id is null or m.error is not null or m.measure_time < ${new Date(ctx.now.getTime() - OLD_MS)}
        or m.gb_type_id is distinct from e.published ->> 'gbTypeId' or e.published ->> 'classId' is not null or e.published ->> 'valueRange' is not null)`)
      .where(sql<boolean>`(b.table_id, b.id) > (${after[0]}, ${after[1]})`)
      .orderBy('b.tableId')
      .orderBy('b.id')
      .limit(MAX_BINDINGS)
      .execute();
    for (const row of withStandards(found, elements)) {
      if (!isDue(row, known, ctx.now)) continue;
      due.set(row.tableId, [...(due.get(row.tableId) ?? []), row]);
      count += 1;
    }
    const last = found.at(-1);
    if (!last || found.length < MAX_BINDINGS || count >= MAX_BINDINGS) return due;
    after = [last.tableId, last.id];
  }
}

/**
 * Measures the values of the bound columns of a source that their standards ask about and that nobody has looked at lately, with the rights of
 * the caller, one scan per table. What the caller may not measure stays unknown. No transaction is open meanwhile. Throws when the source does
 * not answer.
 */
export async function measureBound(ctx: Ctx, sourceId: string): Promise<{ tables: number; left: number }> {
  const known = await knownWords(ctx.app.db);
  const due = await dueColumns(ctx, sourceId, known);
  if (due.size === 0) return { tables: 0, left: 0 };
  const data = await openData(ctx, sourceId);
  const started = performance.now();
  let tables = 0;
  for (const columns of due.values()) {
    if (performance.now() - started > WHOLE_MS) break;
    ctx.signal.throwIfAborted();
    await measureTable(ctx, data, columns, known);
    tables += 1;
  }
  return { tables, left: due.size - tables };
}
