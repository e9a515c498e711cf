import { defineServerModule } from '#kit/server/module.ts';
import { books } from './books.ts';
import { datas } from './datas.ts';
import { family } from './family.ts';
import { LOAD_JOB, loadJob } from './load.ts';
import { maps } from './maps.ts';
import { matchCalls } from './match/calls.ts';
import { MATCH_JOB, matchJob } from './match/job.ts';
import { menus } from './menus.ts';
import { mergeCalls } from './merge/calls.ts';
import { modelType } from './model-approval.ts';
import { models } from './models.ts';
import { recordProposals } from './record-approval.ts';
import { recycledModel } from './recycled.ts';

/** Master data: models that people draw up and have approved, and records of them that are filled in, loaded, matched and merged. */
export const masterdataModule = defineServerModule({
  name: 'masterdata',
  needs: ['system', 'files', 'notices', 'projects', 'workflow', 'sources', 'gate', 'lineage', 'catalogue', 'managed', 'standards', 'forms'],
  migrations: { name: 'masterdata', folder: new URL('./migrations/', import.meta.url) },
  routes: [models, datas, books, family, maps, matchCalls, mergeCalls],
  jobs: { [MATCH_JOB]: matchJob, [LOAD_JOB]: { run: loadJob, atOnce: 1 } },
  menus,
  businessTypes: [modelType, recordProposals.type],
  recycle: [recycledModel],
});
