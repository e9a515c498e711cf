import { defineServerModule, implement } from '#kit/server/module.ts';
import { monitor } from '../contract/monitor.ts';
import { cacheStates, orderClear, startClearing } from './caches.ts';
import { serverHistory } from './history.ts';
import { keepSampler } from './live.ts';
import { menus } from './menus.ts';
import { metrics, METRICS_TOKEN } from './metrics.ts';
import { startSampler } from './sampler.ts';
import { serverState } from './state.ts';

export { samplerOf } from './live.ts';

const handlers = implement(monitor, {
  server: serverState,
  history: (ctx, { query }) => serverHistory(ctx, query),
  caches: cacheStates,
  clearCache: (ctx, { params }) => orderClear(ctx, params.name),
  metrics,
});

/** How the product itself is doing: nodes, calls, database, caches, and its own interface document. */
export const monitorModule = defineServerModule({
  name: 'monitor',
  needs: ['system'],
  migrations: { name: 'monitor', folder: new URL('./migrations/', import.meta.url) },
  routes: [handlers],
  menus,
  configs: [
    {
      key: METRICS_TOKEN,
      name: '指标抓取令牌',
      value: '',
      type: 'secret',
      group: '监控',
      remark: 'Prometheus 等抓取 /sjzt-datax/metrics 时使用的令牌，为空则只接受有权限的会话',
    },
  ],
  async start(app) {
    const sampler = startSampler(app);
    keepSampler(app, sampler);
    const stopClearing = await startClearing(app);
    return async () => {
      await sampler.stop();
      await stopClearing();
    };
  },
});
