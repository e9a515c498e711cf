import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  demo,
  downloaded,
  expectHealthy,
  fromUserMenu,
  goInside,
  openEveryMenu,
  product,
  settled,
  type Program,
} from './harness.ts';
import { exportAs, openConsole, runSql } from './sql-console.ts';

const site = product({ SEED: 'demo' });

const SQL = `select o.org_name, count(*) as staff
from dwd.hr_employee e join dwd.dim_org o using (org_id)
group by o.org_name order by staff desc limit 8`;

/** Registers the demo warehouse under another name and synchronises it. */
async function registerAndSync(page: Page): Promise<void> {
  await page.goto(site.url('/metadata/datasource'));
  await page.getByRole('button', { name: '新增数据源' }).click();
  const form = page.getByRole('dialog', { name: '新增数据源' });
  await form.getByRole('textbox', { name: '名称' }).fill('旅程数据仓库');
  await form.getByRole('button', { name: '下一步' }).click();
  await form.getByText('内置演示库', { exact: true }).click();
  await form.getByRole('button', { name: '连通性检测' }).click();
  await form.getByText(/^连接成功，用时/).waitFor();
  await form.getByRole('button', { name: '保存并同步' }).click();
  await form.waitFor({ state: 'hidden' });
  const row = page.getByRole('row', { name: /旅程数据仓库/ });
  await row.getByText('已同步').waitFor({ timeout: SYNC_MS });
}
/** the job waits for its turn and then reads the whole catalogue */
const SYNC_MS = 90_000;

describe('from a registered source to a chart', () => {
  it('registers the demo warehouse under another name, synchronises it, queries it and draws the result', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.authenticate(page);
    await registerAndSync(page);

    await page.goto(site.url('/metadata/datacolumn'));
    const tree = page.getByRole('tree');
    await tree.getByText('旅程数据仓库').click();
    await page
      .getByRole('row', { name: /(ods|dwd|dws|ads)_/ })
      .first()
      .waitFor();

    await openConsole(page, site.url('/metadata/sqlconsole'), '旅程数据仓库');
    await runSql(page, 'select no_such_column from dwd.dim_org');
    await page
      .getByRole('tabpanel', { name: '信息' })
      .getByText(/no_such_column.*(不存在|does not exist)/)
      .waitFor();
    await runSql(page, SQL);
    await page.getByText(/^共 8 行，2 列/).waitFor();
    await page.getByRole('tabpanel', { name: /结果/ }).getByText('江苏分公司').waitFor();

    const file = await downloaded(page, () => exportAs(page, '导出 CSV'));
    expect(file.name).toBe('查询结果.csv');
    const lines = file.content.toString('utf8').trim().split(/\r?\n/);
    expect(lines[0]).toMatch(/org_name"?,"?staff/);
    expect(lines).toHaveLength(9);

    await page.getByText('图表', { exact: true }).click();
    await page.locator('canvas').first().waitFor();
    await expectHealthy(visit);
  });
});

describe('accounts of the demo company', () => {
  it.each([
    ['analyst', 'light', ['驾驶舱', '元数据', 'SQL工作台'], ['用户管理', '数据源']],
    ['dept_hr', 'light', ['人力资源', '总览'], ['SQL工作台', '用户管理']],
    ['clerk', 'dark', ['执业类型', '执业资质', '知识产权', '质量项目', '部门档案', '供应商', '行政区划'], ['SQL工作台', '用户管理']],
    [
      'sysadmin',
      'dark',
      ['公告管理', '轮播图管理', '证书管理', '任务管理', '任务日志', '服务监控', '回收站', '导出中心'],
      ['角色管理', '供应商'],
    ],
  ] as const)('%s opens the menus of the role and no others (%s)', async (username, look, has, lacks) => {
    const visit = await site.visit(undefined, look);
    await site.enter(visit.page, '/home', demo(username));
    await visit.page.getByRole('button', { name: look === 'dark' ? '切换到浅色' : '切换到深色' }).waitFor();
    const titles = await openEveryMenu(visit, (path) => goInside(visit.page, path));
    expect(titles).toEqual(expect.arrayContaining([...has]));
    for (const title of lacks) expect(titles).not.toContain(title);
    await visit.page.goto(site.url('/basic/system/role'));
    await visit.page.getByRole('heading', { name: '没有权限访问该页面' }).waitFor();
  });

  it('staff confirms what must be read, and then sees what everybody sees', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/home', demo('staff'));
    const asked = page.getByRole('dialog', { name: '数据安全与保密管理规定（必读）' });
    await asked.getByRole('button', { name: '我已阅读' }).click();
    await asked.waitFor({ state: 'hidden' });
    const menus = await openEveryMenu(visit, (path) => goInside(page, path));
    expect(menus).toEqual(['总览', '待办任务', '已办任务', '我发起的流程', '我参与的流程', '抄送我的流程', '流程代理', '我的填报']);
    await page.goto(site.url('/project/practicingQualification'));
    await page.getByRole('heading', { name: '没有权限访问该页面' }).waitFor();
  });

  it('an analyst queries the shared source of the company', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/metadata/sqlconsole', demo('analyst'));
    await settled(page);
    await runSql(page, SQL);
    await page.getByText(/^共 8 行，2 列/).waitFor();
    await expectHealthy(visit);
  });

  it('one without menus is told so and stays at the sign-in page', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await page.goto(site.url('/login'));
    await site.fillSignIn(page, demo('nomenus'));
    await page.getByText('当前账号未分配权限，请联系管理员').first().waitFor();
    await page.waitForURL('**/login');
    await page.goto(site.url('/home'));
    await page.getByText('当前账号未分配权限，请联系管理员').first().waitFor();
    await page.waitForURL('**/login');
    // and somebody else can sign in from there
    await site.fillSignIn(page, demo('analyst'));
    await page.waitForURL('**/home');
    await expectHealthy(visit);
  });

  it('another account in the same browser takes over every tab, with nothing left of the one before', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/basic/system/user', { ...demo('admin'), password: ADMIN.password });
    await page.getByRole('tab', { name: '用户管理' }).waitFor();
    const second = await site.tab(visit);
    await second.goto(site.url('/home'));
    await fromUserMenu(second, '退出登录');
    await second.waitForURL('**/login*');
    await page.waitForURL('**/login*');

    await site.fillSignIn(second, demo('analyst'));
    await second.waitForURL('**/home');
    for (const tab of [page, second]) {
      await tab.bringToFront();
      await tab.getByText('元数据管理').first().waitFor();
      await settled(tab);
      expect(await tab.getByRole('tab', { name: '用户管理' }).count()).toBe(0);
      expect(await tab.getByText('平台基础设置').count()).toBe(0);
    }
    await expectHealthy(visit);
  });
});

describe('what the foundations promise, over the demo company', () => {
  const WAREHOUSE = '演示数据仓库';
  const employees = async (call: Program) => {
    const sources = await call<{ id: string; sourceName: string }[]>('GET', '/data/metadata/sources/list');
    const sourceId = sources.find(({ sourceName }) => sourceName === WAREHOUSE)!.id;
    const path = `/data/metadata/tables/list?sourceId=${sourceId}&tableName=ods_hr_employee`;
    const tables = await call<{ id: string; tableName: string }[]>('GET', path);
    return { sourceId, tableId: tables.find(({ tableName }) => tableName === 'ods_hr_employee')!.id };
  };

  it('a steward gets numbers about masked columns, by profile and by query, and the console stays strict', async () => {
    const call = await site.program(demo('data_steward'));
    const { sourceId, tableId } = await employees(call);
    await call('POST', '/data/metadata/profiles/run', { tableId });
    interface Profile {
      job: { state: string } | null;
      columns: { columnName: string; stats: { nulls: number | null; top: unknown } | null }[];
    }
    const profile = () => call<Profile>('GET', `/data/metadata/profiles/table/${tableId}`);
    await expect.poll(async () => (await profile()).job?.state, { timeout: 60_000 }).toBe('done');
    const column = (await profile()).columns.find(({ columnName }) => columnName === 'id_card_no')!;
    expect(column.stats).toMatchObject({ nulls: expect.any(Number), top: null });

    const run = (sqlText: string) =>
      call<{ dataList: Record<string, string>[] }[]>('POST', '/data/console/sql/run', { sqlKey: `f${sqlText.length}`, sourceId, sqlText });
    const [counts] = await run('select count(id_card_no) as n, count(distinct id_card_no) as d from ods.ods_hr_employee');
    const { n, d } = counts!.dataList[0]!;
    expect(Number(d)).toBeGreaterThan(1000);
    expect(Number(n)).toBeGreaterThan(Number(d));
    await expect(run('select count(*) from ods.ods_hr_employee where length(id_card_no) <> 18')).rejects.toThrow(/422 .*已脱敏/);
  });

  it('todos of the home page open; a guest has none', async () => {
    const todosOf = async (who: string) =>
      (await (await site.program(demo(who)))<{ todos: { path: string; title: string }[] }>('GET', '/system/home')).todos;
    expect(await todosOf('guest')).toEqual([]);
    const [todo] = await todosOf('data_steward');
    const visit = await site.visit();
    await site.enter(visit.page, todo!.path, demo('data_steward'));
    await expectHealthy(visit);
    expect(visit.refusals).toEqual([]);
  });

  it('nothing outside is called at an address of the machine itself, whatever is registered', async () => {
    const call = await site.program();
    let connections = 0;
    const sink = createServer((_request, response) => void response.end()).on('connection', () => connections++);
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = sink.address() as AddressInfo;
      const host = { hostName: '旅程环回', scheme: 'http', host: '127.0.0.1', port, isPrivateAllowed: '1', testPath: '/', status: '1' };
      const { id } = await call<{ id: string }>('POST', '/system/hosts', host);
      await expect(call('POST', `/system/hosts/${id}/test`)).rejects.toThrow(/422/);
      await expect(call('POST', '/system/hosts', { ...host, hostName: '旅程元数据', host: '169.254.169.254' })).rejects.toThrow(/400/);
      expect(connections).toBe(0);
    } finally {
      sink.close();
    }
  });
});
