import { describe, expect, it } from 'vitest';
import { demo, expectHealthy, product, settled, type Program } from './harness.ts';

const site = product({ SEED: 'demo' });
const analyst = demo('analyst');
const WAREHOUSE = '演示数据仓库';

interface Row {
  id: string;
  sourceName: string;
}
/** A data set of the company's months, as a program makes it; waits until the warehouse has been harvested. */
async function monthlySet(call: Program): Promise<string> {
  const sourceId = (await call<Row[]>('GET', '/data/metadata/sources/list')).find((source) => source.sourceName === WAREHOUSE)!.id;
  let id = '';
  await expect
    .poll(
      async () => {
        const body = { setName: '公司月度', sourceId, setSql: 'select month, contract_amount, revenue from ads.ads_company_month' };
        id = await call<{ id: string }>('POST', '/data/visual/dataSets', body).then(
          (made) => made.id,
          () => '',
        );
        return id;
      },
      { timeout: 120_000, interval: 2000 },
    )
    .not.toBe('');
  return id;
}

describe('a chart', () => {
  it('is built from fields, drawn, saved, found again after a reload, and undone', async () => {
    const call = await site.program(analyst);
    const dataSetId = await monthlySet(call);
    const { id } = await call<{ id: string }>('POST', '/data/visual/charts', { chartName: '月度新签', dataSetId });
    const visit = await site.visit();
    const { page } = visit;
    await site.signIn(page, analyst);
    await page.goto(site.url(`/visual/chart/build/${id}`));
    const field = (name: string) => page.getByRole('complementary', { name: '数据' }).getByRole('button', { name });
    await field('月份').dblclick();
    await expect.poll(() => page.getByText('数值还需要 1 个字段').count()).toBe(1);
    await field('新签合同额').dblclick();
    const chart = page.getByRole('region', { name: '图表' }).locator('canvas');
    await chart.waitFor();
    await settled(page);

    await page.getByRole('button', { name: '折线图' }).click();
    await expect.poll(() => page.locator('.viz[data-type="line"] canvas').count()).toBe(1);
    await page.getByRole('button', { name: '撤销' }).click();
    await expect.poll(() => page.locator('.viz[data-type="bar"] canvas').count()).toBe(1);

    await page.getByRole('button', { name: '保存' }).click();
    await page.getByText('保存成功').waitFor();
    await page.reload();
    await chart.waitFor();
    await settled(page);
    expect(await page.getByRole('list', { name: '指标' }).textContent()).toContain('新签合同额');

    await page.getByRole('button', { name: 'SQL' }).click();
    await page.getByText(/sum\(/).waitFor();
    await expectHealthy(visit);
    const stored = await call<{ chartThumbnail: string | null; chartConfig: string }>('GET', `/data/visual/charts/${id}`);
    expect(stored.chartThumbnail).toMatch(/^data:image\/webp;base64,/);
    expect(JSON.parse(stored.chartConfig)).toMatchObject({
      chartType: 'bar',
      rows: [{ col: 'month' }],
      measures: [{ col: 'contract_amount' }],
    });
  });

  it('of somebody else is not there for an account without the right', async () => {
    const call = await site.program(analyst);
    const { id } = await call<{ id: string }>('POST', '/data/visual/charts', { chartName: '不给看' });
    const visit = await site.visit();
    await site.signIn(visit.page, demo('staff'));
    await visit.page.goto(site.url(`/visual/chart/build/${id}`));
    await visit.page.getByText('没有权限').first().waitFor();
    expect(await visit.page.getByRole('button', { name: '保存' }).count()).toBe(0);
  });
});
