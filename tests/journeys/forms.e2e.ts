import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { ADMIN, expectHealthy, product, removeRow } from './harness.ts';
import { Office } from './people.ts';

const site = product();
/** One dot. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** The designer of forms as a person works it: kinds are drawn onto the paper, settings stand beside it. */
class Designer {
  readonly paper;
  readonly settings;
  private readonly page: Page;
  constructor(page: Page) {
    this.page = page;
    this.paper = page.locator('.making-paper');
    this.settings = page.getByRole('complementary', { name: '设置' });
  }
  private kind = (name: string) => this.page.getByRole('navigation', { name: '字段' }).getByRole('button', { name, exact: true });
  /** Draws a kind behind everything that stands on the paper. */
  async draw(kind: string): Promise<void> {
    const last = this.paper.locator('.fill-paper > .making-list > .making-item, .making-empty').last();
    await last.scrollIntoViewIfNeeded();
    const from = await this.centre(this.kind(kind));
    const { x, y, width, height } = (await last.boundingBox())!;
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(from.x + 20, from.y + 10, { steps: 2 });
    await this.page.mouse.move(x + width * 0.9, y + height - 4, { steps: 6 });
    await this.page.mouse.up();
  }
  /** Puts a kind behind what is chosen, by a press. */
  press = (kind: string): Promise<void> => this.kind(kind).click();
  private async centre(of: ReturnType<typeof this.kind>): Promise<{ x: number; y: number }> {
    await of.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await of.boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  }
  async name(title: string, key: string): Promise<void> {
    await this.settings.getByRole('textbox', { name: '标题' }).fill(title);
    await this.settings.getByRole('textbox', { name: '字段标识' }).fill(key);
  }
  async require(): Promise<void> {
    await this.settings.getByRole('tab', { name: '校验' }).click();
    await this.settings.getByRole('switch', { name: '必填' }).click();
  }
}

interface Story {
  readonly id: string;
  readonly designer: Designer;
  readonly office: Office;
  readonly deptId: string;
  /** of who fills in */
  readonly phone: Page;
  /** of who manages the form */
  readonly page: Page;
}
/** The form gets an approval: what is filled in on a phone comes back, passes, counts, and is changed under approval. */
async function approved({ id, designer, office, deptId, phone, page }: Story): Promise<void> {
  const call = await site.program(ADMIN);
  const chief = await office.person({
    username: 'anzhuren',
    nickname: '安全主任',
    deptId,
    may: (one) => one.startsWith('workflow:task'),
  });
  const { data: users } = await call<{ data: { id: string; username: string }[] }>('GET', '/system/users/page?pageSize=200');
  const ids = [users.find(({ username }) => username === chief.username)!.id];
  const node = { type: 'approve', id: 'n1', name: '主任审核', who: [{ kind: 'user', ids }], mode: 'any', next: null };
  const process = { key: 'safety', name: '安全检查审核', kind: 'simple', tree: { type: 'start', id: 'start', next: node } };
  const { id: processId } = await call<{ id: string }>('POST', '/workflow/models', process);
  await call('POST', `/workflow/models/${processId}/publish`, { version: 0 });

  await page.goto(site.url(`/form/making?id=${id}`));
  await designer.settings.getByRole('switch', { name: '提交后审批' }).click();
  await designer.settings.getByRole('combobox', { name: '审批流程' }).click();
  await page.getByRole('option', { name: '安全检查审核' }).or(page.getByTitle('安全检查审核')).last().click();
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await page.getByText('已发布 V3').waitFor();

  await phone.goto(site.url(`/datafilling/my?open=${id}`));
  await phone.getByRole('textbox', { name: '检查地点' }).fill('三号站台');
  await phone.getByRole('spinbutton', { name: '发现数' }).fill('4');
  await phone.getByRole('button', { name: '提交', exact: true }).click();
  await sent(phone);

  const there = await site.visit();
  const desk = there.page;
  await site.enter(desk, '/workflow/task/todo', chief);
  const task = desk.getByRole('button', { name: /安全小李填报的安全检查/ });
  await task.click();
  await desk.getByText('三号站台').first().waitFor();
  await desk.getByRole('button', { name: /退回$/ }).click();
  const back = desk.getByRole('dialog', { name: '退回' });
  await back.getByLabel('退回原因').fill('请写明站台方向');
  await back.getByRole('button', { name: '退回' }).click();
  await desk.getByText('没有待办任务').waitFor();
  const total = async () => (await call<{ total: number }>('GET', `/data/filling/forms/${id}/records/stats`)).total;
  expect(await total()).toBe(2);

  await phone.goto(site.url('/datafilling/my'));
  await phone
    .getByRole('row', { name: /已退回/ })
    .getByRole('button', { name: '查看与修改' })
    .click();
  await phone.getByText('请写明站台方向').waitFor();
  await phone.getByRole('textbox', { name: '检查地点' }).fill('三号站台北侧');
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await phone.getByRole('button', { name: '重新提交' }).click();
  await sent(phone);

  await agree(desk, '三号站台北侧');
  expect(await total()).toBe(3);

  // what has passed is changed under approval, and holds until then
  await phone.goto(site.url('/datafilling/my'));
  await phone.getByRole('row', { name: /通过/ }).getByRole('button', { name: '查看', exact: true }).click();
  await phone.getByRole('button', { name: '变更', exact: true }).click();
  await phone.getByRole('textbox', { name: '变更原因' }).fill('漏记一处');
  await phone.getByRole('spinbutton', { name: '发现数' }).fill('5');
  await expectAccessible(phone);
  await phone.getByRole('button', { name: '提交变更' }).click();
  await sent(phone, '变更已提交，通过后生效');
  const found = async () => {
    const { data } = await call<{ data: { values: { site: string; found: number } }[] }>('GET', `/data/filling/forms/${id}/records/page`);
    return data.find(({ values }) => values.site === '三号站台北侧')?.values.found;
  };
  expect(await found()).toBe(4);
  await desk.getByRole('button', { name: /安全小李填报的安全检查/ }).click();
  await desk.getByRole('table', { name: '变更' }).locator('del').getByText('4', { exact: true }).waitFor();
  await agree(desk, '三号站台北侧');
  expect(await found()).toBe(5);
  await page.goto(site.url(`/datafilling/record?form=${id}`));
  await page
    .getByRole('row', { name: /三号站台北侧/ })
    .getByRole('button', { name: '查看', exact: true })
    .click();
  const drawer = page.getByRole('dialog', { name: '安全检查' });
  await drawer.getByRole('region', { name: '变更记录' }).getByText('漏记一处').waitFor();
  await drawer.getByRole('button', { name: '复制' }).click();
  await page.getByText('已恢复').waitFor();
  expect(await page.getByRole('textbox', { name: '检查地点' }).inputValue()).toBe('三号站台北侧');
  await expectHealthy(there);
}

/** Answers the question where the submission goes, and waits for what is said then. */
async function sent(page: Page, said = '已提交，等待审批'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^提交审批/ });
  await dialog.getByRole('button', { name: '提交' }).click();
  await page.getByText(said).waitFor();
}
async function agree(desk: Page, told: string): Promise<void> {
  await desk.getByRole('button', { name: /安全小李填报的安全检查/ }).click();
  await desk.getByText(told).first().waitFor();
  await desk.getByRole('button', { name: /(?<!不)同意$/ }).click();
  await desk.getByText('没有待办任务').waitFor();
}

describe('a form', () => {
  it('is drawn, published, filled in on a computer and on a phone, changed with its data, deleted and brought back', async () => {
    const call = await site.program(ADMIN);
    const office = await Office.open(site.program);
    const deptId = await office.dept('安全科', 'AQ');
    const filler = await office.person({
      username: 'anquan',
      nickname: '安全小李',
      deptId,
      may: (one) => one.startsWith('workflow:task'),
      pages: ['/datafilling/my'],
    });

    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/datafilling/form', ADMIN);
    await page.getByRole('button', { name: '新增表单' }).first().click();
    const drawer = page.getByRole('dialog', { name: '新增表单' });
    await drawer.getByRole('textbox', { name: '表单名称' }).fill('安全检查');
    await drawer.getByRole('textbox', { name: '表单编码' }).fill('safety_check');
    await drawer.getByRole('button', { name: '保存并设计' }).click();
    await page.waitForURL('**/form/making?id=*');
    const id = new URL(page.url()).searchParams.get('id')!;

    const designer = new Designer(page);
    await designer.draw('单行文本');
    await designer.name('检查地点', 'site');
    await designer.require();
    for (const [kind, title, key] of [
      ['日期', '检查日期', 'check_date'],
      ['单选', '检查类别', 'kind'],
      ['数字', '发现数', 'found'],
      ['手写签名', '签名', 'sign'],
      ['附件', '现场附件', 'docs'],
      ['子表', '明细', 'items'],
    ] as const) {
      await designer.draw(kind);
      await designer.name(title, key);
    }
    await designer.paper.getByRole('group', { name: '单行文本 内容' }).focus();
    await designer.name('问题', 'name');
    await designer.require();
    for (const [kind, title, key] of [
      ['数字', '数量', 'qty'],
      ['金额', '单价', 'price'],
      ['计算公式', '小计', 'sum'],
    ] as const) {
      await designer.press(kind);
      await designer.name(title, key);
    }
    await designer.settings.getByRole('textbox', { name: '公式' }).fill('[数量] * [单价]');
    await designer.draw('多行文本');
    await designer.name('整改意见', 'advice');
    await designer.settings.getByRole('tab', { name: '联动' }).click();
    await designer.settings.getByRole('button', { name: '添加规则' }).click();
    await designer.settings.getByRole('textbox', { name: '条件' }).fill('[发现数] > 0');
    await expectAccessible(page);
    await page.getByRole('button', { name: '发布', exact: true }).click();
    await page.getByText('已发布 V1').waitFor();
    await expectHealthy(visit);

    // somebody fills it in on a computer
    const there = await site.visit();
    await site.enter(there.page, '/datafilling/my', filler);
    await there.page.getByRole('button', { name: /安全检查/ }).click();
    await there.page.getByRole('button', { name: '提交', exact: true }).click();
    await there.page.getByText('请填写“检查地点”').waitFor();
    await there.page.getByRole('textbox', { name: '检查地点' }).fill('浦江枢纽');
    expect(await there.page.getByRole('textbox', { name: '整改意见' }).count()).toBe(0);
    await there.page.getByRole('spinbutton', { name: '发现数' }).fill('2');
    await there.page.getByRole('textbox', { name: '整改意见' }).fill('尽快整改');
    await there.page.getByRole('button', { name: '新增一行' }).click();
    await there.page.getByRole('table', { name: '明细' }).locator(':focus').waitFor();
    for (const cell of ['护栏缺失', '3', '12.5']) {
      // at once: single keys come faster than a busy machine draws
      await there.page.locator(':focus').fill(cell);
      await there.page.keyboard.press('Tab');
    }
    await there.page.getByRole('table', { name: '明细' }).getByText('37.50').waitFor();
    await expectAccessible(there.page);
    await there.page.getByRole('button', { name: '提交', exact: true }).click();
    await there.page.getByText('提交成功').waitFor();
    await there.page
      .getByRole('region', { name: '我的填报记录' })
      .getByRole('row', { name: /安全检查/ })
      .waitFor();
    await expectHealthy(there);

    // and once more on a phone
    const phone = await site.visit({ width: 390, height: 844 });
    await site.enter(phone.page, `/datafilling/my?open=${id}`, filler);
    await phone.page.getByRole('textbox', { name: '检查地点' }).fill('地下车库');
    await phone.page.getByRole('button', { name: '新增一行' }).click();
    await phone.page.getByRole('button', { name: '提交', exact: true }).click();
    await phone.page.getByText('请填写“问题”').waitFor();
    await phone.page.getByRole('textbox', { name: '问题' }).fill('照明不足');
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await phone.page.getByRole('button', { name: '提交', exact: true }).click();
    await phone.page.getByText('提交成功').waitFor();
    await expectHealthy(phone);

    // one of the records is corrected, then the form loses a field and gets another
    await page.goto(site.url(`/datafilling/record?form=${id}`));
    const row = page.getByRole('row', { name: /浦江枢纽/ });
    await row.getByRole('button', { name: '查看' }).click();
    await page.getByRole('dialog', { name: '安全检查' }).getByRole('button', { name: '修改' }).click();
    await page.getByRole('textbox', { name: '检查地点' }).fill('浦江枢纽二期');
    await page.getByRole('button', { name: '保存修改' }).click();
    await page.getByText('已保存').waitFor();
    await page.goto(site.url(`/form/making?id=${id}`));
    await designer.paper.getByRole('group', { name: '多行文本 整改意见' }).focus();
    await page.keyboard.press('Delete');
    await designer.press('评分');
    await designer.name('风险等级', 'risk');
    await page.getByRole('button', { name: '发布', exact: true }).click();
    await page.getByText('已发布 V2').waitFor();
    await page.goto(site.url(`/datafilling/record?form=${id}`));
    await row.getByRole('button', { name: '查看' }).click();
    const old = page.getByRole('dialog', { name: '安全检查' });
    await old.getByText('尽快整改').waitFor();
    await old.getByText('第 1 版').waitFor();
    await expectHealthy(visit);
    await approved({ id, designer, office, deptId, phone: phone.page, page });
    await expectHealthy(phone);
    await expectHealthy(visit);

    await page.goto(site.url('/datafilling/form'));
    await removeRow(page.getByRole('row', { name: /safety_check/ }));
    await page.goto(site.url('/basic/system/recycle'));
    const gone = page.getByRole('row', { name: /安全检查/ });
    await gone.getByRole('button', { name: '恢复' }).click();
    await page.getByRole('dialog', { name: '系统提示' }).getByRole('button', { name: '恢复' }).click();
    await gone.waitFor({ state: 'hidden' });
    const records = await call<{ total: number }>('GET', `/data/filling/forms/${id}/records/page`);
    expect(records.total).toBe(3);
    await expectHealthy(visit);
  });

  it('is filled in on a phone by somebody without an account, over a link that its owner opens and closes', async () => {
    const call = await site.program(ADMIN);
    const layout = [
      { id: 'f1', type: 'input', key: 'visitor', label: '来访人', required: true },
      { id: 'f2', type: 'number', key: 'people', label: '同行人数', max: 9 },
      { id: 'f3', type: 'area', key: 'place', label: '来自' },
      { id: 'f4', type: 'image', key: 'photos', label: '车辆照片', maxCount: 2 },
      { id: 'f5', type: 'signature', key: 'signed', label: '签名' },
    ];
    const { id } = await call<{ id: string }>('POST', '/data/filling/forms', {
      formCode: 'visitors',
      formName: '来访登记',
      schema: { layout, rules: [] },
    });
    await call('POST', `/data/filling/forms/${id}/publish`, { version: 0 });

    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/datafilling/form', ADMIN);
    const open = async () => {
      await page
        .getByRole('row', { name: /visitors/ })
        .getByRole('button', { name: '更多' })
        .click();
      await page.getByRole('menuitem', { name: '公开填报' }).click();
    };
    await open();
    const dialog = page.getByRole('dialog', { name: '公开填报 · 来访登记' });
    await dialog.getByRole('textbox', { name: '链接名称' }).fill('南门二维码');
    await dialog.getByRole('switch', { name: '提交前验证码' }).click();
    await dialog.getByRole('button', { name: '生成链接' }).click();
    const address = await dialog.getByRole('textbox', { name: '公开填报链接' }).inputValue();
    expect(address).toMatch(/\/fill\/[\w-]{32}$/);
    await expectAccessible(page);

    const phone = await site.visit({ width: 390, height: 844 });
    await phone.page.goto(site.url(new URL(address).pathname));
    await phone.page.getByRole('heading', { name: '来访登记' }).waitFor();
    await phone.page.getByRole('button', { name: '提交', exact: true }).click();
    await phone.page.getByText('请填写“来访人”').waitFor();
    await phone.page.getByRole('textbox', { name: '来访人' }).fill('王工');
    await phone.page.getByRole('combobox', { name: '来自' }).click();
    for (const name of ['浙江省', '杭州市', '西湖区']) await phone.page.getByTitle(name, { exact: true }).click();
    await phone.page.getByTitle('浙江省 / 杭州市 / 西湖区').waitFor();
    const [chooser] = await Promise.all([
      phone.page.waitForEvent('filechooser'),
      phone.page.getByRole('button', { name: '选择图片' }).click(),
    ]);
    await chooser.setFiles({ name: '车辆.png', mimeType: 'image/png', buffer: PICTURE });
    await phone.page.getByRole('img', { name: '车辆.png' }).waitFor();
    await phone.page.getByRole('button', { name: '签名', exact: true }).click();
    const pad = phone.page.getByRole('dialog', { name: '签名' });
    const paper = pad.getByLabel('在此手写签名');
    await paper.hover({ position: { x: 40, y: 30 } });
    await phone.page.mouse.down();
    await paper.hover({ position: { x: 120, y: 70 } });
    await phone.page.mouse.up();
    await pad.getByRole('button', { name: '完成' }).click();
    await phone.page.getByRole('img', { name: '签名.png' }).waitFor();
    await phone.page.getByText('已保存在本机').waitFor({ state: 'attached' });
    await phone.page.reload();
    await phone.page.getByText('已恢复').waitFor();
    expect(await phone.page.getByRole('textbox', { name: '来访人' }).inputValue()).toBe('王工');
    await phone.page.getByRole('img', { name: '车辆.png' }).waitFor();
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(phone.page);
    await phone.page.getByRole('button', { name: '提交', exact: true }).click();
    await phone.page.getByRole('heading', { name: '提交成功' }).waitFor();
    await expectHealthy(phone);

    await dialog.getByRole('button', { name: '访问记录' }).click();
    await dialog
      .getByRole('table', { name: '访问记录' })
      .getByRole('row', { name: /\d{4}-\d\d-\d\d 2 1 0/ })
      .waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: '禁用' }).click();
    await dialog.getByText('已禁用').waitFor();
    await phone.page.reload();
    await phone.page.getByText('填报链接已禁用').waitFor();
    await page.goto(site.url(`/datafilling/record?form=${id}`));
    const row = page.getByRole('row', { name: /王工.*公开链接 · 南门二维码/ });
    await row.getByRole('button', { name: '查看' }).click();
    await page.getByRole('dialog', { name: '来访登记' }).getByRole('img', { name: '车辆.png' }).waitFor();
    await expectHealthy(visit);
  });
});
