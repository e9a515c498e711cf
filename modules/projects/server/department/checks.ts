import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { SimilarRecord } from '../../contract/record.ts';
import { makesCircle, TOP } from '../../core/department.ts';
import { normalName } from '../../core/normal-name.ts';
import { fieldRefusal } from '../record-rules.ts';
import { ownership } from '../record.ts';
import { TABLE, visible } from './queries.ts';

const SHOWN_SIMILAR = 5;

/** Nobody else has the code. Throws entity.duplicate. */
export async function assertCode(ctx: Ctx, deptCode: string, id: string | null): Promise<void> {
  let taken = ctx.db.selectFrom(TABLE).select('id').where('deletedAt', 'is', null).where('deptCode', '=', deptCode);
  if (id !== null) taken = taken.where('id', '!=', id);
  if (await taken.executeTakeFirst())
    throw new AppError('entity.duplicate', '单元编码已存在', [{ path: 'deptCode', message: '单元编码已存在' }]);
}

/** The department exists, the caller reaches it, and no other unit is it. Throws rule.broken or entity.duplicate. */
export async function assertLink(ctx: Ctx, sysDeptId: string | null, id: string | null): Promise<void> {
  if (sysDeptId === null) return;
  const dept = await ctx.db
    .selectFrom('sysDept')
    .select('id')
    .where('id', '=', sysDeptId)
    .where('deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'sysDept.id' }))
    .executeTakeFirst();
  if (!dept) throw fieldRefusal('sysDeptId', '关联的系统部门不存在或不在您的数据范围内');
  let taken = ctx.db.selectFrom(TABLE).select('deptName').where('deletedAt', 'is', null).where('sysDeptId', '=', sysDeptId);
  if (id !== null) taken = taken.where('id', '!=', id);
  const other = await taken.executeTakeFirst();
  if (!other) return;
  const message = `该系统部门已关联生产单元“${other.deptName}”`;
  throw new AppError('entity.duplicate', message, [{ path: 'sysDeptId', message }]);
}

/**
 * The unit above exists, the caller reaches it, and it does not stand below the unit itself; null at the top. Moves lock the tree, so that
 * two of them at the same time cannot make a circle together. Throws rule.broken.
 */
export async function assertParent(ctx: Ctx, parentId: string, id: string | null): Promise<{ deptId: string | null } | null> {
  if (parentId === TOP) return null;
  const parent = await visible(ctx).select('deptId').where('id', '=', parentId).executeTakeFirst();
  if (!parent) throw fieldRefusal('parentId', '上级单元不存在或不在您的数据范围内');
  if (id === null) return parent;
  const units = await ctx.db
    .selectFrom(TABLE)
    .select(['id', 'parentId'])
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (makesCircle(units, id, parentId)) throw fieldRefusal('parentId', '上级单元不能是本单元或其下级单元');
  return parent;
}

/** Units of the same name. What is out of the caller's reach is not named. */
export async function similarTo(ctx: Ctx, deptName: string, id: string | null): Promise<SimilarRecord[]> {
  const name = normalName(deptName);
  if (name === '') return [];
  let rows = ctx.db
    .selectFrom(TABLE)
    .select(['id', 'deptName', 'deptCode', sql<boolean>`${scope(ctx, ownership(TABLE))}`.as('isReached')])
    .where('deletedAt', 'is', null)
    .where('normalName', '=', name);
  if (id !== null) rows = rows.where('id', '!=', id);
  const found = await rows.orderBy('id').limit(SHOWN_SIMILAR).execute();
  return found.map((row) =>
    row.isReached
      ? { id: row.id, title: row.deptName, detail: row.deptCode }
      : { id: null, title: '其他部门的记录', detail: '不在您的数据范围内' },
  );
}
