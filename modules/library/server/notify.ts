import type { App, Db } from '#kit/server/ctx.ts';
import type { DocKind } from '../contract/item.ts';

/**
 * Tells open viewers and builders that a new version is published; call it inside the publishing transaction. Browsers hear nothing but ids:
 * what they may see is decided when they ask.
 */
export async function notifyPublished(app: App, db: Db, kind: Exclude<DocKind, 'chart'>, id: string, versionNo: number): Promise<void> {
  await app.push.send(db, 'everybody', { kind: 'published', data: { entity: kind, id, versionNo } });
  await notifyEditors(app, db, kind, id);
}

/** Tells those who have a document open for editing that somebody came or went, or that it was stored. */
export async function notifyEditors(app: App, db: Db, kind: DocKind, id: string): Promise<void> {
  const rows = await db
    .selectFrom('visualEditor')
    .select('sessionId')
    .distinct()
    .where('entityType', '=', kind)
    .where('entityId', '=', id)
    .where('untilTime', '>', app.now())
    .execute();
  if (rows.length > 0)
    await app.push.send(db, { sessions: rows.map(({ sessionId }) => sessionId) }, { kind: 'editors', data: { entity: kind, id } });
}
