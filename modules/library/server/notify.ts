import type { App, Db } from '#kit/server/ctx.ts';
import type { Publishable } from './published-version.ts';

/**
 * Tells open viewers that a new version is published; call it inside the publishing transaction. Browsers hear nothing but ids: what they
 * may see is decided when they ask.
 */
export const notifyPublished = (app: App, db: Db, kind: Publishable, id: string, versionNo: number): Promise<void> =>
  app.push.send(db, 'everybody', { kind: 'published', data: { entity: kind, id, versionNo } });
