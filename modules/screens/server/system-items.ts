import type { App, Db } from '#kit/server/ctx.ts';
import { ScreenConfig } from '../contract/screen-config.ts';
import { idsOf } from '#modules/library/core/index.ts';
import { outlineOfScreen } from '../core/outline.ts';
import { refsOf } from '#modules/charts/core/index.ts';
import { isTaken, noteUses, relink, sketchOf, digest } from '#modules/library/server/index.ts';

/** A screen that comes with the product. */
export interface SystemScreen {
  /** fixed name, `cockpit` */
  readonly code: string;
  readonly name: string;
  /** permission that opens the published version, `screen:cockpit:view` */
  readonly viewPerms: string;
  readonly remark: string;
  /** the document as it is delivered; its charts stand in the nodes */
  readonly config: ScreenConfig;
}
const FACTORY = new Map<string, SystemScreen>();

/** Announces screens of the product, so that they can be put in place and set back. Call it where the module is loaded. */
export function defineSystemScreens(screens: readonly SystemScreen[]): void {
  for (const screen of screens) FACTORY.set(screen.code, { ...screen, config: ScreenConfig.parse(screen.config) });
}
/** The document of a screen of the product as it was delivered. */
export const factoryScreen = (code: string): ScreenConfig | null => FACTORY.get(code)?.config ?? null;

/**
 * Puts a screen of the product in place, published, in the caller's transaction: a new one is added; one that nobody has changed since the
 * last delivery takes the new document; one that somebody changed stays. Returns its id.
 */
export async function putSystemScreen(app: App, db: Db, screen: SystemScreen): Promise<string> {
  const now = app.now();
  const text = JSON.stringify(ScreenConfig.parse(screen.config));
  const old = await db
    .selectFrom('visualScreen')
    .select(['id', 'updateBy', 'publishedNo', 'screenThumbnail'])
    .where('code', '=', screen.code)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (old && old.updateBy !== null) return old.id;
  const id = old?.id ?? app.ids.next();
  const last = await db
    .selectFrom('visualVersion')
    .select(['versionNo', 'sha256'])
    .where('entityType', '=', 'screen')
    .where('entityId', '=', id)
    .orderBy('versionNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  const picture = await sketchOf(db, 'screen', screen.config);
  if (last?.sha256 === digest(text) && old?.publishedNo === last.versionNo) {
    // a new version of the product may draw the same document better
    if (old.screenThumbnail !== picture && !isTaken(old.screenThumbnail))
      await db.updateTable('visualScreen').set({ screenThumbnail: picture }).where('id', '=', id).execute();
    return id;
  }
  const versionNo = (last?.versionNo ?? 0) + 1;
  const values = {
    screenName: screen.name,
    remark: screen.remark,
    viewPerms: screen.viewPerms,
    screenJson: text,
    screenThumbnail: picture,
    publishedNo: versionNo,
    publishedTime: now,
    draftChanged: '0',
    isSystem: '1',
    updateTime: now,
  };
  if (old) await db.updateTable('visualScreen').set(values).where('id', '=', id).execute();
  else
    await db
      .insertInto('visualScreen')
      .values({ id, code: screen.code, createTime: now, ...values })
      .execute();
  await db
    .insertInto('visualVersion')
    .values({
      id: app.ids.next(),
      entityType: 'screen',
      entityId: id,
      versionNo,
      name: '出厂版本',
      doc: text,
      charts: '{}',
      sha256: digest(text),
      isPublished: '1',
      createTime: now,
    })
    .execute();
  const refs = refsOf(outlineOfScreen(ScreenConfig.parse(screen.config)));
  await relink(app, db, { kind: 'screen', id, name: screen.name }, refs);
  await noteUses(db, 'screen', id, idsOf(refs.sets), '1');
  return id;
}
