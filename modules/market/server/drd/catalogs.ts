import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Handlers } from '#kit/server/module.ts';
import type { CatalogNode, drd as contract } from '../../contract/drd.ts';
import { visibleDrds } from './reach.ts';

const ENTITY = '资源分类';
/** 类, 项, 目, 细目 */
const MAX_DEPTH = 4;
type Calls = Pick<Handlers<typeof contract>, 'tree' | 'createCatalog' | 'updateCatalog' | 'removeCatalog'>;

/** Ids of a class and of everything below it. */
export const idsBelow = (id: string) => sql<string>`with recursive b as (
    select id from market_drd_catalog where id = ${id}
    union all select c.id from market_drd_catalog c join b on c.parent_id = b.id)
  select id from b`;

/** Names of the classes from the top down to this one. */
export async function pathOf(ctx: Ctx, id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`with recursive up as (
      select id, parent_id, catalog_name, depth from market_drd_catalog where id = ${id}
      union all select c.id, c.parent_id, c.catalog_name, c.depth from market_drd_catalog c join up on up.parent_id = c.id)
    select catalog_name as name from up order by depth`.execute(ctx.db);
  return rows.map(({ name }) => name);
}

/** The next code in a class, `03-02-001/000004`: numbers of what was deleted are not given again. */
export async function nextCode(ctx: Ctx, catalogId: string): Promise<string> {
  const row = await ctx.db
    .updateTable('marketDrdCatalog')
    .set({ lastNumber: sql`last_number + 1` })
    .where('id', '=', catalogId)
    .returning(['catalogCode', 'lastNumber'])
    .executeTakeFirst();
  if (!row) throw new AppError('input.invalid', '资源分类不存在', [{ path: 'catalogId', message: '资源分类不存在，请重新选择' }]);
  return `${row.catalogCode}/${String(row.lastNumber).padStart(6, '0')}`;
}

async function tree(ctx: Ctx): Promise<CatalogNode[]> {
  const rows = await ctx.db
    .selectFrom('marketDrdCatalog')
    .select(['id', 'version', 'parentId', 'catalogName', 'catalogCode', 'depth', 'sort'])
    .orderBy('depth')
    .orderBy('sort')
    .orderBy('catalogCode')
    .limit(5000)
    .execute();
  const counts = await visibleDrds(ctx)
    .select((e) => ['d.catalogId', e.fn.countAll<string>().as('n')])
    .groupBy('d.catalogId')
    .execute();
  const own = new Map(counts.map((row) => [row.catalogId, Number(row.n)]));
  const total = new Map<string, number>();
  const parents = new Map(rows.map((row) => [row.id, row.parentId]));
  for (const [id, n] of own) for (let at: string | null | undefined = id; at; at = parents.get(at)) total.set(at, (total.get(at) ?? 0) + n);
  return rows.map((row) => ({ ...row, count: total.get(row.id) ?? 0 }));
}

const taken = (path: string, message: string) => new AppError('entity.duplicate', message, [{ path, message }]);

async function assertFree(ctx: Ctx, wanted: { parentId: string | null; catalogName: string; id: string | null }): Promise<void> {
  let same = ctx.db
    .selectFrom('marketDrdCatalog')
    .select('id')
    .where('catalogName', '=', wanted.catalogName)
    .where(sql<boolean>`parent_id is not distinct from ${wanted.parentId}`);
  if (wanted.id !== null) same = same.where('id', '!=', wanted.id);
  if (await same.executeTakeFirst()) throw taken('catalogName', '同一上级下已有同名分类');
}

const found = async (ctx: Ctx, id: string) => {
  const row = await ctx.db
    .selectFrom('marketDrdCatalog')
    .select(['id', 'version', 'parentId', 'catalogName', 'catalogCode', 'depth', 'sort'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '资源分类不存在，请刷新后重试');
  return row;
};

/** The tree of classes; whoever may change it changes all of it, it is one of the whole company. */
export const catalogCalls: Calls = {
  tree: (ctx) => tree(ctx),
  async createCatalog(ctx, { body }) {
    const parent = body.parentId === null ? null : await found(ctx, body.parentId);
    const depth = (parent?.depth ?? 0) + 1;
    if (depth > MAX_DEPTH) throw new AppError('rule.broken', '资源分类最多四级：类、项、目、细目');
    await assertFree(ctx, { ...body, id: null });
    const catalogCode = parent ? `${parent.catalogCode}-${body.codePart}` : body.codePart;
    const same = await ctx.db.selectFrom('marketDrdCatalog').select('id').where('catalogCode', '=', catalogCode).executeTakeFirst();
    if (same) throw taken('codePart', '分类代码已存在');
    const id = ctx.app.ids.next();
    const { parentId, catalogName, sort } = body;
    const stamp = { createBy: ctx.user.id, createDept: ctx.user.deptId, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now };
    await ctx.db
      .insertInto('marketDrdCatalog')
      .values({ ...stamp, id, parentId, catalogName, catalogCode, depth, sort })
      .execute();
    ctx.audit.change({ entity: ENTITY, id, name: catalogName, before: null, after: { catalogName, catalogCode, sort } });
    return { id };
  },
  async updateCatalog(ctx, { params, body: { version, ...body } }) {
    const before = await found(ctx, params.id);
    assertVersion(before, { ...body, version }, before);
    await assertFree(ctx, { ...body, parentId: before.parentId, id: params.id });
    await ctx.db
      .updateTable('marketDrdCatalog')
      .set({ ...body, version: version + 1, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    const kept = { catalogName: before.catalogName, sort: before.sort };
    ctx.audit.change({ entity: ENTITY, id: params.id, name: before.catalogName, before: kept, after: body });
    return { version: version + 1 };
  },
  async removeCatalog(ctx, { params }) {
    const row = await found(ctx, params.id);
    const below = await ctx.db.selectFrom('marketDrdCatalog').select('id').where('parentId', '=', row.id).limit(1).executeTakeFirst();
    if (below) throw new AppError('entity.inUse', '该分类有下级分类，不能删除');
    // deleted resources keep their class: their codes name it
    const used = await ctx.db.selectFrom('marketDrd').select('id').where('catalogId', '=', row.id).limit(1).executeTakeFirst();
    if (used) throw new AppError('entity.inUse', '该分类编目过资源，不能删除');
    await ctx.db.deleteFrom('marketDrdCatalog').where('id', '=', row.id).execute();
    ctx.audit.change({ entity: ENTITY, id: row.id, name: row.catalogName, before: row, after: null });
    return null;
  },
};
