import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import type * as z from 'zod';
import { business as contract, type Business, type BusinessInput } from '../contract/business.ts';
import { overwrittenNames, unknownNames } from '../core/used-names.ts';
import { processesOf } from './definitions-of.ts';
import { startsNobody } from './publish.ts';
import { typeOf, typesNow } from './types.ts';

type Input = z.output<typeof BusinessInput>;
const rows = (ctx: Ctx) => ctx.db.selectFrom('flowBusiness').where('deletedAt', 'is', null);
const newest = (column: 'id' | 'name') =>
  sql<
    string | null
  >`(select ${sql.ref(column)} from flow_definition d where d.def_key = flow_business.definition_key and d.deleted_at is null
    order by version_no desc limit 1)`;
const selected = (query: ReturnType<typeof rows>) =>
  query.select([
    'id',
    'version',
    'businessCode',
    'businessName',
    'businessType',
    'businessComponent',
    'businessAuditGroup',
    newest('id').as('processDefinitionId'),
    newest('name').as('processDefinitionName'),
    'titleTemplate as businessTempalte',
    'messageTemplate',
    'cancelRule',
    'idleRule',
    'status',
    'remark',
    'createBy',
    'createTime',
    'updateBy',
    'updateTime',
  ]);
type Stored = Pick<z.output<typeof Business>, 'status' | 'cancelRule' | 'idleRule'>;
const asReply = <Row extends Record<keyof Stored, string>>(row: Row) => ({
  ...row,
  status: row.status as Stored['status'],
  cancelRule: row.cancelRule as Stored['cancelRule'],
  idleRule: row.idleRule as Stored['idleRule'],
});

async function found(ctx: Ctx, id: string) {
  const row = await selected(rows(ctx)).where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return asReply(row);
}

/** The columns of an input; the definition stands for its key, so that newer versions are used. */
async function columnsOf(ctx: Ctx, body: Input, id: string | null) {
  const taken = await rows(ctx)
    .select('id')
    .where('businessCode', '=', body.businessCode)
    .where('id', '!=', id ?? '')
    .executeTakeFirst();
  if (taken) throw new AppError('entity.duplicate', '业务编码已存在', [{ path: 'businessCode', message: '业务编码已存在' }]);
  const definition = await ctx.db
    .selectFrom('flowDefinition')
    .select(['id', 'defKey'])
    .where('id', '=', body.processDefinitionId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!definition) throw new AppError('input.invalid', '流程定义不存在', [{ path: 'processDefinitionId', message: '流程定义不存在' }]);
  const type = await typeOf(ctx, body.businessType);
  if (body.idleRule === 'pass' && type.withoutApproval === undefined)
    throw new AppError('input.invalid', `“${type.name}”必须经过审批`, [{ path: 'idleRule', message: `“${type.name}”必须经过审批` }]);
  const processes = await processesOf(ctx.db, definition.id);
  const unheard = startsNobody(processes[0], type);
  if (unheard) throw new AppError('input.invalid', unheard, [{ path: 'processDefinitionId', message: unheard }]);
  const unknown = unknownNames(processes, type.fields);
  if (unknown.length > 0) {
    const message = `流程用到的${unknown.join('、')}不是“${type.name}”的字段，请修改流程或更换业务类型`;
    throw new AppError('input.invalid', message, [{ path: 'processDefinitionId', message }]);
  }
  const overwritten = overwrittenNames(processes, type.fields);
  if (overwritten.length > 0) {
    const message = `流程改变的变量${overwritten.join('、')}是“${type.name}”的字段，请修改流程或更换业务类型`;
    throw new AppError('input.invalid', message, [{ path: 'processDefinitionId', message }]);
  }
  const { processDefinitionId: _definition, businessTempalte, ...columns } = body;
  return { ...columns, titleTemplate: businessTempalte, definitionKey: definition.defKey };
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const gone = await rows(ctx).select(['id', 'businessName', 'businessCode']).where('id', 'in', ids).orderBy('id').forUpdate().execute();
  if (gone.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
  await ctx.db
    .updateTable('flowBusiness')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  for (const row of gone) ctx.audit.change({ entity: '业务流程配置', id: row.id, name: row.businessName, before: row, after: null });
  return null;
}

/** Which process approves the records of a business. */
export const businesses = implement(contract, {
  async page(ctx, { query }) {
    let all = rows(ctx);
    if (query.businessCode) all = all.where(containsText('businessCode', query.businessCode));
    if (query.businessName) all = all.where(containsText('businessName', query.businessName));
    if (query.status) all = all.where('status', '=', query.status);
    let list = selected(all);
    for (const [field, direction] of sortOrders(query.sort, ['createTime', 'businessCode', 'businessName'], '-createTime'))
      list = list.orderBy(field as 'createTime', direction);
    const page = await pageRows(query, list, all);
    return { ...page, data: page.data.map(asReply) };
  },
  get: (ctx, { params }) => found(ctx, params.id),
  async create(ctx, { body }) {
    const columns = await columnsOf(ctx, body, null);
    const id = ctx.app.ids.next();
    const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
    await ctx.db
      .insertInto('flowBusiness')
      .values({ id, ...columns, ...stamp })
      .execute();
    ctx.audit.change({ entity: '业务流程配置', id, name: body.businessName, before: null, after: body });
    return { id };
  },
  async update(ctx, { params, body }) {
    await ctx.db.selectFrom('flowBusiness').select('id').where('id', '=', params.id).forUpdate().execute();
    const before = await found(ctx, params.id);
    assertVersion(before, body);
    const { version, ...input } = body;
    const columns = await columnsOf(ctx, input, params.id);
    await ctx.db
      .updateTable('flowBusiness')
      .set({ ...columns, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    ctx.audit.change({ entity: '业务流程配置', id: params.id, name: body.businessName, before, after: input });
    return { version: version + 1 };
  },
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  types: async (ctx) =>
    (await typesNow(ctx)).map(({ code, name, businessCode, fields, withoutApproval }) => ({
      code,
      name,
      businessCode: businessCode ?? null,
      fields: fields.map(({ name: field, label, kind }) => ({ name: field, label, ...(kind ? { kind } : {}) })),
      withoutApproval: withoutApproval ?? null,
    })),
  // settings are read from the database at every submission: there is nothing to refresh
  refresh: () => null,
});
