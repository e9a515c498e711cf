import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import type { AttributeResult } from '../core/contrast.ts';
import type { Reason } from '../core/match/codes.ts';
import { bindingRows, ofPlace, seenColumns, stateSeen, type BindingFilter } from './binding-rows.ts';
import { shownColumns } from './contrast-rows.ts';

export const STATES = ['conform', 'partial', 'bad', 'retired', 'exempt', 'unread', 'open'] as const;
export type Counts = Record<(typeof STATES)[number], number>;
export const percent = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 100);

/** Counts by state with what they come to. What nobody could look at, and what is exempt, is in no rate. */
export function ratesOf(of: Counts) {
  const bound = of.conform + of.partial + of.bad + of.retired + of.open;
  return { ...of, bound, percent: percent(of.conform, bound) };
}

/** How the bindings of a filter stand, with the columns that they are of and what else waits there. */
export async function statOf(ctx: Ctx, filter: BindingFilter) {
  const rows = await bindingRows(ctx, filter)
    .select([
      stateSeen(ctx).as('state'),
      sql<number>`count(*)::int`.as('count'),
      sql<Date | null>`max(standard_binding.check_time)`.as('time'),
    ])
    .groupBy(sql`1`)
    .execute();
  const counts = Object.fromEntries(STATES.map((state) => [state, rows.find((row) => row.state === state)?.count ?? 0])) as Counts;
  const times = rows.flatMap((row) => row.time ?? []);
  const columns = await columnRows(ctx, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  const proposals = await columnRows(ctx, filter)
    .innerJoin('standardProposal', 'standardProposal.columnId', 'metadataColumn.id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('standardProposal.state', '=', 'open')
    .executeTakeFirstOrThrow();
  const checkTime = times.length === 0 ? null : new Date(Math.max(...times.map((time) => time.getTime())));
  return { ...ratesOf(counts), columns: columns.count, proposals: proposals.count, checkTime };
}

/** Living columns that the caller sees, at a place. */
export function columnRows(ctx: Ctx, filter: BindingFilter) {
  let rows = ctx.db
    .selectFrom('metadataColumn')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataColumn.sourceId')
    .where('metadataColumn.deletedAt', 'is', null)
    .where('metadataTable.deletedAt', 'is', null)
    .where('metadataSource.deletedAt', 'is', null)
    .where(seenColumns(ctx, 'metadataColumn'))
    .where(ofPlace(filter));
  if (filter.sourceId) rows = rows.where('metadataColumn.sourceId', '=', filter.sourceId);
  if (filter.tableId) rows = rows.where('metadataColumn.tableId', '=', filter.tableId);
  return rows;
}

interface Row {
  readonly sourceId: string;
  readonly tableId: string;
  readonly columnId: string;
  readonly schemaName: string;
  readonly reasons: unknown;
  readonly results: unknown;
}
/** Rows with their results; how many rows of a source differ reaches only who reads the whole column in the clear. */
export async function withResults<R extends Row>(ctx: Ctx, rows: readonly R[]) {
  const resultsOf = (row: R) => row.results as readonly AttributeResult[];
  const clear = new Set(
    await shownColumns(
      ctx,
      rows.filter((row) => resultsOf(row).some((one) => one.rows !== undefined)),
    ),
  );
  return rows.map((row) => ({
    ...row,
    reasons: row.reasons as Reason[],
    results: resultsOf(row).map((one) => ({ ...one, rows: clear.has(row) ? (one.rows ?? null) : null })),
  }));
}
