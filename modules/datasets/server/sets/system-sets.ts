import type { App, Db } from '#kit/server/ctx.ts';
import type { LineageReading } from '#modules/lineage/server/index.ts';
import { SetModel } from '../../contract/data-set-model.ts';
import { schemaOf } from '../../core/sets/schema-config.ts';
import { assertModel } from './derive.ts';
import { noteLineage } from './lineage.ts';

/** A data set that comes with the product. */
export interface SystemSet {
  /** fixed: documents of the product name it */
  readonly id: string;
  readonly name: string;
  readonly remark: string;
  /** null for sets over the platform, and while no source with its tables is known */
  readonly sourceId: string | null;
  readonly model: SetModel;
}

/**
 * Puts a data set of the product in place, in the caller's transaction: a new one is added, one that nobody has changed takes the delivered
 * model and source, one that somebody changed or deleted stays as it is. Many sets that are put together share a `reading` of the lineage.
 * True when something was written. Throws input.invalid when the model contradicts itself.
 */
export async function putSystemSet(app: App, db: Db, set: SystemSet, reading?: LineageReading): Promise<boolean> {
  const model = SetModel.parse(set.model);
  assertModel(model);
  const old = await db
    .selectFrom('visualDataSet')
    .select(['updateBy', 'deletedAt', 'model', 'sourceId', 'setName', 'remark'])
    .where('id', '=', set.id)
    .forUpdate()
    .executeTakeFirst();
  if (old && (old.updateBy !== null || old.deletedAt !== null)) return false;
  // a source that was found once is only given up for another one
  const sourceId = set.sourceId ?? old?.sourceId ?? null;
  const isSame =
    old !== undefined &&
    old.sourceId === sourceId &&
    old.setName === set.name &&
    old.remark === set.remark &&
    JSON.stringify(SetModel.parse(old.model)) === JSON.stringify(model);
  if (isSame) return false;
  const values = {
    setName: set.name,
    remark: set.remark,
    sourceId,
    setKind: model.origin.kind,
    setSql: model.origin.kind === 'sql' ? model.origin.sql : null,
    schemaJson: JSON.stringify(schemaOf(model)),
    model: JSON.stringify(model),
    isSystem: '1',
    isShared: '1',
    updateTime: app.now(),
  };
  if (old)
    await db
      .updateTable('visualDataSet')
      .set((e) => ({ ...values, version: e('version', '+', 1) }))
      .where('id', '=', set.id)
      .execute();
  else
    await db
      .insertInto('visualDataSet')
      .values({ id: set.id, code: set.id, createTime: app.now(), ...values })
      .execute();
  await noteLineage({ app, db }, { id: set.id, name: set.name, sourceId, model }, reading);
  return true;
}
