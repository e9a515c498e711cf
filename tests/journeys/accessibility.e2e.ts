import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, expectNoSideways } from './axe.ts';
import { ADMIN, demo, expectHealthy, goInside, menuPages, product, settled, type Visit } from './harness.ts';
import { tabTo } from './keys.ts';

/** axe-core looks at thousands of elements on each page. */
const site = product({ SEED: 'demo' }, { isOptimised: true });
/** Some hundred and twenty pages; for who hangs, not for who is slow. */
const WALK_MS = 1_800_000;
/** Pages that were opened before stay in the document: after so many the next one begins a new document. */
const PAGES_OF_DOCUMENT = 15;
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** lists, trees, forms, charts, the workbench: one of each kind */
const SAMPLE = [
  '/basic/system/user',
  '/basic/system/menu',
  '/basic/system/config',
  '/basic/monitor/server',
  '/metadata/sqlconsole',
  '/visual/index',
  '/market/dataapi',
  '/masterdata/datamodel',
  '/quality/checkrule',
  '/datafilling/form',
  '/workflow/task/todo',
];

/** rows of each kind of document, and where its builder is */
const BUILDERS = [
  ['charts', 'chart'],
  ['boards', 'board'],
  ['screens', 'screen'],
  ['dataSets', 'dataset'],
] as const;

interface Walk {
  readonly look: () => Promise<void>;
  readonly go: (path: string) => Promise<unknown>;
}

/** Opens each page and looks at it once it is complete; tells what is wrong with all of them at once. */
async function walk(visit: Visit, paths: readonly string[], { look, go }: Walk): Promise<void> {
  const wrong: string[] = [];
  for (const path of paths) {
    await go(path);
    await visit.page.getByRole('heading').first().waitFor();
    await settled(visit.page);
    await look().catch((error: unknown) => wrong.push(`${path}: ${String(error).slice(0, 3000)}`));
  }
  expect(wrong.join('\n')).toBe('');
}

/** Goes to pages as links do; the title tells when the page before is gone. */
const insideOf = (page: Page) => async (path: string) => {
  if (new URL(page.url()).pathname === path) return;
  const before = await page.title();
  await goInside(page, path);
  await expect.poll(() => page.title(), { message: path }).not.toBe(before);
};

describe('accessibility', () => {
  it(
    'has no finding on any page, the sign-in page included, and none scrolls sideways on a phone',
    async () => {
      const visit = await site.visit(DESK);
      const { page } = visit;
      await page.goto(site.url('/login'));
      await page.getByRole('textbox', { name: '用户名' }).waitFor();
      await expectAccessible(page);
      await site.enter(page, '/home');
      const paths = (await menuPages(page)).map(({ path }) => path);
      const inside = insideOf(page);
      const look = async () => {
        await expectAccessible(page);
        const { pathname } = new URL(page.url());
        if (pathname.startsWith('/screen/') && pathname !== '/screen/userInfo') return;
        await page.setViewportSize(PHONE);
        try {
          await settled(page);
          await expectNoSideways(page);
        } finally {
          await page.setViewportSize(DESK);
        }
      };
      let opened = 0;
      await walk(visit, ['/home', ...paths, '/screen/userInfo', '/404'], {
        look,
        // no link leads to a page that is not there
        go: (path) => (path === '/404' || ++opened % PAGES_OF_DOCUMENT === 0 ? page.goto(site.url(path)) : inside(path)),
      });
      await expectHealthy(visit);
      expect(visit.refusals).toEqual([]);
    },
    WALK_MS,
  );

  it(
    'has none in the dark either, nor when a page is loaded by its address',
    async () => {
      const visit = await site.visit(undefined, 'dark');
      await site.authenticate(visit.page);
      await walk(visit, ['/home', ...SAMPLE], { look: () => expectAccessible(visit.page), go: (path) => visit.page.goto(site.url(path)) });
    },
    WALK_MS,
  );

  it(
    'has none on a phone, where nothing scrolls sideways',
    async () => {
      const visit = await site.visit(PHONE);
      const { page } = visit;
      await site.enter(page, '/home');
      const inside = insideOf(page);
      await walk(visit, ['/home'], { look: () => expectNoSideways(page), go: inside });
      const look = async () => {
        await expectNoSideways(page);
        await expectAccessible(page);
      };
      await walk(visit, SAMPLE, { look, go: inside });
    },
    WALK_MS,
  );

  it(
    'has no finding in any builder, which on a phone is read and has a way back',
    async () => {
      const admin = await site.program();
      const paths: string[] = [];
      for (const [rows, path] of BUILDERS) {
        const { data } = await admin<{ data: { id: string }[] }>('GET', `/data/visual/${rows}/page?pageNum=1&pageSize=1`);
        paths.push(`/visual/${path}/build/${data[0]!.id}`); // the demo company has some of each kind
      }
      const wide = await site.visit();
      await site.authenticate(wide.page);
      const go = ({ page }: Visit) => ({ go: (path: string) => page.goto(site.url(path)) });
      await walk(wide, paths, { ...go(wide), look: () => expectAccessible(wide.page) });
      const narrow = await site.visit(PHONE);
      const { page } = narrow;
      await site.authenticate(page);
      const look = async () => {
        await page.getByText('请在更宽的屏幕上编辑').waitFor();
        await expectNoSideways(page);
        await expectAccessible(page);
      };
      await walk(narrow, paths, { ...go(narrow), look });
      await page.getByRole('button', { name: '返回列表' }).click();
      await page.waitForURL((url) => url.pathname === '/visual/dataset');
    },
    WALK_MS,
  );

  it('shows a tree on a phone as cards that open and close', async () => {
    const visit = await site.visit(PHONE);
    const { page } = visit;
    await site.enter(page, '/basic/system/menu');
    const cards = page.getByRole('list', { name: '菜单列表' });
    await cards.waitFor();
    const before = await cards.getByRole('listitem').count();
    const opener = cards.getByRole('button', { name: /^展开/ }).first();
    const box = (await opener.boundingBox())!; // it has just been found
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    const name = (await opener.getAttribute('aria-label'))!.replace('展开', '收起');
    await opener.click();
    await expect.poll(() => cards.getByRole('listitem').count()).toBeGreaterThan(before);
    await cards.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => cards.getByRole('listitem').count()).toBe(before);
    await expectHealthy(visit);
  });
});

describe('keyboard', () => {
  it('signs in, finds a page, creates a record and comes back to the button that began', async () => {
    const visit = await site.visit();
    const { page } = visit;
    const focused = () => page.locator(':focus');
    await page.goto(site.url('/login'));
    await page.getByRole('textbox', { name: '用户名' }).waitFor();
    await page.getByRole('textbox', { name: '用户名' }).focus();
    await page.keyboard.type(ADMIN.username);
    await page.keyboard.press('Tab');
    expect(await focused().getAttribute('type')).toBe('password');
    await page.keyboard.type(ADMIN.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');
    await settled(page);

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.getByRole('combobox').waitFor();
    await page.keyboard.type('字典管理');
    await palette.getByRole('option', { name: /字典管理/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/basic/system/dict*');
    await settled(page);

    const opener = page.getByRole('button', { name: '新增字典' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: '新增字典' });
    await dialog.waitFor();
    await expectAccessible(page);
    await expect.poll(() => dialog.locator(':focus').count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await expectHealthy(visit);
  });

  it('searches data and opens a table, runs a statement and leaves the editor', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/metadata/datasearch', demo('analyst'));
    await expect.poll(() => page.getByRole('combobox', { name: '检索数据' }).evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.type('hr_employee');
    await page.keyboard.press('Enter');
    await page.waitForURL('**keyword=hr_employee');
    await settled(page);
    await tabTo(page.getByRole('link').filter({ hasText: /^hr_employee/ }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '员工', exact: true }).first().waitFor();

    await page.goto(site.url('/metadata/sqlconsole'));
    await settled(page);
    const editor = page.getByRole('textbox', { name: 'SQL 编辑器' });
    await tabTo(editor);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('select 40 + 2 as answer');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('tabpanel', { name: /^结果/ }).getByText('42', { exact: true }).waitFor();
    // the tab key indents; after Escape it goes on
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await editor.evaluate((box) => box.contains(document.activeElement))).toBe(false);
    await expectHealthy(visit);
  });

  it('approves a task with a comment', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/workflow/task/todo', demo('leader'));
    const task = page.getByRole('button', { name: /绘图工作站采购/ });
    await tabTo(task);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /绘图工作站采购/ }).waitFor();
    await settled(page);
    await tabTo(page.getByRole('textbox', { name: '审批意见' }));
    await page.keyboard.type('预算内，同意。');
    await tabTo(page.getByRole('button').filter({ hasText: /^同意$/ }));
    await page.keyboard.press('Enter');
    await expect.poll(() => task.count()).toBe(0);
    await expectHealthy(visit);
  });

  it('builds and saves a chart, and opens a board', async () => {
    const visit = await site.visit();
    const { page } = visit;
    const call = await site.program(demo('analyst'));
    const sets = await call<{ id: string; setName: string }[]>('GET', '/data/visual/dataSets/list');
    const { id } = await call<{ id: string }>('POST', '/data/visual/charts', { chartName: '键盘旅程', dataSetId: sets[0]!.id });
    await site.enter(page, `/visual/chart/build/${id}`, demo('analyst'));
    const fields = page.getByRole('complementary', { name: '数据' }).getByRole('listitem').getByRole('button');
    await tabTo(fields.first());
    await page.keyboard.press('Enter');
    await tabTo(fields.last());
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: '图表' }).locator('canvas').waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('保存成功').waitFor();
    await expectAccessible(page);

    await page.goto(site.url('/visual/databoard'));
    await settled(page);
    await tabTo(page.getByRole('link', { name: /预览/ }).first());
    const [board] = await Promise.all([visit.context.waitForEvent('page'), page.keyboard.press('Enter')]);
    await board.locator('.board-tile-chart canvas').first().waitFor();
    await expectHealthy(visit);
  });
});
