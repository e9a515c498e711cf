import type { App, Db } from '#kit/server/ctx.ts';
import { insertRows } from '#kit/server/db/bulk.ts';
import { initialsOf } from '../../core/initials.ts';
import { keepAreas } from '../areas.ts';
import { itemsOf, type CodeSet } from './code-set.ts';
import { INDUSTRIES } from './industries.ts';
import { PERSONAL } from './personal.ts';
import { TITLES } from './titles.ts';

/** Code sets that every installation has; GB/T 2260 is taken from the table of areas. */
export const CODE_SETS: readonly CodeSet[] = [...PERSONAL, TITLES, INDUSTRIES];

const ITEM = {
  id: 'text',
  typeId: 'text',
  gbCode: 'text',
  gbName: 'text',
  parentCode: 'text',
  pinyin: 'text',
  sortNo: 'integer',
};

/** Inserts a set that this installation has never had: what people changed or deleted since stays as they left it. */
async function seedSet(db: Db, set: CodeSet): Promise<void> {
  const made = await db
    .insertInto('standardType')
    .values({ id: set.id, gbTypeCode: set.code, gbTypeName: set.name, isBuiltIn: '1', remark: set.remark ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return;
  const rows = itemsOf(set).map(({ code, name, parentCode }, index) => ({
    id: `${set.id}_${code.toLowerCase()}`,
    typeId: set.id,
    gbCode: code,
    gbName: name,
    parentCode,
    pinyin: initialsOf(name),
    sortNo: index,
  }));
  await insertRows(db, 'standard_dict', ITEM, rows);
}

/** The national code sets, each once. */
export async function seedCodeSets(_app: App, db: Db): Promise<void> {
  for (const set of CODE_SETS) await seedSet(db, set);
  await keepAreas(db);
}
