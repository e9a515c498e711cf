import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';

/** Names of the tags of some tables or columns, by object id. */
export async function tagNamesOf(db: Db, objectType: 'table' | 'column', ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('metadataTagLink')
    .innerJoin('metadataTag', 'metadataTag.id', 'metadataTagLink.tagId')
    .select(['metadataTagLink.objectId', 'metadataTag.tagName'])
    .where('metadataTagLink.objectType', '=', objectType)
    .where(sql<boolean>`metadata_tag_link.object_id = any(${ids}::text[])`)
    .where('metadataTag.deletedAt', 'is', null)
    .orderBy('metadataTag.tagName')
    .execute();
  const names = new Map<string, string[]>();
  for (const { objectId, tagName } of rows) names.set(objectId, [...(names.get(objectId) ?? []), tagName]);
  return names;
}
