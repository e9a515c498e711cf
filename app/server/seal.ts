import type pg from 'pg';
import { StartError } from '#kit/server/start-error.ts';

/** Keeps the fingerprint of the installation key in the database; a database sealed with another key stops the start. */
export async function assertSameKey(pool: pg.Pool, fingerprint: string): Promise<void> {
  await pool.query("insert into kit_seal (id, fingerprint) values ('key', $1) on conflict (id) do nothing", [fingerprint]);
  const { rows } = await pool.query<{ fingerprint: string }>("select fingerprint from kit_seal where id = 'key'");
  if (rows[0]?.fingerprint !== fingerprint)
    throw new StartError('SECRET_KEY 与该数据库首次启动时使用的密钥不一致，请改回原来的密钥后再启动');
}
