import { AppError } from '#kit/contract/errors.ts';
import { holds } from '#kit/contract/access.ts';
import { pageOf } from '#kit/contract/fields.ts';
import { endOfList } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { subscription as contract, type SubscriptionStatus } from '../../contract/subscription.ts';
import { shownStatus, transition, type SubscriptionAction } from '../../core/subscription.ts';
import { bumpRegistry } from '../calls/revision.ts';

const DAY_MS = 86_400_000;
const DECIDES = 'market:subscription:decide';
const ofApi = { dept: 'api.createDept', owner: 'api.createBy' };
const ofApp = { dept: 'app.createDept', owner: 'app.createBy' };

const joined = (ctx: Ctx) =>
  ctx.db
    .selectFrom('marketSubscription as sub')
    .innerJoin('marketApp as app', 'app.id', 'sub.appId')
    .innerJoin('marketApi as api', 'api.id', 'sub.apiId');

/** Subscriptions of APIs that the caller decides about, of applications within their reach, and their own. */
const visible = (ctx: Ctx) =>
  joined(ctx).where((e) =>
    e.or([
      e('sub.applyBy', '=', ctx.user.id),
      ...(holds(ctx.user, DECIDES) ? [scope(ctx, ofApi, [DECIDES])] : []),
      ...(holds(ctx.user, 'market:app:list') ? [scope(ctx, ofApp, ['market:app:list'])] : []),
    ]),
  );

/** A subscription that the caller may act on as the owner of the API, locked. Throws entity.notFound. */
async function ofOwner(ctx: Ctx, id: string) {
  const row = await joined(ctx)
    .select(['sub.id', 'sub.status', 'sub.applyBy', 'sub.days', 'sub.endTime', 'api.apiName', 'app.appName'])
    .where('sub.id', '=', id)
    .where(scope(ctx, ofApi, [DECIDES]))
    .forUpdate('sub')
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}
type Stored = Awaited<ReturnType<typeof ofOwner>>;

interface Turn {
  startTime?: Date;
  endTime?: Date;
  decideBy?: string;
  decideTime?: Date;
  opinion?: string | null;
}
async function turn(ctx: Ctx, row: Stored, action: SubscriptionAction, values: Turn = {}): Promise<null> {
  const found = transition(shownStatus(row.status as SubscriptionStatus, row.endTime, ctx.now), action);
  if ('refusal' in found) throw new AppError('rule.broken', found.refusal);
  await ctx.db
    .updateTable('marketSubscription')
    .set({ status: found.to, ...values })
    .where('id', '=', row.id)
    .execute();
  ctx.audit.change({
    entity: '订阅',
    id: row.id,
    name: `${row.appName} → ${row.apiName}`,
    before: { status: row.status },
    after: { status: found.to },
  });
  await bumpRegistry(ctx.db);
  return null;
}

export const subscriptions = implement(contract, {
  async page(ctx, { query }) {
    let rows = visible(ctx);
    if (query.apiId) rows = rows.where('sub.apiId', '=', query.apiId);
    if (query.appId) rows = rows.where('sub.appId', '=', query.appId);
    if (query.mine === '1') rows = rows.where('sub.applyBy', '=', ctx.user.id);
    if (query.status === '6') rows = rows.where('sub.status', 'in', ['2', '4']).where('sub.endTime', '<=', ctx.now);
    else if (query.status) {
      rows = rows.where('sub.status', '=', query.status);
      if (query.status === '2' || query.status === '4') rows = rows.where('sub.endTime', '>', ctx.now);
    }
    const { pageNum, pageSize } = pageOf(query);
    const data = await rows
      .leftJoin('sysUser as applicant', 'applicant.id', 'sub.applyBy')
      .leftJoin('sysUser as decider', 'decider.id', 'sub.decideBy')
      .selectAll('sub')
      .select([
        'app.appName',
        'api.apiName',
        'api.apiUrl',
        'api.apiVersion',
        'applicant.nickname as applicant',
        'decider.nickname as decider',
      ])
      .select(
        holds(ctx.user, DECIDES)
          ? (e) =>
              e
                .case()
                .when(scope(ctx, ofApi, [DECIDES]))
                .then(true)
                .else(false)
                .end()
                .as('isOwner')
          : (e) => e.val(false).as('isOwner'),
      )
      .orderBy('sub.applyTime', 'desc')
      .orderBy('sub.id', 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute();
    const total =
      endOfList({ pageNum, pageSize }, data.length) ??
      Number((await rows.select((e) => e.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()).n);
    return {
      pageNum,
      pageSize,
      total,
      data: data.map(({ isOwner, fields, ...row }) => {
        const status = shownStatus(row.status as SubscriptionStatus, row.endTime, ctx.now);
        const isOpen = ['1', '2', '4'].includes(status);
        return {
          ...row,
          fields: Array.isArray(fields) ? (fields as string[]) : null,
          status,
          mayDecide: Boolean(isOwner) && status === '1' && row.applyBy !== ctx.user.id,
          mayClose: isOpen && (Boolean(isOwner) || row.applyBy === ctx.user.id),
        };
      }),
    };
  },
  async create(ctx, { body }) {
    const app = await ctx.db
      .selectFrom('marketApp as app')
      .select('app.id')
      .where('app.id', '=', body.appId)
      .where('app.deletedAt', 'is', null)
      .where(scope(ctx, ofApp, ['market:app:list', 'market:apply:add', 'market:subscription:add']))
      .executeTakeFirst();
    if (!app) throw new AppError('entity.notFound', '应用不存在或不在您的数据范围内');
    const api = await ctx.db
      .selectFrom('marketApi')
      .select(['id', 'apiName'])
      .where('id', '=', body.apiId)
      .where('deletedAt', 'is', null)
      .where('status', '=', '2')
      .executeTakeFirst();
    if (!api) throw new AppError('entity.notFound', 'API不存在或未发布');
    const open = await ctx.db
      .selectFrom('marketSubscription')
      .select(['id', 'status', 'endTime'])
      .where('appId', '=', app.id)
      .where('apiId', '=', api.id)
      .where('status', 'in', ['1', '2', '4'])
      .forUpdate()
      .executeTakeFirst();
    if (open && shownStatus(open.status as SubscriptionStatus, open.endTime, ctx.now) !== '6')
      throw new AppError('entity.duplicate', '该应用已订阅或正在申请此API');
    // one that ended by itself makes room for its renewal
    if (open) await ctx.db.updateTable('marketSubscription').set({ status: '5' }).where('id', '=', open.id).execute();
    const id = ctx.app.ids.next();
    const fields = body.fields === null ? null : JSON.stringify(body.fields);
    await ctx.db
      .insertInto('marketSubscription')
      .values({
        id,
        appId: app.id,
        apiId: api.id,
        status: '1',
        fields,
        days: body.days,
        reason: body.reason,
        applyBy: ctx.user.id,
        applyTime: ctx.now,
      })
      .execute();
    ctx.audit.change({ entity: '订阅', id, name: api.apiName, before: null, after: body });
    return { id };
  },
  async decide(ctx, { params, body }) {
    const row = await ofOwner(ctx, params.id);
    if (row.applyBy === ctx.user.id) throw new AppError('rule.broken', '不能审批自己的申请，请由API的其他负责人审批');
    const decided = { decideBy: ctx.user.id, decideTime: ctx.now, opinion: body.opinion };
    if (!body.approved) return turn(ctx, row, 'reject', decided);
    return turn(ctx, row, 'approve', { ...decided, startTime: ctx.now, endTime: new Date(ctx.now.getTime() + row.days * DAY_MS) });
  },
  pause: async (ctx, { params }) => turn(ctx, await ofOwner(ctx, params.id), 'pause'),
  resume: async (ctx, { params }) => turn(ctx, await ofOwner(ctx, params.id), 'resume'),
  async close(ctx, { params }) {
    const own = await joined(ctx)
      .select(['sub.id', 'sub.status', 'sub.applyBy', 'sub.days', 'sub.endTime', 'api.apiName', 'app.appName'])
      .where('sub.id', '=', params.id)
      .where('sub.applyBy', '=', ctx.user.id)
      .forUpdate('sub')
      .executeTakeFirst();
    if (own) return turn(ctx, own, 'close');
    if (!holds(ctx.user, DECIDES)) throw new AppError('entity.notFound');
    return turn(ctx, await ofOwner(ctx, params.id), 'close');
  },
});
