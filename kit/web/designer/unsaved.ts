import { CallError } from '../send.ts';

/** What a gateway answers while the server behind it is away. */
const AWAY = new Set([502, 503, 504]);

/** Why the document in a builder was not saved (or published), and what to do. The work is still in the page, which matters most without a network. */
export function unsavedBecause(error: unknown, what: '保存' | '发布' = '保存'): string {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : `${what}失败`;
  const again = `修改仍在本页，恢复后请再次${what}`;
  if (error.key === 'client.noResponse') return `网络不可用，没有${what}。${again}`;
  if (error.key === 'client.timeout') return `等待${what}结果超时。${again}`;
  return AWAY.has(error.status) && error.requestId === null ? `服务器暂时没有响应，没有${what}。${again}` : error.message;
}
