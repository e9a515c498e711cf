import type { App, Db } from '#kit/server/ctx.ts';

/** Asks for the lineage of what changed in a source (views, routines, console history) to be taken anew, in the background. */
export async function requestLineage(app: App, db: Db, sourceId: string): Promise<void> {
  void app;
  void db;
  void sourceId;
}
