import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { pageRows } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Handlers } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { notify } from '#modules/notices/server/index.ts';
import type { drdUse } from '../../contract/drd-use.ts';
import { ofManaged, seenDrd } from './reach.ts';

const HANDLES = 'market:drd:demand';
const nameOf = (column: string) => sql<string | null>`(select nickname from sys_user where id = ${sql.ref(column)})`;
const deptOf = (column: string) => sql<string | null>`(select dept_name from sys_dept where id = ${sql.ref(column)})`;
type Calls = Pick<Handlers<typeof drdUse>, 'feedbacks' | 'giveFeedback' | 'answerFeedback' | 'demands' | 'createDemand' | 'handleDemand'>;

/** Demands of the caller, and those that the caller handles: of the own departments, or addressed to them. */
const ofHandled = (ctx: Ctx) =>
  sql<boolean>`(${scope(ctx, { dept: 'r.handleDept' }, [HANDLES])} or ${scope(ctx, { dept: 'r.createDept' }, [HANDLES])})`;
const demandRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('marketDrdDemand as r')
    .where((e) => e.or([e('r.createBy', '=', ctx.user.id), ...(holds(ctx.user, HANDLES) ? [ofHandled(ctx)] : [])]));
const selectedDemands = (ctx: Ctx, rows: ReturnType<typeof demandRows>) =>
  rows
    .selectAll('r')
    .select([
      sql<string | null>`to_char(r.expect_date, 'YYYY-MM-DD')`.as('expectDay'),
      deptOf('r.handleDept').as('handleDeptName'),
      nameOf('r.createBy').as('author'),
      nameOf('r.handleBy').as('handler'),
      sql<string | null>`(select res_name from market_drd where id = r.drd_id and deleted_at is null)`.as('resName'),
      (holds(ctx.user, HANDLES) ? ofHandled(ctx) : sql<boolean>`false`).as('isHandler'),
    ]);
type Demand = Awaited<ReturnType<ReturnType<typeof selectedDemands>['execute']>>[number];

/** What people say about resources, and what they miss. */
export const saidCalls: Calls = {
  async feedbacks(ctx, { params, query }) {
    await seenDrd(ctx, params.id);
    const rows = ctx.db.selectFrom('marketDrdFeedback as f').where('f.drdId', '=', params.id);
    const list = rows
      .select(['f.id', 'f.kind', 'f.rating', 'f.content', 'f.createTime', 'f.reply', 'f.replyTime'])
      .select([nameOf('f.createBy').as('author'), nameOf('f.replyBy').as('replier')])
      .orderBy('f.createTime', 'desc')
      .orderBy('f.id', 'desc');
    const page = await pageRows<Awaited<ReturnType<typeof list.execute>>[number]>(query, list, rows);
    return { ...page, data: page.data.map((row) => ({ ...row, kind: row.kind as '1' })) };
  },
  async giveFeedback(ctx, { params, body }) {
    const drd = await seenDrd(ctx, params.id);
    if (drd.publishStatus !== '3') throw new AppError('rule.broken', '资源未上架，不能反馈');
    const isOwn = drd.createBy === ctx.user.id || drd.ownerUser === ctx.user.id;
    if (body.kind === '1' && isOwn) throw new AppError('rule.broken', '不能评价自己负责的资源');
    const id = ctx.app.ids.next();
    const values = { id, drdId: drd.id, kind: body.kind, rating: body.rating ?? null, content: body.content };
    const said = { createBy: ctx.user.id, createTime: ctx.now };
    const made = await ctx.db
      .insertInto('marketDrdFeedback')
      .values({ ...values, ...said })
      // somebody's later rating takes the place of the earlier one
      .onConflict((c) =>
        c.columns(['drdId', 'createBy']).where('kind', '=', '1').doUpdateSet({
          rating: values.rating,
          content: values.content,
          createTime: ctx.now,
          reply: null,
          replyBy: null,
          replyTime: null,
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const to = [drd.ownerUser ?? drd.createBy].filter((one) => one !== null && one !== ctx.user.id) as string[];
    if (to.length > 0)
      await notify(ctx.app, ctx.db, {
        to,
        kind: 'system',
        title: { '1': '资源收到评价', '2': '资源收到提问', '3': '资源收到纠错' }[body.kind],
        text: `${ctx.user.nickname}对资源“${drd.resName}”：${body.content.slice(0, 200)}`,
        path: `/market/drd?id=${drd.id}&tab=feedback`,
        key: null,
      });
    ctx.audit.change({ entity: '资源反馈', id: made.id, name: drd.resName, before: null, after: body });
    return { id: made.id };
  },
  async answerFeedback(ctx, { params, body }) {
    const row = await ctx.db
      .selectFrom('marketDrdFeedback as f')
      .innerJoin('marketDrd as d', 'd.id', 'f.drdId')
      .select(['f.id', 'f.createBy', 'f.reply', 'd.resName', 'd.id as drdId'])
      .where('f.id', '=', params.id)
      .where('d.deletedAt', 'is', null)
      .where((e) => e.or([ofManaged(ctx), e('d.ownerUser', '=', ctx.user.id)]))
      .forUpdate('f')
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    await ctx.db
      .updateTable('marketDrdFeedback')
      .set({ reply: body.reply, replyBy: ctx.user.id, replyTime: ctx.now })
      .where('id', '=', row.id)
      .execute();
    await notify(ctx.app, ctx.db, {
      to: [row.createBy].filter((one) => one !== ctx.user.id),
      kind: 'system',
      title: '资源反馈有了回复',
      text: `${ctx.user.nickname}回复了您对资源“${row.resName}”的反馈：${body.reply.slice(0, 200)}`,
      path: `/market/drd?id=${row.drdId}&tab=feedback`,
      key: null,
    });
    ctx.audit.change({ entity: '资源反馈', id: row.id, name: row.resName, before: { reply: row.reply }, after: body });
    return null;
  },
  async demands(ctx, { query }) {
    let rows = demandRows(ctx);
    if (query.state) rows = rows.where('r.state', '=', query.state);
    if (query.mine === '1') rows = rows.where('r.createBy', '=', ctx.user.id);
    const list = selectedDemands(ctx, rows).orderBy('r.createTime', 'desc').orderBy('r.id', 'desc');
    const page = await pageRows<Demand>(query, list, rows);
    const shown = ({ isHandler, expectDay, ...row }: Demand) => ({
      ...row,
      state: row.state as '1',
      expectDate: expectDay,
      mayHandle: Boolean(isHandler) && (row.state === '1' || row.state === '2'),
    });
    return { ...page, data: page.data.map(shown) };
  },
  async createDemand(ctx, { body }) {
    if (body.handleDept !== null) {
      const dept = await ctx.db
        .selectFrom('sysDept')
        .select('id')
        .where('id', '=', body.handleDept)
        .where('deletedAt', 'is', null)
        .executeTakeFirst();
      if (!dept) throw new AppError('input.invalid', '处理部门不存在', [{ path: 'handleDept', message: '处理部门不存在或已删除' }]);
    }
    const id = ctx.app.ids.next();
    await ctx.db
      .insertInto('marketDrdDemand')
      .values({ ...body, id, createBy: ctx.user.id, createDept: ctx.user.deptId, createTime: ctx.now })
      .execute();
    ctx.audit.change({ entity: '数据需求', id, name: body.demandTitle, before: null, after: body });
    return { id };
  },
  async handleDemand(ctx, { params, body }) {
    const row = await selectedDemands(ctx, demandRows(ctx)).where('r.id', '=', params.id).forUpdate('r').executeTakeFirst();
    if (!row || !row.isHandler) throw new AppError('entity.notFound');
    if (row.state === '3' || row.state === '4') throw new AppError('rule.broken', '需求已办结');
    if (body.drdId !== null) await seenDrd(ctx, body.drdId);
    const { handleDept, ...rest } = body;
    await ctx.db
      .updateTable('marketDrdDemand')
      .set({ ...rest, handleDept: handleDept ?? row.handleDept, handleBy: ctx.user.id, handleTime: ctx.now })
      .where('id', '=', row.id)
      .execute();
    await notify(ctx.app, ctx.db, {
      to: [row.createBy].filter((one) => one !== ctx.user.id),
      kind: 'system',
      title: { '2': '数据需求已受理', '3': '数据需求已满足', '4': '数据需求已关闭' }[body.state],
      text: `您的数据需求“${row.demandTitle}”${body.result === null ? '已受理' : `：${body.result}`}`,
      path: '/market/drd?view=demands',
      key: null,
    });
    ctx.audit.change({ entity: '数据需求', id: row.id, name: row.demandTitle, before: { state: row.state }, after: body });
    return null;
  },
};
