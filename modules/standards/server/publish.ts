import { AppError } from '#kit/contract/errors.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import type { BusinessType } from '#kit/server/flow.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import { ATTRIBUTE_CLASSES, ATTRIBUTE_LABELS, changedAttributes } from '../core/attributes.ts';
import { checkBindings } from './check.ts';
import { proposeClassesOf } from './classes.ts';
import { attributesOf, ELEMENT, elementRows } from './element-rows.ts';
import { compareElement } from './publish-comparison.ts';

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
  await endVersion(db, id, now);
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
  await proposeClassesOf({ app, db, now }, { elementId: id });
  return versionNo;
}

const endVersion = (db: Db, id: string, now: Date) =>
  db.updateTable('standardElementVersion').set({ endTime: now }).where('elementId', '=', id).where('endTime', 'is', null).execute();

/** Ends an element: nothing conforms to it any more, and it proposes no class. */
export async function retire({ app, db, now }: Where, id: string, by: string | null): Promise<void> {
  await endVersion(db, id, now);
  await db
    .updateTable('standardElement')
    .set((e) => ({ state: 'retired', version: e('version', '+', 1), updateBy: by, updateTime: now }))
    .where('id', '=', id)
    .execute();
  await checkBindings(db, now, { elementId: id });
  await proposeClassesOf({ app, db, now }, { elementId: id });
}

/** 数据元发布与废止: what a process approves; without one it happens at once. */
export const elementType: BusinessType = {
  code: 'standard.element',
  name: '数据元发布',
  businessCode: '3015',
  withoutApproval: '提交后直接生效',
  fields: [
    { name: 'action', label: '操作' },
    { name: 'retireReason', label: '废止原因' },
    ...ATTRIBUTE_CLASSES.flatMap(([, labels]) => Object.entries(labels).map(([name, label]) => ({ name, label }))),
  ],
  async load({ db }, id) {
    const row = await elementRows(db, { id }).select(ELEMENT).forUpdate('standardElement').executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    const ids = { classId: row.className, gbTypeId: row.gbTypeName, unitId: row.unitName, docId: row.docName, ownerId: row.ownerName };
    const asked = row.pending === 'retire' ? { action: '废止', retireReason: row.retireReason } : { action: '发布', retireReason: null };
    return {
      flowStatus: row.flowStatus as FlowStatus,
      ownerId: row.createBy,
      snapshot: { ...attributesOf(row), ...ids, ...asked, elementId: row.id },
    };
  },
  compare: ({ db }, id) => compareElement(db, id),
  async onStatus({ app, db, now }, { id, to, instanceId, approverId }) {
    const { pending } = await db.selectFrom('standardElement').select('pending').where('id', '=', id).executeTakeFirstOrThrow();
    const ends = to === '4' || to === '5' || to === '6' ? { pending: null } : {};
    await db
      .updateTable('standardElement')
      .set({ flowStatus: to, processInstanceId: instanceId, ...ends })
      .where('id', '=', id)
      .execute();
    if (to !== '4') return;
    if (pending === 'retire') await retire({ app, db, now }, id, approverId);
    else await publish({ app, db, now }, id, approverId);
  },
};

/** 数据类型、长度 of a list of attributes. */
export const labelsOf = (names: readonly string[]): string => names.map((name) => ATTRIBUTE_LABELS[name] ?? name).join('、');
