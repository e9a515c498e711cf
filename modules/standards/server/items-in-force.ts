import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { TODAY } from '#kit/server/db/today.ts';
import type { KeptItem } from './dict-versions.ts';

/** How an item stands today: only what is in force may be mapped. */
export type ItemState = 'inForce' | 'notInForce' | 'draft';
export interface SetItem {
  readonly id: string;
  readonly gbCode: string;
  readonly gbName: string;
  readonly state: ItemState;
}
const MAX = 10_000;

/** An item as the version in force has it, by id; undefined for one that it does not have. Null for a set without versions. */
export type VersionInForce = ReadonlyMap<string, KeptItem> | null;

/** The items of the version in force: what people map goes by it, whatever is being edited meanwhile. */
export async function versionInForce(db: Db, typeId: string): Promise<VersionInForce> {
  const row = await db
    .selectFrom('standardType')
    .select([sql<KeptItem[] | null>`published`.as('published'), sql<Record<string, string> | null>`published_codes`.as('codes')])
    .where('id', '=', typeId)
    .executeTakeFirst();
  if (!row?.published) return null;
  const byCode = new Map(row.published.map((item) => [item.gbCode, item]));
  return new Map(
    Object.entries(row.codes ?? {}).flatMap(([id, code]) => {
      const item = byCode.get(code);
      return item ? [[id, item] as const] : [];
    }),
  );
}

const isValidOn = (day: string, { status, validFrom, validTo }: KeptItem): boolean =>
  status === '1' && (validFrom === null || validFrom <= day) && (validTo === null || validTo >= day);

/** Items of a set with how each stands today; one that is in force is called as its version calls it, not as it is being edited. */
export async function itemsOf(db: Db, typeId: string): Promise<SetItem[]> {
  const version = await versionInForce(db, typeId);
  const rows = await db
    .selectFrom('standardDict')
    .select(['id', 'gbCode', 'gbName', 'parentCode', 'validFrom', 'validTo', 'status'])
    .select(sql<string>`${TODAY}::text`.as('today'))
    .where('typeId', '=', typeId)
    .where('deletedAt', 'is', null)
    .orderBy('sortNo')
    .orderBy('gbCode')
    .limit(MAX)
    .execute();
  return rows.map(({ id, today, ...edited }): SetItem => {
    const item = version === null ? edited : version.get(id);
    if (!item) return { id, gbCode: edited.gbCode, gbName: edited.gbName, state: 'draft' };
    return { id, gbCode: item.gbCode, gbName: item.gbName, state: isValidOn(today, item) ? 'inForce' : 'notInForce' };
  });
}
