import { describe, expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { demo, expectHealthy, product, settled } from './harness.ts';

const site = product({ SEED: 'demo' });
const QUESTION = '各单位的合同额前5名';

describe('问数', () => {
  it('answers a question by a chart that says how it was understood, takes a correction and becomes a chart of its own', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/visual/datachart', demo('analyst'));
    await page.getByRole('button', { name: '问数' }).click();
    const drawer = page.getByRole('dialog', { name: '问数' });
    await drawer
      .getByRole('textbox', { name: '问题' })
      .or(drawer.getByRole('searchbox', { name: '问题' }))
      .fill('明天天气如何');
    await page.keyboard.press('Enter');
    await drawer.getByText('没有看懂这个问题').waitFor();

    await drawer
      .getByRole('textbox', { name: '问题' })
      .or(drawer.getByRole('searchbox', { name: '问题' }))
      .fill(QUESTION);
    await page.keyboard.press('Enter');
    const understood = drawer.getByRole('group', { name: '问题的理解' });
    await understood.getByText('合同额', { exact: true }).waitFor();
    await understood.getByText('最多的5个').waitFor();
    await drawer.getByText(/只显示前 5 项/).waitFor();
    await settled(page);
    await expectAccessible(page);

    // another data set knows these words, too; there 单位 may mean the owner of the project
    await drawer.getByText('大屏·项目一览').click();
    await understood.getByRole('button', { name: '按承担单位' }).click();
    await page.getByRole('menuitem', { name: '改为“业主单位”' }).click();
    await understood.getByText('按业主单位').waitFor();
    await settled(page);

    const opened = page.waitForEvent('popup');
    await drawer.getByRole('button', { name: '保存为图表' }).click();
    const builder = await opened;
    await builder.waitForURL(/\/visual\/chart\/build\//);
    await builder.getByText(QUESTION).first().waitFor();
    const call = await site.program(demo('analyst'));
    const { data } = await call<{ data: { chartName: string; chartType: string }[] }>(
      'GET',
      `/data/visual/charts/page?pageSize=20&chartName=${encodeURIComponent(QUESTION)}`,
    );
    expect(data.map(({ chartType }) => chartType)).toEqual(['rank']);
    await expectHealthy(visit);
  });
});
