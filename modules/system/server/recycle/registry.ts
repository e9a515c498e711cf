import { sql, type Expression, type SqlBool } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { perm } from '#kit/contract/route.ts';
import type { App, Ctx } from '#kit/server/ctx.ts';
import { excelEntities } from '#kit/server/excel/transfer.ts';
import type { Recyclable } from '#kit/server/module.ts';
import { redact } from '#kit/server/redact.ts';
import { scope } from '#kit/server/scope.ts';

/** A deleted row with all its columns. */
export type DeletedRow = Record<string, unknown> & { id: string; deletedAt: Date; updateBy: string | null; version: number };

const COMMON_LABELS: Readonly<Record<string, string>> = {
  id: '编号',
  status: '状态',
  sortNo: '排序',
  remark: '备注',
  isBuiltIn: '是否内置',
  parentId: '上级',
  createBy: '创建人',
  createTime: '创建时间',
  createDept: '所属部门',
  deptId: '所属部门',
};
/** Technical columns, left out of the detail. */
const SILENT = new Set(['version', 'updateBy', 'updateTime', 'deletedAt', 'path', 'isEffective']);
const SEALED = /(Hash|Sealed|Cipher)$/;

const removal = (entity: Recyclable): string => `${entity.code}:remove`;

/** Every kind of record that any module restores, by table. */
export const recyclables = (app: App): readonly Recyclable[] => app.modules.flatMap((module) => module.recycle ?? []);

/** Those that the caller may delete. */
export const ownRecyclables = (ctx: Ctx): readonly Recyclable[] =>
  recyclables(ctx.app).filter((entity) => holds(ctx.user, removal(entity)));

/** A kind by its table; throws entity.notFound for one that is not registered or that the caller may not delete. */
export function recyclableOf(ctx: Ctx, table: string): Recyclable {
  const entity = ownRecyclables(ctx).find((each) => each.table === table);
  if (!entity) throw new AppError('entity.notFound');
  return entity;
}

/** Which deleted rows of a kind the caller may see: those it could have deleted. */
export const reachable = (ctx: Ctx, entity: Recyclable): Expression<SqlBool> =>
  entity.scope ? scope(ctx, entity.scope, [removal(entity)]) : sql<SqlBool>`true`;

/** The call with the permission to delete this entity: hooks check the caller's data scope under it. */
export const asRemoval = (ctx: Ctx, entity: Recyclable): Ctx =>
  Object.create(ctx, { route: { value: { ...ctx.route, access: perm(removal(entity)) } } }) as Ctx;

/** Locks a deleted row; throws entity.notFound when it is not there, lives, or lies outside the caller's reach. */
export async function lockedRow(ctx: Ctx, entity: Recyclable, id: string): Promise<DeletedRow> {
  const row = await ctx.db
    .selectFrom(entity.table as 'sysPost')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .where(reachable(ctx, entity))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '部分数据不存在或已恢复，请刷新后重试');
  return row as unknown as DeletedRow;
}

/** What people may see of a row. */
export function viewOf(entity: Recyclable, row: DeletedRow): Record<string, unknown> {
  const open = redact(row) as Record<string, unknown>;
  const shown = Object.fromEntries(Object.entries(open).filter(([field]) => !SILENT.has(field) && !SEALED.test(field)));
  return entity.view ? entity.view(shown) : shown;
}

const columnOf = (app: App, entity: Recyclable, field: string) =>
  excelEntities(app.modules)
    .get(entity.code.replaceAll(':', '.'))
    ?.definition.columns.find((column) => column.field === field);

/** Chinese name of a column: of the entity, of its workbook, or the common one; null for a column that has no name among people. */
export const labelOf = (app: App, entity: Recyclable, field: string): string | null =>
  entity.labels?.[field] ?? columnOf(app, entity, field)?.title ?? COMMON_LABELS[field] ?? null;

/** Dictionary of a column: of the entity or of its workbook. */
export const dictOf = (app: App, entity: Recyclable, field: string): string | null =>
  entity.dicts?.[field] ?? columnOf(app, entity, field)?.dict ?? null;

/** What people call a row. */
export const nameOf = (entity: Recyclable, row: DeletedRow): string => String(row[entity.nameField] ?? row.id);
