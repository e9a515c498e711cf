import { describe, expect, it } from 'vitest';
import { choose, expectHealthy, product, settled, type Program } from './harness.ts';
import { secondDatabases } from './second-database.ts';
import { registered, SYNC_MS } from './sources.ts';

const site = product();
const newDatabase = secondDatabases(site);

interface Board {
  version: number;
  boardConfig: { tabs: { name: string; layout: { i: string; title: string }[] }[] };
}
const boardOf = (call: Program, id: string) => call<Board>('GET', `/data/visual/boards/${id}`);

/** A board of sales with a stored chart and one of its own. */
async function salesBoard(call: Program): Promise<string> {
  const database = await newDatabase(`create table sale (region text, amount numeric); insert into sale values ('华东', 3), ('华北', 4)`);
  const sourceId = await registered(call, database, '销售系统');
  const { id: dataSetId } = await call<{ id: string }>('POST', '/data/visual/dataSets', {
    setName: '销售',
    sourceId,
    setSql: 'select region, amount from sale',
  });
  const chart = {
    v: 1,
    chartType: 'bar',
    dataSetId,
    rows: [{ col: 'region' }],
    columns: [],
    measures: [{ col: 'amount', aggregateType: 'sum' }],
  };
  const { id: chartId } = await call<{ id: string }>('POST', '/data/visual/charts', {
    chartName: '各地区销售',
    chartConfig: JSON.stringify(chart),
  });
  const tile = (i: string, over: object) => ({ i, x: 0, y: 0, w: 12, h: 8, kind: 'chart', ...over });
  const { id } = await call<{ id: string }>('POST', '/data/visual/boards', {
    boardName: '销售看板',
    boardConfig: {
      v: 1,
      tabs: [
        { id: 'main', name: '首页', layout: [tile('a', { chartId, title: '共用图表' }), tile('b', { chart, title: '销售明细', x: 12 })] },
      ],
    },
  });
  return id;
}

describe('definitions', () => {
  it(
    'are exported from the list of boards, and an import takes back what was changed since, or adds it under another name',
    async () => {
      const call = await site.program();
      const id = await salesBoard(call);
      const visit = await site.visit();
      const { page } = visit;
      await site.enter(page, '/visual/databoard');
      await page.getByRole('button', { name: /销售看板.*更多操作/ }).click();
      await page.getByRole('menuitem', { name: '导出定义' }).click();
      await page.waitForURL('**/visual/transfer?**');
      const chosen = page.getByRole('region', { name: '导出的内容' }).last();
      for (const name of ['销售看板', '各地区销售', '销售']) await chosen.getByRole('cell', { name, exact: true }).waitFor();
      await page.getByText('销售系统（只导出名称和类型）').waitFor();
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: '导出定义' }).click();
      const download = await coming;
      expect(download.suggestedFilename()).toBe('销售看板.json');
      const path = await download.path();
      await settled(page);

      // somebody takes a tile away and calls the tab otherwise
      const { version, boardConfig } = await boardOf(call, id);
      const [tab] = boardConfig.tabs;
      const changed = { ...boardConfig, tabs: [{ ...tab!, name: '总览', layout: tab!.layout.filter(({ i }) => i !== 'b') }] };
      await call('PUT', `/data/visual/boards/build/${id}`, { boardConfig: changed, version });

      await page.getByText('导入', { exact: true }).click();
      const choose = async () => {
        const opening = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: '选择导出的文件' }).click();
        await (await opening).setFiles(path);
        await page.getByRole('region', { name: '内容的处理' }).waitFor();
      };
      await choose();
      await page.getByRole('combobox', { name: '数据源“销售系统”对应' }).waitFor();
      await page.getByRole('button', { name: '试运行', exact: true }).click();
      const report = page.getByRole('region', { name: '试运行结果' });
      await report.getByText('更新 1').waitFor();
      await report.getByText('无变化 2').waitFor();
      await report.getByText('由“总览”改名').waitFor();
      await report.getByText('组件“销售明细”').waitFor();
      expect((await boardOf(call, id)).boardConfig.tabs[0]!.name).toBe('总览');
      await page.getByRole('button', { name: '导入', exact: true }).click();
      await page.getByRole('region', { name: '导入结果' }).waitFor();
      expect((await boardOf(call, id)).boardConfig.tabs).toMatchObject([{ name: '首页', layout: [{ i: 'a' }, { i: 'b' }] }]);

      // once more: nothing changes, and as a new one it stands beside the other
      await page.getByRole('button', { name: '导入其他文件' }).click();
      await choose();
      await page.getByRole('button', { name: '试运行', exact: true }).click();
      await page.getByText('文件与当前内容一致，没有需要导入的变化').waitFor();
      await page.getByRole('button', { name: '上一步' }).click();
      await page.getByRole('combobox', { name: '“销售看板”的处理' }).click();
      await page.getByTitle('新增', { exact: true }).click();
      const name = page.getByRole('textbox', { name: '“销售看板”新增后的名称' });
      await name.fill('销售看板（新）');
      await name.press('Enter');
      await settled(page);
      await page.getByRole('button', { name: '试运行', exact: true }).click();
      await page.getByText('新增 1').waitFor();
      await page.getByRole('button', { name: '导入', exact: true }).click();
      await page.getByRole('region', { name: '导入结果' }).waitFor();
      await expectHealthy(visit);
      await page.goto(site.url('/visual/databoard'));
      await page.getByText('销售看板（新）').first().waitFor();
      await expectHealthy(visit);
    },
    SYNC_MS * 3,
  );

  it('of several boards are moved, exported and deleted together', async () => {
    const call = await site.program();
    for (const boardName of ['周报甲', '周报乙', '周报丙']) await call('POST', '/data/visual/boards', { boardName });
    await call('POST', '/data/visual/folders', { kind: 'board', name: '周报', parentId: null });
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/visual/databoard?as=list&keyword=周报');
    const bar = page.getByRole('toolbar', { name: '批量操作' });
    const select = async (...names: string[]) => {
      for (const name of names) await page.getByRole('checkbox', { name: `选择“${name}”` }).check();
      await bar.getByText(`已选 ${names.length} 项`).waitFor();
    };
    await select('周报甲', '周报乙');
    await bar.getByRole('button', { name: '移动' }).click();
    const dialog = page.getByRole('dialog', { name: '移动 2 个看板' });
    await choose(dialog.getByRole('combobox'), '周报');
    await dialog.getByRole('button', { name: '移动' }).click();
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('complementary').getByText('周报', { exact: true }).click();
    await page.getByText('共 2 个').waitFor();

    await select('周报甲', '周报乙');
    await bar.getByRole('button', { name: '导出定义' }).click();
    const chosen = page.getByRole('region', { name: '导出的内容' }).last();
    for (const name of ['周报甲', '周报乙']) await chosen.getByRole('cell', { name, exact: true }).waitFor();

    await page.goBack();
    // what was selected still is
    await bar.getByText('已选 2 项').waitFor();
    await bar.getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog', { name: '系统提示' }).getByRole('button', { name: '删除' }).click();
    await page.getByText('已删除 2 个看板').waitFor();
    await page.getByRole('button', { name: '撤销' }).click();
    await page.getByText('共 2 个').waitFor();
    await expectHealthy(visit);
  });
});
