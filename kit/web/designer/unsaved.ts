import { CallError } from '../send.ts';

/** Statuses of a reverse proxy whose upstream is down. */
const AWAY = new Set([502, 503, 504]);

/** Explains a failed save (or publish) and what to do. The work is still in the page. */
export function unsavedBecause(error: unknown, what: '保存' | '发布' = '保存'): string {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : `${what}失败`;
  const again = `修改仍在本页，恢复后请再次${what}`;
  if (error.key === 'client.noResponse') return `网络不可用，没有${what}。${again}`;
  if (error.key === 'client.timeout') return `等待${what}结果超时。${again}`;
  return AWAY.has(error.status) && error.requestId === null ? `服务器暂时没有响应，没有${what}。${again}` : error.message;
}
