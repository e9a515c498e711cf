import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, contains, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { target as contract, type TargetInput } from '../../contract/target.ts';
import { noteTargetLineage } from '../lineage.ts';
import { modelInForce } from '../model-in-force.ts';
import { checkedTarget } from './checked-target.ts';
import { compareTarget, resendDifferences } from './compare.ts';
import { fetchFeed } from './feed.ts';
import { deliveryPage, retryDeliveries, targetsOfRecord } from './log.ts';
import { holdWriters, numberChanges } from './outbox.ts';
import { previewTarget, testTarget } from './preview.ts';
import { loadTarget, selectShown, shownTargets, targetRows, type StoredTarget } from './target-rows.ts';

const ENTITY = '主数据分发';
const SORTABLE = ['targetName', 'createTime', 'updateTime'];
const told = ({ targetName, kind, state, columns, conditions, addressHost, tableId, appId }: Partial<StoredTarget>) => ({
  targetName,
  kind,
  state,
  columns,
  conditions,
  addressHost,
  tableId,
  appId,
});

/** All records anew, or what changes from now on: nothing that is written meanwhile is left out or told twice. */
async function beginning(ctx: Ctx, modelId: string, startFrom: TargetInput['startFrom']) {
  await holdWriters(ctx.db, modelId);
  return { position: await numberChanges(ctx.db, modelId), snapshotAfter: startFrom === 'all' ? '' : null };
}

async function assertName(ctx: Ctx, name: string, ownId: string | null): Promise<void> {
  let query = ctx.db.selectFrom('masterdataTarget').select('id').where('targetName', '=', name).where('deletedAt', 'is', null);
  if (ownId !== null) query = query.where('id', '!=', ownId);
  if (await query.executeTakeFirst()) throw new AppError('entity.duplicate', '名称已存在');
}

async function create(ctx: Ctx, body: TargetInput): Promise<{ id: string }> {
  const model = await modelInForce(ctx.db, { id: body.modelId });
  await assertName(ctx, body.targetName, null);
  const id = ctx.app.ids.next();
  const values = await checkedTarget(ctx, model, id, body, null);
  const common = { id, modelId: model.id, createBy: ctx.user.id, createTime: ctx.now, createDept: ctx.user.deptId };
  await ctx.db
    .insertInto('masterdataTarget')
    .values({ ...values, ...common, ...(await beginning(ctx, model.id, body.startFrom)) })
    .execute();
  await noteTargetLineage(ctx.app, ctx.db, model.id, id);
  ctx.audit.change({ entity: ENTITY, id, name: body.targetName, before: null, after: told(values) });
  return { id };
}

async function update(ctx: Ctx, id: string, body: TargetInput & { version: number }): Promise<{ version: number }> {
  const before = await loadTarget(ctx, id, { isLocked: true });
  assertVersion(before, body);
  if (body.modelId !== before.modelId) throw new AppError('rule.broken', '不能更换数据模型，请新增一个分发目标');
  if (body.kind !== before.kind) throw new AppError('rule.broken', '不能更换分发方式，请新增一个分发目标');
  await assertName(ctx, body.targetName, id);
  const model = await modelInForce(ctx.db, { id: before.modelId });
  const values = await checkedTarget(ctx, model, id, body, before);
  const version = before.version + 1;
  await ctx.db
    .updateTable('masterdataTarget')
    .set({ ...values, version })
    .where('id', '=', id)
    .execute();
  await noteTargetLineage(ctx.app, ctx.db, model.id, id);
  ctx.audit.change({ entity: ENTITY, id, name: body.targetName, before: told(before), after: told(values) });
  return { version };
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  for (const id of [...ids].sort()) {
    const row = await loadTarget(ctx, id, { isLocked: true });
    await ctx.db.updateTable('masterdataTarget').set({ deletedAt: ctx.now, updateBy: ctx.user.id }).where('id', '=', id).execute();
    await noteTargetLineage(ctx.app, ctx.db, row.modelId, id);
    ctx.audit.change({ entity: ENTITY, id, name: row.targetName, before: told(row), after: null });
  }
  return null;
}

type Standing = Pick<StoredTarget, 'state' | 'position' | 'snapshotAfter' | 'tries' | 'retryTime' | 'problem'>;
/** Changes how a target stands, which is locked, and says so. */
async function move(ctx: Ctx, row: StoredTarget, values: Partial<Standing>, note: string): Promise<null> {
  await ctx.db.updateTable('masterdataTarget').set(values).where('id', '=', row.id).execute();
  ctx.audit.note(`“${row.targetName}”${note}`);
  return null;
}
const AGAIN = { tries: 0, retryTime: null, problem: null };

async function replay(ctx: Ctx, id: string, after: string | null): Promise<null> {
  const row = await loadTarget(ctx, id, { isLocked: true });
  if (after === null) return move(ctx, row, { ...AGAIN, ...(await beginning(ctx, row.modelId, 'all')) }, '全部重新分发');
  if (BigInt(after) > BigInt(row.position)) throw new AppError('rule.broken', `只能从已处理的位置重放，当前位置为 ${row.position}`);
  const first = await ctx.db
    .selectFrom('masterdataOutbox')
    .select(sql<string | null>`min(seq)::text`.as('seq'))
    .where('modelId', '=', row.modelId)
    .executeTakeFirstOrThrow();
  // what was tidied away is no longer there to be told again
  if (BigInt(after) < BigInt(row.position) && (first.seq === null || BigInt(after) + 1n < BigInt(first.seq)))
    throw new AppError('rule.broken', `序号 ${first.seq ?? row.position} 之前的变更已清理，请全部重新分发`);
  return move(ctx, row, { ...AGAIN, position: after }, `从序号 ${after} 之后重放`);
}

export const targets = implement(contract, {
  async page(ctx, { query }) {
    let rows = targetRows(ctx);
    if (query.targetName) rows = rows.where('masterdataTarget.targetName', 'ilike', contains(query.targetName));
    if (query.modelId) rows = rows.where('masterdataTarget.modelId', '=', query.modelId);
    if (query.kind) rows = rows.where('masterdataTarget.kind', '=', query.kind);
    if (query.state) rows = rows.where('masterdataTarget.state', '=', query.state);
    let list = selectShown(rows);
    for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-createTime'))
      list = list.orderBy(`masterdataTarget.${field}` as 'masterdataTarget.id', direction);
    const page = await pageRows(query, list, rows);
    return { ...page, data: await shownTargets(ctx, page.data) };
  },
  async get(ctx, { params }) {
    await loadTarget(ctx, params.id);
    const rows = await selectShown(targetRows(ctx).where('masterdataTarget.id', '=', params.id)).execute();
    return (await shownTargets(ctx, rows))[0]!;
  },
  create: (ctx, { body }) => create(ctx, body),
  update: (ctx, { params, body }) => update(ctx, params.id, body),
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  async pause(ctx, { params }) {
    const row = await loadTarget(ctx, params.id, { isLocked: true });
    if (row.state === 'paused') throw new AppError('rule.broken', '已经暂停');
    return move(ctx, row, { state: 'paused', retryTime: null }, '暂停分发');
  },
  async resume(ctx, { params }) {
    const row = await loadTarget(ctx, params.id, { isLocked: true });
    return move(ctx, row, { ...AGAIN, state: 'running' }, '恢复分发');
  },
  replay: (ctx, { params, body }) => replay(ctx, params.id, body.after ?? null),
  test: async (ctx, { params }) => testTarget(ctx, await loadTarget(ctx, params.id)),
  preview: async (ctx, { params }) => previewTarget(ctx, await loadTarget(ctx, params.id)),
  deliveries: async (ctx, { params, query }) => deliveryPage(ctx, await loadTarget(ctx, params.id), query),
  retry: async (ctx, { params, body }) => retryDeliveries(ctx, await loadTarget(ctx, params.id, { isLocked: true }), body.ids ?? null),
  compare: async (ctx, { params }) => compareTarget(ctx, await loadTarget(ctx, params.id)),
  resend: async (ctx, { params }) => resendDifferences(ctx, await loadTarget(ctx, params.id)),
  ofRecord: (ctx, { params }) => targetsOfRecord(ctx, params.modelId, params.id),
  feed: (ctx, { params, query }) => fetchFeed(ctx, params.id, query),
});
