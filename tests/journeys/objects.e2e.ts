import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { demo, expectHealthy, product, settled } from './harness.ts';

const site = product({ SEED: 'demo' }, { motion: true });
const governor = demo('gov_admin');
const WALK_MS = 900_000;
const LISTS = [
  '/basic/system/user',
  '/basic/system/role',
  '/basic/system/dict',
  '/basic/system/notice',
  '/metadata/datasource',
  '/metadata/classify',
  '/visual/dataset',
  '/workflow/instance/running',
  '/workflow/business',
  '/project/practicingQualification',
  '/project/supplier',
];

const tabNames = (page: Page) => page.getByRole('tablist', { name: '已打开的页面' }).getByRole('tab').allInnerTexts();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).first();

/** Opens a table by its name among what a search has found. */
async function openTable(page: Page, name: string): Promise<void> {
  await page.goto(site.url(`/metadata/datasearch?keyword=${name}`));
  await page.getByRole('link').filter({ hasText: name }).first().click();
  await page.waitForURL('**/metadata/datacolumn?table=*');
}

describe('an object is a place', () => {
  it('whose tab, heading and window carry its name, beside another of its kind, and the palette begins with them', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.authenticate(page, governor);
    await openTable(page, 'hr_employee');
    await heading(page, '员工').waitFor();
    expect(await page.title()).toBe('员工 - 数智大脑');
    // a visit counts once the page was looked at for a while
    const call = await site.program(governor);
    const tables = (titles: readonly string[]) => titles.map((title) => title.trim()).filter((title) => ['员工', '合同'].includes(title));
    const recents = async () => {
      const { value } = await call<{ value: { title: string }[] | null }>('GET', '/system/users/profile/preferences/home.recent');
      return tables((value ?? []).map(({ title }) => title));
    };
    await expect.poll(recents).toEqual(['员工']);
    const first = page.url();
    await openTable(page, 'biz_contract');
    await heading(page, '合同').waitFor();
    expect(await page.title()).toBe('合同 - 数智大脑');
    expect(await tabNames(page)).toEqual(expect.arrayContaining(['员工', '合同']));
    await settled(page);
    await expectAccessible(page);

    await page.getByRole('tab', { name: '员工', exact: true }).click();
    await heading(page, '员工').waitFor();
    expect(page.url()).toBe(first);
    await page.goBack();
    await heading(page, '合同').waitFor();
    await page.reload();
    await heading(page, '合同').waitFor();
    expect(await tabNames(page)).toEqual(expect.arrayContaining(['员工', '合同']));

    await expect.poll(recents).toEqual(['合同', '员工']);
    await page.goto(site.url('/metadata/datasource'));
    await heading(page, '数据源').waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    const employees = palette.getByRole('option').filter({ hasText: /^员工$/ });
    await employees.waitFor();
    const shown = (await palette.getByRole('listbox').innerText()).split('\n');
    expect(shown[0]).toBe('最近访问');
    expect(tables(shown.slice(0, shown.indexOf('菜单')))).toEqual(['合同', '员工']);
    await employees.click();
    await page.waitForURL(first);
    await expectHealthy(visit);
  });

  it('that says so when it is gone, in its tab too, with a way to its like', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/metadata/datacolumn?table=404', governor);
    await page.getByText('数据表不存在').waitFor();
    await expect.poll(() => page.title()).toBe('元数据（不存在） - 数智大脑');
    await expectAccessible(page);
  });

  it(
    'that its name opens from lists of every module',
    async () => {
      const visit = await site.visit();
      const { page } = visit;
      await site.authenticate(page);
      for (const path of LISTS) {
        await page.goto(site.url(path));
        await settled(page);
        const before = await page.title();
        await page.locator('tr.ant-table-row .name-link').filter({ visible: true }).first().click();
        await expect.poll(() => page.title(), { message: `the title after a name of ${path}` }).not.toBe(before);
      }
      await expectHealthy(visit);
    },
    WALK_MS,
  );
});
