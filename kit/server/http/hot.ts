import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#kit/contract/errors.ts';
import { ByteText } from '../byte-text.ts';
import type { App } from '../ctx.ts';
import { abortSignalOf } from './context.ts';
import { errorReply } from './error-reply.ts';
import type { NodeLife } from './life.ts';
import { newRequestId } from './request-id.ts';

/** A call of a path whose calls are declared at run time, such as a published data API. */
export interface HotCall {
  readonly method: string;
  /** below the prefix of the platform, with the query: `/data/api/services/v1.0.0/customer?name=a` */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** of the client, behind trusted proxies too */
  readonly ip: string;
  readonly requestId: string;
  /** aborted when the client is gone */
  readonly signal: AbortSignal;
  /** the parsed JSON body */
  body(): Promise<unknown>;
  /** the body as it came; empty for calls without one */
  text(): Promise<string>;
}
export interface HotReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text */
  readonly body: string | Buffer | ByteText;
}
/** Calls that a module answers by itself below a prefix: no session, no route table, no envelope of the kit. */
export interface HotPath {
  /** `/data/api/services` */
  readonly prefix: string;
  /** one address instead of everything below it */
  readonly isExact?: boolean;
  handle(app: App, call: HotCall): Promise<HotReply>;
}

/** Bodies of calls whose route asks for their text as well, see `keepsText`. */
export const bodyTexts = new WeakMap<FastifyRequest, string>();

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' } as const;

/** Mounts the paths that modules answer by themselves. Life of the node, request ids, addresses and metering are those of every call. */
export function mountHot(http: FastifyInstance, app: App, life: NodeLife, base: string): void {
  takeStraight(http, app, life, base);
  for (const { prefix, isExact, handle } of app.modules.flatMap((module) => module.hot ?? [])) {
    const path = isExact ? prefix : `${prefix}/*`;
    mountOthers(http, `${base}${path}`);
    http.route({
      method: ['GET', 'POST'],
      url: `${base}${path}`,
      exposeHeadRoute: false,
      bodyLimit: 65_536,
      config: { keepsText: true },
      handler: async (request, reply) => {
        const started = performance.now();
        const answer = await handle(app, callOf(request, abortSignalOf(reply), base));
        app.meter.note({
          method: request.method as 'GET',
          path,
          status: answer.status,
          ms: performance.now() - started,
          requestId: request.id,
        });
        return reply
          .code(answer.status)
          .headers({ ...HEADERS, ...answer.headers, 'x-request-id': request.id })
          .serializer((body: unknown) => body as string)
          .send(answer.body instanceof ByteText ? copied(answer.body) : answer.body);
      },
    });
  }
}

/** Other methods of such an address are told which there are, as HTTP has it (RFC 9110 §15.5.6). */
function mountOthers(http: FastifyInstance, url: string): void {
  const allow = 'GET, POST';
  http.route({ method: 'OPTIONS', url, handler: (_request, reply) => reply.code(204).header('allow', allow).send() });
  http.route({
    method: ['HEAD', 'PUT', 'DELETE', 'PATCH'],
    url,
    handler: () => Promise.reject(new AppError('route.methodNotAllowed', '该地址只支持 GET 和 POST 请求', { allow })),
  });
}

function copied(body: ByteText): Buffer {
  const copy = body.toBuffer();
  body.giveBack();
  return copy;
}

/** Bytes of the body of a reply. */
export const bodyLength = (body: HotReply['body']): number => (typeof body === 'string' ? Buffer.byteLength(body) : body.length);

const callOf = (request: FastifyRequest, signal: AbortSignal, base: string): HotCall => ({
  method: request.method,
  path: request.url.slice(base.length),
  headers: request.headers,
  ip: request.ip,
  requestId: request.id,
  signal,
  body: () => Promise.resolve(request.body),
  text: () => Promise.resolve(bodyTexts.get(request) ?? ''),
});

/**
 * Answers GET calls before the router, which costs more than the rest of a short call. Behind proxies, while the node starts or stops, and
 * with a body a call takes the ordinary way, which knows of them.
 */
function takeStraight(http: FastifyInstance, app: App, life: NodeLife, base: string): void {
  const paths = app.modules
    .flatMap((module) => module.hot ?? [])
    .filter(({ isExact }) => !isExact)
    .map(({ prefix, handle }) => ({ start: `${base}${prefix}/`, prefix, handle }));
  if (paths.length === 0 || app.settings.trustProxy.length > 0) return;
  const { server } = http;
  // the router is the first listener; whoever watches requests beside it goes on to do so
  const [ordinary, ...watchers] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { url = '' } = request;
    const hot = request.method === 'GET' ? paths.find(({ start }) => url.startsWith(start)) : undefined;
    if (!hot || life.waiting || life.stopping) return ordinary?.(request, response);
    const call = new StraightCall(request, response, base);
    // nothing above this listener would catch it: the process would end
    answerStraight(app, hot, call, response).catch((error: unknown) => failStraight(app, error, call, response));
  });
  for (const watcher of watchers) server.on('request', watcher);
}

async function answerStraight(app: App, { prefix, handle }: HotPath, call: StraightCall, response: ServerResponse): Promise<void> {
  const started = performance.now();
  const { status, headers, body } = await handle(app, call);
  response.writeHead(status, listed(status, headers, body, call.requestId));
  if (body instanceof ByteText) body.endOn(response);
  else response.end(body);
  app.meter.note({ method: 'GET', path: `${prefix}/*`, status, ms: performance.now() - started, requestId: call.requestId });
}

/**
 * Headers as Node takes them fastest: names and values in one list. An object that is put together for each call costs it seven times as much, some
 * twentieth of a short call.
 */
function listed(status: number, headers: HotReply['headers'], body: HotReply['body'], requestId: string): (string | number)[] {
  const list: (string | number)[] = ['x-request-id', requestId];
  for (const name in headers) list.push(name, headers[name]!);
  if (headers['content-type'] === undefined) list.push('content-type', HEADERS['content-type']);
  if (headers['cache-control'] === undefined) list.push('cache-control', HEADERS['cache-control']);
  // an answer that says “as before” has no length of its own: a proxy would take it for that of what it keeps
  if (status !== 304) list.push('content-length', bodyLength(body));
  return list;
}

/** Answers a call that the module could not; an answer that has begun is cut off, so that nobody takes it for a whole one. */
function failStraight(app: App, error: unknown, { requestId, path }: StraightCall, response: ServerResponse): void {
  const { status, headers, body } = errorReply(app, error, { requestId, url: path });
  if (response.headersSent) response.destroy();
  else response.writeHead(status, headers).end(body);
}

/** A GET call as the listener gave it. */
class StraightCall implements HotCall {
  readonly method = 'GET';
  readonly path: string;
  readonly headers: HotCall['headers'];
  readonly ip: string;
  readonly requestId = newRequestId();
  readonly #response: ServerResponse;
  #gone: AbortController | null = null;

  constructor({ url = '', headers, socket }: IncomingMessage, response: ServerResponse, base: string) {
    this.path = url.slice(base.length);
    this.headers = headers;
    this.ip = socket.remoteAddress ?? '';
    this.#response = response;
  }
  /** Made when it is asked for: short calls need none. */
  get signal(): AbortSignal {
    const response = this.#response;
    if (this.#gone === null) {
      const gone = (this.#gone = new AbortController());
      const leave = () => gone.abort(new Error('the caller went away'));
      if (response.destroyed) leave();
      else response.once('close', () => void (response.writableFinished || leave()));
    }
    return this.#gone.signal;
  }
  body(): Promise<unknown> {
    return Promise.resolve(null);
  }
  text(): Promise<string> {
    return Promise.resolve('');
  }
}
