import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import type * as z from 'zod';
import { delegation as contract, type DelegationInput } from '../contract/delegation.ts';
import { enabledOf } from './approvers.ts';
import { businessesInForce } from './businesses-in-force.ts';

type Input = z.output<typeof DelegationInput>;
/** Everybody rules over their own substitutes. */
const rows = (ctx: Ctx) => ctx.db.selectFrom('flowDelegation').where('deletedAt', 'is', null).where('fromUserId', '=', ctx.user.id);
const nickname = (column: string) => sql<string | null>`(select nickname from sys_user where id = ${sql.ref(column)})`;
const selected = (query: ReturnType<typeof rows>) =>
  query.select([
    'id',
    'version',
    'fromUserId',
    nickname('fromUserId').as('fromName'),
    'toUserId',
    nickname('toUserId').as('toName'),
    'scope',
    'businessCodes',
    'takesOpen',
    'begunTime',
    'validFrom',
    'validUntil',
    'reason',
    'createBy',
    'createTime',
    'updateBy',
    'updateTime',
  ]);
const asReply = <Row extends { scope: string; businessCodes: unknown }>(row: Row) => ({
  ...row,
  scope: row.scope as 'all' | 'some',
  businessCodes: row.businessCodes as string[],
});

async function found(ctx: Ctx, id: string, { isLocked = false } = {}) {
  const query = selected(rows(ctx)).where('id', '=', id);
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return asReply(row);
}

/** Substitutes of substitutes may not lead back to the caller in the time of the new one. */
async function assertNoCircle(ctx: Ctx, body: Input, id: string | null): Promise<void> {
  // circles are made of two halves: who begins one at the same moment waits here, and sees the other
  const both = [ctx.user.id, body.toUserId];
  await ctx.db.selectFrom('sysUser').select('id').where('id', 'in', both).orderBy('id').forUpdate().execute();
  const seen = new Set<string>();
  let open = [body.toUserId];
  while (open.length > 0) {
    if (open.includes(ctx.user.id)) throw new AppError('rule.broken', '代理不能形成循环：代理人在这段时间内又由您代理');
    for (const each of open) seen.add(each);
    const next = await ctx.db
      .selectFrom('flowDelegation')
      .select('toUserId')
      .where('fromUserId', 'in', open)
      .where('deletedAt', 'is', null)
      .where('validFrom', '<', new Date(body.validUntil))
      .where('validUntil', '>', new Date(body.validFrom))
      .where('id', '!=', id ?? '')
      .execute();
    open = [...new Set(next.map(({ toUserId }) => toUserId))].filter((each) => !seen.has(each));
  }
}

async function valuesOf(ctx: Ctx, body: Input, id: string | null) {
  const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);
  if (body.toUserId === ctx.user.id) throw wrong('toUserId', '代理人不能是自己');
  if (new Date(body.validUntil) <= new Date(body.validFrom)) throw wrong('validUntil', '结束时间必须晚于开始时间');
  if (new Date(body.validUntil) <= ctx.now) throw wrong('validUntil', '结束时间必须晚于现在');
  if (body.scope === 'some' && body.businessCodes.length === 0) throw wrong('businessCodes', '请选择业务');
  const people = await enabledOf({ app: ctx.app, db: ctx.db, now: ctx.now }, [body.toUserId]);
  if (people.length === 0) throw wrong('toUserId', '请选择可用的账号');
  await assertNoCircle(ctx, body, id);
  return { ...body, businessCodes: JSON.stringify(body.scope === 'some' ? body.businessCodes : []) };
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const gone = await rows(ctx).select(['id', 'toUserId']).where('id', 'in', ids).orderBy('id').forUpdate().execute();
  if (gone.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
  await ctx.db
    .updateTable('flowDelegation')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  for (const { id, toUserId } of gone) ctx.audit.change({ entity: '流程代理', id, before: { toUserId }, after: null });
  return null;
}

/** Who gets the tasks of the caller while he is away. Tasks that are open already stay where they are unless the delegation takes them. */
export const delegations = implement(contract, {
  async page(ctx, { query }) {
    let list = selected(rows(ctx));
    for (const [field, direction] of sortOrders(query.sort, ['createTime', 'validFrom', 'validUntil'], '-createTime'))
      list = list.orderBy(field as 'createTime', direction);
    const page = await pageRows(query, list, rows(ctx));
    return { ...page, data: page.data.map(asReply) };
  },
  get: (ctx, { params }) => found(ctx, params.id),
  async create(ctx, { body }) {
    const values = await valuesOf(ctx, body, null);
    const id = ctx.app.ids.next();
    const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
    await ctx.db
      .insertInto('flowDelegation')
      .values({ id, fromUserId: ctx.user.id, ...values, ...stamp })
      .execute();
    ctx.audit.change({ entity: '流程代理', id, before: null, after: body });
    return { id };
  },
  async update(ctx, { params, body }) {
    const before = await found(ctx, params.id, { isLocked: true });
    assertVersion(before, body);
    const { version, ...input } = body;
    if (before.begunTime !== null && (input.toUserId !== before.toUserId || (input.takesOpen && !before.takesOpen)))
      throw new AppError('rule.broken', '代理已开始并接管了待办，不能更换代理人；请把结束时间改为现在，再新增代理');
    const values = await valuesOf(ctx, input, params.id);
    await ctx.db
      .updateTable('flowDelegation')
      .set({ ...values, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    ctx.audit.change({ entity: '流程代理', id: params.id, before, after: input });
    return { version: version + 1 };
  },
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  businesses: ({ db }) => businessesInForce(db),
});
