import { defineServerModule } from '#kit/server/module.ts';
import { authHandlers, captchaHandlers, sessionHandlers } from './auth/handlers.ts';
import { startHousekeeping } from './auth/housekeeping.ts';
import { authConfigs } from './auth/settings.ts';
import { SMS_JOB, sendSms } from './auth/sms.ts';
import { configs } from './configs.ts';
import { dictItemRoutes, dicts } from './dicts.ts';
import { homeHandlers } from './home/home.ts';
import { siteHandlers } from './home/site.ts';
import { loginLogHandlers } from './login-log/login-log.ts';
import { onlineHandlers } from './online/online.ts';
import { posts } from './posts.ts';
import { profileHandlers } from './profile/profile.ts';
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
  routes: [
    authHandlers,
    captchaHandlers,
    sessionHandlers,
    profileHandlers,
    homeHandlers,
    siteHandlers,
    loginLogHandlers,
    onlineHandlers,
    posts,
    dicts,
    dictItemRoutes,
    configs,
  ],
  menus: menuSeeds,
  dicts: [...systemDicts, ...dataDicts],
  configs: [...configSeeds, ...authConfigs],
  jobs: { [SMS_JOB]: sendSms },
  start: startHousekeeping,
});
