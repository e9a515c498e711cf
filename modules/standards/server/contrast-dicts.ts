import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { contrastDict } from '../contract/contrast.ts';
import { collect } from './collect.ts';
import { assertShown, contrastOf, contrastRows, shownColumns } from './contrast-rows.ts';

interface Filter {
  contrastId?: string | undefined;
  colCode?: string | undefined;
  status?: '0' | '1' | undefined;
  id?: string;
}
type Clear = readonly string[];

/** Ids of the contrasts in reach, all or one, whose values the caller sees. */
async function clearContrasts(ctx: Ctx, id: string | undefined): Promise<Clear> {
  const rows = await contrastRows(ctx, id ? { id } : {})
    .select(['standardContrast.id', 'standardContrast.sourceId', 'standardContrast.tableId', 'standardContrast.columnId'])
    .select('metadataTable.schemaName')
    .execute();
  return (await shownColumns(ctx, rows)).map((row) => row.id);
}
const isClear = (clear: Clear) => sql<boolean>`v.contrast_id = any(${clear}::text[])`;
/** A value that nobody else is told, also not by the order of rows. */
const hidden = (clear: Clear, value: RawBuilder<unknown>) => sql`case when ${isClear(clear)} then ${value} end`;

/** Values of contrasts that the caller reaches; a search finds only what they may see. */
function valueRows(ctx: Ctx, { contrastId, colCode, status, id }: Filter, clear: Clear) {
  let rows = ctx.db
    .selectFrom('standardContrastDict as v')
    .innerJoin('standardContrast as c', 'c.id', 'v.contrastId')
    .leftJoin('standardDict as item', 'item.id', 'v.contrastGbId')
    .where('v.deletedAt', 'is', null)
    .where('v.contrastId', 'in', contrastRows(ctx, contrastId ? { id: contrastId } : {}).select('standardContrast.id'));
  if (id) rows = rows.where('v.id', '=', id);
  if (status) rows = rows.where('v.status', '=', status);
  if (colCode) rows = rows.where(isClear(clear)).where(containsText('v.colCode', colCode));
  return rows;
}
const VALUE = [
  'v.id',
  'v.version',
  'v.contrastId',
  'v.firstSeen',
  'v.status',
  'v.createBy',
  'v.createTime',
  'v.updateBy',
  'v.updateTime',
  sql<boolean>`coalesce(v.first_seen > c.earlier_collect_time, false)`.as('isNew'),
] as const;
const HIDDEN = {
  colCode: sql`v.col_code`,
  colName: sql`v.col_name`,
  remark: sql`v.remark`,
  contrastGbId: sql`v.contrast_gb_id`,
  gbCode: sql`item.gb_code`,
  gbName: sql`item.gb_name`,
};
/** What is answered of a value: of one that the caller may not see neither what it is, nor what it stands for, nor how often it occurs. */
const shownOf = (clear: Clear) => [
  ...VALUE,
  ...Object.entries(HIDDEN).map(([name, value]) => sql<string | null>`${hidden(clear, value)}`.as(name as keyof typeof HIDDEN)),
  sql<number | null>`${hidden(clear, sql`v.row_count::float8`)}`.as('rowCount'),
  sql<boolean>`not ${isClear(clear)}`.as('isMasked'),
];

async function valueOf(ctx: Ctx, id: string) {
  const value = await ctx.db.selectFrom('standardContrastDict').select('contrastId').where('id', '=', id).executeTakeFirst();
  if (!value) throw new AppError('entity.notFound');
  const clear = await clearContrasts(ctx, value.contrastId);
  const row = await valueRows(ctx, { id, contrastId: value.contrastId }, clear).select(shownOf(clear)).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

async function assertFree(ctx: Ctx, { contrastId, colCode }: { contrastId: string; colCode: string }, id: string | null): Promise<void> {
  const taken = await ctx.db
    .selectFrom('standardContrastDict')
    .select('id')
    .where('contrastId', '=', contrastId)
    .where('colCode', '=', colCode)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (taken && taken.id !== id) throw new AppError('entity.duplicate', '该取值已存在', [{ path: 'colCode', message: '该取值已存在' }]);
}

const nameOf = ({ tableName, columnName }: Awaited<ReturnType<typeof contrastOf>>) => `${tableName ?? ''}.${columnName ?? ''}`;

/** A value that the caller changes, locked, and where it stands. What is kept of the change names the column: who reads the log may not see its values. */
async function changeable(ctx: Ctx, id: string, act: string) {
  await ctx.db.selectFrom('standardContrastDict').select('id').where('id', '=', id).forUpdate().execute();
  const row = await valueOf(ctx, id);
  const contrast = await contrastOf(ctx, row.contrastId);
  await assertShown(ctx, contrast, act);
  return { row, name: nameOf(contrast) };
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  for (const id of ids) {
    const { row, name } = await changeable(ctx, id, '删除取值');
    await ctx.db
      .updateTable('standardContrastDict')
      .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', id)
      .execute();
    ctx.audit.change({ entity: '对照字典', id, name, before: { status: row.status }, after: null });
  }
  return null;
}

const SORTABLE = ['rowCount', 'colCode', 'status', 'firstSeen', 'createTime'];

export const contrastDicts = implement(contrastDict, {
  async page(ctx, { query }) {
    // a column out of reach is not found, not empty
    if (query.contrastId) await contrastOf(ctx, query.contrastId);
    const clear = await clearContrasts(ctx, query.contrastId);
    const rows = valueRows(ctx, query, clear);
    let list = rows.select(shownOf(clear));
    for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-rowCount')) {
      const by = field === 'colCode' || field === 'rowCount' ? hidden(clear, sql.ref(`v.${field}`)) : sql.ref(`v.${field}`);
      list = list.orderBy(by, (order) => (direction === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast()));
    }
    return pageRows(query, list, rows);
  },
  get: (ctx, { params }) => valueOf(ctx, params.id),
  async create(ctx, { body }) {
    const contrast = await contrastOf(ctx, body.contrastId);
    await assertShown(ctx, contrast, '新增取值');
    await assertFree(ctx, body, null);
    const id = ctx.app.ids.next();
    const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
    await ctx.db
      .insertInto('standardContrastDict')
      .values({ ...body, id, firstSeen: ctx.now, ...stamp })
      .execute();
    ctx.audit.change({ entity: '对照字典', id, name: nameOf(contrast), before: null, after: { contrastId: body.contrastId } });
    return { id };
  },
  async update(ctx, { params, body }) {
    const { row: before, name } = await changeable(ctx, params.id, '修改取值');
    assertVersion(before, body);
    if (before.contrastId !== body.contrastId) throw new AppError('rule.broken', '取值不能换到另一个对照表');
    await assertFree(ctx, body, params.id);
    const { version, ...values } = body;
    await ctx.db
      .updateTable('standardContrastDict')
      .set({ ...values, version: version + 1, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    ctx.audit.change({ entity: '对照字典', id: params.id, name, before: { version }, after: { version: version + 1 } });
    return { version: version + 1 };
  },
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  collect: async (ctx, { params }) => collect(ctx, await contrastOf(ctx, params.contrastId)),
});
