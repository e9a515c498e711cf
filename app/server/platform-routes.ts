import { AppError } from '#kit/contract/errors.ts';
import { toOpenApi, type NamedRoute } from '#kit/contract/openapi.ts';
import { platform } from '#kit/contract/platform.ts';
import { assertAcceptsCalls, type NodeLife } from '#kit/server/http/life.ts';
import { implement, type Served } from '#kit/server/module.ts';
import { API_NAMES } from './api-names.ts';

/** How often a database that cannot be reached is worth a line in the log. */
const LOG_MS = 30_000;

/** Health and the API document: calls that belong to no module. `named` lists every route of the product, `warnings` counts conditions. */
export function platformRoutes(
  life: NodeLife,
  reach: () => Promise<string | null>,
  version: string,
  base: string,
  named: () => Iterable<NamedRoute>,
  warnings: () => number,
): Served {
  let document: Record<string, unknown> | undefined;
  let loggedAt = -LOG_MS;
  return implement(platform, {
    live: () => ({ status: 'ok' }),
    ready: async (ctx) => {
      assertAcceptsCalls(life, 'draining');
      const problem = await reach();
      if (problem !== null) {
        // whoever asks is anybody: addresses and words of the driver are for the log
        if (performance.now() - loggedAt > LOG_MS) ctx.app.log.error({ reason: problem }, 'the database cannot be reached');
        loggedAt = performance.now();
        throw new AppError('server.unavailable', '数据库暂时无法连接，请检查数据库和网络', { reason: 'database' });
      }
      // whoever asks is anybody: what the conditions are is told in 服务监控
      const found = warnings();
      return { status: 'ok', phase: found > 0 ? `就绪，有 ${found} 项警告，见服务监控` : '就绪', percent: 100 };
    },
    apiDocs: () => (document ??= toOpenApi({ title: '数智大脑', version }, base, { routes: named(), names: API_NAMES })),
  });
}
