import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Account, App, Ctx, Db } from '#kit/server/ctx.ts';
import { actAs, type FlowScope } from '#kit/server/flow.ts';
import { scopeFor } from '#kit/server/scope.ts';
import { fileStore } from '#modules/files/server/index.ts';
import { accessRequest } from '#modules/gate/contract/access-request.ts';
import { endGrantsOfRequest, grantForRequest } from '#modules/gate/server/index.ts';
import { grantCalls } from '#modules/library/contract/grant.ts';
import { endItemGrantsOfRequest, grantItemForRequest } from '#modules/library/server/index.ts';
import { transition } from '../../core/subscription.ts';
import { noteAppLineage } from '../apis/lineage.ts';
import { bumpRegistry } from '../calls/revision.ts';
import { lockedRow, statusOf } from '../subscriptions/rows.ts';
import { turn } from '../subscriptions/turn.ts';
import { apiTerms } from './api-terms.ts';
import { ITEM_OF } from './mounts.ts';

const GRANTS = 'metadata:dataauthorize:edit';
const SUBSCRIBES = 'market:subscription:decide';
export const FILE_JOB = 'market.drdFile';

/** What an effect needs to know of a request. */
export interface Asked {
  readonly id: string;
  readonly usageType: string;
  readonly mountType: string;
  readonly refId: string;
  readonly appId: string | null;
  readonly columns: readonly string[];
  readonly purpose: string;
  readonly applyBy: string;
  readonly endTime: Date;
}
/** Grants on a table that it gives: of the whole table, or column by column. */
async function grant(scope: FlowScope, asked: Asked, approver: Account): Promise<void> {
  if (!holds(approver, GRANTS)) throw new AppError('grant.beyondOwn', '审批人没有数据授权的权限，请由数据授权人审批');
  const columns =
    asked.columns.length === 0
      ? []
      : await scope.db
          .selectFrom('metadataColumn')
          .select('id')
          .where('tableId', '=', asked.refId)
          .where('deletedAt', 'is', null)
          .where('columnName', 'in', asked.columns)
          .execute();
  if (columns.length !== asked.columns.length) throw new AppError('rule.broken', '申请的部分字段已不存在，请拒绝后由申请人重新申请');
  const objects =
    columns.length === 0
      ? [{ objectType: 'table' as const, objectId: asked.refId }]
      : columns.map(({ id }) => ({ objectType: 'column' as const, objectId: id }));
  const action = asked.usageType === '1' ? ('query' as const) : ('export' as const);
  // with the rights of who agrees: what they may not grant by hand they cannot grant here
  await actAs(scope, approver, accessRequest.decide, async (ctx) => {
    for (const object of objects)
      await grantForRequest(ctx, asked.id, {
        subjectType: 'user',
        subjectId: asked.applyBy,
        ...object,
        actions: ['meta', action],
        endTime: asked.endTime.toISOString(),
        remark: asked.purpose,
      });
  });
}

/** Lets who asked see a data set or a board until the day, with the rights of who agrees; the data in it stays under the own rights. */
const show = (scope: FlowScope, { id, mountType, refId, applyBy, endTime }: Asked, approver: Account): Promise<void> =>
  actAs(scope, approver, grantCalls.write, (ctx) =>
    grantItemForRequest(ctx, id, { kind: ITEM_OF[mountType as keyof typeof ITEM_OF], id: refId, userId: applyBy, endTime }),
  );

/** A subscription of the application to the API, decided by who agrees. Answers its id. */
async function subscribe({ app, db, now }: FlowScope, asked: Asked, approver: Account): Promise<string> {
  if (!holds(approver, SUBSCRIBES)) throw new AppError('grant.beyondOwn', '审批人没有审批订阅的权限，请由数据API的负责人审批');
  const api = await db
    .selectFrom('marketApi')
    .select('id')
    .where('id', '=', asked.refId)
    .where('deletedAt', 'is', null)
    .where('status', '=', '2')
    .where(scopeFor(approver, { dept: 'createDept', owner: 'createBy' }, [SUBSCRIBES]))
    .executeTakeFirst();
  if (!api) throw new AppError('rule.broken', '数据API未发布，或不在审批人的数据范围内');
  const open = await db
    .selectFrom('marketSubscription')
    .select(['id', 'endTime'])
    .where('appId', '=', asked.appId)
    .where('apiId', '=', api.id)
    .where('status', 'in', ['1', '2', '4'])
    .forUpdate()
    .executeTakeFirst();
  if (open && (open.endTime === null || open.endTime > now)) throw new AppError('rule.broken', '该应用已订阅或正在申请此API');
  if (open) await turn({ app, db, now }, await lockedRow({ db }, open.id), 'supersede');
  const { days, fields, planId } = await apiTerms(db, { apiId: api.id, columns: asked.columns, from: now, endTime: asked.endTime });
  const id = app.ids.next();
  await db
    .insertInto('marketSubscription')
    .values({
      id,
      appId: asked.appId ?? '',
      apiId: api.id,
      status: '2',
      fields: fields === null ? null : JSON.stringify(fields),
      planId,
      days,
      reason: asked.purpose,
      applyBy: asked.applyBy,
      applyTime: now,
      decideBy: approver.id,
      decideTime: now,
      startTime: now,
      endTime: asked.endTime,
    })
    .execute();
  await bumpRegistry(db);
  await noteAppLineage({ app, db }, asked.appId ?? '');
  return id;
}

/** Gives what was asked for. Answers what is kept with the request. Throws what makes the approval impossible. */
export async function takeEffect(
  scope: FlowScope,
  asked: Asked,
  approver: Account,
): Promise<{ subscriptionId?: string; fileName?: string }> {
  if (asked.usageType === '2') return { subscriptionId: await subscribe(scope, asked, approver) };
  if (asked.usageType === '3' && asked.mountType === '3') return { fileName: asked.refId };
  if (asked.usageType === '4') {
    await show(scope, asked, approver);
    return {};
  }
  await grant(scope, asked, approver);
  if (asked.usageType === '3')
    await scope.app.jobs.enqueue(scope.db, { kind: FILE_JOB, subject: asked.id, payload: { applyId: asked.id }, createBy: asked.applyBy });
  return {};
}

/** Forgets the file that was made for a request; its bytes go after the commit. The file of a resource itself stays. */
export async function dropFile(app: App, db: Db, { fileName, refId }: { fileName: string | null; refId: string }) {
  if (fileName === null || fileName === refId) return () => Promise.resolve();
  await db.updateTable('fileObject').set({ deletedAt: app.now() }).where('fileName', '=', fileName).execute();
  return () => fileStore(app.settings).remove(fileName);
}

/** Ends a subscription that nobody has ended before. */
async function close(ctx: Ctx, id: string): Promise<void> {
  const row = await lockedRow(ctx, id);
  if ('to' in transition(statusOf(row, ctx.now), 'close')) await turn(ctx, row, 'close');
}

/** Takes back what a request gave, before its day. */
export async function takeBack(
  ctx: Ctx,
  given: { id: string; subscriptionId: string | null; fileName: string | null; refId: string },
): Promise<void> {
  await endGrantsOfRequest(ctx, given.id);
  await endItemGrantsOfRequest(ctx.db, given.id);
  if (given.subscriptionId !== null) await close(ctx, given.subscriptionId);
  ctx.afterCommit(await dropFile(ctx.app, ctx.db, given));
}
