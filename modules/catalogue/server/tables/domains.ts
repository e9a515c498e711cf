import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { domain as contract, type DomainInput, type DomainSearch } from '../../contract/governance.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { forgetSearchText } from '../search/fill.ts';

type Input = z.output<typeof DomainInput>;
const DEEPEST = 6;
const MAX = 2000;

const wrong = (path: string, message: string) => new AppError('rule.broken', message, [{ path, message }]);
const alive = (ctx: Ctx) => ctx.db.selectFrom('metadataDomain').where('metadataDomain.deletedAt', 'is', null);
const READS_TABLES = ['metadata:datacolumn:list', 'metadata:datasearch:list'];

const COLUMNS = [
  'metadataDomain.id',
  'metadataDomain.version',
  'metadataDomain.parentId',
  'metadataDomain.domainName',
  'metadataDomain.domainCode',
  'metadataDomain.ownerId',
  'metadataDomain.sort',
  'metadataDomain.status',
  'metadataDomain.remark',
  'metadataDomain.createBy',
  'metadataDomain.createTime',
  'metadataDomain.updateBy',
  'metadataDomain.updateTime',
] as const;
/** Domains with owner and number of tables, counting only tables that the caller may see. */
const rowsOf = (ctx: Ctx) =>
  alive(ctx)
    .select(COLUMNS)
    .select([
      sql<string | null>`(select nickname from sys_user where id = metadata_domain.owner_id)`.as('ownerName'),
      sql<number>`(select count(*)::int from metadata_table t where t.domain_id = metadata_domain.id and t.deleted_at is null
        and ${ofVisibleTable(ctx, { table: 't.id', source: 't.source_id' }, 'meta', READS_TABLES)})`.as('tableCount'),
    ]);

async function found(ctx: Ctx, id: string) {
  const row = await alive(ctx)
    .select(COLUMNS)
    .select('metadataDomain.path')
    .where('metadataDomain.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '主题域不存在或已删除');
  return row;
}

/** One writer of the tree at a time: two moves that are harmless alone could make a circle together. */
const lockTree = (ctx: Ctx) =>
  alive(ctx).select('metadataDomain.id').where('parentId', 'is', null).orderBy('metadataDomain.id').forUpdate().execute();

async function parentPath(ctx: Ctx, parentId: string | null): Promise<string> {
  if (parentId === null) return '/';
  const parent = await alive(ctx).select('metadataDomain.path').where('metadataDomain.id', '=', parentId).executeTakeFirst();
  if (!parent) throw wrong('parentId', '上级主题域不存在或已删除');
  if (parent.path.split('/').length - 2 >= DEEPEST) throw wrong('parentId', `主题域最多${DEEPEST}级`);
  return parent.path;
}

async function assertFields(ctx: Ctx, body: Input, id: string | null): Promise<void> {
  const taken = async (field: 'domainCode' | 'domainName') => {
    let rows = alive(ctx).select('metadataDomain.id').where(field, '=', body[field]);
    if (field === 'domainName') rows = rows.where('parentId', 'is not distinct from', body.parentId);
    if (id !== null) rows = rows.where('metadataDomain.id', '!=', id);
    return (await rows.executeTakeFirst()) !== undefined;
  };
  for (const [field, message] of [
    ['domainCode', '主题域编码已存在'],
    ['domainName', '同一上级下已有同名主题域'],
  ] as const)
    if (await taken(field)) throw new AppError('entity.duplicate', message, [{ path: field, message }]);
  if (body.ownerId === null) return;
  const owner = await ctx.db
    .selectFrom('sysUser')
    .select('id')
    .where('id', '=', body.ownerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!owner) throw wrong('ownerId', '负责人不存在，请重新选择');
}

async function create(ctx: Ctx, body: Input): Promise<{ id: string }> {
  await lockTree(ctx);
  const path = await parentPath(ctx, body.parentId);
  await assertFields(ctx, body, null);
  const id = ctx.app.ids.next();
  await ctx.db
    .insertInto('metadataDomain')
    .values({
      ...body,
      id,
      path: `${path}${id}/`,
      createBy: ctx.user.id,
      createTime: ctx.now,
      updateBy: ctx.user.id,
      updateTime: ctx.now,
      createDept: ctx.user.deptId,
    })
    .execute();
  ctx.audit.change({ entity: '主题域', id, name: body.domainName, before: null, after: body });
  return { id };
}

async function update(ctx: Ctx, id: string, body: Input & { version: number }): Promise<{ version: number }> {
  await lockTree(ctx);
  const before = await found(ctx, id);
  assertVersion(before, body);
  const above = await parentPath(ctx, body.parentId);
  if (above.startsWith(before.path)) throw wrong('parentId', '上级主题域不能是自身或自身的下级');
  await assertFields(ctx, body, id);
  const { version, ...values } = body;
  const path = `${above}${id}/`;
  if (path !== before.path) {
    const { rows } = await sql<{ deep: number }>`
      select max(array_length(string_to_array(path, '/'), 1) - 2) as deep from metadata_domain where path like ${`${before.path}%`} and deleted_at is null`.execute(
      ctx.db,
    );
    const growth = path.split('/').length - before.path.split('/').length;
    if ((rows[0]?.deep ?? 0) + growth > DEEPEST) throw wrong('parentId', `主题域最多${DEEPEST}级`);
    await sql`update metadata_domain set path = ${path} || substr(path, ${before.path.length + 1}::int) where path like ${`${before.path}%`}`.execute(
      ctx.db,
    );
  }
  await ctx.db
    .updateTable('metadataDomain')
    .set({ ...values, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  if (values.domainName !== before.domainName) await forgetSearchText(ctx, { domainId: id });
  ctx.audit.change({
    entity: '主题域',
    id,
    name: before.domainName,
    before: Object.fromEntries(Object.keys(values).map((field) => [field, before[field as keyof typeof before]])),
    after: values,
  });
  return { version: version + 1 };
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  await lockTree(ctx);
  const rows = await alive(ctx).select(COLUMNS).where('metadataDomain.id', 'in', ids).orderBy('metadataDomain.id').forUpdate().execute();
  if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
  const child = await alive(ctx)
    .select('domainName')
    .where('parentId', 'in', ids)
    .where('metadataDomain.id', 'not in', ids)
    .executeTakeFirst();
  if (child) throw new AppError('rule.broken', `主题域下还有下级“${child.domainName}”，请先移走或删除`);
  const used = await ctx.db
    .selectFrom('metadataTable')
    .select((e) => e.fn.countAll<string>().as('n'))
    .where('domainId', 'in', ids)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(used.n) > 0) throw new AppError('rule.broken', `主题域下还有 ${used.n} 张表，请先改归其他主题域`);
  await ctx.db
    .updateTable('metadataDomain')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  for (const row of rows) ctx.audit.change({ entity: '主题域', id: row.id, name: row.domainName, before: row, after: null });
  return null;
}

function like(ctx: Ctx, query: z.output<typeof DomainSearch>) {
  let rows = rowsOf(ctx);
  if (query.domainName) rows = rows.where(containsText('domainName', query.domainName));
  if (query.domainCode) rows = rows.where(containsText('domainCode', query.domainCode));
  if (query.status) rows = rows.where('metadataDomain.status', '=', query.status);
  return rows;
}

export const domains = implement(contract, {
  page(ctx, { query }) {
    const rows = like(ctx, query);
    let list = rows;
    for (const [field, direction] of sortOrders(query.sort, ['sort', 'domainName', 'domainCode', 'createTime'], 'sort'))
      list = list.orderBy(`metadataDomain.${field}` as 'metadataDomain.sort', direction);
    return pageRows(query, list, rows.clearSelect());
  },
  tree: (ctx, { query }) => like(ctx, query).orderBy('sort').orderBy('metadataDomain.id').limit(MAX).execute(),
  list: (ctx) =>
    alive(ctx)
      .select(['metadataDomain.id', 'parentId', 'domainName', 'domainCode', 'metadataDomain.status'])
      .orderBy('sort')
      .orderBy('metadataDomain.id')
      .limit(MAX)
      .execute(),
  async get(ctx, { params }) {
    const row = await rowsOf(ctx).where('metadataDomain.id', '=', params.id).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound', '主题域不存在或已删除');
    return row;
  },
  create: (ctx, { body }) => create(ctx, body),
  update: (ctx, { params, body }) => update(ctx, params.id, body),
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
});
