import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choose, expectHealthy, goInside, openEveryMenu, product, removeRow, settled } from './harness.ts';

const site = product();
const RECORDS = ['执业类型', '执业资质', '知识产权', '质量项目', '部门档案', '供应商', '行政区划'];
/** a hundred pages; for who hangs, not for who is slow */
const WALK_MS = 900_000;
const OWN_PASSWORD = 'Journey#2026owner';

/** Adds the role 旅程角色, which may look at dictionaries, and renames it. */
async function addRole(page: Page): Promise<void> {
  await page.goto(site.url('/basic/system/role'));
  await page.getByRole('button', { name: '新增角色' }).click();
  const added = page.getByRole('dialog', { name: '新增角色' });
  await added.getByLabel('角色名称').fill('旅程');
  await added.getByLabel('角色编码').fill('journey_role');
  await choose(added.getByRole('combobox', { name: '数据范围' }), '仅本人数据权限');
  await added.getByLabel('搜索菜单或按钮').fill('字典详情');
  await added.getByRole('checkbox', { name: /^字典详情/ }).check();
  await added.getByRole('button', { name: '保存', exact: true }).click();
  await added.waitFor({ state: 'hidden' });

  const search = page.getByRole('search');
  await search.getByLabel('角色编码').fill('journey');
  await search.getByRole('button', { name: '查询' }).click();
  await page
    .getByRole('row', { name: /journey_role/ })
    .getByRole('button', { name: '修改' })
    .click();
  const changing = page.getByRole('dialog', { name: '修改角色' });
  await changing.getByLabel('角色名称').fill('旅程角色');
  await changing.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('row', { name: /旅程角色/ }).waitFor();
}

/** Adds the user journey with that role; answers the password that is told once. */
async function addUser(page: Page): Promise<string> {
  await page.goto(site.url('/basic/system/user'));
  await page.getByRole('button', { name: '新增用户' }).click();
  const added = page.getByRole('dialog', { name: '新增用户' });
  await added.getByLabel('用户名').fill('journey');
  await added.getByLabel('昵称').fill('旅程');
  await choose(added.getByRole('combobox', { name: '部门' }), '集团总部');
  await choose(added.getByRole('combobox', { name: '岗位' }), '系统管理员');
  await choose(added.getByRole('combobox', { name: '角色' }), '旅程角色');
  await added.getByRole('button', { name: '保存', exact: true }).click();
  const once = page.getByRole('dialog', { name: '一次性密码' });
  const password = await once.locator('code').innerText();
  await once.getByRole('button', { name: '关闭' }).click();
  await once.waitFor({ state: 'hidden' });
  return password.trim();
}

/** Renames the user, tries to remove the role while it is in use, removes both. */
async function changeAndRemove(page: Page): Promise<void> {
  const search = page.getByRole('search');
  await page.goto(site.url('/basic/system/user'));
  await search.getByLabel('用户名').fill('journey');
  await search.getByRole('button', { name: '查询' }).click();
  await page
    .getByRole('row', { name: /journey/ })
    .getByRole('button', { name: '修改' })
    .click();
  const changing = page.getByRole('dialog', { name: '修改用户' });
  await changing.getByLabel('昵称').fill('旅程用户');
  await changing.getByRole('button', { name: '保存', exact: true }).click();
  const user = page.getByRole('row', { name: /旅程用户/ });
  await user.waitFor();

  await page.goto(site.url('/basic/system/role'));
  const role = page.getByRole('row', { name: /旅程角色/ });
  await removeRow(role);
  await page
    .getByText(/旅程用户/)
    .first()
    .waitFor(); // who still has it
  await settled(page);

  await page.goto(site.url('/basic/system/user?q=username:journey'));
  await removeRow(user);
  await user.waitFor({ state: 'hidden' });
  await page.goto(site.url('/basic/system/role'));
  await removeRow(role);
  await role.waitFor({ state: 'hidden' });
}

describe('administration', () => {
  it(
    'opens every menu without a complaint',
    async () => {
      const visit = await site.visit();
      await site.enter(visit.page, '/home');
      const titles = await openEveryMenu(visit, (path) => goInside(visit.page, path));
      expect(titles).toEqual(expect.arrayContaining(['用户管理', '角色管理', '菜单管理', '操作日志', '数据源', '元数据', 'SQL工作台']));
      expect(titles).toEqual(expect.arrayContaining(['公告管理', '轮播图管理', '证书管理', '文件管理', '导出中心', '回收站']));
      expect(titles).toEqual(expect.arrayContaining(['服务监控', '缓存监控', '接口文档', '任务管理', '任务日志']));
      expect(titles).toEqual(expect.arrayContaining(RECORDS));
    },
    WALK_MS,
  );

  it('adds, finds, changes and removes a dictionary, and all of it survives a reload', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/basic/system/dict');
    await page.getByRole('button', { name: '新增字典' }).click();
    const added = page.getByRole('dialog', { name: '新增字典' });
    await added.getByLabel('字典名称').fill('旅程字典');
    await added.getByLabel('字典编码').fill('journey_dict');
    await added.getByRole('button', { name: '保存', exact: true }).click();
    await added.waitFor({ state: 'hidden' });

    const search = page.getByRole('search');
    await search.getByLabel('字典名称').fill('旅程');
    await search.getByRole('button', { name: '查询' }).click();
    const row = page.getByRole('row', { name: /旅程字典/ });
    await row.waitFor();
    await page.reload();
    await row.waitFor();
    expect(await search.getByLabel('字典名称').inputValue()).toBe('旅程');

    await row.getByRole('button', { name: '修改' }).click();
    const changing = page.getByRole('dialog', { name: '修改字典' });
    await changing.getByLabel('字典名称').fill('旅程字典二');
    await changing.getByRole('button', { name: '保存', exact: true }).click();
    const changed = page.getByRole('row', { name: /旅程字典二/ });
    await changed.waitFor();

    await removeRow(changed);
    await changed.waitFor({ state: 'hidden' });
    await expectHealthy(visit);
  });

  it('grants a menu to a new account, whose owner sets a password and sees that menu only', async () => {
    const admin = await site.visit();
    await site.authenticate(admin.page);
    await addRole(admin.page);
    const password = await addUser(admin.page);

    const owner = await site.visit();
    const { page } = owner;
    await page.goto(site.url('/login'));
    await site.fillSignIn(page, { username: 'journey', password });
    await page.getByRole('heading', { name: '请先修改密码' }).waitFor();
    // nothing else opens before
    await page.goto(site.url('/basic/system/dict'));
    await page.getByRole('heading', { name: '请先修改密码' }).waitFor();
    await page.getByLabel('旧密码').fill(password);
    await page.getByLabel('新密码').fill(OWN_PASSWORD);
    await page.getByLabel('确认密码').fill(OWN_PASSWORD);
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByText('保存成功').waitFor();
    await page.waitForURL('**/login*');

    await site.signIn(page, { username: 'journey', password: OWN_PASSWORD });
    owner.refusals.length = 0; // the guard had to be asked before the password was changed
    expect(await openEveryMenu(owner, (path) => owner.page.goto(site.url(path)))).toEqual(['字典管理']);
    await page.getByRole('search').getByLabel('字典名称').fill('敏感级别');
    await page.getByRole('search').getByRole('button', { name: '查询' }).click();
    await page.getByRole('row', { name: /敏感级别/ }).waitFor();
    expect(await page.getByRole('button', { name: '新增字典' }).count()).toBe(0);
    await page.goto(site.url('/basic/system/user'));
    await page.getByRole('heading', { name: '没有权限访问该页面' }).waitFor();
    await expectHealthy(owner);

    await changeAndRemove(admin.page);
    await expectHealthy(admin);
    // the account is gone: so is its session
    await page.goto(site.url('/basic/system/dict'));
    await page.waitForURL('**/login*');
  });
});
