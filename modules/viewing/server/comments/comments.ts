import type { ExpressionBuilder } from 'kysely';
import { ADMIN_ROLE, ALL_PERMS } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { implement } from '#kit/server/module.ts';
import { notify } from '#modules/notices/server/index.ts';
import { comment } from '../../contract/comment.ts';
import { itemFor } from '#modules/library/server/index.ts';
import { assertViewers, viewerOf } from '../view/audience.ts';
import { openDocument, type Entity } from '../view/document.ts';

const MAX = 500;
const MAX_PEOPLE = 20;
/** Accounts whose names fit that are asked whether they see the document. */
const MAX_ASKED = 40;
const gone = () => new AppError('entity.notFound', '批注不存在或已删除');

/** Escapes what LIKE takes for more than a sign. */
const contains = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Permissions one of which it takes to look at a document. */
async function looksAt({ db }: Ctx, entity: Entity, id: string): Promise<string[]> {
  const own = [`visual:${entity}:preview`, `visual:${entity}:build`, ALL_PERMS];
  if (entity === 'board') return own;
  const screen = await db.selectFrom('visualScreen').select('viewPerms').where('id', '=', id).executeTakeFirst();
  return screen?.viewPerms ? [...own, screen.viewPerms] : own;
}
/** Condition over sys_user: a role of theirs has one of the permissions. Most accounts of a company have none, and are not asked. */
const mayRead = (e: ExpressionBuilder<Tables, 'sysUser'>, perms: readonly string[]) =>
  e.exists(
    e
      .selectFrom('sysUserRole as own')
      .innerJoin('sysRole as role', 'role.id', 'own.roleId')
      .select('own.roleId')
      .whereRef('own.userId', '=', 'sysUser.id')
      .where('role.status', '=', '1')
      .where('role.deletedAt', 'is', null)
      .where((r) =>
        r.or([
          r('role.id', '=', ADMIN_ROLE),
          r.exists(
            r
              .selectFrom('sysRoleMenu as given')
              .innerJoin('sysMenu as menu', 'menu.id', 'given.menuId')
              .select('menu.id')
              .whereRef('given.roleId', '=', 'role.id')
              .where('menu.deletedAt', 'is', null)
              .where('menu.menuPerms', 'in', perms),
          ),
        ]),
      ),
  );

/** True when the caller looks after the document: such a person may remove and resolve every comment. */
const mayEdit = (ctx: Ctx, entity: Entity, id: string): Promise<boolean> =>
  itemFor(ctx, entity, id, 'edit', { permission: `visual:${entity}:build` }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.key === 'entity.notFound') return false;
      throw error;
    },
  );

/** A comment of a document that the caller sees, taken for the transaction. */
async function seen(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('visualComment')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw gone();
  await openDocument(ctx, row.entityType as Entity, row.entityId).catch((error: unknown) => {
    throw error instanceof AppError && error.key === 'entity.notFound' ? gone() : error;
  });
  return { ...row, entityType: row.entityType as Entity };
}

/** Comments on published documents; whoever sees the document reads and writes them. */
export const commentRoutes = implement(comment, {
  async list(ctx, { query }) {
    // fixed screens are asked for by their code as well
    const { published } = await openDocument(ctx, query.entityType, query.entityId);
    const rows = await ctx.db
      .selectFrom('visualComment')
      .leftJoin('sysUser', 'sysUser.id', 'visualComment.createBy')
      .select([
        'visualComment.id',
        'itemKey',
        'parentId',
        'content',
        'mentionIds',
        'isResolved',
        'visualComment.createBy',
        'sysUser.nickname as createName',
        'visualComment.createTime',
      ])
      .where('entityType', '=', query.entityType)
      .where('entityId', '=', published.id)
      .where('visualComment.deletedAt', 'is', null)
      .orderBy('visualComment.createTime', 'desc')
      .orderBy('visualComment.id', 'desc')
      .limit(MAX)
      .execute();
    const mentioned = [...new Set(rows.flatMap((row) => row.mentionIds as string[]))];
    const people = mentioned.length
      ? await ctx.db.selectFrom('sysUser').select(['id', 'nickname']).where('id', 'in', mentioned).execute()
      : [];
    const names = new Map(people.map(({ id, nickname }) => [id, nickname]));
    const edits = await mayEdit(ctx, query.entityType, published.id);
    return rows.map((row) => ({
      ...row,
      isResolved: row.isResolved as '0' | '1',
      mentions: (row.mentionIds as string[]).map((id) => ({ id, name: names.get(id) ?? '已删除的账号' })),
      canRemove: edits || row.createBy === ctx.user.id,
    }));
  },

  async create(ctx, { body }) {
    const { entityType, entityId, content } = body;
    const { published, shape } = await openDocument(ctx, entityType, entityId);
    if (body.itemKey && !shape.tiles.has(body.itemKey)) throw new AppError('input.invalid', '没有该组件，请刷新页面后重试');
    if (body.parentId) {
      const parent = await seen(ctx, body.parentId);
      if (parent.entityId !== published.id || parent.parentId !== null) throw new AppError('input.invalid', '只能回复该内容的批注');
    }
    await assertViewers(ctx, entityType, published.id, body.mentionIds);
    const id = ctx.app.ids.next();
    await ctx.db
      .insertInto('visualComment')
      .values({
        id,
        entityType,
        entityId: published.id,
        itemKey: body.itemKey ?? null,
        parentId: body.parentId ?? null,
        content,
        mentionIds: JSON.stringify([...new Set(body.mentionIds)]),
        createBy: ctx.user.id,
        createTime: ctx.now,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
      })
      .execute();
    await notify(ctx.app, ctx.db, {
      to: body.mentionIds.filter((user) => user !== ctx.user.id),
      kind: 'record',
      title: `${ctx.user.nickname} 在“${published.name}”的批注中提到了您`,
      text: content.slice(0, 200),
      path: `/visual/${entityType}/view/${published.id}?comments=1`,
      key: `visual.comment:${id}`,
    });
    ctx.audit.change({ entity: '批注', id, name: published.name, before: null, after: { content } });
    return { id };
  },

  async resolve(ctx, { params, body }) {
    const row = await seen(ctx, params.id);
    await ctx.db
      .updateTable('visualComment')
      .set({ isResolved: body.isResolved, updateBy: ctx.user.id, updateTime: ctx.now, version: row.version + 1 })
      .where('id', '=', params.id)
      .execute();
    ctx.audit.change({ entity: '批注', id: params.id, before: { isResolved: row.isResolved }, after: { isResolved: body.isResolved } });
    return null;
  },

  async remove(ctx, { params }) {
    const row = await seen(ctx, params.id);
    if (row.createBy !== ctx.user.id && !(await mayEdit(ctx, row.entityType, row.entityId)))
      throw new AppError('auth.noPermission', '只能删除自己的批注');
    await ctx.db
      .updateTable('visualComment')
      .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
      .where((e) => e.or([e('id', '=', params.id), e('parentId', '=', params.id)]))
      .execute();
    ctx.audit.change({ entity: '批注', id: params.id, before: { content: row.content }, after: null });
    return null;
  },

  async people(ctx, { query }) {
    const { published } = await openDocument(ctx, query.entityType, query.entityId);
    const perms = await looksAt(ctx, query.entityType, published.id);
    const wanted = contains(query.keyword.trim());
    const found = await ctx.db
      .selectFrom('sysUser')
      .leftJoin('sysDept', 'sysDept.id', 'sysUser.deptId')
      .select(['sysUser.id', 'sysUser.nickname as name', 'sysDept.deptName as deptName'])
      .where('sysUser.deletedAt', 'is', null)
      .where('sysUser.status', '=', '1')
      .where((e) => e.or([e('sysUser.nickname', 'like', wanted), e('sysUser.username', 'like', wanted)]))
      .where((e) => mayRead(e, perms))
      .orderBy('sysUser.nickname')
      .orderBy('sysUser.id')
      .limit(MAX_ASKED)
      .execute();
    const people: typeof found = [];
    for (const person of found) {
      if (people.length >= MAX_PEOPLE) break;
      const { app, db, signal, requestId } = ctx;
      const { entityType: entity } = query;
      if (await viewerOf(app, db, { userId: person.id, entity, id: published.id, signal, requestId })) people.push(person);
    }
    return people;
  },
});
