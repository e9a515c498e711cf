import { sql, type Expression, type SqlBool } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';

/** Kinds of items that have rights of their own. */
export type ItemKind = 'dataset' | 'chart' | 'board' | 'screen';
export type Level = 'view' | 'edit';

/** Table, name and Chinese word of each kind. */
export const ITEMS = {
  dataset: { table: 'visualDataSet', name: 'setName', label: '数据集', code: 'visual:set' },
  chart: { table: 'visualChart', name: 'chartName', label: '图表', code: 'visual:chart' },
  board: { table: 'visualBoard', name: 'boardName', label: '看板', code: 'visual:board' },
  screen: { table: 'visualScreen', name: 'screenName', label: '大屏', code: 'visual:screen' },
} as const;

/** Departments of the caller: the own one and those above it, so that a grant to a department reaches all below. */
const ownDepts = (ctx: Ctx) => sql`select above.id from sys_dept own join sys_dept above on own.path like '%/' || above.id || '/%'
  where own.id = ${ctx.user.deptId} and own.deleted_at is null and above.deleted_at is null`;

/** Condition: the item is granted to the caller, a role or a department of the caller, and the grant has not ended. */
function granted(ctx: Ctx, kind: ItemKind, level: Level): Expression<SqlBool> {
  const { roles } = ctx.user;
  const toRole = roles.length > 0 ? sql`or (g.subject_type = 'role' and g.subject_id in (${sql.join(roles)}))` : sql``;
  return sql<SqlBool>`${sql.ref(`${ITEMS[kind].table}.id`)} in (select g.entity_id from visual_grant g where g.entity_type = ${kind}
    ${level === 'edit' ? sql`and g.level = 'edit'` : sql``}
    and (g.end_time is null or g.end_time > ${ctx.now})
    and ((g.subject_type = 'user' and g.subject_id = ${ctx.user.id}) ${toRole}
      or (g.subject_type = 'dept' and g.subject_id in (${ownDepts(ctx)}))))`;
}

const inScope = (ctx: Ctx, kind: ItemKind, permissions?: readonly string[]) =>
  scope(ctx, { dept: `${ITEMS[kind].table}.createDept`, owner: `${ITEMS[kind].table}.createBy` }, permissions);
const listOf = (permission?: string | readonly string[]) => (typeof permission === 'string' ? [permission] : permission);

/**
 * Condition for `where` over the table of a kind: items that the caller sees, being in the data scope of the permission (that of the call
 * unless given), shared with everybody, or granted. It does not look at `deleted_at`.
 *
 *     ctx.db.selectFrom('visualChart').where('deletedAt', 'is', null).where(ofVisibleItem(ctx, 'chart'))
 */
export function ofVisibleItem(ctx: Ctx, kind: ItemKind, permission?: string | readonly string[]): Expression<SqlBool> {
  const shared = sql<SqlBool>`${sql.ref(`${ITEMS[kind].table}.isShared`)} = '1'`;
  return sql<SqlBool>`(${inScope(ctx, kind, listOf(permission))} or ${shared} or ${granted(ctx, kind, 'view')})`;
}

/** As `ofVisibleItem`: items that the caller may change, being in scope or granted for editing. */
export function ofEditableItem(ctx: Ctx, kind: ItemKind, permission?: string | readonly string[]): Expression<SqlBool> {
  return sql<SqlBool>`(${inScope(ctx, kind, listOf(permission))} or ${granted(ctx, kind, 'edit')})`;
}

/** What is the same of every kind. */
export interface Item {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly createBy: string | null;
  readonly createDept: string | null;
  readonly isSystem: string;
  readonly isShared: string;
  readonly folderId: string | null;
}

const refOf = (kind: ItemKind, column: string) => sql.ref(`${ITEMS[kind].table}.${column}`);

/**
 * The item when the caller may see or change it; entity.notFound otherwise, also when it does not exist. `permission` is the one being
 * exercised, that of the call unless given; `lock` takes the row for the transaction.
 */
export async function itemFor(
  ctx: Ctx,
  kind: ItemKind,
  id: string,
  level: Level,
  options: { permission?: string | readonly string[]; lock?: boolean } = {},
): Promise<Item> {
  const may = level === 'edit' ? ofEditableItem : ofVisibleItem;
  const { table, name } = ITEMS[kind];
  const { rows } = await sql<Item>`select id, ${refOf(kind, name)} as name, version, create_by, create_dept, is_system, is_shared, folder_id
    from ${sql.table(table)} where ${refOf(kind, 'id')} = ${id} and deleted_at is null and ${may(ctx, kind, options.permission)}
    ${options.lock ? sql`for update` : sql``}`.execute(ctx.db);
  const row = rows[0];
  if (!row) throw new AppError('entity.notFound', `${ITEMS[kind].label}不存在或已删除，请刷新后重试`);
  return row;
}
