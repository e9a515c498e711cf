import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { may } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { CallStats } from '../call-stats.ts';
import type { App } from '../ctx.ts';
import { assertRoutes, type Served } from '../module.ts';
import { abortSignalOf, type Call, type Caller } from './context.ts';
import { endStreamsOnClose } from './event-stream.ts';
import { bodyTexts, mountHot } from './hot.ts';
import { admitKey } from './key-caller.ts';
import { assertAcceptsCalls, guardLife, type NodeLife } from './life.ts';
import { newRequestId } from './request-id.ts';
import { endSlowSenders, HEADERS } from './slow-senders.ts';
import { errorReply } from './error-reply.ts';
import { explainConflict } from './version-conflict.ts';
import { logFailure, runCall, type Handler } from './run-call.ts';

/** Resolves a token to its caller; null for missing, unknown, expired or revoked tokens. */
export type Authenticate = (app: App, token: string, request: FastifyRequest) => Promise<Caller>;

export interface HttpParts {
  readonly app: App;
  readonly served: readonly Served[];
  readonly authenticate: Authenticate;
  readonly stats: Pick<CallStats, 'count'>;
  /** prefix of every call, `/sjzt-datax` */
  readonly base: string;
  /** body limit of ordinary calls in bytes; uploads have their own */
  readonly bodyLimit?: number;
  /** life-cycle state of the node (starting, running, stopping) */
  readonly life: NodeLife;
  /** fallback for unknown routes, the pages of the front end; null = not found */
  readonly page?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;
}

/** Calls that stay available on a locked screen or while a password change is due. */
const SESSION_PATHS = {
  route: '/system/users/route',
  logout: '/system/logout/:token',
  unlock: '/system/unlock',
  password: '/system/users/password',
  push: '/system/push/stream',
};
// the event stream of a locked session only tells that it is locked or unlocked
const PASS_LOCKED = new Set([SESSION_PATHS.route, SESSION_PATHS.logout, SESSION_PATHS.unlock, SESSION_PATHS.push]);
// a locked session with a due password must be unlocked before the password can be changed
const PASS_PASSWORD = new Set([SESSION_PATHS.route, SESSION_PATHS.logout, SESSION_PATHS.unlock, SESSION_PATHS.password]);
const MEDIA: Record<AnyRoute['accepts'], RegExp> = {
  json: /^application\/json\b/i,
  form: /^application\/(x-www-form-urlencoded|json)\b/i,
  multipart: /^multipart\/form-data\b/i,
};

const bearerOf = (request: FastifyRequest): string | null =>
  /^Bearer\s+(\S{1,512})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** triggered by the page, not by a person: does not extend the session */
    isPassive?: boolean;
  }
}

/** Builds the HTTP server from all modules. Throws when a route has no access or is declared twice. */
export async function buildHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { app, served, base } = parts;
  assertRoutes(served.flatMap(({ contract }) => Object.values(contract)));
  const http = Fastify({
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: parts.bodyLimit ?? 1_048_576,
    genReqId: newRequestId,
    routerOptions: { maxParamLength: 20_000 },
    trustProxy: app.settings.trustProxy.length > 0 ? [...app.settings.trustProxy] : false,
    // `guardLife` answers it with a Chinese message
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: HEADERS,
  });
  endStreamsOnClose(http);
  endSlowSenders(http.server);
  guardLife(http, parts.life, base);
  acceptEmptyJson(http);
  await http.register(formbody);
  await http.register(multipart, { limits: { files: 20, fields: 20, fieldSize: 65_536 }, throwFileSizeLimit: true });
  http.setErrorHandler((error, request, reply) => sendError(app, error, request, reply));
  http.setNotFoundHandler(
    (request, reply) => parts.page?.(request, reply) ?? sendError(app, new AppError('route.notFound'), request, reply),
  );
  for (const { contract, handlers } of served)
    for (const [name, route] of Object.entries(contract)) {
      const handler = handlers[name];
      if (!handler) throw new Error(`route ${route.method} ${route.path} has no handler`);
      for (const path of [route.path, ...route.aliases]) mount(http, parts, route, base + path, handler);
    }
  mountHot(http, app, parts.life, base);
  return http;
}

/** Clients that always say `application/json` send no body with calls that take none. */
function acceptEmptyJson(http: FastifyInstance): void {
  // names of the prototype go as any name that nobody declared
  const parse = http.getDefaultJsonParser('remove', 'remove');
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if ((request.routeOptions.config as { keepsText?: boolean }).keepsText) bodyTexts.set(request, body);
    if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
}

function mount(http: FastifyInstance, parts: HttpParts, route: AnyRoute, url: string, handler: Handler): void {
  const { app, stats } = parts;
  const calls = new WeakMap<FastifyRequest, Call>();
  http.route({
    method: route.method,
    url,
    exposeHeadRoute: false,
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    config: { isPassive: route.isPassive === true },
    // Authorisation runs before the body is read: an unauthenticated client cannot make us parse anything.
    onRequest: async (request, reply) => {
      reply.header('x-request-id', request.id);
      // an event stream that starts while draining would end at once
      if (route.replies === 'events') assertAcceptsCalls(parts.life, 'draining');
      const caller = await callerOf(parts, route, request);
      const call: Call = { route, caller, request, reply, signal: abortSignalOf(reply), started: performance.now() };
      calls.set(request, call);
      try {
        await admit(app, call);
      } catch (error) {
        if (error instanceof AppError && error.key === 'auth.noPermission') await logFailure(app, call, error);
        throw error;
      }
    },
    preParsing: async (request) => {
      const type = request.headers['content-type'];
      const hasBody = type !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
      if (route.method !== 'GET' && hasBody && !MEDIA[route.accepts].test(type ?? '')) throw new AppError('input.wrongType');
    },
    onResponse: async (request, reply) => {
      const call = calls.get(request);
      if (!route.path.startsWith('/health/')) stats.count(reply.statusCode >= 500);
      // an event stream stays open as long as its client does
      if (call && route.replies !== 'events')
        app.meter.note({
          method: route.method,
          path: route.path,
          status: reply.statusCode,
          ms: performance.now() - call.started,
          requestId: request.id,
        });
      app.log.debug(
        {
          requestId: request.id,
          method: route.method,
          path: route.path,
          status: reply.statusCode,
          ms: call && Math.round(performance.now() - call.started),
        },
        'call',
      );
    },
    handler: async (request) => {
      const call = calls.get(request);
      if (!call) throw new Error('call was not admitted');
      try {
        return await runCall(app, call, handler);
      } catch (error) {
        await logFailure(app, call, error);
        throw await explainConflict(app, parts.served, call, error);
      }
    },
  });
}

async function callerOf(parts: HttpParts, route: AnyRoute, request: FastifyRequest): Promise<Caller> {
  const token = bearerOf(request);
  if (token === null || route.access.kind === 'apiKey' || route.access.kind === 'token') return null;
  return parts.authenticate(parts.app, token, request);
}

/** Throws the first refusal in this order: 401, 423, 428, 403. */
async function admit(app: App, { route, caller, request }: Pick<Call, 'route' | 'caller' | 'request'>): Promise<void> {
  if (route.access.kind === 'open' || route.access.kind === 'token') return;
  if (route.access.kind === 'apiKey') return admitKey(app, request);
  if (!caller) throw new AppError('auth.required');
  if (caller.session.locked && !PASS_LOCKED.has(route.path)) throw new AppError('auth.locked');
  if (caller.session.mustChangePassword && !PASS_PASSWORD.has(route.path)) throw new AppError('auth.mustChangePassword');
  if (!may(caller.user, route.access)) throw new AppError('auth.noPermission');
}

function sendError(app: App, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = errorReply(app, error, { requestId: request.id, url: request.routeOptions.url });
  return reply
    .code(status)
    .headers(headers)
    .serializer((text: unknown) => text as string)
    .send(body);
}
