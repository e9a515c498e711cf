import { expect, it } from 'vitest';
import { AppError } from '#kit/contract/errors.ts';
import { productModules, startApp } from '#kit/test/app.ts';
import { listen } from '#kit/test/events.ts';
import type { HotPath } from './hot.ts';
import type { ServerModule } from '../module.ts';

const paths: HotPath[] = [
  { prefix: '/broken/throws', handle: () => Promise.reject(new Error('a defect')) },
  { prefix: '/broken/refuses', handle: () => Promise.reject(new AppError('server.unavailable', '请稍后再来')) },
  // what cannot be written into a header
  { prefix: '/broken/header', handle: () => Promise.resolve({ status: 200, headers: { 'x-name': '名称' }, body: '{}' }) },
];
const broken = { name: 'broken', needs: [], routes: [], hot: paths } as unknown as ServerModule;
const app = startApp({ modules: [...productModules, broken] });

it('a path that a module answers by itself answers a defect of its own as any other, and the node lives on', async () => {
  const port = await listen(app.node);
  const answered = async (path: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}/sjzt-datax/${path}`);
    const { error, msg, requestId } = (await reply.json()) as Record<string, unknown>;
    expect(requestId).toBe(reply.headers.get('x-request-id'));
    return [reply.status, error, msg];
  };
  const defect = [500, 'server.failure', expect.stringContaining('系统错误')];
  expect(await answered('broken/throws/now')).toEqual(defect);
  expect(await answered('broken/header/now')).toEqual(defect);
  expect(await answered('broken/refuses/now')).toEqual([503, 'server.unavailable', '请稍后再来']);
  expect((await app.admin('GET', '/system/posts/page')).status).toBe(200);
});

it('other methods of such a path are told which there are', async () => {
  const answered = async (method: string) => {
    const { statusCode, headers, payload } = await app.node.http.inject({
      method: method as 'PUT',
      url: '/sjzt-datax/broken/throws/now',
      payload: undefined,
    });
    return [statusCode, headers['allow'], payload.includes('route.methodNotAllowed')];
  };
  for (const method of ['PUT', 'DELETE', 'PATCH']) expect(await answered(method)).toEqual([405, 'GET, POST', true]);
  expect((await answered('HEAD')).slice(0, 2)).toEqual([405, 'GET, POST']);
  expect(await answered('OPTIONS')).toEqual([204, 'GET, POST', false]);
});
