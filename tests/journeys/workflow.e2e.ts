import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { ADMIN, choose, expectHealthy, product, type Account } from './harness.ts';
import { Office } from './people.ts';

const site = product();
let starter: Account;
let leader: Account;
let substitute: Account;
const STARTER = '申请人小林';

beforeAll(async () => {
  const office = await Office.open(site.program);
  const may = (permission: string) => /^workflow:(?:task|request|delegation|instance:my)/.test(permission);
  const dept = await office.dept('工程审批部', 'GC');
  starter = await office.person({ username: 'shenqing', nickname: STARTER, deptId: dept, may });
  leader = await office.person({ username: 'shenpi', nickname: '主管老周', deptId: dept, may });
  substitute = await office.person({ username: 'daiban', nickname: '副主管小吴', deptId: dept, may });
  const call = await site.program(ADMIN);
  const { data } = await call<{ data: { id: string; username: string }[] }>('GET', '/system/users/page?pageSize=200');
  const leaderId = data.find(({ username }) => username === leader.username)!.id;
  const tree = {
    type: 'start',
    next: { type: 'approve', id: 'n1', name: '主管审批', who: [{ kind: 'user', ids: [leaderId] }], next: null },
  };
  const model = await call<{ id: string }>('POST', '/workflow/models', { key: 'expense', name: '费用申请', kind: 'simple', tree });
  const { definitionId } = await call<{ definitionId: string }>('POST', `/workflow/models/${model.id}/publish`, { version: 0 });
  await call('POST', '/workflow/business', {
    businessCode: '8099',
    businessName: '费用',
    businessType: 'workflow.request',
    processDefinitionId: definitionId,
    businessTempalte: '{nickname}的{businessName}：{title}',
  });
});

/** Agrees to where a record goes. */
async function submitted(page: Page, what: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `提交审批：${what}` });
  await dialog.getByRole('button', { name: '提交' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

describe('a process', () => {
  it('is drawn in the approval view, checked, published, and there after a reload', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/workflow/model', ADMIN);
    await page.getByRole('button', { name: '新增流程模型' }).first().click();
    const form = page.getByRole('dialog', { name: '新增流程模型' });
    await form.getByLabel('流程名称').fill('用车申请');
    await form.getByLabel('流程标识').fill('car');
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByRole('button', { name: '用车申请', exact: true }).click();
    await page.getByRole('button', { name: '添加节点' }).click();
    await page.getByRole('menuitem', { name: '审批' }).click();
    await page.getByRole('textbox', { name: '名称', exact: true }).fill('车队审批');
    await page.getByText('1 处未保存').or(page.getByText('2 处未保存')).waitFor();
    await page.getByRole('button', { name: '校验' }).click();
    await page.getByText('校验通过').waitFor();
    await page.getByRole('button', { name: '发布' }).click();
    await page.getByText('已发布第 1 版').waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^车队审批/ }).waitFor();
    await expectHealthy(visit);
  });
});

describe('branches of a process', () => {
  it('get their conditions from rows, and nodes are moved, copied and deleted by keys', async () => {
    const call = await site.program(ADMIN);
    const approve = (id: string, name: string) => ({ type: 'approve', id, name, who: [{ kind: 'starter' }], starter: 'self' });
    const branches = [
      { id: 'b1', name: '大额', condition: '${amount > 1000}', next: approve('n2', '总监审批') },
      { id: 'b2', name: '其他', next: null },
    ];
    const fork = { type: 'exclusive', id: 'n3', name: '金额', branches, next: null };
    const tree = { type: 'start', id: 'start', next: { ...approve('n1', '主管审批'), next: fork } };
    const { id } = await call<{ id: string }>('POST', '/workflow/models', { key: 'branching', name: '分支申请', kind: 'simple', tree });
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, `/workflow/model/design/${id}`, ADMIN);
    await page.getByRole('button', { name: /^大额/ }).click();
    await page.getByRole('textbox', { name: '值' }).fill('5000');
    await page.getByRole('button', { name: /添加条件$/ }).click();
    await page.getByRole('combobox', { name: '字段' }).last().click();
    await page.getByTitle('标题', { exact: true }).first().click();
    await page.getByRole('textbox', { name: '值' }).last().fill('服务器');
    await page.getByRole('button', { name: /^大额.*金额 > 5000 且 标题 = 服务器/ }).waitFor();
    await expectAccessible(page);

    const cards = page.getByRole('button', { name: /^总监审批/ });
    await cards.focus();
    await page.keyboard.press('Control+d');
    await page.keyboard.press('Alt+ArrowDown');
    const order = () => page.locator('[data-place]').evaluateAll((all) => all.map((one) => one.getAttribute('data-place')).join(' '));
    await expect.poll(order).toBe('n1 n3 b1 n2 b2 n4');
    await page.keyboard.press('Delete');
    await expect.poll(order).toBe('n1 n3 b1 n2 b2');
    await page.keyboard.press('Control+z');
    await expect.poll(order).toBe('n1 n3 b1 n2 b2 n4');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText(/^已保存/).waitFor();
    const stored = await call<{ tree: unknown }>('GET', `/workflow/models/${id}`);
    expect(JSON.stringify(stored.tree)).toContain("${amount > 5000 && title == '服务器'}");
    await expectHealthy(visit);
  });
});

describe('a process in both views', () => {
  it('is drawn as a tree, tried, changed in BPMN, published and compared with what was published before', async () => {
    const call = await site.program(ADMIN);
    const approve = { type: 'approve', id: 'n1', name: '主管审批', who: [{ kind: 'starter' }], starter: 'self' };
    const tree = { type: 'start', id: 'start', next: { ...approve, next: { type: 'delay', id: 'd1', name: '冷静期', duration: 'P1D' } } };
    const { id } = await call<{ id: string }>('POST', '/workflow/models', { key: 'seal', name: '用印申请', kind: 'simple', tree });
    await call('POST', `/workflow/models/${id}/publish`, { version: 0 });
    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, `/workflow/model/design/${id}`, ADMIN);
    await page.getByRole('button', { name: /^主管审批/ }).waitFor();
    await page.getByRole('button', { name: '模拟运行', exact: true }).click();
    await page.getByText('谁会审批').waitFor();
    await page.getByRole('button', { name: '开始模拟' }).click();
    await page.getByRole('group', { name: '主管审批' }).getByRole('button', { name: '同意', exact: true }).click();
    await page.getByRole('button', { name: '立即到期：冷静期' }).click();
    await page.getByText('流程结束', { exact: true }).last().waitFor();
    await page.getByRole('button', { name: '结束模拟' }).click();

    await page.getByText('BPMN 视图', { exact: true }).click();
    const drawing = page.getByRole('main', { name: '流程图' });
    await drawing.locator('.djs-shape[data-element-id="d1"]').click();
    // every word of the tool is Chinese
    const words = await drawing
      .locator('.djs-palette .entry, .djs-context-pad .entry')
      .evaluateAll((entries) =>
        entries.map(
          (entry) =>
            entry.getAttribute('title') ?? entry.getAttribute('aria-label') ?? entry.firstElementChild?.getAttribute('aria-label') ?? '',
        ),
      );
    expect(words.filter((word) => /[A-Za-z]{2,}/.test(word))).toEqual([]);
    await drawing.getByRole('link').last().waitFor();
    await page.getByLabel('时间', { exact: true }).fill('PT2H');
    await page.getByLabel('名称', { exact: true }).click();
    await page.getByText('1 处未保存').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: '发布', exact: true }).click();
    await page.getByText('已发布第 2 版').waitFor();
    await page.getByText('审批视图', { exact: true }).click();
    await page.getByRole('button', { name: /^冷静期.*2 小时/ }).waitFor();

    await page.getByRole('button', { name: /版本$/ }).click();
    const drawer = page.getByRole('dialog', { name: '已发布的版本' });
    const first = drawer.getByRole('region', { name: '第 1 版' });
    await first.getByRole('button', { name: '与草稿比较' }).click();
    await first.getByText('PT2H').waitFor();
    await first.getByText('P1D').waitFor();
    await expectHealthy(visit);
  });
});

describe('a record of another module', () => {
  it('is submitted from its own page to those whom the starter picks, and opens its approval by address', async () => {
    const call = await site.program(ADMIN);
    const tree = {
      type: 'start',
      id: 'start',
      next: { type: 'approve', id: 'n1', name: '审稿', who: [{ kind: 'starterPicks' }], next: null },
    };
    const model = await call<{ id: string }>('POST', '/workflow/models', { key: 'notice', name: '公告发布', kind: 'simple', tree });
    const { definitionId } = await call<{ definitionId: string }>('POST', `/workflow/models/${model.id}/publish`, { version: 0 });
    await call('POST', '/workflow/business', {
      businessCode: '1018',
      businessName: '公告发布',
      businessType: 'system.notice',
      processDefinitionId: definitionId,
      businessTempalte: '公告发布：{title}',
    });
    const content = { form: 1, blocks: [{ type: 'paragraph', line: [{ text: '请各部门自查。' }] }] };
    await call('POST', '/system/notices', { title: '安全检查通知', type: '1', content, publishScope: '1', targets: [] });

    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/basic/system/notice', ADMIN);
    const row = page.getByRole('row', { name: /安全检查通知/ });
    const publish = async () => {
      // one dialog: where it goes is the question, no other comes before it
      await row.getByRole('button', { name: '发布', exact: true }).click();
      await dialog.waitFor();
      expect(await page.getByRole('dialog', { name: '系统提示' }).count()).toBe(0);
    };
    const dialog = page.getByRole('dialog', { name: '提交审批：公告发布' });
    await publish();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: '取消' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row.getByText('草稿').waitFor();

    await publish();
    await dialog.getByRole('button', { name: '提交' }).click();
    await dialog.getByText('请选择“审稿”的审批人').waitFor();
    await choose(dialog.getByRole('combobox', { name: '审稿的审批人' }), `${STARTER}（${starter.username}）`);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: '提交' }).dblclick();
    await page.getByText('已提交审批，通过后发布').waitFor();
    await row.getByRole('button', { name: '公告发布审核中，查看审批' }).click();
    const approval = page.getByRole('dialog', { name: '流程详情' });
    await approval.getByText('请各部门自查。').waitFor();
    await expect.poll(() => page.url()).toMatch(/approval=\d+/);
    await page.reload();
    await approval.getByText(STARTER).first().waitFor();
    await page.goBack();
    await approval.waitFor({ state: 'hidden' });
    await expectHealthy(visit);
  });
});

describe('an approval', () => {
  it('is asked for, sent back on a phone, corrected, asked for again and granted', async () => {
    const desk = await site.visit();
    const { page } = desk;
    await site.enter(page, '/workflow/instance/mystarted?tab=requests', starter);
    await page.getByRole('button', { name: '新增申请' }).first().click();
    const form = page.getByRole('dialog', { name: '新增申请' });
    await choose(form.getByRole('combobox', { name: '业务' }), '费用');
    await form.getByLabel('标题').fill('上海出差报销');
    await form.getByLabel('金额（元）').fill('2380.5');
    await form.getByRole('button', { name: '保存', exact: true }).click();
    const row = page.getByRole('row', { name: /上海出差报销/ });
    await row.getByText('待提交').waitFor();
    await row.getByRole('button', { name: '提交', exact: true }).click();
    await submitted(page, '通用申请');
    await row.getByText('审核中').waitFor();

    const phone = await site.visit({ width: 390, height: 844 });
    await site.enter(phone.page, '/workflow/task/todo', leader);
    await phone.page.getByRole('button', { name: /申请人小林的费用：上海出差报销/ }).click();
    await phone.page.getByText('2380.50').waitFor();
    await phone.page.getByRole('button', { name: /退回$/ }).click();
    const back = phone.page.getByRole('dialog', { name: '退回' });
    await back.getByRole('button', { name: '退回' }).click();
    await back.getByText('请填写退回原因').waitFor();
    await back.getByLabel('退回原因').fill('请补充发票');
    await back.getByRole('button', { name: '退回' }).click();
    await phone.page.getByText('没有待办任务').waitFor();

    await page.reload();
    await row.getByText('已退回').waitFor();
    await row.getByRole('button', { name: '修改', exact: true }).click();
    const correction = page.getByRole('dialog', { name: /修改申请/ });
    await correction.getByLabel('说明').fill('已补充发票');
    await correction.getByRole('button', { name: '保存', exact: true }).click();
    await correction.waitFor({ state: 'hidden' });
    await row.getByRole('button', { name: '重新提交' }).click();
    await submitted(page, '通用申请');
    await row.getByText('审核中').waitFor();

    // the task comes by itself
    await phone.page.getByRole('button', { name: /申请人小林的费用/ }).click();
    await phone.page.getByText('已补充发票').waitFor();
    await phone.page.getByLabel('审批意见').fill('同意报销');
    await phone.page.getByRole('button', { name: /(?<!不)同意$/ }).click();
    await phone.page.getByText('没有待办任务').waitFor();

    await page.goto(site.url('/workflow/instance/mystarted'));
    await page.getByRole('button', { name: '申请人小林的费用：上海出差报销' }).click();
    const detail = page.getByRole('dialog', { name: '流程详情' });
    await detail.getByText('同意报销').waitFor();
    await expect.poll(() => detail.getByRole('list').last().getByRole('listitem').allInnerTexts()).toHaveLength(4);
    await phone.page.goto(site.url('/flowable'));
    await phone.page.getByText('没有待办任务').waitFor();
    await expectHealthy(desk);
    await expectHealthy(phone);
  });
});

describe('a running approval that is stuck', () => {
  it('is found where it stands, handed over from its panel, and decided by who has it now', async () => {
    const call = await site.program(ADMIN);
    const asked = await site.program(starter);
    const { id } = await asked<{ id: string }>('POST', '/workflow/requests', {
      businessCode: '8099',
      title: '投标保证金',
      text: '',
      amount: '10',
    });
    await asked('POST', `/workflow/requests/${id}/submit`, {});
    const { data: users } = await call<{ data: { id: string; username: string; nickname: string }[] }>(
      'GET',
      '/system/users/page?pageSize=200',
    );
    const stand = users.find(({ username }) => username === substitute.username)!;

    const visit = await site.visit();
    const { page } = visit;
    await site.enter(page, '/workflow/instance/running', ADMIN);
    await page.getByRole('button', { name: /^主管审批/ }).click();
    await page.getByRole('button', { name: '申请人小林的费用：投标保证金' }).click();
    const panel = page.getByRole('region', { name: '流程跟踪' });
    await panel.getByRole('heading', { name: '申请人小林的费用：投标保证金' }).waitFor();
    await panel.getByRole('region', { name: '停留' }).getByText('主管老周').waitFor();
    await expectAccessible(page);
    await panel.getByRole('button', { name: /移交$/ }).click();
    const dialog = page.getByRole('dialog', { name: /移交/ });
    await choose(dialog.getByRole('combobox', { name: '移交给' }), `${stand.nickname}（${substitute.username}）`);
    await dialog.getByLabel('原因').fill('主管出差，明天开标');
    await dialog.getByRole('button', { name: '移交', exact: true }).click();
    await page.getByText(`已移交给${stand.nickname}`).waitFor();
    await panel.getByRole('region', { name: '停留' }).getByText(stand.nickname).waitFor();
    await expectHealthy(visit);

    const taker = await site.visit();
    await site.enter(taker.page, '/workflow/task/todo', substitute);
    await taker.page.getByText('主管出差，明天开标').waitFor();
    await taker.page.getByRole('button', { name: /(?<!不)同意$/ }).click();
    await taker.page.getByText('没有待办任务').waitFor();
    await expectHealthy(taker);
  });
});
