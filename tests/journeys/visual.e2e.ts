import { describe, expect, it } from 'vitest';
import { weakTexts } from './contrast.ts';
import { demo, downloaded, expectHealthy, product, settled, type Program } from './harness.ts';
import { pdfText } from './pdf-text.ts';
import { openConsole, runSql } from './sql-console.ts';

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
    await site.enter(page, `/visual/chart/build/${id}`, analyst);
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
    expect(await page.getByRole('group', { name: '指标' }).textContent()).toContain('新签合同额');

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
    await site.enter(visit.page, `/visual/chart/build/${id}`, demo('staff'));
    await visit.page.getByText('没有查看权限').first().waitFor();
    expect(await visit.page.getByRole('button', { name: '保存' }).count()).toBe(0);
  });
});

describe('a data set', () => {
  it('is made of a statement that was run in the console', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.authenticate(page, analyst);
    await openConsole(page, site.url('/metadata/sqlconsole'), WAREHOUSE);
    await runSql(page, 'select month, revenue from ads.ads_company_month;');
    await page.getByRole('button', { name: /存为数据集$/ }).click();
    await page.getByText('营业收入').waitFor();
    await page.getByRole('textbox', { name: '数据集名称' }).fill('来自工作台');
    await page.getByRole('button', { name: /^保\s?存$/ }).click();
    await page.waitForURL(/dataset\/build\/\d+/);
    await expectHealthy(visit);
  });
});

/** A chart of the company's months, as a program makes it. */
async function monthlyChart(call: Program, chartName: string): Promise<string> {
  const dataSetId = await monthlySet(call);
  const measures = [{ col: 'contract_amount', alias: '新签合同额', aggregateType: 'sum' }];
  const chartConfig = JSON.stringify({ v: 1, chartType: 'bar', dataSetId, rows: [{ col: 'month', alias: '月份' }], columns: [], measures });
  return (await call<{ id: string }>('POST', '/data/visual/charts', { chartName, dataSetId, chartConfig })).id;
}

describe('a board', () => {
  it('is made of charts, published, looked at, taken away, and shared with people without an account', async () => {
    const call = await site.program(analyst);
    await monthlyChart(call, '每月新签');
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/visual/databoard', analyst);
    await page.getByRole('button', { name: '新增看板' }).click();
    await page.getByRole('textbox', { name: '看板名称' }).fill('经营月报');
    const [builder] = await Promise.all([visit.context.waitForEvent('page'), page.getByRole('button', { name: '新增并配置' }).click()]);
    const parts = builder.getByRole('complementary', { name: '组件' });
    await parts.getByRole('button', { name: /每月新签/ }).click();
    await builder.locator('.bb-tile canvas').waitFor();
    // a part can be dragged to where it shall stand, too
    const grid = (await builder.locator('.bb-grid').boundingBox())!;
    await parts.getByRole('button', { name: /每月新签/ }).hover();
    await builder.mouse.down();
    await builder.mouse.move(grid.x + 700, grid.y + 60, { steps: 4 });
    await builder.locator('.bb-grid .dropping').waitFor({ state: 'attached' }); // the grid has made room for it
    await builder.mouse.up();
    await expect.poll(() => builder.locator('.bb-tile canvas').count()).toBe(2);
    await builder.getByRole('button', { name: '撤销' }).click();
    await expect.poll(() => builder.locator('.bb-tile').count()).toBe(1);
    await parts.getByRole('button', { name: '文字' }).click();
    await builder.getByRole('textbox', { name: '文字', exact: true }).fill('数据来自演示仓库');
    await builder.getByRole('button', { name: '撤销' }).click();
    await expect.poll(() => builder.getByText('数据来自演示仓库').count()).toBe(0);
    await builder.getByRole('button', { name: '重做' }).click();
    await builder.getByRole('button', { name: /保存$/ }).click();
    await builder.getByText('保存成功').waitFor();
    await builder.getByRole('button', { name: /发布$/ }).click();
    await builder.getByText('发布成功').waitFor();
    const id = builder.url().split('/').at(-1)!;
    const stored = await call<{ boardThumbnail: string | null }>('GET', `/data/visual/boards/${id}`);
    expect(stored.boardThumbnail).toMatch(/^data:image\/webp;base64,/);
    await builder.close();

    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(/^.*\/visual\//, '')));
    await page.goto(site.url(`/visual/board/view/${id}`));
    await page.locator('.board-tile-chart canvas').waitFor();
    // asked for ahead of the program, and handed over: not a second time
    expect(asked.filter((path) => path === `boards/view/${id}` || path === 'view/data')).toEqual([`boards/view/${id}`, 'view/data']);
    expect(await page.getByText('数据来自演示仓库').count()).toBe(1);
    const take = (what: RegExp) =>
      downloaded(page, async () => {
        await page.getByRole('button', { name: '导出', exact: true }).click();
        await page.getByRole('menuitem', { name: what }).click();
      });
    const picture = await take(/图片/);
    expect(picture.name).toMatch(/^经营月报_.*\.png$/);
    expect(picture.content.subarray(1, 4).toString()).toBe('PNG');
    // paper: what the charts say is text
    await page.getByRole('button', { name: '导出', exact: true }).click();
    await page.getByRole('menuitem', { name: /PDF/ }).click();
    const preview = page.getByRole('dialog', { name: '打印预览' });
    await preview.locator('svg text').first().waitFor();
    await expect.poll(() => preview.getByRole('button', { name: /打印/ }).isEnabled()).toBe(true);
    const pdf = pdfText(await page.pdf({ preferCSSPageSize: true }));
    expect(pdf).toContain('经营月报');
    expect(pdf).toMatch(/20\d\d-\d\d/);
    await preview.getByRole('button', { name: '关闭' }).click();
    const workbook = await take(/Excel/);
    expect(workbook.content.subarray(0, 2).toString()).toBe('PK');

    await page.getByRole('button', { name: '分享' }).click();
    const dialog = page.getByRole('dialog', { name: '分享 · 经营月报' });
    await dialog.getByLabel('访问密码').fill('Journey1234');
    await dialog.getByRole('button', { name: /生成链接/ }).click();
    const address = await dialog.getByRole('textbox', { name: '分享链接' }).inputValue();
    await expectHealthy(visit);

    const stranger = await site.visit();
    await stranger.page.goto(address);
    await stranger.page.getByLabel('访问密码').fill('wrong');
    await stranger.page.getByRole('button', { name: /打\s?开/ }).click();
    await stranger.page.getByText('访问密码不正确，请重新输入').waitFor();
    await stranger.page.getByLabel('访问密码').fill('Journey1234');
    await stranger.page.getByRole('button', { name: /打\s?开/ }).click();
    await stranger.page.locator('.board-tile-chart canvas').waitFor();
    // the link allows no export
    expect(await stranger.page.getByRole('button', { name: /导出/ }).count()).toBe(0);
    await expectHealthy(stranger);
  });

  it.each(['light', 'dark'] as const)('of the demo company has no weak text in %s mode', async (mode) => {
    const call = await site.program();
    const boards = await call<{ id: string; boardName: string; publishedNo: number | null }[]>('GET', '/data/visual/boards/list');
    const shown = boards.filter(({ publishedNo }) => publishedNo !== null);
    expect(shown.length).toBeGreaterThanOrEqual(3);
    const visit = await site.visit({ width: 1440, height: 900 }, mode);
    const { page } = visit;
    await site.authenticate(page, demo('leader'));
    for (const { id, boardName } of shown) {
      await page.goto(site.url(`/visual/board/view/${id}`));
      await page.locator('.tile').first().waitFor();
      await settled(page);
      expect.soft(await weakTexts(page, '.board-page'), boardName).toEqual([]);
    }
    await expectHealthy(visit);
  });

  it('is not there for an account without the right to look at boards', async () => {
    const call = await site.program(analyst);
    const board = (await call<{ id: string; boardName: string; publishedNo: number | null }[]>('GET', '/data/visual/boards/list')).find(
      (one) => one.publishedNo !== null,
    )!;
    const visit = await site.visit();
    await site.enter(visit.page, `/visual/board/view/${board.id}`, demo('clerk'));
    await visit.page.getByText('没有查看权限').first().waitFor();
    expect(await visit.page.getByText(board.boardName).count()).toBe(0);
  });
});
