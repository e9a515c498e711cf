import { AppError } from '#kit/contract/errors.ts';
import { toOpenApi } from '#kit/contract/openapi.ts';
import { platform } from '#kit/contract/platform.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import { implement, type Served } from '#kit/server/module.ts';

/** How far the start has come; null phase means ready. */
export interface StartState {
  waiting: { phase: string; percent: number } | null;
}

/** Health and the API document: calls that belong to no module. `named` lists every route of the product. */
export function platformRoutes(
  state: StartState,
  version: string,
  base: string,
  named: () => Iterable<readonly [string, AnyRoute]>,
): Served {
  let document: Record<string, unknown> | undefined;
  return implement(platform, {
    live: () => ({ status: 'ok' }),
    ready: () => {
      if (state.waiting) throw new AppError('server.unavailable', `系统正在启动：${state.waiting.phase}`, state.waiting);
      return { status: 'ok', phase: '就绪', percent: 100 };
    },
    apiDocs: () => (document ??= toOpenApi({ title: '数智大脑', version }, base, named())),
  });
}
