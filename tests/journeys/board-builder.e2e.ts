import { describe, expect, it } from 'vitest';
import { demo, expectHealthy, product, settled } from './harness.ts';

const site = product({ SEED: 'demo' });
const analyst = demo('analyst');

describe('a board built without leaving it', () => {
  it('gets a chart of its own, changes a stored one for itself, and is read by keys alone', async () => {
    const call = await site.program(analyst);
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/visual/databoard', analyst);
    await page.getByRole('button', { name: '新增看板' }).click();
    await page.getByRole('textbox', { name: '看板名称' }).fill('合同分析');
    const [builder] = await Promise.all([visit.context.waitForEvent('page'), page.getByRole('button', { name: '新增并配置' }).click()]);

    // a chart that belongs to the board
    await builder.getByRole('button', { name: '新增图表' }).click();
    const editor = builder.getByRole('dialog');
    await editor.getByRole('combobox').first().click();
    await builder.locator('.ant-select-item-option').filter({ hasText: '合同明细' }).click();
    const fields = editor.getByRole('complementary', { name: '数据' });
    await fields.getByRole('button', { name: '业务类型名称' }).dblclick();
    await fields.getByRole('button', { name: '合同金额' }).dblclick();
    await editor.locator('.cb-paper canvas').waitFor();
    expect(await editor.getByRole('button', { name: /完\s?成/ }).isDisabled()).toBe(true); // it has no name yet
    await editor.getByRole('textbox', { name: '图表名称' }).fill('各类业务合同额');
    await editor.getByRole('button', { name: /完\s?成/ }).click();
    const tile = (name: string) => builder.getByRole('group', { name, exact: true });
    await tile('各类业务合同额').locator('canvas').waitFor();
    await builder.getByRole('button', { name: '撤销' }).click();
    await expect.poll(() => builder.locator('.bb-tile').count()).toBe(0);
    await builder.getByRole('button', { name: '重做' }).click();

    // it is changed from its tile, by keys
    await tile('各类业务合同额').press('Enter');
    await editor.getByRole('button', { name: '饼图' }).click();
    await editor.locator('.viz[data-type="pie"] canvas').waitFor();
    await editor.getByRole('button', { name: /完\s?成/ }).click();
    await tile('各类业务合同额').locator('.viz[data-type="pie"] canvas').waitFor();

    // a stored chart stays as it is while the board takes a changed copy
    await builder
      .getByRole('complementary', { name: '组件' })
      .getByRole('button', { name: /有效执业证书/ })
      .click();
    await tile('有效执业证书').getByRole('button', { name: '编辑图表' }).click();
    await editor.getByRole('button', { name: '柱状图' }).click();
    await editor.getByRole('button', { name: '只用于本看板' }).click();
    await tile('有效执业证书').locator('.viz[data-type="bar"] canvas').waitFor();
    const charts = await call<{ id: string; chartName: string; chartType: string }[]>('GET', '/data/visual/charts/list');
    expect(charts.find(({ chartName }) => chartName === '有效执业证书')?.chartType).toBe('treemap');

    await builder.getByRole('button', { name: /发布$/ }).click();
    await builder.getByText('发布成功').waitFor();
    const id = builder.url().split('/').at(-1)!;
    await builder.goto(site.url(`/visual/board/view/${id}`));
    const points = builder.getByRole('region', { name: '各类业务合同额' }).getByRole('group', { name: /数据点/ });
    await points.locator('canvas').waitFor();
    await settled(builder);
    await points.focus();
    await builder.keyboard.press('ArrowRight');
    await expect.poll(() => points.getByRole('status').textContent()).toMatch(/合同金额/);
    await builder.keyboard.press('Enter');
    await builder.getByRole('menuitem', { name: '按其他字段下钻' }).waitFor();
    expect(await builder.getByRole('menuitem').allInnerTexts()).toEqual(['查看明细', '按其他字段下钻', '复制数值']);
    await builder.getByRole('menuitem', { name: '按其他字段下钻' }).hover();
    await builder.getByRole('menuitem', { name: '按签订日期' }).click();
    await builder.getByText('各类业务合同额 下钻').waitFor();
    await builder.reload();
    await builder.getByText('各类业务合同额 下钻').waitFor(); // the way down stands in the address
    await expectHealthy({ ...visit, page: builder });
  });
});
