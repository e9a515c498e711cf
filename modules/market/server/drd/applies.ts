import { sql } from 'kysely';
import type * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { pageRows } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { flowDeskOf, flowScopeOf, isGoverned } from '#kit/server/flow.ts';
import type { Handlers } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { readFile } from '#modules/files/server/index.ts';
import { endItemGrantsOfRequest } from '#modules/library/server/index.ts';
import { holdersOf, notify } from '#modules/notices/server/index.ts';
import type { ApplyState, DrdApplyInput, drdUse } from '../../contract/drd-use.ts';
import type { DrdMount } from '../../contract/drd.ts';
import { applyTurn, endOfDay, type ApplyAction } from '../../core/drd/states.ts';
import { APP_SCOPE } from '../apps/index.ts';
import { apiTerms } from './api-terms.ts';
import {
  applyRows,
  APPROVES,
  ENTITY,
  PATH,
  seenApplies,
  selectedApplies,
  shownApply,
  stateAt,
  USAGE_LABELS,
  type SelectedApply,
} from './apply-rows.ts';
import { takeBack } from './effects.ts';
import { assertStillShown } from './file-job.ts';
import { applyType, grantApply, tell } from './granting.ts';
import { seenDrd } from './reach.ts';
import { itemsOf, mountsOf } from './resources.ts';
import { MAX_DAYS } from '../../contract/term.ts';

const DAY_MS = 86_400_000;
/** As long as a subscription may last: nothing is given without an end. */
const MOUNTS_OF = { '1': ['1'], '2': ['2'], '3': ['1', '3'], '4': ['4', '5'] } as const;
type Body = z.output<typeof DrdApplyInput>;
const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);

function turned(row: { state: string; endTime: Date }, action: ApplyAction, now: Date): ApplyState {
  const found = applyTurn(stateAt(row, now), action);
  if ('refusal' in found) throw new AppError('rule.broken', found.refusal);
  return found.to;
}

/** What of the resource is asked for. Throws input.invalid. */
function mountFor(mounts: readonly DrdMount[], { usageType, refId }: Body): DrdMount {
  const fitting = mounts.filter(({ mountType }) => (MOUNTS_OF[usageType] as readonly string[]).includes(mountType));
  const mount = refId ? fitting.find((one) => one.refId === refId) : fitting[0];
  if (!mount) throw wrong('usageType', `该资源没有可以${USAGE_LABELS[usageType]}的挂接`);
  return mount;
}

async function assertApp(ctx: Ctx, { usageType, appId }: Body): Promise<void> {
  if (usageType !== '2') return;
  if (appId === null) throw wrong('appId', '请选择调用API的应用');
  const app = await ctx.db
    .selectFrom('marketApp')
    .select('id')
    .where('id', '=', appId)
    .where('deletedAt', 'is', null)
    .where(scope(ctx, APP_SCOPE))
    .executeTakeFirst();
  if (!app) throw wrong('appId', '应用不存在或不在您的数据范围内');
}

/** Permissions that open what is asked for: a right to see it would lead nowhere without them. */
const OPENS = {
  '4': { label: '数据集', perms: ['visual:set:list'] },
  '5': { label: '看板', perms: ['visual:board:preview', 'visual:board:build'] },
} as const;
async function assertOpens(ctx: Ctx, { mountType, refId }: DrdMount): Promise<void> {
  if (mountType !== '4' && mountType !== '5') return;
  const { label, perms } = OPENS[mountType];
  if (!perms.some((one) => holds(ctx.user, one)))
    throw new AppError('rule.broken', `您的账号没有查看${label}的功能权限，请先联系管理员开通`);
  if (mountType === '4') return;
  const board = await ctx.db.selectFrom('visualBoard').select('publishedNo').where('id', '=', refId).executeTakeFirst();
  if (board?.publishedNo == null) throw new AppError('rule.broken', '看板尚未发布，发布后才能申请查看');
}

async function deciders(ctx: Ctx, drd: { ownerDept: string | null; ownerUser: string | null }): Promise<string[]> {
  const holders = await holdersOf(ctx.db, APPROVES, drd.ownerDept);
  return [...new Set(holders)].filter((id) => id !== ctx.user.id);
}

async function apply(ctx: Ctx, drdId: string, body: Body) {
  const drd = await seenDrd(ctx, drdId);
  if (drd.publishStatus !== '3') throw new AppError('rule.broken', '资源未上架，不能申请');
  if (drd.shareType === '3') throw new AppError('rule.broken', '该资源不予共享，不能申请');
  const mount = mountFor(await mountsOf(ctx, drdId), body);
  await assertOpens(ctx, mount);
  await assertApp(ctx, body);
  const endTime = endOfDay(body.validTo);
  if (endTime <= ctx.now) throw wrong('validTo', '使用截止日不能早于今天');
  if (endTime.getTime() - ctx.now.getTime() > (MAX_DAYS + 1) * DAY_MS) throw wrong('validTo', `使用期限不能超过${MAX_DAYS}天`);
  const known = new Set(itemsOf(drd).map(({ code }) => code));
  if (body.columns.some((code) => !known.has(code))) throw wrong('columns', '部分信息项不存在，请刷新后重新选择');
  // told before anybody is asked: who agrees could give no more
  if (body.usageType === '2') await apiTerms(ctx.db, { apiId: mount.refId, columns: body.columns, from: ctx.now, endTime });
  // data sets and boards are seen whole
  const columns = body.usageType === '4' ? [] : [...new Set(body.columns)].toSorted();
  // what ended by itself makes room for a new request
  const lapsed = await ctx.db
    .updateTable('marketDrdApply')
    .set({ state: '5' })
    .where('drdId', '=', drdId)
    .where('applyBy', '=', ctx.user.id)
    .where('state', '=', '2')
    .where('endTime', '<=', ctx.now)
    .returning('id')
    .execute();
  for (const row of lapsed) await endItemGrantsOfRequest(ctx.db, row.id);
  const isReviewed = await isGoverned(ctx, applyType);
  const id = ctx.app.ids.next();
  const { usageType, purpose, validTo } = body;
  const asked = { usageType, purpose, validTo, endTime, columns, refId: mount.refId, appId: usageType === '2' ? body.appId : null };
  const by = { applyBy: ctx.user.id, applyDept: ctx.user.deptId, applyTime: ctx.now, state: '1', flowStatus: isReviewed ? '1' : null };
  const made = await ctx.db
    .insertInto('marketDrdApply')
    .values({ ...asked, ...by, id, drdId })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows !== 1n) throw new AppError('entity.duplicate', '您已有相同的申请待审批或使用中');
  await ctx.db
    .updateTable('marketDrd')
    .set({ applyCount: sql`apply_count + 1` })
    .where('id', '=', drdId)
    .execute();
  ctx.audit.change({ entity: ENTITY, id, name: drd.resName, before: null, after: body });
  if (isReviewed) return { id, ...(await flowDeskOf(ctx.app)!.submit(ctx, { businessType: applyType.code, id })) };
  const to = await deciders(ctx, drd);
  await notify(ctx.app, ctx.db, {
    to,
    kind: 'system',
    title: ENTITY,
    text: `${ctx.user.nickname}申请${USAGE_LABELS[usageType]}资源“${drd.resName}”：${purpose}`,
    path: `${PATH}&apply=${id}`,
    key: `market.drdApply:${id}`,
  });
  await todosChanged(ctx.app, ctx.db, to);
  return { id, flowStatus: null, processInstanceId: null };
}

/** A request that the caller sees, locked. Throws entity.notFound. */
async function lockedApply(ctx: Ctx, id: string): Promise<SelectedApply> {
  await ctx.db.selectFrom('marketDrdApply').select('id').where('id', '=', id).forUpdate().execute();
  const row = await selectedApplies(ctx, seenApplies(ctx)).where('y.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

async function decide(ctx: Ctx, id: string, { approved, opinion }: { approved: boolean; opinion: string | null }): Promise<null> {
  const row = await lockedApply(ctx, id);
  if (row.applyBy === ctx.user.id) throw new AppError('rule.broken', '不能审批自己的申请，请由资源的其他负责人审批');
  if (!row.isDecider) throw new AppError('entity.notFound');
  if (row.flowStatus !== null) throw new AppError('flow.closed', '该申请由流程审批，请在待办任务中办理');
  const state = turned(row, approved ? 'approve' : 'reject', ctx.now);
  if (!approved && opinion === null) throw wrong('opinion', '请填写拒绝的原因');
  const { publishStatus } = await ctx.db
    .selectFrom('marketDrd')
    .select('publishStatus')
    .where('id', '=', row.drdId)
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable('marketDrdApply')
    .set({ state, opinion, decideBy: ctx.user.id, decideTime: ctx.now })
    .where('id', '=', id)
    .execute();
  if (approved) await grantApply(flowScopeOf(ctx), { ...row, publishStatus }, ctx.user);
  else await tell(ctx, row, '资源申请未通过', `您对资源“${row.resName}”的申请未通过：${opinion}`);
  ctx.audit.change({ entity: ENTITY, id, name: row.resName, before: { state: row.state }, after: { state, opinion } });
  await todosChanged(ctx.app, ctx.db, await holdersOf(ctx.db, APPROVES, null));
  return null;
}

async function withdraw(ctx: Ctx, id: string): Promise<null> {
  const row = await lockedApply(ctx, id);
  if (row.applyBy !== ctx.user.id) throw new AppError('entity.notFound');
  const state = turned(row, 'withdraw', ctx.now);
  ctx.audit.change({ entity: ENTITY, id, name: row.resName, before: { state: row.state }, after: { state } });
  if (row.processInstanceId !== null) {
    await flowDeskOf(ctx.app)!.cancel(ctx, row.processInstanceId);
    return null;
  }
  await ctx.db.updateTable('marketDrdApply').set({ state }).where('id', '=', id).execute();
  return null;
}

async function end(ctx: Ctx, id: string): Promise<null> {
  const row = await lockedApply(ctx, id);
  const state = turned(row, 'end', ctx.now);
  await takeBack(ctx, row);
  await ctx.db.updateTable('marketDrdApply').set({ state, fileName: null }).where('id', '=', id).execute();
  ctx.audit.change({ entity: ENTITY, id, name: row.resName, before: { state: row.state }, after: { state } });
  if (row.applyBy !== ctx.user.id)
    await tell(ctx, row, '资源使用权已收回', `${ctx.user.nickname}提前收回了您对资源“${row.resName}”的使用权`);
  return null;
}

type Calls = Pick<Handlers<typeof drdUse>, 'apply' | 'applies' | 'approve' | 'withdraw' | 'end' | 'file'>;
export const applyCalls: Calls = {
  apply: (ctx, { params, body }) => apply(ctx, params.id, body),
  async applies(ctx, { query }) {
    let rows = seenApplies(ctx);
    if (query.drdId) rows = rows.where('y.drdId', '=', query.drdId);
    if (query.scope === 'mine') rows = rows.where('y.applyBy', '=', ctx.user.id);
    if (query.scope === 'decide') rows = rows.where('y.applyBy', '!=', ctx.user.id);
    const isOver = sql<boolean>`(y.state = '2' and y.end_time <= ${ctx.now})`;
    if (query.state === '5') rows = rows.where((e) => e.or([e('y.state', '=', '5'), isOver]));
    else if (query.state) rows = rows.where('y.state', '=', query.state).where(sql<boolean>`not ${isOver}`);
    const list = selectedApplies(ctx, rows).orderBy('y.applyTime', 'desc').orderBy('y.id', 'desc');
    const page = await pageRows<SelectedApply>(query, list, rows);
    return { ...page, data: page.data.map((row) => shownApply(ctx, row)) };
  },
  approve: (ctx, { params, body }) => decide(ctx, params.id, body),
  withdraw: (ctx, { params }) => withdraw(ctx, params.id),
  end: (ctx, { params }) => end(ctx, params.id),
  async file(ctx, { params }) {
    const row = await applyRows(ctx.db)
      .select(['y.fileName', 'y.state', 'y.endTime'])
      .where('y.id', '=', params.id)
      .where('y.applyBy', '=', ctx.user.id)
      .executeTakeFirst();
    const isOpen = row && stateAt(row, ctx.now) === '2' && row.fileName !== null;
    if (isOpen) await assertStillShown(ctx, params.id);
    const found = isOpen ? await readFile(ctx.app, ctx.db, row.fileName!) : null;
    if (!found) throw new AppError('file.notFound', '文件不存在、尚未生成或已过使用截止日');
    return {
      body: found.body,
      length: found.size,
      type: found.contentType,
      fileName: found.originalFilename,
      headers: { 'cache-control': 'no-store' },
    };
  },
};
