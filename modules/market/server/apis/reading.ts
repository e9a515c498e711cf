import { perm } from '#kit/contract/route.ts';
import type { App, Ctx } from '#kit/server/ctx.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { openData, type GuardedSource } from '#modules/gate/server/index.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { dataApi } from '../../contract/api.ts';

/** Permissions that reading a source for an API exercises: sharing a source reaches whoever may see or try APIs. */
const READS = { ...dataApi.debug, access: perm('market:api:debug', 'market:api:list', 'market:api:detail') };

/** The call as one that reads: saving an API looks at its source, which a permission to change things does not lend. */
export const readingCtx = (ctx: Ctx): Ctx => Object.create(ctx, { route: { value: READS } }) as Ctx;

/** The data of a source for work on an API. Throws entity.notFound when the caller cannot see it. */
export const openSource = (ctx: Ctx, sourceId: string): Promise<GuardedSource> => openData(readingCtx(ctx), sourceId);

/** A context of the account that answers for a released API, with its rights of now; null when it is disabled or gone. */
export async function ownerCtx(app: App, accountId: string, signal: AbortSignal): Promise<Ctx | null> {
  const user = await loadAccount(app.db, accountId);
  if (!user) return null;
  return detachedCtx(app, { user, route: READS, db: app.db, signal, requestId: 'market', ip: '', userAgent: '' }).ctx;
}
