import { beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { readSheet } from '#kit/server/excel/reader.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import { creditCode } from '#modules/projects/server/supplier/test-supplier.ts';
import { choose, dayIn, downloaded, expectHealthy, fillDay, openList, product, type Account } from './harness.ts';
import { Office } from './people.ts';

const site = product();
const BRANCH = '江北分公司';
/** the number of the example in GB 11643, and the same with another check digit */
const ID_CARD = '11010519491231002X';
const WRONG_CARD = '110105194912310021';
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

let clerk: Account;
beforeAll(async () => {
  const office = await Office.open(site.program);
  const may = (permission: string) => permission.startsWith('project:') && !permission.endsWith(':remove');
  clerk = await office.person({ username: 'dangan', nickname: '档案员小陈', deptId: await office.dept(BRANCH, 'JB'), may });
});

const save = (page: Page, dialog: string) =>
  page.getByRole('dialog', { name: dialog }).getByRole('button', { name: '保存', exact: true }).click();

/** Opens the form of a new record. */
async function openForm(page: Page, label: string): Promise<Locator> {
  await page
    .getByRole('button', { name: `新增${label}` })
    .first()
    .click();
  return page.getByRole('dialog', { name: `新增${label}` });
}

/** Picks 浙江省 / 杭州市 by its initials. */
async function pickArea(page: Page, field: Locator): Promise<void> {
  await field.fill('hz');
  await page
    .locator('.ant-cascader-dropdown')
    .filter({ visible: true })
    .getByText(/杭州市/)
    .first()
    .click();
}

async function fillSupplier(page: Page, name: string, code: string): Promise<Locator> {
  const form = await openForm(page, '供应商');
  await form.getByLabel('供应商名称').fill(name);
  await form.getByLabel('统一社会信用代码').fill(code);
  await choose(form.getByRole('combobox', { name: '供应商类型' }), '材料');
  await pickArea(page, form.getByRole('combobox', { name: '所在地' }));
  await form.getByLabel('联系人').fill('赵六');
  await form.getByLabel('联系电话').fill('13900000001');
  return form;
}

async function addSupplier(page: Page, name: string, code: string): Promise<void> {
  await page.goto(site.url('/project/supplier'));
  const form = await fillSupplier(page, name, code);
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  await page.getByRole('row', { name: new RegExp(name) }).waitFor();
}

const TITLES = ['供应商名称', '统一社会信用代码', '供应商类型', '省份', '城市', '联系人', '联系电话'];
/** An import file with the suppliers 甲 and 乙. */
async function supplierFile(codes: readonly [string, string]) {
  const rows = codes.map((code, at) => [`导入供应商${'甲乙'[at]}`, code, '材料', '浙江省', '杭州市', '张三', '13900000002']);
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbook([{ name: '供应商', columns: TITLES.map((title) => ({ title, width: 20 })), rows }]))
    chunks.push(chunk);
  return {
    name: '供应商.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.concat(chunks),
  };
}

describe('the project clerk', () => {
  it('records a certificate, finds it in list, detail and calendar, and cannot delete it', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/project/practicingQualification', clerk);
    await page.getByRole('button', { name: '新增执业资质' }).first().click();
    const form = page.getByRole('dialog', { name: '新增执业资质' });
    const validTo = dayIn(20);
    await form.getByLabel('姓名').fill('王建桥');
    await form.getByLabel('身份证号').fill(WRONG_CARD);
    await choose(form.getByRole('combobox', { name: '所属分公司' }), BRANCH);
    await choose(form.getByRole('combobox', { name: '执业类型' }), '一级注册结构工程师');
    await form.getByLabel('资格证书编号').fill('S2026-JB-001');
    await form.getByLabel('注册单位').fill(BRANCH);
    await fillDay(form.getByLabel('有效期至'), validTo);
    await form.getByLabel('出生日期').waitFor(); // asked for as long as the number does not tell it
    await save(page, '新增执业资质');
    await form
      .locator('.ant-form-item', { has: page.getByLabel('身份证号') })
      .getByText('身份证号校验位不正确，请核对')
      .waitFor();
    await form.getByText('1 项需要修改：身份证号').waitFor();
    await form.getByLabel('身份证号').fill(ID_CARD);
    await form.getByLabel('出生日期').waitFor({ state: 'hidden' });
    await form.locator('input[type=file]').setInputFiles({ name: '资格证书.png', mimeType: 'image/png', buffer: PICTURE });
    await form.getByRole('button', { name: '下载 资格证书.png' }).waitFor();
    await save(page, '新增执业资质');
    await form.waitFor({ state: 'hidden' });

    const row = page.getByRole('row', { name: /王建桥/ });
    await row.getByText(/^\d+ 天后到期$/).waitFor();
    await row.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '详情' }).waitFor();
    expect(await page.getByRole('menuitem', { name: '删除' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: '详情' }).click();
    const heading = page.getByRole('heading', { name: '王建桥', level: 2 });
    await heading.waitFor();
    await page.reload();
    await heading.waitFor();
    await page.getByText('1949-12-31').first().waitFor(); // from the identity number

    await page.getByRole('tab', { name: /^附件/ }).click();
    await page.getByRole('button', { name: '资格证书.png', exact: true }).click();
    const preview = page.getByRole('dialog', { name: '资格证书.png' });
    await preview.getByRole('img', { name: '资格证书.png' }).waitFor();
    await preview.getByRole('button', { name: '关闭' }).click();
    await preview.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: '修改' }).click();
    const changing = page.getByRole('dialog', { name: '修改执业资质' });
    await changing.getByLabel('资格证书编号').fill('S2026-JB-002');
    await save(page, '修改执业资质');
    await changing.waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: /^变更记录/ }).click();
    const change = page
      .getByRole('tabpanel', { name: /^变更记录/ })
      .getByRole('listitem')
      .first();
    await change.getByText('S2026-JB-001').waitFor();
    await change.getByText('S2026-JB-002').waitFor();

    await page.getByRole('button', { name: '返回列表' }).click();
    await page.getByRole('tab', { name: '到期日历' }).click();
    if (validTo.slice(0, 7) !== dayIn(0).slice(0, 7)) await page.getByRole('button', { name: '下个月' }).click();
    await page.getByRole('gridcell', { name: `${validTo} 到期 1 项` }).click();
    await page
      .getByRole('complementary')
      .getByRole('link', { name: /王建桥/ })
      .click();
    await heading.waitFor();
    await expectHealthy(visit);
    expect(visit.refusals).toEqual([]);
  });

  it('puts a supplier on the blacklist: red, with the reason, and not to be had again', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.authenticate(page, clerk);
    await addSupplier(page, '旅程问题建材有限公司', creditCode(1));
    await addSupplier(page, '旅程正常建材有限公司', creditCode(2));
    const row = page.getByRole('row', { name: /旅程问题建材/ });
    await row.getByRole('button', { name: '变更状态' }).click();
    const moving = page.getByRole('dialog', { name: '变更名录状态' });
    await moving.getByRole('radio', { name: '黑名单' }).check();
    await moving.getByRole('button', { name: '保存' }).click();
    await moving.getByText('请填写原因').waitFor();
    await moving.getByLabel('原因').fill('提供伪造的检测报告');
    await moving.getByRole('button', { name: '保存' }).click();
    await moving.waitFor({ state: 'hidden' });
    await row.getByText('黑名单').waitFor();
    const redOf = (name: string) => page.getByText(name).evaluate((cell) => getComputedStyle(cell).color);
    expect(await redOf('旅程问题建材有限公司')).not.toBe(await redOf('旅程正常建材有限公司'));
    await row.getByText('黑名单').hover();
    await page.getByRole('tooltip', { name: '提供伪造的检测报告' }).waitFor();

    await row.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '详情' }).click();
    await page.getByText('黑名单供应商，禁止选用').waitFor();
    await page.getByText('提供伪造的检测报告').first().waitFor();
    const asClerk = await site.program(clerk);
    const offered = await asClerk<{ supplierName: string }[]>('GET', '/api/project/supplier/list');
    expect(offered.map((one) => one.supplierName)).toEqual(['旅程正常建材有限公司']);
    expect(visit.refusals).toEqual([]);

    await page.goto(site.url('/project/supplier'));
    const form = await fillSupplier(page, '旅程问题建材新公司', creditCode(1));
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await form
      .locator('.ant-form-item', { has: page.getByLabel('统一社会信用代码') })
      .getByText(/黑名单/)
      .waitFor();
    await expectHealthy(visit);
  });

  it('takes suppliers out as a workbook and in again, once every row is right', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/project/supplier', clerk);
    await page.getByRole('row', { name: /旅程正常建材/ }).waitFor();
    const exported = await downloaded(page, () => page.getByRole('button', { name: /导出$/ }).click());
    expect(exported.name).toMatch(/^供应商_.*\.xlsx$/);
    const { rows } = await readSheet(exported.content, 100);
    expect(rows.map((row) => row.cells.join(' ')).join('\n')).toMatch(/旅程问题建材有限公司.*黑名单/);

    await page.getByRole('button', { name: '导入' }).click();
    const wizard = page.getByRole('dialog', { name: '导入供应商' });
    const template = await downloaded(page, () => wizard.getByRole('button', { name: '下载模板' }).click());
    expect(template.content.subarray(0, 2).toString()).toBe('PK');
    const choosing = wizard.locator('input[type=file]');
    await choosing.setInputFiles(await supplierFile([creditCode(3), `${creditCode(4).slice(0, 17)}?`]));
    const wrong = wizard.getByRole('row', { name: /统一社会信用代码/ });
    await wrong.getByRole('cell', { name: '3', exact: true }).waitFor(); // the row of the sheet
    expect(await wizard.getByRole('button', { name: '导入', exact: true }).isDisabled()).toBe(true);
    await choosing.setInputFiles(await supplierFile([creditCode(3), creditCode(4)]));
    await wizard.getByRole('button', { name: '导入 2 条' }).click();
    await wizard.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /导入供应商甲/ }).waitFor();
    await page.getByRole('row', { name: /导入供应商乙/ }).waitFor();
    await page.getByRole('button', { name: '全部 4家' }).waitFor(); // the figure above has moved along
    await expectHealthy(visit);
  });

  it('keeps the tree of practicing types, and offers only what is in use', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/project/practicingType', clerk);
    const parent = page.getByRole('row', { name: /^收起 注册建筑师/ });
    await parent.getByRole('button', { name: '新增下级' }).click();
    const form = page.getByRole('dialog', { name: '新增执业类型' });
    await form.getByLabel('类型名称').fill('旅程注册建筑师');
    await form.getByLabel('类型编码').fill('1099');
    await save(page, '新增执业类型');
    await form.waitFor({ state: 'hidden' });
    const row = page.getByRole('row', { name: /旅程注册建筑师/ });
    await row.getByRole('button', { name: '禁用' }).click();
    const question = page.getByRole('dialog', { name: '系统提示' });
    await question.getByText(/之后不能再登记该类型的证书/).waitFor();
    await question.getByRole('button', { name: '禁用' }).click();
    await row.getByRole('button', { name: '启用' }).waitFor();

    await page.goto(site.url('/project/practicingQualification'));
    await page.getByRole('button', { name: '新增执业资质' }).first().click();
    await page.getByRole('dialog', { name: '新增执业资质' }).getByRole('combobox', { name: '执业类型' }).click();
    const offered = openList(page);
    await offered.getByTitle('一级注册建筑师').waitFor();
    expect(await offered.getByTitle('旅程注册建筑师').count()).toBe(0);
    await expectHealthy(visit);
  });

  it('adds a right, a quality project and a unit, and finds an area by its initials', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.authenticate(page, clerk);

    await page.goto(site.url('/project/intellectualProperty'));
    const right = await openForm(page, '知识产权');
    await right.getByLabel('名称').first().fill('一种旅程桥梁监测装置');
    await choose(right.getByRole('combobox', { name: '知识产权类型' }), '发明专利');
    await choose(right.getByRole('combobox', { name: '法律状态' }), '已受理');
    await choose(right.getByRole('combobox', { name: '所属分公司' }), BRANCH);
    await right.getByLabel(/^权利人/).fill(BRANCH);
    await right.getByLabel('申请号').fill('CN201710601862.3');
    await save(page, '新增知识产权');
    await right.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /旅程桥梁监测装置/ }).waitFor();

    await page.goto(site.url('/project/qualityProject'));
    const project = await openForm(page, '质量项目');
    await project.getByLabel('工程名称').fill('旅程大桥工程');
    await project.getByLabel('工程编号').fill('ZL-2026-901');
    await choose(project.getByRole('combobox', { name: '工程类型' }), '市政');
    await choose(project.getByRole('combobox', { name: '承担业务' }), '设计');
    await choose(project.getByRole('combobox', { name: '所属分公司' }), BRANCH);
    await choose(project.getByRole('combobox', { name: '奖项级别' }), '省部级');
    await pickArea(page, project.getByRole('combobox', { name: '所在地' }));
    await save(page, '新增质量项目');
    await project.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /旅程大桥工程/ }).waitFor();

    await page.goto(site.url('/project/department'));
    const unit = await openForm(page, '生产单元');
    await unit.getByLabel('单元名称').fill('旅程设计一所');
    await unit.getByLabel('单元编码').fill('LC-SJ1');
    await choose(unit.getByRole('combobox', { name: '单元类型' }), '生产院所');
    await unit.getByLabel('负责人').first().fill('周工');
    await save(page, '新增生产单元');
    await unit.waitFor({ state: 'hidden' });
    await page.getByText('旅程设计一所').first().waitFor();

    await page.goto(site.url('/project/sysArea'));
    await page.getByLabel('搜索行政区划').fill('hzs');
    const found = page.getByRole('tree').getByTitle(/^杭州市/);
    await found.click();
    await page.getByRole('heading', { name: '杭州市', level: 2 }).waitFor();
    expect(new URL(page.url()).searchParams.get('code')).toBe('330100');
    await expectHealthy(visit);
    expect(visit.refusals).toEqual([]);
  });
});
