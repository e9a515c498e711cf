import { describe, expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { demo, downloaded, expectHealthy, product, settled } from './harness.ts';

const site = product({ SEED: 'demo' });
const RESOURCE = '在建项目进度';
const PAGE = '/market/drd';

interface Apply {
  readonly id: string;
  readonly resName: string;
  readonly state: string;
  readonly hasFile: boolean;
}

describe('the resource directory', () => {
  it('gives a resource from the class it is found in to a file that ends: applied for, agreed to, fetched, ended', async () => {
    const user = await site.visit();
    const { page } = user;
    await site.enter(page, PAGE, demo('analyst'));
    await page.getByText('工程项目', { exact: true }).first().click();
    await page.getByRole('region', { name: '资源', exact: true }).getByText(RESOURCE).first().click();
    const sheet = page.getByRole('complementary', { name: '资源详情' });
    await sheet.getByText(RESOURCE).first().waitFor();
    await settled(page);
    await expectAccessible(page);
    await sheet.getByRole('button', { name: '申请使用' }).click();
    const dialog = page.getByRole('dialog', { name: `申请使用“${RESOURCE}”` });
    await dialog.getByText('下载', { exact: true }).click();
    // what is not needed is not asked for
    await dialog.getByRole('checkbox', { name: /budget/ }).uncheck();
    await dialog.getByRole('textbox', { name: '申请用途' }).fill('编制季度经营分析');
    await dialog.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('已提交申请').waitFor();

    const call = await site.program(demo('analyst'));
    const own = async () =>
      (await call<{ data: Apply[] }>('GET', '/data/market/drds/applies/page?scope=mine&pageSize=50')).data.find(
        ({ resName }) => resName === RESOURCE,
      )!;
    expect(await own()).toMatchObject({ state: '1', hasFile: false });
    await expect(call('POST', `/data/market/drds/applies/${(await own()).id}/approve`, { approved: true })).rejects.toThrow(/403|422|404/);

    const chief = await site.visit();
    await site.enter(chief.page, `${PAGE}?view=applies`, demo('gov_admin'));
    await chief.page
      .getByRole('row', { name: new RegExp(RESOURCE) })
      .getByRole('button', { name: '同意' })
      .click();
    const agree = chief.page.getByRole('dialog', { name: `同意对“${RESOURCE}”的申请` });
    await agree.getByRole('textbox').fill('同意，限季度分析使用');
    await agree.getByRole('button', { name: '同意', exact: true }).click();
    await chief.page.getByText('已办理').waitFor();
    await expect.poll(async () => (await own()).hasFile, { timeout: 60_000 }).toBe(true);

    await page.goto(site.url(`${PAGE}?view=applies`));
    const row = page.getByRole('row', { name: new RegExp(RESOURCE) });
    const file = await downloaded(page, () => row.getByRole('button', { name: '下载' }).click());
    const [head, ...lines] = file.content
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/);
    expect(head).toMatch(/project_id|项目编号/);
    expect(head).not.toMatch(/budget|成本预算/);
    expect(lines.length).toBeGreaterThan(100);

    await row.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '结束' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '结束' }).click();
    await page.getByText('已结束').first().waitFor();
    const ended = await own();
    expect(ended).toMatchObject({ state: '5', hasFile: false });
    await expect(call('GET', `/data/market/drds/applies/${ended.id}/file`)).rejects.toThrow(/404|409|410|422/);
    await expectHealthy(user);
    await expectHealthy(chief);
  });
});
