import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { workbook } from '#kit/server/excel/writer.ts';
import { choose, expectHealthy, product, settled, type Account, type Program } from './harness.ts';

const site = product();
const TITLES = ['用户名', '昵称', '部门编码', '岗位名称', '角色编码', '手机号码'];
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function file(name: string, titles: readonly string[], rows: string[][]) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbook([{ name: '用户', columns: titles.map((title) => ({ title, width: 14 })), rows }])) chunks.push(chunk);
  return { name, mimeType: XLSX, buffer: Buffer.concat(chunks) };
}

/** One of the three administrators, with a password of their own. */
async function administrator(call: Program, username: string, place: { deptId: string; postId: string }): Promise<Account> {
  const given = `First#2026${username}`;
  const body = { username, nickname: username, deptId: place.deptId, postList: [place.postId], roleList: [username], password: given };
  await call('POST', '/system/users', body);
  const own = `Journey#2026${username}`;
  const first = await site.program({ username, password: given });
  await first('PUT', '/system/users/password', { oldPassword: given, password: own, confirmPassword: own });
  return { username, password: own };
}

async function openImport(page: Page) {
  await page.goto(site.url('/basic/system/user'));
  await settled(page);
  await page.getByRole('button', { name: /导入$/ }).click();
  const dialog = page.getByRole('dialog', { name: '导入用户' });
  await dialog.waitFor();
  return dialog;
}

/** Chooses the twenty accounts of the page whose names begin so. */
async function chooseAll(page: Page, name: string) {
  await page.goto(site.url(`/basic/system/user?q=username:${name}&sort=username`));
  await settled(page);
  await page.getByRole('checkbox', { name: '全选' }).first().check();
  return page.getByRole('toolbar', { name: '批量操作' });
}

describe('accounts from a file', () => {
  it('are the work of the system administrator, while the security administrator gives the roles', async () => {
    const call = await site.program();
    const [dept] = await call<{ id: string; deptNo: string }[]>('GET', '/system/depts/list');
    const [post] = await call<{ id: string; postName: string }[]>('GET', '/system/posts/list');
    await call('POST', '/system/roles', {
      roleName: '岗位维护员',
      roleCode: 'post_keeper',
      dataScope: '1',
      sortNo: 60,
      menuList: (await call<{ id: string; menuPerms: string | null }[]>('GET', '/system/menus/tree'))
        .filter((menu) => menu.menuPerms === 'system:role:list')
        .map((menu) => menu.id),
    });
    const place = { deptId: dept?.id ?? '', postId: post?.id ?? '' };
    const sysadmin = await administrator(call, 'sysadmin', place);
    const secadmin = await administrator(call, 'secadmin', place);

    const system = await site.visit();
    await site.signIn(system.page, sysadmin);
    const dialog = await openImport(system.page);
    const rows = [0, 1, 2].map((n) => [
      `newcomer${n}`,
      `新人${n}`,
      dept?.deptNo ?? '',
      post?.postName ?? '',
      'post_keeper',
      `139${String(10_000_000 + n)}`,
    ]);
    await system.page.locator('input[type=file]').setInputFiles(await file('新人.xlsx', TITLES, rows));
    await dialog.getByRole('button', { name: '导入 3 条' }).click();
    await system.page.getByText('已导入 3 条用户').waitFor();
    await system.page.goto(site.url('/basic/system/user?q=username:newcomer'));
    await system.page
      .getByRole('row', { name: /newcomer0/ })
      .getByText('待分配：岗位维护员')
      .waitFor();
    await system.page.getByRole('checkbox', { name: '全选' }).first().check();
    const bar = system.page.getByRole('toolbar', { name: '批量操作' });
    await bar.getByRole('button', { name: '重置密码' }).waitFor();
    expect(await bar.getByRole('button', { name: '分配角色' }).count()).toBe(0);
    await expectHealthy(system);

    const security = await site.visit({ width: 1440, height: 900 }, 'dark');
    await site.signIn(security.page, secadmin);
    const rights = await chooseAll(security.page, 'newcomer');
    expect(await security.page.getByRole('button', { name: /导入$/ }).count()).toBe(0);
    expect(await rights.getByRole('button', { name: '重置密码' }).count()).toBe(0);
    await rights.getByRole('button', { name: '分配角色' }).click();
    const assign = security.page.getByRole('dialog', { name: '为 3 个用户分配角色' });
    await choose(assign.getByRole('combobox', { name: '添加' }), '岗位维护员');
    await security.page.keyboard.press('Escape');
    await assign.getByRole('button', { name: '确定' }).click();
    await assign.waitFor({ state: 'hidden' });
    await security.page
      .getByRole('row', { name: /newcomer0/ })
      .getByText('岗位维护员', { exact: true })
      .waitFor();
    await expectHealthy(security);
  });
});
