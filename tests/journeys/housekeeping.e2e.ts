import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { ADMIN, choose, downloaded, expectHealthy, product, type Account, type Visit } from './harness.ts';
import { Office } from './people.ts';

const site = product();
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** sooner than the list is read again by itself */
const AT_ONCE = { timeout: 10_000 };

/** somebody of the department that is written to, and somebody of another one */
let reader: Account;
let other: Account;
beforeAll(async () => {
  const office = await Office.open(site.program);
  const may = (permission: string) => permission === 'project:sysArea:list';
  const market = await office.dept('市场拓展部', 'SC');
  const finance = await office.dept('财务共享部', 'CW');
  reader = await office.person({ username: 'duzhe', nickname: '读者老李', deptId: market, may });
  other = await office.person({ username: 'pangren', nickname: '旁人小吴', deptId: finance, may });
});

/** A visit that has signed in, on its home page or on one that the story begins with. */
async function arrive(who: Account, path = '/home'): Promise<Visit> {
  const visit = await site.visit();
  await site.enter(visit.page, path, who);
  return visit;
}

async function agree(page: Page, button: string): Promise<void> {
  const question = page.getByRole('dialog', { name: '系统提示' });
  await question.getByRole('button', { name: button }).click();
  await question.waitFor({ state: 'hidden' });
}

/** A mark that does not survive loading the page again. */
const mark = (page: Page) => page.evaluate(() => void (document.documentElement.dataset['journey'] = 'kept'));
const marked = (page: Page) => page.locator('html[data-journey=kept]');

describe('a scheduled job', () => {
  it('is planned in words, runs at once with a live log, and is paused and resumed', async () => {
    const visit = await arrive(ADMIN, '/basic/scheduler/taskjob');
    const { page } = visit;
    await page.getByRole('button', { name: '新增定时任务' }).click();
    const form = page.getByRole('dialog', { name: '新增定时任务' });
    await form.getByLabel('任务名称').fill('旅程写日志');
    await choose(form.getByRole('combobox', { name: '任务类型' }), '示例：写日志');
    await form.getByLabel('日志内容').fill('旅程进行中');
    await form.getByLabel('行数').fill('3');
    await form.getByText('每周', { exact: true }).click();
    // some hours from now: what is less than an hour away reads otherwise
    const hour = (new Date(Date.now() + 8 * 3_600_000).getUTCHours() + 6) % 24;
    const clock = `${String(hour).padStart(2, '0')}:00`;
    await form.getByRole('spinbutton', { name: '时', exact: true }).fill(String(hour));
    await form.getByText(`0 0 ${hour} ? * 2`).waitFor();
    await form.getByText('接下来 10 次执行').waitFor();
    await expect
      .poll(() =>
        form
          .getByRole('listitem')
          .filter({ hasText: `${clock}:00` })
          .count(),
      )
      .toBe(10);
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await form.waitFor({ state: 'hidden' });

    const row = page.getByRole('row', { name: /旅程写日志/ });
    await mark(page);
    await row.getByRole('button', { name: '执行' }).click();
    await page.getByRole('dialog', { name: '立即执行：旅程写日志' }).getByRole('button', { name: '立即执行' }).click();
    const log = page.getByRole('list', { name: '日志内容' });
    await log.getByText('旅程进行中（1/3）').waitFor();
    await log.getByText('旅程进行中（3/3）').waitFor();
    const drawer = page.getByRole('dialog').filter({ has: log });
    await drawer.getByText('成功').waitFor();
    await drawer.getByRole('button', { name: '关闭' }).click();
    const run = page.getByRole('row', { name: /旅程写日志/ });
    await run.getByText('成功').waitFor();
    await run.getByText('已写入 3 行日志').waitFor();
    expect(await marked(page).count()).toBe(1); // all of it without loading the page again

    await page.goto(site.url('/basic/scheduler/taskjob'));
    await row.getByRole('switch', { name: '暂停旅程写日志' }).click();
    await row.getByText('已暂停').waitFor(AT_ONCE);
    await row.getByRole('switch', { name: '恢复旅程写日志' }).click();
    await row
      .getByText(new RegExp(`^(?:(?:今天|明天|\\d\\d-\\d\\d) ${clock}|20\\d\\d-\\d\\d-\\d\\d)$`))
      .last()
      .waitFor(AT_ONCE); // the next run
    await expectHealthy(visit);
    expect(visit.refusals).toEqual([]);
  });
});

describe('a notice that must be read', () => {
  it('reaches the open browsers of its department only, is confirmed, counted and withdrawn', async () => {
    const admin = await arrive(ADMIN);
    const near = await arrive(reader);
    const far = await arrive(other);
    const { page } = admin;
    await near.page.getByRole('button', { name: '消息', exact: true }).waitFor();
    for (const visit of [near, far]) await mark(visit.page);

    await page.goto(site.url('/basic/system/notice'));
    await page.getByRole('button', { name: '新增公告' }).first().click();
    const form = page.getByRole('dialog', { name: '新增公告' });
    await form.getByLabel('标题').first().fill('旅程放假安排');
    await form.getByRole('textbox', { name: '正文' }).click();
    await page.keyboard.insertText('春节放假七天，请安排好值班。');
    await form.getByRole('radio', { name: '部门' }).check();
    await choose(form.getByRole('combobox', { name: '发布对象' }), '市场拓展部');
    await form.getByRole('switch', { name: '必读' }).click();
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    const row = page.getByRole('row', { name: /旅程放假安排/ });
    await row.getByText('草稿').waitFor();
    await row.getByRole('button', { name: '发布' }).click();
    await agree(page, '发布');
    await row.getByText('已发布').waitFor();

    const asked = near.page.getByRole('dialog', { name: '旅程放假安排' });
    await asked.getByText('春节放假七天，请安排好值班。').waitFor();
    // the keys go to the text, not to 锁屏
    await expect.poll(() => near.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('公告正文：旅程放假安排');
    await near.page.locator('button[aria-label="消息，1 条未读"]').waitFor(); // behind the dialog
    await asked.getByRole('button', { name: '我已阅读' }).click();
    await asked.waitFor({ state: 'hidden' });
    await near.page.getByRole('button', { name: '消息', exact: true }).waitFor();
    expect(await marked(near.page).count()).toBe(1);

    expect(await far.page.getByRole('dialog').count()).toBe(0);
    await far.page.getByRole('button', { name: '消息', exact: true }).click();
    await far.page.getByText('还没有公告').waitFor();

    await row.getByRole('button', { name: '阅读回执' }).click();
    const receipts = page.getByRole('dialog', { name: '阅读回执：旅程放假安排' });
    await receipts.getByText('已读 1 人').waitFor();
    await receipts.getByText('未读 0 人').waitFor();
    await receipts.getByRole('row', { name: /读者老李/ }).waitFor();
    expect(await receipts.getByRole('row', { name: /旁人小吴/ }).count()).toBe(0);
    await receipts.getByRole('button', { name: '关闭' }).click();
    await receipts.waitFor({ state: 'hidden' });

    await near.page.goto(site.url('/user/messages?tab=notices'));
    await near.page.getByRole('heading', { name: '旅程放假安排' }).waitFor();
    await mark(near.page);
    await row.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '撤回' }).click();
    await agree(page, '撤回');
    await row.getByText('已撤回').waitFor();
    await near.page.getByText('还没有公告').waitFor();
    expect(await marked(near.page).count()).toBe(1);
    for (const visit of [admin, near, far]) await expectHealthy(visit);
  });

  it('a banner appears on the home page, and the file list tells what its picture is for', async () => {
    const visit = await arrive(ADMIN, '/basic/system/banner');
    const { page } = visit;
    await page.getByRole('button', { name: '新增轮播图' }).first().click();
    const form = page.getByRole('dialog', { name: '新增轮播图' });
    await form.getByLabel(/^标题/).fill('旅程安全月');
    await form.locator('input[type=file]').setInputFiles({ name: '安全月.png', mimeType: 'image/png', buffer: PICTURE });
    await form.getByRole('button', { name: '预览 安全月.png' }).waitFor({ state: 'attached' });
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    await page
      .getByRole('row', { name: /旅程安全月/ })
      .getByText('展示中')
      .waitFor();
    await page.goto(site.url('/home'));
    await page.getByRole('region', { name: '轮播图' }).getByText('旅程安全月').waitFor();

    await page.goto(site.url('/basic/system/file'));
    const file = page.getByRole('row', { name: /安全月\.png/ });
    await file.getByText('轮播图：旅程安全月').waitFor();
    await file.getByRole('button', { name: '安全月.png' }).first().click(); // the small picture, beside the name
    await page.getByRole('dialog', { name: '安全月.png' }).getByRole('img', { name: '安全月.png' }).waitFor();

    await page.evaluate(async () => {
      const body = new FormData();
      body.append('file', new File(['%PDF-1.7\n'], '安全手册.pdf', { type: 'application/pdf' }));
      const headers = { authorization: `Bearer ${localStorage.getItem('data_ui_token')}` };
      const reply = await fetch('/sjzt-datax/file/files/uploadImg', { method: 'POST', headers, body });
      if (!reply.ok) throw new Error(await reply.text());
    });
    await page.goto(site.url('/basic/system/file'));
    await page.getByText('安全手册.pdf').first().click();
    // a policy that keeps the frame out says so among the complaints
    await page.getByRole('dialog').getByTitle('安全手册.pdf').waitFor();
    await expectHealthy(visit);
    expect(visit.refusals).toEqual([]);
  });
});

describe('what is done in the background or taken back', () => {
  it('an export goes on by itself, rings the bell and is downloaded', async () => {
    const visit = await arrive(ADMIN, '/basic/system/post');
    const { page } = visit;
    await page.getByRole('button', { name: '导出方式' }).click();
    await page.getByRole('menuitem', { name: '后台导出' }).click();
    await page.getByText('岗位正在后台导出，完成后会通知您').waitFor();
    await page.getByRole('button', { name: '查看我的导出' }).click();
    await page.waitForURL('**/user/exports');
    const row = page.getByRole('row', { name: /岗位/ }).first();
    await row.getByText('已完成').waitFor();
    await page.getByRole('button', { name: /^消息，\d+ 条未读$/ }).waitFor();
    const { name, content } = await downloaded(page, () => row.getByRole('button', { name: '下载' }).click());
    expect(name).toMatch(/^岗位.*\.xlsx$/);
    expect(content.subarray(0, 2).toString()).toBe('PK');
    await expectHealthy(visit);
    expect(visit.refusals).toEqual([]);
  });

  it('a deleted post comes back by 撤销, and later from the recycle bin', async () => {
    const call = await site.program();
    await call('POST', '/system/posts', { postName: '旅程测量员', postCode: 'journey_surveyor', sortNo: 90 });
    const visit = await arrive(ADMIN, '/basic/system/post');
    const { page } = visit;
    const row = page.getByRole('row', { name: /旅程测量员/ });
    const remove = async () => {
      await row.getByRole('button', { name: '删除' }).click();
      await agree(page, '删除');
      await row.waitFor({ state: 'hidden' });
    };
    await remove();
    await page.getByRole('button', { name: '撤销' }).click();
    await page.getByText('已撤销删除').waitFor();
    await row.waitFor();

    await remove();
    await page.goto(site.url('/basic/system/recycle'));
    const gone = page.getByRole('row', { name: /旅程测量员/ });
    await gone.getByText('岗位').waitFor();
    await gone.getByRole('button', { name: '恢复' }).click();
    await agree(page, '恢复');
    await gone.waitFor({ state: 'hidden' });
    await page.goto(site.url('/basic/system/post'));
    await row.waitFor();
    await expectHealthy(visit);
    expect(visit.refusals).toEqual([]);
  });
});

describe('the house is in order', () => {
  it('a session that is ended leaves its browser at once, with the reason', async () => {
    const visit = await arrive(ADMIN, '/basic/monitor/online');
    const { page } = visit;
    const kicked = await arrive(other);
    // earlier stories may have left a session of the same account
    await page
      .getByRole('row', { name: /旁人小吴/ })
      .first()
      .getByRole('button', { name: '全部下线' })
      .click();
    await agree(page, '强制下线');
    await kicked.page.waitForURL('**/login*');
    await kicked.page.getByText('您已被管理员强制下线，如有疑问请联系管理员').first().waitFor();
    await page
      .getByRole('row', { name: /旁人小吴/ })
      .first()
      .waitFor({ state: 'hidden' });
    await expectHealthy(visit);
    expect(kicked.complaints).toEqual([]);
  });

  it('the operation log is whole', async () => {
    const visit = await arrive(ADMIN, '/basic/monitor/operlog');
    const { page } = visit;
    await page.getByRole('button', { name: '校验日志' }).click();
    const dialog = page.getByRole('dialog', { name: '校验操作日志' });
    await dialog.getByRole('button', { name: '开始校验' }).click();
    await dialog.getByText(/^校验 [1-9][\d,]* 条，未发现问题$/).waitFor();
    await expectHealthy(visit);
  });

  it('service, caches and interface document show live figures, and a call can be tried', async () => {
    const visit = await arrive(ADMIN, '/basic/monitor/server');
    const { page } = visit;
    for (const figure of ['事件循环延迟', '处理器', '内存', '数据库连接', '接口调用'])
      await page.getByText(figure, { exact: true }).first().waitFor();
    await page.goto(site.url('/basic/monitor/cache'));
    const cache = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: '清除' }) })
      .first();
    await cache.waitFor();
    expect(await cache.innerText()).toMatch(/\d+ \/ [\d,]+/);

    await page.goto(site.url('/basic/monitor/api'));
    await page.getByText(/^共 \d+ 个接口$/).waitFor();
    await page.getByLabel('搜索接口').fill('岗位分页');
    await page.getByRole('button', { name: /岗位分页/ }).click();
    await page.getByRole('heading', { name: '岗位分页' }).waitFor();
    await page.getByRole('tab', { name: '试用' }).click();
    await page.getByRole('button', { name: '发送' }).click();
    const answer = page.locator('.try-answer');
    await answer.getByText('200', { exact: true }).waitFor();
    await answer.getByText(/"postName": "系统管理员"/).waitFor();
    await expectHealthy(visit);
    expect(visit.refusals).toEqual([]);
  });
});
