import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { contrastDict } from '../contract/contrast.ts';
import { collect } from './collect.ts';
import { contrastOf, contrastRows, seesValues } from './contrast-rows.ts';

interface Filter {
  contrastId?: string | undefined;
  colCode?: string | undefined;
  status?: '0' | '1' | undefined;
  id?: string;
}

/** Values of contrasts that the caller may see. */
function valueRows(ctx: Ctx, { contrastId, colCode, status, id }: Filter) {
  let rows = ctx.db
    .selectFrom('standardContrastDict as v')
    .innerJoin('standardContrast as c', 'c.id', 'v.contrastId')
    .leftJoin('standardDict as item', 'item.id', 'v.contrastGbId')
    .where('v.deletedAt', 'is', null)
    .where('v.contrastId', 'in', contrastRows(ctx, contrastId ? { id: contrastId } : {}).select('standardContrast.id'));
  if (id) rows = rows.where('v.id', '=', id);
  if (status) rows = rows.where('v.status', '=', status);
  if (colCode) rows = rows.where(containsText('v.colCode', colCode));
  return rows;
}
const VALUE = [
  'v.id',
  'v.version',
  'v.contrastId',
  'v.colCode',
  'v.colName',
  'v.firstSeen',
  'v.status',
  'v.contrastGbId',
  'v.remark',
  'v.createBy',
  'v.createTime',
  'v.updateBy',
  'v.updateTime',
  'item.gbCode',
  'item.gbName',
  sql<number>`v.row_count::float8`.as('rowCount'),
  sql<boolean>`coalesce(v.first_seen > c.earlier_collect_time, false)`.as('isNew'),
] as const;

/** Which of these contrasts show their values to the caller. */
export async function clearContrasts(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const clear = new Set<string>();
  for (const id of new Set(ids)) if (await seesValues(ctx, await contrastOf(ctx, id))) clear.add(id);
  return clear;
}

async function shown<Row extends { contrastId: string; colCode: string; colName: string | null }>(ctx: Ctx, rows: readonly Row[]) {
  const clear = await clearContrasts(
    ctx,
    rows.map((row) => row.contrastId),
  );
  return rows.map((row) => {
    const isMasked = !clear.has(row.contrastId);
    return { ...row, isMasked, colCode: isMasked ? null : row.colCode, colName: isMasked ? null : row.colName };
  });
}

async function valueOf(ctx: Ctx, id: string) {
  const [row] = await shown(ctx, await valueRows(ctx, { id }).select(VALUE).execute());
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

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  for (const id of ids) {
    const row = await valueOf(ctx, id);
    await ctx.db
      .updateTable('standardContrastDict')
      .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', id)
      .execute();
    ctx.audit.change({
      entity: '对照字典',
      id,
      name: row.colCode ?? '',
      before: { colCode: row.colCode, gbCode: row.gbCode },
      after: null,
    });
  }
  return null;
}

const SORTABLE = ['rowCount', 'colCode', 'status', 'firstSeen', 'createTime'];

export const contrastDicts = implement(contrastDict, {
  async page(ctx, { query }) {
    // a column out of reach is not found, not empty
    if (query.contrastId) await contrastOf(ctx, query.contrastId);
    const rows = valueRows(ctx, query);
    let list = rows.select(VALUE);
    for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-rowCount')) list = list.orderBy(`v.${field}` as never, direction);
    const page = await pageRows(query, list, rows);
    return { ...page, data: await shown(ctx, page.data) };
  },
  get: (ctx, { params }) => valueOf(ctx, params.id),
  async create(ctx, { body }) {
    await contrastOf(ctx, body.contrastId);
    await assertFree(ctx, body, null);
    const id = ctx.app.ids.next();
    const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
    await ctx.db
      .insertInto('standardContrastDict')
      .values({ ...body, id, firstSeen: ctx.now, ...stamp })
      .execute();
    ctx.audit.change({ entity: '对照字典', id, name: body.colCode, before: null, after: body });
    return { id };
  },
  async update(ctx, { params, body }) {
    const before = await valueOf(ctx, params.id);
    assertVersion(before, body, before);
    if (before.isMasked) throw new AppError('gate.refused', '字段取值对您已脱敏，不能修改');
    if (before.contrastId !== body.contrastId) throw new AppError('rule.broken', '取值不能换到另一个对照表');
    await assertFree(ctx, body, params.id);
    const { version, ...values } = body;
    await ctx.db
      .updateTable('standardContrastDict')
      .set({ ...values, version: version + 1, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    const { colCode, colName, remark } = before;
    ctx.audit.change({ entity: '对照字典', id: params.id, name: body.colCode, before: { colCode, colName, remark }, after: values });
    return { version: version + 1 };
  },
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  collect: async (ctx, { params }) => collect(ctx, await contrastOf(ctx, params.contrastId)),
});
