import type { App, Db } from '#kit/server/ctx.ts';
import { putSystemScreen, putSystemSet } from '#modules/visual/server/index.ts';
import { SCREENS } from '../core/screens/index.ts';
import { LANDMARKS, SETS, systemSet } from './sets/index.ts';

/** The source whose catalogue has the tables of the screens, the oldest of several; null while there is none. */
export async function warehouseOf(db: Db): Promise<string | null> {
  const rows = await db
    .selectFrom('metadataTable')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataTable.sourceId')
    .select(['metadataSource.id', 'schemaName', 'tableName'])
    .where('metadataSource.deletedAt', 'is', null)
    .where('metadataSource.status', '=', '1')
    .where('metadataTable.deletedAt', 'is', null)
    .where(
      'tableName',
      'in',
      LANDMARKS.map((name) => name.split('.')[1]!),
    )
    .orderBy('metadataSource.id')
    .execute();
  const found = new Map<string, Set<string>>();
  for (const { id, schemaName, tableName } of rows) found.set(id, (found.get(id) ?? new Set()).add(`${schemaName}.${tableName}`));
  return [...found].find(([, names]) => LANDMARKS.every((name) => names.has(name)))?.[0] ?? null;
}

/**
 * Puts data sets and screens in place, in the caller's transaction. Screens stand from the first start on, also without a warehouse: then
 * the data sets over it have no source and every panel says so. As soon as a source with its tables is registered and synchronised they are
 * bound to it. What people changed or deleted stays as it is. Returns how many data sets were written.
 */
export async function putScreens(app: App, db: Db): Promise<number> {
  const sourceId = await warehouseOf(db);
  let written = 0;
  for (const set of SETS) if (await putSystemSet(app, db, systemSet(set, sourceId))) written += 1;
  for (const screen of SCREENS) await putSystemScreen(app, db, screen);
  return written;
}
