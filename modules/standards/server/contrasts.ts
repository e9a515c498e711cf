import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { columnsById } from '#modules/catalogue/server/index.ts';
import { contrast } from '../contract/contrast.ts';
import { CONTRAST, contrastOf, contrastRows, lockedContrast, shownColumns } from './contrast-rows.ts';
import { exportContrasts } from './exports.ts';
import { isTypeInForce } from './codes.ts';

const SORTABLE = ['createTime', 'updateTime', 'collectTime'];
const READS = ['standard:contrast:list', 'standard:mapping:list'];

interface Wanted {
  sourceId: string;
  tableId: string;
  columnId: string;
  gbTypeId: string;
}

/** The column must be one that the caller sees and stand where the body says; the set must be in force; a column has one contrast. */
async function checkWanted(ctx: Ctx, body: Wanted, id: string | null): Promise<string> {
  const column = (await columnsById(ctx, [body.columnId], READS)).get(body.columnId);
  if (!column || column.tableId !== body.tableId || column.sourceId !== body.sourceId)
    throw new AppError('entity.notFound', '字段不存在或没有查看权限');
  if (!(await isTypeInForce(ctx.db, body.gbTypeId)))
    throw new AppError('rule.broken', '标准类别不存在或已禁用，请重新选择', [{ path: 'gbTypeId', message: '标准类别不存在或已禁用' }]);
  const taken = await ctx.db
    .selectFrom('standardContrast')
    .select('id')
    .where('columnId', '=', body.columnId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (taken && taken.id !== id)
    throw new AppError('entity.duplicate', '该字段已有对照表', [{ path: 'columnId', message: '该字段已有对照表' }]);
  return `${column.tableName}.${column.columnName}`;
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  for (const id of ids) {
    const row = await lockedContrast(ctx, id);
    await ctx.db
      .updateTable('standardContrast')
      .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', id)
      .execute();
    const { gbTypeCode, columnId } = row;
    ctx.audit.change({ entity: '对照表', id, name: `${row.tableName}.${row.columnName}`, before: { gbTypeCode, columnId }, after: null });
  }
  return null;
}

const percent = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 100);
const sums = (sum: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql<number>`(select coalesce(${sum}, 0)::float8 from standard_contrast_dict v
    where v.contrast_id = standard_contrast.id and v.deleted_at is null and v.row_count > 0 and ${condition})`;
const VALUES = sql`count(*)`;
const ROWS = sql`sum(row_count)`;
const MAPPED = sql`status = '1'`;

export const contrasts = implement(contrast, {
  async page(ctx, { query }) {
    const rows = contrastRows(ctx, query);
    let list = rows.select(CONTRAST);
    for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-createTime'))
      list = list.orderBy(`standardContrast.${field}` as never, direction);
    return pageRows(query, list, rows);
  },
  get: (ctx, { params }) => contrastOf(ctx, params.id),
  async create(ctx, { body }) {
    const name = await checkWanted(ctx, body, null);
    const id = ctx.app.ids.next();
    const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
    await ctx.db
      .insertInto('standardContrast')
      .values({ ...body, id, ...stamp })
      .execute();
    ctx.audit.change({ entity: '对照表', id, name, before: null, after: body });
    return { id };
  },
  async update(ctx, { params, body }) {
    const before = await lockedContrast(ctx, params.id);
    assertVersion(before, body);
    const name = await checkWanted(ctx, body, params.id);
    if (before.columnId !== body.columnId) throw new AppError('rule.broken', '对照表不能换字段，请为新字段新增对照表');
    const { version, ...values } = body;
    await ctx.db
      .updateTable('standardContrast')
      .set({ ...values, version: version + 1, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    // items of another set mean nothing in this one
    if (before.gbTypeId !== body.gbTypeId) await forgetMappings(ctx, params.id);
    const { gbTypeId, bindGbColumn, status, remark } = before;
    ctx.audit.change({ entity: '对照表', id: params.id, name, before: { gbTypeId, bindGbColumn, status, remark }, after: values });
    return { version: version + 1 };
  },
  exportContrasts: (ctx, { body }) => exportContrasts(ctx, body),
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  async tree(ctx) {
    const rows = await contrastRows(ctx, {}).select(CONTRAST).orderBy('metadataSource.sourceName').orderBy('standardContrast.id').execute();
    return treeOf(rows);
  },
  async stat(ctx, { query }) {
    const rows = contrastRows(ctx, query);
    const counted = rows
      .select(CONTRAST)
      .select([
        sums(VALUES, MAPPED).as('mappingCount'),
        sums(VALUES, sql`status = '0'`).as('unMappingCount'),
        sums(VALUES, sql`status = '0' and is_ignored = '0' and jsonb_array_length(candidates) > 0`).as('proposedCount'),
        sums(VALUES, sql`first_seen > standard_contrast.earlier_collect_time`).as('newCount'),
        sums(ROWS, MAPPED).as('mappedRows'),
        sums(ROWS, sql`true`).as('valueRows'),
      ])
      .orderBy('metadataSource.sourceName')
      .orderBy('metadataTable.tableName')
      .orderBy('standardContrast.id');
    const page = await pageRows(query, counted, rows);
    const shown = new Set((await shownColumns(ctx, page.data)).map(({ id }) => id));
    return {
      ...page,
      data: page.data.map((row) => ({
        ...row,
        mappingPercent: percent(row.mappingCount, row.mappingCount + row.unMappingCount),
        mappedRows: shown.has(row.id) ? row.mappedRows : null,
        valueRows: shown.has(row.id) ? row.valueRows : null,
        mappingRowPercent: shown.has(row.id) ? percent(row.mappedRows, row.valueRows) : null,
      })),
    };
  },
});

async function forgetMappings(ctx: Ctx, contrastId: string): Promise<void> {
  await ctx.db
    .updateTable('standardContrastDict')
    .set({
      status: '0',
      contrastGbId: null,
      mappedBy: null,
      score: null,
      reason: null,
      candidates: JSON.stringify([]),
      rejected: sql`'{}'`,
      isIgnored: '0',
    })
    .where('contrastId', '=', contrastId)
    .execute();
}

type Row = Awaited<ReturnType<typeof contrastOf>>;

/** Source → table → column, the contrast at its column. */
function treeOf(rows: readonly Row[]) {
  const sources = new Map<string, { id: string; label: string; name: string; type: 'database'; children: TableNode[] }>();
  interface TableNode {
    id: string;
    label: string;
    name: string;
    type: 'table';
    children: { id: string; label: string; name: string; type: 'column'; data: Row }[];
  }
  const tables = new Map<string, TableNode>();
  for (const row of rows) {
    const source = sources.get(row.sourceId) ?? {
      id: row.sourceId,
      label: row.sourceName,
      name: row.sourceName,
      type: 'database' as const,
      children: [],
    };
    sources.set(row.sourceId, source);
    let table = tables.get(row.tableId);
    if (!table) {
      table = { id: row.tableId, label: row.tableComment ?? row.tableName ?? '', name: row.tableName ?? '', type: 'table', children: [] };
      source.children.push(table);
      tables.set(row.tableId, table);
    }
    table.children.push({
      id: row.columnId,
      label: row.columnComment ?? row.columnName ?? '',
      name: row.columnName ?? '',
      type: 'column',
      data: row,
    });
  }
  return [...sources.values()];
}
