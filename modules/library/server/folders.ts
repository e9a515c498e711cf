import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { assertVersion } from '#kit/server/crud.ts';
import { implement } from '#kit/server/module.ts';
import { FOLDER_LEVELS, folderCalls as contract } from '../contract/folder.ts';
import type { GrantKind } from '../contract/item.ts';
import { ITEMS, itemFor, ofEditableItem, ofVisibleItem } from './reach.ts';

type Kind = z.output<typeof GrantKind>;

/** Ids of a folder and of all below it, for `in`. */
export const below = (
  id: string,
) => sql<string>`(with recursive tree as (select id from visual_folder where id = ${id} and deleted_at is null
  union all select f.id from visual_folder f join tree on f.parent_id = tree.id where f.deleted_at is null) select id from tree)`;

/** Refuses a folder that does not exist for the kind; no folder is always right. */
export async function assertFolder(ctx: Ctx, kind: Kind, id: string | null): Promise<void> {
  if (id === null) return;
  const row = await ctx.db
    .selectFrom('visualFolder')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('input.invalid', '目录不存在或已删除', [{ path: 'folderId', message: '目录不存在或已删除' }]);
}

/** The routes serve four kinds: that the caller may do it with this one is checked here. */
export function assertMay(ctx: Ctx, kind: Kind, verb: string): string {
  const permission = `${ITEMS[kind].code}:${verb}`;
  if (!holds(ctx.user, permission)) throw new AppError('auth.noPermission');
  return permission;
}

async function folder(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('visualFolder')
    .select(['id', 'kind', 'name', 'parentId', 'sort', 'version'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '目录不存在或已删除');
  return { ...row, kind: row.kind as Kind };
}

async function assertName(ctx: Ctx, kind: Kind, name: string, parentId: string | null, id: string | null): Promise<void> {
  const row = await ctx.db
    .selectFrom('visualFolder')
    .select('id')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .where((e) => (parentId === null ? e('parentId', 'is', null) : e('parentId', '=', parentId)))
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (row && row.id !== id)
    throw new AppError('entity.duplicate', '同一位置已有同名目录', [{ path: 'name', message: '同一位置已有同名目录' }]);
}

/** Paths of all folders of a kind by their ids, from the top. */
export async function folderPaths(ctx: Pick<Ctx, 'db'>, kind: Kind): Promise<Map<string, string[]>> {
  const rows = await ctx.db
    .selectFrom('visualFolder')
    .select(['id', 'name', 'parentId'])
    .where('kind', '=', kind)
    .where('deletedAt', 'is', null)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pathOf = (id: string | null, left: number): string[] => {
    const row = id === null || left === 0 ? undefined : byId.get(id);
    return row ? [...pathOf(row.parentId, left - 1), row.name] : [];
  };
  return new Map(rows.map(({ id }) => [id, pathOf(id, FOLDER_LEVELS)]));
}

/** The folder at a path; what of the path is missing is added, which takes the right to change folders. No path is no folder. */
export async function folderAt(ctx: Ctx, kind: Kind, path: readonly string[]): Promise<string | null> {
  let parentId: string | null = null;
  for (const name of path) {
    const found: { id: string } | undefined = await ctx.db
      .selectFrom('visualFolder')
      .select('id')
      .where('kind', '=', kind)
      .where('name', '=', name)
      .where((e) => (parentId === null ? e('parentId', 'is', null) : e('parentId', '=', parentId)))
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    parentId = found?.id ?? (await addFolder(ctx, { kind, name, parentId })).id;
  }
  return parentId;
}

interface NewFolder {
  readonly kind: Kind;
  readonly name: string;
  readonly parentId: string | null;
  readonly sort?: number | undefined;
}
async function addFolder(ctx: Ctx, { kind, name, parentId, sort = 0 }: NewFolder): Promise<{ id: string }> {
  assertMay(ctx, kind, 'edit');
  await assertPlace(ctx, kind, parentId, null);
  await assertName(ctx, kind, name, parentId, null);
  const id = ctx.app.ids.next();
  const made = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
  await ctx.db
    .insertInto('visualFolder')
    .values({ id, kind, name, parentId, sort, ...made })
    .execute();
  ctx.audit.change({ entity: '可视化目录', id, name, before: null, after: { kind, name, parentId } });
  return { id };
}

/** A folder may not lie in itself, nor too deep. */
async function assertPlace(ctx: Ctx, kind: Kind, parentId: string | null, id: string | null): Promise<void> {
  await assertFolder(ctx, kind, parentId);
  const rows = await ctx.db
    .selectFrom('visualFolder')
    .select(['id', 'parentId'])
    .where('kind', '=', kind)
    .where('deletedAt', 'is', null)
    .execute();
  const parents = new Map(rows.map((row) => [row.id, row.parentId]));
  let depth = 0;
  for (let up = parentId; up !== null && depth <= FOLDER_LEVELS; up = parents.get(up) ?? null, depth++)
    if (up === id) throw new AppError('rule.broken', '不能移动到自己的下级目录');
  const heightOf = (one: string): number => 1 + Math.max(0, ...rows.filter((row) => row.parentId === one).map((row) => heightOf(row.id)));
  if (depth + (id === null ? 1 : heightOf(id)) > FOLDER_LEVELS) throw new AppError('rule.broken', `目录最多 ${FOLDER_LEVELS} 级`);
}

async function counts(ctx: Ctx, kind: Kind, permission: string) {
  const { table } = ITEMS[kind];
  const { rows } = await sql<{ folderId: string | null; n: string; mine: string; starred: string }>`
    select folder_id, count(*) as n, count(*) filter (where create_by = ${ctx.user.id}) as mine,
      count(*) filter (where id in (select entity_id from visual_star where user_id = ${ctx.user.id} and entity_type = ${kind})) as starred
    from ${sql.table(table)} where deleted_at is null and ${ofVisibleItem(ctx, kind, permission)} group by folder_id`.execute(ctx.db);
  return rows.map((row) => ({ folderId: row.folderId, n: Number(row.n), mine: Number(row.mine), starred: Number(row.starred) }));
}

/** 目录, stars and where charts are used. */
export const folderRoutes = implement(contract, {
  async tree(ctx, { params }) {
    const permission = assertMay(ctx, params.kind, 'list');
    const rows = await ctx.db
      .selectFrom('visualFolder')
      .select(['id', 'name', 'parentId', 'sort', 'version'])
      .where('kind', '=', params.kind)
      .where('deletedAt', 'is', null)
      .orderBy('sort')
      .orderBy('name')
      .orderBy('id')
      .limit(2000)
      .execute();
    const found = await counts(ctx, params.kind, permission);
    const sum = (key: 'n' | 'mine' | 'starred') => found.reduce((all, one) => all + one[key], 0);
    const byFolder = new Map(found.map((one) => [one.folderId, one.n]));
    const known = new Set(rows.map((row) => row.id));
    return {
      folders: rows.map((row) => ({ ...row, count: byFolder.get(row.id) ?? 0 })),
      total: sum('n'),
      loose: found.reduce((all, one) => (one.folderId === null || !known.has(one.folderId) ? all + one.n : all), 0),
      mine: sum('mine'),
      shared: sum('n') - sum('mine'),
      starred: sum('starred'),
    };
  },
  create: (ctx, { body }) => addFolder(ctx, body),
  async update(ctx, { params, body }) {
    const before = await folder(ctx, params.id);
    assertMay(ctx, before.kind, 'edit');
    assertVersion(before, body, before);
    if (body.parentId !== before.parentId) await assertPlace(ctx, before.kind, body.parentId, params.id);
    await assertName(ctx, before.kind, body.name, body.parentId, params.id);
    const values = { name: body.name, parentId: body.parentId, sort: body.sort ?? before.sort };
    await ctx.db
      .updateTable('visualFolder')
      .set({ ...values, version: before.version + 1, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    const { name, parentId, sort } = before;
    ctx.audit.change({ entity: '可视化目录', id: params.id, name, before: { name, parentId, sort }, after: values });
    return { version: before.version + 1 };
  },
  async remove(ctx, { params }) {
    const before = await folder(ctx, params.id);
    assertMay(ctx, before.kind, 'edit');
    const { rows } = await sql<{ n: string }>`select count(*) as n from (
      select id from visual_folder where parent_id = ${params.id} and deleted_at is null
      union all select id from ${sql.table(ITEMS[before.kind].table)} where folder_id = ${params.id} and deleted_at is null) inside`.execute(
      ctx.db,
    );
    if (Number(rows[0]?.n) > 0) throw new AppError('entity.inUse', '目录不为空，请先移走其中的内容和下级目录');
    const gone = { deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now };
    await ctx.db.updateTable('visualFolder').set(gone).where('id', '=', params.id).execute();
    ctx.audit.change({ entity: '可视化目录', id: params.id, name: before.name, before: { name: before.name }, after: null });
    return null;
  },
  async move(ctx, { body }) {
    const permission = assertMay(ctx, body.kind, 'edit');
    await assertFolder(ctx, body.kind, body.folderId);
    const ids = [...new Set(body.ids)];
    const { table, label } = ITEMS[body.kind];
    const { rows } = await sql<{ id: string }>`update ${sql.table(table)} set folder_id = ${body.folderId}
      where id in (${sql.join(ids)}) and deleted_at is null and ${ofEditableItem(ctx, body.kind, permission)} returning id`.execute(ctx.db);
    if (rows.length !== ids.length) throw new AppError('entity.notFound', `部分${label}不存在或不能修改，请刷新后重试`);
    ctx.audit.note(`移动 ${ids.length} 个${label}`);
    return null;
  },
  async star(ctx, { body }) {
    const permission = assertMay(ctx, body.kind, 'list');
    await itemFor(ctx, body.kind, body.id, 'view', { permission });
    const mine = { userId: ctx.user.id, entityType: body.kind, entityId: body.id };
    if (body.isStarred)
      await ctx.db
        .insertInto('visualStar')
        .values({ ...mine, createTime: ctx.now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else
      await ctx.db
        .deleteFrom('visualStar')
        .where('userId', '=', mine.userId)
        .where('entityType', '=', mine.entityType)
        .where('entityId', '=', mine.entityId)
        .execute();
    return null;
  },
  async uses(ctx, { params }) {
    await itemFor(ctx, 'chart', params.id, 'view');
    const { rows } = await sql<{
      kind: 'board' | 'screen';
      id: string;
      name: string;
      isPublished: boolean;
      ownerName: string | null;
      seen: boolean;
    }>`
      select 'board' as kind, visual_board.id, board_name as name, published_no is not null as is_published, u.nickname as owner_name,
          ${ofVisibleItem(ctx, 'board', ['visual:board:list', 'visual:board:build', 'visual:board:preview'])} as seen
        from visual_board_chart l join visual_board on visual_board.id = l.board_id and visual_board.deleted_at is null
        left join sys_user u on u.id = visual_board.create_by where l.chart_id = ${params.id}
      union all select 'screen', visual_screen.id, screen_name, published_no is not null, u.nickname,
          ${ofVisibleItem(ctx, 'screen', ['visual:screen:list', 'visual:screen:build', 'visual:screen:preview'])}
        from visual_screen_chart l join visual_screen on visual_screen.id = l.screen_id and visual_screen.deleted_at is null
        left join sys_user u on u.id = visual_screen.create_by where l.chart_id = ${params.id}
      order by 1, 3, 2 limit 500`.execute(ctx.db);
    return { items: rows.filter((row) => row.seen), hidden: rows.filter((row) => !row.seen).length };
  },
});
