import { sql } from 'kysely';
import type * as z from 'zod';
import { isUnrestricted } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import { assertVersion, containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { steadyQuery } from '#kit/server/db/steady.ts';
import { assertFlow, type BusinessType } from '#kit/server/flow.ts';
import { implement } from '#kit/server/module.ts';
import { bindFiles } from '#modules/files/server/index.ts';
import { RequestInput, request as contract } from '../contract/request.ts';
import { wantsToBeAsked } from './asking.ts';
import { businessesInForce } from './businesses-in-force.ts';
import { submit } from './submit.ts';

const TYPE = 'workflow.request';
const FIELDS = [
  { name: 'title', label: '标题' },
  { name: 'text', label: '说明', kind: 'area' },
  { name: 'amount', label: '金额', kind: 'amount' },
  { name: 'files', label: '附件', kind: 'files' },
] as const;

/** Own requests; an unrestricted administrator finds any of them by its id. */
const rows = (ctx: Ctx) => ctx.db.selectFrom('flowRequest').where('deletedAt', 'is', null);
const own = (ctx: Ctx) => rows(ctx).where('createBy', '=', ctx.user.id);
const selected = (query: ReturnType<typeof rows>) =>
  query.select([
    'id',
    'version',
    'businessCode',
    sql<
      string | null
    >`(select business_name from flow_business b where b.business_code = flow_request.business_code and b.deleted_at is null)`.as(
      'businessName',
    ),
    'title',
    'text',
    'amount',
    'files',
    'flowStatus',
    'processInstanceId',
    'createBy',
    'createTime',
    'updateBy',
    'updateTime',
  ]);
const asReply = <Row extends { flowStatus: string }>(row: Row) => ({ ...row, flowStatus: row.flowStatus as FlowStatus });

async function assertBusiness({ db }: Ctx, code: string): Promise<void> {
  const business = await db
    .selectFrom('flowBusiness')
    .select('id')
    .where('businessCode', '=', code)
    .where('businessType', '=', TYPE)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!business) throw new AppError('input.invalid', '该业务没有配置流程', [{ path: 'businessCode', message: '该业务没有配置流程' }]);
}

/** The files of a request are its owner's; an approval opens them to its parties. */
const bind = (ctx: Ctx, id: string, fileNames: string | null): Promise<void> =>
  bindFiles(ctx, {
    fileNames,
    entity: 'flow_request',
    entityId: id,
    readers: { perms: [], deptId: ctx.user.deptId, ownerId: ctx.user.id },
  });

async function ownRow(ctx: Ctx, id: string) {
  const row = await own(ctx)
    .select(['id', 'version', 'flowStatus', 'title', 'text', 'amount', 'files', 'businessCode'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const gone = await own(ctx).select(['id', 'title', 'flowStatus']).where('id', 'in', ids).orderBy('id').forUpdate().execute();
  if (gone.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
  for (const row of gone) assertFlow(row, 'delete');
  await ctx.db
    .updateTable('flowRequest')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  for (const { id, title } of gone) ctx.audit.change({ entity: '通用申请', id, name: title, before: { title }, after: null });
  return null;
}

async function create(ctx: Ctx, body: z.output<typeof RequestInput>): Promise<string> {
  await assertBusiness(ctx, body.businessCode);
  const id = ctx.app.ids.next();
  const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
  await ctx.db
    .insertInto('flowRequest')
    .values({ id, ...body, ...stamp })
    .execute();
  await bind(ctx, id, body.files);
  ctx.audit.change({ entity: '通用申请', id, name: body.title, before: null, after: body });
  return id;
}

/** 通用申请 of the caller. */
export const requests = implement(contract, {
  async page(ctx, { query }) {
    let all = own(ctx);
    if (query.title) all = all.where(containsText('title', query.title));
    if (query.businessCode) all = all.where('businessCode', '=', query.businessCode);
    if (query.flowStatus) all = all.where('flowStatus', '=', query.flowStatus);
    let list = selected(all);
    for (const [field, direction] of sortOrders(query.sort, ['createTime', 'updateTime', 'title', 'amount'], '-createTime'))
      list = list.orderBy(field as 'createTime', direction);
    const page = await pageRows(query, list, all);
    return { ...page, data: page.data.map(asReply) };
  },
  async get(ctx, { params }) {
    const row = await selected(isUnrestricted(ctx.user) ? rows(ctx) : own(ctx))
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return asReply(row);
  },
  create: async (ctx, { body }) => ({ id: await create(ctx, body) }),
  async update(ctx, { params, body }) {
    const before = await ownRow(ctx, params.id);
    assertFlow(before, 'edit');
    assertVersion(before, body);
    if (body.businessCode !== before.businessCode && before.flowStatus === '2')
      throw new AppError('rule.broken', '已退回的申请不能更换业务，请撤销后重新填写');
    await assertBusiness(ctx, body.businessCode);
    const { version, ...values } = body;
    await ctx.db
      .updateTable('flowRequest')
      .set({ ...values, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    await bind(ctx, params.id, body.files);
    ctx.audit.change({ entity: '通用申请', id: params.id, name: body.title, before, after: values });
    return { version: version + 1 };
  },
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  businesses: ({ db }) => businessesInForce(db, TYPE),
  async submit(ctx, { params, body }) {
    const { businessCode, title } = await ownRow(ctx, params.id);
    // whoever cannot be asked has to say whom he picks
    const picks = body.picks ?? (wantsToBeAsked(ctx) ? undefined : {});
    const submitted = await submit(ctx, { businessCode, businessType: TYPE, id: params.id, picks });
    ctx.audit.note(`提交申请“${title}”`);
    return submitted;
  },
});

/** What an approver may change when his node lets him. */
const Editable = RequestInput.pick({ title: true, text: true, amount: true, files: true }).partial().strict();

async function edit(ctx: Ctx, { id, values }: { readonly id: string; readonly values: Readonly<Record<string, unknown>> }): Promise<void> {
  const parsed = Editable.safeParse(values);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const message = issue?.message ?? '填写不正确';
    throw new AppError('input.invalid', message, [{ path: `fields.${issue?.path.join('.') ?? ''}`, message }]);
  }
  const changed = Object.fromEntries(Object.entries(parsed.data).filter(([name, value]) => name in values && value !== undefined));
  const before = await rows(ctx).select(['title', 'text', 'amount', 'files']).where('id', '=', id).executeTakeFirstOrThrow();
  await ctx.db
    .updateTable('flowRequest')
    .set({ ...changed, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  if (typeof changed['files'] === 'string') await bind(ctx, id, changed['files']);
  ctx.audit.change({ entity: '通用申请', id, name: before.title, before, after: { ...before, ...changed } });
}

const submittedRequest = steadyQuery((db, { id }: { readonly id: string }) =>
  db
    .selectFrom('flowRequest')
    .select(['flowStatus', 'createBy', 'title', 'text', 'amount', 'files'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate(),
);

/** How an approval sees a request. */
export const requestType: BusinessType = {
  code: TYPE,
  name: '通用申请',
  fields: FIELDS,
  edit,
  async load({ db }, id) {
    const [row] = (await db.executeQuery(submittedRequest(db, { id }))).rows;
    if (!row) throw new AppError('entity.notFound', '申请不存在或已删除');
    const { flowStatus, createBy, ...snapshot } = row;
    return { flowStatus: flowStatus as FlowStatus, ownerId: createBy, snapshot };
  },
  begin: (ctx, { businessCode, title }) => create(ctx, { businessCode, title, text: null, amount: null, files: null }),
  async onStatus({ db, now }, { id, to, instanceId }) {
    await db
      .updateTable('flowRequest')
      .set({ flowStatus: to, processInstanceId: instanceId, updateTime: now })
      .where('id', '=', id)
      .execute();
  },
};
