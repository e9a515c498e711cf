import { sql } from 'kysely';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { keyOf, type TransferKind } from '../contract/file.ts';

interface Named {
  readonly kind: TransferKind;
  readonly id: string;
}

/** Where imported documents came from, by their key here. */
export async function originsOf({ db }: Pick<Ctx, 'db'>, documents: readonly Named[]): Promise<Map<string, string>> {
  if (documents.length === 0) return new Map();
  const rows = await db
    .selectFrom('visualOrigin')
    .select(['entityType', 'entityId', 'originId'])
    .where(
      'entityId',
      'in',
      documents.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map(({ entityType, entityId, originId }) => [keyOf({ kind: entityType, id: entityId }), originId]));
}

/** What earlier imports made of documents with these ids, the last one first. */
export async function madeOf(
  { db }: Pick<Ctx, 'db'>,
  kind: TransferKind,
  originIds: readonly string[],
): Promise<{ originId: string; id: string }[]> {
  if (originIds.length === 0) return [];
  return db
    .selectFrom('visualOrigin')
    .select(['originId', 'entityId as id'])
    .where('entityType', '=', kind)
    .where('originId', 'in', originIds)
    .orderBy('importTime', 'desc')
    .orderBy('entityId', 'desc')
    .execute();
}

/** Remembers what a document was made of; the very one that was exported here needs no such line. */
export async function noteOrigin(ctx: Ctx, { kind, id }: Named, originId: string): Promise<void> {
  if (id === originId) return;
  await ctx.db
    .insertInto('visualOrigin')
    .values({ entityType: kind, entityId: id, originId, importBy: ctx.user.id, importTime: ctx.now })
    .onConflict((conflict) =>
      conflict.columns(['entityType', 'entityId']).doUpdateSet({ originId, importBy: ctx.user.id, importTime: ctx.now }),
    )
    .execute();
}

/** Documents that are deleted for good were made of nothing. */
export const forgetOrigin = (kind: TransferKind) => async (db: Db, id: string) =>
  void (await sql`delete from visual_origin where entity_type = ${kind} and entity_id = ${id}`.execute(db));
