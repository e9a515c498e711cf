import { defineServerModule } from '#kit/server/module.ts';
import { books } from './books.ts';
import { columns } from './columns.ts';
import { datas } from './datas.ts';
import { DELIVER_JOB, deliverJob } from './distribute/deliver.ts';
import { targets } from './distribute/targets.ts';
import { distributionHealth, feedConfigs, startDeliveries, tidyFeeds } from './distribute/work.ts';
import { facts } from './facts.ts';
import { family } from './family.ts';
import { noteMissingLineage } from './lineage.ts';
import { loadPlanned } from './load-plan.ts';
import { abandonedLoad, LOAD_JOB } from './load-runs.ts';
import { loadJob } from './load.ts';
import { maps } from './maps.ts';
import { matchCalls } from './match/calls.ts';
import { MATCH_JOB, matchJob } from './match/job.ts';
import { menus } from './menus.ts';
import { abandonedBatch, MERGE_JOB, mergeBatchJob } from './merge/batch-job.ts';
import { mergeCalls } from './merge/calls.ts';
import { modelType } from './model-approval.ts';
import { approvalSettings } from './model-settings.ts';
import { models } from './models.ts';
import { loadType, TAKE_JOB } from './load-approval.ts';
import { abandonedTake, takeStagedJob } from './load-staged.ts';
import { recordAdditions } from './record-additions.ts';
import { recordProposals } from './record-approval.ts';
import { recycledModel } from './recycled.ts';
import { indexSearch, indexSearchJob, SEARCH_JOB } from './search-build.ts';

/** Master data: models that people draw up and have approved, and records of them that are filled in, loaded, matched, merged and distributed. */
export const masterdataModule = defineServerModule({
  name: 'masterdata',
  needs: [
    'system',
    'files',
    'notices',
    'projects',
    'workflow',
    'sources',
    'gate',
    'lineage',
    'catalogue',
    'managed',
    'standards',
    'forms',
    'market',
  ],
  migrations: { name: 'masterdata', folder: new URL('./migrations/', import.meta.url) },
  routes: [models, approvalSettings, datas, books, family, maps, matchCalls, mergeCalls, facts, columns, targets],
  jobs: {
    [MATCH_JOB]: matchJob,
    [LOAD_JOB]: { run: loadJob, atOnce: 1, abandoned: abandonedLoad },
    [TAKE_JOB]: { run: takeStagedJob, atOnce: 1, abandoned: abandonedTake },
    [MERGE_JOB]: { run: mergeBatchJob, atOnce: 1, abandoned: abandonedBatch },
    [SEARCH_JOB]: { run: indexSearchJob, atOnce: 1 },
    [DELIVER_JOB]: deliverJob,
  },
  tasks: { 'masterdata.loadPlanned': loadPlanned, 'masterdata.indexSearch': indexSearch, 'masterdata.tidyFeeds': tidyFeeds },
  schedules: [
    { code: 'masterdata.loadPlanned', name: '按计划接入主数据', task: 'masterdata.loadPlanned', cron: '20 * * * * ?' },
    { code: 'masterdata.indexSearch', name: '主数据检索键', task: 'masterdata.indexSearch', cron: '50 * * * * ?' },
    { code: 'masterdata.tidyFeeds', name: '主数据变更清理', task: 'masterdata.tidyFeeds', cron: '0 40 3 * * ?' },
  ],
  configs: feedConfigs,
  menus,
  businessTypes: [modelType, recordAdditions.type, recordProposals.type, loadType],
  recycle: [recycledModel],
  health: distributionHealth,
  seed: (app) => noteMissingLineage(app),
  start: startDeliveries,
});
