import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Db } from '#kit/server/ctx.ts';

/** Columns, views and the like of every list: generous, but not a place to store files. */
const MAX_KEYS = 500;

export type Json = z.output<ReturnType<typeof z.json>>;

/** What a person has stored under a name, null when nothing. */
export async function readPreference(db: Db, userId: string, key: string): Promise<Json> {
  const row = await db.selectFrom('sysPreference').select('value').where('userId', '=', userId).where('key', '=', key).executeTakeFirst();
  return (row?.value ?? null) as Json;
}

/** Stores a value under a name; `null` removes it. Throws rule.broken beyond 500 names. */
export async function savePreference(db: Db, input: { userId: string; key: string; value: Json; now: Date }): Promise<void> {
  const { userId, key, value, now } = input;
  if (value === null) {
    await db.deleteFrom('sysPreference').where('userId', '=', userId).where('key', '=', key).execute();
    return;
  }
  const stored = await sql`insert into sys_preference (user_id, key, value, update_time)
    select ${userId}, ${key}, ${JSON.stringify(value)}::jsonb, ${now}::timestamptz
    where (select count(*) from sys_preference where user_id = ${userId} and key <> ${key}) < ${MAX_KEYS}
    on conflict (user_id, key) do update set value = excluded.value, update_time = excluded.update_time
    returning key`.execute(db);
  if (stored.rows.length === 0) throw new AppError('rule.broken', '个人偏好过多，请先清理');
}
