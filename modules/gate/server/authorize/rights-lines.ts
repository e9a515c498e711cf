import { isUnrestricted } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { accessColumns, accessFrom } from './access.ts';

/**
 * The caller's rights on sources that are not permissions, one text for each ground and each action of a grant: whoever has all texts of an
 * earlier moment still sees what it saw then. A row filter is part of its text. Empty for unrestricted accounts.
 */
export async function rightsOnSources(ctx: Ctx): Promise<readonly string[]> {
  if (isUnrestricted(ctx.user)) return [];
  const rows = await ctx.db
    .selectFrom('metadataSource')
    .select(accessColumns(ctx.user, ctx.app.now()))
    .select('metadataSource.id as sourceId')
    .where('metadataSource.deletedAt', 'is', null)
    .execute();
  return rows.flatMap((row) => {
    const { grounds, grants } = accessFrom(ctx.user, row.sourceId, row);
    return [
      ...grounds.map((ground) => `${row.sourceId} ${ground}`),
      ...grants.flatMap(({ objectType, objectId, actions, rowFilter }) =>
        actions.map((action) => [row.sourceId, objectType, objectId, action, rowFilter ?? ''].join(' ')),
      ),
    ];
  });
}
