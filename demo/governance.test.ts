import { beforeAll, describe, expect, it } from 'vitest';
import type { Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { requestGovernance } from './governance.ts';
import { QUERIES } from './governance-queries.ts';
import { TABLES } from './governance-words.ts';
import { demoCompany } from './test-company.ts';

const { app, seed } = demoCompany({ sheetMonths: 3 });
const db = () => app.database.db;
const signedIn = async (username: string): Promise<Send> => {
  const { id } = await db().selectFrom('sysUser').select('id').where('username', '=', username).executeTakeFirstOrThrow();
  return app.as(await app.make.token(id));
};
let sourceId: string;
const jobs = () =>
  db().selectFrom('kitJob').select(['state', 'text']).where('kind', '=', 'demo.governance').orderBy('createTime').execute();
const govern = async (count: number) => {
  await requestGovernance(app.node.app, db());
  const ended = (list: Awaited<ReturnType<typeof jobs>>) => list.filter(({ state }) => state !== 'waiting' && state !== 'running').length;
  await until(jobs, (list) => ended(list) === count, 300_000);
  expect((await jobs()).at(-1)).toEqual({ state: 'done', text: '演示公司的元数据已整理' });
};
const rows = async (send: Send, path: string) =>
  (await send('GET', `${path}${path.includes('?') ? '&' : '?'}pageNum=1&pageSize=200`)).data.data;

beforeAll(async () => {
  await seed();
  sourceId = (await db().selectFrom('metadataSource').select('id').where('host', '=', '@embedded').executeTakeFirstOrThrow()).id;
  await govern(1);
}, 330_000);

describe('the governed catalogue of the demo company', () => {
  it('puts every table into a domain and a layer, most with an owner, all with a Chinese name', async () => {
    const tables = await rows(await signedIn('data_steward'), '/data/metadata/tables/page');
    const own = tables.filter((table: { schemaName: string }) => /^(ods|dwd|dws|ads)$/.test(table.schemaName));
    expect(own).toHaveLength(Object.values(TABLES).join(' ').split(' ').length);
    for (const table of own) {
      expect(table.domainName, table.tableName).toBeTruthy();
      expect(table.tier, table.tableName).toBeTruthy();
      expect(table.cnName, table.tableName).toMatch(/[\u4e00-\u9fff]/);
    }
    expect(own.filter((table: { ownerId: string | null }) => table.ownerId === null)).toHaveLength(8);
  });

  it('accepts what the recognition is sure of, leaves some open, and hides people but not business', async () => {
    const steward = await signedIn('data_steward');
    const hits = async (state: string) => rows(steward, `/data/metadata/classes/hits/page?state=${state}`);
    const accepted = (await hits('accepted')).map((hit: { tableName: string; columnName: string; className: string }) =>
      [hit.tableName, hit.columnName, hit.className].join(' '),
    );
    expect(accepted).toEqual(
      expect.arrayContaining([
        'dwd.hr_employee id_card_no 身份证号',
        'dwd.hr_employee mobile 手机号',
        'dwd.hr_employee bank_card_no 银行卡号',
        'dwd.hr_employee emp_name 姓名',
        'dwd.biz_customer credit_code 统一社会信用代码',
      ]),
    );
    expect((await hits('proposed')).length).toBeGreaterThan(5);
    const { data } = await (
      await signedIn('analyst')
    )('POST', '/data/console/sql/run', {
      sqlKey: 'k1',
      sourceId,
      sqlText: `select emp_name, mobile, post from dwd.hr_employee where mobile is not null order by emp_id limit 1;
        select contract_amount, revenue, profit from dws.dws_org_month order by month limit 1;
        select name, amount, balance from dwd.biz_contract limit 1`,
    });
    expect(data[0].dataList[0].mobile).toMatch(/^1\d\d\*{4}\d{4}$/);
    expect(data[0].dataList[0].emp_name).toContain('*');
    expect(data[0].dataList[0].post).not.toContain('*');
    for (const result of [data[1], data[2]]) for (const column of result.columnList) expect(column.masked ?? false).toBe(false);
  });

  it('shows clear text to the head of HR alone, for a time, and says so', async () => {
    const { data: users } = await app.admin('GET', '/system/users/page?username=dept_hr');
    const { data: tables } = await app.admin('GET', '/data/metadata/tables/page?tableName=hr_employee');
    const table = tables.data.find((one: { schemaName: string }) => one.schemaName === 'dwd');
    const { data } = await app.admin('GET', `/data/metadata/authorizes/effective?userId=${users.data[0].id}&tableId=${table.id}`);
    const unmask = data.actions.find((one: { action: string }) => one.action === 'unmask');
    expect([...unmask.columns].sort()).toEqual(['emp_name', 'mobile', 'monthly_salary']);
    const sample = async (username: string) => {
      const answer = await (await signedIn(username))('POST', `/data/metadata/tables/${table.id}/sample`, { limit: 5 });
      return answer.data.columns.filter((one: { masked: boolean }) => one.masked).map((one: { name: string }) => one.name);
    };
    expect(await sample('dept_hr')).not.toContain('monthly_salary');
    expect(await sample('dept_hr')).toContain('id_card_no');
    expect(await sample('analyst')).toEqual(expect.arrayContaining(['monthly_salary', 'mobile', 'emp_name']));
    const ends = await rows(app.admin, `/data/metadata/authorizes/page?subjectId=${users.data[0].id}`);
    for (const grant of ends) expect(new Date(grant.endTime).getTime()).toBeGreaterThan(Date.now());
  });

  it('keeps queries for everybody, and each of them runs', async () => {
    const engineer = await signedIn('engineer');
    const shared = await rows(engineer, '/data/console/sql/queries/page?kind=shared');
    expect(shared).toHaveLength(QUERIES.length);
    for (const query of shared) {
      const params = Object.fromEntries(
        query.params.map((one: { name: string; type: string; defaultValue: string }) => [
          one.name,
          one.type === 'number' ? Number(one.defaultValue) : one.defaultValue,
        ]),
      );
      const answer = await engineer('POST', '/data/console/sql/run', { sqlKey: `q${query.id}`, sourceId, sqlText: query.sqlText, params });
      expect(answer.data?.[0]?.error ?? answer.msg, query.queryName).toBe('操作成功');
      expect(answer.data[0].dataList.length, query.queryName).toBeGreaterThan(0);
    }
  });

  it('does nothing the second time, and leaves alone what people changed meanwhile', async () => {
    const steward = await signedIn('data_steward');
    const [domain] = await rows(steward, '/data/metadata/domains/page?domainCode=quality');
    const grants = await rows(app.admin, '/data/metadata/authorizes/page');
    await app.admin('DELETE', `/data/metadata/authorizes/${grants[0].id}`);
    const [table] = await rows(steward, '/data/metadata/tables/page?tableName=biz_contract');
    await steward('POST', '/data/metadata/tables/batch', { ids: [table.id], set: { ownerId: null } });
    const count = async () =>
      Promise.all(
        (
          [
            'metadataDomain',
            'metadataTag',
            'metadataTagLink',
            'metadataAuthorize',
            'metadataSavedQuery',
            'marketAppKey',
            'sysOperLog',
          ] as const
        ).map(async (name) => {
          const { n } = await db()
            .selectFrom(name as 'sysOperLog')
            .select((e) => e.fn.countAll<string>().as('n'))
            .executeTakeFirstOrThrow();
          return [name, n];
        }),
      );
    const before = await count();
    await govern(2);
    expect(await count()).toEqual(before);
    expect((await rows(steward, '/data/metadata/tables/page?tableName=biz_contract'))[0].ownerId).toBeNull();
    expect(domain.tableCount).toBe(0);
  });
});

it('publishes data APIs that applications of a consumer may call, one request still undecided', async () => {
  const chief = await signedIn('gov_admin');
  const apis = await rows(chief, '/data/market/dataApis/page');
  expect(apis.map(({ status }: { status: string }) => status)).toEqual(Array(8).fill('2'));
  const consumer = await signedIn('api_consumer');
  expect((await consumer('GET', '/data/market/dataApis/page')).status).toBe(403);
  expect(await rows(consumer, '/data/market/square/page?kind=api')).toHaveLength(8);
  expect((await consumer('GET', '/data/market/groups/list')).data.map(({ apiCount }: { apiCount: number }) => apiCount)).toEqual([3, 3, 2]);
  expect(await rows(consumer, '/data/market/apps/page')).toHaveLength(2);
  const mine = await rows(consumer, '/data/market/subscriptions/page?mine=1');
  // services have numbers instead of versions with three parts
  const asked = mine.filter(({ apiVersion }: { apiVersion: string }) => apiVersion.includes('.'));
  expect(asked.map(({ status }: { status: string }) => status).sort()).toEqual(['1', ...Array(7).fill('2')]);
  const [pending] = await rows(chief, '/data/market/subscriptions/page?status=1');
  expect(pending).toMatchObject({ apiName: '客户签约排名', mayDecide: true });
  const planned = asked.filter(({ plan }: { plan: object | null }) => plan !== null);
  expect(planned.map(({ apiName, plan }: { apiName: string; plan: { planName: string } }) => `${apiName} ${plan.planName}`).sort()).toEqual(
    ['合同查询 标准', '客户查询 标准', '组织月度经营 标准'],
  );
});

it('has called its APIs with keys that nobody knows any more: what was answered, and what was refused by key, limit, parameter and subscription', async () => {
  const chief = await signedIn('gov_admin');
  type Line = Record<'apiName' | 'errorKey', string | null> & { httpStatus: number; time: number };
  const linesOf = async (query: string): Promise<Line[]> => rows(chief, `/data/api/apiLogs/page?${query}`);
  const overview = async () => (await chief('GET', '/data/market/statistics/overview?days=1')).data;
  const { sums, apps } = await until(overview, (found) => found.sums.calls > 250);
  expect(sums.failed).toBe(0);
  expect(Math.min(sums.succeeded, sums.refused, sums.limited)).toBeGreaterThan(0);
  expect(apps).toHaveLength(3);
  for (const [status, keys] of [
    [400, ['input.invalid']],
    [401, ['api.keyInvalid', 'api.keyMissing']],
    [403, ['api.notSubscribed']],
    [429, ['api.quota']],
  ] as const)
    expect([...new Set((await linesOf(`httpStatus=${status}`)).map(({ errorKey }) => errorKey))].sort()).toEqual(keys);
  const answered = await linesOf('httpStatus=200');
  expect(new Set(answered.map(({ apiName }) => apiName)).size).toBeGreaterThan(3);
  for (const { time } of answered) expect(time).toBeGreaterThan(0);
  const keys = await db().selectFrom('marketAppKey').select('revokeTime').execute();
  expect(keys.map(({ revokeTime }) => revokeTime !== null)).toEqual([true, true, true]);
});

it('answers from a join, a data set, with stricter masks and from what it keeps, as it is tried and called', async () => {
  const chief = await signedIn('gov_admin');
  const apis = await rows(chief, '/data/market/dataApis/page');
  const idOf = (name: string): string => apis.find(({ apiName }: { apiName: string }) => apiName === name).id;
  const tried = async (name: string, params: object = {}) => {
    const answer = await chief('POST', `/data/market/dataApis/${idOf(name)}/debug`, { params });
    expect(answer, name).toMatchObject({ status: 200 });
    expect(answer.data.data.data.length, name).toBeGreaterThan(0);
    return answer.data.data.data[0];
  };
  expect((await tried('合同与客户', { level: '1' })).customer_level).toBe('1');
  expect((await tried('分子公司年度指标', { year: 2025 })).unit).toMatch(/[\u4e00-\u9fff]/);
  expect(await tried('客户查询')).toMatchObject({
    contact: expect.stringMatching(/^\*+$/),
    contact_mobile: expect.stringMatching(/^\d\*+\d$/),
  });
  const consumer = await signedIn('api_consumer');
  const ledger = (await rows(consumer, '/data/market/apps/page')).find(({ appName }: { appName: string }) => appName === '财务对账系统');
  const { data: key } = await consumer('POST', `/data/market/apps/${ledger.id}/keys`, {});
  const call = (headers: object) =>
    app.stranger('GET', '/data/api/services/v1.0.0/org/month?pageSize=5', undefined, { api_key: key.apiKey, ...headers });
  const first = await until(
    () => call({}),
    ({ status }) => status === 200,
  );
  expect(first.headers['ratelimit-limit']).toBeTruthy();
  expect((await call({ 'if-none-match': first.headers.etag })).status).toBe(304);
});

it('keeps a resource directory of which one resource waits for its review, and two requests of which one gave a file', async () => {
  const chief = await signedIn('gov_admin');
  const resources = await rows(chief, '/data/market/drds/page');
  expect(resources.map(({ publishStatus }: { publishStatus: string }) => publishStatus).sort()).toEqual(['2', '3', '3', '3', '3', '3']);
  const consumer = await signedIn('api_consumer');
  expect(await rows(consumer, '/data/market/drds/page')).toHaveLength(5);
  const [asked] = await rows(consumer, '/data/market/drds/applies/page?scope=mine');
  expect(asked).toMatchObject({ resName: '合同台账', usageType: '3', state: '2', mayDecide: false });
  expect(await rows(chief, '/data/market/drds/applies/page?state=1')).toMatchObject([{ resName: '客户主体名录', mayDecide: true }]);
  expect(await rows(chief, '/data/market/drds/demands/page')).toHaveLength(1);
  expect((await rows(chief, '/data/market/stores/page')).map(({ storeName }: { storeName: string }) => storeName).sort()).toEqual([
    '平台数据库',
    '经营数据仓库',
  ]);
});

it('has services over its partners: by HTTP, from a WSDL, and a chain of both; each line of their log is a call that was made', async () => {
  const chief = await signedIn('gov_admin');
  const services = await rows(chief, '/data/service/services/page');
  expect(services.map(({ serviceType, status }: { serviceType: string; status: string }) => serviceType + status).sort()).toEqual([
    '12',
    '22',
    '32',
  ]);
  const consumer = await signedIn('api_consumer');
  const offers = await rows(consumer, '/data/market/square/page?kind=service');
  expect(offers.map(({ mine }: { mine: string }) => mine)).toEqual(['2', '2', '2']);
  type Line = Record<'id' | 'serviceId' | 'serviceName' | 'status', string> & { httpStatus: number };
  const lines = await until(
    async () => (await rows(chief, '/data/service/serviceLogs/page')) as Line[],
    (found) => found.length >= 16,
  );
  expect(lines.map(({ httpStatus }) => httpStatus).sort()).toEqual([...Array(14).fill(200), 400, 502]);
  const chain = lines.find(({ serviceName, status }) => serviceName === '客户画像' && status === '1')!;
  const { steps } = (await chief('GET', `/data/service/serviceLogs/${chain.id}`)).data;
  expect(steps.map(({ step }: { step: string }) => step).sort()).toEqual(['信用评级', '工商信息', '查询客户'].sort());
  // nobody knows the key that they were made with
  const apps = await rows(consumer, '/data/market/apps/page');
  for (const { id } of apps) {
    const { keys } = (await consumer('GET', `/data/market/apps/${id}`)).data;
    const made = keys.filter(({ expireTime }: { expireTime: string | null }) => expireTime !== null);
    expect(made.filter(({ revokeTime }: { revokeTime: string | null }) => revokeTime === null)).toEqual([]);
  }
  const tried = await chief('POST', `/data/service/services/${chain.serviceId}/run`, { params: { keyword: '投资集团' } });
  expect(tried.data).toMatchObject({ message: null, data: { customer: expect.stringContaining('投资集团'), grade: expect.any(String) } });
  expect(tried.data.data.contactMobile).toMatch(/\*/);
});
