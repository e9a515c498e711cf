import { defineServerModule } from '#kit/server/module.ts';
import { deliverAlert } from './alerts/deliver.ts';
import { ALERT_JOB } from './alerts/follow.ts';
import { alertLogs, alertRules } from './alerts/index.ts';
import { overdueAlerts } from './alerts/overdue.ts';
import { sweepComparisons } from './compare/compare.ts';
import { compareConfigs } from './compare/settings.ts';
import { issueReminders } from './issues/due.ts';
import { checkIssues } from './issues/index.ts';
import { issueTermConfigs } from './issues/terms.ts';
import { issueTodos } from './issues/todos.ts';
import { waivers } from './issues/waive.ts';
import { jobs } from './jobs/index.ts';
import { scheduleLogs } from './jobs/logs.ts';
import { checkPlanned } from './jobs/planned.ts';
import { planApprovals } from './jobs/turn.ts';
import { ruleApprovals } from './rules/release.ts';
import { ruleItems, ruleLevels, ruleTypes, seedKinds } from './kinds.ts';
import { dicts, menus } from './menus.ts';
import { checkReports } from './reports/index.ts';
import { reportFiles } from './reports/file-calls.ts';
import { cleanUp, retentionConfigs } from './reports/retention.ts';
import { figures, search } from './overview.ts';
import { rules } from './rules/index.ts';
import { batches } from './run/calls.ts';
import { calendarConfig, dropDistributionsOfSensitive } from './run/figures.ts';
import { abandonedRun, runBatch } from './run/job.ts';
import { scores } from './score/index.ts';
import { keepSnapshot, snapshots } from './score/snapshots.ts';
import { standardRules } from './standard/index.ts';
import { suggestionCalls } from './suggest/index.ts';
import { RUN_JOB } from './run/start.ts';

/** Rules about data: what they say, what they found, when they run. */
export const qualityModule = defineServerModule({
  name: 'quality',
  needs: ['system', 'notices', 'standards', 'sources', 'gate', 'lineage', 'catalogue'],
  migrations: { name: 'quality', folder: new URL('./migrations/', import.meta.url) },
  routes: [
    ruleTypes,
    ruleItems,
    ruleLevels,
    rules,
    checkReports,
    batches,
    jobs,
    scheduleLogs,
    scores,
    checkIssues,
    reportFiles,
    snapshots,
    standardRules,
    alertRules,
    alertLogs,
    suggestionCalls,
  ],
  menus,
  dicts,
  jobs: { [RUN_JOB]: { run: runBatch, atOnce: 2, abandoned: abandonedRun }, [ALERT_JOB]: { run: deliverAlert, atOnce: 2 } },
  configs: [...issueTermConfigs, ...retentionConfigs, calendarConfig, ...compareConfigs],
  businessTypes: [waivers.type, planApprovals.type, ruleApprovals.type],
  todos: [issueTodos],
  figures,
  search,
  tasks: {
    'quality.checkPlanned': checkPlanned,
    'quality.issueDue': issueReminders,
    'quality.alertDue': overdueAlerts,
    'quality.snapshot': keepSnapshot,
    'quality.cleanUp': cleanUp,
  },
  schedules: [
    { code: 'quality.checkPlanned', name: '按计划核查数据质量', task: 'quality.checkPlanned', cron: '40 * * * * ?' },
    { code: 'quality.alertDue', name: '发送遗留的质量告警', task: 'quality.alertDue', cron: '20 * * * * ?' },
    { code: 'quality.issueDue', name: '质量问题逾期提醒', task: 'quality.issueDue', cron: '0 15 * * * ?' },
    // every night, so that a first of a month on which nothing ran is made up for
    { code: 'quality.snapshot', name: '质量月度快照', task: 'quality.snapshot', cron: '0 20 0 * * ?' },
    { code: 'quality.cleanUp', name: '质量核查结果清理', task: 'quality.cleanUp', cron: '0 50 3 * * ?' },
  ],
  seed: seedKinds,
  async start(app) {
    await sweepComparisons(app);
    const stop = dropDistributionsOfSensitive(app);
    return () => Promise.resolve(stop());
  },
});
