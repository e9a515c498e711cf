import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { weakTexts } from './contrast.ts';
import { dayIn, demo, expectHealthy, product, settled } from './harness.ts';

const site = product({ SEED: 'demo' });
const WALL = { width: 1920, height: 1080 };
const LOOKS = 6;
/** nine walls, each loaded anew, painted by the processor and measured: 137 s were seen on two busy cores */
const WALK_MS = 900_000;

/** Fixed screens with their title and the name under which they show the new contracts of the year. */
const SCREENS = [
  { path: '/cockpit', title: '驾驶舱', contracts: '年度新签合同额' },
  { path: '/overview', title: '总览', contracts: null },
  { path: '/engineering', title: '工程技术部', contracts: null },
  { path: '/inbound', title: '招商获客', contracts: null },
  { path: '/human', title: '人力资源', contracts: null },
  { path: '/subCompany', title: '子公司', contracts: '新签合同额' },
  { path: '/smartData', title: '智慧数据总览', contracts: null },
  { path: '/leaderView', title: '领导视图', contracts: '新签合同额' },
  { path: '/marketView', title: '市场部', contracts: '新签合同额' },
] as const;

/** Cards, goals with their bars, and the one figure of a wall. */
const figures = (page: Page) => page.locator('.sw-kpi, .sw-pace-head, .sw-goals > div');
const figureOf = (page: Page, name: string) =>
  figures(page)
    .filter({ has: page.getByText(name, { exact: true }) })
    .first();
/** A figure as it is read aloud. */
const figure = async (page: Page, name: string): Promise<string | null> => {
  const one = figureOf(page, name);
  const rolling = one.locator('[role=text]');
  if ((await rolling.count()) > 0) return rolling.getAttribute('aria-label');
  return one
    .locator('b')
    .first()
    .evaluate((digits) => digits.firstChild?.textContent ?? null);
};
/** A sum of money in 亿元, whatever unit its row of figures has: the smallest figure of a row decides for all. */
const hundredMillions = async (page: Page, name: string) => {
  const digits = Number((await figure(page, name))?.replaceAll(',', ''));
  const unit = await figureOf(page, name).locator('small').first().innerText();
  return (unit === '万元' ? digits / 10_000 : digits).toFixed(2);
};
/** Every panel has told something: no skeleton, nothing failed. */
const complete = async (page: Page) => {
  await figures(page).first().waitFor();
  await settled(page);
  expect(await page.locator('.sw-notice[data-kind=error]').count(), page.url()).toBe(0);
};

/** Texts that stand out too little, once every panel has come in. Lists that turn their page just then are looked at again. */
async function weakOnes(page: Page): Promise<string[]> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => !(one instanceof CSSAnimation && one.animationName.startsWith('screen-')) || one.playState === 'finished'),
  );
  let weak: string[] = [];
  for (let look = 0; look < LOOKS; look++) {
    weak = await weakTexts(page, '.screen-page');
    if (weak.length === 0) break;
  }
  return weak;
}

describe('the fixed screens', () => {
  // they are bound to their warehouse once it was harvested, which begins after the start
  beforeAll(async () => {
    const call = await site.program();
    const source = () => call<{ sourceId: string | null }>('GET', '/data/visual/dataSets/screen_company').then(({ sourceId }) => sourceId);
    await vi.waitUntil(source, { timeout: 180_000, interval: 1000 });
  }, 200_000);

  it(
    'stand complete before a leader, and tell the same figure wherever it is shown',
    async () => {
      const visit = await site.visit(WALL);
      const { page } = visit;
      await site.authenticate(page, demo('leader'));
      const told = new Map<string, string | null>();
      for (const { path, title, contracts } of SCREENS) {
        await page.goto(site.url(path));
        await page.getByRole('heading', { name: title }).waitFor();
        // the wall of miniatures asks for all the others once more
        if (path === '/overview') await figures(page).first().waitFor();
        else await complete(page);
        if (contracts) told.set(path, await hundredMillions(page, contracts));
        expect.soft(await weakOnes(page), path).toEqual([]);
      }
      expect(told.get('/cockpit')).toMatch(/^\d+\.\d\d$/);
      expect(new Set(told.values()).size, JSON.stringify([...told])).toBe(1);
      await expectHealthy(visit);
    },
    WALK_MS,
  );

  it('follow the chosen year and organisation', async () => {
    const visit = await site.visit(WALL);
    const { page } = visit;
    await site.enter(page, '/cockpit', demo('leader'));
    await complete(page);
    const choose = async (filter: string, value: string) => {
      const before = await figure(page, '年度新签合同额');
      await page.getByRole('button', { name: filter }).click();
      await page.getByRole('option', { name: value, exact: true }).click();
      await expect.poll(() => figure(page, '年度新签合同额')).not.toBe(before);
      await settled(page);
    };
    await choose('年份', `${Number(dayIn(0).slice(0, 4)) - 1}年`);
    await choose('单位', '江苏');
    const chosen = await figure(page, '年度新签合同额');
    // the address keeps what was chosen
    await page.reload();
    await complete(page);
    expect(await figure(page, '年度新签合同额')).toBe(chosen);
    await expectHealthy(visit);
  });

  it('are reached from a board, lead on to pages of the platform, and stand as before on the way back', async () => {
    const call = await site.program();
    const chart = { v: 1, chartType: 'rank', dataSetId: 'screen_branch', rows: [{ col: 'short_name', alias: '单位' }], columns: [] };
    const measures = [{ col: 'contract_amount', alias: '新签合同额' }];
    const actions = [{ do: 'jump', link: { to: 'page', path: '/engineering' }, map: [{ col: 'short_name', filter: 'org' }] }];
    const tile = { i: 'branches', x: 0, y: 0, w: 12, h: 12, kind: 'chart', chart: { ...chart, measures }, title: '各单位新签', actions };
    const boardConfig = { v: 1, tabs: [{ id: 'main', name: '首页', layout: [tile] }] };
    const { id } = await call<{ id: string }>('POST', '/data/visual/boards', { boardName: '去大屏', boardConfig });
    await call('PUT', `/data/visual/grants/board/${id}`, { isShared: '1', grants: [] });
    await call('POST', `/data/visual/boards/publish/${id}`, { version: 0 });

    const visit = await site.visit(WALL);
    const { page } = visit;
    await site.enter(page, `/visual/board/view/${id}`, demo('dept_eng'));
    await page.locator('.viz-rank-name').getByText('江苏', { exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/engineering' && JSON.parse(url.searchParams.get('f')!).org === '江苏');
    await complete(page);
    const narrowed = await figure(page, '实际产值');
    await figures(page).filter({ hasText: '累计获奖' }).click();
    await page.waitForURL('**/project/qualityProject');
    await page.getByRole('heading', { name: '质量项目' }).waitFor();
    await expectHealthy(visit);
    await page.goBack();
    await complete(page);
    expect(await figure(page, '实际产值')).toBe(narrowed);
    await page.goBack();
    await page.locator('.viz-rank-name').getByText('江苏', { exact: true }).waitFor();
    await expectHealthy(visit);
  });

  it('stay closed to an account without the right, and the tabs leave them out', async () => {
    const visit = await site.visit(WALL);
    const { page } = visit;
    await site.enter(page, '/overview', demo('staff'));
    await complete(page);
    expect(await page.getByRole('button', { name: '驾驶舱' }).count()).toBe(0);
    for (const path of ['/cockpit', '/human', '/leaderView']) {
      await page.goto(site.url(path));
      await page.getByText('当前账号没有查看大屏的权限').waitFor();
      expect(await figures(page).count(), path).toBe(0);
    }
    await page.getByRole('link', { name: '返回目录' }).click();
    await page.waitForURL('**/home');
  });
});
