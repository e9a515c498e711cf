import { AppError } from '#kit/contract/errors.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import type { BusinessType } from '#kit/server/flow.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import { ATTRIBUTE_CLASSES, ATTRIBUTE_LABELS, changedAttributes } from '../core/attributes.ts';
import { checkBindings } from './check.ts';
import { attributesOf, ELEMENT, elementRows } from './element-rows.ts';

interface Where {
  readonly app: App;
  readonly db: Db;
  readonly now: Date;
}

/** What was written becomes the version in force; the one before ends. */
export async function publish({ app, db, now }: Where, id: string, by: string | null): Promise<number> {
  const row = await elementRows(db, { id }).select(ELEMENT).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  const attributes = attributesOf(row);
  const versionNo = (row.versionNo ?? 0) + 1;
  const changed = row.published === null ? [] : changedAttributes(row.published as Record<string, unknown>, attributes);
  await db.updateTable('standardElementVersion').set({ endTime: now }).where('elementId', '=', id).where('endTime', 'is', null).execute();
  await db
    .insertInto('standardElementVersion')
    .values({
      id: app.ids.next(),
      elementId: id,
      versionNo,
      attributes: JSON.stringify(attributes),
      changed,
      publishBy: by,
      publishTime: now,
    })
    .execute();
  await db
    .updateTable('standardElement')
    .set((e) => ({ state: 'inForce', published: JSON.stringify(attributes), versionNo, version: e('version', '+', 1), updateTime: now }))
    .where('id', '=', id)
    .execute();
  await checkBindings(db, now, { elementId: id });
  return versionNo;
}

/** 数据元发布: drafts that a process approves; without one they are in force at once. */
export const elementType: BusinessType = {
  code: 'standard.element',
  name: '数据元发布',
  businessCode: '3015',
  withoutApproval: '提交后直接生效',
  fields: ATTRIBUTE_CLASSES.flatMap(([, labels]) => Object.entries(labels).map(([name, label]) => ({ name, label }))),
  async load({ db }, id) {
    const row = await elementRows(db, { id }).select(ELEMENT).forUpdate('standardElement').executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    const ids = { classId: row.className, gbTypeId: row.gbTypeName, unitId: row.unitName, docId: row.docName, ownerId: row.ownerName };
    return { flowStatus: row.flowStatus as FlowStatus, ownerId: row.createBy, snapshot: { ...attributesOf(row), ...ids } };
  },
  async onStatus({ app, db, now }, { id, to, instanceId, approverId }) {
    await db.updateTable('standardElement').set({ flowStatus: to, processInstanceId: instanceId }).where('id', '=', id).execute();
    if (to === '4') await publish({ app, db, now }, id, approverId);
  },
};

/** 数据类型、长度 of a list of attributes. */
export const labelsOf = (names: readonly string[]): string => names.map((name) => ATTRIBUTE_LABELS[name] ?? name).join('、');
