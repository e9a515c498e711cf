import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import { forgetLoad, recordLoad } from '#modules/lineage/server/index.ts';
import { cataloguedTables } from '#modules/managed/server/index.ts';
import { MapColumn } from '../contract/map.ts';
import { StoredColumns } from './distribute/target-rows.ts';
import { modelInForce, type ModelInForce } from './model-in-force.ts';

const keyOf = (mapId: string): string => `masterdata:${mapId}`;
const targetKey = (targetId: string): string => `masterdata-target:${targetId}`;
interface Mapping {
  readonly id: string;
  readonly mapName: string;
  readonly sourceId: string;
  readonly tableId: string;
  readonly ownerId: string;
  readonly columns: unknown;
  readonly deletedAt: Date | null;
}

/** Columns of the source with the columns of the managed table that they fill; what the version in force has no more is left out. */
function filled(model: ModelInForce, map: Mapping): (readonly [string, string])[] {
  return MapColumn.array()
    .parse(map.columns)
    .flatMap(({ from, to }) => {
      const column = model.columns.find((one) => one.columnName === to);
      const stored = column && model.table.columns.find((one) => !one.isHidden && one.fieldId === column.id);
      return stored ? [[from, stored.name] as const] : [];
    });
}

/**
 * Says in the lineage which tables of sources fill the table of a model, as its mappings and its version in force say. To be called in the
 * transaction that changes one of them; only the given mapping where it is about one.
 */
export async function noteLineage(app: App, db: Db, modelId: string, mapId?: string): Promise<void> {
  let query = db
    .selectFrom('masterdataSourceMap')
    .select(['id', 'mapName', 'sourceId', 'tableId', 'ownerId', 'columns', 'deletedAt'])
    .where('modelId', '=', modelId)
    .orderBy('id');
  if (mapId !== undefined) query = query.where('id', '=', mapId);
  const maps = await query.execute();
  if (maps.length === 0) return;
  const model = await modelInForce(db, { id: modelId }).catch(() => null);
  const table = model ? (await cataloguedTables(db, [model.table.name])).get(model.table.name) : undefined;
  for (const map of maps) {
    const columns = model && map.deletedAt === null ? filled(model, map) : [];
    if (!model || !table || columns.length === 0) {
      await forgetLoad(app, db, keyOf(map.id));
      continue;
    }
    await recordLoad(app, db, {
      key: keyOf(map.id),
      name: `主数据“${model.modelName}”接入：${map.mapName}`,
      from: { sourceId: map.sourceId, tableId: map.tableId },
      to: { sourceId: table.sourceId, tableId: table.id },
      columns,
      by: map.ownerId,
    });
  }
}

/** Columns of the managed table with those of the target that they fill, as far as the version in force has them. */
function sent(model: ModelInForce, columns: unknown): (readonly [string, string])[] {
  return StoredColumns.parse(columns).flatMap(({ from, to }) => {
    const stored = model.table.columns.find((one) => !one.isHidden && one.fieldId === from);
    return stored ? [[stored.name, to] as const] : [];
  });
}

/**
 * Says in the lineage which tables of sources the records of a model are written into. To be called in the transaction that changes a target or
 * the version in force; only the given target where it is about one.
 */
export async function noteTargetLineage(app: App, db: Db, modelId: string, targetId?: string): Promise<void> {
  let query = db
    .selectFrom('masterdataTarget')
    .select(['id', 'targetName', 'sourceId', 'tableId', 'ownerId', 'columns', 'deletedAt'])
    .where('modelId', '=', modelId)
    .where('kind', '=', 'table')
    .orderBy('id');
  if (targetId !== undefined) query = query.where('id', '=', targetId);
  const targets = await query.execute();
  if (targets.length === 0) return;
  const model = await modelInForce(db, { id: modelId }).catch(() => null);
  const table = model ? (await cataloguedTables(db, [model.table.name])).get(model.table.name) : undefined;
  for (const { id, targetName, sourceId, tableId, ownerId, columns: stored, deletedAt } of targets) {
    const columns = model && deletedAt === null ? sent(model, stored) : [];
    if (!model || !table || sourceId === null || tableId === null || columns.length === 0) {
      await forgetLoad(app, db, targetKey(id));
      continue;
    }
    await recordLoad(app, db, {
      key: targetKey(id),
      name: `主数据“${model.modelName}”分发：${targetName}`,
      from: { sourceId: table.sourceId, tableId: table.id },
      to: { sourceId, tableId },
      columns,
      by: ownerId,
    });
  }
}

/** Mappings that were saved before the lineage knew of them. */
export async function noteMissingLineage(app: App): Promise<void> {
  const rows = await app.db
    .selectFrom('masterdataSourceMap as m')
    .select(['m.modelId', 'm.id'])
    .where('m.deletedAt', 'is', null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('metadataLineageUnit as u')
            .select('u.id')
            .where('u.origin', '=', 'module')
            .where('u.deletedAt', 'is', null)
            .where(sql<boolean>`u.origin_key = 'load:masterdata:' || m.id`),
        ),
      ),
    )
    .execute();
  for (const { modelId, id } of rows) await app.db.transaction().execute((db) => noteLineage(app, db, modelId, id));
}
