import { describe, expect, it } from 'vitest';
import { expectHealthy, product } from './harness.ts';

const site = product({ SEED: 'demo' });

describe('from a registered source to a chart', () => {
  it('registers the demo warehouse under another name, synchronises it, queries it and draws the result', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.signIn(page);
    await page.goto(site.url('/metadata/datasource'));
    await page.getByRole('button', { name: '新增数据源' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('数据源名称').fill('旅程数据仓库');
    await form.getByRole('button', { name: '下一步' }).click();
    await form.getByLabel('主机').fill('@embedded');
    await form.getByRole('button', { name: '连通性检测' }).click();
    await form.getByText(/连接成功|连接正常/).first().waitFor();
    await form.getByRole('button', { name: '保存', exact: true }).click();
    const row = page.getByRole('row', { name: /旅程数据仓库/ });
    await row.waitFor();
    await row.getByText('同步', { exact: false }).first().click();
    const sure = page.getByRole('button', { name: '确定' });
    await sure.click({ timeout: 3_000 }).catch(() => undefined);
    await row.getByText('已同步').waitFor({ timeout: 60_000 });

    await page.goto(site.url('/metadata/sqlconsole'));
    await page.locator('.cm-content').click();
    await page.keyboard.type('select org_name, count(*) as staff from dwd.hr_employee e join dwd.dim_org o using (org_id) group by 1 order by 2 desc limit 8', { delay: 0 });
    await page.keyboard.press('Control+Enter');
    await page.getByText(/共?\s*8\s*行/).first().waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: /图表/ }).or(page.getByText('显示为图表')).first().click();
    await page.locator('canvas').first().waitFor();
    await expectHealthy(visit);
  });
});
