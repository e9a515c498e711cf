import { sql, type RawBuilder } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { pageOf, type Page, type PageQuery } from '#kit/contract/fields.ts';
import { containsText, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Recyclable } from '#kit/server/module.ts';
import type { Recycled, RecycledDetail, RecycleSearch } from '../../contract/recycle.ts';
import { keepDays } from './keep-days.ts';
import { dictOf, labelOf, nameOf, ownRecyclables, reachable, recyclableOf, viewOf, type DeletedRow } from './registry.ts';

type Row = z.input<typeof Recycled>;
type Query = z.output<typeof RecycleSearch> & PageQuery;

/** Limit of page depth and counts. */
const COUNT_CAP = 10_000;
const DAY_MS = 86_400_000;

interface DeletedEntry {
  entity: string;
  id: string;
  name: string | null;
  updateBy: string | null;
  deletedAt: Date;
  deptId: string | null;
}

/** Deleted rows of one kind, newest first, at most `limit`. */
function part(ctx: Ctx, entity: Recyclable, query: Query, limit: number): RawBuilder<DeletedEntry> {
  const conditions = [sql`deleted_at is not null`, sql`${reachable(ctx, entity)}`];
  if (entity.listed) conditions.push(sql`${entity.listed}`);
  if (query.keyword) conditions.push(sql`${containsText(entity.nameField, query.keyword)}`);
  if (query.beginTime) conditions.push(sql`deleted_at >= ${new Date(query.beginTime)}`);
  if (query.endTime) conditions.push(sql`deleted_at <= ${new Date(query.endTime)}`);
  if (query.deletedBy)
    conditions.push(
      sql`update_by in (select u.id from sys_user u where ${containsText('u.nickname', query.deletedBy)} or ${containsText('u.username', query.deletedBy)})`,
    );
  const dept = entity.scope ? sql`${sql.ref(entity.scope.dept)}::text` : sql`null::text`;
  return sql<DeletedEntry>`select * from (select ${entity.table}::text as entity, id::text as id, left(${sql.ref(entity.nameField)}::text, 200) as name,
    update_by::text as update_by, deleted_at, ${dept} as dept_id from ${sql.table(entity.table)}
    where ${sql.join(conditions, sql` and `)} order by deleted_at desc, id desc limit ${limit}) ${sql.ref(`of_${entity.table}`)}`;
}

/** Names of the people and departments of a page. */
async function namesOf(ctx: Ctx, rows: readonly DeletedEntry[]) {
  const people = [...new Set(rows.flatMap((row) => row.updateBy ?? []))];
  const depts = [...new Set(rows.flatMap((row) => row.deptId ?? []))];
  const users = people.length ? await ctx.db.selectFrom('sysUser').select(['id', 'nickname']).where('id', 'in', people).execute() : [];
  const found = depts.length ? await ctx.db.selectFrom('sysDept').select(['id', 'deptName']).where('id', 'in', depts).execute() : [];
  return {
    user: new Map(users.map((row) => [row.id, row.nickname])),
    dept: new Map(found.map((row) => [row.id, row.deptName])),
  };
}

const daysLeft = (ctx: Ctx, deletedAt: Date, days: number): number | null =>
  days === 0 ? null : Math.max(0, Math.ceil((deletedAt.getTime() + days * DAY_MS - ctx.now.getTime()) / DAY_MS));

async function shown(ctx: Ctx, entities: readonly Recyclable[], rows: readonly DeletedEntry[]): Promise<Row[]> {
  const days = await keepDays(ctx.db);
  const names = await namesOf(ctx, rows);
  return rows.map((row) => ({
    id: `${row.entity}:${row.id}`,
    entity: row.entity,
    rowId: row.id,
    entityLabel: entities.find((entity) => entity.table === row.entity)?.label ?? row.entity,
    name: row.name,
    deletedBy: row.updateBy === null ? null : (names.user.get(row.updateBy) ?? row.updateBy),
    deletedAt: row.deletedAt,
    deptName: row.deptId === null ? null : (names.dept.get(row.deptId) ?? null),
    daysLeft: daysLeft(ctx, row.deletedAt, days),
  }));
}

/** A page over all kinds that the caller may delete, newest deletion first. */
export async function recyclePage(ctx: Ctx, query: Query): Promise<Page<Row>> {
  // one order only; another is refused as in every list
  sortOrders(query.sort, [], '-deletedAt');
  const { pageNum, pageSize } = pageOf(query);
  const entities = ownRecyclables(ctx).filter((entity) => !query.entity || entity.table === query.entity);
  const end = pageNum * pageSize;
  if (entities.length === 0 || end > COUNT_CAP + pageSize) return { pageNum, pageSize, total: 0, data: [] };
  const parts = entities.map((entity) => part(ctx, entity, query, COUNT_CAP + 1));
  const first = entities.map((entity) => part(ctx, entity, query, end));
  const { rows } = await sql<DeletedEntry>`select * from (${sql.join(first, sql` union all `)}) found
    order by deleted_at desc, id desc limit ${pageSize} offset ${end - pageSize}`.execute(ctx.db);
  const counted = await sql<{ total: string }>`select count(*) as total from (
    select 1 from (${sql.join(parts, sql` union all `)}) each_kind limit ${COUNT_CAP + 1}) found`.execute(ctx.db);
  const total = Number(counted.rows[0]?.total ?? 0);
  const data = await shown(ctx, entities, rows);
  return { pageNum, pageSize, total: Math.min(total, COUNT_CAP), totalCapped: total > COUNT_CAP, data };
}

/** One deleted row with what people may see of it. Throws entity.notFound. */
export async function recycledDetail(ctx: Ctx, table: string, id: string): Promise<z.input<typeof RecycledDetail>> {
  const entity = recyclableOf(ctx, table);
  const row = (await ctx.db
    .selectFrom(entity.table as 'sysPost')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .where(reachable(ctx, entity))
    .executeTakeFirst()) as DeletedRow | undefined;
  if (!row) throw new AppError('entity.notFound');
  const dept = entity.scope ? (row[entity.scope.dept.split('.').at(-1) ?? ''] as string | null) : null;
  const found: DeletedEntry = {
    entity: table,
    id,
    name: nameOf(entity, row),
    updateBy: row.updateBy,
    deletedAt: row.deletedAt,
    deptId: dept,
  };
  const [line] = await shown(ctx, [entity], [found]);
  if (!line) throw new AppError('entity.notFound');
  const view = viewOf(entity, row);
  const names = await namesBehind(ctx, view);
  const fields = Object.entries(view).flatMap(([field, value]) => {
    const label = labelOf(ctx.app, entity, field);
    return label === null ? [] : { field, label, value: names.get(value) ?? value, dict: dictOf(ctx.app, entity, field) };
  });
  return { ...line, fields };
}

const POINTS_ELSEWHERE = /(By|Id|Dept)$/;

/** Ids of people and departments in a row → what people call them. */
async function namesBehind(ctx: Ctx, view: Record<string, unknown>): Promise<Map<unknown, string>> {
  const ids = Object.entries(view).flatMap(([field, value]) => (POINTS_ELSEWHERE.test(field) && typeof value === 'string' ? [value] : []));
  if (ids.length === 0) return new Map();
  const users = await ctx.db.selectFrom('sysUser').select(['id', 'nickname as name']).where('id', 'in', ids).execute();
  const depts = await ctx.db.selectFrom('sysDept').select(['id', 'deptName as name']).where('id', 'in', ids).execute();
  return new Map([...depts, ...users].map(({ id, name }) => [id, name]));
}
