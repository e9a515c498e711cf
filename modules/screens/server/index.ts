import { recycled } from '#modules/library/server/index.ts';
import { defineServerModule } from '#kit/server/module.ts';
import type { App } from '#kit/server/ctx.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { onSourceSynced } from '#modules/sources/server/index.ts';
import * as z from 'zod';
import { SCREENS } from '../core/fixed/index.ts';
import { isUnbound, putScreens } from './fixed/put.ts';
import './kind.ts';
import { screenPublishing, screenRoutes, screenSharing } from './screens.ts';
import { defineSystemScreens } from './system-items.ts';

export { screenPublishing };
export { SETS } from './fixed/index.ts';
export { putScreens } from './fixed/put.ts';

export const FIXED_CODES: readonly string[] = SCREENS.map(({ code }) => code);

defineSystemScreens(SCREENS);

/** Background work that binds the data sets: whoever synchronises a source does not wait for it. */
const CONNECT_JOB = 'screens.connect';
/** Each data set and screen is a transaction of its own: nobody waits for a row longer than for one of them. */
const put = (app: App): Promise<number> => putScreens(app, (work) => app.db.transaction().execute(work));

/** Looks for the warehouse once more, for whatever the synchronisations of this node did not tell. */
const connect = defineTask({
  name: '接入固定大屏的数据源',
  summary: '登记并同步了含有大屏所需表的数据源后，把系统数据集接到该数据源',
  params: z.object({}),
  run: async ({ app }) => {
    const written = await put(app);
    return written === 0 ? null : `写入${written}个系统数据集`;
  },
});

/** 大屏: a canvas of widgets and its builder, with the nine fixed screens of the product over system data sets. */
export const screensModule = defineServerModule({
  name: 'screens',
  needs: ['system', 'files', 'sources', 'gate', 'lineage', 'library', 'datasets', 'charts', 'boards'],
  // no tables of its own
  routes: [screenRoutes],
  businessTypes: [screenPublishing.type, screenSharing.type],
  recycle: [recycled('screen')],
  jobs: { [CONNECT_JOB]: async ({ app }: { app: App }) => `写入${await put(app)}个系统数据集` },
  tasks: { 'screens.connect': connect },
  schedules: [{ code: 'screens.connect', name: '接入固定大屏的数据源', task: 'screens.connect', cron: '35 20 * * * ?' }],
  async start(app) {
    const deaf = onSourceSynced(app, 'screens.connect', async (db) => {
      if (await isUnbound(db)) await app.jobs.enqueue(db, { kind: CONNECT_JOB, subject: 'screens', payload: null, createBy: 'system' });
    });
    return async () => deaf();
  },
  seed: async (app, db) => void (await putScreens(app, (work) => work(db))),
});
