import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { DeptMovePreview } from '../../contract/dept.ts';
import { ROOT_ID } from '../../contract/fields.ts';
import { deptPathOf, idsOfPath } from './tree.ts';

/** Accounts in the departments whose roles reach everything below their own department. */
async function reachingDown(db: Db, deptIds: readonly string[]): Promise<number> {
  if (deptIds.length === 0) return 0;
  const { total } = await db
    .selectFrom('sysUser')
    .select((e) => e.fn.countAll<string>().as('total'))
    .where('deptId', 'in', deptIds)
    .where('deletedAt', 'is', null)
    .where((e) =>
      e.exists(
        e
          .selectFrom('sysUserRole')
          .innerJoin('sysRole', 'sysRole.id', 'sysUserRole.roleId')
          .select('sysRole.id')
          .whereRef('sysUserRole.userId', '=', 'sysUser.id')
          .where('sysRole.dataScope', '=', '4')
          .where('sysRole.status', '=', '1')
          .where('sysRole.deletedAt', 'is', null),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** What a move would change; nothing is written. */
export async function movePreview(ctx: Ctx, id: string, parentId: string): Promise<z.input<typeof DeptMovePreview>> {
  const { db } = ctx;
  const dept = await db
    .selectFrom('sysDept')
    .select(['path', 'deptName', 'parentId'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'sysDept.id' }))
    .executeTakeFirst();
  if (!dept) throw new AppError('entity.notFound');
  const parent =
    parentId === ROOT_ID
      ? { path: '/' }
      : await db.selectFrom('sysDept').select('path').where('id', '=', parentId).where('deletedAt', 'is', null).executeTakeFirst();
  const inside = db.selectFrom('sysDept').where('path', 'like', `${dept.path}%`).where('deletedAt', 'is', null);
  const { depts } = await inside.select((e) => e.fn.countAll<string>().as('depts')).executeTakeFirstOrThrow();
  const { users } = await db
    .selectFrom('sysUser')
    .select((e) => e.fn.countAll<string>().as('users'))
    .where('deletedAt', 'is', null)
    .where('deptId', 'in', inside.select('id'))
    .executeTakeFirstOrThrow();
  const oldAbove = idsOfPath(dept.path).slice(0, -1);
  const newAbove = parent ? idsOfPath(parent.path) : oldAbove;
  const problem = !parent
    ? '上级部门不存在，请重新选择'
    : parent.path.startsWith(dept.path)
      ? '上级部门不能是自身或自身的下级'
      : parentId === dept.parentId
        ? '上级部门没有变化'
        : null;
  return {
    problem,
    fromPath: (await deptPathOf(db, id)).map((row) => row.deptName),
    toPath: [...(parent && parentId !== ROOT_ID ? (await deptPathOf(db, parentId)).map((row) => row.deptName) : []), dept.deptName],
    deptCount: Number(depts),
    userCount: Number(users),
    gaining: await reachingDown(
      db,
      newAbove.filter((each) => !oldAbove.includes(each)),
    ),
    losing: await reachingDown(
      db,
      oldAbove.filter((each) => !newAbove.includes(each)),
    ),
  };
}
