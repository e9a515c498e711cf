import { expect, it } from 'vitest';
import { expectHealthy, product } from './harness.ts';
import { Office } from './people.ts';
import { builder, byKeys, byMouse } from './screen-steps.ts';

const app = product();

it('a screen is built from empty by mouse and by keys, survives a reload, is saved and published', async () => {
  const admin = await app.program();
  const { id } = await admin<{ id: string }>('POST', '/data/visual/screens', { screenName: '工程总览' });
  const visit = await app.visit();
  const { page } = visit;
  await app.enter(page, `/visual/screen/build/${id}`);
  const it = builder(page);
  await it.ready();
  await byMouse(page);
  await byKeys(page);
  await it.status('未保存');
  const count = await it.nodes.count();

  // what was not saved is there after a reload, with the way back
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await it.ready();
  await expect.poll(() => it.nodes.count()).toBe(count);
  await page.getByRole('button', { name: /^撤销/ }).click();
  await page.getByRole('button', { name: /^重做/ }).click();
  await it.press('Control+s');
  await it.status('已保存');

  const stored = await admin<{ screenConfig: { nodes: Record<string, unknown> } }>('GET', `/data/visual/screens/${id}`);
  expect(Object.keys(stored.screenConfig.nodes).length).toBeGreaterThanOrEqual(count);
  await page.getByRole('button', { name: '发布' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '发布' }).click();
  await page.getByText(/^已发布 V\d/).waitFor();
  await expectHealthy(visit);
});

it('somebody who saves later is shown both versions, and a copy keeps both', async () => {
  const admin = await app.program();
  const { id } = await admin<{ id: string }>('POST', '/data/visual/screens', { screenName: '两个人的大屏' });
  const { page } = await app.visit();
  await app.enter(page, `/visual/screen/build/${id}`);
  const it = builder(page);
  await it.ready();
  await it.add('文字');
  const { version, screenConfig } = await admin<{ version: number; screenConfig: object | null }>('GET', `/data/visual/screens/${id}`);
  await admin('PUT', `/data/visual/screens/build/${id}`, {
    screenConfig: screenConfig ?? { v: 1, nodes: {} },
    screenName: '别人改过的大屏',
    version,
  });
  await it.press('Control+s');
  const dialog = page.getByRole('dialog', { name: '大屏已在别处修改' });
  await dialog.getByText('新增').first().waitFor();
  await dialog.getByRole('button', { name: '覆盖' }).click();
  await it.status('已保存');
});

it('two who have a screen open see each other, and what the other stores, until one goes', async () => {
  const admin = await app.program();
  const { id } = await admin<{ id: string }>('POST', '/data/visual/screens', { screenName: '值班大屏' });
  const office = await Office.open(app.program);
  const deptId = await office.dept('展示中心', 'D901');
  const li = await office.person({ username: 'lisi', nickname: '李四', deptId, may: (one) => one.startsWith('visual:screen:') });
  const [subject] = await admin<{ id: string }[]>('GET', `/data/visual/grants/subjects?subjectType=user&keyword=lisi`);
  const grants = [{ subjectType: 'user', subjectId: subject!.id, level: 'edit' }];
  await admin('PUT', `/data/visual/grants/screen/${id}`, { isShared: '0', grants });

  const [mine, theirs] = [await app.visit(), await app.visit()];
  await app.enter(mine.page, `/visual/screen/build/${id}`);
  const it = builder(mine.page);
  await it.ready();
  await app.enter(theirs.page, `/visual/screen/build/${id}`, li);
  const other = builder(theirs.page);
  await other.ready();
  await theirs.page.getByRole('button', { name: '也在编辑' }).waitFor();
  const seen = mine.page.getByRole('button', { name: '李四也在编辑' });
  await seen.waitFor();

  await other.add('文字');
  await other.press('Control+s');
  await other.status('已保存');
  await it.status('李四');
  await mine.page.getByRole('button', { name: '载入新版本' }).click();
  await expect.poll(() => it.nodes.count()).toBe(1);
  await it.status('已保存');

  await theirs.page.close();
  await seen.waitFor({ state: 'detached' });
  await expectHealthy(mine);
});
