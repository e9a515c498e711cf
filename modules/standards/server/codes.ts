import type { Db } from '#kit/server/ctx.ts';
import { TODAY } from '#kit/server/db/today.ts';
import { sql } from 'kysely';
import type { KeptItem } from './dict-versions.ts';

/** The field of an item that values of a column are compared with. */
export type CodeColumn = 'gb_code' | 'gb_name';

/**
 * The values that are valid in a code set: codes or names of its enabled items that are in force on a day, today unless given. Read at the moment
 * of a check, never copied into a statement that is kept. Empty for a set that is disabled or gone: ask `isTypeInForce` first where nothing being valid would mislead.
 */
export async function codesOfType(db: Db, typeId: string, column: CodeColumn = 'gb_code', day?: string): Promise<ReadonlySet<string>> {
  const kept = await versionOf(db, typeId, column, day);
  if (kept !== null) return kept;
  const on = day === undefined ? TODAY : sql`${day}::date`;
  const rows = await db
    .selectFrom('standardDict')
    .innerJoin('standardType', 'standardType.id', 'standardDict.typeId')
    .select(column === 'gb_code' ? 'standardDict.gbCode as value' : 'standardDict.gbName as value')
    .where('standardDict.typeId', '=', typeId)
    .where('standardDict.deletedAt', 'is', null)
    .where('standardDict.status', '=', '1')
    .where('standardType.deletedAt', 'is', null)
    .where('standardType.status', '=', '1')
    .where(sql<boolean>`(valid_from is null or valid_from <= ${on}) and (valid_to is null or valid_to >= ${on})`)
    .execute();
  return new Set(rows.map(({ value }) => value));
}

/** The values of the version in force on a day, of a set that has versions; null for one whose items are in force as they are edited. */
async function versionOf(db: Db, typeId: string, column: CodeColumn, day: string | undefined): Promise<ReadonlySet<string> | null> {
  const row = await db
    .selectFrom('standardType')
    .select([sql<KeptItem[] | null>`published`.as('published'), sql<string>`${TODAY}::text`.as('today')])
    .where('id', '=', typeId)
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .where('published', 'is not', null)
    .executeTakeFirst();
  if (!row?.published) return null;
  const on = day ?? row.today;
  const valid = row.published.filter(
    ({ status, validFrom, validTo }) => status === '1' && (validFrom === null || validFrom <= on) && (validTo === null || validTo >= on),
  );
  return new Set(valid.map(({ gbCode, gbName }) => (column === 'gb_code' ? gbCode : gbName)));
}

/** True when a code set exists and is enabled. */
export async function isTypeInForce(db: Db, typeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('standardType')
    .select('id')
    .where('id', '=', typeId)
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
