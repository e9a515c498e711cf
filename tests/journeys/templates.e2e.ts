import { expect, it } from 'vitest';
import { choose, expectHealthy, openList, product, type Program } from './harness.ts';
import { secondDatabases } from './second-database.ts';
import { registered, SYNC_MS } from './sources.ts';

const site = product();
const newDatabase = secondDatabases(site);

/** Shops with what they sold, and should have sold until today and in the year. */
async function shopSales(call: Program): Promise<string> {
  const database = await newDatabase(
    `create table shop (name text, sold numeric, due numeric, goal numeric);
     insert into shop values ('城东店', 320000000, 400000000, 480000000), ('城西店', 210000000, 180000000, 220000000)`,
  );
  const sourceId = await registered(call, database, '门店系统');
  const { id } = await call<{ id: string }>('POST', '/data/visual/dataSets', {
    setName: '门店销售',
    sourceId,
    setSql: 'select name as "单位", sold as "签约合同额", due as "应完成", goal as "年度任务" from shop',
  });
  return id;
}

it(
  'a wall is made after the cockpit over shops of one’s own: fields proposed and chosen, looked at, built, published, shown',
  async () => {
    const call = await site.program();
    const setId = await shopSales(call);
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/visual/datascreen');
    await page.getByRole('button', { name: '从模板新增' }).click();
    const wizard = page.getByRole('dialog', { name: '从模板新增大屏' });
    await wizard.getByRole('radio', { name: '驾驶舱', exact: true }).click();
    await wizard.getByRole('button', { name: '下一步' }).click();

    // one of the data sets of the template becomes the shops
    const part = wizard.getByRole('region', { name: '大屏·分子公司指标' });
    await part.getByRole('combobox', { name: '数据集' }).fill('门店');
    await openList(page).locator('.ant-select-item-option').filter({ hasText: '门店销售' }).click();
    const field = (name: string) => part.getByRole('combobox', { name: `${name} 对应的字段` });
    const row = (name: string) => part.getByRole('row').filter({ hasText: name });
    await expect.poll(() => row('单位').first().innerText()).toContain('单位');
    await expect.poll(() => row('新签合同额').first().innerText()).toContain('签约合同额');
    await expect.poll(() => wizard.getByRole('status').innerText()).toMatch(/^0 个组件使用所选的数据，4 个保留示例数据：.*差距来自哪里/);
    await choose(field('新签序时目标'), '应完成');
    await choose(field('新签目标'), '年度任务');
    await expect.poll(() => wizard.getByRole('status').innerText()).toMatch(/^1 个组件使用所选的数据，3 个保留示例数据/);

    // what will be made is seen before it is
    await wizard.getByRole('button', { name: '下一步' }).click();
    await wizard.locator('.screen-stage').getByText('城东店').first().waitFor();
    expect(await wizard.getByText('示例数据', { exact: true }).count()).toBe(3);
    await wizard.getByRole('textbox', { name: '大屏名称' }).fill('门店指挥屏');
    const [builder] = await Promise.all([visit.context.waitForEvent('page'), wizard.getByRole('button', { name: '新增并配置' }).click()]);
    await wizard.waitFor({ state: 'detached' });
    await expectHealthy(visit);

    // its builder shows the same, and publishes it
    await builder.locator('.sed-canvas').getByText('城东店').first().waitFor();
    expect(await builder.locator('.sed-canvas').getByText('示例数据', { exact: true }).count()).toBe(3);
    const id = builder.url().split('/').at(-1)!;
    await builder.getByRole('button', { name: '发布' }).click();
    await builder.getByRole('dialog').getByRole('button', { name: '发布' }).click();
    await builder.getByText(/^已发布 V\d/).waitFor();

    // the wall tells the figures of the shops, written as their own data set writes them
    await builder.goto(site.url(`/visual/screen/view/${id}`));
    const gaps = builder.locator('[data-node="gaps"]');
    await gaps.getByText('城东店').first().waitFor();
    const shown = await gaps.innerText();
    expect(shown).toContain('−80,000,000');
    expect(shown).toContain('+30,000,000');
    const stored = await call<{ screenName: string; screenConfig: object }>('GET', `/data/visual/screens/${id}`);
    expect(stored.screenName).toBe('门店指挥屏');
    expect(JSON.stringify(stored.screenConfig).match(/"dataSetId":"[^"]+"/g)).toEqual([`"dataSetId":"${setId}"`]);
  },
  SYNC_MS * 3,
);

it('a board is made after a published one', async () => {
  const call = await site.program();
  const sets = await call<{ id: string; setName: string }[]>('GET', '/data/visual/dataSets/list');
  const dataSetId = sets.find(({ setName }) => setName === '门店销售')!.id;
  const chart = {
    v: 1,
    chartType: 'table',
    dataSetId,
    rows: [{ col: '单位' }],
    columns: [],
    measures: [{ col: '年度任务', aggregateType: 'sum' }],
  };
  const { id } = await call<{ id: string }>('POST', '/data/visual/boards', {
    boardName: '门店看板',
    boardConfig: {
      v: 1,
      tabs: [{ id: 'main', name: '首页', layout: [{ i: 'a', x: 0, y: 0, w: 24, h: 10, kind: 'chart', chart, title: '各店任务' }] }],
    },
  });
  const { version } = await call<{ version: number }>('GET', `/data/visual/boards/${id}`);
  await call('POST', `/data/visual/boards/publish/${id}`, { version, name: null });

  const visit = await site.visit();
  const { page } = visit;
  await site.enter(page, '/visual/databoard');
  await page.getByRole('button', { name: '从模板新增' }).click();
  const wizard = page.getByRole('dialog', { name: '从模板新增看板' });
  await wizard.getByRole('radio', { name: '门店看板' }).click();
  await wizard.getByRole('button', { name: '下一步' }).click();
  await wizard.getByRole('button', { name: '沿用模板数据' }).click();
  await expect.poll(() => wizard.getByRole('status').innerText()).toBe('全部 1 个组件使用所选的数据。');
  await wizard.getByRole('button', { name: '下一步' }).click();
  await wizard.getByText('城西店').waitFor();
  await wizard.getByRole('textbox', { name: '看板名称' }).fill('门店看板二');
  const [builder] = await Promise.all([visit.context.waitForEvent('page'), wizard.getByRole('button', { name: '新增并配置' }).click()]);
  await builder.getByText('城西店').waitFor();
  await expectHealthy(visit);
});
