import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { contains, assertVersion, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { MANAGED_HOST, source as contract } from '../contract/source.ts';
import { forgetCatalog } from './catalog-cache.ts';
import { checkConnection } from './check-connection.ts';
import { SEES_SOURCES, visibleSources, type SourceRow } from './load-source.ts';
import { pools } from './pools.ts';
import { assertDescribing, auditView, connectionColumns, describingColumns, detailOf, type Body } from './source-columns.ts';
import { bindSourceFiles, namesOf } from './source-files.ts';

const NAME_TAKEN = '数据源名称已存在';

const withOwner = (ctx: Ctx) =>
  visibleSources(ctx).select((e) =>
    e.selectFrom('sysUser').select('sysUser.nickname').whereRef('sysUser.id', '=', 'metadataSource.ownerId').as('ownerName'),
  );

async function found(ctx: Ctx, id: string): Promise<SourceRow & { ownerName: string | null }> {
  const row = await withOwner(ctx).selectAll('metadataSource').where('metadataSource.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

async function assertNameFree(ctx: Ctx, name: string, id: string | null): Promise<void> {
  let taken = ctx.db.selectFrom('metadataSource').select('id').where('sourceName', '=', name).where('deletedAt', 'is', null);
  if (id !== null) taken = taken.where('id', '!=', id);
  if (await taken.executeTakeFirst()) throw new AppError('entity.duplicate', NAME_TAKEN, [{ path: 'sourceName', message: NAME_TAKEN }]);
}

const registered = (path: string): AppError =>
  new AppError('rule.broken', '“平台数据”由系统登记并保持最新，只能修改名称、负责人、共享与备注', [
    { path, message: '由系统登记，不能修改' },
  ]);

/** The source of the platform's own tables is registered by the platform: nobody makes a second one, or turns another into it. */
function assertOwnSource(body: Body, before: SourceRow | null): void {
  const isManaged = body.dbSchema.host === MANAGED_HOST;
  if (isManaged !== (before?.host === MANAGED_HOST)) throw registered('dbSchema.host');
  if (!isManaged || !before) return;
  if (body.syncCron !== null) throw registered('syncCron');
  if (body.dbSchema.dbName !== before.dbName) throw registered('dbSchema.dbName');
  const isSame = (list: readonly string[], stored: unknown) => JSON.stringify(list) === JSON.stringify(stored);
  if (!isSame(body.schemas, before.schemas)) throw registered('schemas');
  if (!isSame(body.includeTables, before.includeTables)) throw registered('includeTables');
  if (!isSame(body.excludeTables, before.excludeTables)) throw registered('excludeTables');
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await visibleSources(ctx).selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();
  if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
  if (rows.some((row) => row.host === MANAGED_HOST)) throw new AppError('rule.broken', '“平台数据”由系统登记，不能删除；不需要时可以禁用');
  const gone = { deletedAt: ctx.now, updateTime: ctx.now };
  await ctx.db
    .updateTable('metadataSource')
    .set({ ...gone, updateBy: ctx.user.id, passwordSealed: null })
    .where('id', 'in', ids)
    .execute();
  await ctx.db.updateTable('metadataTable').set(gone).where('sourceId', 'in', ids).where('deletedAt', 'is', null).execute();
  await ctx.db.updateTable('metadataColumn').set(gone).where('sourceId', 'in', ids).where('deletedAt', 'is', null).execute();
  for (const row of rows) {
    const job = await ctx.app.jobs.latest(ctx.db, 'metadata.sync', row.id);
    if (job && (job.state === 'waiting' || job.state === 'running')) await ctx.app.jobs.cancel(ctx.db, job.id);
    ctx.audit.change({ entity: '数据源', id: row.id, name: row.sourceName, before: auditView(row), after: null });
  }
  ctx.afterCommit(() => ids.forEach((id) => (pools.forget(id), forgetCatalog(id))));
  return null;
}

export const sources = implement(contract, {
  async page(ctx, { query }) {
    let rows = visibleSources(ctx);
    if (query.sourceName) rows = rows.where('sourceName', 'ilike', contains(query.sourceName));
    if (query.dbType) rows = rows.where('dbType', '=', query.dbType);
    if (query.isSync) rows = rows.where('isSync', '=', query.isSync);
    if (query.status) rows = rows.where('status', '=', query.status);
    if (query.env) rows = rows.where('env', '=', query.env);
    if (query.ownerId) rows = rows.where('ownerId', '=', query.ownerId);
    let list = rows
      .selectAll('metadataSource')
      .select((e) =>
        e.selectFrom('sysUser').select('sysUser.nickname').whereRef('sysUser.id', '=', 'metadataSource.ownerId').as('ownerName'),
      );
    for (const [field, direction] of sortOrders(
      query.sort,
      ['sourceName', 'createTime', 'updateTime', 'syncTime', 'tableCount'],
      '-createTime',
    ))
      list = list.orderBy(field as 'createTime', direction);
    return pageRows(query, list, rows);
  },
  get: async (ctx, { params }) => detailOf(ctx, await found(ctx, params.id)),
  async create(ctx, { body }) {
    assertOwnSource(body, null);
    await assertNameFree(ctx, body.sourceName, null);
    await assertDescribing(ctx, body, null);
    const id = ctx.app.ids.next();
    const columns = { ...connectionColumns(ctx, id, body, null), ...describingColumns(ctx, body, null) };
    await ctx.db
      .insertInto('metadataSource')
      .values({
        id,
        ...columns,
        createBy: ctx.user.id,
        createTime: ctx.now,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
        createDept: ctx.user.deptId,
      })
      .execute();
    await bindSourceFiles(ctx, id, namesOf(columns.fileNames));
    ctx.audit.change({ entity: '数据源', id, name: body.sourceName, before: null, after: auditView(columns) });
    return { id };
  },
  async update(ctx, { params, body }) {
    await visibleSources(ctx).select('id').where('id', '=', params.id).forUpdate().executeTakeFirst();
    const before = await found(ctx, params.id);
    assertVersion(before, body);
    assertOwnSource(body, before);
    await assertNameFree(ctx, body.sourceName, params.id);
    await assertDescribing(ctx, body, before);
    const columns = connectionColumns(ctx, params.id, body, before.passwordSealed);
    const names = Object.keys(columns) as (keyof typeof columns)[];
    const movedTo = names.some((name) => name !== 'passwordSealed' && columns[name] !== before[name]);
    // Whoever points a source at another server must know its password: the stored one must not travel there.
    const { password } = body.dbSchema;
    if (
      (before.host !== columns.host || before.port !== columns.port) &&
      columns.passwordSealed !== null &&
      columns.passwordSealed === before.passwordSealed &&
      password !== ''
    )
      throw new AppError('input.invalid', '主机或端口已改变，请重新填写密码', [{ path: 'dbSchema.password', message: '请重新填写密码' }]);
    const isChanged = movedTo || columns.passwordSealed !== before.passwordSealed;
    const describing = describingColumns(ctx, body, before);
    await ctx.db
      .updateTable('metadataSource')
      .set({
        ...columns,
        ...describing,
        // what was found about the old connection says nothing about the new one
        ...(movedTo ? { capability: null } : {}),
        configVersion: isChanged ? sql`config_version + 1` : before.configVersion,
        version: sql`version + 1`,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
      })
      .where('id', '=', params.id)
      .execute();
    if (columns.fileNames !== before.fileNames) await bindSourceFiles(ctx, params.id, namesOf(columns.fileNames));
    ctx.audit.change({
      entity: '数据源',
      id: params.id,
      name: before.sourceName,
      before: auditView(before),
      after: auditView({ ...columns, ...describing }),
    });
    if (isChanged && columns.passwordSealed !== before.passwordSealed) ctx.audit.note('已更换密码');
    if (isChanged) ctx.afterCommit(() => pools.forget(params.id));
    return { version: body.version + 1 };
  },
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  list: (ctx) =>
    visibleSources(ctx, SEES_SOURCES)
      .select(['id', 'sourceName', 'dbType', 'isSync', 'status', 'env'])
      .orderBy('sourceName')
      .orderBy('id')
      .limit(1000)
      .execute(),
  refresh(ctx) {
    void ctx; // nothing is cached longer than it is true; the call exists for clients of the family
    return true;
  },
  checkConnection,
});
