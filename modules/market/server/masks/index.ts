import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { ApiRow } from '../../contract/api.ts';
import { apiMask as contract, type MaskInput, type MaskRow } from '../../contract/mask.ts';
import { bumpRegistry } from '../calls/revision.ts';
import { ofApi } from '../reach.ts';
import { coverageOf, sensitiveOutputs } from './coverage.ts';
import { libraryRules, namedRules, StoredRule } from './library.ts';
import { assertStricter, choicesOf, previewRows } from './trial.ts';

const ENTITY = 'API脱敏';
const TAKEN = '该API已有脱敏设置，请修改已有的';
const SORTABLE = ['maskName', 'createTime', 'updateTime'];

/** Masks of APIs within the caller's reach. */
const visible = (ctx: Ctx) =>
  ctx.db
    .selectFrom('marketApiMask as mask')
    .innerJoin('marketApi as api', 'api.id', 'mask.apiId')
    .where('mask.deletedAt', 'is', null)
    .where('api.deletedAt', 'is', null)
    .where(scope(ctx, ofApi));
const withApi = (rows: ReturnType<typeof visible>) =>
  rows.selectAll('mask').select(['api.apiName', 'api.apiVersion', 'api.apiUrl', 'api.status as apiStatus']);
type Stored = Awaited<ReturnType<ReturnType<typeof withApi>['executeTakeFirstOrThrow']>>;

async function shown(ctx: Ctx, rows: readonly Stored[]): Promise<z.input<typeof MaskRow>[]> {
  const library = await libraryRules(ctx.db);
  return rows.map((row) => ({
    ...row,
    status: row.status as '0' | '1',
    apiStatus: row.apiStatus as '1' | '2' | '3',
    rules: StoredRule.array()
      .parse(row.rules)
      .map((rule) => ({ ...rule, ruleName: library.get(rule.maskRuleId)?.ruleName ?? null })),
  }));
}

/** An API of the caller's reach. Throws entity.notFound. */
async function ownApi(ctx: Ctx, id: string): Promise<z.output<typeof ApiRow>> {
  const row = await ctx.db
    .selectFrom('marketApi as api')
    .selectAll()
    .where('api.id', '=', id)
    .where('api.deletedAt', 'is', null)
    .where(scope(ctx, ofApi))
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '数据API不存在或不在您的数据范围内');
  return ApiRow.parse(row);
}

async function ownMask(ctx: Ctx, id: string): Promise<Stored> {
  const row = await withApi(visible(ctx)).where('mask.id', '=', id).forUpdate('mask').executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

/** Values of a row as they are stored, checked against the API that they are for. */
async function checked(ctx: Ctx, body: z.output<typeof MaskInput>) {
  const rules = await namedRules(ctx, body.rules);
  await assertStricter(ctx, await ownApi(ctx, body.apiId), rules);
  const kept = rules.map(({ fieldName, maskRuleId }) => ({ fieldName, maskRuleId }));
  return { apiId: body.apiId, maskName: body.maskName, status: body.status, remark: body.remark, rules: kept };
}
const facts = ({ maskName, status, remark, rules }: { maskName: string; status: string; remark: string | null; rules: unknown }) => ({
  maskName,
  status,
  remark,
  rules,
});
const made = (ctx: Ctx) => ({
  createBy: ctx.user.id,
  createDept: ctx.user.deptId,
  createTime: ctx.now,
  updateBy: ctx.user.id,
  updateTime: ctx.now,
});

async function removeAll(ctx: Ctx, ids: readonly string[]): Promise<null> {
  for (const id of ids) {
    const row = await ownMask(ctx, id);
    await ctx.db
      .updateTable('marketApiMask')
      .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', id)
      .execute();
    ctx.audit.change({ entity: ENTITY, id, name: `${row.apiName} ${row.apiVersion}`, before: facts(row), after: null });
  }
  await bumpRegistry(ctx.db);
  return null;
}

export const apiMasks = implement(contract, {
  async page(ctx, { query }) {
    let rows = visible(ctx);
    if (query.maskName) rows = rows.where(containsText('mask.maskName', query.maskName));
    if (query.apiName) rows = rows.where(containsText('api.apiName', query.apiName));
    if (query.apiId) rows = rows.where('mask.apiId', '=', query.apiId);
    if (query.status) rows = rows.where('mask.status', '=', query.status);
    let list = withApi(rows);
    for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-createTime'))
      list = list.orderBy(`mask.${field as 'createTime'}`, direction);
    const page = await pageRows<Stored>(query, list, rows);
    return { ...page, data: await shown(ctx, page.data) };
  },
  async get(ctx, { params }) {
    const row = await withApi(visible(ctx)).where('mask.id', '=', params.id).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return (await shown(ctx, [row]))[0]!;
  },
  async ofApi(ctx, { params }) {
    await ownApi(ctx, params.apiId);
    const row = await withApi(visible(ctx)).where('mask.apiId', '=', params.apiId).executeTakeFirst();
    return row ? (await shown(ctx, [row]))[0]! : null;
  },
  async create(ctx, { body }) {
    const values = await checked(ctx, body);
    const taken = await ctx.db
      .selectFrom('marketApiMask')
      .select('id')
      .where('apiId', '=', body.apiId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (taken) throw new AppError('entity.duplicate', TAKEN, [{ path: 'apiId', message: TAKEN }]);
    const id = ctx.app.ids.next();
    await ctx.db
      .insertInto('marketApiMask')
      .values({ id, ...values, rules: JSON.stringify(values.rules), ...made(ctx) })
      .execute();
    ctx.audit.change({ entity: ENTITY, id, name: values.maskName, before: null, after: facts(values) });
    await bumpRegistry(ctx.db);
    return { id };
  },
  async update(ctx, { params, body }) {
    const before = await ownMask(ctx, params.id);
    assertVersion(before, body);
    if (body.apiId !== before.apiId) throw new AppError('rule.broken', '不能把脱敏设置改到别的API，请为它新增');
    const values = await checked(ctx, body);
    const version = before.version + 1;
    await ctx.db
      .updateTable('marketApiMask')
      .set({ ...values, rules: JSON.stringify(values.rules), version, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    ctx.audit.change({ entity: ENTITY, id: params.id, name: values.maskName, before: facts(before), after: facts(values) });
    await bumpRegistry(ctx.db);
    return { version };
  },
  remove: (ctx, { params }) => removeAll(ctx, [params.id]),
  removeBatch: (ctx, { params }) => removeAll(ctx, params.ids),
  fields: async (ctx, { params }) => choicesOf(ctx, await ownApi(ctx, params.apiId)),
  async preview(ctx, { body }) {
    const api = await ownApi(ctx, body.apiId);
    const rules = await namedRules(ctx, body.rules);
    return previewRows(ctx, api, rules, body.params);
  },
  coverage: (ctx) => coverageOf(ctx),
  sensitive: (ctx, { query }) => sensitiveOutputs(ctx, query),
});

/** The masks of one version for the next: what is copied is as strict as what it was made of. */
export async function copyMask(ctx: Ctx, from: string, to: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('marketApiMask')
    .select(['maskName', 'rules', 'status', 'remark'])
    .where('apiId', '=', from)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return;
  const copy = { ...row, id: ctx.app.ids.next(), apiId: to, rules: JSON.stringify(row.rules) };
  await ctx.db
    .insertInto('marketApiMask')
    .values({ ...copy, ...made(ctx) })
    .execute();
}
