import type { App, Db } from '#kit/server/ctx.ts';

/** Tells open viewers that a source was synchronised: kept answers of it count no longer, see `identity` in the engine. */
export async function notifySource(app: App, db: Db, sourceId: string): Promise<void> {
  const sets = await db.selectFrom('visualDataSet').select('id').where('sourceId', '=', sourceId).where('deletedAt', 'is', null).execute();
  await notifyData(
    app,
    db,
    sets.map(({ id }) => id),
  );
}

/** Tells open viewers that the data behind data sets changed: an extract finished, a source was synchronised. */
export async function notifyData(app: App, db: Db, dataSetIds: readonly string[]): Promise<void> {
  for (let at = 0; at < dataSetIds.length; at += 200)
    await app.push.send(db, 'everybody', { kind: 'visualData', data: { dataSetIds: dataSetIds.slice(at, at + 200) } });
}
