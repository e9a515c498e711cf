import { addressTest } from '#kit/server/address-list.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import type { HotCall, HotReply } from '#kit/server/http/hot.ts';
import type { TraceStep } from '../../contract/service.ts';
import { readParams, type ParamValues } from '../../core/services/params.ts';
import { admittedKey, assertAddress, assertFresh, inForce, lookTwice, RETRY_SECONDS } from '../calls/admit.ts';
import { callsOf } from '../calls/of-node.ts';
import { callerGone } from '../calls/gone.ts';
import { forCaller, refusal, type CallerWords } from '../calls/refusal.ts';
import type { Caller, KnownKey } from '../calls/known-keys.ts';
import { Limits } from '../calls/limits.ts';
import type { KnownSubscription } from '../calls/registry.ts';
import { Signatures } from '../calls/signatures.ts';
import { askedOf, halves, type Asked } from './asked.ts';
import { noteCall } from './lines.ts';
import { asProblem } from '../calls/problem.ts';
import { loggedParams, nothingSent, runService, type Ran } from './run.ts';
import { services, storedService, type StoredService } from './rows.ts';
import { targetsOfOwner } from './targets.ts';
import { newTraceId } from './trace.ts';

/** Calls of services that a node has under way at most: each may wait a minute for somebody else's server. */
const MAX_RUNNING = 200;
const MAX_ANSWER = 8_000_000;

interface Known {
  key: Caller | null;
  service: StoredService | null;
  values: ParamValues | null;
  ran: Ran | null;
  readonly steps: TraceStep[];
}

/** A call that its key and subscription allow. */
interface Admitted {
  readonly key: Caller;
  readonly service: StoredService;
  readonly subscription: KnownSubscription;
  readonly values: ParamValues;
  readonly traceId: string;
}

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

  /** Answers a call; `as` is whose it is where the platform itself has looked who calls. */
  async handle(call: HotCall, as: Caller | null = null): Promise<HotReply> {
    const started = performance.now();
    const traceId = newTraceId();
    const known: Known = { key: null, service: null, values: null, ran: null, steps: [] };
    let error: AppError | null = null;
    let reply: HotReply;
    try {
      reply = await this.#counted(() => this.#answer(call, known, { traceId, as }));
    } catch (thrown) {
      const problem = callerGone(call, thrown) ?? asProblem(thrown);
      error = forCaller(problem, WORDS);
      if (error.status === 500) this.#app.log.error({ err: thrown, requestId: call.requestId }, 'call of a service failed');
      reply = refusal(error, call.requestId, this.#app.now(), { 'x-trace-id': traceId });
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

  async #answer(call: HotCall, known: Known, { traceId, as }: { traceId: string; as: Caller | null }): Promise<HotReply> {
    const { registry } = callsOf(this.#app);
    await assertFresh(registry, as ? null : call.headers);
    const key = as ?? (await this.#admitKey(call));
    known.key = key;
    const [path, query] = halves(call.path);
    // whoever only names a key learns nothing of what its application may call
    if (key.signing) await this.#signatures.assert(call, key.signing, { path, query });
    assertAddress(key, call.ip);
    const asked = await askedOf(call);
    if (!asked) throw new AppError('api.offline', GONE);
    const { service, subscription } = await this.#admitService(call, key, asked);
    known.service = service;
    const values = readParams(service.reqParams, await asked.given(service));
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

  async #admitKey(call: HotCall): Promise<KnownKey> {
    const { registry } = callsOf(this.#app);
    const key = await lookTwice(registry, () => admittedKey(registry, withServiceKey(call.headers), this.#app.now().getTime()));
    return key;
  }

  /** The version that is asked for, or the newest that the application subscribes to. */
  async #admitService(call: HotCall, key: Caller, { serviceNo, version }: Asked): Promise<Pick<Admitted, 'service' | 'subscription'>> {
    let rows = services(this.#app.db).selectAll('service').where('service.serviceNo', '=', serviceNo).where('service.status', '=', '2');
    if (version !== null) rows = rows.where('service.serviceVersion', '=', version);
    const found = await rows.orderBy('service.serviceVersion', 'desc').limit(100).execute();
    if (found.length === 0) throw new AppError('api.offline', GONE);
    const { registry } = callsOf(this.#app);
    const one = await lookTwice(registry, () => this.#subscribed(key, found));
    const service = storedService(one.row);
    if (addressTest(service.deny)?.(call.ip)) throw new AppError('api.notSubscribed', '该地址不允许调用此服务');
    return { service, subscription: one.subscription };
  }
  #subscribed<R extends { id: string }>(key: Caller, rows: readonly R[]): { row: R; subscription: KnownSubscription } {
    const now = this.#app.now().getTime();
    for (const row of rows) {
      const subscription = inForce(callsOf(this.#app).registry, key, row.id, now);
      if (subscription) return { row, subscription };
    }
    throw new AppError('api.notSubscribed', NOT_SUBSCRIBED);
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

/** The family names the key of a service `service_key`; its `secret_key` is not needed and not looked at. */
function withServiceKey(headers: HotCall['headers']): HotCall['headers'] {
  const key = headers['api_key'] ?? headers['x-api-key'] ?? headers['service_key'];
  return key === undefined ? headers : { api_key: key };
}

const FAILED = { key: 'service.failed' } as const;
const LATE = { key: 'service.timeout' } as const;
/** What a caller may be told: nothing of where a service leads. */
const WORDS: CallerWords = {
  'outbound.refused': { key: 'api.offline', message: '服务暂不可用，请联系服务的负责人' },
  'outbound.failed': FAILED,
  'outbound.timeout': LATE,
  'source.timeout': LATE,
  'gate.refused': FAILED,
  'entity.notFound': FAILED,
  // what a chain reads: who calls is told when to come again, as callers of the API are
  'source.unreachable': { key: 'api.overload', retryAfter: RETRY_SECONDS },
  'rule.broken': FAILED,
};

const nodes = new WeakMap<App, ServiceCalls>();
/** What answers the calls of services on this node. */
export function serviceCallsOf(app: App): ServiceCalls {
  const found = nodes.get(app) ?? new ServiceCalls(app);
  nodes.set(app, found);
  return found;
}
