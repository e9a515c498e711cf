import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choose, expectHealthy, fromUserMenu, product, settled } from './harness.ts';

const site = product({ SEED: 'empty' }, { motion: true });

const postsHeading = (page: Page) => page.getByRole('heading', { name: '岗位管理', exact: true });

/** What the browser tells a page that comes to the front. */
const becomeVisible = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** Stored menus without the one of the posts, as another tab may have written them since. */
const storeMenusWithoutPosts = (page: Page) =>
  page.evaluate(() => {
    interface Node {
      path: string;
      children?: Node[];
    }
    const without = (nodes: Node[]): Node[] =>
      nodes
        .filter((node) => node.path !== '/basic/system/post')
        .map((node) => ({ ...node, ...(node.children && { children: without(node.children) }) }));
    const stored = JSON.parse(localStorage.getItem('data_ui_menus') ?? '[]') as Node[];
    localStorage.setItem('data_ui_menus', JSON.stringify(without(stored)));
  });

/** A mark that does not survive loading the page again. */
const mark = (page: Page) => page.evaluate(() => void (document.documentElement.dataset['journey'] = 'kept'));
const marked = (page: Page) => page.locator('html[data-journey=kept]');

/** Layers of the watermark that carry ink; what is drawn inside a picture can only be seen by counting. */
const inkedLayers = (page: Page) =>
  page.evaluate(async () => {
    const layers = [...document.querySelectorAll<HTMLElement>('div[style*="background-image"]')].filter(
      (layer) => layer.style.pointerEvents === 'none' && getComputedStyle(layer).display !== 'none',
    );
    let inked = 0;
    for (const layer of layers) {
      const source = /url\(["']?(.*?)["']?\)/.exec(layer.style.backgroundImage)?.[1];
      if (!source) continue;
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!; // 2d always exists
      canvas.drawImage(image, 0, 0);
      const { data } = canvas.getImageData(0, 0, image.width, image.height);
      if (data.some((value, index) => index % 4 === 3 && value > 0)) inked++;
    }
    return inked;
  });

/** a picture that is drawn again needs a moment */
const SOON = { timeout: 10_000 };

describe('screen lock', () => {
  it('locks every tab and opens with the password only', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/home');
    const second = await site.tab(visit);
    await second.goto(site.url('/basic/system/post'));
    await postsHeading(second).waitFor();
    await page.bringToFront();
    await fromUserMenu(page, '锁屏');
    const prompt = page.getByRole('dialog', { name: '锁定屏幕' });
    await prompt.getByLabel('锁屏密码').fill('abc');
    await prompt.getByRole('button', { name: '锁定' }).click();
    const refusal = page.getByText('锁屏密码长度要大于4位，由数字和字母组成');
    await refusal.waitFor();
    await prompt.getByLabel('锁屏密码').fill('lock2026');
    await refusal.waitFor({ state: 'hidden' }); // the button moves up with it
    await prompt.getByRole('button', { name: '锁定' }).click();
    await page.waitForURL('**/lock*');
    await second.waitForURL('**/lock*');

    // Neither another address, nor a reload, nor a storage without the lock opens it.
    await second.goto(site.url('/basic/system/post'));
    await second.waitForURL('**/lock*');
    const token = await second.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key !== 'data_ui_token') localStorage.removeItem(key);
      return localStorage.getItem('data_ui_token') ?? '';
    });
    await second.reload();
    await second.getByRole('heading', { name: '屏幕已锁定' }).waitFor();
    const refused = await second.evaluate(async (bearer) => {
      const answer = await fetch('/sjzt-datax/system/posts/page', { headers: { authorization: `Bearer ${bearer}` } });
      return answer.status;
    }, token);
    expect(refused).toBe(423);

    await page.bringToFront();
    await page.getByLabel('锁屏密码或登录密码').fill('wrong2026');
    await page.getByRole('button', { name: /解锁/ }).click();
    await page
      .getByText(/密码不正确，还可以尝试4次/)
      .first()
      .waitFor();
    await page.getByLabel('锁屏密码或登录密码').fill('lock2026');
    await page.getByRole('button', { name: /解锁/ }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/lock'));
    await second.bringToFront();
    await postsHeading(second).waitFor();
    await expectHealthy(visit);
  });
});

describe('fixed routes', () => {
  it('lead unknown paths to 404 and show 401 with ways back', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/basic/system/no-such-page');
    await page.waitForURL('**/404');
    await page.getByRole('heading', { name: '页面不存在' }).last().waitFor();
    await page.getByRole('button', { name: '返回首页' }).click();
    await page.waitForURL('**/home');
    await page.goto(site.url('/401'));
    await page.getByRole('heading', { name: '没有权限访问该页面' }).waitFor();
    await page.getByRole('button', { name: '返回首页' }).click();
    await page.waitForURL('**/home');
    await expectHealthy(visit);
  });
});

describe('a page that is loaded again', () => {
  it('keeps the person signed in when it happens in the middle of loading', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/home');
    const token = await page.evaluate(() => localStorage.getItem('data_ui_token'));
    for (const call of ['**/system/users/route', '**/system/posts/page*']) {
      let hold = () => {};
      const held = new Promise<void>((resolve) => (hold = resolve));
      await page.route(call, hold, { times: 1 }); // the first call gets no answer: the reload cuts it off
      await page.goto(site.url('/basic/system/post'));
      await held;
      await page.reload();
      await page.getByRole('row', { name: /系统管理员/ }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/basic/system/post');
      expect(await page.evaluate(() => localStorage.getItem('data_ui_token'))).toBe(token);
    }
    await expectHealthy(visit);
  });

  it('does so by itself when it comes to the front and left the menus, except the home page', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/home');
    await settled(page);
    await storeMenusWithoutPosts(page);
    await mark(page);
    await becomeVisible(page);
    await settled(page);
    expect(await marked(page).count()).toBe(1);

    await page.goto(site.url('/basic/system/post'));
    await postsHeading(page).waitFor();
    await settled(page);
    await mark(page);
    await becomeVisible(page);
    await settled(page);
    expect(await marked(page).count()).toBe(1);
    await storeMenusWithoutPosts(page);
    await becomeVisible(page);
    await marked(page).waitFor({ state: 'detached' });
    await postsHeading(page).waitFor(); // the server still grants it

    // unsaved work is not thrown away
    await page.getByRole('button', { name: '新增岗位' }).click();
    await page.getByRole('dialog', { name: '新增岗位' }).getByLabel('岗位名称').fill('未保存');
    await settled(page);
    await mark(page);
    await storeMenusWithoutPosts(page);
    await becomeVisible(page);
    await page.getByText('当前页面已不在菜单中，请保存后点击刷新').waitFor();
    expect(await marked(page).count()).toBe(1);
    expect(await page.getByRole('dialog', { name: '新增岗位' }).getByLabel('岗位名称').inputValue()).toBe('未保存');
    await expectHealthy(visit);
  });
});

describe('watermark', () => {
  it('comes back when it is taken out of the page or hidden, and spares the cockpit', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/home');
    await settled(page);
    const inked = () => inkedLayers(page);
    await expect.poll(inked, SOON).toBeGreaterThan(0);
    const layer = 'div[style*="background-image"][style*="pointer-events: none"]';
    const tamper = (how: 'remove' | 'hide') =>
      page.evaluate(
        ([selector, way]) => {
          const found = [...document.querySelectorAll<HTMLElement>(selector)];
          for (const one of found)
            if (way === 'remove') one.remove();
            else one.style.display = 'none';
          return found.length;
        },
        [layer, how] as const,
      );
    for (const how of ['remove', 'hide'] as const) {
      expect(await tamper(how)).toBeGreaterThan(0);
      await expect.poll(inked, SOON).toBeGreaterThan(0);
    }
    for (const path of ['/screen/overview', '/leaderView', '/404', '/user/profile']) {
      await page.goto(site.url(path));
      await settled(page);
      await expect.poll(inked, SOON).toBeGreaterThan(0);
    }
    for (const path of ['/screen/cockpit', '/cockpit']) {
      await page.goto(site.url(path));
      await page.getByRole('heading', { name: '驾驶舱' }).waitFor();
      await settled(page);
      await expect.poll(inked, SOON).toBe(0);
    }
    await expectHealthy(visit);
  });
});

describe('a computer that asks for less motion', () => {
  it('shows the choices of a field where they can be reached', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await site.enter(page, '/basic/system/role');
    await page.getByRole('button', { name: '新增角色' }).click();
    const added = page.getByRole('dialog', { name: '新增角色' });
    await choose(added.getByRole('combobox', { name: '数据范围' }), '仅本人数据权限');
    await added.getByTitle('仅本人数据权限').waitFor();
    await expectHealthy(visit);
  });
});
