import { describe, expect, it } from 'vitest';
import { ADMIN, expectHealthy, product } from './harness.ts';

const site = product();

describe('sign-in', () => {
  it('asks a stranger to sign in and leads back to where they wanted to go', async () => {
    const visit = await site.visit();
    await visit.page.goto(site.url('/basic/system/post'));
    await visit.page.waitForURL('**/login?redirect=*');
    await visit.page.getByRole('textbox', { name: '用户名' }).fill(ADMIN.username);
    await visit.page.getByRole('textbox', { name: '密码' }).fill(ADMIN.password);
    await visit.page.getByRole('button', { name: '登录', exact: true }).click();
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

  it('says in place what was wrong and never sends the password in the clear', async () => {
    const visit = await site.visit();
    const bodies: string[] = [];
    visit.page.on('request', (request) => bodies.push(request.postData() ?? ''));
    await visit.page.goto(site.url('/login'));
    await visit.page.getByRole('textbox', { name: '用户名' }).fill('admin');
    await visit.page.getByRole('textbox', { name: '密码' }).fill('Wrong#Password2026');
    await visit.page.getByRole('button', { name: '登录', exact: true }).click();
    await visit.page.getByText('用户名或密码错误').first().waitFor();
    expect(bodies.join('\n')).not.toContain('Wrong');
    expect(visit.page.url()).toContain('/login');
  });

  it('does not follow a redirect to another site', async () => {
    const visit = await site.visit();
    await visit.page.goto(site.url('/login?redirect=//evil.test/x'));
    await visit.page.getByRole('textbox', { name: '用户名' }).fill(ADMIN.username);
    await visit.page.getByRole('textbox', { name: '密码' }).fill(ADMIN.password);
    await visit.page.getByRole('button', { name: '登录', exact: true }).click();
    await visit.page.waitForURL('**/home');
    expect(new URL(visit.page.url()).host).toBe(new URL(site.url('/')).host);
  });

  it('signs out in every tab and forgets everything', async () => {
    const visit = await site.visit();
    await site.signIn(visit.page);
    const second = await site.tab(visit);
    await second.goto(site.url('/home'));
    await second.getByText('当前位置').first().waitFor();
    await visit.page.getByRole('button', { name: /的菜单$/ }).click();
    await visit.page.getByRole('menuitem', { name: '退出登录' }).click();
    await visit.page.waitForURL('**/login*');
    await second.waitForURL('**/login*');
    expect(
      await second.evaluate(() =>
        ['data_ui_token', 'data_ui_menus', 'data_ui_perms', 'data_ui_user_detail'].map((key) => localStorage.getItem(key)),
      ),
    ).toEqual([null, null, null, null]);
  });
});
