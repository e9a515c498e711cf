import type { Db } from '#kit/server/ctx.ts';

export const MAX_GROUPS = 500;

type Parents = ReadonlyMap<string, string | null>;
export async function parentsOf(db: Db): Promise<Parents> {
  const rows = await db.selectFrom('marketApiGroup').select(['id', 'parentId']).where('deletedAt', 'is', null).limit(MAX_GROUPS).execute();
  return new Map(rows.map(({ id, parentId }) => [id, parentId]));
}
/** A group with those above it. */
export function above(parents: Parents, id: string | null): string[] {
  const found: string[] = [];
  for (let at = id; at !== null && !found.includes(at); at = parents.get(at) ?? null) found.push(at);
  return found;
}

/** A group with everything below it. */
export async function groupsBelow(db: Db, id: string): Promise<string[]> {
  const parents = await parentsOf(db);
  return [id, ...[...parents.keys()].filter((each) => each !== id && above(parents, each).includes(id))];
}
