import type { App, Db } from '#kit/server/ctx.ts';
import { LineageReading } from '#modules/lineage/server/index.ts';
import { putSystemScreen } from '../system-items.ts';
import { putSystemSet } from '#modules/datasets/server/index.ts';
import { setId } from '../../core/fixed/layout/index.ts';
import { SCREENS } from '../../core/fixed/index.ts';
import { LANDMARKS, SETS, systemSet } from './index.ts';

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

/** True when there is a warehouse that a delivered data set is not bound to yet. */
export async function isUnbound(db: Db): Promise<boolean> {
  const sourceId = await warehouseOf(db);
  if (sourceId === null) return false;
  const bound = await db
    .selectFrom('visualDataSet')
    .select('id')
    .where(
      'id',
      'in',
      SETS.filter(({ sql }) => sql !== undefined).map(({ key }) => setId(key)),
    )
    .where('updateBy', 'is', null)
    .where('deletedAt', 'is', null)
    .where((e) => e.or([e('sourceId', 'is', null), e('sourceId', '!=', sourceId)]))
    .limit(1)
    .executeTakeFirst();
  return bound !== undefined;
}

/** Does one step of a longer work: in the transaction of the caller, or each in one of its own. */
export type Step = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/**
 * Puts data sets and screens in place, step by step. Screens stand from the first start on, also without a warehouse: then the data sets over
 * it have no source and every panel says so. As soon as a source with its tables is registered and synchronised they are bound to it. What
 * people changed or deleted stays as it is. May be repeated at any time. Returns how many data sets were written.
 */
export async function putScreens(app: App, step: Step): Promise<number> {
  const sourceId = await step(warehouseOf);
  const reading = new LineageReading();
  let written = 0;
  for (const set of SETS) if (await step((db) => putSystemSet(app, db, systemSet(app, set, sourceId), reading))) written += 1;
  for (const screen of SCREENS) await step((db) => putSystemScreen(app, db, screen));
  return written;
}
