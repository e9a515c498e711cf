import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Db } from '#kit/server/ctx.ts';

interface Named {
  id: string;
  name: string;
}

/** Fields of the account shared by the sign-in reply and the session user: department, enabled roles, posts. */
export async function personOf(db: Db, userId: string) {
  const row = await db
    .selectFrom('sysUser as u')
    .leftJoin('sysDept as d', (join) => join.onRef('d.id', '=', 'u.deptId').on('d.deletedAt', 'is', null))
    .select(['u.id', 'u.username', 'u.nickname', 'u.phone', 'u.avatar', 'u.deptId', 'd.deptName'])
    .select([
      sql<Named[]>`coalesce((select json_agg(json_build_object('id', r.id, 'name', r.role_name) order by r.sort_no, r.id)
        from sys_user_role ur join sys_role r on r.id = ur.role_id
        where ur.user_id = u.id and r.status = '1' and r.deleted_at is null), '[]'::json)`.as('roles'),
      sql<Named[]>`coalesce((select json_agg(json_build_object('id', p.id, 'name', p.post_name) order by p.sort_no, p.id)
        from sys_user_post up join sys_post p on p.id = up.post_id
        where up.user_id = u.id and p.deleted_at is null), '[]'::json)`.as('posts'),
    ])
    .where('u.id', '=', userId)
    .where('u.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}
