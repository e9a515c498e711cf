import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';

/**
 * Recomputes which menus are enabled including all their ancestors; every write to sys_menu ends with it. A missing parent counts as
 * disabled.
 */
export async function refreshEffective(db: Db): Promise<void> {
  await sql`with recursive reached as (
      select id from sys_menu where parent_id = '0' and status = '1' and deleted_at is null
      union all
      select child.id from sys_menu child join reached on child.parent_id = reached.id where child.status = '1' and child.deleted_at is null
    ), wanted as (
      select m.id, case when r.id is null then '0' else '1' end as is_effective from sys_menu m left join reached r on r.id = m.id
    )
    update sys_menu m set is_effective = wanted.is_effective from wanted where wanted.id = m.id and m.is_effective <> wanted.is_effective`.execute(
    db,
  );
}
