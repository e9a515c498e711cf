import { defineServerModule } from '#kit/server/module.ts';
import { jobs } from './jobs/index.ts';
import { scheduleLogs } from './jobs/logs.ts';
import { checkPlanned } from './jobs/planned.ts';
import { ruleItems, ruleLevels, ruleTypes, seedKinds } from './kinds.ts';
import { dicts, menus } from './menus.ts';
import { checkReports } from './reports/index.ts';
import { rules } from './rules/index.ts';
import { batches } from './run/calls.ts';
import { runBatch } from './run/job.ts';
import { scores } from './score/index.ts';
import { RUN_JOB } from './run/start.ts';

/** Rules about data: what they say, what they found, when they run. */
export const qualityModule = defineServerModule({
  name: 'quality',
  needs: ['system', 'standards', 'sources', 'gate', 'catalogue'],
  migrations: { name: 'quality', folder: new URL('./migrations/', import.meta.url) },
  routes: [ruleTypes, ruleItems, ruleLevels, rules, checkReports, batches, jobs, scheduleLogs, scores],
  menus,
  dicts,
  jobs: { [RUN_JOB]: { run: runBatch, atOnce: 2 } },
  tasks: { 'quality.checkPlanned': checkPlanned },
  schedules: [{ code: 'quality.checkPlanned', name: '按计划核查数据质量', task: 'quality.checkPlanned', cron: '40 * * * * ?' }],
  seed: seedKinds,
});
