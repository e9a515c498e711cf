import { defineServerModule } from '#kit/server/module.ts';
import { configs } from './configs.ts';
import { dictItemRoutes, dicts } from './dicts.ts';
import { posts } from './posts.ts';
import { configs as configSeeds } from './seed/configs.ts';
import { dataDicts } from './seed/data-dicts.ts';
import { menus as menuSeeds } from './seed/menus.ts';
import { systemDicts } from './seed/system-dicts.ts';

export { accountFrom, grantsOf, loadAccount } from './account.ts';
export { readConfig, readNumberConfig, readSecretConfig } from './configs.ts';
export { authenticate, startSession } from './auth/session-store.ts';
export { dictItems } from './dicts.ts';
export { ADMIN_USERNAME, DEMO_PASSWORD, seedAdmin } from './seed/admin.ts';
export { applySeeds } from './seed/apply.ts';

/** Organisation, accounts, rights, dictionaries, settings and logs. */
export const systemModule = defineServerModule({
  name: 'system',
  needs: [],
  migrations: new URL('./migrations/', import.meta.url),
  routes: [posts, dicts, dictItemRoutes, configs],
  menus: menuSeeds,
  dicts: [...systemDicts, ...dataDicts],
  configs: configSeeds,
});
