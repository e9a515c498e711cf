import { defineServerModule } from '#kit/server/module.ts';
import { consoleRoutes } from './console.ts';
import { exportRowsConfig } from './export.ts';
import { forgetStaleRuns } from './runs.ts';
import { savedQueries } from './saved.ts';

/** SQL工作台: statements of people through the gate, their history and saved queries. */
export const consoleModule = defineServerModule({
  name: 'console',
  needs: ['system', 'sources', 'gate', 'lineage'],
  routes: [consoleRoutes, savedQueries],
  configs: [exportRowsConfig],
  async start(app) {
    await forgetStaleRuns(app);
    return () => Promise.resolve();
  },
});
