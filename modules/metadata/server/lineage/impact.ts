import type { Db } from '#kit/server/ctx.ts';

/** How many objects lie further down the lineage of a table, or of one of its columns. */
export async function impactCount(db: Db, tableId: string, column: string | null): Promise<number> {
  void db;
  void tableId;
  void column;
  return 0;
}
