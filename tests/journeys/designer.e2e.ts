import { BpmnModdle } from 'bpmn-moddle';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { drawnFiles } from './bpmn-files.ts';
import { ADMIN, expectHealthy, product, type Visit } from './harness.ts';

const site = product({ SEED: 'empty' }, { motion: true });
let count = 0;

const approve = (id: string, name: string, next: object | null = null) => ({
  type: 'approve',
  id,
  name,
  who: [{ kind: 'starter' }],
  starter: 'self',
  next,
});
async function modelOf(body: object): Promise<string> {
  const call = await site.program(ADMIN);
  const key = `designed${(count += 1)}`;
  const { id } = await call<{ id: string }>('POST', '/workflow/models', { key, name: `设计${count}`, ...body });
  return id;
}
const treeModel = (next: object | null) => modelOf({ kind: 'simple', tree: { type: 'start', id: 'start', next } });
async function opened(id: string, view = ''): Promise<Visit> {
  const visit = await site.visit();
  await site.enter(visit.page, `/workflow/model/design/${id}${view}`, ADMIN);
  return visit;
}
const places = (page: Page) =>
  page.locator('[data-place]').evaluateAll((all) => all.map((one) => one.getAttribute('data-place')).join(' '));
/** Clicks a flow of a drawing in the middle of its line, which may have corners. */
async function clickFlow(page: Page, id: string): Promise<void> {
  const line = page.locator(`.djs-connection[data-element-id="${id}"] > .djs-hit`).first();
  await line.waitFor({ state: 'attached' });
  const at = await line.evaluate((path) => {
    const way = path as SVGGeometryElement;
    const { x, y } = way.getPointAtLength(way.getTotalLength() / 2).matrixTransform(way.getScreenCTM() ?? undefined);
    return { x, y };
  });
  await page.mouse.click(at.x, at.y);
}
/** Presses a key until the focus stands where it should. */
async function reach(page: Page, key: string, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${selector} is not reached by ${key}`);
}

describe('the approval view', () => {
  it('builds, checks and publishes an approval of two steps without a mouse', async () => {
    const visit = await opened(await treeModel(null));
    const { page } = visit;
    await page.getByRole('button', { name: '添加节点' }).waitFor();
    await reach(page, 'Tab', '.tree-add');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: '审批' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem');
    await page.keyboard.press('Enter');
    await expect.poll(() => places(page)).toBe('n1');
    // from the node into its settings and back
    await reach(page, 'Shift+Tab', '[data-place="n1"]');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('node-name');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('车队审批');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+d');
    await expect.poll(() => places(page)).toBe('n1 n2');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('node-name');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('领导审批');
    await page.keyboard.press('Control+s');
    await page.getByText(/^已保存/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: '发布', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('已发布第 1 版').waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^车队审批/ }).waitFor();
    await page.getByRole('button', { name: /^领导审批/ }).waitFor();
    await expectHealthy(visit);
  });

  it('takes back 50 steps one by one and does them again', async () => {
    const visit = await opened(await treeModel(approve('n1', '审批')));
    const { page } = visit;
    await page.getByRole('button', { name: /^审批/ }).focus();
    for (let step = 0; step < 50; step += 1) await page.keyboard.press('Control+d');
    await expect.poll(async () => (await places(page)).split(' ').length).toBe(51);
    for (let step = 0; step < 50; step += 1) await page.keyboard.press('Control+z');
    await expect.poll(() => places(page)).toBe('n1');
    for (let step = 0; step < 50; step += 1) await page.keyboard.press('Control+Shift+z');
    await expect.poll(async () => (await places(page)).split(' ').length).toBe(51);
    await expectHealthy(visit);
  });

  it('asks before what is not saved is lost: on the way back, to another page, and when the tab closes', async () => {
    const id = await treeModel(approve('n1', '审批'));
    const visit = await opened(id);
    const { page } = visit;
    await page.getByRole('button', { name: /^审批/ }).focus();
    await page.keyboard.press('Control+d');
    await page.getByText('1 处未保存').waitFor();
    await page.getByRole('button', { name: '返回' }).click();
    const question = page.getByRole('dialog').filter({ hasText: '未保存的修改' });
    await question.getByRole('button', { name: /取\s*消/ }).click();
    await expect.poll(() => places(page)).toBe('n1 n2');
    const asked = new Promise<string>((resolve) =>
      page.once('dialog', (dialog) => void dialog.dismiss().then(() => resolve(dialog.type()))),
    );
    await page.close({ runBeforeUnload: true });
    expect(await asked).toBe('beforeunload');
    await page.getByRole('button', { name: '返回' }).click();
    await question.getByRole('button', { name: '离开' }).click();
    await page.waitForURL((url) => !url.pathname.includes('/design/'));
    await expectHealthy(visit);
  });

  it('says which node is not complete and what to do', async () => {
    const visit = await opened(await treeModel(approve('n1', '主管审批')));
    const { page } = visit;
    await page.getByRole('button', { name: /^主管审批/ }).click();
    await page.getByRole('combobox', { name: '审批人来源' }).click();
    await page.getByTitle('角色', { exact: true }).click();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByRole('button', { name: '“主管审批”：请选择审批人来源的对象', exact: true }).waitFor();
    // nothing is hovered
    await page.mouse.move(720, 700);
    await expectAccessible(page);
    await expectHealthy(visit);
  });
});

describe('the BPMN view', () => {
  it('builds conditions from rows, and copies a task into another process, whose people are its own', async () => {
    const branches = [
      { id: 'b1', name: '大额', condition: '${amount > 1000}', next: approve('n2', '总监审批') },
      { id: 'b2', name: '其他', condition: null, next: null },
    ];
    const id = await treeModel({ type: 'exclusive', id: 'g', name: '', branches, next: null });
    const visit = await opened(id, '?view=bpmn');
    const { page } = visit;
    const drawing = page.getByRole('main', { name: '流程图' });
    await clickFlow(page, 'b1');
    await page.getByRole('textbox', { name: '值' }).fill('5000');
    await page.getByRole('button', { name: /添加条件$/ }).click();
    await page.getByRole('combobox', { name: '字段' }).last().click();
    await page.getByTitle('标题', { exact: true }).first().click();
    await page.getByRole('textbox', { name: '值' }).last().fill('服务器');
    // what is typed and not left yet is saved as well
    await page.keyboard.press('Control+s');
    await page.getByText(/^已保存/).waitFor();
    const call = await site.program(ADMIN);
    const stored = await call<{ bpmnXml: string }>('GET', `/workflow/models/${id}`);
    expect(stored.bpmnXml).toContain("${amount &gt; 5000 &amp;&amp; title == '服务器'}");
    await drawing.locator('[data-element-id="n2"] .djs-hit').first().click();
    await page.getByRole('button', { name: '复制', exact: true }).click();
    await expectAccessible(page);

    const other = await treeModel(approve('n1', '主管审批'));
    await page.goto(site.url(`/workflow/model/design/${other}?view=bpmn`));
    await drawing.locator('[data-element-id="n1"]').first().waitFor();
    await page.getByRole('button', { name: '粘贴', exact: true }).click();
    await page.getByText('1 处未保存').waitFor();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText(/^已保存/).waitFor();
    const { bpmnXml } = await call<{ bpmnXml: string }>('GET', `/workflow/models/${other}`);
    const [, pasted = ''] = /<bpmn:userTask id="(\w+)" name="总监审批"/.exec(bpmnXml) ?? [];
    expect(pasted).not.toBe('');
    expect(bpmnXml).toContain(`flowable:candidateUsers="\${approvers_${pasted}}"`);
    await expectHealthy(visit);
  });

  it.each(Object.entries(drawnFiles))('opens and saves %s without losing or changing anything of it', async (_name, file) => {
    // a model and its process have one key
    const xml = file.replaceAll('"p"', `"designed${count + 1}"`);
    const id = await modelOf({ kind: 'bpmn', bpmnXml: xml });
    const visit = await opened(id, '?view=bpmn');
    const { page } = visit;
    await page.getByRole('main', { name: '流程图' }).locator('.djs-element').first().waitFor();
    await page.getByRole('textbox', { name: '说明' }).fill('已核对');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText(/^已保存/).waitFor();
    const call = await site.program(ADMIN);
    const { bpmnXml } = await call<{ bpmnXml: string }>('GET', `/workflow/models/${id}`);
    expect(bpmnXml).toContain('已核对');
    const without = bpmnXml.replace(/<(\w+:)?documentation>已核对<\/(\w+:)?documentation>/, '');
    expect(await meaningOf(without)).toEqual(await meaningOf(xml));
    await expectHealthy(visit);
  });
});

interface Part {
  readonly $type: string;
  readonly $attrs?: Readonly<Record<string, unknown>>;
  readonly [name: string]: unknown;
}
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && '$type' in value;
/** Everything that a file says, without where it is drawn and in an order of its own. */
async function meaningOf(xml: string): Promise<unknown> {
  const { rootElement } = await new BpmnModdle().fromXML(xml);
  const of = (value: unknown, parent: unknown): unknown => {
    if (Array.isArray(value)) {
      const parts = value.map((one) => of(one, parent));
      return parts.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    }
    if (!isPart(value)) return value;
    if (value['$parent'] !== parent) return value['id'];
    const names = Object.getOwnPropertyNames(value).filter(
      (name) => !['$parent', '$attrs', 'di', 'diagrams', 'incoming', 'outgoing'].includes(name),
    );
    const attributes = Object.entries(value.$attrs ?? {}).filter(([name]) => !name.startsWith('xmlns') && !name.startsWith('exporter'));
    return { ...Object.fromEntries(names.toSorted().map((name) => [name, of(value[name], value)])), attributes: attributes.toSorted() };
  };
  const { id: _id, ...rest } = of({ ...(rootElement as object), $parent: null }, null) as Record<string, unknown>;
  return rest;
}

describe('the list of models', () => {
  it('copies a model under another key, and keeps a category that has models', async () => {
    const call = await site.program(ADMIN);
    await call('POST', '/workflow/categorys', { name: '旅程分类' });
    const list = await call<{ id: string; name: string }[]>('GET', '/workflow/categorys/list');
    const category = list.find(({ name }) => name === '旅程分类')!.id;
    const tree = { type: 'start', id: 'start', next: approve('n1', '审批') };
    await call('POST', '/workflow/models', { key: 'to_copy', name: '待复制', kind: 'simple', tree, categoryId: category });
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/workflow/model', ADMIN);
    const row = page.getByRole('row').filter({ hasText: '待复制' });
    await row.getByRole('button', { name: '复制', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /复制/ });
    await dialog.getByLabel('流程标识').fill('to_copy');
    const copy = dialog.getByRole('button', { name: /^复\s*制$/ });
    await copy.click();
    await dialog.getByText('流程标识已存在').waitFor();
    await dialog.getByLabel('流程标识').fill('copied');
    await copy.click();
    await expect.poll(async () => (await call<{ data: unknown[] }>('GET', '/workflow/models/page?key=copied')).data.length).toBe(1);
    await page.goto(site.url('/workflow/model?panel=category'));
    const drawer = page.getByRole('dialog', { name: '流程分类' });
    await drawer.getByRole('row').filter({ hasText: '旅程分类' }).getByRole('button', { name: '删除' }).click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /删\s*除|确\s*定/ })
      .last()
      .click();
    await page.getByText(/分类正在被流程 .*待复制.* 使用，不能删除/).waitFor();
    expect((await call<{ name: string }[]>('GET', '/workflow/categorys/list')).map(({ name }) => name)).toContain('旅程分类');
  });
});
