import { describe, expect, it } from 'vitest';
import { ADMIN, expectHealthy, fromUserMenu, product, settled } from './harness.ts';

const site = product({ SEED: 'empty' }, { motion: true });

describe('sign-in', () => {
  it('asks a stranger to sign in and leads back to where they wanted to go', async () => {
    const visit = await site.visit();
    await visit.page.goto(site.url('/basic/system/post'));
    await visit.page.waitForURL('**/login?redirect=*');
    await site.fillSignIn(visit.page, ADMIN);
    await visit.page.waitForURL('**/basic/system/post');
    await visit.page.getByRole('heading', { name: '岗位管理' }).waitFor();
    await expectHealthy(visit);
  });

  it('works on a plain-http name that is not localhost', async () => {
    const visit = await site.visit();
    await site.signIn(visit.page, ADMIN, 'databrain.test');
    expect(await visit.page.evaluate(() => window.isSecureContext)).toBe(false);
    await expectHealthy(visit);
  });

  it('lets a person type before the program has come', async () => {
    const visit = await site.visit();
    const { page } = visit;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/program-[^/]+\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(site.url('/login'));
    await site.fillSignIn(page, ADMIN);
    await page.waitForURL('**/home');
    await page.getByRole('button', { name: '登录', exact: true }).waitFor();
    release();
    await page.getByText('当前位置').first().waitFor();
    await expectHealthy(visit);
  });

  it('says in place what was wrong and never sends the password in the clear', async () => {
    const visit = await site.visit();
    const bodies: string[] = [];
    visit.page.on('request', (request) => bodies.push(request.postData() ?? ''));
    await visit.page.goto(site.url('/login'));
    await site.fillSignIn(visit.page, { username: 'admin', password: 'Wrong#Password2026' });
    await visit.page.getByText('用户名或密码错误').first().waitFor();
    expect(bodies.join('\n')).not.toContain('Wrong');
    expect(visit.page.url()).toContain('/login');
  });

  it('fits a phone without scrolling sideways, also with an error on it', async () => {
    const visit = await site.visit({ width: 390, height: 844 });
    const { page } = visit;
    await page.goto(site.url('/login'));
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByText('请输入用户名').waitFor();
    await settled(page);
    expect(await overflow()).toBeLessThanOrEqual(0);
    for (const field of [
      page.getByRole('textbox', { name: '用户名' }),
      page.getByRole('textbox', { name: '密码' }),
      page.getByRole('button', { name: '登录', exact: true }),
    ]) {
      const box = await field.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    }
    await site.fillSignIn(page, ADMIN);
    await page.waitForURL('**/home');
    await settled(page);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await expectHealthy(visit);
  });

  it('does not follow a redirect to another site', async () => {
    const visit = await site.visit();
    await visit.page.goto(site.url('/login?redirect=//evil.test/x'));
    await site.fillSignIn(visit.page, ADMIN);
    await visit.page.waitForURL('**/home');
    expect(new URL(visit.page.url()).host).toBe(new URL(site.url('/')).host);
  });

  it('signs out in every tab and forgets everything', async () => {
    const visit = await site.visit();
    await site.signIn(visit.page);
    const second = await site.tab(visit);
    await second.goto(site.url('/home'));
    await second.getByText('当前位置').first().waitFor();
    await visit.page.bringToFront();
    await fromUserMenu(visit.page, '退出登录');
    await visit.page.waitForURL('**/login*');
    await second.waitForURL('**/login*');
    expect(
      await second.evaluate(() =>
        ['data_ui_token', 'data_ui_menus', 'data_ui_perms', 'data_ui_user_detail'].map((key) => localStorage.getItem(key)),
      ),
    ).toEqual([null, null, null, null]);
  });
});
