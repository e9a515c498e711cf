import { AppError, type ErrorKey } from '#kit/contract/errors.ts';
import { ByteText } from '#kit/server/byte-text.ts';
import type { App } from '#kit/server/ctx.ts';
import { bodyLength, type HotCall, type HotReply } from '#kit/server/http/hot.ts';
import { CALL_PREFIX } from '../../core/address.ts';
import { admittedKey, assertAddress, assertFresh, inForce, lookTwice, RETRY_SECONDS } from './admit.ts';
import { MAX_ANSWER_CHARS, type ReadCall, type Spent } from './answer.ts';
import { noteBreaker } from './breaker-rows.ts';
import { Breaker } from './breaker.ts';
import { bodyParams, queryParams } from './given.ts';
import type { CallLog } from '../logs/call-log.ts';
import type { CallLine } from '../logs/lines.ts';
import { callLogOf } from '../logs/of-node.ts';
import { readLimited } from './limited.ts';
import { callerGone } from './gone.ts';
import { Limits, type Admission } from './limits.ts';
import type { ApiPlan, OpenPlan } from './plan.ts';
import { asProblem } from './problem.ts';
import { keyText } from './key-text.ts';
import type { Caller } from './known-keys.ts';
import { forCaller, refusal, type CallerWords } from './refusal.ts';
import { cachedAnswer, isMatch } from './result-cache.ts';
import { Registry, type KnownKey, type KnownSubscription } from './registry.ts';
import { Signatures } from './signatures.ts';

const START = ByteText.of('{"code":200,"msg":"操作成功","data":{').latin1();

const OFFLINE = { key: 'api.offline', message: 'API暂不可用，请联系API的负责人' } as const;
const BUSY = { key: 'api.overload', retryAfter: RETRY_SECONDS } as const;
/** What a caller of an API may be told: nothing of how the platform reads the source. */
const WORDS: CallerWords = {
  'gate.refused': OFFLINE,
  'entity.notFound': OFFLINE,
  'source.unreachable': BUSY,
  'source.timeout': BUSY,
  'throttle.exceeded': BUSY,
  'server.unavailable': BUSY,
  // the source's own words may quote data
  'rule.broken': { key: 'rule.broken', message: '查询执行失败，请检查参数或联系API的负责人' },
};

/** What is known of a call when its line is written. */
interface Known extends Spent {
  plan: ApiPlan | undefined;
  key: Caller | undefined;
  given: Readonly<Record<string, unknown>>;
  rows: number;
  /** milliseconds for the rows; null when nothing was asked */
  queryMs: number | null;
  isCached: boolean;
  /** the caller has its answer: what comes late counts for nothing */
  isOver: boolean;
}

/** Who calls what, by which right. */
interface Admitted {
  readonly plan: ApiPlan;
  readonly key: Caller;
  readonly subscription: KnownSubscription;
}

/** Answers calls of published APIs: key, subscription, addresses, limit, parameters, query, line of the log. */
export class ApiCalls {
  readonly registry: Registry;
  readonly log: CallLog;
  readonly breaker: Breaker;
  readonly #limits: Limits;
  readonly #signatures: Signatures;
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
    this.registry = new Registry(app);
    this.log = callLogOf(app);
    this.breaker = new Breaker((...turn) => noteBreaker(app, ...turn));
    this.#limits = new Limits(app);
    this.#signatures = new Signatures(app);
  }

  /** Answers a call; `as` is whose it is where the platform itself has looked who calls. */
  async handle(call: HotCall, as: Caller | null = null): Promise<HotReply> {
    const started = performance.now();
    const known: Known = {
      plan: undefined,
      key: undefined,
      given: {},
      rows: 0,
      queryMs: null,
      queueMs: 0,
      encodeMs: 0,
      isCached: false,
      isOver: false,
    };
    let reply: HotReply;
    let message = '调用成功';
    let errorKey: string | null = null;
    try {
      reply = await this.#answer(call, known, as);
    } catch (thrown) {
      const problem = callerGone(call, thrown) ?? asProblem(thrown);
      // a condition over what is masked by now: the value that it was asked with is one of the column's
      if (problem.key === 'gate.refused') known.given = hiddenValues(known.given);
      const error = forCaller(problem, WORDS);
      if (error.status >= 500 && error.key !== 'api.overload')
        this.#app.log.error({ error: thrown, requestId: call.requestId }, 'data API failed');
      message = error.message;
      errorKey = error.key;
      reply = refusal(error, call.requestId, this.#app.now());
    }
    known.isOver = true;
    // what scanners try is no call of anybody
    if (known.plan || known.key)
      this.log.note(lineOf(call, known, { reply, message, errorKey, ms: performance.now() - started, at: this.#app.now() }));
    return reply;
  }

  async #answer(call: HotCall, known: Known, as: Caller | null): Promise<HotReply> {
    const { registry } = this;
    if (!registry.isFresh) await assertFresh(registry, as ? null : call.headers);
    const [path, query] = splitAt(call.path.slice(CALL_PREFIX.length + 1), '?');
    const keyed = as ?? lookTwice(registry, () => this.#admitKey(call, path, known));
    const key = keyed instanceof Promise ? await keyed : keyed;
    known.key = key;
    // whoever only names a key learns nothing of what its application may call
    if (key.signing) await this.#signatures.assert(call, key.signing, { path: `${CALL_PREFIX}/${path}`, query });
    const admitting = lookTwice(registry, () => this.#admit(call, key, path, known));
    const { plan, subscription } = admitting instanceof Promise ? await admitting : admitting;
    const allow = plan.api.reqMethod;
    if (call.method !== allow) throw new AppError('route.methodNotAllowed', `该API只支持 ${allow} 请求`, { allow });
    known.given = plan.api.reqMethod === 'GET' ? queryParams(query, plan.params) : bodyParams(await call.body(), plan.params);
    const open = plan.open();
    const opened = open instanceof Promise ? await open : open;
    const { rows, fields } = subscription;
    const read = readLimited(opened.writer, known.given, { apiId: plan.api.id, secrets: this.#app.secrets, rows, fields });
    const keyOf = (error: unknown): ErrorKey => (callerGone(call, error) ?? asProblem(error)).key;
    return this.breaker.run(plan.api.executeConfig.sourceId, keyOf, () =>
      this.#answered(call, known, { plan, key, subscription, compile: opened.compile, read }),
    );
  }

  /** Asks the source, within the limits of the API and of the plan. They count calls that are answered. */
  async #answered(call: HotCall, known: Known, of: Admitted & Pick<OpenPlan, 'compile'> & { read: ReadCall }): Promise<HotReply> {
    const { plan, key, subscription, compile, read } = of;
    const admitting = this.#limits.admit({ appId: key.appId, apiId: plan.api.id }, plan.api.rateLimit, subscription.plan);
    const admission = admitting instanceof Promise ? await admitting : admitting;
    let bytes: number | null = null;
    try {
      this.log.keyUsed(key.keyId, this.#app.now());
      const asked = performance.now();
      const { answer, etag, isHit } = await cachedAnswer(plan, read, {
        compile,
        signal: () => call.signal,
        fields: subscription.fields,
        revision: this.registry.revision,
        spent: known,
      });
      known.rows = answer.count;
      known.isCached = isHit;
      known.queryMs = isHit ? null : rounded(performance.now() - asked);
      if (answer.rows.length > MAX_ANSWER_CHARS) throw new AppError('api.tooLarge');
      const headers = answerHeaders(plan, admission, etag);
      bytes = 0;
      if (isMatch(call.headers['if-none-match'], etag)) return { status: 304, headers, body: '' };
      // the head holds numbers and a sealed cursor: each character is one byte
      const body = answer.rows.within(`${START}${answer.head},"data":`, '}}');
      bytes = body.length;
      return { status: 200, headers, body };
    } finally {
      admission.done(known.isOver ? null : bytes);
    }
  }

  /** Who may call what. */
  #admit(call: HotCall, key: Caller, path: string, known: Known): Admitted {
    const plan = this.registry.api(path);
    known.plan = plan;
    if (!plan) throw new AppError('api.offline', this.registry.isOffline(path) ? 'API已下线' : 'API不存在或未发布');
    // the announced moment counts, not the task that takes the API offline
    if (plan.ends <= this.#app.now().getTime()) throw new AppError('api.offline', 'API已下线');
    return { plan, key, subscription: this.#admitSubscription(call, key, plan) };
  }

  #admitKey(call: HotCall, path: string, known: Known): KnownKey {
    known.plan = this.registry.api(path);
    // an API that is not there is told to everybody, as a path that is not there
    if (known.plan === undefined && keyText(call.headers) === null) throw new AppError('api.offline', 'API不存在或未发布');
    return admittedKey(this.registry, call.headers, this.#app.now().getTime());
  }

  #admitSubscription(call: HotCall, key: Caller, plan: ApiPlan): KnownSubscription {
    assertAddress(key, call.ip);
    if (plan.denies?.(call.ip)) throw new AppError('api.notSubscribed', '该地址不允许调用此API');
    const subscription = inForce(this.registry, key, plan.api.id, this.#app.now().getTime());
    if (!subscription) throw new AppError('api.notSubscribed');
    return subscription;
  }
}

/** Most calls have no more to tell than their limits: nothing is put together for them. */
function answerHeaders({ endHeaders, ends }: ApiPlan, admission: Admission, etag: string | null): Readonly<Record<string, string>> {
  if (etag === null && ends === Number.POSITIVE_INFINITY) return admission.headers;
  const own = { ...endHeaders, ...admission.headers };
  return etag === null ? own : { ...own, etag, 'cache-control': 'private, no-cache' };
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100;
interface Outcome {
  readonly reply: HotReply;
  readonly message: string;
  readonly errorKey: string | null;
  readonly ms: number;
  readonly at: Date;
}
function lineOf(call: HotCall, known: Known, { reply, message, errorKey, ms, at }: Outcome): CallLine {
  const { plan, key, given, rows, queryMs, queueMs, encodeMs, isCached } = known;
  const [path] = splitAt(call.path, '?');
  return {
    callerDate: at,
    apiId: plan?.api.id ?? null,
    callerId: key?.appId ?? null,
    keyId: key?.keyId ?? null,
    httpStatus: reply.status,
    errorKey,
    time: rounded(ms),
    queryTime: queryMs,
    queueTime: queryMs === null ? null : rounded(queueMs),
    encodeTime: queryMs === null ? null : rounded(encodeMs),
    callerSize: rows,
    bytes: bodyLength(reply.body),
    isCached,
    reqMethod: call.method,
    callerIp: call.ip,
    callerUrl: path,
    callerParams: loggedParams(given),
    msg: message,
    requestId: call.requestId,
    traceId: null,
  };
}
const hiddenValues = (given: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.keys(given).map((name) => [name, '***']));
/** A value that a caller gave is no masked one: conditions on masked columns are refused when an API is saved. */
function loggedParams(given: Readonly<Record<string, unknown>>): string {
  try {
    return isLong(given) ? JSON.stringify(given, (_name, value: unknown) => shortened(value)) : JSON.stringify(given);
  } catch {
    // lists in lists, deeper than they can be written
    return JSON.stringify(Object.fromEntries(Object.keys(given).map((name) => [name, '…'])));
  }
}
const MAX_VALUE = 200;
const isLong = (given: Readonly<Record<string, unknown>>): boolean => {
  for (const name in given) if (typeof given[name] !== 'string' || given[name].length > MAX_VALUE) return true;
  return false;
};
const shortened = (value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value;
