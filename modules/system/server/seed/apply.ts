import type { Db } from '#kit/server/ctx.ts';
import type { IdMaker } from '#kit/server/ids.ts';
import type { ConfigSeed, DictSeed, MenuSeed, ServerModule } from '#kit/server/module.ts';
import { nearestNumber, numberProblem } from '../../core/config-value.ts';
import { ROOT_ID } from '../../contract/fields.ts';
import { refreshEffective } from '../menus/effective.ts';

/**
 * Puts the menus, dictionaries and settings that the modules declare into the database. Repeatable: only what is missing is inserted,
 * so that what administrators changed stays; menus are known by path (buttons by permission), dictionaries by code, settings by key.
 */
export async function applySeeds(db: Db, ids: IdMaker, modules: readonly ServerModule[]): Promise<void> {
  await seedMenus(
    db,
    ids,
    modules.flatMap((module) => module.menus ?? []),
  );
  await seedDicts(
    db,
    ids,
    modules.flatMap((module) => module.dicts ?? []),
  );
  await seedConfigs(
    db,
    ids,
    modules.flatMap((module) => module.configs ?? []),
  );
}

/** Parent menu of a seed; the root unless it names one. */
function parentOf({ path, under }: MenuSeed, byPath: ReadonlyMap<string | null, string>): string {
  const parent = under === undefined ? ROOT_ID : byPath.get(under);
  if (parent === undefined) throw new Error(`menu ${path} stands under ${under}, which is not there`);
  return parent;
}

async function seedMenus(db: Db, ids: IdMaker, seeds: readonly MenuSeed[]): Promise<void> {
  const stored = await db
    .selectFrom('sysMenu')
    .select(['id', 'parentId', 'menuPath', 'menuPerms', 'menuType'])
    .where('isBuiltIn', '=', '1')
    .execute();
  const byPath = new Map(stored.filter((row) => row.menuPath !== null).map((row) => [row.menuPath, row.id]));
  const buttons = new Set(stored.filter((row) => row.menuType === '2').map((row) => `${row.parentId} ${row.menuPerms}`));
  let isChanged = false;
  const insert = async (seed: MenuSeed, parentId: string): Promise<void> => {
    let id = byPath.get(seed.path);
    if (id === undefined) {
      id = ids.next();
      byPath.set(seed.path, id);
      isChanged = true;
      const isFolder = seed.perms === undefined && (seed.children?.length ?? 0) > 0;
      await db
        .insertInto('sysMenu')
        .values({
          id,
          parentId,
          menuName: seed.name,
          menuPath: seed.path,
          menuComponent: seed.component,
          menuRedirect: seed.redirect ?? null,
          menuPerms: seed.perms ?? null,
          menuIcon: seed.icon ?? null,
          menuType: isFolder ? '0' : '1',
          menuCode: seed.code ?? null,
          menuHidden: seed.hidden ? '1' : '0',
          menuSort: seed.sort,
          forEverybody: seed.forEverybody ? '1' : '0',
          isBuiltIn: '1',
        })
        .execute();
    }
    const missing = (seed.buttons ?? []).filter((button) => !buttons.has(`${id} ${button.perms}`));
    if (missing.length > 0) {
      isChanged = true;
      await db
        .insertInto('sysMenu')
        .values(
          missing.map((button) => ({
            id: ids.next(),
            parentId: id,
            menuName: button.name,
            menuPerms: button.perms,
            menuType: '2',
            menuSort: ((seed.buttons ?? []).indexOf(button) + 1) * 10,
            isBuiltIn: '1',
          })),
        )
        .execute();
      missing.forEach((button) => buttons.add(`${id} ${button.perms}`));
    }
    for (const child of seed.children ?? []) await insert(child, id);
  };
  for (const seed of seeds) await insert(seed, parentOf(seed, byPath));
  if (isChanged) await refreshEffective(db);
}

async function seedDicts(db: Db, ids: IdMaker, seeds: readonly DictSeed[]): Promise<void> {
  const dicts = new Map(
    (
      await db
        .selectFrom('sysDict')
        .select(['id', 'dictCode', 'deletedAt'])
        .orderBy('deletedAt', (o) => o.asc().nullsLast())
        .execute()
    ).map((row) => [row.dictCode, row]),
  );
  // Deleted items count as present: an administrator took them out.
  const items = new Set(
    (await db.selectFrom('sysDictItem').select(['dictId', 'itemText']).execute()).map((row) => `${row.dictId} ${row.itemText}`),
  );
  for (const seed of seeds) {
    let dictId = dicts.get(seed.code)?.id;
    if (dictId === undefined) {
      dictId = ids.next();
      await db.insertInto('sysDict').values({ id: dictId, dictName: seed.name, dictCode: seed.code, isBuiltIn: '1' }).execute();
      dicts.set(seed.code, { id: dictId, dictCode: seed.code, deletedAt: null });
    }
    const owner = dictId;
    const missing = seed.items
      .map(([itemText, itemValue], index) => ({ id: '', dictId: owner, itemText, itemValue, itemSort: index + 1 }))
      .filter((item) => !items.has(`${owner} ${item.itemText}`));
    if (missing.length > 0)
      await db
        .insertInto('sysDictItem')
        .values(missing.map((item) => ({ ...item, id: ids.next() })))
        .execute();
    missing.forEach((item) => items.add(`${owner} ${item.itemText}`));
  }
}

async function seedConfigs(db: Db, ids: IdMaker, seeds: readonly ConfigSeed[]): Promise<void> {
  // deleted ones count as present: an administrator took them out
  const stored = await db.selectFrom('sysConfig').select(['id', 'configKey', 'configValue', 'configType', 'deletedAt']).execute();
  await correctNumbers(
    db,
    stored.filter((row) => row.deletedAt === null),
    seeds,
  );
  const known = new Set(stored.map((row) => row.configKey));
  const missing = seeds.filter((seed) => !known.has(seed.key));
  if (missing.length === 0) return;
  for (const seed of missing)
    if (seed.type === 'secret' && seed.value !== '')
      throw new Error(`secret config ${seed.key} must be seeded empty: its value belongs to the installation`);
  await db
    .insertInto('sysConfig')
    .values(
      missing.map((seed) => ({
        id: ids.next(),
        configName: seed.name,
        configKey: seed.key,
        configValue: seed.value,
        configType: seed.type,
        isPublic: seed.isPublic ? '1' : '0',
        isBuiltIn: '1',
        remark: seed.remark ?? null,
      })),
    )
    .execute();
}

/**
 * Values that were stored before their range was declared go to the nearest one that may be saved: what the page shows is what holds.
 */
async function correctNumbers(
  db: Db,
  stored: readonly { id: string; configKey: string; configValue: string; configType: string }[],
  seeds: readonly ConfigSeed[],
): Promise<void> {
  for (const row of stored) {
    const seed = seeds.find(({ key }) => key === row.configKey);
    if (seed?.type !== 'number' || row.configType !== 'number' || numberProblem(row.configValue, seed) === null) continue;
    await db
      .updateTable('sysConfig')
      .set((e) => ({ configValue: nearestNumber(row.configValue, seed, seed.value), version: e('version', '+', 1) }))
      .where('id', '=', row.id)
      .execute();
  }
}
