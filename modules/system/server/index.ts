import { defineServerModule, type ConfigSeed } from '#kit/server/module.ts';
import { loadAccount, nicknameOf } from './account.ts';
import { authHandlers, captchaHandlers, resetHandlers, sessionHandlers } from './auth/handlers.ts';
import { startHousekeeping } from './auth/housekeeping.ts';
import { missingForReset } from './auth/channels.ts';
import { SELF_RESET, SMS_ENABLED, authConfigs } from './auth/settings.ts';
import { missingForSms } from './auth/sms-gateway.ts';
import { RESET_JOB, RESET_NOTICE_JOB, mailAfterReset, sendResetCode } from './auth/reset.ts';
import { SMS_JOB, sendSms } from './auth/sms.ts';
import { configs } from './configs.ts';
import { depts } from './depts/index.ts';
import { dictItemRoutes, dicts } from './dicts.ts';
import { homeHandlers } from './home/home.ts';
import { figures, search } from './home/overview.ts';
import { siteHandlers } from './home/site.ts';
import { hostRegistry, hosts, recycledHosts } from './hosts/index.ts';
import { logChains, verifyJob, VERIFY_JOB } from './log-chain/log-chain.ts';
import { logRetention } from './log-chain/retention.ts';
import { loginLogHandlers } from './login-log/login-log.ts';
import { menus } from './menus/index.ts';
import { onlineHandlers } from './online/online.ts';
import { operLogs } from './oper-logs.ts';
import { posts } from './posts.ts';
import { profileHandlers } from './profile/profile.ts';
import { pushHandlers } from './push/stream.ts';
import { autoPurge } from './recycle/auto-purge.ts';
import { recycle } from './recycle/index.ts';
import { ownRecycle } from './recycle/own.ts';
import { roles } from './roles/index.ts';
import { configs as configSeeds } from './seed/configs.ts';
import { dataDicts } from './seed/data-dicts.ts';
import { menus as menuSeeds } from './seed/menus.ts';
import { systemDicts } from './seed/system-dicts.ts';
import { users } from './users/index.ts';
import { roleRequests } from './users/todos.ts';
import { platformSets } from './platform-sets.ts';

export { accountFrom, grantsOf, loadAccount } from './account.ts';
export { readConfig, readNumberConfig, readSecretConfig } from './config-values.ts';
export { hashPassword, verifyPassword } from './auth/hash.ts';
export { assertPicture } from './auth/code-limits.ts';
export { assertPassword, knownBrowser, type GuardedLink } from './auth/link-guesses.ts';
export { enforceRate, type RateLimit } from './auth/rate-limit.ts';
export { addressKey, assertOpen, reserveAll, settle, take, type Limit } from './auth/throttle.ts';
export { authenticate, sessionLives, startSession } from './auth/session-store.ts';
export { sessionStates } from './push/states.ts';
export { deptIdsBelow, deptPathOf } from './depts/tree.ts';
export { dictItems } from './dicts.ts';
export { accountNames, deptNames, postNames, type NameSearch } from './names.ts';
export { routesFor } from './menus/routes-for.ts';
export { ADMIN_USERNAME, DEMO_PASSWORD, seedAdmin } from './seed/admin.ts';
export { applySeeds } from './seed/apply.ts';

const MISSING: Readonly<Record<string, ConfigSeed['missing']>> = { [SMS_ENABLED]: missingForSms, [SELF_RESET]: missingForReset };

/** Organisation, accounts, rights, dictionaries, settings and logs. */
export const systemModule = defineServerModule({
  name: 'system',
  needs: [],
  migrations: { name: 'system', folder: new URL('./migrations/', import.meta.url) },
  platformSets,
  routes: [
    authHandlers,
    captchaHandlers,
    sessionHandlers,
    resetHandlers,
    pushHandlers,
    profileHandlers,
    homeHandlers,
    siteHandlers,
    loginLogHandlers,
    onlineHandlers,
    users,
    roles,
    menus,
    depts,
    posts,
    dicts,
    dictItemRoutes,
    configs,
    hosts,
    operLogs,
    recycle,
    logChains,
  ],
  menus: menuSeeds,
  dicts: [...systemDicts, ...dataDicts],
  configs: [
    ...configSeeds,
    // what a setting needs is known by the code that reads the settings
    ...authConfigs.map((seed) => ({ ...seed, missing: MISSING[seed.key] })),
  ],
  jobs: { [SMS_JOB]: sendSms, [RESET_JOB]: sendResetCode, [RESET_NOTICE_JOB]: mailAfterReset, [VERIFY_JOB]: verifyJob },
  tasks: { 'system.logRetention': logRetention, 'system.recyclePurge': autoPurge },
  schedules: [
    { code: 'system.logRetention', name: '清理到期日志', task: 'system.logRetention', cron: '0 10 3 * * ?' },
    { code: 'system.recyclePurge', name: '清理回收站', task: 'system.recyclePurge', cron: '0 40 3 * * ?' },
  ],
  recycle: [...ownRecycle, recycledHosts],
  hosts: hostRegistry,
  nicknameOf,
  accountOf: loadAccount,
  start: startHousekeeping,
  figures,
  search,
  todos: [roleRequests],
});
