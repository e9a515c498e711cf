import { once } from 'node:events';
import type { Socket } from 'node:net';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '../ctx.ts';
import { breaker, type Breaker } from './breaker.ts';
import { TooLong, exchange, type Reply } from './exchange.ts';
import { networkOf, outOfBounds, resolveOnce } from './network.ts';

export { networkOf, resolveOnce, useNetwork, type Network } from './network.ts';

/** Scheme, host and port of an external server: the key under which hosts are registered. */
export interface Origin {
  readonly scheme: 'http' | 'https' | 'smtp' | 'smtps';
  readonly host: string;
  readonly port: number;
}

/** An external server registered by administrators. */
export interface OutboundHost extends Origin {
  readonly id: string;
  readonly name: string;
  readonly isEnabled: boolean;
  /** false: only public internet addresses are allowed */
  readonly isPrivateAllowed: boolean;
  readonly caText: string | null;
  /** decrypted secret headers; sent to this host only */
  readonly headers: Readonly<Record<string, string>>;
}
/** Log record of one call: neither headers nor query nor body. */
export interface OutboundCall {
  readonly hostId: string;
  /** purpose in Chinese: 短信, 测试 */
  readonly purpose: string;
  readonly method: string;
  readonly path: string;
  readonly address: string | null;
  readonly status: number | null;
  readonly state: 'done' | 'refused' | 'failed';
  readonly message: string | null;
  readonly received: number;
  readonly ms: number;
  readonly createBy: string | null;
}
/** Registry of hosts and log of calls; provided by one module. */
export interface HostRegistry {
  load(app: App, id: string): Promise<OutboundHost | null>;
  /** the id of the host registered for an origin */
  find(app: App, origin: Origin): Promise<string | null>;
  /** the enabled HTTP hosts that processes may call */
  forProcesses(app: App): Promise<readonly { readonly id: string; readonly name: string }[]>;
  note(app: App, call: OutboundCall): Promise<void>;
}

export interface OutboundRequest {
  readonly hostId: string;
  readonly purpose: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** path with query, from `/` */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** time limit in milliseconds for everything: DNS, connection, redirects, reply */
  readonly timeoutMs?: number;
  /** longest reply in bytes */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  readonly userId?: string | null;
}
export interface OutboundReply extends Reply {
  readonly address: string;
  readonly ms: number;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_048_576;
const MAX_REDIRECTS = 3;

const breakers = new WeakMap<App, Breaker>();
function breakerOf(app: App): Breaker {
  const found = breakers.get(app) ?? breaker();
  breakers.set(app, found);
  return found;
}
/** Closes the circuit breaker of a host whose registration has changed. */
export const forgetFailures = (app: App, hostId: string): void => breakerOf(app).forget(hostId);

const refused = (message: string): AppError => new AppError('outbound.refused', message);

function registryOf(app: App): HostRegistry {
  const found = app.modules.find((module) => module.hosts)?.hosts;
  if (!found) throw new Error('no module registers outside hosts');
  return found;
}

/** Splits `https://host:8443/a?b` into origin and path; null for anything but a plain http(s) URL. */
export function splitAddress(text: string): { scheme: 'http' | 'https'; host: string; port: number; path: string } | null {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.hostname === '') return null;
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  const port = url.port === '' ? (scheme === 'https' ? 443 : 80) : Number(url.port);
  return { scheme, host: url.hostname.replace(/^\[|\]$/g, '').toLowerCase(), port, path: `${url.pathname}${url.search}` };
}

interface Progress {
  address: string | null;
}

/** Resolves a host once. Throws outbound.refused when one of its addresses is not allowed. */
async function addressOf(app: App, host: OutboundHost): Promise<string> {
  const network = networkOf(app);
  const own = network.own();
  const addresses = await resolveOnce(
    host.host,
    (address) => {
      const problem = outOfBounds(address, host.isPrivateAllowed, own);
      if (problem) throw refused(`外部地址“${host.name}”：${problem}`);
    },
    network.lookup,
  );
  const address = addresses[0];
  if (address === undefined) throw new Error('no address');
  return address;
}

async function converse(app: App, host: OutboundHost, options: OutboundRequest, signal: AbortSignal, progress: Progress): Promise<Reply> {
  const { scheme } = host;
  if (scheme !== 'http' && scheme !== 'https') throw refused(`外部地址“${host.name}”不是 HTTP 服务`);
  const network = networkOf(app);
  const address = await addressOf(app, host);
  signal.throwIfAborted();
  progress.address = address;
  let method: string = options.method ?? 'GET';
  let body = options.body === undefined ? null : Buffer.from(options.body);
  let path = options.path;
  for (let redirects = 0; ; redirects++) {
    const reply = await exchange({
      scheme,
      host: host.host,
      port: host.port,
      method,
      path,
      headers: { ...options.headers, ...host.headers },
      body,
      caText: host.caText,
      maxBytes: options.maxBytes ?? MAX_BYTES,
      signal,
      dial: () => network.dial(address, host.port),
    });
    const { location } = reply.headers;
    if (![301, 302, 303, 307, 308].includes(reply.status) || location === undefined) return reply;
    if (redirects >= MAX_REDIRECTS) throw refused(`外部地址“${host.name}”转向次数过多`);
    path = redirected(host, path, location);
    if (reply.status === 303 || (reply.status < 303 && method === 'POST')) {
      method = 'GET';
      body = null;
    }
  }
}

/** The target path of a redirect; only on the registered host, at the address that was already checked. */
function redirected(host: OutboundHost, path: string, location: string): string {
  const base = `${host.scheme}://${host.host.includes(':') ? `[${host.host}]` : host.host}:${host.port}`;
  const next = URL.canParse(location, base + path) ? splitAddress(new URL(location, base + path).href) : null;
  if (!next || next.scheme !== host.scheme || next.host !== host.host || next.port !== host.port)
    throw refused(`外部地址“${host.name}”转向其他地址，已拒绝`);
  return next.path;
}

function explained(error: unknown, host: OutboundHost, isLate: boolean): AppError {
  if (error instanceof AppError) return error;
  if (isLate) return new AppError('outbound.timeout', `外部地址“${host.name}”响应超时`, null, { cause: error });
  if (error instanceof TooLong) return new AppError('outbound.failed', `外部地址“${host.name}”返回的内容过大`, null, { cause: error });
  const code = (error as { code?: string }).code ?? '';
  const why = /CERT|TLS|SSL|SIGNED|ALTNAME|EPROTO/.test(code)
    ? '的证书无法验证，请检查证书设置'
    : /ENOTFOUND|EAI_AGAIN/.test(code)
      ? '的主机名无法解析'
      : '无法连接';
  return new AppError('outbound.failed', `外部地址“${host.name}”${why}`, null, { cause: error });
}

interface Attempt {
  readonly purpose: string;
  readonly method: string;
  readonly path: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly userId?: string | null;
}
type Outcome<T> = { readonly result: T; readonly isGood: boolean; readonly status: number | null; readonly received: number };

/**
 * Common frame of outbound calls: registration, circuit breaker, deadline, one log row. Throws outbound.refused, outbound.failed,
 * outbound.timeout.
 */
async function attempt<T>(
  app: App,
  host: OutboundHost,
  options: Attempt,
  work: (signal: AbortSignal, progress: Progress) => Promise<Outcome<T>>,
): Promise<T> {
  const started = performance.now();
  const progress: Progress = { address: null };
  const late = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late;
  const failures = breakerOf(app);
  const note = (outcome: Pick<OutboundCall, 'state' | 'status' | 'message' | 'received'>) =>
    registryOf(app).note(app, {
      hostId: host.id,
      purpose: options.purpose,
      method: options.method,
      path: options.path.split('?')[0]!.slice(0, 500),
      address: progress.address,
      ms: Math.round(performance.now() - started),
      createBy: options.userId ?? null,
      ...outcome,
    });
  try {
    if (!host.isEnabled) throw refused(`外部地址“${host.name}”已禁用`);
    const seconds = failures.wait(host.id, Date.now());
    if (seconds > 0) throw new AppError('outbound.failed', `外部地址“${host.name}”连续失败，${seconds}秒后再试`);
    const { result, isGood, status, received } = await work(signal, progress);
    failures.note(host.id, isGood, Date.now());
    await note({ state: 'done', status, message: null, received });
    return result;
  } catch (error) {
    const known = explained(error, host, late.aborted);
    // refusals, disconnected callers and the open breaker say nothing about the health of the server
    if (!(error instanceof AppError) && !options.signal?.aborted) failures.note(host.id, false, Date.now());
    await note({ state: known.key === 'outbound.refused' ? 'refused' : 'failed', status: null, message: known.message, received: 0 });
    throw known;
  }
}

/** A TCP connection to the checked address of a host. */
async function connected(app: App, host: OutboundHost, signal: AbortSignal, progress: Progress): Promise<Socket> {
  const address = await addressOf(app, host);
  signal.throwIfAborted();
  progress.address = address;
  const socket = networkOf(app).dial(address, host.port);
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function registered(app: App, hostId: string): Promise<OutboundHost> {
  const host = await registryOf(app).load(app, hostId);
  if (!host) throw refused('外部地址没有登记，请先在系统管理的外部地址中登记');
  return host;
}

/**
 * The only way to call external servers: registered hosts, resolved once and checked against SSRF.
 *
 *      const reply = await outbound(app).send({ hostId, purpose: '短信', method: 'POST', path: '/send', body });
 */
export function outbound(app: App) {
  return {
    /**
     * Sends one HTTP request and answers the reply, whatever its status; writes one log row. Throws outbound.refused for unregistered hosts
     * and disallowed addresses before anything is sent; outbound.failed, outbound.timeout.
     */
    async send(options: OutboundRequest): Promise<OutboundReply> {
      const host = await registered(app, options.hostId);
      if (!options.path.startsWith('/')) throw refused('请求路径应以 / 开头');
      const started = performance.now();
      return attempt(app, host, { ...options, method: options.method ?? 'GET' }, async (signal, progress) => {
        const reply = await converse(app, host, options, signal, progress);
        const result = { ...reply, address: progress.address ?? '', ms: Math.round(performance.now() - started) };
        return { result, isGood: reply.status < 500, status: reply.status, received: reply.body.length };
      });
    },
    /**
     * Opens a TCP connection to a registered host for a protocol other than HTTP, with the same rules and one log row. TLS is up to the
     * caller: verify the certificate against `host` and `caText`. Throws as `send`.
     */
    async connect(options: Pick<OutboundRequest, 'hostId' | 'purpose' | 'timeoutMs' | 'signal' | 'userId'>): Promise<Socket> {
      const host = await registered(app, options.hostId);
      return attempt(app, host, { ...options, method: 'CONNECT', path: '/' }, async (signal, progress) => ({
        result: await connected(app, host, signal, progress),
        isGood: true,
        status: null,
        received: 0,
      }));
    },
    /** What is registered for an origin, null when nothing is. */
    async hostAt(origin: Origin): Promise<OutboundHost | null> {
      const id = await registryOf(app).find(app, origin);
      return id === null ? null : registryOf(app).load(app, id);
    },
    /** The enabled HTTP hosts that processes of approvals may call. */
    forProcesses: () => registryOf(app).forProcesses(app),
    /** The registered host of an address, with the path on it; null when the address is malformed or not registered. */
    async find(address: string): Promise<{ hostId: string; path: string } | null> {
      const parts = splitAddress(address);
      const hostId = parts && (await registryOf(app).find(app, parts));
      return parts && hostId ? { hostId, path: parts.path } : null;
    },
  };
}
