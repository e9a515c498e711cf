import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#kit/contract/errors.ts';

/** Grace period for requests in flight; then their connections are destroyed. */
const ANSWER_MS = 3_000;
/** Interval for closing idle keep-alive connections while stopping. */
const IDLE_LOOK_MS = 100;
const RETRY_SECONDS = 2;

/** Life-cycle state of a node, read by the health check, every call and the shutdown. */
export interface NodeLife {
  /** null once the node has migrated, seeded and started its background work */
  waiting: { phase: string; percent: number } | null;
  /**
   * `draining`: the health check answers 503 so that load balancers stop routing here, while calls are still answered with `Connection:
   * close`. `closing`: no call is accepted any more.
   */
  stopping: 'draining' | 'closing' | null;
}

/** Throws server.unavailable with Retry-After while the node starts, or from stage `from` of its shutdown on. */
export function assertAcceptsCalls({ waiting, stopping }: NodeLife, from: 'draining' | 'closing'): void {
  if (stopping !== null && (from === 'draining' || stopping === 'closing'))
    throw new AppError('server.unavailable', '系统正在停止或重新启动，请稍后重试', { retryAfter: RETRY_SECONDS });
  if (waiting) throw new AppError('server.unavailable', `系统正在启动：${waiting.phase}`, { ...waiting, retryAfter: RETRY_SECONDS });
}

const isPage = ({ method, url, headers }: FastifyRequest, base: string): boolean =>
  method === 'GET' && String(headers.accept ?? '').includes('text/html') && !url.startsWith(`${base}/`);

/** HTML page of a node that accepts no calls; it reloads itself. */
const page = (text: string): string => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="${RETRY_SECONDS}"><title>数智大脑</title>
<style>:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;
font:16px/1.75 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}h1{font-size:24px;margin:0 0 8px}p{margin:0;opacity:.75}</style></head>
<body><main><h1>数智大脑</h1><p role="status">${text}</p><p>页面会自动刷新，请稍候。</p></main></body></html>
`;

/** Refuses everything but health checks while the node starts or closes, and closes keep-alive connections once it is stopping. */
export function guardLife(http: FastifyInstance, life: NodeLife, base: string): void {
  http.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(`${base}/health/`)) return;
    try {
      assertAcceptsCalls(life, 'closing');
    } catch (error) {
      if (!(error instanceof AppError) || !isPage(request, base)) throw error;
      const text = life.stopping ? '系统正在停止或重新启动' : `系统正在启动（${life.waiting?.percent ?? 0}%）`;
      return reply
        .code(error.status)
        .header('retry-after', RETRY_SECONDS)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page(text));
    }
  });
  http.addHook('onSend', async (_request, reply) => {
    if (life.stopping) reply.header('connection', 'close');
  });
}

/** Graceful shutdown: after `drainMs` of draining, no new call is accepted, event streams end, and requests in flight get three seconds. */
export async function closeHttp(http: FastifyInstance, life: NodeLife, drainMs: number): Promise<void> {
  const wasReady = life.waiting === null;
  life.stopping = 'draining';
  if (wasReady && drainMs > 0) await sleep(drainMs);
  life.stopping = 'closing';
  const idle = setInterval(() => http.server.closeIdleConnections(), IDLE_LOOK_MS);
  const cut = setTimeout(() => http.server.closeAllConnections(), ANSWER_MS);
  try {
    await http.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}
