import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { implement } from '#kit/server/module.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { change as contract, ChangeInput, CHANGE_FIELDS, type ChangeSearch } from '../../contract/change.ts';
import { ofVisibleColumn, rightsOnSources } from '#modules/gate/server/index.ts';
import { impactCount } from '#modules/lineage/server/index.ts';
import { changes, filtered, mayAck, withNames } from './queries.ts';
import { changeStats } from './stats.ts';

const ENTITY = '变更记录';
const FROM_SYNC = '同步产生的变更记录不能修改或删除，可以确认或填写备注';
const LIST_MOST = 500;

async function found(ctx: Ctx, id: string, permissions?: readonly string[]) {
  const row = await withNames(changes(ctx, permissions)).where('c.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

/** The registered attribute of a column as the catalogue has it now. */
async function registered(ctx: Ctx, objectId: string, permission: string) {
  const row = await ctx.db
    .selectFrom('metadataColumn as col')
    .innerJoin('metadataTable as t', 't.id', 'col.tableId')
    .select([
      'col.sourceId',
      'col.tableId',
      'col.columnName',
      'col.columnComment',
      'col.dataDefault',
      't.schemaName',
      't.tableName',
      't.structureVersion',
    ])
    .where('col.id', '=', objectId)
    .where('col.deletedAt', 'is', null)
    .where(ofVisibleColumn(ctx, { column: 'col.id', table: 'col.tableId', source: 'col.sourceId' }, 'meta', [permission]))
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '字段不存在或没有查看权限');
  return row;
}

function assertNewValue(field: z.output<typeof ChangeInput>['fieldName'], value: string | null, old: string | null): void {
  const message = field === 'columnName' && value === null ? '字段名不能为空' : value === old ? '新值与当前值相同，无需登记' : null;
  if (message) throw new AppError('input.invalid', message, [{ path: 'fieldNewValue', message }]);
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await withNames(changes(ctx, ['metadata:changerecord:remove']))
    .where('c.id', 'in', ids)
    .execute();
  if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
  if (rows.some((row) => row.origin === 'sync')) throw new AppError('rule.broken', FROM_SYNC);
  await ctx.db
    .updateTable('metadataChangeRecord')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute();
  for (const row of rows) ctx.audit.change({ entity: ENTITY, id: row.id, name: row.objectName, before: row, after: null });
  return null;
}

const excel = excelHandlers({
  label: ENTITY,
  reach: rightsOnSources,
  columns: [
    { field: 'createTime', title: '变更时间', kind: 'time' },
    { field: 'sourceName', title: '数据源' },
    { field: 'tableName', title: '数据表', width: 28 },
    { field: 'objectType', title: '对象', dict: 'metadata_change_object' },
    { field: 'objectName', title: '对象名称', width: 36 },
    { field: 'changeKind', title: '变更类型', dict: 'metadata_change_kind' },
    { field: 'fieldName', title: '变更内容', dict: 'metadata_change_field' },
    { field: 'fieldOldValue', title: '旧值', width: 30 },
    { field: 'fieldNewValue', title: '新值', width: 30 },
    { field: 'changeVersion', title: '结构版本', kind: 'number' },
    { field: 'impactCount', title: '影响对象', kind: 'number' },
    { field: 'origin', title: '来源', dict: 'metadata_change_origin' },
    { field: 'status', title: '状态', dict: 'metadata_change_status' },
    { field: 'ackByName', title: '确认人' },
    { field: 'ackTime', title: '确认时间', kind: 'time' },
    { field: 'ackNote', title: '确认说明', width: 24 },
    { field: 'remark', title: '备注', width: 24 },
  ],
  input: ChangeInput,
  readDict: dictItems,
  rows: (ctx: Ctx, query: z.output<typeof ChangeSearch> & { ids?: string[] | null }) =>
    inBatches((after, limit) => {
      let rows = filtered(changes(ctx), query).where('c.id', '>', after);
      if (query.ids) rows = rows.where('c.id', 'in', query.ids);
      return withNames(rows).orderBy('c.id').limit(limit).execute();
    }),
  create: () => {
    throw new AppError('route.notFound');
  },
});

/** 变更记录: written by syncs, registered by people, confirmed by owners. */
export const changeRoutes = implement(contract, {
  async page(ctx, { query }) {
    const rows = filtered(changes(ctx), query);
    let list = withNames(rows);
    for (const [field, direction] of sortOrders(
      query.sort,
      ['createTime', 'objectName', 'impactCount', 'status', 'changeVersion'],
      '-createTime',
    ))
      list = list.orderBy(`c.${field}` as 'c.createTime', direction);
    return pageRows(query, list, rows);
  },
  list: (ctx, { query }) =>
    withNames(filtered(changes(ctx), query))
      .orderBy('c.createTime', 'desc')
      .orderBy('c.id', 'desc')
      .limit(LIST_MOST)
      .execute(),
  async get(ctx, { params }) {
    const row = await found(ctx, params.id);
    const own = await ctx.db
      .selectFrom('metadataChangeRecord as c')
      .select(mayAck(ctx).as('canAck'))
      .where('c.id', '=', params.id)
      .executeTakeFirstOrThrow();
    return { ...row, canAck: row.status === '0' && own.canAck };
  },
  async create(ctx, { body }) {
    const column = await registered(ctx, body.objectId, 'metadata:changerecord:add');
    const old = column[body.fieldName];
    assertNewValue(body.fieldName, body.fieldNewValue, old);
    const id = ctx.app.ids.next();
    const row = {
      objectId: body.objectId,
      objectName: `${column.schemaName}.${column.tableName}.${column.columnName}`,
      fieldName: body.fieldName,
      fieldOldValue: old,
      fieldNewValue: body.fieldNewValue,
      remark: body.remark,
    };
    await ctx.db
      .insertInto('metadataChangeRecord')
      .values({
        id,
        ...row,
        origin: 'manual',
        sourceId: column.sourceId,
        tableId: column.tableId,
        objectType: 'column',
        changeKind: 'changed',
        changeVersion: column.structureVersion,
        impactCount: await impactCount(ctx.db, column.tableId, column.columnName),
        createBy: ctx.user.id,
        createTime: ctx.now,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
        createDept: ctx.user.deptId,
      })
      .execute();
    ctx.audit.change({ entity: ENTITY, id, name: row.objectName, before: null, after: row });
    return { id };
  },
  async update(ctx, { params, body }) {
    await ctx.db.selectFrom('metadataChangeRecord').select('id').where('id', '=', params.id).forUpdate().execute();
    const before = await found(ctx, params.id, ['metadata:changerecord:edit']);
    assertVersion(before, body);
    const value = body.fieldNewValue === undefined ? before.fieldNewValue : body.fieldNewValue?.trim() || null;
    const fieldName = body.fieldName ?? before.fieldName;
    const isChanged = value !== (before.fieldNewValue?.trim() || null) || fieldName !== before.fieldName;
    if (isChanged && before.origin === 'sync') throw new AppError('rule.broken', FROM_SYNC);
    const set: { remark: string | null; fieldName?: string; fieldOldValue?: string | null; fieldNewValue?: string | null } = {
      remark: body.remark,
    };
    if (isChanged) {
      const input = ChangeInput.shape.fieldName.safeParse(fieldName);
      if (!input.success)
        throw new AppError('input.invalid', undefined, [{ path: 'fieldName', message: '只能登记字段名、字段注释和默认值的变更' }]);
      const column = await registered(ctx, before.objectId, 'metadata:changerecord:edit');
      const old = input.data === before.fieldName ? before.fieldOldValue : column[input.data];
      assertNewValue(input.data, value, old);
      Object.assign(set, { fieldName: input.data, fieldOldValue: old, fieldNewValue: value });
    }
    await ctx.db
      .updateTable('metadataChangeRecord')
      .set({ ...set, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    const kept = Object.fromEntries(Object.keys(set).map((name) => [name, before[name as keyof typeof set]]));
    ctx.audit.change({ entity: ENTITY, id: params.id, name: before.objectName, before: kept, after: set });
    return { version: body.version + 1 };
  },
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  exportRows: excel.exportRows,
  exportJob: excel.exportJob,
  async ack(ctx, { body }) {
    const ids = [...new Set(body.ids)];
    await ctx.db.selectFrom('metadataChangeRecord').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
    const rows = await changes(ctx)
      .select(['c.id', 'c.objectName', 'c.fieldName', 'c.status', mayAck(ctx).as('mayAck')])
      .where('c.id', 'in', ids)
      .execute();
    if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
    if (rows.some((row) => !row.mayAck)) throw new AppError('auth.noPermission', '只有负责人、数据源管理者或有修改权限的人可以确认变更');
    const open = rows.filter((row) => row.status === '0');
    if (open.length === 0) return { count: 0 };
    await todosChanged(ctx.app, ctx.db, [ctx.user.id]);
    await ctx.db
      .updateTable('metadataChangeRecord')
      .set({
        status: '1',
        ackBy: ctx.user.id,
        ackTime: ctx.now,
        ackNote: body.note,
        version: sql`version + 1`,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
      })
      .where(
        'id',
        'in',
        open.map((row) => row.id),
      )
      .execute();
    for (const row of open)
      ctx.audit.change({
        entity: ENTITY,
        id: row.id,
        name: `${row.objectName} ${CHANGE_FIELDS[row.fieldName] ?? row.fieldName}`,
        before: { status: '0' },
        after: { status: '1', ackNote: body.note },
      });
    return { count: open.length };
  },
  stats: changeStats,
});
