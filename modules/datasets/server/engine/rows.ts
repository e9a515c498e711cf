import type { Ctx } from '#kit/server/ctx.ts';
import type { DataSet } from '../../contract/data-set-model.ts';
import type { ChartData, ChartQuery } from '../../contract/query.ts';
import { compileQuery, localMoment, shapeAnswer, type Compiled } from '../../core/query/index.ts';
import { asInput } from './ask.ts';
import { labelsFor, withCodes } from './dicts.ts';
import { engineSettings, ZONE } from './settings.ts';
import { placeOf } from './source.ts';

/** A file of a million rows takes its time. */
const TIMEOUT_MS = 600_000;
/** More than any source is asked for: the statement wants a number. */
const NO_LIMIT = 1_000_000_000;

/** Rows that need no others beside them: no totals, changes, gaps, ranks or groups that are too small. */
function standAlone({ plan: { query, measures, least, leastRows } }: Compiled): boolean {
  const isPlain = !query.totals && query.fill === 'none' && !query.topN;
  return isPlain && least === null && leastRows === null && measures.every(({ modifier }) => modifier === 'none');
}

/**
 * All rows of a query for what leaves the house, in batches as they are pulled: memory stays as it is, however many there are. Everything is
 * checked before this answers; the source is asked with the first pull. Null when rows depend on each other and must be held as a whole.
 */
export async function rowsOf(
  ctx: Ctx,
  set: DataSet,
  asked: ChartQuery,
): Promise<AsyncGenerator<Pick<ChartData, 'columns' | 'rows'>> | null> {
  const [settings, coded] = await Promise.all([engineSettings(ctx.app), withCodes(ctx, set.model, asked)]);
  // one total of everything stands alone: whoever wants it has it from the answer
  const query = { ...coded, limit: NO_LIMIT, grandTotal: undefined };
  const place = await placeOf(ctx, set, query, 'export');
  const clock = { now: localMoment(ctx.app.now().getTime(), ZONE), fiscalMonth: settings.fiscalMonth };
  const compiled = asInput(() => compileQuery({ set, query, dialect: place.dialect, clock, rows: place.rows }));
  if (!standAlone(compiled)) return null;
  const cleared = await place.clear(compiled, 'export');
  if (!cleared.stream) return null;
  // in the order of the source: names in Chinese order would need all of them at once
  const plan = { ...compiled.plan, isOrdered: true };
  const batches = cleared.stream({ maxRows: NO_LIMIT, timeoutMs: TIMEOUT_MS, signal: ctx.signal });
  return (async function* shaped() {
    for await (const { rows, masked } of batches) {
      const labels = await labelsFor(ctx, plan, { rows, masked });
      const { columns, rows: done } = shapeAnswer({ plan, rows, masked, labels });
      yield { columns, rows: done };
    }
  })();
}
