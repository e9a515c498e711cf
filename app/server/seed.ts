import type { App } from '#kit/server/ctx.ts';
import { applySeeds, seedAdmin } from '#modules/system/server/index.ts';

/** Reports what the seeding is doing, for /health/ready and the console. */
export type Progress = (phase: string, percent: number) => void;

/** What every installation needs: menus, dictionaries, configs, the administrator, the rows of the modules. Repeatable. */
export async function seedPlatform(app: App, progress: Progress): Promise<{ username: string; password: string | null }> {
  progress('写入菜单、字典与参数', 22);
  const admin = await app.db.transaction().execute(async (db) => {
    await applySeeds(db, app.ids, app.modules);
    return seedAdmin(app, db);
  });
  for (const module of app.modules) {
    progress(`初始化模块 ${module.name}`, 26);
    await app.db.transaction().execute(async (db) => module.seed?.(app, db));
  }
  return admin;
}
