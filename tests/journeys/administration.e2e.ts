import { describe, expect, it } from 'vitest';
import { expectHealthy, product } from './harness.ts';

const site = product();

describe('administration', () => {
  it('opens every menu without a complaint', async () => {
    const visit = await site.visit();
    await site.signIn(visit.page);
    const paths = await visit.page.evaluate(async () => {
      interface Node {
        path: string;
        hidden: boolean;
        component: string | null;
        children?: Node[];
      }
      const answer = await fetch('/sjzt-datax/system/users/route', {
        headers: { authorization: `Bearer ${localStorage.getItem('data_ui_token') ?? ''}` },
      });
      const { data } = (await answer.json()) as { data: { routes: Node[] } };
      const leaves = (nodes: Node[]): string[] =>
        nodes.flatMap((node) => (node.children?.length ? leaves(node.children) : node.hidden ? [] : [node.path]));
      return leaves(data.routes);
    });
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      await visit.page.goto(site.url(path));
      await visit.page.waitForLoadState('networkidle');
      expect(await visit.page.title(), path).toMatch(/ - 数智大脑$/);
      expect(await visit.page.getByText('找不到菜单对应的页面').count(), path).toBe(0);
      await expectHealthy(visit);
    }
  });

  it('adds, finds, changes and removes a dictionary, and all of it survives a reload', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.signIn(page);
    await page.goto(site.url('/basic/system/dict'));
    await page.getByRole('button', { name: '新增字典' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('字典名称').fill('旅程字典');
    await form.getByLabel('字典编码').fill('journey_dict');
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await form.waitFor({ state: 'hidden' });

    await page.getByLabel('字典名称').first().fill('旅程');
    await page.getByRole('button', { name: '查询' }).click();
    const row = page.getByRole('row', { name: /旅程字典/ });
    await row.waitFor();
    await page.reload();
    await row.waitFor();
    expect(await page.getByLabel('字典名称').first().inputValue()).toBe('旅程');

    await row.getByText('编辑', { exact: true }).click();
    await page.getByRole('dialog').getByLabel('字典名称').fill('旅程字典二');
    await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click();
    const changed = page.getByRole('row', { name: /旅程字典二/ });
    await changed.waitFor();

    await changed.getByRole('button', { name: /更多/ }).click();
    await page.getByRole('menuitem', { name: '删除' }).click();
    await page.getByText('系统提示').waitFor();
    await page.getByRole('button', { name: '确定' }).click();
    await changed.waitFor({ state: 'hidden' });
    await expectHealthy(visit);
  });

  it('locks the screen for every tab and opens it with the password only', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.signIn(page);
    const second = await site.tab(visit);
    await second.goto(site.url('/basic/system/post'));
    await second.getByRole('heading', { name: '岗位管理' }).waitFor();
    await page.getByRole('button', { name: /的菜单$/ }).click();
    await page.getByRole('menuitem', { name: '锁屏' }).click();
    const prompt = page.getByRole('dialog');
    await prompt.getByLabel('锁屏密码').fill('abc');
    await prompt.getByRole('button', { name: '锁定' }).click();
    await page.getByText('锁屏密码长度要大于4位，由数字和字母组成').waitFor();
    await prompt.getByLabel('锁屏密码').fill('lock2026');
    await prompt.getByRole('button', { name: '锁定' }).click();
    await page.waitForURL('**/lock*');
    await second.waitForURL('**/lock*');

    // Neither a reload nor a cleared storage opens it.
    await second.goto(site.url('/basic/system/post'));
    await second.waitForURL('**/lock*');
    const refused = await second.evaluate(async () => {
      const answer = await fetch('/sjzt-datax/system/posts/page', {
        headers: { authorization: `Bearer ${localStorage.getItem('data_ui_token') ?? ''}` },
      });
      return answer.status;
    });
    expect(refused).toBe(423);

    await page.getByLabel('锁屏密码或登录密码').fill('lock2026');
    await page.getByRole('button', { name: /解锁/ }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/lock'));
    await expectHealthy(visit);
  });
});
