import { AppError } from '#kit/contract/errors.ts';
import type { HotCall } from '#kit/server/http/hot.ts';
import { ServiceExecute } from '../../contract/service-execute.ts';
import { messageValues } from '../../core/services/message-values.ts';
import { wholePlace } from '../../core/services/template.ts';
import { ParamProblem } from '../../core/values.ts';
import { bodyParams, queryParams } from '../calls/given.ts';
import type { StoredService } from './rows.ts';

/** `/data/service/services/call/20260827001`, and with a version behind it. */
export const SERVICE_CALL_PREFIX = '/data/service/services/call';
/** One address for every service: the number stands in the body, as programs of the family send it. */
export const SERVICE_EXECUTE = '/data/service/execute';
const ADDRESS = /^\/(\d{8,20})(?:\/v(\d{1,6}))?$/;

/** The service that a call asks for, and how its parameters are read. */
export interface Asked {
  readonly serviceNo: string;
  /** null: the newest that the application subscribes to */
  readonly version: number | null;
  given(service: StoredService): Promise<Readonly<Record<string, unknown>>>;
}
type Given = Readonly<Record<string, unknown>>;

/** Path and query of an address. */
export const halves = (path: string): [path: string, query: string] => {
  const at = path.indexOf('?');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)];
};
const namesOf = ({ reqParams }: StoredService): ReadonlySet<string> => new Set(reqParams.map(({ paramName }) => paramName));

/** What a call asks for; null when its address is that of no service. Throws ParamProblem, route.methodNotAllowed. */
export async function askedOf(call: HotCall): Promise<Asked | null> {
  const [path] = halves(call.path);
  if (path === SERVICE_EXECUTE) return executed(call);
  const [, serviceNo, version] = ADDRESS.exec(path.slice(SERVICE_CALL_PREFIX.length)) ?? [];
  if (serviceNo === undefined) return null;
  return { serviceNo, version: version === undefined ? null : Number(version), given: (service) => addressed(call, service) };
}

/** Only what reads may be called by GET, which browsers and proxies repeat as they like. */
async function addressed(call: HotCall, service: StoredService): Promise<Given> {
  if (call.method === 'POST') return bodyParams(await call.body(), namesOf(service));
  if (service.httpService?.httpMethod !== 'GET') throw new AppError('route.methodNotAllowed', '该服务只支持 POST 请求', { allow: 'POST' });
  return queryParams(halves(call.path)[1], namesOf(service));
}

async function executed(call: HotCall): Promise<Asked> {
  if (call.method !== 'POST') throw new AppError('route.methodNotAllowed', '该地址只支持 POST 请求', { allow: 'POST' });
  const read = ServiceExecute.safeParse((await call.body()) ?? {});
  const [issue] = read.error?.issues ?? [];
  if (!read.success) throw new ParamProblem(issue?.path.join('.') || 'body', issue?.message ?? '请求内容不正确');
  const { serviceNo } = read.data;
  return { serviceNo, version: null, given: (service) => Promise.resolve(executeParams(service, read.data)) };
}

/**
 * Parameters of a call in the family's form. Headers and messages are not passed on: they give values to the parameters that stand at the same
 * place of the service.
 */
export function executeParams(service: StoredService, { header, param, soap }: ServiceExecute): Given {
  const values = new Map<string, unknown>(Object.entries(param));
  const put = (name: string, value: unknown) => {
    if (values.has(name)) throw new ParamProblem(name.slice(0, 60), `参数“${name.slice(0, 60)}”重复`);
    values.set(name, value);
  };
  const places = new Map((service.httpService?.header ?? []).map(({ name, value }) => [name.toLowerCase(), wholePlace(value)]));
  for (const [name, value] of Object.entries(header)) put(places.get(name.toLowerCase()) ?? name, value);
  if (soap !== null && soap !== undefined && soap !== '') {
    if (!service.webService) throw new ParamProblem('soap', '该服务不是 WebService，没有报文');
    for (const [name, value] of Object.entries(messageValues(service.webService.soap, soap))) put(name, value);
  }
  return bodyParams(Object.fromEntries(values), namesOf(service));
}
