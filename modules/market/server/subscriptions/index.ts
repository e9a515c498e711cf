import { sql, type SqlBool } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { pageOf } from '#kit/contract/fields.ts';
import { containsText, endOfList } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { flowDeskOf } from '#kit/server/flow.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { subscription as contract } from '../../contract/subscription.ts';
import { bumpRegistry } from '../calls/revision.ts';
import { plansById } from '../plans/offered.ts';
import { ask, renew, submitAgain } from './ask.ts';
import { tellApplicant } from './messages.ts';
import { pathOf } from './path.ts';
import { outputsOfApi } from '../square/outputs.ts';
import { assertGrantable, columnsOfApi, releasedApi } from './row-rights.ts';
import { asReply, ASKS_FOR, BY_PROCESS, DECIDES, fieldsOf, ofApplicant, ofGranter, ofOwner, rowsOf, visible, type Stored } from './rows.ts';
import { ofApi, ofApp } from '../reach.ts';
import { approve, asJson, noteTurn, turnInCall } from './turn.ts';

const OWN = '不能审批自己的申请，请由API的其他负责人审批';

/** Whether rows lie within the data scope that permissions give the caller; never without one of them. */
const within = (ctx: Ctx, columns: { dept: string; owner: string }, permissions: readonly string[]) =>
  permissions.some((permission) => holds(ctx.user, permission)) ? scope(ctx, columns, permissions) : sql<SqlBool>`false`;

async function decide(ctx: Ctx, row: Stored, { approved, opinion }: { approved: boolean; opinion: string | null }): Promise<null> {
  if (row.applyBy === ctx.user.id) throw new AppError('rule.broken', OWN);
  if (row.status === '1' && row.flowStatus !== null) throw new AppError('rule.broken', BY_PROCESS);
  const note = opinion ? `：${opinion}` : '';
  if (!approved) {
    await turnInCall(ctx, row, 'reject', { decideBy: ctx.user.id, decideTime: ctx.now, opinion });
    await tellApplicant(ctx.app, ctx.db, row, { title: '订阅申请被拒绝', text: `被拒绝${note}` });
    return null;
  }
  await approve(ctx, row, { decideBy: ctx.user.id, opinion });
  noteTurn(ctx, row, { status: '2' });
  await tellApplicant(ctx.app, ctx.db, row, { title: '订阅已生效', text: `已同意，有效 ${row.days} 天${note}` });
  return null;
}

async function close(ctx: Ctx, id: string): Promise<null> {
  const own = await ofApplicant(ctx, id);
  if (!own && !holds(ctx.user, DECIDES)) throw new AppError('entity.notFound');
  const row = own ?? (await ofOwner(ctx, id));
  if (row.status !== '1' || row.flowStatus === null) return turnInCall(ctx, row, 'close');
  if (!own) throw new AppError('rule.broken', BY_PROCESS);
  ctx.audit.note(`撤回订阅申请：${row.appName} → ${row.apiName}`);
  // the step of the approval closes it
  await flowDeskOf(ctx.app)!.cancel(ctx, row.processInstanceId ?? '');
  return null;
}

export const subscriptions = implement(contract, {
  async page(ctx, { query }) {
    let rows = visible(ctx);
    if (query.apiId) rows = rows.where('sub.apiId', '=', query.apiId);
    if (query.appId) rows = rows.where('sub.appId', '=', query.appId);
    if (query.apiName) rows = rows.where(containsText('api.apiName', query.apiName));
    if (query.appName) rows = rows.where(containsText('app.appName', query.appName));
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
        'api.releaseBy',
        'app.appName',
        'api.apiName',
        'api.apiUrl',
        'api.apiVersion',
        'api.kind',
        'applicant.nickname as applicant',
        'decider.nickname as decider',
      ])
      .select([sql<SqlBool>`${within(ctx, ofApi, [DECIDES])}`.as('isOwner'), sql<SqlBool>`${within(ctx, ofApp, ASKS_FOR)}`.as('mayAsk')])
      .orderBy('sub.applyTime', 'desc')
      .orderBy('sub.id', 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute();
    const total =
      endOfList({ pageNum, pageSize }, data.length) ??
      Number((await rows.select((e) => e.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()).n);
    const plans = await plansById(
      ctx.db,
      data.map(({ planId }) => planId),
    );
    return { pageNum, pageSize, total, data: data.map((row) => asReply(ctx, { ...row, plan: plans.get(row.planId ?? '') ?? null })) };
  },
  create: (ctx, { body }) => ask(ctx, body),
  steps: (ctx, { body }) => pathOf(ctx, body),
  renew: (ctx, { params, body }) => renew(ctx, params.id, body),
  submit: (ctx, { params, body }) => submitAgain(ctx, params.id, body),
  decide: async (ctx, { params, body }) => decide(ctx, await ofOwner(ctx, params.id), body),
  async grant(ctx, { params, body }) {
    const row = await ofGranter(ctx, params.id, '授权范围');
    await assertGrantable(ctx, await releasedApi(ctx.db, row.apiId), { ...body, among: 'all' });
    await ctx.db
      .updateTable('marketSubscription')
      .set({ fields: asJson(body.fields), rowFilter: asJson(body.rows) })
      .where('id', '=', row.id)
      .execute();
    const before = { fields: fieldsOf(row.fields), rows: rowsOf(row.rowFilter) };
    ctx.audit.change({ entity: '订阅', id: row.id, name: `${row.appName} → ${row.apiName}`, before, after: body });
    await bumpRegistry(ctx.db);
    return null;
  },
  async grantable(ctx, { params }) {
    const row = await ofOwner(ctx, params.id);
    const api = await releasedApi(ctx.db, row.apiId);
    const comments = new Map(api.executeConfig.fieldParams.map(({ columnName, columnComment }) => [columnName, columnComment ?? null]));
    return {
      outputs: await outputsOfApi(ctx.db, api),
      columns: [...(await columnsOfApi(ctx, api))].map(([columnName, dataType]) => ({
        columnName,
        dataType,
        comment: comments.get(columnName) ?? null,
      })),
    };
  },
  pause: async (ctx, { params }) => turnInCall(ctx, await ofOwner(ctx, params.id), 'pause'),
  resume: async (ctx, { params }) => turnInCall(ctx, await ofOwner(ctx, params.id), 'resume'),
  close: (ctx, { params }) => close(ctx, params.id),
});
