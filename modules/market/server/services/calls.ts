import { addressTest } from '#kit/server/address-list.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import type { HotCall, HotReply } from '#kit/server/http/hot.ts';
import type { TraceStep } from '../../contract/service.ts';
import { readParams, type ParamValues } from '../../core/services/params.ts';
import { callsOf } from '../calls/of-node.ts';
import { bodyParams, queryParams } from '../calls/given.ts';
import type { KnownKey } from '../calls/known-keys.ts';
import { Limits } from '../calls/limits.ts';
import type { KnownSubscription } from '../calls/registry.ts';
import { Signatures } from '../calls/signatures.ts';
import { noteCall } from './lines.ts';
import { asServiceError, loggedParams, nothingSent, runService, type Ran } from './run.ts';
import { services, storedService, type StoredService } from './rows.ts';
import { targetsOfOwner } from './targets.ts';
import { newTraceId } from './trace.ts';

/** `/data/service/services/call/20260827001`, and with a version behind it. */
export const SERVICE_CALL_PREFIX = '/data/service/services/call';
/** Calls of services that a node has under way at most: each may wait a minute for somebody else's server. */
const MAX_RUNNING = 200;
const RETRY_SECONDS = 2;
const MAX_ANSWER = 8_000_000;
const ADDRESS = /^\/(\d{8,20})(?:\/v(\d{1,6}))?$/;

interface Known {
  key: KnownKey | null;
  service: StoredService | null;
  values: ParamValues | null;
  ran: Ran | null;
  readonly steps: TraceStep[];
}

/** A call that its key and subscription allow. */
interface Admitted {
  readonly key: KnownKey;
  readonly service: StoredService;
  readonly subscription: KnownSubscription;
  readonly values: ParamValues;
  readonly traceId: string;
}

/** Path and query of an address. */
const halves = (path: string): string[] => {
  const at = path.indexOf('?');
  return at < 0 ? [path] : [path.slice(0, at), path.slice(at + 1)];
};

const NO_TARGETS = { service: () => Promise.resolve(null), api: () => Promise.reject(new AppError('service.failed')) };
const GONE = '服务不存在或未发布';
const NOT_SUBSCRIBED = '应用没有订阅该服务，或订阅已到期、暂停或关闭';

/** Answers calls of released services: key, addresses, subscription, limit, parameters, the outside server, masks, lines of the log. */
export class ServiceCalls {
  readonly #app: App;
  readonly #limits: Limits;
  readonly #signatures: Signatures;
  #running = 0;

  constructor(app: App) {
    this.#app = app;
    this.#limits = new Limits(app);
    this.#signatures = new Signatures(app);
  }

  async handle(call: HotCall): Promise<HotReply> {
    const started = performance.now();
    const traceId = newTraceId();
    const known: Known = { key: null, service: null, values: null, ran: null, steps: [] };
    let error: AppError | null = null;
    let reply: HotReply;
    try {
      reply = await this.#counted(() => this.#answer(call, known, traceId));
    } catch (thrown) {
      const problem = asServiceError(thrown);
      error = forCaller(problem);
      if (error.status === 500) this.#app.log.error({ err: thrown, requestId: call.requestId }, 'call of a service failed');
      reply = this.#refusal(error, call.requestId, traceId);
      error = problem;
    }
    // what scanners try is no call of anybody
    if (known.key) this.#note(call, known, { reply, error, traceId, ms: performance.now() - started });
    return reply;
  }

  async #counted<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= MAX_RUNNING) throw new AppError('api.overload', '调用过多，请稍后重试', { retryAfter: RETRY_SECONDS });
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }

  async #answer(call: HotCall, known: Known, traceId: string): Promise<HotReply> {
    const { registry } = callsOf(this.#app);
    if (!registry.isFresh) await registry.look();
    if (!registry.isFresh) throw new AppError('api.overload', undefined, { retryAfter: RETRY_SECONDS });
    const key = await this.#admitKey(call);
    known.key = key;
    const { service, subscription } = await this.#admitService(call, key);
    known.service = service;
    const [path = '', query = ''] = halves(call.path);
    if (key.signing) await this.#signatures.assert(call, { keyId: key.keyId, signing: key.signing }, { path, query });
    const values = readParams(service.reqParams, await given(call, service));
    known.values = values;
    return this.#answered(call, known, { key, service, subscription, values, traceId });
  }

  /** Calls the outside server within the limits of the service and of the plan; a call that was refused for its values counts for nothing. */
  async #answered(call: HotCall, known: Known, { key, service, subscription, values, traceId }: Admitted): Promise<HotReply> {
    const app = this.#app;
    const { signal } = call;
    const admission = await this.#limits.admit({ appId: key.appId, apiId: service.id }, service.rateLimit, subscription.plan);
    let bytes: number | null = 0;
    try {
      callsOf(app).log.keyUsed(key.keyId, app.now());
      const targets = service.chain ? await targetsOfOwner(app, service.releaseBy, signal) : NO_TARGETS;
      const onStep = (step: TraceStep) => void known.steps.push(step);
      known.ran = await runService({ app, signal, traceId, userId: null, targets, onStep }, service, values);
      const body = `{"code":200,"msg":"操作成功","data":${JSON.stringify(known.ran.data ?? null)}}`;
      if (body.length > MAX_ANSWER) throw new AppError('api.tooLarge', '返回内容过大');
      bytes = Buffer.byteLength(body);
      return { status: 200, headers: { ...admission.headers, 'x-trace-id': traceId }, body };
    } catch (error) {
      if (error instanceof AppError && error.key === 'input.invalid') bytes = null;
      throw error;
    } finally {
      admission.done(bytes);
    }
  }

  /** Before a key is refused, the node looks whether it has been made meanwhile. */
  async #admitKey(call: HotCall): Promise<KnownKey> {
    const given = call.headers['api_key'] ?? call.headers['x-api-key'];
    if (typeof given !== 'string' || given === '' || given.length > 200) throw new AppError('api.keyMissing');
    const { registry } = callsOf(this.#app);
    const find = () => {
      const key = registry.key(given);
      return key && key.isAppEnabled && key.expires > this.#app.now().getTime() ? key : null;
    };
    const key = find() ?? (await registry.lookAgain().then(find));
    if (!key) throw new AppError('api.keyInvalid');
    if (key.allows?.(call.ip) === false) throw new AppError('api.notSubscribed', '应用不允许从该地址调用');
    return key;
  }

  /** The version that the address names, or the newest that the application subscribes to. */
  async #admitService(call: HotCall, key: KnownKey): Promise<Pick<Admitted, 'service' | 'subscription'>> {
    const path = call.path.slice(SERVICE_CALL_PREFIX.length).split('?')[0]!;
    const [, serviceNo, version] = ADDRESS.exec(path) ?? [];
    if (serviceNo === undefined) throw new AppError('api.offline', GONE);
    let rows = services(this.#app.db).selectAll('service').where('service.serviceNo', '=', serviceNo).where('service.status', '=', '2');
    if (version !== undefined) rows = rows.where('service.serviceVersion', '=', Number(version));
    const found = await rows.orderBy('service.serviceVersion', 'desc').limit(100).execute();
    if (found.length === 0) throw new AppError('api.offline', GONE);
    const { registry } = callsOf(this.#app);
    const mine = () => this.#subscribed(key, found);
    const one = mine() ?? (await registry.lookAgain().then(mine));
    if (!one) throw new AppError('api.notSubscribed', NOT_SUBSCRIBED);
    const service = storedService(one.row);
    if (addressTest(service.deny)?.(call.ip)) throw new AppError('api.notSubscribed', '该地址不允许调用此服务');
    return { service, subscription: one.subscription };
  }
  #subscribed<R extends { id: string }>({ appId }: KnownKey, rows: readonly R[]): { row: R; subscription: KnownSubscription } | undefined {
    const now = this.#app.now().getTime();
    for (const row of rows) {
      const subscription = callsOf(this.#app).registry.subscription(appId, row.id);
      if (subscription && subscription.starts <= now && subscription.ends > now) return { row, subscription };
    }
    return undefined;
  }

  #refusal(error: AppError, requestId: string, traceId: string): HotReply {
    const wait = (error.detail as { retryAfter?: number } | null)?.retryAfter;
    const { status: code, message: msg, key, detail: data } = error;
    const body = JSON.stringify({ success: false, code, msg, error: key, requestId, data, timestamp: this.#app.now().getTime() });
    return { status: code, headers: { 'x-trace-id': traceId, ...(wait !== undefined && { 'retry-after': String(wait) }) }, body };
  }

  #note(
    call: HotCall,
    { key, service, values, ran, steps }: Known,
    { reply, error, traceId, ms }: { reply: HotReply; error: AppError | null; traceId: string; ms: number },
  ): void {
    const agent = call.headers['user-agent'];
    noteCall(this.#app, {
      service,
      steps,
      sent: ran?.sent ?? nothingSent(),
      httpStatus: reply.status,
      errorKey: error?.key ?? null,
      msg: error?.message ?? '调用成功',
      ms,
      params: service && values ? loggedParams(service, values) : '',
      caller: {
        ip: call.ip,
        appId: key?.appId ?? null,
        keyId: key?.keyId ?? null,
        header: typeof agent === 'string' ? `user-agent: ${agent.slice(0, 200)}` : '',
        requestId: call.requestId,
      },
      traceId,
    });
  }
}

/** Parameters of a call. Only what reads may be called by GET, which browsers and proxies repeat as they like. */
async function given(call: HotCall, service: StoredService): Promise<Readonly<Record<string, unknown>>> {
  const names = new Set(service.reqParams.map(({ paramName }) => paramName));
  if (call.method === 'POST') return bodyParams(await call.body(), names);
  if (service.httpService?.httpMethod !== 'GET') throw new AppError('route.methodNotAllowed', '该服务只支持 POST 请求');
  return queryParams(halves(call.path)[1] ?? '', names);
}

/** What a caller may be told: nothing of where a service leads. */
function forCaller(error: AppError): AppError {
  const as = (key: 'service.failed' | 'service.timeout' | 'api.offline', message?: string) =>
    new AppError(key, message, null, { cause: error });
  switch (error.key) {
    case 'outbound.refused':
      return as('api.offline', '服务暂不可用，请联系服务的负责人');
    case 'outbound.failed':
      return as('service.failed');
    case 'outbound.timeout':
    case 'source.timeout':
      return as('service.timeout');
    case 'gate.refused':
    case 'entity.notFound':
    case 'source.unreachable':
    case 'rule.broken':
      return as('service.failed');
    default:
      return error;
  }
}

const nodes = new WeakMap<App, ServiceCalls>();
/** What answers the calls of services on this node. */
export function serviceCallsOf(app: App): ServiceCalls {
  const found = nodes.get(app) ?? new ServiceCalls(app);
  nodes.set(app, found);
  return found;
}
