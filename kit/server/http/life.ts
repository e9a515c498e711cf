import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#kit/contract/errors.ts';

/** Calls under way have so long to answer after the last one was taken; then their connections are cut. */
const ANSWER_MS = 3_000;
/** A connection whose answer was long under way when the node began to stop is still kept alive by its client. */
const IDLE_LOOK_MS = 100;
const RETRY_SECONDS = 2;

/** What a node does at present; the health check, every call and the stop look at it. */
export interface NodeLife {
  /** not null until the node has migrated, seeded and begun its work */
  waiting: { phase: string; percent: number } | null;
  /**
   * `draining`: the health check says no, so that whoever spreads the calls looks elsewhere, while calls are still answered, each with the end
   * of its connection. `closing`: nothing is taken any more.
   */
  stopping: 'draining' | 'closing' | null;
}

/** Throws server.unavailable, with when to come back, while a node starts or from a stage of its stop on. */
export function assertTaking({ waiting, stopping }: NodeLife, from: 'draining' | 'closing'): void {
  if (stopping !== null && (from === 'draining' || stopping === 'closing'))
    throw new AppError('server.unavailable', '系统正在停止或重新启动，请稍后重试', { retryAfter: RETRY_SECONDS });
  if (waiting) throw new AppError('server.unavailable', `系统正在启动：${waiting.phase}`, { ...waiting, retryAfter: RETRY_SECONDS });
}

const isPage = ({ method, url, headers }: FastifyRequest, base: string): boolean =>
  method === 'GET' && String(headers.accept ?? '').includes('text/html') && !url.startsWith(`${base}/`);

/** The page of a node that takes nobody: it asks again by itself. */
const page = (text: string): string => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="${RETRY_SECONDS}"><title>数智大脑</title>
<style>:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;
font:16px/1.75 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}h1{font-size:24px;margin:0 0 8px}p{margin:0;opacity:.75}</style></head>
<body><main><h1>数智大脑</h1><p role="status">${text}</p><p>页面会自动刷新，请稍候。</p></main></body></html>
`;

/** Refuses everything but the health checks while the node starts or closes, and ends each connection from the beginning of its stop. */
export function guardLife(http: FastifyInstance, life: NodeLife, base: string): void {
  http.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(`${base}/health/`)) return;
    try {
      assertTaking(life, 'closing');
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

/**
 * Stops taking calls: after `drainMs`, in which the health check already says no, nothing new is taken, streams end, and calls under way have
 * three seconds to answer.
 */
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
