import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, contains, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { savedQuery as contract, type ConsoleTab, type QueryParam, type SavedQueryInput } from '../contract/saved-query.ts';
import { SEES_SOURCES, visibleSources } from '#modules/sources/server/index.ts';

type Body = z.output<typeof SavedQueryInput>;
const MAX_QUERIES = 500;

/** Queries of one's own and those that others share with the caller; a share with a department reaches those below it. */
const readable = (ctx: Ctx) =>
  sql<boolean>`metadata_saved_query.deleted_at is null and (metadata_saved_query.create_by = ${ctx.user.id} or share_kind = 'all'
    or (share_kind = 'user' and share_ids ? ${ctx.user.id})
    or (share_kind = 'role' and share_ids ?| ${[...ctx.user.roles]}::text[])
    or (share_kind = 'dept' and exists (select 1 from sys_dept own join sys_dept above on own.path like '%/' || above.id || '/%'
      where own.id = ${ctx.user.deptId} and share_ids ? above.id)))`;

const rowsOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('metadataSavedQuery')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataSavedQuery.sourceId')
    .leftJoin('sysUser', 'sysUser.id', 'metadataSavedQuery.createBy')
    .leftJoin('metadataQueryStar', (join) =>
      join.onRef('metadataQueryStar.queryId', '=', 'metadataSavedQuery.id').on('metadataQueryStar.userId', '=', ctx.user.id),
    )
    .where(readable(ctx))
    .where('metadataSource.deletedAt', 'is', null);

const FIELDS = [
  'metadataSavedQuery.id',
  'metadataSavedQuery.version',
  'queryName',
  'folder',
  'metadataSavedQuery.sourceId',
  'metadataSource.sourceName',
  'sqlText',
  'metadataSavedQuery.params',
  'shareKind',
  'shareIds',
  'metadataSavedQuery.remark',
  'metadataSavedQuery.createBy',
  'sysUser.nickname as ownerName',
  'lastRunTime',
  'metadataSavedQuery.updateTime',
  'metadataQueryStar.userId as starredBy',
] as const;

type Row = Awaited<ReturnType<typeof load>>;
const load = (ctx: Ctx, id: string) => rowsOf(ctx).select(FIELDS).where('metadataSavedQuery.id', '=', id).executeTakeFirst();

const shown = (ctx: Ctx, { starredBy, ...row }: NonNullable<Row>) => ({
  ...row,
  params: row.params as QueryParam[],
  // whom else the owner shares with is the owner's business
  shareIds: row.createBy === ctx.user.id ? (row.shareIds as string[]) : [],
  isMine: row.createBy === ctx.user.id,
  isStarred: starredBy !== null,
});

async function found(ctx: Ctx, id: string): Promise<NonNullable<Row>> {
  const row = await load(ctx, id);
  if (!row) throw new AppError('entity.notFound', '该查询不存在，或不再与您共享');
  return row;
}
async function own(ctx: Ctx, id: string): Promise<NonNullable<Row>> {
  const row = await found(ctx, id);
  if (row.createBy !== ctx.user.id) throw new AppError('rule.broken', '只有创建人可以修改或删除，您可以另存为自己的查询');
  return row;
}

async function assertSource(ctx: Ctx, sourceId: string): Promise<void> {
  const source = await visibleSources(ctx, SEES_SOURCES)
    .select('metadataSource.id')
    .where('metadataSource.id', '=', sourceId)
    .executeTakeFirst();
  if (!source) throw new AppError('input.invalid', '数据源不存在或没有查看权限', [{ path: 'sourceId', message: '数据源不存在' }]);
}

/** Checks that the departments, roles or accounts a query is shared with exist and that there is at least one. Throws input.invalid. */
async function assertShare(ctx: Ctx, { shareKind, shareIds }: Body): Promise<void> {
  if (shareKind === 'none' || shareKind === 'all') return;
  const wrong = (message: string) => new AppError('input.invalid', message, [{ path: 'shareIds', message }]);
  if (shareIds.length === 0) throw wrong('请选择共享对象');
  const table = { dept: 'sysDept', role: 'sysRole', user: 'sysUser' } as const;
  const rows = await ctx.db.selectFrom(table[shareKind]).select('id').where('id', 'in', shareIds).where('deletedAt', 'is', null).execute();
  if (rows.length !== new Set(shareIds).size) throw wrong('部分共享对象不存在，请重新选择');
}

const columns = ({ queryName, folder, sourceId, sqlText, params, shareKind, shareIds, remark }: Body) => ({
  queryName,
  folder,
  sourceId,
  sqlText,
  params: JSON.stringify(params),
  shareKind,
  shareIds: JSON.stringify(shareKind === 'none' || shareKind === 'all' ? [] : [...new Set(shareIds)]),
  remark,
});

/** Remembers that a saved query was run. */
export async function noteRun(ctx: Ctx, queryId: string): Promise<void> {
  if (await load(ctx, queryId))
    await ctx.db.updateTable('metadataSavedQuery').set({ lastRunTime: ctx.now }).where('id', '=', queryId).execute();
}

export const savedQueries = implement(contract, {
  async page(ctx, { query }) {
    let rows = rowsOf(ctx);
    if (query.kind === 'mine') rows = rows.where('metadataSavedQuery.createBy', '=', ctx.user.id);
    if (query.kind === 'shared') rows = rows.where('metadataSavedQuery.createBy', '!=', ctx.user.id);
    if (query.kind === 'starred') rows = rows.where('metadataQueryStar.userId', 'is not', null);
    if (query.sourceId) rows = rows.where('metadataSavedQuery.sourceId', '=', query.sourceId);
    if (query.folder) rows = rows.where('folder', '=', query.folder);
    if (query.keyword) {
      const like = contains(query.keyword);
      rows = rows.where((e) => e.or([e('queryName', 'ilike', like), e('sqlText', 'ilike', like), e('folder', 'ilike', like)]));
    }
    let list = rows.select(FIELDS);
    for (const [field, direction] of sortOrders(query.sort, ['queryName', 'updateTime', 'lastRunTime'], '-updateTime'))
      list = list.orderBy(`metadataSavedQuery.${field}` as 'metadataSavedQuery.updateTime', direction);
    const page = await pageRows(query, list, rows);
    return { ...page, data: page.data.map((row) => shown(ctx, row)) };
  },
  get: async (ctx, { params }) => shown(ctx, await found(ctx, params.id)),
  async create(ctx, { body }) {
    await assertSource(ctx, body.sourceId);
    await assertShare(ctx, body);
    const { n } = await ctx.db
      .selectFrom('metadataSavedQuery')
      .select((e) => e.fn.countAll<string>().as('n'))
      .where('createBy', '=', ctx.user.id)
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(n) >= MAX_QUERIES) throw new AppError('rule.broken', `每人最多保存${MAX_QUERIES}个查询，请先删除不用的`);
    const id = ctx.app.ids.next();
    const made = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
    await ctx.db
      .insertInto('metadataSavedQuery')
      .values({ id, ...columns(body), ...made })
      .execute();
    ctx.audit.change({ entity: '已存查询', id, name: body.queryName, before: null, after: { ...body } });
    return { id };
  },
  async update(ctx, { params, body }) {
    const before = await own(ctx, params.id);
    assertVersion(before, body);
    await assertSource(ctx, body.sourceId);
    await assertShare(ctx, body);
    await ctx.db
      .updateTable('metadataSavedQuery')
      .set({ ...columns(body), version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .where('version', '=', body.version)
      .execute();
    ctx.audit.change({ entity: '已存查询', id: params.id, name: before.queryName, before: shown(ctx, before), after: { ...body } });
    return { version: body.version + 1 };
  },
  async remove(ctx, { params }) {
    const before = await own(ctx, params.id);
    const gone = { deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now };
    await ctx.db.updateTable('metadataSavedQuery').set(gone).where('id', '=', params.id).execute();
    ctx.audit.change({ entity: '已存查询', id: params.id, name: before.queryName, before: shown(ctx, before), after: null });
    return null;
  },
  async star(ctx, { params, body }) {
    await found(ctx, params.id);
    if (body.isStarred)
      await ctx.db
        .insertInto('metadataQueryStar')
        .values({ userId: ctx.user.id, queryId: params.id, createTime: ctx.now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else await ctx.db.deleteFrom('metadataQueryStar').where('userId', '=', ctx.user.id).where('queryId', '=', params.id).execute();
    return null;
  },
  async tabs(ctx) {
    const rows = await ctx.db
      .selectFrom('metadataConsoleTab')
      .select(['tabKey', 'tabName', 'sourceId', 'sqlText', 'params', 'queryId'])
      .where('userId', '=', ctx.user.id)
      .orderBy('sort')
      .execute();
    return rows.map((row) => ({ ...row, params: row.params as ConsoleTab['params'] }));
  },
  async keepTabs(ctx, { body }) {
    if (new Set(body.tabs.map((tab) => tab.tabKey)).size !== body.tabs.length) throw new AppError('input.invalid', '页签编号重复');
    await ctx.app.db.transaction().execute(async (db) => {
      await db.deleteFrom('metadataConsoleTab').where('userId', '=', ctx.user.id).execute();
      if (body.tabs.length === 0) return;
      const rows = body.tabs.map((tab, sort) => ({
        ...tab,
        userId: ctx.user.id,
        params: JSON.stringify(tab.params),
        sort,
        updateTime: ctx.now,
      }));
      // another window of the same person may be keeping its tabs at this moment: the later one stays
      await db
        .insertInto('metadataConsoleTab')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['userId', 'tabKey']).doUpdateSet((e) => ({
            tabName: e.ref('excluded.tabName'),
            sourceId: e.ref('excluded.sourceId'),
            sqlText: e.ref('excluded.sqlText'),
            params: e.ref('excluded.params'),
            queryId: e.ref('excluded.queryId'),
            sort: e.ref('excluded.sort'),
          })),
        )
        .execute();
    });
    return null;
  },
});
