import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { contains, assertVersion, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { EMBEDDED_HOST, PASSWORD_MASK, source as contract, type SourceInput } from '../../contract/source.ts';
import { adapterOf } from '../adapter/index.ts';
import { SourceError, type Connection } from '../adapter/types.ts';
import { forgetCatalog } from '../catalogue/catalog-cache.ts';
import { tablesOfSource, columnsOfTableName } from '../catalogue/browse.ts';
import { embeddedUrl, loadSource, passwordPurpose, SEES_SOURCES, visibleSources, type SourceRow } from './load-source.ts';
import { pools } from './pools.ts';
import { cancelSync, startSync, syncStatus } from './sync-calls.ts';

type Body = z.output<typeof SourceInput>;
const NAME_TAKEN = '数据源名称已存在';

const detailOf = (row: SourceRow) => ({
  ...row,
  schemas: row.schemas as string[],
  dbSchema: {
    host: row.host,
    port: row.port,
    dbName: row.dbName,
    username: row.username,
    password: row.passwordSealed === null ? null : PASSWORD_MASK,
    sid: row.sid,
    sslMode: row.sslMode,
  },
});

async function found(ctx: Ctx, id: string, lock = false): Promise<SourceRow> {
  const query = visibleSources(ctx).selectAll().where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

async function assertNameFree(ctx: Ctx, name: string, id: string | null): Promise<void> {
  let taken = ctx.db.selectFrom('metadataSource').select('id').where('sourceName', '=', name).where('deletedAt', 'is', null);
  if (id !== null) taken = taken.where('id', '!=', id);
  if (await taken.executeTakeFirst()) throw new AppError('entity.duplicate', NAME_TAKEN, [{ path: 'sourceName', message: NAME_TAKEN }]);
}

/** Columns of the connection. A password that was shown masked and comes back unchanged stays as it is. */
function connectionColumns(ctx: Ctx, id: string, body: Body, kept: string | null) {
  const { dbSchema } = body;
  const isEmbedded = dbSchema.host === EMBEDDED_HOST;
  if (isEmbedded) embeddedUrl(ctx.app, dbSchema.dbName);
  const { password } = dbSchema;
  const sealed =
    isEmbedded || password === ''
      ? null
      : password === PASSWORD_MASK || password === undefined || password === null
        ? kept
        : ctx.app.secrets.seal(password, passwordPurpose(id));
  return {
    host: dbSchema.host,
    port: dbSchema.port,
    dbName: dbSchema.dbName,
    sid: dbSchema.sid,
    username: isEmbedded ? null : dbSchema.username,
    passwordSealed: sealed,
    sslMode: dbSchema.sslMode,
  };
}

const auditView = (
  row: Pick<SourceRow, 'sourceName' | 'dbType' | 'status' | 'isShared' | 'remark' | 'host' | 'port' | 'dbName' | 'username' | 'sslMode'> & {
    schemas: unknown;
  },
) => ({
  sourceName: row.sourceName,
  dbType: row.dbType,
  status: row.status,
  isShared: row.isShared,
  remark: row.remark,
  host: row.host,
  port: row.port,
  dbName: row.dbName,
  username: row.username,
  sslMode: row.sslMode,
  schemas: row.schemas,
});

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await visibleSources(ctx).selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();
  if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
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
    let list = rows.selectAll();
    for (const [field, direction] of sortOrders(
      query.sort,
      ['sourceName', 'createTime', 'updateTime', 'syncTime', 'tableCount'],
      '-createTime',
    ))
      list = list.orderBy(field as 'createTime', direction);
    return pageRows(query, list, rows);
  },
  get: async (ctx, { params }) => detailOf(await found(ctx, params.id)),
  async create(ctx, { body }) {
    await assertNameFree(ctx, body.sourceName, null);
    const id = ctx.app.ids.next();
    const { sourceName, dbType, status, isShared, remark, schemas } = body;
    const columns = connectionColumns(ctx, id, body, null);
    await ctx.db
      .insertInto('metadataSource')
      .values({
        id,
        sourceName,
        dbType,
        status,
        isShared,
        remark,
        schemas: JSON.stringify(schemas),
        ...columns,
        createBy: ctx.user.id,
        createTime: ctx.now,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
        createDept: ctx.user.deptId,
      })
      .execute();
    ctx.audit.change({
      entity: '数据源',
      id,
      name: sourceName,
      before: null,
      after: auditView({ sourceName, dbType, status, isShared, remark, schemas, ...columns }),
    });
    return { id };
  },
  async update(ctx, { params, body }) {
    const before = await found(ctx, params.id, true);
    assertVersion(before, { ...body, version: body.version }, detailOf(before));
    await assertNameFree(ctx, body.sourceName, params.id);
    const { sourceName, dbType, status, isShared, remark, schemas } = body;
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
    await ctx.db
      .updateTable('metadataSource')
      .set({
        sourceName,
        dbType,
        status,
        isShared,
        remark,
        schemas: JSON.stringify(schemas),
        ...columns,
        configVersion: isChanged ? sql`config_version + 1` : before.configVersion,
        version: sql`version + 1`,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
      })
      .where('id', '=', params.id)
      .execute();
    ctx.audit.change({
      entity: '数据源',
      id: params.id,
      name: before.sourceName,
      before: auditView(before),
      after: auditView({ sourceName, dbType, status, isShared, remark, schemas, ...columns }),
    });
    if (isChanged && columns.passwordSealed !== before.passwordSealed) ctx.audit.note('已更换密码');
    if (isChanged) ctx.afterCommit(() => pools.forget(params.id));
    return { version: body.version + 1 };
  },
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  list: (ctx) =>
    visibleSources(ctx, SEES_SOURCES)
      .select(['id', 'sourceName', 'dbType', 'isSync', 'status'])
      .orderBy('sourceName')
      .orderBy('id')
      .limit(1000)
      .execute(),
  refresh(ctx) {
    void ctx; // nothing is cached longer than it is true; the call exists for clients of the family
    return true;
  },
  async checkConnection(ctx, { body }) {
    const { dbSchema } = body;
    const isEmbedded = dbSchema.host === EMBEDDED_HOST;
    let password = dbSchema.password ?? null;
    if (!isEmbedded && (password === PASSWORD_MASK || password === null) && body.id) {
      const stored = await loadSource(ctx, body.id);
      const { connection } = stored;
      const isSame = connection.host === dbSchema.host && connection.port === dbSchema.port;
      if (!isSame && connection.password !== null)
        throw new AppError('input.invalid', '主机或端口已改变，请重新填写密码', [{ path: 'dbSchema.password', message: '请重新填写密码' }]);
      password = connection.password;
    }
    const connection: Connection = {
      host: dbSchema.host,
      port: dbSchema.port,
      database: dbSchema.dbName,
      username: dbSchema.username,
      password: password || null,
      sslMode: dbSchema.sslMode,
      url: isEmbedded ? embeddedUrl(ctx.app, dbSchema.dbName) : null,
      sid: dbSchema.sid,
      files: [],
    };
    const started = performance.now();
    try {
      return { ...(await (await adapterOf(body.dbType)).probe(connection)), ms: Math.round(performance.now() - started) };
    } catch (error) {
      if (error instanceof SourceError)
        throw new AppError(
          error.kind === 'timeout' ? 'source.timeout' : 'source.unreachable',
          error.message,
          { code: error.code },
          { cause: error },
        );
      throw error;
    }
  },
  sync: startSync,
  cancelSync,
  syncStatus,
  tables: async (ctx, { params }) => tablesOfSource(ctx, (await found(ctx, params.id)).id),
  columns: async (ctx, { params }) => columnsOfTableName(ctx, (await found(ctx, params.id)).id, params.tableName),
});
