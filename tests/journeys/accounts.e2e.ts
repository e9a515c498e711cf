import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { workbook } from '#kit/server/excel/writer.ts';
import { readSheet } from '#kit/server/excel/reader.ts';
import { choose, downloaded, expectHealthy, product, settled, type Account, type Program } from './harness.ts';

const site = product();
const ACCOUNTS = 2000;
const TITLES = ['用户名', '昵称', '部门编码', '岗位名称', '角色编码', '手机号码'];
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function file(name: string, titles: readonly string[], rows: string[][]) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbook([{ name: '用户', columns: titles.map((title) => ({ title, width: 14 })), rows }])) chunks.push(chunk);
  return { name, mimeType: XLSX, buffer: Buffer.concat(chunks) };
}

/** What the files of this story have in common, and where the accounts go. */
async function surroundings(call: Program) {
  const [dept] = await call<{ id: string; deptNo: string }[]>('GET', '/system/depts/list');
  const [post] = await call<{ id: string; postName: string }[]>('GET', '/system/posts/list');
  await call('POST', '/system/depts', { parentId: dept?.id, deptName: '接收部', deptNo: 'RECEIVE', sortNo: 1 });
  await call('POST', '/system/roles', {
    roleName: '日志查看员',
    roleCode: 'log_reader',
    dataScope: '1',
    sortNo: 50,
    menuList: [],
  });
  const row = (n: number, roleCode = 'audit') => [
    `staff${String(n).padStart(4, '0')}`,
    `员工${n}`,
    dept?.deptNo ?? '',
    post?.postName ?? '',
    roleCode,
    `138${String(10_000_000 + n)}`,
  ];
  return { row, dept, post };
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

describe('two thousand accounts', () => {
  it('come from a file, are handled in batches and changed by a second file', async () => {
    const call = await site.program();
    const { row } = await surroundings(call);
    const visit = await site.visit();
    const { page } = visit;
    await site.authenticate(page);

    // a file with mistakes is refused row by row
    const faulty = await openImport(page);
    const wrong = [row(1), [...row(2).slice(0, 5), '12345'], row(3, 'no_such_role'), row(1)];
    await page.locator('input[type=file]').setInputFiles(await file('有错误.xlsx', TITLES, wrong));
    await faulty.getByText('3 条有错误').waitFor();
    await faulty.getByText('角色编码 no_such_role 不存在').waitFor();
    await faulty.getByText('文件内重复：第 2 行与第 5 行的用户名相同').waitFor();
    const list = await downloaded(page, () => faulty.getByRole('button', { name: '下载错误清单' }).click());
    expect((await readSheet(list.content, 10)).rows[0]?.cells.at(-1)).toBe('错误原因');
    await faulty.getByRole('button', { name: '取消' }).click();

    // the whole company goes to the background after its check
    const whole = await openImport(page);
    const rows = Array.from({ length: ACCOUNTS }, (_, n) => row(n));
    await page.locator('input[type=file]').setInputFiles(await file('全员.xlsx', TITLES, rows));
    await whole.getByRole('button', { name: '后台导入 2,000 条' }).click();
    await page.getByText('查看我的导出').click();
    await page
      .getByRole('row', { name: /全员\.xlsx/ })
      .getByText('已完成')
      .waitFor();
    expect((await call<{ total: number }>('GET', '/system/users/page?username=staff')).total).toBe(ACCOUNTS);

    const bar = await chooseAll(page, 'staff00');
    await bar.getByRole('button', { name: '调整部门' }).click();
    const move = page.getByRole('dialog', { name: '调整 20 个用户的部门' });
    await choose(move.getByRole('combobox', { name: '部门' }), '接收部');
    await move.getByRole('button', { name: '调整' }).click();
    await move.waitFor({ state: 'hidden' });

    await (await chooseAll(page, 'staff00')).getByRole('button', { name: '分配角色' }).click();
    const assign = page.getByRole('dialog', { name: '为 20 个用户分配角色' });
    await choose(assign.getByRole('combobox', { name: '添加' }), '日志查看员');
    await page.keyboard.press('Escape');
    await assign.getByRole('button', { name: '分配', exact: true }).click();
    await assign.waitFor({ state: 'hidden' });

    await (await chooseAll(page, 'staff00')).getByRole('button', { name: '禁用' }).click();
    await page.getByRole('dialog', { name: '系统提示' }).getByRole('button', { name: '禁用' }).click();
    await page
      .getByRole('row', { name: /staff0000/ })
      .getByText('禁用', { exact: true })
      .waitFor();

    await (await chooseAll(page, 'staff00')).getByRole('button', { name: '重置密码' }).click();
    await page.getByRole('dialog', { name: '系统提示' }).getByRole('button', { name: '重置密码' }).click();
    const once = page.getByRole('dialog', { name: '一次性密码（20）' });
    const passwords = await downloaded(page, () => once.getByRole('button', { name: '下载清单' }).click());
    const told = (await readSheet(passwords.content, 100)).rows.slice(1).map((each) => each.cells);
    expect(told).toHaveLength(20);
    expect(told[0]?.slice(0, 3)).toEqual(['staff0000', '员工0', '接收部']);
    expect(new Set(told.map((cells) => cells[3])).size).toBe(20);
    // the list is safe, so nothing asks before it goes
    await once.getByRole('button', { name: '关闭' }).click();
    await once.waitFor({ state: 'hidden' });

    const again = await openImport(page);
    await again.getByRole('radio', { name: '仅更新' }).check();
    const changes = Array.from({ length: 50 }, (_, n) => [row(n)[0] ?? '', `新名${n}`]);
    await page.locator('input[type=file]').setInputFiles(await file('改名.xlsx', ['用户名', '昵称'], changes));
    await again.getByRole('button', { name: '导入 50 条' }).click();
    await page.getByText('已导入 50 条用户').waitFor();
    await page.goto(site.url('/basic/system/user?q=username:staff0007'));
    const changed = page.getByRole('row', { name: /staff0007/ });
    await changed.getByText('新名7').waitFor();
    await changed.getByText('接收部').waitFor();
    visit.refusals.length = 0; // the faulty file was refused on purpose
    await expectHealthy(visit);
  });

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
    await site.authenticate(system.page, sysadmin);
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
    await site.authenticate(security.page, secadmin);
    const rights = await chooseAll(security.page, 'newcomer');
    expect(await security.page.getByRole('button', { name: /导入$/ }).count()).toBe(0);
    expect(await rights.getByRole('button', { name: '重置密码' }).count()).toBe(0);
    await rights.getByRole('button', { name: '分配角色' }).click();
    const assign = security.page.getByRole('dialog', { name: '为 3 个用户分配角色' });
    await choose(assign.getByRole('combobox', { name: '添加' }), '岗位维护员');
    await security.page.keyboard.press('Escape');
    await assign.getByRole('button', { name: '分配', exact: true }).click();
    await assign.waitFor({ state: 'hidden' });
    await security.page
      .getByRole('row', { name: /newcomer0/ })
      .getByText('岗位维护员', { exact: true })
      .waitFor();
    await expectHealthy(security);
  });
});
