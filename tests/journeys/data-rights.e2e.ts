import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { demo, expectHealthy, product } from './harness.ts';
import { openConsole, runSql } from './sql-console.ts';

const site = product({ SEED: 'demo' });
const analyst = demo('analyst');
const WAREHOUSE = '演示数据仓库';
const MOBILE = `select mobile from dwd.hr_employee where mobile is not null order by emp_id limit 1`;
const CLEAR = /^1\d{10}$/;
const MASKED = /^1\d{2}\*+\d+$/;

/** The number that the console shows. */
async function shownMobile(page: Page): Promise<string> {
  await runSql(page, MOBILE);
  return page
    .getByRole('tabpanel', { name: /^结果/ })
    .getByText(/^1\d{2}[\d*]{8}$/)
    .first()
    .innerText();
}

/** Agrees to the one task about the request, as it stands in the inbox. */
async function agree(who: string): Promise<void> {
  const visit = await site.visit();
  await site.enter(visit.page, '/workflow/task/todo', demo(who));
  await visit.page.getByRole('button', { name: /申请dwd\.hr_employee的明文权限/ }).click();
  await visit.page.getByText('核对回访名单').first().waitFor();
  await visit.page.getByText('L3 敏感').first().waitFor();
  await visit.page.getByLabel('审批意见').fill('同意');
  await visit.page.getByRole('button', { name: /(?<!不)同意$/ }).click();
  await visit.page.getByRole('button', { name: /申请dwd\.hr_employee的明文权限/ }).waitFor({ state: 'detached' });
  await expectHealthy(visit);
}

describe('rights on masked columns', () => {
  it('are asked for where the console refuses, agreed to in the inbox, hold at the next statement, and end when they are given back', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.authenticate(page, analyst);
    await openConsole(page, site.url('/metadata/sqlconsole'), WAREHOUSE);
    expect(await shownMobile(page)).toMatch(MASKED);

    await runSql(page, `select emp_id from dwd.hr_employee where mobile like '138%'`);
    await page.getByRole('button', { name: '申请权限' }).click();
    const dialog = page.getByRole('dialog', { name: /^申请权限/ });
    await dialog.getByText('已勾选 1 个字段').waitFor();
    await dialog.getByRole('checkbox', { name: '明文' }).isChecked();
    // who decides is known before it is asked for
    const steps = dialog.getByRole('complementary', { name: '谁来审批' });
    await steps.getByText('数据责任人审批').waitFor();
    await steps.getByText('数据授权', { exact: true }).waitFor();
    await dialog.getByRole('textbox', { name: '用途' }).fill('核对回访名单');
    await dialog.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('申请已提交，处理后会收到消息').waitFor();

    await page.goto(site.url('/metadata/myaccess'));
    const row = page.getByRole('row', { name: /dwd\.hr_employee/ });
    await row.getByText('审核中').waitFor();
    await row.getByText(/数据责任人审批/).waitFor();
    await expectAccessible(page);

    await agree('dept_hr');
    await agree('gov_admin');

    await openConsole(page, site.url('/metadata/sqlconsole'), WAREHOUSE);
    expect(await shownMobile(page)).toMatch(CLEAR);

    await page.goto(site.url('/metadata/myaccess'));
    await row.getByText('已授权').waitFor();
    await row.getByRole('button', { name: '续期' }).waitFor();
    await row.getByRole('button', { name: '交还权限' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '交还', exact: true }).click();
    await row.getByText('已收回').waitFor();

    await openConsole(page, site.url('/metadata/sqlconsole'), WAREHOUSE);
    expect(await shownMobile(page)).toMatch(MASKED);
    await expectHealthy(visit);
  });
});
