import { describe, expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { expectHealthy, product, type Account, type Program } from './harness.ts';
import { Office } from './people.ts';
import { secondDatabases } from './second-database.ts';
import { registered, SYNC_MS } from './sources.ts';

const site = product();
const newDatabase = secondDatabases(site);
const PATH = '/customer/query';

/** An API over customers whose mobile number is masked, made and not yet released. */
async function makeApi(call: Program): Promise<void> {
  const database = await newDatabase(
    `create table customer (customer_id int primary key, name text, mobile text, city text);
     insert into customer select g, '客户' || g, '1391234' || lpad(g::text, 4, '0'), case when g <= 3 then '重庆' else '成都' end from generate_series(1, 8) g`,
  );
  const sourceId = await registered(call, database, '客户系统');
  const [table] = await call<{ id: string }[]>('GET', `/data/metadata/tables/list?sourceId=${sourceId}&tableName=customer`);
  const columns = await call<{ id: string; columnName: string }[]>('GET', `/data/metadata/columns/list?tableId=${table!.id}`);
  const classes = await call<{ id: string; level: string; className: string }[]>('GET', '/data/metadata/classes/list');
  const phones = classes.find(({ className, level }) => className.includes('手机') && level === 'L3')!;
  const mobile = columns.find(({ columnName }) => columnName === 'mobile')!.id;
  await call('POST', '/data/metadata/classes/columns', { columnIds: [mobile], classId: phones.id, level: null });
  await call('POST', '/data/market/dataApis', {
    apiName: '客户查询',
    apiVersion: 'v1.0.0',
    apiUrl: PATH,
    executeConfig: {
      sourceId,
      configType: '1',
      tableId: table!.id,
      tableName: 'customer',
      fieldParams: columns.map(({ columnName }) => ({ columnName, reqable: columnName === 'name' ? '1' : '0', resable: '1' })),
    },
    reqParams: [{ paramName: 'name', whereType: '3' }],
    resParams: columns.map(({ columnName }) => ({ fieldName: columnName })),
  });
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

/** Somebody who may use the market and make applications, and a key of the own. */
async function consumer(): Promise<{ who: Account; appId: string; keyId: string; apiKey: string; call: Program }> {
  const office = await Office.open((who) => site.program(who));
  const deptId = await office.dept('财务部', '9001');
  const who = await office.person({ username: 'caller', nickname: '接口使用人', deptId, may: (permission) => MINE.test(permission) });
  const call = await site.program(who);
  const { id: appId } = await call<{ id: string }>('POST', '/data/market/apps', { appName: '对账系统' });
  const key = await call<{ keyId: string; apiKey: string }>('POST', `/data/market/apps/${appId}/keys`, {});
  return { who, appId, ...key, call };
}

describe('a data API', () => {
  it(
    'is released, found in the market, asked for and agreed to by somebody else, called with masked values, and refused when its key is revoked',
    async () => {
      const owner = await site.program();
      await makeApi(owner);
      const { who, appId, keyId, apiKey, call } = await consumer();

      const office = await site.visit();
      await site.signIn(office.page);
      await office.page.goto(site.url('/market/dataapi'));
      await office.page
        .getByRole('row', { name: /客户查询/ })
        .getByRole('button', { name: '发布', exact: true })
        .click();
      await office.page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click();
      await office.page.getByText('已发布').first().waitFor();

      const visit = await site.visit();
      const { page } = visit;
      await site.signIn(page, who);
      await page.goto(site.url('/market/apimarket'));
      await page.getByRole('button', { name: '客户查询', exact: true }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText('L3 敏感').first().waitFor();
      await expectAccessible(page);
      await drawer.getByRole('button', { name: '申请订阅' }).click();
      const dialog = page.getByRole('dialog', { name: '申请订阅' });
      await dialog.getByRole('combobox', { name: '使用的应用' }).click();
      await page.getByTitle('对账系统').click();
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
        .getByRole('row', { name: /客户查询/ })
        .first()
        .waitFor();

      const revoked = Date.now();
      await call('DELETE', `/data/market/apps/${appId}/keys/${keyId}`);
      await expect.poll(async () => (await called(apiKey)).status, { timeout: 5000, interval: 50 }).toBe(401);
      expect(Date.now() - revoked).toBeLessThan(1500);
      await expectHealthy(visit);
      await expectHealthy(office);
    },
    SYNC_MS + 240_000,
  );
});
