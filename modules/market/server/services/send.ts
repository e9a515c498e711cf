import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import { outbound, type OutboundReply } from '#kit/server/outbound/index.ts';
import { parsePath, pick } from '../../contract/json-path.ts';
import { readSoapReply, xmlValue } from '../../core/services/soap-reply.ts';
import type { ParamValues } from '../../core/services/params.ts';
import { SECRET, TemplateProblem } from '../../core/services/template.ts';
import { parseXml, XmlProblem } from '../../core/services/xml.ts';
import { httpRequest, shownRequest, soapRequest, type BuiltRequest } from './request.ts';
import { hostOf, openSecret, type ServiceHost, type StoredService } from './rows.ts';

const HIDDEN = '***';
const PAUSE_MS = 200;
/** Repeating these changes nothing; everything else is sent once. */
const IDEMPOTENT = ['GET', 'PUT', 'DELETE'];
const BUSY = [502, 503, 504];

export interface SendHow {
  readonly app: App;
  readonly signal: AbortSignal;
  readonly traceId: string;
  readonly userId: string | null;
}
/** What is known of a call of an outside server, also when it fails. */
export interface Sent {
  target: string;
  request: string;
  upstreamStatus: number | null;
  bytes: number;
}

/** Values for the templates, and the same with *** for secrets and for parameters that are masked in the answer. */
function valuesFor(app: App, service: StoredService, host: ServiceHost, values: ParamValues) {
  const secrets = Object.entries(service.sealed).map(([name, sealed]): [string, string] => {
    const clear = openSecret(app, service.serviceNo, host, sealed);
    if (clear === null) throw new AppError('service.failed', `密钥“${name}”不是为现在的外部地址保存的，请重新填写`);
    return [`${SECRET}${name}`, clear];
  });
  return { ...values, ...Object.fromEntries(secrets) };
}
/** Names of parameters whose values nobody reads in the log: fields of the same name are masked in the answer. */
export function hiddenParams({ masks }: Pick<StoredService, 'masks'>): ReadonlySet<string> {
  return new Set(
    masks.flatMap(({ path }) => {
      const last = parsePath(path).findLast(({ kind }) => kind === 'key');
      return last?.kind === 'key' ? [last.key] : [];
    }),
  );
}
export function shownValues(service: Pick<StoredService, 'masks' | 'sealed'>, values: ParamValues): ParamValues {
  const hidden = hiddenParams(service);
  const secrets = Object.keys(service.sealed).map((name): [string, string] => [`${SECRET}${name}`, HIDDEN]);
  const shown = Object.entries(values).map(([name, value]): [string, ParamValues[string]] => [
    name,
    hidden.has(name) && value !== null ? HIDDEN : value,
  ]);
  return Object.fromEntries([...shown, ...secrets]);
}

const build = ({ httpService, webService }: StoredService, values: ParamValues): BuiltRequest => {
  if (httpService) return httpRequest(httpService, values);
  if (webService) return soapRequest(webService, values);
  throw new Error('a chain has no request');
};

/** Calls the outside server of an HTTP or SOAP service. Throws AppError, ParamProblem; `sent` is filled as far as it came. */
export async function callOutside(how: SendHow, service: StoredService, values: ParamValues, sent: Sent): Promise<unknown> {
  const host = service.hostId === null ? null : await hostOf(how.app.db, service.hostId);
  if (!host) throw new AppError('service.failed', '服务的外部地址已禁用、删除或不再允许调用');
  try {
    const request = build(service, valuesFor(how.app, service, host, values));
    const shown = build(service, shownValues(service, values));
    sent.target = `${host.origin}${shown.path.split('?')[0]}`.slice(0, 500);
    sent.request = shownRequest(shown);
    const reply = await sendAgain(how, service, { hostId: host.id, request });
    sent.upstreamStatus = reply.status;
    sent.bytes = reply.body.length;
    return resultOf(service, reply);
  } catch (error) {
    if (error instanceof TemplateProblem) throw new AppError('service.failed', error.message, null, { cause: error });
    if (error instanceof XmlProblem)
      throw new AppError('service.failed', `后端服务返回的内容不能读取：${error.message}`, null, { cause: error });
    throw error;
  }
}

/** Sends a request, again where that is allowed and may help; everything within the time limit of the service. */
async function sendAgain(
  { app, signal, traceId, userId }: SendHow,
  { timeoutMs, retries, maxBytes }: StoredService,
  { hostId, request }: { hostId: string; request: BuiltRequest },
): Promise<OutboundReply> {
  const ends = performance.now() + timeoutMs;
  const most = IDEMPOTENT.includes(request.method) ? retries : 0;
  for (let attempt = 0; ; attempt++) {
    const left = Math.max(1, Math.round(ends - performance.now()));
    const { method, path, headers, body } = request;
    const options = { hostId, purpose: '服务', method, path, timeoutMs: left, maxBytes, signal, userId };
    const again = attempt < most && performance.now() + PAUSE_MS < ends;
    try {
      const reply = await outbound(app).send({
        ...options,
        headers: { 'x-request-id': traceId, ...headers },
        ...(body !== null && { body }),
      });
      if (!again || !BUSY.includes(reply.status)) return reply;
    } catch (error) {
      const mayHelp = error instanceof AppError && (error.key === 'outbound.failed' || error.key === 'outbound.timeout');
      if (!again || !mayHelp || signal.aborted) throw error;
    }
    await pause(PAUSE_MS * 2 ** attempt, null, { signal });
  }
}

/** What the answer means: its part at the result path. */
function resultOf(service: StoredService, reply: OutboundReply): unknown {
  const text = textOf(reply);
  const data = service.webService ? soapData(service.webService.shape ?? null, text, reply.status) : httpData(text, reply);
  const path = (service.httpService ?? service.webService)?.resultPath;
  return path ? (pick(data, parsePath(path)) ?? null) : data;
}
const isGood = (status: number): boolean => status >= 200 && status < 300;
const failedWith = (status: number): AppError => new AppError('service.failed', `后端服务返回 HTTP ${status}`, null);

function soapData(shape: Parameters<typeof readSoapReply>[1], text: string, status: number): unknown {
  // faults come with 400 or 500, so the message is read first
  let reply: ReturnType<typeof readSoapReply>;
  try {
    reply = readSoapReply(text, shape);
  } catch (error) {
    if (!isGood(status)) throw failedWith(status);
    throw error;
  }
  if ('fault' in reply)
    throw new AppError('service.fault', `后端服务返回错误：${reply.fault.text || reply.fault.code}`, { fault: reply.fault });
  if (!isGood(status)) throw failedWith(status);
  return reply.data;
}
function httpData(text: string, { status, headers }: OutboundReply): unknown {
  if (!isGood(status)) throw failedWith(status);
  if (text.trim() === '') return null;
  const type = headers['content-type'] ?? '';
  if (/xml/i.test(type)) return xmlValue(parseXml(text), null);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    if (/json/i.test(type)) throw new AppError('service.failed', '后端服务返回的内容不是正确的 JSON');
    return text;
  }
}

/** Text in the character set that the server names; many domestic ones still speak GBK. */
function textOf({ body, headers }: OutboundReply): string {
  const head = body.subarray(0, 200).toString('latin1');
  const said = /charset\s*=\s*"?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? /<\?xml[^>]*encoding=["']([\w-]+)/i.exec(head)?.[1];
  const name = /^(gbk|gb2312|gb18030)$/i.test(said ?? '') ? 'gb18030' : 'utf-8';
  return new TextDecoder(name).decode(body);
}
