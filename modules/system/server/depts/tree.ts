import type { Db } from '#kit/server/ctx.ts';
import { AppError } from '#kit/contract/errors.ts';
import { ROOT_ID } from '../../contract/fields.ts';

/** Ids of the path from the root to a department, itself included: `/1/12/` → 1, 12. */
export const idsOfPath = (path: string): string[] => path.split('/').filter(Boolean);

/** The departments from the root down to `deptId`, itself included; empty for an unknown one. */
export async function deptPathOf(db: Db, deptId: string): Promise<{ id: string; deptName: string }[]> {
  const dept = await db.selectFrom('sysDept').select('path').where('id', '=', deptId).executeTakeFirst();
  if (!dept) return [];
  const rows = await db.selectFrom('sysDept').select(['id', 'deptName', 'path']).where('id', 'in', idsOfPath(dept.path)).execute();
  return rows.sort((a, b) => a.path.length - b.path.length).map(({ id, deptName }) => ({ id, deptName }));
}

/** Ids of a department and everything below it. */
export async function deptIdsBelow(db: Db, deptId: string): Promise<string[]> {
  const dept = await db.selectFrom('sysDept').select('path').where('id', '=', deptId).where('deletedAt', 'is', null).executeTakeFirst();
  if (!dept) return [];
  const rows = await db.selectFrom('sysDept').select('id').where('path', 'like', `${dept.path}%`).where('deletedAt', 'is', null).execute();
  return rows.map((row) => row.id);
}

/** The path below which children of `parentId` live; throws when there is no such department. */
export async function pathOfParent(db: Db, parentId: string): Promise<string> {
  if (parentId === ROOT_ID) return '/';
  const parent = await db.selectFrom('sysDept').select('path').where('id', '=', parentId).where('deletedAt', 'is', null).executeTakeFirst();
  if (!parent) throw new AppError('rule.broken', '上级部门不存在，请重新选择', [{ path: 'parentId', message: '上级部门不存在' }]);
  return parent.path;
}
