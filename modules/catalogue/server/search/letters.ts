import { sql } from 'kysely';
import type { App } from '#kit/server/ctx.ts';

/**
 * Says in the log when the database tells letters outside ASCII apart by bytes alone (LC_CTYPE = C without a UTF-8 provider). The search
 * itself does not depend on it: its keys are made here and compared byte by byte.
 */
export async function warnAboutCollation(app: App): Promise<void> {
  const { rows } = await sql<{ knows: boolean; ctype: string }>`
    select lower('ＡÉ') = 'ａé' as knows, datctype as ctype from pg_database where datname = current_database()`.execute(app.db);
  const [found] = rows;
  if (found && !found.knows)
    app.log.warn(
      { ctype: found.ctype },
      `数据库的 LC_CTYPE 为 ${found.ctype}，不认识 ASCII 以外的字母：数据检索不受影响，但列表中不区分大小写的查找（ILIKE）和三元组索引对中文、全角和重音字母不可靠，建议另建 UTF-8 区域的数据库后迁移`,
    );
}
