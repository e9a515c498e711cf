import { may } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Account, App, Ctx, Db } from '#kit/server/ctx.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { viewing } from '../../contract/view-calls.ts';
import { openDocument, type Entity, type OpenDocument } from './document.ts';

/** A viewer of a document, as of now. */
export interface Viewer {
  readonly user: Account;
  /** reads with the rights of the viewer */
  readonly ctx: Ctx;
  readonly document: OpenDocument;
}

/**
 * An account as a viewer of a document: null when it is gone, may not look at such documents or does not see this one. The context stands
 * for the viewer's own call, so that rows and masks are theirs.
 */
export async function viewerOf(
  app: App,
  db: Db,
  who: { userId: string; entity: Entity; id: string; signal: AbortSignal; requestId: string },
): Promise<Viewer | null> {
  const user = await loadAccount(db, who.userId);
  if (!user || !may(user, viewing.data.access)) return null;
  const { signal, requestId } = who;
  const { ctx } = detachedCtx(app, { user, route: viewing.data, db, signal, requestId, ip: '', userAgent: '' });
  try {
    return { user, ctx, document: await openDocument(ctx, who.entity, who.id) };
  } catch (error) {
    if (error instanceof AppError && error.key === 'entity.notFound') return null;
    throw error;
  }
}

/** Throws rule.broken with the name of the first person who may not see the document. */
export async function assertViewers(ctx: Ctx, entity: Entity, id: string, userIds: readonly string[]): Promise<void> {
  for (const userId of new Set(userIds)) {
    const { app, db, signal, requestId } = ctx;
    if (await viewerOf(app, db, { userId, entity, id, signal, requestId })) continue;
    const known = await db.selectFrom('sysUser').select('nickname').where('id', '=', userId).executeTakeFirst();
    throw new AppError('rule.broken', `“${known?.nickname ?? userId}”不能查看该内容，请先授权`);
  }
}
