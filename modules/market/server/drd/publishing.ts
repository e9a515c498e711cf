import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { flowDeskOf, isGoverned, type BusinessType, type FlowScope, type StatusChange } from '#kit/server/flow.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { holdersOf, notify } from '#modules/notices/server/index.ts';
import type { DrdStatus } from '../../contract/drd.ts';
import { gapsOf } from '../../core/drd/core-metadata.ts';
import { drdTurn, type DrdAction } from '../../core/drd/states.ts';
import { lockedDrd, type SelectedDrd } from './reach.ts';
import { ENTITY, itemsOf, mountsOf } from './resources.ts';

const PUBLISHES = 'market:drd:publish';
const pathOf = (id: string) => `/market/drd?id=${id}`;

function turned(row: { publishStatus: string }, action: DrdAction): DrdStatus {
  const found = drdTurn(row.publishStatus as DrdStatus, action);
  if ('refusal' in found) throw new AppError('rule.broken', found.refusal);
  return found.to;
}

/** How an approval sees a resource that shall be published. */
export const drdType: BusinessType = {
  code: 'market.drd',
  name: '资源上架',
  businessCode: '6020',
  withoutApproval: '由有上架权限的其他人审核上架',
  fields: [
    { name: 'resName', label: '资源名称' },
    { name: 'resCode', label: '资源代码' },
    { name: 'catalog', label: '资源分类' },
    { name: 'ownerDept', label: '提供方' },
    { name: 'share', label: '共享类型' },
    { name: 'shareCondition', label: '共享条件' },
    { name: 'level', label: '安全级别' },
    { name: 'items', label: '信息项' },
    { name: 'summary', label: '摘要', kind: 'area' },
  ],
  async load({ db }, id) {
    const row = await db
      .selectFrom('marketDrd as d')
      .innerJoin('marketDrdCatalog as c', 'c.id', 'd.catalogId')
      .leftJoin('sysDept as o', 'o.id', 'd.ownerDept')
      .selectAll('d')
      .select(['c.catalogName', 'o.deptName'])
      .where('d.id', '=', id)
      .where('d.deletedAt', 'is', null)
      .forUpdate('d')
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound', '资源不存在或已删除');
    const items = itemsOf(row);
    const snapshot = {
      resName: row.resName,
      resCode: row.resCode,
      catalog: row.catalogName,
      ownerDept: row.deptName,
      share: { '1': '无条件共享', '2': '有条件共享', '3': '不予共享' }[row.shareType],
      shareCondition: row.shareCondition,
      level: row.classifyLevel,
      items: `${items.length} 项，敏感 ${items.filter(({ sensitive }) => sensitive === '1').length} 项`,
      summary: row.summary,
      version: row.version,
    };
    return {
      flowStatus: (row.flowStatus ?? '1') as FlowStatus,
      ownerId: row.submitBy ?? row.createBy,
      snapshot,
      dataOwners: row.ownerUser ? [row.ownerUser] : [],
    };
  },
  async onStatus(scope, change) {
    await onStatus(scope, change);
  },
};

/** What an approval makes of the resource: in review, back to its author, published. Nobody publishes the own resource. */
async function onStatus({ app, db, now }: FlowScope, { id, to, instanceId, approverId }: StatusChange): Promise<void> {
  const row = await db
    .selectFrom('marketDrd')
    .select(['resName', 'submitBy', 'publishStatus'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (to === '4' && (approverId === null || approverId === row.submitBy))
    throw new AppError('rule.broken', '资源必须由提交人以外的人审核，请在流程中设置其他审批人');
  const publishStatus = { '1': row.publishStatus, '2': '1', '3': '2', '4': '3', '5': '1', '6': '1' }[to];
  await db
    .updateTable('marketDrd')
    .set({
      flowStatus: to,
      processInstanceId: instanceId,
      publishStatus,
      ...(to === '4' ? { publishTime: now, publishBy: approverId } : {}),
    })
    .where('id', '=', id)
    .execute();
  if (to === '4' && row.submitBy)
    await notify(app, db, {
      to: [row.submitBy],
      kind: 'system',
      title: '资源已上架',
      text: `资源“${row.resName}”已通过审批并上架`,
      path: pathOf(id),
      key: `market.drd:${id}:${now.getTime()}`,
    });
}

/** Hands a resource to review: to the process of the business, else to whoever publishes. */
export async function submitDrd(ctx: Ctx, id: string) {
  const row = await lockedDrd(ctx, id);
  const to = turned(row, 'submit');
  const gaps = gapsOf({ ...row, itemList: itemsOf(row), mounts: await mountsOf(ctx, id) });
  if (gaps.length > 0) throw new AppError('rule.broken', `编目不完整，缺少：${gaps.join('、')}`, { gaps });
  const isReviewed = await isGoverned(ctx, drdType);
  // what came back to its author goes on in the same process
  const flowStatus = row.flowStatus === '2' ? '2' : '1';
  await ctx.db
    .updateTable('marketDrd')
    .set({ submitBy: ctx.user.id, ...(isReviewed ? { flowStatus } : { flowStatus: null, processInstanceId: null, publishStatus: to }) })
    .where('id', '=', id)
    .execute();
  ctx.audit.change({ entity: ENTITY, id, name: row.resName, before: { publishStatus: row.publishStatus }, after: { publishStatus: to } });
  if (isReviewed) {
    const flow = await flowDeskOf(ctx.app)!.submit(ctx, { businessType: drdType.code, id });
    const now = await ctx.db.selectFrom('marketDrd').select('publishStatus').where('id', '=', id).executeTakeFirstOrThrow();
    return { ...flow, publishStatus: now.publishStatus as DrdStatus };
  }
  const reviewers = (await holdersOf(ctx.db, PUBLISHES, row.ownerDept)).filter((one) => one !== ctx.user.id);
  await notify(ctx.app, ctx.db, {
    to: reviewers,
    kind: 'system',
    title: '资源待审核上架',
    text: `${ctx.user.nickname}提交了资源“${row.resName}”`,
    path: pathOf(id),
    key: null,
  });
  await todosChanged(ctx.app, ctx.db, reviewers);
  return { publishStatus: to, flowStatus: null, processInstanceId: null };
}

function assertReviewable(ctx: Ctx, row: SelectedDrd): void {
  if (row.flowStatus === '3' || row.flowStatus === '2') throw new AppError('flow.closed', '该资源正在流程中审批，请在待办任务中办理');
  if (row.publishStatus === '2' && row.submitBy === ctx.user.id)
    throw new AppError('rule.broken', '不能审核自己提交的资源，请由其他人上架');
}

/** 上架, or back to the author, by somebody else than who submitted it. */
export async function publishDrd(
  ctx: Ctx,
  id: string,
  { approved, opinion }: { approved: boolean; opinion: string | null },
): Promise<null> {
  const row = await lockedDrd(ctx, id);
  assertReviewable(ctx, row);
  const to = turned(row, approved ? 'publish' : 'return');
  await ctx.db
    .updateTable('marketDrd')
    .set({ publishStatus: to, ...(approved ? { publishTime: ctx.now, publishBy: ctx.user.id } : {}) })
    .where('id', '=', id)
    .execute();
  const said = opinion === null ? '' : `：${opinion}`;
  if (row.submitBy)
    await notify(ctx.app, ctx.db, {
      to: [row.submitBy],
      kind: 'system',
      title: approved ? '资源已上架' : '资源被退回',
      text: `资源“${row.resName}”${approved ? '已上架' : '被退回'}${said}`,
      path: pathOf(id),
      key: null,
    });
  await todosChanged(ctx.app, ctx.db, await holdersOf(ctx.db, PUBLISHES, row.ownerDept));
  const after = { publishStatus: to, opinion };
  ctx.audit.change({ entity: ENTITY, id, name: row.resName, before: { publishStatus: row.publishStatus }, after });
  return null;
}

/** Out of the directory. What was granted stays until its day; those who use it are told. */
export async function offlineDrd(ctx: Ctx, id: string, reason: string): Promise<null> {
  const row = await lockedDrd(ctx, id);
  const to = turned(row, 'offline');
  await ctx.db.updateTable('marketDrd').set({ publishStatus: to }).where('id', '=', id).execute();
  const users = await ctx.db
    .selectFrom('marketDrdApply')
    .select('applyBy')
    .distinct()
    .where('drdId', '=', id)
    .where('state', 'in', ['1', '2'])
    .where('endTime', '>', ctx.now)
    .execute();
  if (users.length > 0)
    await notify(ctx.app, ctx.db, {
      to: users.map(({ applyBy }) => applyBy),
      kind: 'system',
      title: '资源已下架',
      text: `资源“${row.resName}”已下架：${reason}。已获得的使用权到期前仍有效`,
      path: '/market/drd?view=applies',
      key: null,
    });
  ctx.audit.change({ entity: ENTITY, id, name: row.resName, before: { publishStatus: '3' }, after: { publishStatus: to, reason } });
  return null;
}
