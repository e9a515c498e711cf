import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteServerTime } from '#kit/web/server-clock.ts';
import { openPage, Refusal, signInWith, type Answers } from '#kit/test/web-page.tsx';
import RunningPage from './RunningPage.tsx';

const HOUR = 3_600_000;
/** The clock of the page is that of the answers, which stands at the beginning of 1970. */
const at = (hours: number) => new Date(hours * HOUR).toISOString();
const step = (name: string, people: string[], more: object = {}) => ({
  nodeKey: 'n1',
  name,
  people,
  candidates: 0,
  progress: null,
  ...more,
});
const row = (id: string, title: string, over: object = {}) => ({
  id,
  businessCode: '8099',
  businessName: '标准发布',
  businessKey: id,
  title,
  definitionId: '1',
  definitionName: '标准发布',
  versionNo: 2,
  processKey: 'standard',
  starterId: '7',
  starterName: '曹敏',
  deptName: '数字化中心',
  flowStatus: '3',
  suspensionState: '1',
  effectState: null,
  currentNodes: ['影响确认'],
  steps: [step('影响确认', ['陈婉清'])],
  dueTime: null,
  startTime: at(-74),
  endTime: null,
  ...over,
});
const ROWS = [
  row('11', '移动电话', { dueTime: at(-26) }),
  row('12', '组织编码', { steps: [step('治理委员会', [], { candidates: 3, progress: { done: 2, total: 5 } })], dueTime: at(100) }),
  row('13', '建材公司', { suspensionState: '2', dueTime: at(-90) }),
];
const load = (nodeKey: string, name: string, count: number, overdue: number) => ({
  processKey: 'standard',
  processName: '标准发布',
  nodeKey,
  name,
  count,
  overdue,
  median: 6 * 3600,
});
const OVERVIEW = {
  running: 63,
  endedToday: 14,
  overdue: 1,
  longest: 26 * 3600,
  median: 1.8 * 86400,
  medianBefore: 2.2 * 86400,
  returnRate: 0.096,
  nodes: [load('n1', '影响确认', 7, 1), load('n2', '治理委员会', 2, 0)],
};
const visit = { person: '陈婉清', result: null, opinion: null, startTime: at(-71), endTime: null, dueTime: at(-26) };
const node = (id: string, kind: string, state: string, name: string, visits: object[] = []) => ({
  id,
  name,
  kind,
  state,
  isOverdue: visits.length > 0,
  people: visits.length > 0 ? ['陈婉清'] : [],
  progress: null,
  calls: null,
  visits,
});
const TRACK = {
  process: { key: 'standard', name: '标准发布' },
  nodes: [
    node('s', 'startEvent', 'done', ''),
    node('n1', 'userTask', 'now', '影响确认', [visit]),
    node('n2', 'userTask', 'next', '治理委员会'),
    node('e', 'endEvent', 'next', ''),
  ],
  flows: [
    { id: 'f1', from: 's', to: 'n1', taken: true },
    { id: 'f2', from: 'n1', to: 'n2', taken: false },
    { id: 'f3', from: 'n2', to: 'e', taken: false },
  ],
  forecast: [{ id: 'n2', name: '治理委员会', kind: 'task', people: ['罗宁'], note: null, isConditional: false }],
  tree: null,
  bpmnXml: '',
};
const TASK = { taskId: '21', nodeKey: 'n1', name: '影响确认', kind: 'approve', assigneeId: '8', people: ['陈婉清'] };
const STANDING = {
  tasks: [
    {
      ...TASK,
      createTime: at(-71),
      dueTime: at(-26),
      urgedTime: null,
      reminded: 2,
      next: { action: 'leader', time: at(5), person: '汪光明' },
    },
  ],
  causes: [
    {
      taskId: '21',
      text: '陈婉清 11-21 起“请假”，代理人 周萍 不代理本业务',
      isBad: true,
      way: { kind: 'hand', userId: '9', name: '罗宁', relation: '主管' },
    },
  ],
  median: 6 * 86400,
};
const open = (answers: Answers = {}, address = '/workflow/instance/running') =>
  openPage(<RunningPage />, {
    at: address,
    answers: {
      'GET /workflow/instances/pageRunning': { pageNum: 1, pageSize: 20, total: 3, data: ROWS },
      'GET /workflow/instances/running/counts': { all: 63, overdue: 5, today: 8, suspended: 2 },
      'GET /workflow/instances/running/overview': OVERVIEW,
      'GET /workflow/instances/track': TRACK,
      'GET /workflow/instances/11/standing': STANDING,
      'GET /workflow/instances/12/standing': { tasks: [], causes: [], median: null },
      'GET /system/users/options': [],
      ...answers,
    },
  });
const LIST = '/workflow/instance/running?open=none';
/** The dialog or drawer with this title. */
const dialogOf = async (title: string) => within((await screen.findByText(title)).closest<HTMLElement>('.ant-modal, .ant-drawer')!);

/** Windows as wide as the panel needs. */
const wide = (isWide: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isWide && query.includes('min-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
beforeEach(() => {
  noteServerTime(0);
  signInWith();
  wide(true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  noteServerTime(Date.now());
});

it('shows figures, where instances stand, and the list by the time that is left', async () => {
  open({}, LIST);
  const figures = within(await screen.findByRole('region', { name: '运行概况' }));
  expect(figures.getByText('63')).toBeTruthy();
  expect(figures.getByText('最久 1 天 2 小时')).toBeTruthy();
  expect(figures.getByText('9.6')).toBeTruthy();
  await screen.findByRole('button', { name: '移动电话' });
  const rows = screen.getAllByRole('row').map((one) => one.textContent);
  expect(rows.some((text) => text.includes('移动电话') && text.includes('逾期 1 天'))).toBe(true);
  expect(rows.some((text) => text.includes('治理委员会 2/5') && text.includes('候选 3 人'))).toBe(true);
  expect(rows.some((text) => text.includes('建材公司') && text.includes('已挂起') && !text.includes('逾期'))).toBe(true);
  expect(screen.getByRole('button', { name: '今天到期 8' })).toBeTruthy();
});

it('narrows the list by a view, by a node and by what is searched for', async () => {
  const { user, last, address } = open({}, LIST);
  await user.click(await screen.findByRole('button', { name: '逾期 5' }));
  await waitFor(() => expect(last('GET /workflow/instances/pageRunning')?.query).toMatchObject({ view: 'overdue' }));
  // the tabs count what they would show
  expect(last('GET /workflow/instances/running/counts')?.query).not.toHaveProperty('view');
  await user.click(screen.getByTitle(/^影响确认 7 个/));
  await waitFor(() => expect(last('GET /workflow/instances/pageRunning')?.query).toMatchObject({ processKey: 'standard', nodeKey: 'n1' }));
  expect(last('GET /workflow/instances/running/counts')?.query).toMatchObject({ nodeKey: 'n1' });
  await user.type(screen.getByLabelText('搜索标题、单号、发起人'), '电话{Enter}');
  await waitFor(() => expect(last('GET /workflow/instances/pageRunning')?.query).toMatchObject({ keyword: '电话' }));
  expect(decodeURIComponent(address())).toContain('keyword:电话');
});

it('tracks the most urgent one beside the list: its way, who has it how long, why, and what comes next', async () => {
  open();
  const panel = within(await screen.findByRole('region', { name: '流程跟踪' }));
  expect(await panel.findByRole('heading', { name: '移动电话' })).toBeTruthy();
  expect((await panel.findByRole('group', { name: '流程进展' })).textContent).toContain('预计 罗宁');
  expect(panel.getByRole('region', { name: '停留' }).textContent).toContain('逾期，2 天 23 小时');
  expect((await panel.findByRole('list', { name: '停留原因' })).textContent).toContain('可移交给主管 罗宁，或改派其他人');
  expect(panel.getByText('已提醒 2 次')).toBeTruthy();
  expect(panel.getByText(/升级给上级 汪光明/)).toBeTruthy();
});

it('hands the task over to whom it proposes, with a reason', async () => {
  const { user, last } = open({ 'POST /workflow/instances/11/handover': { receiver: '罗宁' } });
  await user.click(await screen.findByRole('button', { name: /移交$/ }));
  const dialog = await dialogOf('移交“移动电话”的任务');
  await user.click(dialog.getByRole('button', { name: /^移\s*交$/ }));
  expect(await dialog.findByText('请填写原因')).toBeTruthy();
  await user.type(dialog.getByLabelText('原因'), '请假');
  await user.click(dialog.getByRole('button', { name: /^移\s*交$/ }));
  await screen.findByText('已移交给罗宁');
  expect(last('POST /workflow/instances/11/handover')?.body).toEqual({ taskId: '21', userId: '9', reason: '请假' });
});

it('urges everything overdue of the present filter, and says what it left out', async () => {
  const { user, last } = open(
    { 'POST /workflow/instances/running/urge': { instances: 4, people: 3, skipped: 1, left: 0 } },
    `${LIST}&q=processKey:standard`,
  );
  await user.click(await screen.findByRole('button', { name: /催办逾期 5 项/ }));
  await user.click(await screen.findByRole('button', { name: '催办 5 项' }));
  await screen.findByText('已催办 4 项，通知 3 人；1 项十分钟内已催办过');
  expect(last('POST /workflow/instances/running/urge')?.body).toEqual({ processKey: 'standard', message: null });
});

it('goes up and down, closes, and stays closed', async () => {
  const { user, address } = open();
  const panel = () => within(screen.getByRole('region', { name: '流程跟踪' }));
  await screen.findByRole('heading', { name: '移动电话' });
  expect(panel().getByRole('button', { name: '上一个' })).toHaveProperty('disabled', true);
  await user.click(panel().getByRole('button', { name: '下一个' }));
  await screen.findByRole('heading', { name: '组织编码' });
  expect(address()).toContain('open=12');
  await user.click(panel().getByRole('button', { name: '关闭' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: '流程跟踪' })).toBeNull());
});

it('says plainly what somebody may not see, and offers only what he may do', async () => {
  signInWith('workflow:instance:running:list');
  const { sent } = open();
  expect(await screen.findByText('没有“流程跟踪”权限，看不到流程经过')).toBeTruthy();
  expect(sent.some(({ key }) => key.includes('/track') || key.includes('/standing'))).toBe(false);
  for (const name of [/移交$/, /催办/, '移动节点', /更多/, /导出/]) expect(screen.queryByRole('button', { name })).toBeNull();
});

it('says so when the instance is out of reach for tracking', async () => {
  const gone = () => {
    throw new Refusal(404, 'entity.notFound', '数据不存在');
  };
  open({ 'GET /workflow/instances/track': gone, 'GET /workflow/instances/11/standing': gone });
  expect(await screen.findByText('该流程不在您的流程跟踪数据范围内，或已经结束')).toBeTruthy();
});

it('opens as a drawer where there is no room beside the list', async () => {
  wide(false);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: '移动电话' }));
  expect((await dialogOf('流程跟踪')).getByRole('heading', { name: '移动电话' })).toBeTruthy();
});
