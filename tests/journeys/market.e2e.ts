import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { expectAccessible } from './axe.ts';
import { choose, expectHealthy, product, settled, type Account, type Program } from './harness.ts';
import { Office } from './people.ts';
import { secondDatabases } from './second-database.ts';
import { registered, SYNC_MS } from './sources.ts';

const site = product();
const newDatabase = secondDatabases(site);
const PATH = '/customer/query';
const SOURCE = '客户系统';

/** A source of customers whose mobile number is masked. */
async function customers(call: Program): Promise<void> {
  const database = await newDatabase(
    `create table customer (customer_id int primary key, name text, mobile text, city text);
     insert into customer select g, '客户' || g, '1391234' || lpad(g::text, 4, '0'), case when g <= 3 then '重庆' else '成都' end from generate_series(1, 8) g`,
  );
  const sourceId = await registered(call, database, SOURCE);
  const [table] = await call<{ id: string }[]>('GET', `/data/metadata/tables/list?sourceId=${sourceId}&tableName=customer`);
  const columns = await call<{ id: string; columnName: string }[]>('GET', `/data/metadata/columns/list?tableId=${table!.id}`);
  const classes = await call<{ id: string; level: string; className: string }[]>('GET', '/data/metadata/classes/list');
  const phones = classes.find(({ className, level }) => className.includes('手机') && level === 'L3')!;
  const mobile = columns.find(({ columnName }) => columnName === 'mobile')!.id;
  await call('POST', '/data/metadata/classes/columns', { columnIds: [mobile], classId: phones.id, level: null });
}

/** The steps of the editor as a person takes them: table, fields, parameters, answer, a try; then the release. */
async function makeApi(page: Page): Promise<void> {
  await page.goto(site.url('/market/dataapi'));
  // an empty list offers it too
  await page.getByRole('button', { name: '新增数据API' }).first().click();
  // the list, which has boxes of the same names, stays until the editor is there
  await page.getByRole('heading', { name: '新的数据API' }).waitFor();
  await page.getByRole('textbox', { name: 'API名称' }).fill('客户查询');
  await page.getByRole('textbox', { name: 'API路径' }).fill(PATH);
  await page.getByRole('button', { name: '下一步：执行' }).click();
  await page.getByRole('combobox', { name: '数据源' }).click();
  await page.getByTitle(SOURCE).click();
  await page.getByRole('combobox', { name: '数据表' }).click();
  await page.getByTitle(/\bcustomer$/).click();
  // every field of the table is returned; one is asked for
  await page.getByRole('checkbox', { name: 'name 作为请求参数' }).check();
  await page.getByRole('button', { name: '下一步：参数' }).click();
  await choose(page.getByRole('combobox', { name: 'name 操作符' }), '全模糊查询');
  await page.getByRole('textbox', { name: 'name 示例值' }).fill('客户');
  await page.getByRole('button', { name: '下一步：返回' }).click();
  await page
    .getByRole('region', { name: '返回参数' })
    .getByRole('row', { name: /mobile.*脱敏/ })
    .waitFor();
  await settled(page);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('保存成功').waitFor();
  // 运行 waits for what is stored
  await page.getByRole('button', { name: '运行' }).click();
  await page.getByText('返回 8 条 / 共 8 条').waitFor();
  await page.getByText('139****0001').waitFor();
  await page.getByText('语句与计划').click();
  await page.getByRole('heading', { name: '执行计划' }).waitFor();
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click();
  await page
    .getByRole('row', { name: /客户查询.*已发布/ })
    .first()
    .waitFor();
}

/** A new key of the application, read where it is shown once. */
async function makeKey(page: Page): Promise<string> {
  await page.goto(site.url('/market/apiapp'));
  await page
    .getByRole('row', { name: /对账系统/ })
    .getByRole('button', { name: '密钥' })
    .click();
  await page.getByRole('button', { name: '生成密钥' }).click();
  await page.getByRole('button', { name: '生成', exact: true }).click();
  return page.getByRole('textbox', { name: '对账系统 的新密钥' }).inputValue();
}

interface Called {
  readonly status: number;
  readonly rows: readonly Record<string, unknown>[];
}
/** A call as an application makes it. */
async function called(key: string): Promise<Called> {
  const reply = await fetch(site.url(`/sjzt-datax/data/api/services/v1.0.0${PATH}`), { headers: { api_key: key } });
  const { data } = (await reply.json()) as { data: { data?: Record<string, unknown>[] } | null };
  return { status: reply.status, rows: data?.data ?? [] };
}
const MINE = /^market:(square|apply|app):/;

/** Somebody who may use the market, with an application. */
async function consumer(): Promise<Account> {
  const office = await Office.open((who) => site.program(who));
  const deptId = await office.dept('财务部', '9001');
  const who = await office.person({ username: 'caller', nickname: '接口使用人', deptId, may: (permission) => MINE.test(permission) });
  const call = await site.program(who);
  await call<{ id: string }>('POST', '/data/market/apps', { appName: '对账系统' });
  return who;
}

const ALARM_LIMIT = '接口告警：P95耗时';
/** Sets the duration that begins an alarm, on the page of settings. */
async function setLimit(page: Page, millis: string): Promise<void> {
  const row = page.getByRole('listitem').filter({ hasText: 'market.alarmP95Ms' });
  await row.getByRole('button', { name: '修改' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: '参数键值' }).fill(millis);
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
}
/** Has the calls looked at now instead of within five minutes. */
async function watchNow(page: Page): Promise<void> {
  await page.goto(site.url('/basic/scheduler/taskjob'));
  await page
    .getByRole('row', { name: /接口告警/ })
    .getByRole('button', { name: '执行' })
    .click();
  await page.getByRole('dialog', { name: '立即执行：接口告警' }).getByRole('button', { name: '立即执行' }).click();
  await page.getByRole('dialog').getByText('成功').first().waitFor();
}

let caller: Account;
describe('a data API', () => {
  it(
    'is made and released by hand, found in the market, asked for and agreed to by somebody else, called with masked values, and refused when its key is revoked',
    async () => {
      await customers(await site.program());
      const who = (caller = await consumer());

      const office = await site.visit();
      await site.authenticate(office.page);
      await makeApi(office.page);

      const visit = await site.visit();
      const { page } = visit;
      await site.authenticate(page, who);
      const apiKey = await makeKey(page);
      await page.goto(site.url('/market/apimarket'));
      await page.getByRole('button', { name: '客户查询', exact: true }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText('L3 敏感').first().waitFor();
      await expectAccessible(page);
      await drawer.getByRole('button', { name: '申请订阅' }).click();
      const dialog = page.getByRole('dialog', { name: '申请订阅' });
      await dialog.getByRole('combobox', { name: '使用的应用' }).click();
      await page.locator('.ant-select-item-option', { hasText: '对账系统' }).click();
      await dialog.getByText('已选 4 / 4').waitFor();
      await dialog.getByRole('textbox', { name: '申请用途' }).fill('按月对账');
      await dialog.getByRole('button', { name: '提交申请' }).click();
      await page.getByText('已提交申请，等待负责人审批').waitFor();
      await page.goto(site.url('/market/myapply'));
      await page.getByRole('row', { name: /客户查询.*待审批/ }).waitFor();
      expect((await called(apiKey)).status).toBe(403);

      await office.page.goto(site.url('/market/subscription'));
      await office.page
        .getByRole('row', { name: /对账系统/ })
        .getByRole('button', { name: '同意' })
        .click();
      await office.page.getByRole('dialog').getByRole('button', { name: '同意', exact: true }).click();
      await office.page.getByText('已同意').waitFor();

      const answer = await called(apiKey);
      expect([answer.status, answer.rows.length]).toEqual([200, 8]);
      for (const { mobile } of answer.rows) expect(mobile).toMatch(/^139\*+\d{4}$/);
      await office.page.goto(site.url('/market/apilog'));
      await office.page
        .getByRole('row', { name: /客户查询.*对账系统.*200/ })
        .first()
        .waitFor();

      await page.goto(site.url('/market/apiapp'));
      await page
        .getByRole('row', { name: /对账系统/ })
        .getByRole('button', { name: '密钥' })
        .click();
      await page.getByRole('button', { name: '吊销' }).click();
      await page.getByRole('dialog').last().getByRole('button', { name: '吊销', exact: true }).click();
      await page.getByText('密钥已吊销').first().waitFor();
      await expect.poll(async () => (await called(apiKey)).status, { timeout: 5000, interval: 50 }).toBe(401);
      await expectHealthy(visit);
      await expectHealthy(office);
    },
    SYNC_MS + 240_000,
  );

  it('that is slower than it may be is told to whoever released it, on the overview and in the messages, until it is not', async () => {
    const call = await site.program(caller);
    const [own] = (await call<{ data: { id: string }[] }>('GET', '/data/market/apps/page')).data;
    const { apiKey } = await call<{ apiKey: string }>('POST', `/data/market/apps/${own!.id}/keys`, {});
    await expect.poll(async () => (await called(apiKey)).status, { timeout: 5000, interval: 50 }).toBe(200);
    await Promise.all(Array.from({ length: 30 }, () => called(apiKey)));

    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/market/index');
    await page.getByText('没有超过告警值的接口').waitFor();
    await page.getByRole('link', { name: '告警值' }).click();
    await page.getByText(ALARM_LIMIT).waitFor();
    await setLimit(page, '1');
    await watchNow(page);
    await page.goto(site.url('/market/index'));
    const alarms = page.getByRole('region', { name: '告警' });
    await alarms.getByText('P95 耗时').waitFor();
    await expectAccessible(page);
    await alarms.getByRole('link', { name: /客户查询/ }).click();
    await page
      .getByRole('row', { name: /客户查询.*对账系统.*200/ })
      .first()
      .waitFor();
    await page.goto(site.url('/user/messages?tab=messages'));
    await page.getByText('数据API告警：客户查询 v1.0.0').waitFor();

    await page.goto(site.url(`/basic/system/config?word=${encodeURIComponent(ALARM_LIMIT)}`));
    await setLimit(page, '3000');
    await watchNow(page);
    await page.goto(site.url('/user/messages?tab=messages'));
    await page.getByText('数据API恢复：客户查询 v1.0.0').waitFor();
    await page.goto(site.url('/market/index'));
    await page.getByText('没有超过告警值的接口').waitFor();
    await expectHealthy(visit);
  });
});
