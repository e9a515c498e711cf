import { defineServerModule } from '#kit/server/module.ts';
import { SERVICE_CALL_PREFIX, SERVICE_EXECUTE } from './services/asked.ts';
import { serviceCallsOf } from './services/calls.ts';
import { serviceCalls } from './services/index.ts';
import { serviceReleases } from './services/release.ts';
import { serviceLogs } from './services/log-calls.ts';
import { CALL_PREFIX } from '../core/address.ts';
import { dataApis } from './apis/index.ts';
import { apiReleases } from './apis/release.ts';
import { offlineTask, retirements } from './apis/retire.ts';
import { appLineageTask } from './apis/lineage-task.ts';
import { apps } from './apps/index.ts';
import { keySchedules, keyTasks } from './apps/key-tasks.ts';
import { apiLogs } from './logs/log-calls.ts';
import { cleanCallLog, logConfigs } from './logs/log-retention.ts';
import { authenticateKey } from './calls/authenticate.ts';
import { callsOf, startCalls } from './calls/of-node.ts';
import { groups } from './groups/index.ts';
import { apiMasks } from './masks/index.ts';
import { plans } from './plans/index.ts';
import { dicts, menus } from './menus.ts';
import { applyType } from './drd/granting.ts';
import { FILE_JOB } from './drd/effects.ts';
import { endApplies } from './drd/ending.ts';
import { fileConfigs, fileJob } from './drd/file-job.ts';
import { drds, drdUses } from './drd/index.ts';
import { drdSets } from './drd/platform-sets.ts';
import { drdType } from './drd/publishing.ts';
import { appliesToDecide, drdsToPublish } from './drd/todos.ts';
import { alarmConfigs, watchTask } from './statistics/alarms.ts';
import { platformSets } from './statistics/platform-sets.ts';
import { logHealth, logMetrics } from './statistics/telling.ts';
import { statistics } from './statistics/usage.ts';
import { stores } from './stores/index.ts';
import { sampleStores, SCAN_JOB, scanJob } from './stores/scan.ts';
import { squares } from './square/index.ts';
import { subscriptionType } from './subscriptions/approval.ts';
import { apiTransfers } from './transfer/index.ts';
import { subscriptions } from './subscriptions/index.ts';
import { reminderTask } from './subscriptions/reminders.ts';
import { subscriptionsToDecide } from './subscriptions/todos.ts';

export { SERVICE_EXECUTE } from './services/asked.ts';
export { callsOf } from './calls/of-node.ts';
export { rowsOfApi, shapeOfApi } from './apis/in-process.ts';
export { serviceCallsOf } from './services/calls.ts';

/** Data APIs and services that applications call with keys. */
export const marketModule = defineServerModule({
  name: 'market',
  needs: ['system', 'files', 'notices', 'sources', 'gate', 'lineage', 'catalogue', 'library', 'datasets'],
  migrations: { name: 'market', folder: new URL('./migrations/', import.meta.url) },
  routes: [
    serviceCalls,
    serviceLogs,
    dataApis,
    plans,
    apiMasks,
    apiTransfers,
    retirements,
    groups,
    apps,
    subscriptions,
    squares,
    apiLogs,
    statistics,
    stores,
    drds,
    drdUses,
  ],
  menus,
  dicts,
  hot: [
    { prefix: CALL_PREFIX, handle: (app, call) => callsOf(app).handle(call) },
    { prefix: SERVICE_CALL_PREFIX, handle: (app, call) => serviceCallsOf(app).handle(call) },
    { prefix: SERVICE_EXECUTE, isExact: true, handle: (app, call) => serviceCallsOf(app).handle(call) },
  ],
  configs: [...logConfigs, ...alarmConfigs, ...fileConfigs],
  platformSets: [...platformSets, ...drdSets],
  metrics: logMetrics,
  health: logHealth,
  authenticateKey,
  businessTypes: [apiReleases.type, serviceReleases.type, subscriptionType, drdType, applyType],
  todos: [subscriptionsToDecide, appliesToDecide, drdsToPublish],
  jobs: { [SCAN_JOB]: { run: scanJob, atOnce: 1 }, [FILE_JOB]: { run: fileJob, atOnce: 1 } },
  tasks: {
    'market.appLineage': appLineageTask,
    'market.cleanCallLog': cleanCallLog,
    'market.watchCalls': watchTask,
    'market.sampleStores': sampleStores,
    'market.endApplies': endApplies,
    'market.offline': offlineTask,
    'market.reminders': reminderTask,
    ...keyTasks,
  },
  schedules: [
    { code: 'market.appLineage', name: '应用血缘更新', task: 'market.appLineage', cron: '0 50 2 * * ?' },
    { code: 'market.cleanCallLog', name: '接口日志清理', task: 'market.cleanCallLog', cron: '0 40 3 * * ?' },
    { code: 'market.watchCalls', name: '接口告警', task: 'market.watchCalls', cron: '30 */5 * * * ?' },
    { code: 'market.sampleStores', name: '数据存储采样', task: 'market.sampleStores', cron: '0 15 * * * ?' },
    { code: 'market.endApplies', name: '资源使用到期处理', task: 'market.endApplies', cron: '0 5 * * * ?' },
    { code: 'market.offline', name: '数据API按预告下线', task: 'market.offline', cron: '0 */5 * * * ?' },
    { code: 'market.reminders', name: '订阅到期与API下线提醒', task: 'market.reminders', cron: '0 30 8 * * ?' },
    ...keySchedules,
  ],
  start: startCalls,
});
