import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { holdersOf, notify } from '#modules/notices/server/index.ts';
import { accessRequest as contract, type AccessRequest } from '../../contract/access-request.ts';
import { ACTION_LABELS } from '../../contract/authorize.ts';
import { SEES_SOURCES } from '#modules/sources/server/index.ts';
import { grantForRequest } from './authorizes.ts';
import { grantableSources } from './objects.ts';
import { ofVisibleTable } from './reach.ts';

const PATH = '/metadata/dataauthorize?tab=requests';
type Actions = AccessRequest['actions'];
const labelsOf = (actions: readonly Actions[number][]) => actions.map((action) => ACTION_LABELS[action]).join('、');

const rows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('metadataAccessRequest as r')
    .innerJoin('metadataTable as t', 't.id', 'r.tableId')
    .innerJoin('metadataSource as s', 's.id', 'r.sourceId')
    .innerJoin('sysUser as u', 'u.id', 'r.userId')
    .leftJoin('sysDept as d', 'd.id', 'u.deptId')
    .where('t.deletedAt', 'is', null)
    .where('s.deletedAt', 'is', null);
const selected = (query: ReturnType<typeof rows>) =>
  query.select([
    'r.id',
    'r.sourceId',
    's.sourceName',
    'r.tableId',
    sql<string>`t.schema_name || '.' || t.table_name`.as('tableName'),
    'r.userId',
    sql<string>`u.nickname || '（' || u.username || '）'`.as('userName'),
    'd.deptName',
    'r.columnIds',
    sql<string[]>`coalesce((select array_agg(c.column_name order by c.column_position) from metadata_column c
      where c.id = any(r.column_ids) and c.deleted_at is null), '{}')`.as('columnNames'),
    'r.actions',
    'r.purpose',
    'r.endTime',
    'r.state',
    'r.reason',
    sql<string | null>`(select nickname from sys_user where id = r.decided_by)`.as('decidedName'),
    'r.decidedTime',
    'r.createTime',
  ]);
type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];
const asReply = (row: Row) => ({ ...row, actions: row.actions as Actions, state: row.state as AccessRequest['state'] });
/** Requests about sources on which the caller may grant. */
const within = (ctx: Ctx) => rows(ctx).where('r.sourceId', 'in', grantableSources(ctx).select('metadataSource.id'));

function assertLater(ctx: Ctx, endTime: string | null): void {
  if (endTime === null || new Date(endTime) > ctx.now) return;
  const message = '有效期必须晚于现在';
  throw new AppError('input.invalid', message, [{ path: 'endTime', message }]);
}

/** Who else may decide requests about a source. */
async function deciders(ctx: Ctx, sourceId: string): Promise<string[]> {
  const source = await ctx.db.selectFrom('metadataSource').select('createDept').where('id', '=', sourceId).executeTakeFirstOrThrow();
  return holdersOf(ctx.db, 'metadata:dataauthorize:edit', source.createDept);
}

/** Access requests for a table: made by accounts that see the table, decided by those who may grant on its source. */
export const accessRequests = implement(contract, {
  async create(ctx, { body }) {
    assertLater(ctx, body.endTime);
    const table = await ctx.db
      .selectFrom('metadataTable')
      .innerJoin('metadataSource', 'metadataSource.id', 'metadataTable.sourceId')
      .select([
        'metadataTable.id',
        'metadataTable.sourceId',
        'schemaName',
        'tableName',
        'metadataTable.ownerId',
        'metadataSource.createDept',
      ])
      .where('metadataTable.id', '=', body.tableId)
      .where('metadataTable.deletedAt', 'is', null)
      .where(ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }, 'meta', SEES_SOURCES))
      .executeTakeFirst();
    if (!table) throw new AppError('entity.notFound', '数据表不存在或已删除');
    const columnIds = [...new Set(body.columnIds)];
    if (columnIds.length > 0) {
      const own = await ctx.db
        .selectFrom('metadataColumn')
        .select('id')
        .where('tableId', '=', table.id)
        .where('id', 'in', columnIds)
        .where('deletedAt', 'is', null)
        .execute();
      if (own.length !== columnIds.length) throw new AppError('entity.notFound', '部分字段不存在或已删除，请刷新后重试');
    }
    const id = ctx.app.ids.next();
    const made = await ctx.db
      .insertInto('metadataAccessRequest')
      .values({
        id,
        sourceId: table.sourceId,
        tableId: table.id,
        userId: ctx.user.id,
        columnIds,
        actions: body.actions,
        purpose: body.purpose,
        endTime: body.endTime,
        createTime: ctx.now,
      })
      .onConflict((c) => c.columns(['userId', 'tableId']).where('state', '=', 'open').doNothing())
      .executeTakeFirst();
    if (made.numInsertedOrUpdatedRows !== 1n) throw new AppError('entity.duplicate', '您对这张表已有待处理的申请，请等待处理');
    const name = `${table.schemaName}.${table.tableName}`;
    const granters = await holdersOf(ctx.db, 'metadata:dataauthorize:edit', table.createDept);
    await todosChanged(ctx.app, ctx.db, granters);
    await notify(ctx.app, ctx.db, {
      to: [...(table.ownerId ? [table.ownerId] : []), ...granters].filter((to) => to !== ctx.user.id),
      kind: 'system',
      title: '数据权限申请',
      text: `${ctx.user.nickname}申请表 ${name} 的${labelsOf(body.actions)}权限：${body.purpose}`,
      path: `${PATH}&request=${id}`,
      key: `metadata.request:${id}`,
    });
    ctx.audit.change({ entity: '数据权限申请', id, name, before: null, after: body });
    return { id };
  },
  async mine(ctx, { params }) {
    const table = await ctx.db
      .selectFrom('metadataTable')
      .select('metadataTable.id')
      .where('metadataTable.id', '=', params.tableId)
      .where('metadataTable.deletedAt', 'is', null)
      .where(ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }, 'meta', SEES_SOURCES))
      .executeTakeFirst();
    if (!table) throw new AppError('entity.notFound', '数据表不存在或已删除');
    const row = await selected(rows(ctx))
      .where('r.userId', '=', ctx.user.id)
      .where('r.tableId', '=', params.tableId)
      .orderBy('r.createTime', 'desc')
      .orderBy('r.id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ? asReply(row) : null;
  },
  async page(ctx, { query }) {
    let all = within(ctx);
    if (query.state) all = all.where('r.state', '=', query.state);
    if (query.id) all = all.where('r.id', '=', query.id);
    let list = selected(all).orderBy(sql`r.state = 'open'`, 'desc');
    for (const [field, direction] of sortOrders(query.sort, ['createTime'], '-createTime'))
      list = list.orderBy(`r.${field}` as 'r.createTime', direction);
    const page = await pageRows<Row>(query, list, all);
    return { ...page, data: page.data.map(asReply) };
  },
  async decide(ctx, { body }) {
    await ctx.db.selectFrom('metadataAccessRequest').select('id').where('id', '=', body.id).forUpdate().execute();
    const row = await selected(within(ctx)).where('r.id', '=', body.id).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound', '申请不存在或不在可处理的范围内');
    if (row.state !== 'open') throw new AppError('rule.broken', '申请已处理，请刷新列表');
    if (row.userId === ctx.user.id) throw new AppError('rule.broken', '不能处理自己的申请，请由其他数据管理员处理');
    const isGrant = body.decision === 'grant';
    const actions = body.actions ?? (row.actions as Actions);
    let grants = 0;
    if (isGrant) {
      assertLater(ctx, body.endTime);
      const objects =
        row.columnIds.length > 0
          ? row.columnIds.map((objectId) => ({ objectType: 'column' as const, objectId }))
          : [{ objectType: 'table' as const, objectId: row.tableId }];
      for (const object of objects) {
        const grant = { subjectType: 'user' as const, subjectId: row.userId, ...object, actions: ['meta' as const, ...actions] };
        await grantForRequest(ctx, row.id, { ...grant, endTime: body.endTime, remark: row.purpose });
        grants++;
      }
    }
    await ctx.db
      .updateTable('metadataAccessRequest')
      .set({ state: isGrant ? 'granted' : 'refused', reason: body.reason || null, decidedBy: ctx.user.id, decidedTime: ctx.now })
      .where('id', '=', row.id)
      .execute();
    await notify(ctx.app, ctx.db, {
      to: [row.userId],
      kind: 'system',
      title: isGrant ? '数据权限申请已通过' : '数据权限申请未通过',
      text: isGrant
        ? `您已获得表 ${row.tableName} 的${labelsOf(actions)}权限${body.reason ? `：${body.reason}` : ''}`
        : `您对表 ${row.tableName} 的权限申请未通过：${body.reason}`,
      path: `/metadata/datacolumn?table=${row.tableId}`,
      key: `metadata.request:${row.id}:decided`,
    });
    await todosChanged(ctx.app, ctx.db, await deciders(ctx, row.sourceId));
    ctx.audit.change({ entity: '数据权限申请', id: row.id, name: row.tableName, before: { state: 'open' }, after: body });
    return { grants };
  },
});
