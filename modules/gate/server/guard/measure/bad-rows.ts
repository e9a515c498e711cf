import type { Ctx } from '#kit/server/ctx.ts';
import { Refusal } from '../../../core/sql/refusal.ts';
import type { Source } from '#modules/sources/server/index.ts';
import { minMeasureRows } from './config.ts';
import { countOf, lookUp, visited, type Visit } from './measurements.ts';
import type { Answer, RuleRequest } from './grammar.ts';
import { countRows, readRows } from './measure.ts';
import { badKeys, revealsValue } from './rows.ts';

/** Keys of one answer. */
const MAX_KEYS = 1000;

/** The bad rows of one rule. */
export interface BadRowsRequest extends Visit {
  readonly rule: RuleRequest;
  /** keys at most, 100 unless given, 1,000 at most; 0 = only how many there are */
  readonly most?: number;
}
export interface BadRows {
  /** rows of the table */
  readonly rows: number;
  readonly bad: Answer;
  /**
   * Names and values of the key of bad rows. null: the table has no key that the catalogue knows (`noKey`), or the caller sees a column of
   * the key masked, or the one that is judged (`masked`): which rows are bad would tell about a single value.
   */
  readonly keys: { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] } | null;
  readonly keysWithheld: 'noKey' | 'masked' | null;
}

/**
 * How many rows break a rule, and which, by key. Rights and masks are those of the caller at this moment, so what was counted by one person
 * is looked at with the eyes of another. Throws what `measureFor` throws.
 */
export async function badRowsFor(ctx: Ctx, source: Source, request: BadRowsRequest): Promise<BadRows> {
  return visited(ctx, source, { ...request, measures: [request.rule] }, async ({ table, open, limits }) => {
    const rule = await lookUp(table, request.rule, open);
    const { dialect } = source.adapter;
    const rows = await countRows(source, table, limits);
    const bad = await countOf(source, table, rule, { limits, rows, minRows: await minMeasureRows(ctx.app) });
    const most = request.most ?? 100;
    if (!Number.isInteger(most) || most < 0 || most > MAX_KEYS) throw new Refusal(`一次最多查看${MAX_KEYS}行`);
    const { key } = table;
    const keysWithheld = key === null ? 'noKey' : revealsValue(rule) || key.some((name) => table.column(name).isMasked) ? 'masked' : null;
    if (key === null || keysWithheld !== null || most === 0 || bad.withheld !== null) return { rows, bad, keys: null, keysWithheld };
    const found = await readRows(source, badKeys(dialect, table, { rule, keys: key, most })!, limits);
    return { rows, bad, keys: { columns: key, rows: found }, keysWithheld };
  });
}
