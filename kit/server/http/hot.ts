import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../ctx.ts';
import { abortSignalOf } from './context.ts';

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
}
export interface HotReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text */
  readonly body: string | Buffer;
}
/** Calls that a module answers by itself below a prefix: no session, no route table, no envelope of the kit. */
export interface HotPath {
  /** `/data/api/services` */
  readonly prefix: string;
  handle(app: App, call: HotCall): Promise<HotReply>;
}

/** Mounts the paths that modules answer by themselves. Life of the node, request ids, addresses and metering are those of every call. */
export function mountHot(http: FastifyInstance, app: App, base: string): void {
  for (const { prefix, handle } of app.modules.flatMap((module) => module.hot ?? []))
    http.route({
      method: ['GET', 'POST'],
      url: `${base}${prefix}/*`,
      exposeHeadRoute: false,
      bodyLimit: 65_536,
      handler: async (request, reply) => {
        const started = performance.now();
        const answer = await handle(app, callOf(request, abortSignalOf(reply), base));
        app.meter.note({
          method: request.method as 'GET',
          path: `${prefix}/*`,
          status: answer.status,
          ms: performance.now() - started,
          requestId: request.id,
        });
        return reply
          .code(answer.status)
          .headers({ ...answer.headers, 'x-request-id': request.id, 'cache-control': 'no-store' })
          .type('application/json; charset=utf-8')
          .serializer((body: unknown) => body as string)
          .send(answer.body);
      },
    });
}

const callOf = (request: FastifyRequest, signal: AbortSignal, base: string): HotCall => ({
  method: request.method,
  path: request.url.slice(base.length),
  headers: request.headers,
  ip: request.ip,
  requestId: request.id,
  signal,
  body: () => Promise.resolve(request.body),
});
