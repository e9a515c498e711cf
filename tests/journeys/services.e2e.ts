import { describe, expect, it } from 'vitest';
import { signedHeaders, type SigningKey } from '#modules/market/server/test-signed.ts';
import { expectAccessible } from './axe.ts';
import { demo, expectHealthy, product, type Program } from './harness.ts';

/** The partners of the demo company answer on every node of it. */
const site = product({ SEED: 'demo' });
const WSDL = 'http://credit.partner.example/credit?wsdl';
const NAME = '客户信用查询';

interface Called {
  readonly status: number;
  readonly data: Record<string, unknown> | null;
  readonly traceId: string;
}
/** A call in the form of the family, as an application makes it. */
async function execute(serviceNo: string, key: string, companyName: string): Promise<Called> {
  const reply = await fetch(site.url('/sjzt-datax/data/service/execute'), {
    method: 'POST',
    headers: { service_key: key, 'content-type': 'application/json' },
    body: JSON.stringify({ serviceNo, param: { companyName } }),
  });
  const { data } = (await reply.json()) as { data: Record<string, unknown> | null };
  return { status: reply.status, data, traceId: reply.headers.get('x-trace-id') ?? '' };
}

/** Lines of a call are written after its answer: a list that is asked before does not ask again. */
async function logged(call: Program, traceId: string, lines: number): Promise<void> {
  const told = async () => (await call<{ total: number }>('GET', `/data/service/serviceLogs/page?traceId=${traceId}`)).total;
  await expect.poll(told, { timeout: 20_000 }).toBe(lines);
}

describe('a web service', () => {
  it('is imported from its WSDL, mapped, tried, released, subscribed to in the market, called with a key and found in the log', async () => {
    const maker = await site.visit();
    const { page } = maker;
    await site.enter(page, '/market/dataservice', demo('gov_admin'));
    await page.getByRole('button', { name: '新增集成服务' }).click();
    // the list, which has a box of the same name, stays until the editor is there
    await page.getByRole('heading', { name: '新的集成服务' }).waitFor();
    await page.getByRole('textbox', { name: '服务名称' }).fill(NAME);
    await page
      .getByText('webservice接口')
      .or(page.getByText('WebService', { exact: true }))
      .first()
      .click();
    await page.getByRole('textbox', { name: 'WSDL地址' }).fill(WSDL);
    await page.getByRole('button', { name: '读取' }).click();
    await page.getByRole('combobox', { name: '操作' }).click();
    await page.getByTitle(/QueryCredit（CreditSoap，SOAP 1\.1）/).click();
    await page.getByRole('textbox', { name: '报文模板' }).waitFor();
    expect(await page.getByRole('textbox', { name: '报文模板' }).inputValue()).toContain('{{companyName}}');
    // of the whole answer callers get what they need
    await page.getByRole('textbox', { name: '结果路径' }).fill('$.grade');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText(/^\d{11} v1$/).waitFor();
    await page.getByRole('textbox', { name: 'companyName', exact: true }).fill('重庆建设投资集团');
    await page.getByRole('button', { name: '运行' }).click();
    const result = page.getByRole('region', { name: '运行结果' });
    await result.getByText('成功', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: '发布', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click();
    const row = page.getByRole('row', { name: new RegExp(NAME) });
    await row.getByText('已发布').first().waitFor();
    const serviceNo = /\d{11}/.exec(await row.first().innerText())![0];

    const user = await site.visit();
    await site.authenticate(user.page, demo('api_consumer'));
    const call = await site.program(demo('api_consumer'));
    const { id: appId } = await call<{ id: string }>('POST', '/data/market/apps', { appName: '准入评审系统' });
    const { apiKey } = await call<{ apiKey: string }>('POST', `/data/market/apps/${appId}/keys`, {});
    await user.page.goto(site.url(`/market/apimarket?keyword=${serviceNo}`));
    await user.page.getByRole('button', { name: NAME, exact: true }).click();
    await user.page.getByRole('dialog').getByRole('button', { name: '申请订阅' }).click();
    const dialog = user.page.getByRole('dialog', { name: '申请订阅' });
    await dialog.getByRole('combobox', { name: '使用的应用' }).click();
    await user.page.getByTitle('准入评审系统').click();
    await dialog.getByRole('textbox', { name: '申请用途' }).fill('客户准入评审');
    await dialog.getByRole('button', { name: '提交申请' }).click();
    await user.page.getByText('已提交申请').waitFor();
    expect((await execute(serviceNo, apiKey, '重庆建设投资集团')).status).toBe(403);
    await page.goto(site.url('/market/subscription'));
    await page
      .getByRole('row', { name: /准入评审系统/ })
      .getByRole('button', { name: '同意' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: '同意', exact: true }).click();
    await page.getByText('已同意').waitFor();

    const answer = await execute(serviceNo, apiKey, '重庆建设投资集团');
    expect(answer).toMatchObject({ status: 200, data: expect.stringMatching(/^(AAA|AA|A|BBB|BB)$/) });
    // what the partner refuses is told as its fault
    expect((await execute(serviceNo, apiKey, '建')).status).toBe(502);
    await logged(await site.program(demo('gov_admin')), answer.traceId, 1);
    await page.goto(site.url('/market/servicelog'));
    await page.getByRole('textbox', { name: '跟踪号' }).fill(answer.traceId);
    await page.getByRole('button', { name: '查询', exact: true }).click();
    await page.getByText('共 1 条').waitFor();
    const line = page.getByRole('row', { name: new RegExp(NAME) });
    await line.getByText('准入评审系统').waitFor();
    await line.getByRole('button', { name: NAME }).click();
    await page.getByRole('dialog').getByText(answer.traceId).first().waitFor();
    await expectAccessible(page);
    await expectHealthy(maker);
    await expectHealthy(user);
  });
});

const CHAIN = '供应商准入核查';

/** Two released services of the partners, asked at the same time. */
async function chainOf(call: Program): Promise<string> {
  const { data } = await call<{ data: { id: string; serviceName: string }[] }>('GET', '/data/service/services/page?pageSize=100');
  const step = (id: string, name: string, serviceName: string, y: number) => ({
    id,
    name,
    kind: 'service',
    targetId: data.find((one) => one.serviceName === serviceName)!.id,
    x: 60,
    y,
    onError: 'stop',
    condition: null,
    inputs: [{ param: 'companyName', source: 'path', value: '$.input.companyName' }],
  });
  const { id } = await call<{ id: string }>('POST', '/data/service/services', {
    serviceName: CHAIN,
    serviceType: '3',
    level: 'L3',
    chain: {
      steps: [step('registration', '查工商', '企业工商信息查询', 40), step('credit', '查信用', '企业信用评级查询', 200)],
      outputs: [
        { name: 'status', path: '$.steps.registration.data.status' },
        { name: 'grade', path: '$.steps.credit.data.grade' },
      ],
    },
    reqParams: [{ paramName: 'companyName', nullable: '0', paramComment: '企业名称', exampleValue: '重庆建设投资集团' }],
  });
  return id;
}

/** A call whose secret does not travel. */
async function signed(serviceNo: string, key: SigningKey, spoiled: object = {}): Promise<Called> {
  const path = `/data/service/services/call/${serviceNo}`;
  const body = JSON.stringify({ companyName: '重庆建设投资集团' });
  const headers = { ...signedHeaders(key, 'hmac-sha256', { method: 'POST', path, body }, spoiled), 'content-type': 'application/json' };
  const reply = await fetch(site.url(`/sjzt-datax${path}`), { method: 'POST', headers, body });
  const { data } = (await reply.json()) as { data: Record<string, unknown> | null };
  return { status: reply.status, data, traceId: reply.headers.get('x-trace-id') ?? '' };
}

describe('a chain of services', () => {
  it('is tried and released, asked for with who decides in sight, called with a signature, and found in the log with its steps', async () => {
    const office = await site.program(demo('gov_admin'));
    await chainOf(office);
    const maker = await site.visit();
    await site.enter(maker.page, '/market/dataservice', demo('gov_admin'));
    const row = maker.page.getByRole('row', { name: new RegExp(CHAIN) });
    const serviceNo = /\d{11}/.exec(await row.innerText())![0];
    await row.getByRole('button', { name: '修改' }).click();
    await maker.page.getByRole('button', { name: '运行' }).click();
    const result = maker.page.getByRole('region', { name: '运行结果' });
    await result.getByText('成功', { exact: true }).first().waitFor();
    await maker.page.getByRole('button', { name: '发布', exact: true }).click();
    await maker.page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click();
    await maker.page.getByRole('row', { name: new RegExp(`${CHAIN}.*已发布`) }).waitFor();

    const consumer = await site.program(demo('api_consumer'));
    const { id: appId } = await consumer<{ id: string }>('POST', '/data/market/apps', { appName: '供应商门户' });
    const key = await consumer<SigningKey>('POST', `/data/market/apps/${appId}/keys`, { signMode: 'hmac-sha256' });
    const user = await site.visit();
    await site.enter(user.page, `/market/apimarket?keyword=${serviceNo}`, demo('api_consumer'));
    await user.page.getByRole('button', { name: CHAIN, exact: true }).click();
    await user.page.getByRole('dialog').getByRole('button', { name: '申请订阅' }).click();
    const dialog = user.page.getByRole('dialog', { name: '申请订阅' });
    await dialog.getByRole('combobox', { name: '使用的应用' }).click();
    await user.page.getByTitle('供应商门户').click();
    await dialog.getByRole('region', { name: '审批路径' }).getByText('API负责人审批').waitFor();
    await dialog.getByRole('textbox', { name: '申请用途' }).fill('供应商准入核查');
    await dialog.getByRole('button', { name: '提交申请' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await signed(serviceNo, key)).status).toBe(403);
    await maker.page.goto(site.url('/market/subscription'));
    await maker.page
      .getByRole('row', { name: /供应商门户/ })
      .getByRole('button', { name: '同意' })
      .click();
    const question = maker.page.getByRole('dialog');
    await question.getByRole('button', { name: '同意', exact: true }).click();
    await question.waitFor({ state: 'hidden' });

    const answer = await signed(serviceNo, key);
    expect(answer).toMatchObject({ status: 200, data: { status: expect.any(String), grade: expect.any(String) } });
    expect((await signed(serviceNo, key, { signature: '0'.repeat(64) })).status).toBe(401);
    // the call and its two steps
    await logged(office, answer.traceId, 3);
    await maker.page.goto(site.url('/market/servicelog'));
    await maker.page
      .getByRole('row', { name: new RegExp(`${CHAIN}.*供应商门户.*200`) })
      .getByRole('button', { name: CHAIN })
      .click();
    const trace = maker.page.getByRole('dialog').getByRole('table');
    await trace.getByText('查工商').waitFor();
    await trace.getByText('查信用').waitFor();
    await expectAccessible(maker.page);
    await expectHealthy(maker);
    await expectHealthy(user);
  });
});
