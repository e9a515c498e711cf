import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { containsText } from '#kit/server/crud.ts';
import { implement } from '#kit/server/module.ts';
import { user } from '../../contract/user.ts';
import { maskPhone } from '../../core/mask.ts';
import { forgetGuesses } from '../auth/guesses.ts';
import { deptPathOf } from '../depts/tree.ts';
import { assignRolesBatch, changeStatusBatch, moveBatch, resetPasswordBatch } from './batch.ts';
import { userExcel } from './excel.ts';
import { effectivePermissions } from './permissions.ts';
import { findUser, inDeptTree, seesPhones, userOptions, userPage } from './queries.ts';
import { assignRoles, changeStatus, createUser, removeUsers, resetPassword, updateUser } from './writes.ts';

/** Role whose accounts people may delegate to. */
const AUDIT_ROLE = 'audit';

export const users = implement(user, {
  ...userExcel,
  page: (ctx, { query }) => userPage(ctx, query),
  async get(ctx, { params }) {
    const found = await findUser(ctx, params.id);
    return seesPhones(ctx) ? found : { ...found, phone: maskPhone(found.phone) };
  },
  create: (ctx, { body }) => createUser(ctx, body),
  update: (ctx, { params, body }) => updateUser(ctx, params.id, body),
  remove: (ctx, { params }) => removeUsers(ctx, [params.id]),
  removeBatch: (ctx, { params }) => removeUsers(ctx, params.ids),
  list(ctx, { query }) {
    let rows = userOptions(ctx.db);
    if (query.keyword) {
      const { keyword } = query;
      rows = rows.where((e) => e.or([containsText('sysUser.username', keyword), containsText('sysUser.nickname', keyword)]));
    }
    if (query.deptId) rows = rows.where(inDeptTree(query.deptId));
    if (query.ids) rows = rows.where('sysUser.id', 'in', query.ids).limit(query.ids.length);
    return rows.execute();
  },
  audit: (ctx) =>
    userOptions(ctx.db)
      .where('sysUser.id', '!=', ctx.user.id)
      .where((e) =>
        e.exists(
          e
            .selectFrom('sysUserRole')
            .innerJoin('sysRole', 'sysRole.id', 'sysUserRole.roleId')
            .select('sysRole.id')
            .whereRef('sysUserRole.userId', '=', 'sysUser.id')
            .where('sysRole.roleCode', '=', AUDIT_ROLE)
            .where('sysRole.status', '=', '1')
            .where('sysRole.deletedAt', 'is', null),
        ),
      )
      .execute(),
  async dept(ctx, { params }) {
    const found = await ctx.db
      .selectFrom('sysUser')
      .leftJoin('sysDept', 'sysDept.id', 'sysUser.deptId')
      .select(['sysUser.deptId', 'sysDept.deptName'])
      .where('sysUser.id', '=', params.id)
      .where('sysUser.deletedAt', 'is', null)
      .executeTakeFirst();
    if (!found) throw new AppError('entity.notFound');
    return { ...found, ancestors: found.deptId === null ? [] : (await deptPathOf(ctx.db, found.deptId)).slice(0, -1) };
  },
  resetPassword: (ctx, { body }) => resetPassword(ctx, body.id),
  changeStatus: (ctx, { params, body }) => changeStatus(ctx, params.id, body.status),
  assignRoles: (ctx, { params, body }) => assignRoles(ctx, params.id, body),
  changeStatusBatch: (ctx, { body }) => changeStatusBatch(ctx, body),
  moveBatch: (ctx, { body }) => moveBatch(ctx, body),
  assignRolesBatch: (ctx, { body }) => assignRolesBatch(ctx, body),
  resetPasswordBatch: (ctx, { body }) => resetPasswordBatch(ctx, body),
  async unlock(ctx, { params }) {
    const found = await findUser(ctx, params.id, 'lock');
    // unlocking changes no rights, so any second person may unlock an administrator
    await forgetGuesses(ctx.db, found);
    await ctx.db
      .updateTable('sysUser')
      .set({ lockedUntil: null, guardedUntil: null, version: sql`version + 1` })
      .where('id', '=', found.id)
      .execute();
    ctx.audit.note(`解除用户“${found.nickname}（${found.username}）”的登录锁定`);
    return null;
  },
  permissions: (ctx, { params }) => effectivePermissions(ctx, params.id),
});
