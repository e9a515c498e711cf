import { unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readSheet } from '#kit/server/excel/reader.ts';
import { choose, dayIn, demo, downloaded, expectHealthy, menuPages, openList, product, settled, type Program } from './harness.ts';
import { secondDatabases } from './second-database.ts';
import { exportAs, openConsole, runSql, writeSql } from './sql-console.ts';
import { registered } from './sources.ts';

const site = product({ SEED: 'demo' });
const secondDatabase = secondDatabases(site);
const governor = demo('gov_admin');
const WAREHOUSE = '演示数据仓库';

const PAYROLL = `
  create table payroll (emp_no text primary key, city text, salary numeric(10,2), mobile text);
  insert into payroll values ('E1', '杭州', 9000, '13800001111'), ('E2', '杭州', 9500, '13800002222'), ('E3', '南京', 8000, '13800003333');
  create table bonus (emp_no text primary key, amount numeric(10,2), reason text);
  insert into bonus values ('E1', 1200, '保密');
  create table plan (plan_no text primary key)`;

interface FoundRow {
  id: string;
  tableName: string;
}
const tableOf = async (call: Program, sourceId: string, name: string): Promise<string> => {
  const { data } = await call<{ data: FoundRow[] }>('GET', `/data/metadata/tables/page?sourceId=${sourceId}&tableName=${name}`);
  return data.find((table) => table.tableName === name)!.id;
};
const nicknameOf = async (call: Program) => (await call<{ nickname: string }>('GET', '/system/users/profile')).nickname;
const messages = (page: Page): Locator => page.getByRole('tabpanel', { name: '信息' });
const result = (page: Page): Locator => page.getByRole('tabpanel', { name: /^结果/ });

/** Clicks the middle of a drawn curve, where a hand would, until what it opens is there: a drawing moves until everything fits. */
async function clickCurve(edge: Locator, opens: Locator): Promise<void> {
  await edge.waitFor({ state: 'attached' });
  const click = async () => {
    if (await opens.isVisible()) return true;
    const at = await edge.evaluate((group) => {
      const path = group.querySelector('path')!;
      const { x, y } = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM()!);
      return { x, y };
    });
    await edge.page().mouse.click(at.x, at.y);
    return opens.isVisible();
  };
  await expect.poll(click, { interval: 1000 }).toBe(true);
}

/** Opens levels of the object picker and takes the last. */
async function pickObject(form: Locator, path: readonly string[]): Promise<void> {
  const field = form.getByRole('combobox', { name: /^对象/ });
  await field.click();
  const list = openList(form.page());
  for (const [i, name] of path.entries()) {
    const node = list.locator('.ant-select-tree-treenode').filter({ hasText: new RegExp(`^${name}(（|$)`) });
    if (i === path.length - 1) await node.locator('.ant-select-tree-title').click();
    else await node.locator('.ant-select-tree-switcher').click();
  }
}

describe('lineage', () => {
  it('shows where a view comes from, the columns behind one column, the SQL, and what a change would break', async () => {
    const visit = await site.visit();
    const { page } = visit;
    // lineage is taken after the platform serves; a drawing shows what is known when it is opened
    const call = await site.program(governor);
    const upstream = async (): Promise<string[]> => {
      const { tables } = await call<{ tables: { id: string }[] }>('GET', '/data/metadata/lineage/find?keyword=ads_company_year');
      if (!tables[0]) return [];
      const drawing = await call<{ nodes: { name: string }[] }>('GET', `/data/metadata/lineage/table/${tables[0].id}`);
      return drawing.nodes.map(({ name }) => name);
    };
    await expect.poll(upstream, { timeout: 90_000 }).toContain('dws_org_month');
    await site.enter(page, '/metadata/datablood', governor);
    await page.getByRole('combobox', { name: '搜索表' }).fill('ads_company_year');
    await openList(page).getByText('ads.ads_company_year', { exact: true }).click();
    const card = (name: string) => page.locator('.lin-card').filter({ has: page.getByRole('button', { name, exact: true }) });
    await card('ads_company_year').waitFor();
    await card('dws_org_month').waitFor();
    await card('biz_target_year').waitFor();
    await expect.poll(() => page.locator('.react-flow__edge').count()).toBeGreaterThanOrEqual(2);

    await card('ads_company_year')
      .getByRole('button', { name: /^contract_rate/ })
      .click();
    await page.getByTitle('取消字段聚焦').getByText('contract_rate').waitFor();
    await card('dws_org_month')
      .getByRole('button', { name: /^contract_amount/ })
      .waitFor();
    expect(
      await card('dws_org_month')
        .getByRole('button', { name: /^headcount/ })
        .count(),
    ).toBe(0);
    await settled(page);
    // what is made from the view has curves too
    const relation = page.getByRole('dialog', { name: '血缘关系' });
    await clickCurve(page.locator('.react-flow__edge[aria-label$="流向 ads_company_year"]').first(), relation);
    await relation.getByText('ads.ads_company_year.contract_rate').first().waitFor();
    await relation.locator('pre').getByText('round').first().waitFor();
    await relation.getByRole('button', { name: '关闭' }).click();
    await relation.waitFor({ state: 'hidden' });

    await card('dws_org_month').getByRole('button', { name: 'dws_org_month', exact: true }).click();
    await page.locator('.lin-start').getByRole('button', { name: 'dws_org_month', exact: true }).waitFor();
    // a drawing of many opens at its start: what stands aside is not on the page
    await page.getByRole('button', { name: '显示全图' }).click();
    await card('ads_company_year').waitFor();
    await card('dws_org_month')
      .getByRole('button', { name: /^contract_amount/ })
      .click();
    // cards out of sight are not on the page: the path stays in sight also when further edges of it arrive
    await settled(page);
    await card('dws_org_month').waitFor();
    await page.getByRole('button', { name: '影响分析' }).click();
    const impact = page.getByRole('dialog', { name: '改了这个字段会影响什么' });
    const hurt = impact.getByRole('row', { name: /ads\.ads_company_year/ });
    await hurt
      .getByText(/contract_amount|contract_rate/)
      .first()
      .waitFor();
    await expectHealthy(visit);
    expect(visit.refusals).toEqual([]);
  });
});

describe('data grants', () => {
  it('gives one account some rows of a table and one column of another, masked until the clear text is granted, and nothing after that', async () => {
    const database = await secondDatabase(PAYROLL);
    const call = await site.program(governor);
    const sourceId = await registered(call, database, '旅程薪酬库');
    const payroll = await tableOf(call, sourceId, 'payroll');
    const { columns } = await call<{ columns: { id: string; columnName: string }[] }>('GET', `/data/metadata/tables/${payroll}`);
    const mobile = columns.find((column) => column.columnName === 'mobile')!.id;
    const classes = await call<{ id: string; className: string; level: string }[]>('GET', '/data/metadata/classes/list');
    const phones = classes.find((one) => one.className.includes('手机'))!;
    await call('POST', '/data/metadata/classes/columns', { columnIds: [mobile], classId: phones.id, level: null });
    const analyst = demo('analyst');
    const nickname = await nicknameOf(await site.program(analyst));

    const granting = await site.visit();
    const { page } = granting;
    await site.enter(page, '/metadata/dataauthorize?tab=list', governor);
    await page.getByTitle('用户', { exact: true }).click();
    await page.getByRole('textbox', { name: '搜索用户' }).fill('analyst');
    await page
      .getByRole('list', { name: '用户' })
      .getByRole('button', { name: new RegExp(nickname) })
      .click();
    await page.getByRole('button', { name: '新增授权' }).first().click();
    const form = page.getByRole('dialog', { name: '新增授权' });
    await pickObject(form, ['旅程薪酬库', 'public', 'payroll']);
    const filter = form.getByRole('textbox', { name: /^行过滤条件/ });
    await filter.fill(`city = '杭州'`);
    await form.getByRole('button', { name: '试算' }).click();
    await form.getByText('共 3 行，过滤后 2 行').waitFor();
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: '新增授权' }).first().click();
    await pickObject(form, ['旅程薪酬库', 'public', 'bonus', 'amount']);
    const ends = form.getByRole('textbox', { name: /^失效时间/ });
    const lastDay = dayIn(30);
    await ends.fill(`${lastDay} 12:00:00`);
    await ends.press('Enter');
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    await page
      .getByRole('row', { name: /bonus\.amount/ })
      .getByText(lastDay)
      .waitFor();

    const using = await site.visit();
    const console_ = using.page;
    await site.authenticate(console_, analyst);
    await openConsole(console_, site.url('/metadata/sqlconsole'), '旅程薪酬库');
    await runSql(console_, 'select emp_no, city, mobile from payroll order by emp_no');
    await result(console_).getByText('共 2 行，3 列').waitFor();
    await result(console_).getByText('138****1111').waitFor();
    expect(await result(console_).getByText('南京').count()).toBe(0);
    await runSql(console_, 'select * from bonus');
    await result(console_).getByText('共 1 行，1 列').waitFor();
    for (const hidden of ['select reason from bonus', 'select plan_no from plan']) {
      await runSql(console_, hidden);
      await messages(console_)
        .getByText(/(不存在|没有)/)
        .waitFor();
    }

    const grant = page.getByRole('row', { name: /payroll/ });
    await grant.getByRole('button', { name: '修改' }).click();
    const changing = page.getByRole('dialog', { name: '修改授权' });
    await changing.getByRole('checkbox', { name: '明文' }).check();
    await changing.getByRole('button', { name: '保存', exact: true }).click();
    await changing.waitFor({ state: 'hidden' });
    await runSql(console_, 'select mobile from payroll order by emp_no');
    await result(console_).getByText('13800001111').waitFor();

    await grant.getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog', { name: '系统提示' }).getByRole('button', { name: '删除' }).click();
    await grant.waitFor({ state: 'hidden' });
    await runSql(console_, 'select mobile from payroll');
    await messages(console_)
      .getByText(/payroll.*(不存在|没有)/)
      .waitFor();
    await expectHealthy(granting);
    await expectHealthy(using);
    expect(granting.refusals).toEqual([]);
  });
});

describe('console', () => {
  it('keeps named tabs, asks for parameters, draws, shares with a colleague, exports, and refuses what changes data', async () => {
    const nickname = await nicknameOf(await site.program(demo('engineer')));
    await (
      await site.program(demo('analyst'))
    )('POST', '/data/console/sql/tabs', { tabs: [] });
    const visit = await site.visit();
    const { page } = visit;
    await site.authenticate(page, demo('analyst'));
    await openConsole(page, site.url('/metadata/sqlconsole'), WAREHOUSE);
    const tabs = page.locator('.console-tabs');
    const rename = async (name: string) => {
      await tabs
        .getByRole('tab', { selected: true })
        .getByText(/^查询 \d+$/)
        .dblclick();
      await tabs.getByRole('textbox', { name: '页签名称' }).fill(name);
      await tabs.getByRole('textbox', { name: '页签名称' }).press('Enter');
      await tabs.getByRole('tab', { name }).waitFor();
    };
    await rename('旅程机构');
    await writeSql(page, 'select org_name, org_id from dwd.dim_org where org_name like ${kind} order by org_id');
    await page.getByRole('textbox', { name: '参数 kind', exact: true }).fill('%分公司');
    await page.getByRole('button', { name: /执行$/ }).click();
    await result(page).getByText('江苏分公司').waitFor();
    const csv = await downloaded(page, () => exportAs(page, '导出 CSV'));
    expect(csv.content.toString('utf8')).toMatch(/org_name"?,"?org_id[\s\S]*江苏分公司/);

    await page.getByRole('button', { name: /保存$/ }).click();
    const saving = page.getByRole('dialog', { name: '保存查询' });
    await saving.getByRole('textbox', { name: '名称' }).fill('旅程共享查询');
    await choose(saving.getByRole('combobox', { name: '共享给' }), '用户');
    await saving.getByRole('combobox', { name: '共享对象' }).fill(nickname);
    await openList(page).getByTitle(new RegExp(nickname)).first().click();
    await page.keyboard.press('Escape');
    await saving.getByRole('button', { name: '保存', exact: true }).click();
    await saving.waitFor({ state: 'hidden' });

    await tabs.getByRole('button', { name: '新增页签' }).first().click();
    await rename('旅程汇总');
    await runSql(page, 'select parent_id, count(*) as orgs from dwd.dim_org group by parent_id order by 2 desc');
    await result(page)
      .getByText(/^共 \d+ 行，2 列/)
      .waitFor();
    await result(page).getByText('图表', { exact: true }).click();
    await result(page).locator('canvas').first().waitFor();
    const book = await downloaded(page, () => exportAs(page, '导出 Excel'));
    expect(Object.keys(unzipSync(book.content))).toContain('xl/workbook.xml');
    expect((await readSheet(book.content, 100)).rows.length).toBeGreaterThan(1);

    await runSql(page, 'select 1;\ndrop table dwd.dim_org');
    await messages(page)
      .getByRole('button', { name: /第 2 行第 1 列|定位到出错的位置/ })
      .waitFor();
    await page.locator('.cm-sql-error').getByText('drop').waitFor();
    expect(await page.getByRole('tab', { name: /^结果/ }).count()).toBe(0); // not even the harmless part ran

    await page.reload();
    await tabs.getByRole('tab', { name: '旅程共享查询' }).waitFor(); // a saved query gives its tab the name
    await tabs.getByRole('tab', { name: '旅程汇总' }).click();
    await page.getByRole('textbox', { name: 'SQL 编辑器' }).getByText('drop table').waitFor();
    await expectHealthy(visit);

    const colleague = await site.visit();
    const other = colleague.page;
    await site.enter(other, '/metadata/sqlconsole', demo('engineer'));
    await other.getByText('已存查询', { exact: true }).click();
    await other.getByRole('button', { name: /^旅程共享查询/ }).click();
    await other.locator('.console-tabs').getByRole('tab', { name: '旅程共享查询' }).waitFor();
    await other.getByRole('button', { name: /执行$/ }).click();
    await result(other).getByText('江苏分公司').waitFor();
    await expectHealthy(colleague);
    expect(colleague.refusals).toEqual([]);
  });
});

describe('without rights', () => {
  it('a clerk has no menu of it, no page and no call', async () => {
    const clerk = demo('clerk');
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/home', clerk);
    await settled(page);
    expect(await page.getByText('元数据管理').count()).toBe(0);
    expect((await menuPages(page)).filter(({ path }) => path.startsWith('/metadata'))).toEqual([]);
    for (const path of ['index', 'datasource', 'datacolumn', 'datasearch', 'datamap', 'datablood', 'dataauthorize', 'sqlconsole']) {
      await page.goto(site.url(`/metadata/${path}`));
      await page.getByRole('heading', { name: '没有权限访问该页面' }).waitFor();
    }
    const call = await site.program(clerk);
    for (const path of ['sources/page', 'tables/page', 'search?keyword=a', 'changeRecords/page', 'authorizes/page'])
      await expect(call('GET', `/data/metadata/${path}`), path).rejects.toThrow(/403 没有权限/);
    await expectHealthy(visit);
    expect(visit.refusals).toEqual([]);
  });
});
