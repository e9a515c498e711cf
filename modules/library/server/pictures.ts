import type { Ctx } from '#kit/server/ctx.ts';
import { bindFiles, visibleFiles } from '#modules/files/server/index.ts';
import { kindOf } from './kinds.ts';
import type { Publishable } from './published-version.ts';

const SHOWN = /^(image|video)\//;

/**
 * Keeps the pictures of a document, of its draft and of what viewers see, so that everybody who is signed in gets them and no sweep takes
 * them. Pictures that the caller may not see are left as they are: naming a file opens it to nobody. Call it in the transaction that saves.
 */
export async function bindPictures(ctx: Ctx, kind: Publishable, id: string, doc: unknown): Promise<void> {
  const { files } = kindOf(kind);
  const published = await ctx.db
    .selectFrom('visualVersion')
    .select('doc')
    .where('entityType', '=', kind)
    .where('entityId', '=', id)
    .where('isPublished', '=', '1')
    .orderBy('versionNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  const names = [...new Set([...files(doc), ...(published ? files(published.doc) : [])])];
  const seen = await visibleFiles(ctx.app, ctx.db, ctx.user, names);
  const kept = names.filter((name) => SHOWN.test(seen.get(name)?.contentType ?? ''));
  await bindFiles(ctx, { fileNames: kept.join(','), entity: `visual_${kind}`, entityId: id, readers: 'signedIn' });
}
