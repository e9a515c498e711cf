import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { ADMIN, expectHealthy, product, type Program } from './harness.ts';
import { Office } from './people.ts';

const site = product();
type Ids = { id: string }[];

it('a model is drawn up, approved by somebody else and built; its records are added, found and changed, and tell how', async () => {
  const call = await site.program(ADMIN);
  const office = await Office.open(site.program);
  const dept = await office.dept('数据管理部', 'SJ');
  const may = (permission: string) => permission.startsWith('workflow:task');
  const keeper = await office.person({ username: 'zhushuju', nickname: '主数据老陈', deptId: dept, may });
  const { data: users } = await call<{ data: { id: string; username: string }[] }>('GET', '/system/users/page?pageSize=200');
  const ids = [users.find(({ username }) => username === keeper.username)!.id];
  const node = { type: 'approve', id: 'n1', name: '模型审核', who: [{ kind: 'user', ids }], mode: 'any', next: null };
  const process = { key: 'model', name: '主数据模型审批', kind: 'simple', tree: { type: 'start', id: 'start', next: node } };
  const { id: processId } = await call<{ id: string }>('POST', '/workflow/models', process);
  const { definitionId } = await call<{ definitionId: string }>('POST', `/workflow/models/${processId}/publish`, { version: 0 });
  await call('POST', '/workflow/business', {
    businessCode: '5011',
    businessName: '主数据模型审批',
    businessType: 'masterdata.model',
    processDefinitionId: definitionId,
    businessTempalte: '{nickname}提交的主数据模型',
  });

  const visit = await site.visit();
  const { page } = visit;
  await site.enter(page, '/masterdata/datamodel', ADMIN);
  await page.getByRole('button', { name: '新增数据模型' }).first().click();
  const form = page.getByRole('dialog', { name: '新增数据模型' });
  await form.getByLabel('模型名称').fill('客户');
  await form.getByLabel('逻辑表').fill('customer');
  await form.getByRole('button', { name: '保存', exact: true }).click();

  // columns are typed from cell to cell, without the mouse
  const grid = page.getByRole('grid', { name: '模型列' });
  await grid.waitFor();
  const columns = [
    ['customer_name', '客户名称', 'varchar(200)'],
    ['credit_code', '统一社会信用代码', 'varchar(18)'],
  ];
  for (const texts of columns) {
    await page.getByRole('button', { name: '新增列' }).click();
    for (const text of texts) {
      await page.keyboard.insertText(text);
      await page.keyboard.press('Tab');
    }
  }
  await grid.getByRole('checkbox', { name: '客户名称 必填' }).check();
  await grid.getByRole('gridcell', { name: '客户名称', exact: true }).click();
  const panel = page.getByRole('region', { name: /属性/ });
  await panel.getByRole('checkbox', { name: '查询条件' }).check();
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('保存成功').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: '提交审批' }).click();
  const route = page.getByRole('dialog', { name: /^提交审批/ });
  await route.getByRole('button', { name: '提交' }).click();
  await route.waitFor({ state: 'hidden' });
  await page.getByText('审核中').first().waitFor();
  expect(await page.getByRole('button', { name: '建模', exact: true }).count()).toBe(0);

  const approve = await site.program(keeper);
  const { data: tasks } = await approve<{ data: Ids }>('GET', '/workflow/tasks/pageTodo');
  const done = { taskId: tasks[0]!.id, action: 'complete', variables: { approved: true }, comment: '同意' };
  await approve('POST', `/workflow/tasks/execute/${tasks[0]!.id}`, done);

  await page.reload();
  await page.getByRole('button', { name: '建模', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '建模', exact: true }).click();
  await page.getByText('V1 在用').waitFor();
  await page.getByRole('link', { name: '数据', exact: true }).click();
  await page.getByRole('button', { name: '新增客户' }).first().click();
  const record = page.getByRole('dialog', { name: '新增客户' });
  await record.getByRole('button', { name: '保存' }).click();
  await record.getByText('请填写“客户名称”').waitFor();
  await record.getByLabel('客户名称').fill('江苏沿江城市建设');
  await record.getByLabel('统一社会信用代码').fill('91320600MA1WX3K71R');
  await record.getByRole('button', { name: '保存' }).click();
  await record.waitFor({ state: 'hidden' });

  const query = page.getByRole('search');
  await query.getByLabel('客户名称').fill('没有这家');
  await query.getByRole('button', { name: '查询' }).click();
  await page.getByText('没有符合条件的客户').waitFor();
  await query.getByLabel('客户名称').fill('江苏沿江城市建设');
  await query.getByRole('button', { name: '查询' }).click();
  await page.getByText('江苏沿江城市建设', { exact: true }).first().click();

  // the rows of the list have a button of the same name until the page of the record is there
  await page.getByRole('button', { name: '返回列表' }).waitFor();
  await page.getByRole('button', { name: '修改', exact: true }).click();
  const change = page.getByRole('dialog', { name: '修改客户' });
  await change.getByLabel('客户名称').fill('江苏沿江城市建设投资有限公司');
  await change.getByLabel('修改原因').fill('客户来函');
  await change.getByRole('button', { name: '保存' }).click();
  await page.getByRole('heading', { name: '江苏沿江城市建设投资有限公司' }).first().waitFor();
  await page.getByRole('tab', { name: '历史' }).click();
  const history = page.getByRole('tabpanel', { name: '历史' });
  await history.locator('del').getByText('江苏沿江城市建设', { exact: true }).waitFor();
  await history.locator('ins').getByText('江苏沿江城市建设投资有限公司').waitFor();
  await history.getByText('客户来函').waitFor();
  await expectAccessible(page);
  await distribute(page, call);
  await expectHealthy(visit);
});

interface Feed {
  readonly position: string;
  readonly messages: readonly { readonly action: string; readonly values: Record<string, string | null> | null }[];
}

/** The record goes to an application that fetches it with its key; the page tells what arrived. */
async function distribute(page: Page, call: Program): Promise<void> {
  const { id: appId } = await call<{ id: string }>('POST', '/data/market/apps', { appName: '订单系统' });
  const { apiKey } = await call<{ apiKey: string }>('POST', `/data/market/apps/${appId}/keys`, {});
  await page.goto(site.url('/masterdata/target'));
  await page.getByRole('button', { name: '新增分发目标' }).first().click();
  const form = page.getByRole('dialog', { name: '新增分发目标' });
  await form.getByLabel('名称', { exact: false }).first().fill('订单系统拉取');
  await form.getByLabel('数据模型').click();
  await page.locator('.ant-select-item-option', { hasText: '客户' }).click();
  await form.getByText('拉取', { exact: true }).click();
  await form.getByLabel('应用').click();
  await page.locator('.ant-select-item-option', { hasText: '订单系统' }).click();
  await form.getByLabel('客户名称的目标字段').fill('name');
  await expectAccessible(page);
  await form.getByRole('button', { name: '保存' }).click();
  await form.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: '订单系统拉取' }).click();
  const sheet = page.getByRole('dialog', { name: '订单系统拉取' });
  await sheet.getByText('GET /sjzt-datax/data/masterdata/feeds/').waitFor();
  await sheet.getByText('分发中').waitFor();
  const { data: targets } = await call<{ data: { feedPath: string }[] }>('GET', '/data/masterdata/targets/page');
  const fetched = await fetch(site.url(`/sjzt-datax${targets[0]!.feedPath}?after=0`), { headers: { api_key: apiKey } });
  const { data } = (await fetched.json()) as { data: Feed };
  expect(data.messages.map(({ action, values }) => [action, values?.['name']])).toEqual([['upsert', '江苏沿江城市建设投资有限公司']]);
  await sheet.getByRole('tab', { name: '日志' }).click();
  await sheet.getByText('已送达').first().waitFor();
  await sheet.getByRole('tab', { name: '核对' }).click();
  await sheet.getByText('没有差异').waitFor();
  await sheet.getByRole('tab', { name: '预览' }).click();
  await sheet.getByText('"name": "江苏沿江城市建设投资有限公司"').waitFor();
  await expectAccessible(page);
}
