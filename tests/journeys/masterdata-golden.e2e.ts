import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { ADMIN, expectHealthy, product } from './harness.ts';
import { secondDatabases } from './second-database.ts';
import { registered } from './sources.ts';

const site = product();
const database = secondDatabases(site);
const CODE = '91320600MA1WX3K71R';
const LOADED_MS = 60_000;

/** The customers of a sales system, one of them twice, and the table in which a contract system keeps its own. */
const DDL = `create table customer (customer_id text primary key, customer_name text, credit_code text, industry text);
  comment on table customer is '客户档案';
  insert into customer values ('C1', '江苏沿江城市建设投资有限公司', '${CODE}', null),
    ('C2', '江苏沿江城市建设投资有限责任公司', '${CODE}', '市政'), ('C3', '苏州鼎盛测绘仪器有限公司', null, '测绘');
  create table client (id text primary key, name text, code text, note text);
  comment on table client is '合同系统的客户'`;

/** Chooses in the select of that label what holds the text. */
async function pick(page: Page, label: string, text: string | RegExp): Promise<void> {
  await page.getByRole('dialog').getByLabel(label).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: text }).first().click();
}

/** From nothing to a table: name, columns, and what makes it. */
async function drawModel(page: Page): Promise<void> {
  await page.goto(site.url('/masterdata/datamodel'));
  await page.getByRole('button', { name: '新增数据模型' }).first().click();
  const form = page.getByRole('dialog', { name: '新增数据模型' });
  await form.getByLabel('模型名称').fill('客户');
  await form.getByLabel('逻辑表').fill('customer');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('grid', { name: '模型列' }).waitFor();
  for (const texts of [
    ['customer_name', '客户名称', 'varchar(200)'],
    ['credit_code', '统一社会信用代码', 'varchar(18)'],
    ['industry', '所属行业', 'varchar(50)'],
  ]) {
    await page.getByRole('button', { name: '新增列' }).click();
    for (const text of texts) {
      await page.keyboard.insertText(text);
      await page.keyboard.press('Tab');
    }
  }
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('保存成功').waitFor();
  await page.getByRole('button', { name: '提交审批' }).click();
  await page.getByRole('button', { name: '建模', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '建模', exact: true }).click();
  await page.getByText('V1 在用').waitFor();
}

/** The rows of the sales system become records. */
async function load(page: Page): Promise<void> {
  await page.getByRole('tab', { name: '数据接入' }).click();
  await page.getByRole('button', { name: '新增接入' }).first().click();
  await pick(page, '数据源', '销售系统');
  await pick(page, '数据表', /客户档案/);
  await pick(page, '来源编号字段', /customer_id/);
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: '按名称自动映射' }).click();
  await drawer.getByText('已映射 3 / 3').waitFor();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: '保存', exact: true }).click();
  await drawer.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: '接入', exact: true }).click();
  await page.getByText('接入完成').waitFor({ timeout: LOADED_MS });
}

/** The two that are one are found, looked at and merged; the page says what of each was kept. */
async function merge(page: Page): Promise<void> {
  await page.goto(site.url('/masterdata/duplicate'));
  await page.getByRole('button', { name: '查重', exact: true }).click();
  const review = page.getByRole('region', { name: /^江苏沿江城市建设投资/ });
  await review.waitFor({ timeout: LOADED_MS });
  await review.getByRole('radio', { name: '客户名称取 A：江苏沿江城市建设投资有限公司' }).click();
  await expectAccessible(page);
  await review.getByRole('button', { name: '合并', exact: true }).click();
  await page.getByText('没有待审的重复').waitFor();
  await page.getByText('已合并', { exact: true }).first().click();
  await page.getByRole('link', { name: '江苏沿江城市建设投资有限公司' }).click();
  // the record tells of each value which rule kept it
  const attributes = page.getByRole('tabpanel', { name: '属性' });
  await attributes.getByRole('row', { name: /客户名称.*人工选定/ }).waitFor();
  await attributes.getByRole('row', { name: /所属行业.*市政.*C2.*来源顺序/ }).waitFor();
}

/** The contract system gets the records written into its own table. */
async function distribute(page: Page): Promise<void> {
  await page.goto(site.url('/masterdata/target'));
  await page.getByRole('button', { name: '新增分发目标' }).first().click();
  const form = page.getByRole('dialog', { name: '新增分发目标' });
  await form.getByLabel('名称', { exact: false }).first().fill('合同系统');
  await pick(page, '数据模型', '客户');
  await form.getByText('写表', { exact: true }).click();
  await pick(page, '数据源', '销售系统');
  await pick(page, '数据表', /合同系统的客户/);
  await pick(page, '主键字段', /^id/);
  await pick(page, '客户名称的目标字段', /^name/);
  await pick(page, '统一社会信用代码的目标字段', /^code/);
  await expectAccessible(page);
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
}

it('customers come from a system, two that are one are merged, and the golden record stands in the table of another system', async () => {
  const call = await site.program(ADMIN);
  const sales = await database(DDL);
  await sales.sql(`grant insert, update, delete on client to ${sales.username}`);
  await registered(call, sales, '销售系统');
  const visit = await site.visit();
  const { page } = visit;
  await site.authenticate(page, ADMIN);
  await drawModel(page);
  await load(page);
  await merge(page);
  await distribute(page);

  const clients = () => sales.rows('select name, code, note from client order by name');
  const golden = { name: '江苏沿江城市建设投资有限公司', code: CODE, note: null };
  await expect.poll(clients, { timeout: LOADED_MS }).toEqual([golden, { name: '苏州鼎盛测绘仪器有限公司', code: null, note: null }]);
  // what changes afterwards arrives too, and what the contract system noted itself stays
  await sales.sql(`update client set note = '重点客户' where code = '${CODE}'`);
  const { data: models } = { data: await call<{ id: string; modelName: string }[]>('GET', '/data/masterdata/models/list') };
  const path = `/data/masterdata/models/${models[0]!.id}/datas`;
  const { data: records } = await call<{ data: { id: string; version: number; values: Record<string, string> }[] }>('GET', `${path}/page`);
  const record = records.find(({ values }) => values['credit_code'] === CODE)!;
  await call('PUT', `${path}/${record.id}`, { values: { customer_name: '江苏沿江城建集团有限公司' }, version: record.version });
  await expect.poll(clients, { timeout: LOADED_MS }).toContainEqual({ name: '江苏沿江城建集团有限公司', code: CODE, note: '重点客户' });

  // undone, both are there again, here and in the other system
  await page.goto(site.url('/masterdata/duplicate?view=merges'));
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销合并' }).click();
  await page.getByText('已撤销').first().waitFor();
  await expect.poll(async () => (await clients()).length, { timeout: LOADED_MS }).toBe(3);
  await expectHealthy(visit);
});
