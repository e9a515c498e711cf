import type { App, Db } from '#kit/server/ctx.ts';

/** What secret settings are sealed for; the key of the setting follows. */
export const CONFIG_PURPOSE = 'sys_config';

/** The value of a setting, null when it does not exist or is disabled. Read from the database each time: every node sees a change at once. */
export async function readConfig(db: Db, key: string): Promise<string | null> {
  const row = await db
    .selectFrom('sysConfig')
    .select(['configValue', 'configType'])
    .where('configKey', '=', key)
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (row?.configType === 'secret') throw new Error(`config ${key} is a secret: use readSecretConfig`);
  return row?.configValue ?? null;
}

/** As `readConfig`, for a numeric setting; `fallback` when it is missing or not a number. */
export async function readNumberConfig(db: Db, key: string, fallback: number): Promise<number> {
  const value = await readConfig(db, key);
  const number = value === null || value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : fallback;
}

/** The opened value of a secret setting, null when it is missing, disabled or empty. Never send it anywhere a person can read it. */
export async function readSecretConfig(app: App, db: Db, key: string): Promise<string | null> {
  const row = await db
    .selectFrom('sysConfig')
    .select('configValue')
    .where('configKey', '=', key)
    .where('configType', '=', 'secret')
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.configValue ? app.secrets.open(row.configValue, `${CONFIG_PURPOSE}:${key}`) : null;
}
