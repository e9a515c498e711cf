import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { fieldRef } from '#modules/managed/server/index.ts';
import { masksOf } from '../masks.ts';
import type { ModelInForce } from '../model-in-force.ts';
import { RECORD_SCOPE } from '../params.ts';
import { titleColumn } from '../record-changes.ts';
import { recordOf, recordsOf } from '../records.ts';

/** What records are called, of those that the caller may see. */
export async function titlesOf(ctx: Ctx, model: ModelInForce, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const column = titleColumn(model);
  const mask = column && (await masksOf(ctx, model)).get(column.id);
  if (!column || ids.length === 0) return new Map();
  const rows = (await recordsOf(ctx.db, model)
    .where(sql<boolean>`${fieldRef(model.table, '$id')} = any(${[...ids]}::text[])`)
    .where(scope(ctx, RECORD_SCOPE, ['masterdata:data:list']))
    .execute()) as Record<string, unknown>[];
  return new Map(
    rows.flatMap((row) => {
      const { id, cells } = recordOf(model, row);
      const title = cells[column.id] ?? null;
      return title === null ? [] : [[id, mask ? String(mask(title)) : title] as const];
    }),
  );
}
