import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bytes, defineContract, open, route, signedIn } from '#kit/contract/route.ts';
import { createClient } from './client.ts';
import { CallError, download, send, setSendHost, upload } from './send.ts';
import { session } from './session.ts';
import { setSubmissionAsker } from './submission.ts';
import { KEYS, readText } from './storage.ts';

const contract = defineContract({
  read: route.get('/thing/:id', {
    summary: '读',
    access: signedIn,
    params: z.object({ id: z.string() }),
    query: z.object({ tags: z.array(z.string()).optional(), empty: z.string().optional() }),
    reply: z.any(),
  }),
  write: route.post('/thing', { summary: '写', access: signedIn, body: z.object({ name: z.string() }), reply: z.any(), audit: '新增' }),
  slow: route.get('/slow', { summary: '慢', access: signedIn, reply: z.any(), timeoutMs: 60 }),
  token: route.post('/auth/oauth/token', {
    summary: '登录',
    access: open,
    body: z.object({ username: z.string(), code: z.string().nullish() }),
    reply: z.any(),
    accepts: 'form',
    replies: 'bare',
  }),
  file: route.post('/thing/export', { summary: '导出', access: signedIn, body: z.object({}), reply: bytes, replies: 'stream' }),
  upload: route.post('/file', { summary: '上传', access: signedIn, accepts: 'multipart', reply: z.any() }),
});
const api = createClient(contract, send);

/** What the next answer will be, and what was asked. */
let answer: (response: ServerResponse) => void = () => {};
let asked: { url: string; headers: IncomingMessage['headers']; body: string };
const told: string[] = [];

const reply = (status: number, body: unknown, type = 'application/json') => {
  answer = (response) => response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body));
};
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString('latin1')));
  request.on('end', () => {
    asked = { url: request.url ?? '', headers: request.headers, body };
    answer(response);
  });
});
const failed = async (work: Promise<unknown>): Promise<CallError> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CallError);
  return error as CallError;
};
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } };
  happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/page`);
  setSendHost({
    error: (text) => told.push(text),
    overlay: (text) => {
      told.push(`overlay ${text}`);
      return () => told.push('overlay closed');
    },
    signedOut: (delayMs) => told.push(`signed out after ${delayMs}`),
    locked: () => told.push('locked'),
    mustChangePassword: () => told.push('must change'),
  });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  told.length = 0;
  session.reset();
  session.setToken('secret');
});

describe('a request', () => {
  it('fills in the path, leaves empty query fields out, carries the bearer', async () => {
    reply(200, { code: 200, data: { name: 'a' } });
    expect(await api.read({ params: { id: 'a/b' }, query: { tags: ['x', 'y'], empty: '' } })).toEqual({ name: 'a' });
    expect(asked.url).toBe('/sjzt-datax/thing/a%2Fb?tags=x&tags=y');
    expect(asked.headers.authorization).toBe('Bearer secret');
  });

  it('sends the token call form-encoded, without the bearer, and takes its answer bare', async () => {
    reply(200, { access_token: 't' });
    expect(await api.token({ body: { username: '张 三', code: null } }, { headers: { authorization: 'Basic d2ViOndlYg==' } })).toEqual({
      access_token: 't',
    });
    expect(asked.headers.authorization).toBe('Basic d2ViOndlYg==');
    expect(asked.headers['content-type']).toContain('application/x-www-form-urlencoded');
    expect(asked.body).toBe('username=%E5%BC%A0+%E4%B8%89');
  });

  it('takes a body without code for 200', async () => {
    reply(200, { data: [1] });
    expect(await api.read({ params: { id: '1' } })).toEqual([1]);
    reply(200, [1, 2]);
    expect(await api.read({ params: { id: '1' } })).toEqual([1, 2]);
    reply(200, { name: 'bare' });
    expect(await api.read({ params: { id: '1' } })).toEqual({ name: 'bare' });
  });

  it('shows the overlay for writes, not for reads, and not when it is off', async () => {
    reply(200, { code: 200, data: null });
    await api.read({ params: { id: '1' } });
    await api.write({ body: { name: 'a' } }, { overlay: false });
    expect(told).toEqual([]);
    await api.write({ body: { name: 'a' } });
    expect(told).toEqual(['overlay 数据加载中，请稍后...', 'overlay closed']);
  });

  it('uploads the multipart field file', async () => {
    reply(200, { code: 200, data: { fileName: 'x.png' } });
    expect(await upload(api.upload, new File(['abc'], 'a.png'))).toEqual({ fileName: 'x.png' });
    expect(asked.body).toContain('name="file"; filename="a.png"');
  });
});

describe('the error catalogue', () => {
  const read = () => failed(api.read({ params: { id: '1' } }));

  it('code 500 shows msg or 系统错误, also inside HTTP 200', async () => {
    reply(500, { code: 500, msg: '磁盘已满', error: 'server.failure', requestId: 'r1' });
    expect(await read()).toMatchObject({ status: 500, key: 'server.failure', requestId: 'r1' });
    reply(200, { code: 500 });
    expect((await read()).message).toBe('系统错误');
    expect(told).toEqual(['磁盘已满', '系统错误']);
  });

  it('401 resets the token and leads to sign-in, once for many calls', async () => {
    reply(401, { code: 401, error: 'auth.required', msg: '请先登录' });
    await Promise.all([read(), read(), read()]);
    expect(told).toEqual(['signed out after 0']);
    expect(session.get().token).toBeNull();
    expect(readText(KEYS.token)).toBeNull();
  });

  it('401 of an old token does not end the session that another tab has begun', async () => {
    localStorage.setItem(KEYS.token, 'newer');
    reply(401, { code: 401, error: 'auth.required' });
    await read();
    expect(told).toEqual([]);
    expect(session.get().token).toBe('newer');
  });

  it('403 without permission keeps the session', async () => {
    reply(403, { code: 403, error: 'auth.noPermission' });
    await read();
    expect(told).toEqual(['没有权限']);
    expect(session.get().token).toBe('secret');
  });

  it('any other 403 ends it: 登录过期，请重新登录, to /login after 1 s', async () => {
    reply(403, {});
    await failed(api.read({ params: { id: '1' } }, { quiet: true }));
    expect(told).toEqual(['signed out after 1000', '登录过期，请重新登录']);
    expect(session.get().token).toBeNull();
  });

  it('404: 网络请求不存在 for a route, its own text for a missing row', async () => {
    reply(404, { code: 404, error: 'route.notFound', msg: 'x' });
    await read();
    reply(404, '<html>', 'text/html');
    await read();
    reply(404, { code: 404, error: 'entity.notFound', msg: '数据不存在' });
    await read();
    expect(told).toEqual(['网络请求不存在', '网络请求不存在', '数据不存在']);
  });

  it('423 leads to the lock page and 428 to the change of password, the token is kept', async () => {
    reply(423, { code: 423, error: 'auth.locked' });
    await read();
    reply(428, { code: 428, error: 'auth.mustChangePassword' });
    await read();
    expect(told).toEqual(['locked', 'must change']);
    expect(session.get().token).toBe('secret');
  });

  it('other statuses show the text of the server, and nothing when the caller shows it itself', async () => {
    reply(422, { code: 422, error: 'rule.broken', msg: '不能删除', data: [{ path: 'name', message: '重复' }] });
    expect(await read()).toMatchObject({ status: 422, detail: [{ path: 'name', message: '重复' }] });
    await failed(api.read({ params: { id: '1' } }, { quiet: true }));
    expect(told).toEqual(['不能删除']);
  });

  it('no answer: 请求错误; too slow: says so; not even sendable: 请求错误', async () => {
    answer = (response) => response.destroy();
    expect(await read()).toMatchObject({ key: 'client.noResponse', status: 0 });
    answer = () => {};
    expect(await failed(api.slow())).toMatchObject({ key: 'client.timeout' });
    expect(await failed(api.read({ params: { id: '' } }))).toMatchObject({ key: 'client.setup' });
    expect(told).toEqual(['请求错误', '请求超时，请稍后重试', '请求错误']);
  });

  it('a call that was given up is silent', async () => {
    answer = () => {};
    const giveUp = new AbortController();
    const work = api.read({ params: { id: '1' } }, { signal: giveUp.signal });
    await settle();
    giveUp.abort();
    await expect(work).rejects.not.toBeInstanceOf(CallError);
    expect(told).toEqual([]);
  });

  it('asks once before what may be submitted instead: by the question of the call where nobody approves it, by its own otherwise', async () => {
    const question = { name: '发布', steps: [], picks: [], problem: null };
    const said: string[] = [];
    const confirm = (answered: boolean) => () => {
      said.push('confirm');
      return Promise.resolve(answered);
    };
    const write = (answered: boolean) => api.write({ body: { name: 'a' } }, { confirm: confirm(answered) });
    const how: unknown[] = [];
    const answers = (first: object) => {
      answer = (response) => {
        how.push(asked.headers['flow-submission']);
        const isFirst = how.at(-1) === 'confirm';
        const body = isFirst
          ? { success: false, code: 202, error: 'flow.asked', msg: '', data: first }
          : { success: true, code: 200, data: 1 };
        response.writeHead(isFirst ? 202 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
    };
    reply(200, { success: true, code: 200, data: 1 });
    expect(await write(true)).toBe(1);
    await expect(write(false)).rejects.toMatchObject({ key: 'client.cancelled' });
    expect(said).toEqual(['confirm', 'confirm']);
    setSubmissionAsker(() => ({ ask: () => Promise.resolve({}), close: () => said.push('closed') }));
    answers({ ...question, isDirect: true });
    expect(await write(true)).toBe(1);
    expect(how).toEqual(['confirm', 'ask']);
    answers(question);
    expect(await write(false)).toBe(1);
    setSubmissionAsker(null);
    expect(how.slice(2)).toEqual(['confirm', 'picks=%7B%7D']);
    expect(said).toEqual(['confirm', 'confirm', 'confirm', 'closed']);
  });

  it('downloads are saved under the given name; a failed one has its own text', async () => {
    let saved = '';
    document.addEventListener(
      'click',
      (event) => {
        event.preventDefault(); // the page of the test stays where it is
        saved = (event.target as HTMLAnchorElement).download;
      },
      { once: true },
    );
    reply(200, 'bytes', 'application/octet-stream');
    await download(api.file, { body: {} }, '岗位.xlsx');
    expect(saved).toBe('岗位.xlsx');
    expect(told).toEqual(['overlay 正在下载数据，请稍候', 'overlay closed']);
    told.length = 0;
    reply(500, { code: 500, msg: 'x' });
    await failed(download(api.file, { body: {} }, 'a', { overlay: false }));
    reply(200, { code: 422, msg: 'x' });
    await failed(download(api.file, { body: {} }, 'a', { overlay: false }));
    expect(told).toEqual(['下载文件出现错误，请联系管理员！', '下载文件出现错误，请联系管理员！']);
  });

  it('a file that is JSON itself is saved like any other', async () => {
    let saved = '';
    const note = (event: MouseEvent) => {
      event.preventDefault();
      saved = (event.target as HTMLAnchorElement).download;
    };
    document.addEventListener('click', note, { once: true });
    const head = { 'content-type': 'application/json; charset=utf-8', 'content-disposition': 'attachment; filename="a.json"' };
    answer = (response) => response.writeHead(200, head).end('{"v":1}');
    await download(api.file, { body: {} }, '定义.json');
    expect(saved).toBe('定义.json');
  });
});
