import { sql, type Expression, type SqlBool } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, crudHandlers } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { dataScopeOf, scope } from '#kit/server/scope.ts';
import { Dept, DeptInput, DeptSearch } from '../../contract/dept.ts';
import { ROOT_ID } from '../../contract/fields.ts';
import { assertMayPutBelow } from '../grants.ts';
import { idsOfPath, pathOfParent } from './tree.ts';

type Input = z.output<typeof DeptInput>;

/** Departments are limited by the caller's data scope like everything else. */
export const inScope = (ctx: Ctx): Expression<SqlBool> => scope(ctx, { dept: 'sysDept.id' });

export const crud = crudHandlers(
  'sysDept',
  { row: Dept, input: DeptInput, search: DeptSearch },
  {
    label: '部门',
    nameField: 'deptName',
    search: { deptName: 'like', deptNo: 'like', status: 'eq' },
    sortable: ['sortNo', 'deptNo', 'deptName', 'createTime'],
    order: 'sortNo',
    unique: { deptNo: '部门编码已存在' },
    scope: { dept: 'sysDept.id' },
  },
);

const wrong = (path: string, message: string) => new AppError('rule.broken', message, [{ path, message }]);

/** Serialises writers of the tree: two moves that are valid on their own could form a cycle together. */
export async function lockTree(ctx: Ctx): Promise<void> {
  await ctx.db
    .selectFrom('sysDept')
    .select('id')
    .where('parentId', '=', ROOT_ID)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The caller may put departments below this parent: it is in scope; only an unlimited scope makes roots. */
async function assertParent(ctx: Ctx, parentId: string): Promise<string> {
  const path = await pathOfParent(ctx.db, parentId);
  const permissions = ctx.route.access.kind === 'perm' ? ctx.route.access.anyOf : [];
  const isReached =
    parentId === ROOT_ID
      ? dataScopeOf(ctx.user, permissions).all
      : (await ctx.db.selectFrom('sysDept').select('id').where('id', '=', parentId).where(inScope(ctx)).executeTakeFirst()) !== undefined;
  if (!isReached) throw wrong('parentId', '上级部门不在您的数据范围内');
  return path;
}

/** Name and leader: unique among the brothers, an existing account. */
async function assertFields(ctx: Ctx, body: Input, id: string | null): Promise<void> {
  let twin = ctx.db
    .selectFrom('sysDept')
    .select('id')
    .where('parentId', '=', body.parentId)
    .where('deptName', '=', body.deptName)
    .where('deletedAt', 'is', null);
  if (id !== null) twin = twin.where('id', '!=', id);
  if (await twin.executeTakeFirst())
    throw new AppError('entity.duplicate', '同一上级下已有同名部门', [{ path: 'deptName', message: '同一上级下已有同名部门' }]);
  if (body.leaderId === null) return;
  const leader = await ctx.db
    .selectFrom('sysUser')
    .select('id')
    .where('id', '=', body.leaderId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!leader) throw wrong('leaderId', '部门负责人不存在，请重新选择');
}

/** Gives a department and everything below it their new paths. */
async function move(ctx: Ctx, id: string, fromPath: string, parentPath: string): Promise<void> {
  if (parentPath.startsWith(fromPath)) throw wrong('parentId', '上级部门不能是自身或自身的下级');
  const toPath = `${parentPath}${id}/`;
  const moving = await ctx.db
    .selectFrom('sysDept')
    .select('id')
    .where('path', 'like', `${fromPath}%`)
    .where('deletedAt', 'is', null)
    .execute();
  const oldAncestors = idsOfPath(fromPath).slice(0, -1);
  const newAncestors = idsOfPath(parentPath).filter((each) => !oldAncestors.includes(each));
  await assertMayPutBelow(
    ctx,
    moving.map((row) => row.id),
    newAncestors,
  );
  await sql`update sys_dept set path = ${toPath} || substr(path, ${fromPath.length + 1}::int) where path like ${`${fromPath}%`}`.execute(
    ctx.db,
  );
}

/** Makes a department below a parent that the caller reaches. */
export async function createDept(ctx: Ctx, body: Input): Promise<{ id: string }> {
  const path = await assertParent(ctx, body.parentId);
  await assertFields(ctx, body, null);
  const taken = await ctx.db
    .selectFrom('sysDept')
    .select('id')
    .where('deptNo', '=', body.deptNo)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (taken) throw new AppError('entity.duplicate', '部门编码已存在', [{ path: 'deptNo', message: '部门编码已存在' }]);
  const id = ctx.app.ids.next();
  const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
  await ctx.db
    .insertInto('sysDept')
    .values({ ...body, id, path: `${path}${id}/`, ...stamp })
    .execute();
  ctx.audit.change({ entity: '部门', id, name: body.deptName, before: null, after: body });
  return { id };
}

/** Changes a department; another parent moves it with everything below. */
export async function updateDept(
  ctx: Ctx,
  input: { params: { id: string }; body: Input & { version: number } },
): Promise<{ version: number }> {
  const { params, body } = input;
  await lockTree(ctx);
  const before = await ctx.db
    .selectFrom('sysDept')
    .select(['path', 'parentId', 'version'])
    .where('id', '=', params.id)
    .where('deletedAt', 'is', null)
    .where(inScope(ctx))
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new AppError('entity.notFound');
  assertVersion(before, body);
  await assertFields(ctx, body, params.id);
  if (body.parentId !== before.parentId) await move(ctx, params.id, before.path, await assertParent(ctx, body.parentId));
  return crud.update(ctx, input);
}
