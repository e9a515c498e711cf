import { AppError } from '#kit/contract/errors.ts';
import { assertAddresses } from '#kit/server/address-list.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { splitAddress } from '#kit/server/outbound/index.ts';
import type { ServiceParam } from '../../contract/service-param.ts';
import { HttpService, WebService, type ServiceInput } from '../../contract/service.ts';
import { chainProblems } from '../../core/services/chain.ts';
import { jsonTemplate, placesIn, SECRET, TemplateProblem } from '../../core/services/template.ts';
import { parseXml, XmlProblem } from '../../core/services/xml.ts';
import { ApiRow } from '../../contract/api.ts';
import { hostOf, storedService, type ServiceHost } from './rows.ts';
import { usableApi, usableService } from './targets.ts';

const invalid = (path: string, message: string): AppError => new AppError('input.invalid', message, [{ path, message }]);

/** The service as it is stored: only the part of its type, with its host found. */
export interface CheckedService {
  readonly body: ServiceInput;
  readonly host: ServiceHost | null;
}

/** Looks at everything that can be known before a service is called. Throws input.invalid, outbound.refused, rule.broken. */
export async function checkService(ctx: Ctx, body: ServiceInput): Promise<CheckedService> {
  assertAddresses(body.deny, 'deny');
  assertNames(body.reqParams);
  await assertRules(ctx, body);
  const { serviceType } = body;
  const part = { '1': 'httpService', '2': 'webService', '3': 'chain' }[serviceType] as 'httpService' | 'webService' | 'chain';
  if (!body[part]) throw invalid(part, '请填写服务的配置');
  const only = { ...body, httpService: null, webService: null, chain: null, [part]: body[part] };
  if (serviceType === '3') {
    if (body.secrets.length > 0) throw invalid('secrets', '编排没有密钥，密钥填写在它调用的服务里');
    await assertChain(ctx, only);
    return { body: only, host: null };
  }
  const { config, host } = await addressed(ctx, (body.httpService && serviceType === '1' ? body.httpService : body.webService)!, part);
  const whole = { ...only, [part]: config };
  assertTemplates(whole);
  return { body: whole, host };
}

function assertNames(params: readonly ServiceParam[]): void {
  const seen = new Set<string>();
  for (const [i, { paramName }] of params.entries()) {
    if (seen.has(paramName)) throw invalid(`reqParams.${i}.paramName`, `参数“${paramName}”重复`);
    seen.add(paramName);
  }
}
async function assertRules(ctx: Ctx, { masks }: ServiceInput): Promise<void> {
  if (masks.length === 0) return;
  const known = await ctx.db
    .selectFrom('metadataMaskRule')
    .select('id')
    .where('id', 'in', [...new Set(masks.map(({ maskRuleId }) => maskRuleId))])
    .where('deletedAt', 'is', null)
    .execute();
  const ids = new Set(known.map(({ id }) => id));
  const missing = masks.findIndex(({ maskRuleId }) => !ids.has(maskRuleId));
  if (missing >= 0) throw invalid(`masks.${missing}.maskRuleId`, '脱敏规则不存在或已删除');
}

/** The host of a service, given by its id or by a full address on it. */
async function addressed<T extends HttpService | WebService>(ctx: Ctx, config: T, part: string): Promise<{ config: T; host: ServiceHost }> {
  const given = config.url === null ? null : splitUrl(config.url);
  if (config.url !== null && !given) throw invalid(`${part}.url`, '请求地址应为 http 或 https 地址，不含账号');
  const hostId = given ? await hostIdAt(ctx, given.origin) : config.hostId;
  const host = hostId ? await hostOf(ctx.db, hostId) : null;
  if (!host && given) throw new AppError('outbound.refused', '该地址没有登记，或没有允许流程与服务调用，请先在系统管理的外部地址中登记');
  if (!host) throw invalid(`${part}.hostId`, '请选择外部地址；没有可选的，请先在系统管理的外部地址中登记并允许流程与服务调用');
  const placed = { ...config, hostId: host.id, url: null };
  return { config: given ? asFields({ ...placed, path: given.path, ...queryOf(config, given.query) }, part) : placed, host };
}
/** What a full address comes to is held to what the fields say that it goes into: it is stored, read and sent as these. */
function asFields<T extends HttpService | WebService>(config: T, part: string): T {
  const { error } = ('httpMethod' in config ? HttpService : WebService).safeParse(config);
  if (error) throw invalid(`${part}.url`, `请求地址不正确：${error.issues[0]?.message}`);
  return config;
}
/** The path stays as it is written, because it may have places for values. */
function splitUrl(url: string): { origin: string; path: string; query: string } | null {
  const [, origin, path = '', query = ''] = /^(https?:\/\/[^/?#]+)([^?#]*)(?:\?([^#]*))?/i.exec(url.trim()) ?? [];
  return origin === undefined || !splitAddress(origin) ? null : { origin, path: path === '' ? '/' : path, query };
}
const queryOf = (config: HttpService | WebService, query: string) =>
  'query' in config && query !== ''
    ? { query: [...config.query, ...[...new URLSearchParams(query)].map(([name, value]) => ({ name, value }))] }
    : {};
async function hostIdAt(ctx: Ctx, origin: string): Promise<string | null> {
  const parts = splitAddress(origin)!;
  const row = await ctx.db
    .selectFrom('sysHost')
    .select('id')
    .where('scheme', '=', parts.scheme)
    .where('host', '=', parts.host)
    .where('port', '=', parts.port)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

function assertTemplates({ httpService: http, webService: soap, reqParams, secrets }: ServiceInput): void {
  const part = http ? 'httpService' : 'webService';
  const config = (http ?? soap)!;
  const known = new Set([...reqParams.map(({ paramName }) => paramName), ...secrets.map(({ name }) => `${SECRET}${name}`)]);
  const texts: [field: string, text: string][] = http
    ? [
        ['path', http.path],
        ...[...http.query, ...http.header, ...http.form].map(({ value }): [string, string] => ['query', value]),
        ['body', http.body ?? ''],
      ]
    : [
        ['path', config.path],
        ['soap', soap!.soap],
      ];
  for (const [field, text] of texts) {
    const missing = placesIn(text).find((name) => !known.has(name));
    if (missing !== undefined) throw invalid(`${part}.${field}`, `“{{${missing}}}”没有对应的参数或密钥`);
  }
  // the path stands in the log of calls to outside hosts
  if (placesIn(config.path).some((name) => name.startsWith(SECRET))) throw invalid(`${part}.path`, '密钥不能放在请求路径里');
  if (http && http.httpMethod === 'GET' && http.bodyType !== 'none') throw invalid(`${part}.bodyType`, 'GET 请求没有请求内容');
  try {
    if (http?.bodyType === 'json') jsonTemplate(http.body ?? '');
    if (http?.bodyType === 'xml') parseXml(http.body ?? '');
    if (soap) parseXml(soap.soap);
  } catch (error) {
    if (error instanceof TemplateProblem || error instanceof XmlProblem) throw invalid(`${part}.${http ? 'body' : 'soap'}`, error.message);
    throw error;
  }
}

async function assertChain(ctx: Ctx, { chain }: ServiceInput): Promise<void> {
  const params = new Map<string, readonly ServiceParam[] | null>();
  for (const { id, kind, targetId } of chain!.steps) params.set(id, await paramsOf(ctx, kind, targetId));
  const [problem] = chainProblems(chain!, params);
  if (problem) throw invalid(problem.step === null ? 'chain' : `chain.steps.${problem.step}`, problem.message);
}
const PAGING: readonly ServiceParam[] = ['pageNum', 'pageSize'].map((paramName) => ({ paramName, nullable: '1', paramType: '2' }));
/** The parameters of what a step calls; null when the caller cannot use it. */
async function paramsOf(ctx: Ctx, kind: 'service' | 'api', id: string): Promise<readonly ServiceParam[] | null> {
  if (kind === 'service') {
    const row = await usableService(ctx.db, ctx.user, id);
    return row ? storedService(row).reqParams : null;
  }
  const row = await usableApi(ctx.db, ctx.user, id);
  return row ? [...(ApiRow.parse(row).reqParams as readonly ServiceParam[]), ...PAGING] : null;
}
