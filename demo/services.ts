import { randomBytes } from 'node:crypto';
import type { App } from '#kit/server/ctx.ts';
import { app as application } from '#modules/market/contract/app.ts';
import { apiGroup } from '#modules/market/contract/group.ts';
import { service } from '#modules/market/contract/service.ts';
import { subscription } from '#modules/market/contract/subscription.ts';
import { serviceCallsOf, SERVICE_EXECUTE } from '#modules/market/server/index.ts';
import { accountOf, callsAs, type Calls } from './governance-calls.ts';
import type { Work } from './governance-work.ts';
import { CONSUMER, PORTAL } from './market-calls-list.ts';
import { registerPartners } from './partners/register.ts';
import { CREDIT_HOST, REGISTRY_HOST } from './partners/server.ts';

const CUSTOMERS = '客户查询';
const GROUP = '客户';
const COMPANY = { paramName: 'companyName', nullable: '0', paramComment: '企业名称', exampleValue: '重庆建设投资集团' } as const;

const PARTNERS = [
  { host: REGISTRY_HOST, hostName: '演示工商平台', testPath: '/', remark: 'HTTP 接口', isFlowAllowed: '1' },
  { host: CREDIT_HOST, hostName: '演示征信平台', testPath: '/credit?wsdl', remark: 'WebService 接口', isFlowAllowed: '1' },
] as const;

const registrationService = (hostId: string, maskRuleId: string | null) => ({
  serviceName: '企业工商信息查询',
  serviceType: '1',
  level: 'L2',
  httpService: { hostId, httpMethod: 'GET', path: '/companies', query: [{ name: 'name', value: '{{companyName}}' }], resultPath: '$.data' },
  reqParams: [COMPANY],
  masks: maskRuleId === null ? [] : [{ path: '$.legalMobile', maskRuleId }],
  rateLimit: { enable: '1', times: 60, seconds: 60 },
  retries: 1,
  remark: '查询企业的登记状态、法定代表人、注册资本和成立日期，法定代表人手机脱敏',
});

/** The credit service as its WSDL describes it, read from the partner. */
async function creditService(call: Calls) {
  const { operations, wsdl } = await call(service.wsdl, { body: { url: `http://${CREDIT_HOST}/credit?wsdl` } });
  const [operation] = operations;
  if (!operation) throw new Error('the WSDL of the partner has no operation');
  const { name, soapVersion, soapAction, address, targetNamespace, soap, params, shape } = operation;
  return {
    serviceName: '企业信用评级查询',
    serviceType: '2',
    level: 'L3',
    webService: { url: address, soapVersion, soapAction, targetNamespace, method: name, soap, shape, wsdl },
    reqParams: params.map((param) => ({ ...param, exampleValue: param.paramName === 'companyName' ? COMPANY.exampleValue : 'true' })),
    timeoutMs: 15_000,
    remark: '由 WSDL 导入：按企业名称查询信用等级、评分和涉诉案件',
  };
}

/** 客户画像: the customer by the own data API, then registration and credit of that company at the same time. */
const profileChain = (apiId: string, registrationId: string, creditId: string) => {
  const name = '$.steps.customer.data.data[0].name';
  const found = { path: '$.steps.customer.data.total', operator: 'gt', value: '0' };
  const step = (id: string, over: object) => ({ id, onError: 'stop', condition: null, ...over });
  return {
    serviceName: '客户画像',
    serviceType: '3',
    level: 'L3',
    chain: {
      steps: [
        step('customer', {
          name: '查询客户',
          kind: 'api',
          targetId: apiId,
          x: 40,
          y: 120,
          inputs: [
            { param: 'name', source: 'path', value: '$.input.keyword' },
            { param: 'pageSize', source: 'value', value: '1' },
          ],
        }),
        step('registration', {
          name: '工商信息',
          kind: 'service',
          targetId: registrationId,
          x: 320,
          y: 40,
          condition: found,
          inputs: [{ param: 'companyName', source: 'path', value: name }],
        }),
        step('credit', {
          name: '信用评级',
          kind: 'service',
          targetId: creditId,
          x: 320,
          y: 200,
          condition: found,
          onError: 'go',
          inputs: [
            { param: 'companyName', source: 'path', value: name },
            { param: 'withCases', source: 'value', value: 'true' },
          ],
        }),
      ],
      outputs: [
        { name: 'customer', path: name },
        { name: 'level', path: '$.steps.customer.data.data[0].level' },
        { name: 'contactMobile', path: '$.steps.customer.data.data[0].contact_mobile' },
        { name: 'status', path: '$.steps.registration.data.status' },
        { name: 'registeredCapital', path: '$.steps.registration.data.registeredCapital' },
        { name: 'grade', path: '$.steps.credit.data.grade' },
        { name: 'score', path: '$.steps.credit.data.score' },
      ],
    },
    reqParams: [{ paramName: 'keyword', nullable: '0', paramComment: '客户名称关键字', exampleValue: '投资集团' }],
    timeoutMs: 20_000,
    remark: '编排：由客户名称查出客户，再同时查询其工商信息与信用评级',
  };
};

/** Three released services over the partners, with a level and in a group: HTTP, SOAP and a chain of both with a data API; subscribed to, and called with a key. */
export async function publishServices(work: Work): Promise<void> {
  const { app, signal, chief } = work;
  const { db } = app;
  if (await db.selectFrom('marketServiceIntegration').select('id').limit(1).executeTakeFirst()) return;
  const api = await db.selectFrom('marketApi').select('id').where('apiName', '=', CUSTOMERS).where('status', '=', '2').executeTakeFirst();
  const portal = await db
    .selectFrom('marketApp')
    .select('id')
    .where('appName', '=', PORTAL)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  const consumer = await accountOf(app, CONSUMER);
  // whoever took away what the services stand on gets none
  if (!api || !portal || !consumer) return;
  const hosts = await registerPartners(work, PARTNERS);
  if (!hosts) return;
  const rule = await db
    .selectFrom('metadataMaskRule')
    .select('id')
    .where('algorithm', '=', 'mobile')
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  const ids = await callsAs(app, chief, signal, async (call) => {
    const released = async (body: object) => {
      const { id } = await call(service.create, { body });
      await call(service.release, { params: { id } });
      return id;
    };
    const registration = await released(registrationService(hosts.get(REGISTRY_HOST)!, rule?.id ?? null));
    const credit = await released(await creditService(call));
    const made = [registration, credit, await released(profileChain(api.id, registration, credit))];
    const group = await db
      .selectFrom('marketApiGroup')
      .select('id')
      .where('groupName', '=', GROUP)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (group) await call(apiGroup.assign, { body: { groupId: group.id, apiIds: made } });
    return made;
  });
  const asked = await callsAs(app, consumer, signal, async (call) => {
    const requests: string[] = [];
    for (const apiId of ids)
      requests.push((await call(subscription.create, { body: { appId: portal.id, apiId, days: 365, reason: '客户准入评审' } })).id);
    return requests;
  });
  await callsAs(app, chief, signal, async (call) => {
    for (const id of asked) await call(subscription.decide, { params: { id }, body: { approved: true, opinion: '同意' } });
  });
  await callServices(work, portal.id, ids);
}

const COMPANIES = ['重庆建设投资集团', '成都轨道交通集团', '贵阳城市建设公司', '昆明水务集团', '武汉港口集团'] as const;
const KEYWORDS = ['投资集团', '水务集团', '交通', '建设'] as const;
/** What the portal asks for; the last two are refused, by the platform and by the partner. */
const QUESTIONS = [
  ...COMPANIES.flatMap((companyName) => [[0, { companyName }] as const, [1, { companyName, withCases: 'true' }] as const]),
  ...KEYWORDS.map((keyword) => [2, { keyword }] as const),
  [0, {}],
  [1, { companyName: '建' }],
] as const;

/** Calls the services as the application does, with a key that is revoked again: nobody knows it. */
async function callServices({ app, signal }: Work, appId: string, ids: readonly string[]): Promise<void> {
  const consumer = await accountOf(app, CONSUMER);
  if (!consumer) return;
  const rows = await app.db.selectFrom('marketServiceIntegration').select(['id', 'serviceNo']).where('id', 'in', ids).execute();
  const numbers = new Map(rows.map(({ id, serviceNo }) => [id, serviceNo]));
  const { keyId, apiKey } = await callsAs(app, consumer, signal, (call) =>
    call(application.createKey, { params: { id: appId }, body: { days: 1 } }),
  );
  for (const [at, param] of QUESTIONS) {
    signal.throwIfAborted();
    await execute(app, signal, apiKey, { serviceNo: numbers.get(ids[at]!), param });
  }
  await callsAs(app, consumer, signal, (call) => call(application.revokeKey, { params: { id: appId, keyId } }));
}
async function execute(app: App, signal: AbortSignal, apiKey: string, body: object): Promise<void> {
  const text = JSON.stringify(body);
  await serviceCallsOf(app).handle({
    method: 'POST',
    path: SERVICE_EXECUTE,
    headers: { api_key: apiKey, 'content-type': 'application/json', 'user-agent': 'demo-portal/1.0' },
    ip: '127.0.0.1',
    requestId: randomBytes(8).toString('hex'),
    signal,
    body: () => Promise.resolve(JSON.parse(text) as unknown),
    text: () => Promise.resolve(text),
  });
}
