import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { readSheet } from '#kit/server/excel/reader.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { creditCode } from '#modules/projects/server/supplier/test-supplier.ts';
import { choose, dayIn, downloaded, expectHealthy, fillDay, product, removeRow, settled, type Account } from './harness.ts';
import { Office } from './people.ts';

const site = product();
const BRANCH = '江北分公司';
/** the number of the example in GB 11643, and the same with another check digit */
const ID_CARD = '11010519491231002X';
const WRONG_CARD = '110105194912310021';
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

let clerk: Account;
beforeAll(async () => {
  const office = await Office.open(site.program);
  const may = (permission: string) => permission.startsWith('project:') && !permission.endsWith(':remove');
  clerk = await office.person({ username: 'dangan', nickname: '档案员小陈', deptId: await office.dept(BRANCH, 'JB'), may });
});

const save = (page: Page, dialog: string) =>
  page.getByRole('dialog', { name: dialog }).getByRole('button', { name: '保存', exact: true }).click();

describe('the project clerk', () => {
  it('records a certificate, finds it in list, detail and calendar, and cannot delete it', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.signIn(page, clerk);
    await page.goto(site.url('/project/practicingQualification'));
    await page.getByRole('button', { name: '新增执业资质' }).first().click();
    const form = page.getByRole('dialog', { name: '新增执业资质' });
    const validTo = dayIn(20);
    await form.getByLabel('姓名').fill('王建桥');
    await form.getByLabel('身份证号').fill(WRONG_CARD);
    await choose(form.getByRole('combobox', { name: '所属分公司' }), BRANCH);
    await choose(form.getByRole('combobox', { name: '执业类型' }), '一级注册结构工程师');
    await form.getByLabel('资格证书编号').fill('S2026-JB-001');
    await form.getByLabel('注册单位').fill(BRANCH);
    await fillDay(form.getByLabel('有效期至'), validTo);
    await form.getByLabel('出生日期').waitFor(); // asked for as long as the number does not tell it
    await save(page, '新增执业资质');
    await form
      .locator('.ant-form-item', { has: page.getByLabel('身份证号') })
      .getByText('身份证号不正确，请核对位数、出生日期和校验位')
      .waitFor();
    await form.getByText('1 项需要修改：身份证号').waitFor();
    await form.getByLabel('身份证号').fill(ID_CARD);
    await form.getByLabel('出生日期').waitFor({ state: 'hidden' });
    await form.locator('input[type=file]').setInputFiles({ name: '资格证书.png', mimeType: 'image/png', buffer: PICTURE });
    await form.getByRole('button', { name: '下载 资格证书.png' }).waitFor();
    await save(page, '新增执业资质');
    await form.waitFor({ state: 'hidden' });

    const row = page.getByRole('row', { name: /王建桥/ });
    await row.getByText('即将到期').waitFor();
    await row.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '详情' }).waitFor();
    expect(await page.getByRole('menuitem', { name: '删除' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: '详情' }).click();
    const heading = page.getByRole('heading', { name: '王建桥', level: 1 });
    await heading.waitFor();
    await page.reload();
    await heading.waitFor();
    await page.getByText('1949-12-31').first().waitFor(); // from the identity number

    await page.getByRole('tab', { name: /^附件/ }).click();
    await page.getByRole('button', { name: '资格证书.png', exact: true }).click();
    const preview = page.getByRole('dialog', { name: '资格证书.png' });
    await preview.getByRole('img', { name: '资格证书.png' }).waitFor();
    await preview.getByRole('button', { name: '关闭' }).click();
    await preview.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: '编辑' }).click();
    const changing = page.getByRole('dialog', { name: '修改执业资质' });
    await changing.getByLabel('资格证书编号').fill('S2026-JB-002');
    await save(page, '修改执业资质');
    await changing.waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: /^变更记录/ }).click();
    const change = page
      .getByRole('tabpanel', { name: /^变更记录/ })
      .getByRole('listitem')
      .first();
    await change.getByText('S2026-JB-001').waitFor();
    await change.getByText('S2026-JB-002').waitFor();

    await page.getByRole('button', { name: '返回列表' }).click();
    await page.getByRole('tab', { name: '到期日历' }).click();
    if (validTo.slice(0, 7) !== dayIn(0).slice(0, 7)) await page.getByRole('button', { name: '下个月' }).click();
    await page.getByRole('gridcell', { name: `${validTo} 到期 1 项` }).click();
    await page
      .getByRole('complementary')
      .getByRole('link', { name: /王建桥/ })
      .click();
    await heading.waitFor();
    await expectHealthy(visit);
    expect(visit.refusals).toEqual([]);
  });
});
