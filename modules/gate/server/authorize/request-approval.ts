import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { actAs, type BusinessType, type FlowRecord, type FlowScope, type StatusChange } from '#kit/server/flow.ts';
import { notify } from '#modules/notices/server/index.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { accessRequest as contract } from '../../contract/access-request.ts';
import { ACTION_LABELS } from '../../contract/authorize.ts';
import { grantForRequest } from './authorizes.ts';
import { nameOf, requestRows, selected, type Actions, type RequestRow } from './request-rows.ts';

const DAY_MS = 86_400_000;
export const labelsOf = (actions: readonly Actions[number][]) => actions.map((action) => ACTION_LABELS[action]).join('、');

/** What somebody asks for. */
export interface Asked {
  readonly userId: string;
  readonly sourceId: string;
  readonly tableId: string | null;
  readonly columnIds: readonly string[];
  readonly actions: readonly string[];
  readonly days: number | null;
  readonly purpose: string;
}

/** The strictest level among columns: the named ones, else all of the table or source. */
async function levelOf(db: Db, { sourceId, tableId, columnIds }: Asked): Promise<string | null> {
  let columns = db
    .selectFrom('metadataColumn as c')
    .leftJoin('metadataClass as k', (join) => join.onRef('k.id', '=', 'c.classId').on('k.deletedAt', 'is', null))
    .select(sql<string | null>`max(coalesce(c.level, k.level))`.as('level'))
    .where('c.deletedAt', 'is', null);
  if (columnIds.length > 0) columns = columns.where('c.id', 'in', columnIds);
  else columns = tableId === null ? columns.where('c.sourceId', '=', sourceId) : columns.where('c.tableId', '=', tableId);
  return (await columns.executeTakeFirst())?.level ?? null;
}

/** What approvers decide on. Ids and levels are part of it: a column that became stricter behind the approval does not pass. */
export async function recordOf(
  db: Db,
  asked: Asked,
  { sourceName, tableName, columnNames }: { sourceName: string; tableName: string | null; columnNames: readonly string[] },
): Promise<Pick<FlowRecord, 'snapshot' | 'dataOwners'>> {
  const owner =
    asked.tableId === null
      ? await db.selectFrom('metadataSource').select('createBy as ownerId').where('id', '=', asked.sourceId).executeTakeFirst()
      : await db.selectFrom('metadataTable').select('ownerId').where('id', '=', asked.tableId).executeTakeFirst();
  const snapshot = {
    sourceName,
    tableName: tableName ?? '整个数据源',
    columns: columnNames.length > 0 ? columnNames.join('、') : '整张表',
    actions: labelsOf(asked.actions as Actions),
    level: await levelOf(db, asked),
    isClear: asked.actions.includes('unmask') ? '1' : '0',
    isExport: asked.actions.includes('export') ? '1' : '0',
    days: asked.days,
    purpose: asked.purpose,
    userId: asked.userId,
    objects: { sourceId: asked.sourceId, tableId: asked.tableId, columnIds: asked.columnIds, actions: asked.actions },
  };
  return { snapshot, dataOwners: owner?.ownerId ? [owner.ownerId] : [] };
}

async function found(db: Db, id: string): Promise<RequestRow | undefined> {
  await db.selectFrom('metadataAccessRequest').select('id').where('id', '=', id).forUpdate().execute();
  return selected(requestRows(db)).where('r.id', '=', id).executeTakeFirst();
}
/** A request for a table that went meanwhile: it cannot pass any more, but it can be refused or taken back. */
async function ofWhatIsGone(db: Db, id: string): Promise<FlowRecord> {
  const row = await db.selectFrom('metadataAccessRequest').select(['flowStatus', 'userId']).where('id', '=', id).executeTakeFirst();
  if (!row?.flowStatus) throw new AppError('entity.notFound', '申请不存在，或者申请的数据表已删除');
  return { flowStatus: row.flowStatus as FlowStatus, ownerId: row.userId, snapshot: { tableName: '已不存在' } };
}

/** Makes the grants of a request with the rights of the caller; answers how many. Throws as making them by hand does. */
export async function grantAll(
  ctx: Ctx,
  row: Pick<RequestRow, 'id' | 'userId' | 'sourceId' | 'tableId' | 'columnIds' | 'purpose'>,
  given: { readonly actions: Actions; readonly endTime: string | null },
): Promise<number> {
  const { columnIds, tableId, sourceId } = row;
  const whole =
    tableId === null ? { objectType: 'database' as const, objectId: sourceId } : { objectType: 'table' as const, objectId: tableId };
  const objects = columnIds.length > 0 ? columnIds.map((objectId) => ({ objectType: 'column' as const, objectId })) : [whole];
  for (const object of objects)
    await grantForRequest(ctx, row.id, {
      subjectType: 'user',
      subjectId: row.userId,
      ...object,
      actions: ['meta', ...given.actions.filter((action) => action !== 'meta')],
      endTime: given.endTime,
      remark: row.purpose,
    });
  return objects.length;
}

/** An approval lends no rights: the grants are made by who agreed last, who must be able to make them by hand. */
async function grantAsApprover(scope: FlowScope, row: RequestRow, approverId: string | null): Promise<void> {
  const approver = approverId === null ? null : await loadAccount(scope.db, approverId);
  if (!approver) throw new AppError('rule.broken', '没有人审批过该申请，不能授权：请在流程中至少设置一名数据授权人');
  if (approver.id === row.userId) throw new AppError('rule.broken', '申请人不能审批自己的申请，请转交给其他数据授权人');
  if (!holds(approver, 'metadata:dataauthorize:edit'))
    throw new AppError('grant.beyondOwn', '最后的审批人没有数据授权的权限，不能授权：请转交给数据授权人办理');
  const endTime = row.days === null ? null : new Date(scope.now.getTime() + row.days * DAY_MS);
  await actAs(scope, approver, contract.decide, (ctx) =>
    grantAll(ctx, row, { actions: row.actions as Actions, endTime: endTime?.toISOString() ?? null }),
  );
  await scope.db
    .updateTable('metadataAccessRequest')
    .set({ state: 'granted', endTime, decidedBy: approver.id, decidedTime: scope.now })
    .where('id', '=', row.id)
    .execute();
  await notify(scope.app, scope.db, {
    to: [row.userId],
    kind: 'system',
    title: '数据权限已生效',
    text: `您已获得${nameOf(row)}的${labelsOf(row.actions as Actions)}权限${row.days === null ? '' : `，${row.days} 天后自动收回`}`,
    path: row.tableId === null ? null : `/metadata/datacolumn?table=${row.tableId}`,
    key: `metadata.request:${row.id}:decided`,
  });
}

const STATES: Readonly<Partial<Record<FlowStatus, string>>> = { '2': 'open', '3': 'open', '5': 'refused', '6': 'withdrawn' };

async function onStatus(scope: FlowScope, { id, to, instanceId, approverId }: StatusChange): Promise<void> {
  const state = STATES[to];
  await scope.db
    .updateTable('metadataAccessRequest')
    .set({ flowStatus: to, processInstanceId: instanceId, updateTime: scope.now, ...(state === undefined ? {} : { state }) })
    .where('id', '=', id)
    .execute();
  if (to !== '4') return;
  const row = await found(scope.db, id);
  if (!row) throw new AppError('entity.notFound', '申请的数据表已删除，不能授权');
  await grantAsApprover(scope, row, approverId);
}

/** How an approval sees a request for rights on data. */
export const grantType: BusinessType = {
  code: 'metadata.grant',
  name: '数据权限申请',
  businessCode: '2013',
  withoutApproval: '由数据授权人在数据授权中处理',
  fields: [
    { name: 'sourceName', label: '数据源' },
    { name: 'tableName', label: '数据表' },
    { name: 'columns', label: '字段' },
    { name: 'actions', label: '权限' },
    { name: 'level', label: '最高分级' },
    { name: 'isClear', label: '含明文' },
    { name: 'isExport', label: '含导出' },
    { name: 'days', label: '期限（天）' },
    { name: 'purpose', label: '用途' },
    { name: 'userId', label: '申请人' },
  ],
  async load({ db }, id) {
    const row = await found(db, id);
    if (!row) return ofWhatIsGone(db, id);
    return { flowStatus: (row.flowStatus ?? '1') as FlowStatus, ownerId: row.userId, ...(await recordOf(db, row, row)) };
  },
  onStatus,
};
