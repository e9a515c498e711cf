import { unzipSync, strFromU8 } from 'fflate';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demo, downloaded, expectHealthy, product, settled } from './harness.ts';
import { secondDatabases, type SecondDatabase } from './second-database.ts';
import { registered, SYNC_MS, synchronised } from './sources.ts';

const site = product({ SEED: 'demo' });
const secondDatabase = secondDatabases(site);
const governor = demo('gov_admin');

const FERRY = `
  create table ferry_stocktake (stocktake_no text primary key, pier_no varchar(10), counted_on date, boats integer);
  comment on table ferry_stocktake is '渡口盘点台账';
  comment on column ferry_stocktake.stocktake_no is '盘点单号';
  insert into ferry_stocktake select 'PD' || n, 'P' || n % 3, date '2026-01-01' + n, n from generate_series(1, 20) n`;

/** The form for a source, from the kinds to the reader's password. */
async function registerByHand(page: Page, database: SecondDatabase, name: string): Promise<void> {
  await page.goto(site.url('/metadata/datasource'));
  await page.getByRole('button', { name: '新增数据源' }).click();
  const form = page.getByRole('dialog', { name: '新增数据源' });
  await form.getByRole('radio', { name: 'PostgreSQL', exact: true }).click();
  await form.getByRole('textbox', { name: '名称' }).fill(name);
  await form.getByRole('button', { name: '下一步' }).click();
  await form.getByRole('textbox', { name: '主机' }).fill('169.254.169.254');
  await form.getByRole('spinbutton', { name: '端口' }).fill(String(database.port));
  await form.getByRole('textbox', { name: /^数据库/ }).fill(database.name);
  await form.getByRole('textbox', { name: '用户名' }).fill(database.username);
  await form.getByLabel('密码').fill(database.password);
  await form.getByRole('button', { name: '连通性检测' }).click();
  await form.getByText('该地址不允许作为数据源').first().waitFor();
  await form.getByRole('textbox', { name: '主机' }).fill('127.0.0.1');
  await form.getByRole('button', { name: '连通性检测' }).click();
  await form.getByText(/^连接成功，用时/).waitFor();
  await form.getByText(/PostgreSQL \d+/).waitFor();
  await form.getByRole('button', { name: '保存并同步' }).click();
  await form.waitFor({ state: 'hidden' });
}

/** Searches and waits for the table among the hits. */
async function find(page: Page, words: string, table: string) {
  await page.goto(site.url('/metadata/datasearch'));
  const field = page.getByRole('combobox', { name: '检索数据' });
  await field.fill(words);
  await field.press('Enter');
  const hit = page.getByRole('listitem').filter({ hasText: table }).getByRole('link').first();
  await hit.waitFor();
  return hit;
}

/** How much of a kind of open work the overview tells; kinds of which nothing is open are left out. */
const openOf = async (page: Page, label: string): Promise<number> => {
  const panel = page.getByRole('region', { name: '需要处理' });
  await panel.waitFor();
  const row = panel.getByRole('link', { name: new RegExp(`^${label}`) });
  return (await row.count()) === 0 ? 0 : Number((await row.locator('.num').innerText()).replaceAll(',', ''));
};

/** A figure of a strip of links: 数据表 90 → 90. */
const figureOf = async (page: Page, label: string): Promise<number> => {
  const link = page.getByRole('link', { name: new RegExp(`^${label}\\s*[\\d,]+`) });
  return Number(/[\d,]+/.exec((await link.innerText()).replace(label, ''))?.[0]?.replaceAll(',', ''));
};

describe('catalogue', () => {
  it('registers a database, synchronises it, and finds its table by Chinese, initials and with one wrong character', async () => {
    const database = await secondDatabase(FERRY);
    const visit = await site.visit();
    const { page } = visit;
    await site.authenticate(page, governor);
    await registerByHand(page, database, '旅程渡口库');
    const row = page.getByRole('row', { name: /旅程渡口库/ });
    await row.getByText('已同步').waitFor({ timeout: SYNC_MS });

    await find(page, '渡口盘点', 'ferry_stocktake');
    await find(page, 'dkpdtz', 'ferry_stocktake');
    const hit = await find(page, '渡口盘店台账', 'ferry_stocktake');
    await hit.click();
    await page.getByRole('heading', { name: '渡口盘点台账', level: 2 }).waitFor();
    const column = page.getByRole('row', { name: /pier_no/ });
    await column.getByRole('button', { name: '修改中文名' }).click();
    await column.getByRole('textbox', { name: '中文名' }).fill('码头编号');
    await column.getByRole('textbox', { name: '中文名' }).press('Enter');
    await column.getByRole('button', { name: '修改中文名' }).getByText('码头编号').waitFor();
    await page.reload();
    await column.getByText('码头编号').waitFor();
    await page.getByRole('tab', { name: '样例数据' }).click();
    await page.getByRole('cell', { name: 'PD20', exact: true }).waitFor();
    await find(page, 'mtbh', 'pier_no');
    await expectHealthy(visit);
    expect(visit.refusals.filter((one) => !one.includes('checkConnection'))).toEqual([]);
  });

  it('tells every change of a source once, until the one who answers for it has confirmed them', async () => {
    const database = await secondDatabase(`create table ledger (id bigint primary key, amount integer, note text)`);
    const call = await site.program(governor);
    const steward = await site.program(demo('steward'));
    const { id: stewardId } = await steward<{ id: string }>('GET', '/system/users/profile');
    const id = await registered(call, database, '旅程账本库', { ownerId: stewardId, isShared: '1' });
    await database.sql(`alter table ledger add column paid_on date, alter column amount type bigint`);
    await synchronised(call, id);
    await synchronised(call, id); // nothing new: nothing is told twice

    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/metadata/index', demo('steward'));
    const before = await openOf(page, '结构变更待确认');
    expect(before).toBeGreaterThanOrEqual(2);
    await page.goto(site.url(`/metadata/changerecord?q=sourceId:${id},status:0`));
    const rows = page.getByRole('row').filter({ hasText: 'ledger' });
    await rows.filter({ hasText: 'paid_on' }).waitFor();
    const type = rows.filter({ hasText: 'amount' });
    await type.getByText('integer', { exact: true }).waitFor();
    await type.getByText('bigint', { exact: true }).waitFor();
    expect(await rows.count()).toBe(2);

    for (const row of ['paid_on', 'amount']) {
      await rows.filter({ hasText: row }).getByRole('button', { name: '确认' }).click();
      const question = page.getByRole('dialog', { name: '确认变更' });
      await question.getByRole('textbox', { name: '确认说明' }).fill('已核对下游');
      await question.getByRole('button', { name: '确认', exact: true }).click();
      await question.waitFor({ state: 'hidden' });
      await rows.filter({ hasText: row }).waitFor({ state: 'hidden' });
    }
    await page.goto(site.url('/metadata/index'));
    expect(await openOf(page, '结构变更待确认')).toBe(before - 2);
    await expectHealthy(visit);
    expect(visit.refusals).toEqual([]);
  });

  it('goes from the map to a table, takes the whole database along as a document, and counts the same everywhere', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/metadata/datamap?tab=list&view=source', governor);
    await page.getByRole('button', { name: '演示数据仓库' }).click();
    await page.getByRole('button', { name: /^dwd/ }).click();
    await page.getByRole('button', { name: /^biz_contract/ }).click();
    await page.waitForURL('**/metadata/datacolumn?table=*');
    await page.getByRole('button', { name: 'contract_id', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: /^biz_contract/ }).waitFor();
    await page.getByText('矩形图', { exact: true }).click();
    await page.locator('.map-canvas canvas').first().waitFor();
    await page.getByText('流向', { exact: true }).click();
    await page.locator('.map canvas').first().waitFor();
    await settled(page);
    // the network and the cards are reached by the keyboard as well, and tell about what was chosen
    await page.getByText('关系网络', { exact: true }).click();
    await page.getByRole('button', { name: /^合同，/ }).press('Enter');
    await page.getByRole('complementary', { name: '合同', exact: true }).getByRole('button', { name: '打开表' }).waitFor();
    await page.getByRole('radiogroup', { name: '地图内容' }).getByText('主题域').click();
    await page.getByRole('button', { name: '合同与收款', exact: true }).press('Enter');
    await page.getByRole('complementary', { name: '合同与收款' }).getByText('需要处理').waitFor();

    await page.goto(site.url('/metadata/datasource'));
    await page
      .getByRole('row', { name: /演示数据仓库/ })
      .getByRole('button', { name: '更多' })
      .click();
    await page.getByRole('menuitem', { name: '详情' }).click();
    await page.getByRole('button', { name: '数据库文档' }).click();
    const word = await downloaded(page, () => page.getByRole('menuitem', { name: 'Word 文档' }).click());
    expect(word.name).toBe('演示数据仓库-数据库文档.docx');
    expect(strFromU8(unzipSync(word.content)['word/document.xml']!)).toMatch(/biz_contract[\s\S]*合同/);
    await page.getByRole('button', { name: '数据库文档' }).click();
    const sheet = await downloaded(page, () => page.getByRole('menuitem', { name: 'Excel 表格' }).click());
    expect(Object.keys(unzipSync(sheet.content))).toContain('xl/workbook.xml');
    await page.getByRole('tab', { name: /^元数据 / }).click();
    await page.getByRole('link', { name: /^ads/ }).click();
    await page.getByRole('row', { name: /ads_company_year/ }).waitFor();
    expect(await page.getByRole('row', { name: /dim_org/ }).count()).toBe(0);

    await page.goto(site.url('/metadata/index'));
    const figures = {
      sources: await figureOf(page, '数据源'),
      tables: await figureOf(page, '数据表'),
      columns: await figureOf(page, '字段'),
    };
    await page
      .getByRole('region', { name: '元数据概况' })
      .getByRole('link', { name: /^数据表/ })
      .click();
    await page.getByText(`共 ${figures.tables.toLocaleString('en')} 条`).waitFor();
    await page.getByText('字段', { exact: true }).first().click();
    await page.getByText(`共 ${figures.columns.toLocaleString('en')} 条`).waitFor();
    await page.goto(site.url('/metadata/datasource'));
    await page.getByText(`共 ${figures.sources} 条`).waitFor();
    await page.goto(site.url('/metadata/datamap?tab=tree'));
    expect(await figureOf(page, '数据表')).toBe(figures.tables);
    await expectHealthy(visit);
    expect(visit.refusals).toEqual([]);
  });
});
