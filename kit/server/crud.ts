import { sql, type Expression, type Kysely, type Selectable, type SqlBool } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { pageOf, type Page, type PageQuery } from '#kit/contract/fields.ts';
import type { Ctx } from './ctx.ts';
import type { Tables } from './db/tables.ts';
import { scope } from './scope.ts';

/** How a query field narrows the list: equal, or contains (case-insensitive). */
export type Match = 'eq' | 'like';

/** Escapes the wildcards of LIKE and asks for "contains". */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * SQL condition: the column contains the text, case-insensitively. Text without case (Chinese, digits) is compared directly, other text
 * through lower(): same result as ILIKE, much cheaper.
 */
export const containsText = (column: string, text: string): Expression<SqlBool> =>
  text.toLowerCase() === text.toUpperCase()
    ? sql<SqlBool>`${sql.ref(column)} like ${contains(text)}`
    : sql<SqlBool>`lower(${sql.ref(column)}) like lower(${contains(text)})`;

/** Total of a list that is known without a count query: a page that is not full is the last one. Null when a count is needed. */
export const endOfList = ({ pageNum, pageSize }: { pageNum: number; pageSize: number }, found: number): number | null =>
  found < pageSize && (found > 0 || pageNum === 1) ? (pageNum - 1) * pageSize + found : null;

/** One page of `list` and the total. `rows` is the same query before columns and order, used for counting. */
export async function pageRows<O>(
  query: PageQuery,
  list: { limit(n: number): { offset(n: number): { execute(): Promise<O[]> } } },
  rows: { select(columns: any): any },
): Promise<Page<O>> {
  const { pageNum, pageSize } = pageOf(query);
  const data = await list
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const total =
    endOfList({ pageNum, pageSize }, data.length) ??
    (await rows.select((e: any) => e.fn.countAll().as('total')).executeTakeFirstOrThrow()).total;
  return { pageNum, pageSize, total: Number(total), data };
}

type AnyDb = Kysely<any>;
/** Inside the kit the table is known only at run time; the types of `crudHandlers` keep callers honest. */
const loose = (ctx: Ctx): AnyDb => ctx.db as unknown as AnyDb;

/**
 * Parses `sort=-createTime,name` into column/direction pairs against an allow-list. Always ends with `id`, which makes paging
 * deterministic. Throws input.invalid for an unknown field.
 */
export function sortOrders(
  text: string | undefined,
  sortable: readonly string[],
  fallback: string,
): (readonly [field: string, direction: 'asc' | 'desc'])[] {
  const orders = (text ?? fallback).split(',').map((part) => {
    const field = part.replace(/^-/, '');
    if (!sortable.includes(field) && part !== fallback && !fallback.split(',').includes(part))
      throw new AppError('input.invalid', `不支持按“${field}”排序`, [{ path: 'sort', message: '排序字段不正确' }]);
    return [field, part.startsWith('-') ? 'desc' : 'asc'] as const;
  });
  return orders.some(([field]) => field === 'id') ? orders : [...orders, ['id', orders[0]?.[1] ?? 'asc']];
}

/** Counts at most `cap` rows of a query, for tables that grow without end; `known` (see `endOfList`) saves the counting. */
export async function cappedTotal(
  query: { limit(n: number): any },
  db: AnyDb,
  cap: number,
  known: number | null = null,
): Promise<{ total: number; totalCapped: boolean }> {
  const total = known ?? (await countOf(db, query.limit(cap + 1)));
  return { total: Math.min(total, cap), totalCapped: total > cap };
}

async function countOf(db: AnyDb, rows: any): Promise<number> {
  const { total } = (await db
    .selectFrom(rows.as('counted'))
    .select((e: any) => e.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()) as { total: string };
  return Number(total);
}

interface Options<Row, Search> {
  /** Chinese name of the entity in the operation log */
  label: string;
  /** field that people call a row by */
  nameField: keyof Row & string;
  search?: { [K in keyof Search]?: Match };
  sortable?: readonly (keyof Row & string)[];
  /** default order, `-createTime` unless given */
  order?: string;
  /** field → message when the value is taken */
  unique?: { [K in keyof Row]?: string };
  /** department and owner columns when rows are limited to the caller's data scope */
  scope?: { dept: string; owner?: string };
  /** fields of the row that are the nickname of an account → the field with its id */
  nicknames?: { readonly [field: string]: string };
}

/** Own columns of a row, and the nicknames of the accounts that it names. */
function columnsOf(table: string, row: z.ZodObject, nicknames: Readonly<Record<string, string>>) {
  const columns = Object.keys(row.shape).filter((field) => !nicknames[field]);
  const names = Object.entries(nicknames).map(([field, of]) =>
    sql<string | null>`(select nickname from sys_user where id = ${sql.ref(`${table}.${of}`)})`.as(field),
  );
  return { columns, names };
}

/**
 * Optimistic lock: throws entity.versionConflict when `mine.version` is stale. The other version is told as the route that reads the row
 * answers the caller; `theirs`, what the caller may see of it, only where no route reads it.
 */
export function assertVersion(current: Versioned, mine: { version: number }, theirs?: object): void {
  const { version, updateBy, updateTime } = current;
  if (version !== mine.version)
    throw new AppError('entity.versionConflict', undefined, { mine, theirs: { version, updateBy, updateTime, ...theirs } });
}
interface Versioned {
  readonly version: number;
  readonly updateBy?: unknown;
  readonly updateTime?: unknown;
}

/**
 * The six handlers of a plain entity over one table with the common columns. Whatever is unusual is written by hand after the spread.
 * Throws entity.notFound (also for rows out of scope), entity.duplicate, entity.versionConflict, input.invalid.
 */
export function crudHandlers<T extends keyof Tables & string, Row extends z.ZodObject, In extends z.ZodObject, Search extends z.ZodObject>(
  table: keyof z.output<Row> extends keyof Selectable<Tables[T]> ? T : never,
  schemas: { row: Row; input: In; search: Search },
  options: Options<z.output<Row>, z.output<Search>>,
) {
  type Out = z.input<Row>;
  const { columns, names } = columnsOf(table, schemas.row, options.nicknames ?? {});
  const order = options.order ?? '-createTime';
  const sortable: readonly string[] = options.sortable ?? ['createTime'];

  const alive = (ctx: Ctx) => {
    const rows = loose(ctx)
      .selectFrom(table as string)
      .where('deletedAt', 'is', null);
    return options.scope ? rows.where(scope(ctx, options.scope)) : rows;
  };
  const found = async (ctx: Ctx, id: string, lock = false): Promise<any> => {
    const one = alive(ctx)
      .select([...new Set([...columns, 'version']), ...names] as any)
      .where('id', '=', id);
    const row = await (lock ? one.forUpdate() : one).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return row;
  };
  const assertUnique = async (ctx: Ctx, body: Record<string, unknown>, id: string | null) => {
    for (const [field, message] of Object.entries(options.unique ?? {})) {
      let taken = loose(ctx)
        .selectFrom(table as string)
        .select('id')
        .where('deletedAt', 'is', null)
        .where(field, '=', body[field]);
      if (id !== null) taken = taken.where('id', '!=', id);
      if (await taken.executeTakeFirst())
        throw new AppError('entity.duplicate', message as string, [{ path: field, message: message as string }]);
    }
  };
  const remove = async (ctx: Ctx, ids: readonly string[]): Promise<null> => {
    const rows = await alive(ctx).select(columns).where('id', 'in', ids).orderBy('id').forUpdate().execute();
    if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
    await loose(ctx)
      .updateTable(table as string)
      .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', 'in', ids)
      .execute();
    for (const row of rows as any[])
      ctx.audit.change({ entity: options.label, id: row.id, name: row[options.nameField], before: row, after: null });
    return null;
  };

  return {
    async page(ctx: Ctx, { query }: { query: any }): Promise<Page<Out>> {
      let rows = alive(ctx);
      for (const [field, how] of Object.entries(options.search ?? {})) {
        const value = query[field];
        if (value === undefined || value === '') continue;
        rows = how === 'like' ? rows.where(containsText(field, String(value))) : rows.where(field, '=', value);
      }
      let list = rows.select([...columns, ...names] as any);
      for (const [field, direction] of sortOrders(query.sort, sortable, order)) list = list.orderBy(field, direction);
      return pageRows<Out>(query as PageQuery, list as any, rows);
    },
    get: (ctx: Ctx, { params }: { params: { id: string } }): Promise<Out> => found(ctx, params.id),
    async create(ctx: Ctx, { body }: { body: any }): Promise<{ id: string }> {
      await assertUnique(ctx, body, null);
      const id = ctx.app.ids.next();
      const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
      await loose(ctx)
        .insertInto(table as string)
        .values({ ...body, id, ...stamp })
        .execute();
      ctx.audit.change({ entity: options.label, id, name: body[options.nameField], before: null, after: body });
      return { id };
    },
    async update(ctx: Ctx, { params, body }: { params: { id: string }; body: any }): Promise<{ version: number }> {
      const before = await found(ctx, params.id, true);
      assertVersion(before, body);
      await assertUnique(ctx, body, params.id);
      const { version, ...values } = body as { version: number } & Record<string, unknown>;
      await loose(ctx)
        .updateTable(table as string)
        .set({ ...values, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
        .where('id', '=', params.id)
        .execute();
      const kept = Object.fromEntries(Object.keys(values).map((name) => [name, before[name]]));
      ctx.audit.change({ entity: options.label, id: params.id, name: before[options.nameField], before: kept, after: values });
      return { version: version + 1 };
    },
    remove: (ctx: Ctx, { params }: { params: { id: string } }) => remove(ctx, [params.id]),
    removeBatch: (ctx: Ctx, { params }: { params: { ids: string[] } }) => remove(ctx, params.ids),
  };
}
