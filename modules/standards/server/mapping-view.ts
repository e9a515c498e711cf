import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { LocalValue } from '../contract/mapping.ts';
import { contrastOf, whyHidden } from './contrast-rows.ts';
import { itemsOf } from './items-in-force.ts';

/** Proposals as they are kept. */
export const Candidates = z.array(
  z.object({ id: z.string(), score: z.number(), reasons: z.array(z.object({ label: z.string(), share: z.number() })) }),
);

export const valuesOf = (db: Db, contrastId: string) =>
  db
    .selectFrom('standardContrastDict as v')
    .innerJoin('standardContrast as c', 'c.id', 'v.contrastId')
    .selectAll('v')
    .select(sql<boolean>`coalesce(v.first_seen > c.earlier_collect_time, false)`.as('isNew'))
    .where('v.contrastId', '=', contrastId)
    .where('v.deletedAt', 'is', null)
    .orderBy('v.rowCount', 'desc')
    .orderBy('v.colCode')
    .limit(10_000);
export type Value = Awaited<ReturnType<ReturnType<typeof valuesOf>['execute']>>[number];

/** Values of a contrast that was just changed, as its page shows them; for who sees them. */
export async function leftRows(ctx: Ctx, contrast: { id: string; gbTypeId: string }, ids: readonly string[]): Promise<LocalValue[]> {
  const rows = await valuesOf(ctx.db, contrast.id).where('v.id', 'in', ids).execute();
  const named = new Map((await itemsOf(ctx.db, contrast.gbTypeId)).map((item) => [item.id, item]));
  return rows.map((row) => leftOf(row, named));
}

/** What a contrast looks like: its values at the left, the items of the set at the right. */
export async function mappingView(ctx: Ctx, contrastId: string) {
  const contrast = await contrastOf(ctx, contrastId);
  const why = await whyHidden(ctx, contrast);
  const values = await valuesOf(ctx.db, contrastId).execute();
  const items = await itemsOf(ctx.db, contrast.gbTypeId);
  const rowsOf = new Map<string, number>();
  for (const { contrastGbId, rowCount } of values)
    if (contrastGbId !== null) rowsOf.set(contrastGbId, (rowsOf.get(contrastGbId) ?? 0) + Number(rowCount));
  const named = new Map(items.map((item) => [item.id, item]));
  return {
    title: `${contrast.tableName ?? ''}.${contrast.columnName ?? ''}`,
    description: `${contrast.gbTypeCode} ${contrast.gbTypeName}`,
    whyHidden: why,
    left: why === null ? values.map((value) => leftOf(value, named)) : unseen(values),
    right: items.map((item) => ({ ...item, rowCount: why === null ? (rowsOf.get(item.id) ?? 0) : null })),
  };
}

/** Values for who may not see them: how many there are and how many of them are mapped, in an order that says nothing of their rows. */
const unseen = (values: readonly Value[]): LocalValue[] =>
  values
    .map(({ id, isNew, status }) => ({
      id,
      colCode: null,
      colName: null,
      isMasked: true,
      rowCount: null,
      isNew,
      status,
      contrastGbId: null,
      mappedBy: null,
      reason: null,
      score: null,
      proposed: false,
      isIgnored: false,
      candidates: [],
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

function leftOf(value: Value, named: ReadonlyMap<string, { gbCode: string; gbName: string }>): LocalValue {
  const candidates = Candidates.parse(value.candidates).flatMap((candidate) => {
    const item = named.get(candidate.id);
    return item && value.status === '0' ? [{ ...candidate, gbCode: item.gbCode, gbName: item.gbName }] : [];
  });
  return {
    id: value.id,
    colCode: value.colCode,
    colName: value.colName,
    isMasked: false,
    rowCount: Number(value.rowCount),
    isNew: value.isNew,
    status: value.status,
    contrastGbId: value.contrastGbId,
    mappedBy: value.mappedBy === 'auto' || value.mappedBy === 'manual' ? value.mappedBy : null,
    reason: value.reason ?? candidates[0]?.reasons[0]?.label ?? null,
    score: value.score === null ? (candidates[0]?.score ?? null) : Number(value.score),
    proposed: value.status === '0' && value.isIgnored === '0' && candidates.length > 0,
    isIgnored: value.isIgnored === '1',
    candidates,
  };
}
